//! Selectors as their users write them.

mod depth;
mod errors;
mod extensions;
mod properties;
mod selectors;
