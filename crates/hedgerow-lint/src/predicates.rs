//! The conditions that need code: the table names each of them.

use hedgerow_dom::NodeRef;

use crate::attributes::ElementView;
use crate::values::{has_token, has_width_descriptor, is_javascript_mime_type};

/// A condition that needs code.
pub(crate) type Predicate = fn(&ElementView<'_>) -> bool;

/// The predicates: the name in the table, the clause for messages, and the code.
const PREDICATES: &[(&str, &str, Predicate)] = &[
    ("body-ok", "`rel` is allowed in the body", |element| {
        // https://html.spec.whatwg.org/multipage/links.html#body-ok
        const BODY_OK: [&str; 9] = [
            "dns-prefetch", "expect", "modulepreload", "pingback", "preconnect", "prefetch", "preload",
            "prerender", "stylesheet",
        ];
        element.value("rel").is_some_and(|rel| {
            let mut tokens = rel.split_ascii_whitespace().peekable();
            tokens.peek().is_some()
                && rel
                    .split_ascii_whitespace()
                    .any(|token| BODY_OK.iter().any(|known| known.eq_ignore_ascii_case(token)))
        })
    }),
    ("classic", "it is a classic script", |element| {
        element.value("type").is_none_or(|kind| kind.is_empty() || is_javascript_mime_type(kind))
            && !(element.value("type").is_none()
                && element.value("language").is_some_and(|language| {
                    !language.is_empty() && !is_javascript_mime_type(&format!("text/{language}"))
                }))
    }),
    ("data-block", "it is a data block", |element| {
        element.value("type").is_some_and(|kind| {
            !kind.is_empty()
                && !is_javascript_mime_type(kind)
                && !["module", "importmap", "speculationrules"]
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(kind.trim_ascii()))
        })
    }),
    ("srcset-widths", "`srcset` has width descriptors", |element| {
        element.value("srcset").or_else(|| element.value("imagesrcset")).is_some_and(has_width_descriptor)
    }),
    ("auto-sizes", "`sizes` begins with `auto`", |element| element.value("sizes").is_some_and(is_auto)),
    ("next-img-auto-sizes", "the `img` is loaded lazily", |element| {
        let img = element.node.parent().and_then(NodeRef::last_element_child);
        img.filter(|img| img.local_name_text() == "img").is_some_and(|img| {
            img.attribute("loading").is_some_and(|loading| loading.eq_ignore_ascii_case("lazy"))
        })
    }),
    ("followed-by-source", "another `source`, or an `img` with `srcset`, follows", |element| {
        element
            .node
            .next_element_siblings()
            .take(8)
            .find(|next| matches!(next.local_name_text(), "source" | "img"))
            .is_some_and(|next| next.local_name_text() == "source" || next.has_attribute("srcset"))
    }),
    ("big-select", "the `select` is not a drop-down box", |element| {
        let select = if element.node.local_name_text() == "select" {
            Some(element.node)
        } else {
            element.node.parent()
        };
        select.is_some_and(|select| select.has_attribute("multiple") || display_size(select) > 1)
    }),
    ("has-option", "it has an `option`", |element| {
        element.node.descendants().take(64).any(|node| node.local_name_text() == "option")
    }),
    ("has-legend", "it has a `legend`", |element| {
        element.node.child_elements().take(8).any(|node| node.local_name_text() == "legend")
    }),
    ("single-line", "it is a single-line text field", |element| {
        matches!(element.input_type(), "text" | "search" | "tel" | "url" | "email" | "password")
    }),
    ("external-resource", "`rel` has a type of external resource", |element| {
        element.value("rel").is_some_and(|rel| {
            [
                "icon", "manifest", "modulepreload", "preload", "stylesheet", "apple-touch-icon", "prefetch",
                "mask-icon",
            ]
            .iter()
            .any(|known| has_token(rel, known))
        })
    }),
    ("summary-of-details", "it is the summary of a `details`", |element| {
        element.node.parent_element().is_some_and(|parent| parent.local_name_text() == "details")
            && element.node.previous_element_sibling().is_none()
    }),
    ("no-widths", "`srcset` has no width descriptors", |element| {
        element
            .value("srcset")
            .is_some_and(|srcset| !srcset.trim_ascii().is_empty() && !has_width_descriptor(srcset))
    }),
    ("has-figcaption", "it has a `figcaption`", |element| {
        let is_caption =
            |node: Option<NodeRef<'_>>| node.is_some_and(|node| node.local_name_text() == "figcaption");
        is_caption(element.node.first_element_child()) || is_caption(element.node.last_element_child())
    }),
    ("parent-is-list", "its parent is a list", |element| {
        element.node.parent_element().is_some_and(|parent| {
            matches!(parent.local_name_text(), "ul" | "ol" | "menu")
                && parent
                    .attribute("role")
                    .is_none_or(|role| role.trim_ascii().is_empty() || has_token(role, "list"))
        })
    }),
    ("in-table", "its table has the role `table`", |element| {
        table_role(element.node).is_some_and(|role| role.is_empty() || role.eq_ignore_ascii_case("table"))
    }),
    ("in-grid", "its table has the role `grid` or `treegrid`", |element| {
        table_role(element.node).is_some_and(is_grid)
    }),
    ("in-table-or-grid", "its table has the role `table`, `grid` or `treegrid`", |element| {
        table_role(element.node)
            .is_some_and(|role| role.is_empty() || role.eq_ignore_ascii_case("table") || is_grid(role))
    }),
    ("custom", "it is a custom element", |element| element.node.local_name_text().contains('-')),
];

/// Returns the role of the table of a row or cell, which is at most three levels above.
fn table_role(node: NodeRef<'_>) -> Option<&str> {
    let table = node.ancestor_elements().take(3).find(|ancestor| ancestor.local_name_text() == "table")?;
    Some(table.attribute("role").unwrap_or_default().trim_ascii())
}

fn is_grid(role: &str) -> bool {
    role.eq_ignore_ascii_case("grid") || role.eq_ignore_ascii_case("treegrid")
}

fn is_auto(sizes: &str) -> bool {
    sizes.trim_ascii_start().get(..4).is_some_and(|start| start.eq_ignore_ascii_case("auto"))
}

/// <https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size>
pub(crate) fn display_size(select: NodeRef<'_>) -> u32 {
    select.attribute("size").and_then(|size| size.trim_ascii().parse().ok()).unwrap_or(1)
}

/// Returns the predicate with a name. An unknown name never holds; a test finds it.
pub(crate) fn find(name: &str) -> Predicate {
    let found = PREDICATES.iter().find(|(known, _, _)| *known == name);
    debug_assert!(found.is_some(), "unknown predicate {name}");
    found.map_or(|_| false, |(_, _, predicate)| *predicate)
}

/// Returns the clause for a predicate.
pub(crate) fn describe(name: &str) -> &'static str {
    PREDICATES.iter().find(|(known, _, _)| *known == name).map_or("", |(_, clause, _)| clause)
}
