//! The interned strings of the public interface: [`LocalName`], [`NamespaceUrl`] and [`Prefix`].
//!
//! The parser itself uses [`NameId`](crate::NameId)s, because finding an atom for a text costs more than reading a whole tag.

#[rustfmt::skip]
#[macro_use]
mod generated;

pub use generated::*;
