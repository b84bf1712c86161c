//! Sets of ASCII bytes that end a run of text.

/// A set of ASCII bytes, for [`InputStream::skip_until`](crate::InputStream::skip_until).
///
/// It contains only ASCII bytes, so that a run always ends on a character boundary.
#[derive(Clone, Debug)]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// Returns the set of these bytes.
    ///
    /// ```
    /// use hedgerow_input::ByteSet;
    /// const SET: ByteSet = ByteSet::new(b"<&\0");
    /// assert!(SET.contains(b'<'));
    /// assert!(!SET.contains(b'a'));
    /// ```
    ///
    /// # Panics
    ///
    /// If a byte is not ASCII. A constant then fails to compile.
    #[must_use]
    pub const fn new(bytes: &[u8]) -> Self {
        let mut set = [false; 256];
        let mut i = 0;
        while i < bytes.len() {
            assert!(bytes[i].is_ascii(), "a run may only end at an ASCII byte");
            set[bytes[i] as usize] = true;
            i += 1;
        }
        Self(set)
    }

    /// Whether the byte is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}
