//! Selectors as their users write them.

mod errors;
mod extensions;
mod properties;
mod selectors;
