//! The interned strings of the public interface: [`LocalName`], [`NamespaceUrl`] and [`Prefix`].
//!
//! The parser itself uses [`NameId`](crate::NameId)s, because finding an atom for a text costs more than reading a whole tag.

include!(concat!(env!("OUT_DIR"), "/local_name.rs"));
include!(concat!(env!("OUT_DIR"), "/namespace_url.rs"));
include!(concat!(env!("OUT_DIR"), "/prefix.rs"));
