//! [`Output`]: writes source and new text in the encoding of the document.

use std::io;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use crate::error::EditError;

/// The receiver of the bytes.
pub(crate) type Write<'w> = &'w mut dyn FnMut(&[u8]) -> io::Result<()>;

/// An escape sequence of ISO-2022-JP, which selects how the bytes after it are decoded.
type Escape = [u8; 3];

const ESCAPE: u8 = 0x1B;
const TO_ASCII: Escape = [ESCAPE, b'(', b'B'];

/// The state of the output.
pub(crate) struct Output {
    /// The last escape sequence of the source, and of the output.
    source_escape: Escape,
    escape: Escape,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self { source_escape: TO_ASCII, escape: TO_ASCII }
    }

    /// Writes source, or drops it.
    pub(crate) fn source(
        &mut self,
        bytes: &[u8],
        encoding: &'static Encoding,
        is_dropped: bool,
        write: Write<'_>,
    ) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        if encoding == ISO_2022_JP {
            if !is_dropped && self.escape != self.source_escape && !begins_with_an_escape(bytes) {
                write(&self.source_escape)?;
            }
            self.source_escape = last_escape(bytes).unwrap_or(self.source_escape);
            if !is_dropped {
                self.escape = self.source_escape;
            }
        }
        if is_dropped { Ok(()) } else { write(bytes) }
    }

    /// Writes new text, all of whose characters can be [encoded](encodable).
    pub(crate) fn text(
        &mut self,
        text: &str,
        encoding: &'static Encoding,
        write: Write<'_>,
    ) -> io::Result<()> {
        if text.is_empty() || encoding == UTF_8 {
            return write(text.as_bytes());
        }
        if encoding == UTF_16LE {
            return write(&text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>());
        }
        if encoding == UTF_16BE {
            return write(&text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>());
        }
        let (encoded, ..) = encoding.encode(text);
        if encoding != ISO_2022_JP {
            return write(&encoded);
        }
        // The next bytes may begin with an escape sequence, and two adjacent ones would be malformed.
        let encoded = encoded.strip_suffix(&TO_ASCII).unwrap_or(&encoded);
        if self.escape != TO_ASCII && !begins_with_an_escape(encoded) {
            write(&TO_ASCII)?;
            self.escape = TO_ASCII;
        }
        self.escape = last_escape(encoded).unwrap_or(self.escape);
        write(encoded)
    }
}

fn begins_with_an_escape(bytes: &[u8]) -> bool {
    bytes.first() == Some(&ESCAPE)
}

/// Returns the last escape sequence of some bytes.
fn last_escape(bytes: &[u8]) -> Option<Escape> {
    let mut escapes = bytes.windows(3).rev().filter_map(|window| Escape::try_from(window).ok());
    escapes.find(|escape| matches!(escape, [ESCAPE, b'(', b'B' | b'J' | b'I'] | [ESCAPE, b'$', b'@' | b'B']))
}

/// Returns a text in a form that the encoding can represent. If `has_references`, characters that the encoding cannot represent, or
/// that its encoder would change, become character references.
pub(crate) fn encodable(
    text: &str,
    encoding: &'static Encoding,
    has_references: bool,
) -> Result<String, EditError> {
    if text.contains('\0') {
        return Err(EditError::NullCharacter);
    }
    // Three of the ASCII characters control the state of ISO-2022-JP.
    let is_safe =
        |character: char| character.is_ascii() && !matches!(character, '\u{E}' | '\u{F}' | '\u{1B}');
    let is_replacement = encoding == encoding_rs::REPLACEMENT;
    if !is_replacement && (encoding.output_encoding() == UTF_8 || text.chars().all(is_safe)) {
        return Ok(text.to_owned());
    }
    let mut encodable = String::with_capacity(text.len());
    for character in text.chars() {
        let mut buffer = [0; 4];
        let one: &str = character.encode_utf8(&mut buffer);
        let is_represented =
            is_safe(character) || encoding.decode_without_bom_handling(&encoding.encode(one).0).0 == one;
        if is_represented && !is_replacement {
            encodable.push(character);
        } else if is_replacement || !has_references || matches!(character, '\u{80}'..='\u{9F}') {
            return Err(EditError::NotInEncoding(character));
        } else {
            encodable.extend(["&#", &u32::from(character).to_string(), ";"]);
        }
    }
    Ok(encodable)
}
