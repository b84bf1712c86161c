//! Completes generated type stubs: imports, and overloads of methods with a default.
//!
//! The Rust sources give annotations as strings, which the generator copies without reading them. It cannot write overloads, so an
//! argument `default: "Default"` stands for them: `get(name: "str", default: "Default" = None) -> "str | Default"` becomes
//!
//! ```text
//! @overload
//! def get(self, name: "str", default: None = None) -> "str | None": ...
//! @overload
//! def get(self, name: "str", default: T) -> "str | T":
//! ```

use anyhow::{Context as _, Result};

/// The imports for the annotations in the Rust sources.
const IMPORTS: &str = "from _typeshed import ReadableBuffer as Buffer\nfrom collections.abc import Callable, Iterable, Iterator, Mapping\nfrom os import PathLike\n";

/// The declaration of the type of a default.
const DEFAULT: &str = "from typing import TypeVar, overload\n\n_T = TypeVar(\"_T\")\n";

/// Imports for some annotations.
const FOR_ANNOTATIONS: [(&str, &str); 2] =
    [("Literal[", "from typing import Literal\n"), ("\"Self\"", "from typing_extensions import Self\n")];

/// Returns the stubs with imports and overloads.
pub(super) fn completed(generated: &str) -> Result<String> {
    let (docs, rest) = generated.split_once("\nfrom ").context("the generated stubs import nothing")?;
    let (imports, definitions) = rest.split_once("\n\n").context("the generated stubs define nothing")?;
    let mut lines = Vec::new();
    // Any attribute would have the type of `__getattr__`, which only raises exceptions.
    for line in definitions.lines().filter(|line| !line.contains("def __getattr__(")) {
        if !line.contains("\"Default\"") {
            // A getter cannot state the types of items.
            lines.push(line.replace("-> list:", "-> list[Any]:").replace("-> dict:", "-> dict[str, Any]:"));
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let plain = line.replace("\"Default\" = None", "None = None").replace("Default", "None");
        let plain = plain.strip_suffix(" ...").unwrap_or(&plain);
        let other = line.replace("\"Default\" = None", "_T").replace("Default", "_T");
        lines.extend([format!("{indent}@overload"), format!("{plain} ...")]);
        lines.extend([format!("{indent}@overload"), other]);
    }
    let definitions = lines.join("\n");
    let default = if definitions.contains("@overload") { DEFAULT } else { "" };
    let used = FOR_ANNOTATIONS.iter().filter(|(annotation, _)| definitions.contains(annotation));
    let more: String = used.map(|(_, import)| *import).collect();
    Ok(format!("{docs}\n{IMPORTS}from {imports}\n{more}{default}\n{definitions}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_with_a_default_has_two_overloads() {
        let generated = "\"\"\"\nDocs\n\"\"\"\n\nfrom typing import Any\n\nclass A:\n    def get(self, /, default: \"Default\" = None) -> \"str | Default\":\n        \"\"\"\n        Text\n        \"\"\"\n";
        let completed = completed(generated).unwrap();
        assert!(completed.ends_with(
            "class A:\n    @overload\n    def get(self, /, default: None = None) -> \"str | None\": ...\n    @overload\n    def get(self, /, default: _T) -> \"str | _T\":\n        \"\"\"\n        Text\n        \"\"\"\n"
        ));
    }
}
