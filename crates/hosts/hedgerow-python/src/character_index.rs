//! [`CharacterIndex`]: converts byte offsets to character offsets, lines and columns, because Python counts characters.

/// The number of bytes between two checkpoints.
const BLOCK: usize = 256;

/// An index of a source text. It does not store the text.
pub(crate) struct CharacterIndex {
    /// The number of characters before each block; empty if the text is ASCII.
    checkpoints: Vec<u32>,
    /// The byte offset of the start of each line.
    lines: Vec<u32>,
}

impl CharacterIndex {
    /// Indexes a text.
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut checkpoints = Vec::new();
        if !text.is_ascii() {
            let mut characters = 0;
            for block in bytes.chunks(BLOCK) {
                checkpoints.push(characters);
                characters += count(block);
            }
            checkpoints.push(characters);
        }
        let mut lines = vec![0];
        for index in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[index] == b'\n' || bytes.get(index + 1) != Some(&b'\n') {
                lines.push(index as u32 + 1);
            }
        }
        Self { checkpoints, lines }
    }

    /// Returns the number of characters before an offset in bytes.
    pub(crate) fn characters(&self, text: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(text.len());
        let Some(before) = self.checkpoints.get(offset / BLOCK) else { return offset as u32 };
        before + count(&text.as_bytes()[offset / BLOCK * BLOCK..offset])
    }

    /// Returns the line and the column, both from 1, of an offset in bytes.
    pub(crate) fn line_and_column(&self, text: &str, offset: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset);
        let start = self.lines[line - 1];
        (line as u32, self.characters(text, offset) - self.characters(text, start) + 1)
    }
}

/// Returns the number of characters that start in these bytes.
fn count(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}
