//! [`Steps`]: the work that an evaluation may still do, for functions that take an amount of time that only they know.

/// The number of bytes of text that are read in about one step.
pub(crate) const BYTES_PER_READ_STEP: usize = 64;

/// The number of bytes of text that are copied, or read character by character, in about one step. Because a created text
/// takes a step for these bytes, a limit on steps also bounds the memory for texts.
pub(crate) const BYTES_PER_COPY_STEP: usize = 16;

/// The number of attributes whose names are compared in about one step.
pub(crate) const ATTRIBUTES_PER_STEP: usize = 8;

/// The steps that an evaluation may still take.
#[derive(Debug)]
pub(crate) struct Steps(u64);

impl Steps {
    pub(crate) fn new(left: u64) -> Self {
        Self(left)
    }

    /// The number of steps that are left.
    pub(crate) fn left(&self) -> u64 {
        self.0
    }

    /// Takes steps.
    #[cfg_attr(
        not(feature = "exslt"),
        expect(dead_code, reason = "only functions of EXSLT count their work")
    )]
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Failure> {
        self.0 = self.0.checked_sub(steps as u64).ok_or(Failure::TooManySteps)?;
        Ok(())
    }
}

/// Why a function has no value.
#[derive(Debug)]
pub(crate) enum Failure {
    TooManySteps,
    /// The function's message.
    Message(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::Message(message)
    }
}
