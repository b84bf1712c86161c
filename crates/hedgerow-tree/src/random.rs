//! Numbers for tests that make random changes: always the same ones, so that a failure repeats.
//!
//! What is not here: what the numbers decide.

/// What gives the next number below another one.
pub(crate) fn random_numbers() -> impl FnMut(usize) -> usize {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    move |below| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as usize % below
    }
}
