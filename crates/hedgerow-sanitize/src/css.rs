//! The declarations of a `style` attribute that a list of properties allows.

use std::collections::HashSet;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, Token,
};

/// Returns the allowed declarations, separated by semicolons.
///
/// A declaration is kept if its property is allowed and its value has no token that could load or run anything. The
/// property is written in lower case, the value unchanged. The result has none of the characters `<`, `{`, `}`, `@` and
/// `\`.
pub(crate) fn allowed_declarations(style: &str, properties: &HashSet<String>) -> String {
    let mut input = Parser::new(style);
    let mut declarations = Declarations { properties };
    let parser = RuleBodyParser::new(&mut input, &mut declarations);
    let kept: Vec<String> = parser.filter_map(Result::ok).collect();
    kept.join("; ")
}

struct Declarations<'p> {
    properties: &'p HashSet<String>,
}

/// The functions that only compute a value.
const FUNCTIONS: &[&str] = &[
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix", "calc", "min",
    "max", "clamp", "translate", "translatex", "translatey", "translatez", "translate3d", "scale", "scalex",
    "scaley", "rotate", "skew", "skewx", "skewy", "matrix", "cubic-bezier", "steps", "linear-gradient",
    "radial-gradient", "repeating-linear-gradient", "repeating-radial-gradient", "conic-gradient", "repeat",
    "minmax", "fit-content",
];

impl<'i> DeclarationParser<'i> for Declarations<'_> {
    type Declaration = String;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<String, ParseError<()>> {
        let name = name.to_ascii_lowercase();
        if !self.properties.contains(&name) || name.starts_with("--") {
            return Err(ParseError::unexpected_token());
        }
        let start = input.position();
        check_values(input, 0)?;
        let value = input.slice_from(start).trim();
        // `\` could hide a name in an escape. At each of the other characters, a careless parser could end the declaration
        // or the attribute.
        if value.is_empty() || value.contains(['\\', '<', '{', '}', '@', ';']) {
            return Err(ParseError::unexpected_token());
        }
        Ok(format!("{name}: {value}"))
    }
}

/// Fails at a token that could load or run anything.
///
/// The nesting of blocks is bounded, because `cssparser` recurses for each of them.
fn check_values(input: &mut Parser<'_>, depth: usize) -> Result<(), ParseError<()>> {
    while let Ok(token) = input.next_including_whitespace_and_comments().cloned() {
        match token {
            Token::Function(name)
                if depth < 8 && FUNCTIONS.iter().any(|function| name.eq_ignore_ascii_case(function)) =>
            {
                input.parse_nested_block(|input| check_values(input, depth + 1))?;
            }
            Token::ParenthesisBlock | Token::SquareBracketBlock if depth < 8 => {
                input.parse_nested_block(|input| check_values(input, depth + 1))?;
            }
            Token::Ident(_)
            | Token::Hash(_)
            | Token::IDHash(_)
            | Token::QuotedString(_)
            | Token::Delim('+' | '-' | '*' | '/' | '!')
            | Token::Number { .. }
            | Token::Percentage { .. }
            | Token::Dimension { .. }
            | Token::WhiteSpace(_)
            | Token::Comma => {}
            _ => return Err(ParseError::unexpected_token()),
        }
    }
    Ok(())
}

impl AtRuleParser<'_> for Declarations<'_> {
    type Prelude = ();
    type AtRule = String;
    type Error = ();
}

impl QualifiedRuleParser<'_> for Declarations<'_> {
    type Prelude = ();
    type QualifiedRule = String;
    type Error = ();
}

impl RuleBodyItemParser<'_, String, ()> for Declarations<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(style: &str) -> String {
        let properties = ["color", "background", "width", "font-family"].map(str::to_owned);
        allowed_declarations(style, &properties.into_iter().collect())
    }

    #[test]
    fn allowed_properties_stay() {
        assert_eq!(
            allowed("COLOR : red; position: fixed; width:calc(1px + 2%)"),
            "color: red; width: calc(1px + 2%)"
        );
        assert_eq!(allowed("color: red !important;;"), "color: red !important");
        assert_eq!(allowed("font-family: 'A B', serif"), "font-family: 'A B', serif");
    }

    #[test]
    fn values_that_load_or_run_anything_are_removed() {
        for style in [
            "background: url(javascript:x)", "background: url('x')", "background: UR\\4c(x)",
            "background: image-set('x' 1x)", "background: src('x')", "width: expression(alert(1))",
            "color: var(--x)", "color: env(x)", "--color: red", "color: red} * {color: blue",
            "color: '</style><script>'", "color: /* x */ red", "color", "@import 'x';",
            "color: ((((((((((1))))))))))",
        ] {
            assert_eq!(allowed(style), "", "{style:?}");
        }
    }

    #[test]
    fn deep_nesting_does_not_overflow_the_stack() {
        assert_eq!(allowed(&format!("color: {}", "(".repeat(1_000_000))), "");
        assert_eq!(allowed(&format!("color: {}", "{".repeat(1_000_000))), "");
        assert_eq!(allowed(&"x{".repeat(1_000_000)), "");
    }
}
