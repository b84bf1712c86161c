//! [`WaitingBytes`]: a queue of blocks, so that what waits is copied once, however often some of it is taken.

use std::collections::VecDeque;

/// The longest block: about what is decoded at once.
const BLOCK: usize = 1 << 16;

/// Bytes that wait to be decoded.
#[derive(Debug, Default)]
pub(super) struct WaitingBytes {
    /// None is empty.
    blocks: VecDeque<Vec<u8>>,
}

impl WaitingBytes {
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Puts bytes at the end.
    pub(super) fn push(&mut self, mut bytes: &[u8]) {
        if let Some(last) = self.blocks.back_mut() {
            let (start, rest) = bytes.split_at(bytes.len().min(BLOCK.saturating_sub(last.len())));
            last.extend_from_slice(start);
            bytes = rest;
        }
        self.blocks.extend(bytes.chunks(BLOCK).map(<[u8]>::to_vec));
    }

    /// Takes some bytes from the front; none if there are none.
    pub(super) fn pop(&mut self) -> Vec<u8> {
        self.blocks.pop_front().unwrap_or_default()
    }

    /// Puts all of another queue, most often a short one, before what is here.
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
    fn bytes_come_out_in_their_order_in_blocks() {
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
