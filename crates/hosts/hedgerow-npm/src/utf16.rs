//! [`Source`]: converts offsets of a text from bytes to the UTF-16 code units of JavaScript, and to lines.

use std::ops::Range;

use hedgerow::source::Span;

/// The size of a block, in bytes.
const BLOCK: usize = 256;

/// A text, and the number of code units before each of its blocks.
pub(crate) struct Source<'t> {
    text: &'t str,
    blocks: Vec<u32>,
    /// A lone surrogate of JavaScript is passed as one of these characters (`js/surrogates.js`), so each of them is one code unit.
    surrogates: Range<u32>,
}

impl<'t> Source<'t> {
    /// `surrogates` is the first of the characters that stand for lone surrogates; 0 if there are none.
    pub(crate) fn new(text: &'t str, surrogates: u32) -> Self {
        let surrogates = surrogates..if surrogates == 0 { 0 } else { surrogates + 0x800 };
        let mut source = Self { text, blocks: Vec::new(), surrogates };
        let mut units = 0;
        source.blocks.push(0);
        for start in (0..text.len()).step_by(BLOCK) {
            units += source.code_units(start..(start + BLOCK).min(text.len()));
            source.blocks.push(units);
        }
        source
    }

    /// The offset in UTF-16 of an offset in UTF-8.
    pub(crate) fn to_utf16(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        let block = offset / BLOCK;
        self.blocks[block] + self.code_units(block * BLOCK..offset)
    }

    /// The start and the end of a span in UTF-16.
    pub(crate) fn span(&self, span: Span) -> [u32; 2] {
        [self.to_utf16(span.start), self.to_utf16(span.end)]
    }

    /// The offsets in UTF-16 at which lines start.
    pub(crate) fn line_starts(&self) -> Vec<u32> {
        let bytes = self.text.as_bytes();
        let ends_line = |index: usize| match bytes[index] {
            b'\n' => true,
            b'\r' => bytes.get(index + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = (0..bytes.len()).filter(|&index| ends_line(index)).map(|index| index as u32 + 1);
        std::iter::once(0).chain(starts).map(|start| self.to_utf16(start)).collect()
    }

    /// The number of code units of the characters that start in a range of the text.
    fn code_units(&self, range: Range<usize>) -> u32 {
        let units = units_of(&self.text.as_bytes()[range.clone()]) as u32;
        if self.surrogates.is_empty() { units } else { units - self.surrogates_in(range) }
    }

    /// The number of characters in a range that stand for lone surrogates.
    fn surrogates_in(&self, range: Range<usize>) -> u32 {
        let starts = range.filter(|&index| self.text.as_bytes()[index] >= 0xF0);
        let characters = starts.filter_map(|start| self.text.get(start..)?.chars().next());
        characters.filter(|character| self.surrogates.contains(&u32::from(*character))).count() as u32
    }
}

/// The number of UTF-16 code units of a text.
pub(crate) fn code_units(text: &str) -> usize {
    units_of(text.as_bytes())
}

/// The number of UTF-16 code units of the characters that start in some bytes of UTF-8.
fn units_of(bytes: &[u8]) -> usize {
    let (eights, rest) = bytes.as_chunks::<8>();
    let count = |bytes: &[u8]| {
        let units = bytes.iter().map(|&byte| match byte {
            0x80..=0xBF => 0,
            // A character of four bytes is above U+FFFF, so it has two code units.
            0xF0.. => 2,
            _ => 1,
        });
        units.sum::<usize>()
    };
    // OPTIMIZATION: most text is ASCII.
    let of_eight = |eight: &[u8; 8]| match u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080 {
        0 => 8,
        _ => count(eight),
    };
    eights.iter().map(of_eight).sum::<usize>() + count(rest)
}
