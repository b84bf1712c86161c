//! [`WaitingBytes`]: a queue of bytes in blocks, so that each byte is copied only once.

use std::collections::VecDeque;

/// The maximum length of a block: about the number of bytes that are decoded at once.
const BLOCK: usize = 1 << 16;

/// Bytes that wait to be decoded.
#[derive(Debug, Default)]
pub(super) struct WaitingBytes {
    /// No block is empty.
    blocks: VecDeque<Vec<u8>>,
}

impl WaitingBytes {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Appends bytes to the end.
    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        if let Some(last) = self.blocks.back_mut() {
            let (start, rest) = bytes.split_at(bytes.len().min(BLOCK.saturating_sub(last.len())));
            last.extend_from_slice(start);
            bytes = rest;
        }
        self.blocks.extend(bytes.chunks(BLOCK).map(<[u8]>::to_vec));
    }

    /// Removes the first block; returns an empty one if the queue is empty.
    pub(super) fn pop(&mut self) -> Vec<u8> {
        self.blocks.pop_front().unwrap_or_default()
    }

    /// Puts all blocks of another queue, usually a short one, at the front of this queue.
    pub(super) fn prepend(&mut self, mut others: Self) {
        while let Some(block) = others.blocks.pop_back() {
            self.blocks.push_front(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_returned_in_order_in_blocks() {
        let bytes: Vec<u8> = (0..200_000_u32).map(|number| number as u8 ^ (number >> 8) as u8).collect();
        let mut waiting = WaitingBytes::default();
        for chunk in [&bytes[10..20], &bytes[20..100_000], &[], &bytes[100_000..]] {
            waiting.push(chunk);
        }
        let mut first = WaitingBytes::default();
        first.push(&bytes[..10]);
        waiting.prepend(first);
        let mut taken = Vec::new();
        while !waiting.is_empty() {
            let block = waiting.pop();
            assert!((1..=BLOCK).contains(&block.len()));
            taken.extend(block);
        }
        assert_eq!(taken, bytes);
        assert!(waiting.pop().is_empty());
    }
}
