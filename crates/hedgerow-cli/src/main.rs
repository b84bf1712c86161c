//! The program `hedgerow`.
#![forbid(unsafe_code)]

fn main() {}
