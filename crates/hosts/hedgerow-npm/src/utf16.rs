//! [`Source`]: converts offsets of a text from bytes to the UTF-16 code units of JavaScript, and to lines.

use std::ops::Range;

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
        let bytes = self.text.as_bytes();
        let units = bytes[range.clone()].iter().map(|&byte| match byte {
            0x80..=0xBF => 0,
            // A character of four bytes is above U+FFFF, so it has two code units.
            0xF0.. => 2,
            _ => 1,
        });
        let units: u32 = units.sum();
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
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}
