//! The lexer: tokens with their positions, and the rules that distinguish operators from names.
//!
//! <https://www.w3.org/TR/1999/REC-xpath-19991116/#exprlex>

use crate::error::XPathError;

/// A name with an optional prefix, both borrowed from the expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QName<'t> {
    pub(crate) prefix: Option<&'t str>,
    pub(crate) local: &'t str,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Token<'t> {
    Number(f64),
    Literal(&'t str),
    Or,
    And,
    Mod,
    Div,
    Multiply,
    Slash,
    DoubleSlash,
    Union,
    Plus,
    Minus,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Dot,
    DoubleDot,
    At,
    Comma,
    DoubleColon,
    /// A name before a parenthesis.
    Function(QName<'t>),
    /// `comment`, `text`, `processing-instruction` or `node` before a parenthesis.
    NodeType(&'t str),
    /// A name before two colons.
    Axis(&'t str),
    /// A name, `*` or `prefix:*`. A star is stored as the local name `*`.
    NameTest(QName<'t>),
    Variable(QName<'t>),
    End,
}

impl Token<'_> {
    /// Whether a `*` or a name after this token is an operator.
    fn precedes_operator(self) -> bool {
        matches!(
            self,
            Token::Number(_)
                | Token::Literal(_)
                | Token::Close
                | Token::CloseBracket
                | Token::Dot
                | Token::DoubleDot
                | Token::NameTest(_)
                | Token::Variable(_)
        )
    }
}

/// Splits an expression into tokens with their offsets; the last token is [`Token::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token<'_>, usize)>, XPathError> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens: Vec<(Token<'_>, usize)> = Vec::new();
    loop {
        lexer.skip_whitespace();
        let start = lexer.at;
        let previous = tokens.last().map(|&(token, _)| token);
        let token = lexer.token(previous)?;
        tokens.push((token, start));
        if token == Token::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_whitespace(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn error(&self, offset: usize, message: impl Into<String>) -> XPathError {
        XPathError::new(self.text, offset, message.into())
    }

    fn token(&mut self, previous: Option<Token<'t>>) -> Result<Token<'t>, XPathError> {
        let rest = self.rest();
        let mut characters = rest.chars();
        let Some(first) = characters.next() else { return Ok(Token::End) };
        let second = characters.next();
        let follows_operand = previous.is_some_and(Token::precedes_operator);
        let (token, length) = match (first, second) {
            ('/', Some('/')) => (Token::DoubleSlash, 2),
            ('!', Some('=')) => (Token::NotEqual, 2),
            ('<', Some('=')) => (Token::LessOrEqual, 2),
            ('>', Some('=')) => (Token::GreaterOrEqual, 2),
            (':', Some(':')) => (Token::DoubleColon, 2),
            ('.', Some('.')) => (Token::DoubleDot, 2),
            ('.', Some(digit)) if digit.is_ascii_digit() => return self.number(),
            ('0'..='9', _) => return self.number(),
            ('.', _) => (Token::Dot, 1),
            ('/', _) => (Token::Slash, 1),
            ('|', _) => (Token::Union, 1),
            ('+', _) => (Token::Plus, 1),
            ('-', _) => (Token::Minus, 1),
            ('=', _) => (Token::Equal, 1),
            ('<', _) => (Token::Less, 1),
            ('>', _) => (Token::Greater, 1),
            ('(', _) => (Token::Open, 1),
            (')', _) => (Token::Close, 1),
            ('[', _) => (Token::OpenBracket, 1),
            (']', _) => (Token::CloseBracket, 1),
            ('@', _) => (Token::At, 1),
            (',', _) => (Token::Comma, 1),
            ('*', _) if follows_operand => (Token::Multiply, 1),
            ('*', _) => (Token::NameTest(QName { prefix: None, local: "*" }), 1),
            ('"' | '\'', _) => {
                let Some(end) = rest.get(1..).and_then(|inner| inner.find(first)) else {
                    return Err(self.error(self.at, format!("this string has no closing {first}")));
                };
                (Token::Literal(rest.get(1..=end).unwrap_or_default()), end + 2)
            }
            ('$', _) => {
                self.at += 1;
                let start = self.at;
                let Some(name) = self.qname()?.filter(|name| name.local != "*") else {
                    return Err(self.error(start, "expected the name of a variable after the dollar sign"));
                };
                return Ok(Token::Variable(name));
            }
            _ if is_name_start(first) => return self.name(follows_operand),
            _ => return Err(self.error(self.at, format!("unexpected character {first:?}"))),
        };
        self.at += length;
        Ok(token)
    }

    /// `Digits ('.' Digits?)? | '.' Digits`
    fn number(&mut self) -> Result<Token<'t>, XPathError> {
        let rest = self.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = digits(rest);
        if rest.as_bytes().get(length) == Some(&b'.') {
            length += 1;
            length += digits(rest.get(length..).unwrap_or_default());
        }
        let number = rest.get(..length).and_then(|text| text.parse().ok());
        let number = number.ok_or_else(|| self.error(self.at, "invalid number"))?;
        self.at += length;
        Ok(Token::Number(number))
    }

    fn name(&mut self, follows_operand: bool) -> Result<Token<'t>, XPathError> {
        let start = self.at;
        if follows_operand {
            let length = ncname_length(self.rest());
            let token = match self.rest().get(..length).unwrap_or_default() {
                "and" => Token::And,
                "or" => Token::Or,
                "mod" => Token::Mod,
                "div" => Token::Div,
                name => {
                    return Err(self.error(start, format!("expected an operator, found the name {name}")));
                }
            };
            self.at += length;
            return Ok(token);
        }
        let Some(name) = self.qname()? else { return Err(self.error(start, "expected a name")) };
        let end = self.at;
        self.skip_whitespace();
        let next = self.rest();
        let token = if name.local == "*" {
            Token::NameTest(name)
        } else if next.starts_with('(') {
            match (name.prefix, name.local) {
                (None, "comment" | "text" | "processing-instruction" | "node") => Token::NodeType(name.local),
                _ => Token::Function(name),
            }
        } else if next.starts_with("::") && name.prefix.is_none() {
            Token::Axis(name.local)
        } else {
            Token::NameTest(name)
        };
        self.at = end;
        Ok(token)
    }

    /// `NCName`, `NCName:NCName` or `NCName:*`, without spaces.
    fn qname(&mut self) -> Result<Option<QName<'t>>, XPathError> {
        let rest = self.rest();
        let length = ncname_length(rest);
        let Some(first) = rest.get(..length).filter(|name| !name.is_empty()) else { return Ok(None) };
        self.at += length;
        let after = self.rest();
        if !after.starts_with(':') || after.starts_with("::") {
            return Ok(Some(QName { prefix: None, local: first }));
        }
        let after = after.get(1..).unwrap_or_default();
        let length = if after.starts_with('*') { 1 } else { ncname_length(after) };
        if length == 0 {
            return Err(self.error(self.at + 1, "expected a name or * after the prefix and its colon"));
        }
        self.at += 1 + length;
        Ok(Some(QName { prefix: Some(first), local: after.get(..length).unwrap_or_default() }))
    }
}

/// Returns the length in bytes of the name without a colon at the start of a text; 0 without such a name.
/// <https://www.w3.org/TR/xml-names/#NT-NCName>
fn ncname_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    match characters.next() {
        Some((_, first)) if is_name_start(first) => {}
        _ => return 0,
    }
    characters.find(|&(_, character)| !is_name_character(character)).map_or(text.len(), |(end, _)| end)
}

/// <https://www.w3.org/TR/xml/#NT-NameStartChar>, without the colon.
fn is_name_start(character: char) -> bool {
    matches!(
        character,
        'A'..='Z' | '_' | 'a'..='z'
            | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
            | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
            | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}'
            | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}'
    )
}

/// <https://www.w3.org/TR/xml/#NT-NameChar>, without the colon.
fn is_name_character(character: char) -> bool {
    is_name_start(character)
        || matches!(
            character,
            '-' | '.' | '0'..='9' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Token<'_>> {
        tokens(text).unwrap().into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn stars_and_operator_names_depend_on_what_precedes_them() {
        let star = Token::NameTest(QName { prefix: None, local: "*" });
        let name = |local| Token::NameTest(QName { prefix: None, local });
        assert_eq!(kinds("* * *"), [star, Token::Multiply, star, Token::End]);
        assert_eq!(kinds("div div div"), [name("div"), Token::Div, name("div"), Token::End]);
        assert_eq!(kinds("//and"), [Token::DoubleSlash, name("and"), Token::End]);
        assert_eq!(kinds("a-b"), [name("a-b"), Token::End]);
        assert_eq!(kinds("1-.5"), [Token::Number(1.0), Token::Minus, Token::Number(0.5), Token::End]);
        assert_eq!(kinds("child ::a"), [Token::Axis("child"), Token::DoubleColon, name("a"), Token::End]);
        assert_eq!(kinds("text ()")[0], Token::NodeType("text"));
        let all = Token::NameTest(QName { prefix: Some("svg"), local: "*" });
        assert_eq!(kinds("svg:* * 2"), [all, Token::Multiply, Token::Number(2.0), Token::End]);
    }

    #[test]
    fn invalid_tokens_are_errors_with_positions() {
        for (text, offset) in
            [("a b", 2), ("'a", 0), ("a#", 1), ("$", 1), ("a:", 2), ("!a", 0), ("é = \u{0}", 5)]
        {
            assert_eq!(tokens(text).unwrap_err().offset(), offset, "{text}");
        }
    }
}
