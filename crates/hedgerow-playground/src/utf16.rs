//! [`Utf16Offsets`]: converts offsets in UTF-8 to offsets in UTF-16.

use hedgerow::source::Span;

/// The size of a block, in bytes.
const BLOCK: usize = 256;

/// The offsets of a text in UTF-16 code units.
#[derive(Debug)]
pub(crate) struct Utf16Offsets<'t> {
    text: &'t [u8],
    /// The number of code units before each block.
    blocks: Vec<u32>,
}

impl<'t> Utf16Offsets<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let text = text.as_bytes();
        let mut blocks = vec![0];
        let mut units = 0;
        for block in text.chunks(BLOCK) {
            units += code_units(block);
            blocks.push(units);
        }
        Self { text, blocks }
    }

    /// The offset in UTF-16 of an offset in UTF-8.
    pub(crate) fn offset(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        let block = offset / BLOCK;
        self.blocks[block] + code_units(&self.text[block * BLOCK..offset])
    }

    /// Converts the start and end of a span.
    pub(crate) fn span(&self, span: Span) -> [u32; 2] {
        [self.offset(span.start), self.offset(span.end)]
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
    fn offsets_are_those_of_the_text_before() {
        let text = "a\u{E9}\u{20AC}\u{1F332}\n".repeat(100);
        let offsets = Utf16Offsets::new(&text);
        for (index, _) in text.char_indices().chain([(text.len(), '\0')]) {
            let expected = text[..index].encode_utf16().count();
            assert_eq!(offsets.offset(index as u32) as usize, expected, "at {index}");
        }
        assert_eq!(offsets.offset(u32::MAX), 600, "an offset after the end is the end");
        assert_eq!(offsets.span(Span { start: 1, end: 3 }), [1, 2]);
    }
}
