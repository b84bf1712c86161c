//! Generates `crates/hedgerow-base/src/atoms/generated.rs` from `crates/hedgerow-base/known-names.txt`: the sets of static atoms,
//! which are the known names, the namespaces and the prefixes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::Result;
use string_cache_codegen::AtomType;

pub(crate) use super::names::SOURCE;
/// The generated file.
pub(crate) const TARGET: &str = "crates/hedgerow-base/src/atoms/generated.rs";

/// Returns the text of the generated file.
pub(crate) fn generate(source: &str) -> Result<String> {
    let lines = source.lines().map(|line| line.split('#').next().unwrap_or_default());
    // A line that begins with a bracket is the heading of a section. A name may be in several sections.
    let lines = lines.filter(|line| !line.trim_start().starts_with('['));
    let names: BTreeSet<&str> = lines.flat_map(str::split_ascii_whitespace).collect();
    let mut out = super::header(SOURCE).into_bytes();
    AtomType::new("atoms::LocalName", "local_name!")
        .with_atom_doc("The local name of an element or an attribute.")
        .with_macro_doc("The static [`LocalName`] of a known name.")
        .atoms(names)
        .write_to(&mut out)?;
    AtomType::new("atoms::NamespaceUrl", "namespace_url!")
        .with_atom_doc("A namespace, as its URL; empty for no namespace.")
        .with_macro_doc("The static [`NamespaceUrl`] of one of the standard's namespaces.")
        .atoms([
            "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML",
            "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
            "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/", "",
        ])
        .write_to(&mut out)?;
    AtomType::new("atoms::Prefix", "prefix!")
        .with_atom_doc("A namespace prefix; empty if there is no prefix.")
        .with_macro_doc("The static [`Prefix`] of one of the standard's namespaces.")
        .atoms(["xlink", "xml", "xmlns", ""])
        .write_to(&mut out)?;
    let mut text = String::from_utf8(out)?;
    writeln!(text)?;
    Ok(text)
}
