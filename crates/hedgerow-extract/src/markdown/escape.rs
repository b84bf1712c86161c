//! Which characters of text need a backslash in Markdown.
//!
//! <https://spec.commonmark.org/0.31.2/#backslash-escapes>

/// The place of a block, on which the escapes depend.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    pub(super) is_cell: bool,
    pub(super) is_heading: bool,
    /// Text without markup.
    pub(super) is_plain: bool,
    /// The block is the first one of a list item.
    pub(super) is_item: bool,
    /// Links are written as references, so brackets can be references.
    pub(super) has_references: bool,
}

/// Whether a byte ends a run of text that is copied.
pub(super) fn is_special(byte: u8) -> bool {
    SPECIAL.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The bytes that may need an escape, and white space.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let bytes = b" \t\n\r\x0C\\`*_[]<&~|";
    let mut index = 0;
    while index < bytes.len() {
        special[bytes[index] as usize] = true;
        index += 1;
    }
    special
};

/// Whether a character needs a backslash, wherever in a line it is. `previous` is the character before it in the line, or `None` if
/// a delimiter or nothing is before it; `after` is the rest of the text node, after which anything may follow.
pub(super) fn is_escaped(
    byte: u8,
    previous: Option<char>,
    after: &str,
    is_in_link: bool,
    context: Context,
) -> bool {
    if context.is_plain {
        return false;
    }
    let next = after.chars().next();
    let is_space =
        |character: Option<char>| character.is_some_and(|character| character.is_ascii_whitespace());
    let is_alone =
        || matches!(previous, Some(' ' | '\n')) && is_space(next) && !after.trim_ascii().is_empty();
    let is_letter = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    match byte {
        b'`' => true,
        b'*' | b'~' => !is_alone(),
        b'_' => !(is_alone() || is_letter(previous) && is_letter(next)),
        b'[' => {
            let is_task = || {
                context.is_item && previous.is_none() && matches!(next, Some(' ' | 'x' | 'X' | '\t' | '\n'))
            };
            is_in_link || context.has_references || matches!(next, None | Some('^')) || is_task()
        }
        b']' => is_in_link || matches!(next, Some('(' | ':')),
        b'<' => next.is_none_or(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        b'&' => next.is_none() || is_reference(after),
        // After white space at the end of a block or of a style, markup may follow.
        b'\\' => next.is_none_or(|next| next.is_ascii_punctuation() || next.is_ascii_whitespace()),
        b'|' => context.is_cell,
        _ => false,
    }
}

/// Whether the text after an ampersand may complete a character reference.
fn is_reference(after: &str) -> bool {
    let length =
        after.bytes().take(40).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
    length > 0 && after.as_bytes().get(length).is_none_or(|&byte| byte == b';')
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, character: char) -> usize {
    let runs = text.split(|other| other != character);
    runs.map(str::len).max().unwrap_or(0)
}

/// The part of a link after its text: `](address "title")`.
pub(super) fn destination(address: &str, title: &str, context: Context) -> String {
    let mut end = String::from("](");
    let address = address.trim_matches(|character: char| character <= ' ');
    let title = title.trim_ascii();
    // Without an address, a title would be read as text.
    let is_empty = address.is_empty() && !title.is_empty();
    let is_bracketed = is_empty || address.contains(['(', ')', '<', '>', ' ']);
    if is_bracketed {
        end.push('<');
    }
    push_escaped(&mut end, address, &['<', '>'], context);
    if is_bracketed {
        end.push('>');
    }
    if !title.is_empty() {
        let title: Vec<&str> = title.split_ascii_whitespace().collect();
        end.push_str(" \"");
        push_escaped(&mut end, &title.join(" "), &['"'], context);
        end.push('"');
    }
    end.push(')');
    end
}

/// Appends an address or a title.
fn push_escaped(end: &mut String, text: &str, escaped: &[char], context: Context) {
    for (index, character) in text.char_indices() {
        let after = text.get(index + character.len_utf8()..).unwrap_or_default();
        let is_escaped = match character {
            '\\' => after.chars().next().is_none_or(|next| next.is_ascii_punctuation()),
            '&' => is_reference(after),
            '|' => context.is_cell,
            _ => escaped.contains(&character),
        };
        if is_escaped {
            end.push('\\');
        }
        match character {
            // Line breaks cannot be written in an address, and are not part of a URL.
            '\n' | '\r' | '\t' => {}
            _ if character.is_ascii_control() => push_percent(end, character),
            _ => end.push(character),
        }
    }
}

fn push_percent(end: &mut String, character: char) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    let value = u32::from(character) as usize;
    end.push('%');
    end.extend([value >> 4, value & 15].map(|digit| DIGITS.get(digit).copied().unwrap_or('0')));
}

/// Escapes what would make the lines of a block another kind of block, and ends all lines but the last with a backslash, which is
/// a hard line break.
pub(super) fn starts_of_lines(lines: String, context: Context) -> String {
    if context.is_cell {
        return lines;
    }
    if context.is_heading {
        return end_of_heading(lines);
    }
    let needs_none = |line: &str| place_of_escape(line, true).is_none();
    if !lines.contains('\n') && needs_none(&lines) {
        return lines;
    }
    let mut escaped = String::with_capacity(lines.len() + 8);
    for (number, line) in lines.split('\n').enumerate() {
        if number > 0 {
            escaped.push_str("\\\n");
        }
        match place_of_escape(line, number == 0) {
            Some(place) => {
                escaped.push_str(line.get(..place).unwrap_or_default());
                escaped.push('\\');
                escaped.push_str(line.get(place..).unwrap_or_default());
            }
            None => escaped.push_str(line),
        }
    }
    escaped
}

/// Escapes a number sign that would be the closing sequence of a heading.
fn end_of_heading(mut line: String) -> String {
    let text = line.trim_end_matches('#');
    if text.len() < line.len() && (text.is_empty() || text.ends_with(' ')) {
        line.insert(line.len() - 1, '\\');
    }
    line
}

/// The place of a backslash that keeps a line from beginning another block.
fn place_of_escape(line: &str, is_first: bool) -> Option<usize> {
    let first = line.chars().next()?;
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    match first {
        '#' => {
            let rest = line.trim_start_matches('#');
            (line.len() - rest.len() <= 6 && is_end(rest)).then_some(0)
        }
        '>' => Some(0),
        '+' | '-' | '*' if is_end(line.get(1..).unwrap_or_default()) => Some(0),
        '-' | '=' | ':' | '|'
            if line.chars().all(|character| matches!(character, '-' | '=' | ':' | '|' | ' ')) =>
        {
            (first == '-' || !is_first).then_some(0)
        }
        '_' if line.chars().all(|character| matches!(character, '_' | ' ')) => Some(0),
        '0'..='9' => {
            let rest = line.trim_start_matches(|character: char| character.is_ascii_digit());
            let digits = line.len() - rest.len();
            (digits <= 9 && rest.starts_with(['.', ')']) && is_end(rest.get(1..).unwrap_or_default()))
                .then_some(digits)
        }
        _ => None,
    }
}
