//! Generates the sets of static atoms: the known names, the namespaces and the prefixes.

use std::collections::BTreeSet;
use std::path::Path;

use string_cache_codegen::AtomType;

/// The list of known names, in sections. `cargo xtask codegen` generates the ids of the names from it.
const KNOWN_NAMES: &str = "known-names.txt";

fn main() {
    println!("cargo:rerun-if-changed={KNOWN_NAMES}");
    let list = std::fs::read_to_string(KNOWN_NAMES).expect("the list of known names is readable");
    let lines = list.lines().map(|line| line.split('#').next().unwrap_or_default());
    // A line that begins with a bracket is the heading of a section. A name may be in several sections.
    let lines = lines.filter(|line| !line.trim_start().starts_with('['));
    let names: BTreeSet<&str> = lines.flat_map(str::split_ascii_whitespace).collect();
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |atoms: &mut AtomType, file: &str| {
        atoms.write_to_file(&Path::new(&out).join(file)).expect("OUT_DIR is writable");
    };

    write(
        AtomType::new("atoms::LocalName", "local_name!")
            .with_atom_doc("The local name of an element or an attribute.")
            .with_macro_doc("The static [`LocalName`] of a known name.")
            .atoms(names),
        "local_name.rs",
    );
    write(
        AtomType::new("atoms::NamespaceUrl", "namespace_url!")
            .with_atom_doc("A namespace, as its URL; empty for no namespace.")
            .with_macro_doc("The static [`NamespaceUrl`] of one of the standard's namespaces.")
            .atoms([
                "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML",
                "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
                "http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/", "",
            ]),
        "namespace_url.rs",
    );
    write(
        AtomType::new("atoms::Prefix", "prefix!")
            .with_atom_doc("A namespace prefix; empty if there is no prefix.")
            .with_macro_doc("The static [`Prefix`] of one of the standard's namespaces.")
            .atoms(["xlink", "xml", "xmlns", ""]),
        "prefix.rs",
    );
}
