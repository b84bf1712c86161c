//! [`missing`]: the exception for a missing attribute, with a hint for names of other packages.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

/// Names of other packages (Beautiful Soup, lxml, selectolax, parsel, the DOM), and the names that replace them.
const HINTS: [(&str, &str); 46] = [
    ("attrib", "attrs"),
    ("attributes", "attrs"),
    ("child", "first_child"),
    ("child_nodes", "children"),
    ("childNodes", "children"),
    ("class_list", "classes"),
    ("classList", "classes"),
    ("contents", "children"),
    ("cssselect", "css()"),
    ("drop_tag", "unwrap()"),
    ("drop_tree", "decompose()"),
    ("extract", "remove()"),
    ("find", "css_first() or xpath_first()"),
    ("find_all", "css()"),
    ("findall", "css() or xpath()"),
    ("findtext", "css_text_first()"),
    ("find_parent", "closest()"),
    ("firstChild", "first_child"),
    ("getall", "css_text()"),
    ("get_text", "text()"),
    ("getAttribute", "get()"),
    ("getchildren", "children"),
    ("getElementById", "by_id()"),
    ("get_element_by_id", "by_id()"),
    ("getnext", "next_element"),
    ("getparent", "parent"),
    ("getprevious", "prev_element"),
    ("innerHTML", "inner_html"),
    ("inner_text", "rendered_text"),
    ("innerText", "rendered_text"),
    ("iterlinks", "links()"),
    ("name", "tag"),
    ("next_sibling", "next"),
    ("outerHTML", "outer_html"),
    ("parents", "ancestors()"),
    ("prettify", "to_html(pretty=True)"),
    ("previous_sibling", "prev"),
    ("querySelector", "css_first()"),
    ("querySelectorAll", "css()"),
    ("select", "css()"),
    ("select_one", "css_first()"),
    ("string", "text()"),
    ("tail", "next.data: texts are nodes"),
    ("text_content", "text()"),
    ("textContent", "text()"),
    ("traverse", "descendants()"),
];

/// The names of a Document that are those of its node.
const OF_DOCUMENT: [&str; 12] = [
    "attrs", "children", "closest", "first_child", "get", "inner_html", "iter", "last_child", "matches",
    "next", "parent", "tag",
];

/// The exception for a missing attribute.
#[cold]
pub(crate) fn missing(class: &str, name: &str) -> PyErr {
    let message = format!("{class} has no attribute {name:?}");
    if class == "Document" && OF_DOCUMENT.contains(&name) {
        return PyAttributeError::new_err(format!(
            "{message}; use document.root.{name}, or document.document_node.{name}"
        ));
    }
    match HINTS.iter().find(|(other, _)| *other == name) {
        Some((_, hint)) => PyAttributeError::new_err(format!("{message}; use {hint}")),
        None => PyAttributeError::new_err(message),
    }
}
