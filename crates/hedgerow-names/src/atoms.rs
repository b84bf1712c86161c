//! The interned strings of the public interface: [`LocalName`], [`NamespaceUrl`] and [`Prefix`].
//!
//! They are for those who hold a document. The parser itself works on [`NameId`](crate::NameId)s:
//! finding an atom for a text costs more than reading a whole tag.

include!(concat!(env!("OUT_DIR"), "/local_name.rs"));
include!(concat!(env!("OUT_DIR"), "/namespace_url.rs"));
include!(concat!(env!("OUT_DIR"), "/prefix.rs"));
