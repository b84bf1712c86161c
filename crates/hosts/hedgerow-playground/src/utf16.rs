//! [`Source`]: a text, and its offsets in UTF-8 and in UTF-16.

use hedgerow::source::Span;

/// The size of a block, in bytes.
const BLOCK: usize = 256;

/// A text whose offsets are converted to and from UTF-16 code units.
#[derive(Debug)]
pub(crate) struct Source {
    text: String,
    /// The number of code units before each block.
    blocks: Vec<u32>,
}

impl Source {
    pub(crate) fn new(text: String) -> Self {
        let mut blocks = vec![0];
        let mut units = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            units += code_units(block);
            blocks.push(units);
        }
        Self { text, blocks }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The offset in UTF-16 of an offset in UTF-8.
    pub(crate) fn to_utf16(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        let block = offset / BLOCK;
        self.blocks[block] + code_units(&self.text.as_bytes()[block * BLOCK..offset])
    }

    /// The offset in UTF-8 of an offset in UTF-16.
    pub(crate) fn to_utf8(&self, units: u32) -> u32 {
        let block = self.blocks.partition_point(|&before| before <= units).saturating_sub(1);
        let start = (block * BLOCK).min(self.text.len());
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let mut before = self.blocks[block];
        let mut length = 0;
        for &byte in rest {
            before += code_units(&[byte]);
            if before > units {
                break;
            }
            length += 1;
        }
        (start + length) as u32
    }

    /// Converts the start and end of a span to UTF-16.
    pub(crate) fn span(&self, span: Span) -> [u32; 2] {
        [self.to_utf16(span.start), self.to_utf16(span.end)]
    }
}

/// The number of code units of the characters that start in some bytes of UTF-8.
fn code_units(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .map(|&byte| match byte {
            0x80..=0xBF => 0,
            // A character of four bytes is above U+FFFF, so it has two code units.
            0xF0.. => 2,
            _ => 1,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_the_length_of_the_text_before_it() {
        let text = "a\u{E9}\u{20AC}\u{1F332}\n".repeat(100);
        let source = Source::new(text.clone());
        for (index, _) in text.char_indices().chain([(text.len(), '\0')]) {
            let units = text[..index].encode_utf16().count();
            assert_eq!(source.to_utf16(index as u32) as usize, units, "at {index}");
            assert_eq!(source.to_utf8(units as u32) as usize, index, "at {units}");
        }
        assert_eq!(source.to_utf16(u32::MAX), 600, "an offset after the end is the end");
        assert_eq!(source.to_utf8(u32::MAX) as usize, text.len());
        assert_eq!(source.span(Span { start: 1, end: 3 }), [1, 2]);
    }
}
