//! The fixes that depend on the subject of an error.

use hedgerow::errors::ParseError;

use super::places::is_stray_end_tag;

/// The void elements.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// The fix of an end tag that is ignored because another element is open inside its element.
pub(super) const OF_OPEN_ELEMENT: &str = "Add the end tag of the inner element before this end tag.";

/// Returns the fix of an error, if there is one.
pub(super) fn of_error(error: &ParseError) -> Option<&'static str> {
    match error.subject() {
        Some(name) if error.code() == "obsolete-attribute" => {
            of_obsolete_attribute(name).or_else(|| error.kind().explanation().fix())
        }
        Some(name) if is_stray_end_tag(error) && VOID.contains(&name) => Some("Remove the end tag."),
        _ => error.kind().explanation().fix(),
    }
}

/// Returns the replacement that the standard names for an obsolete attribute that is not about the appearance.
/// <https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features>
fn of_obsolete_attribute(name: &str) -> Option<&'static str> {
    Some(match name {
        "charset" => "Remove the attribute, and serve the other resource with its encoding.",
        "language" => "Remove the attribute: a script without `type` is JavaScript.",
        "event" | "for" => "Remove the attribute, and register an event listener in the script.",
        "name" => "Use `id` instead.",
        "rev" => "Use `rel` with the opposite type of link instead.",
        "scheme" => "Remove the attribute, and put the scheme into the value.",
        "profile" | "version" | "methods" | "urn" | "typemustmatch" => "Remove the attribute.",
        "datafld" | "dataformatas" | "datasrc" | "datapagesize" => {
            "Remove the attribute, and fill the element in a script."
        }
        "coords" | "shape" => "Use `area` elements in a `map` element instead.",
        "longdesc" => "Use a link to the description instead.",
        "summary" => "Describe the table in its `caption`, or in the text before it.",
        "scope" | "axis" | "abbr" => "Use a `th` element, or remove the attribute.",
        "nohref" => "Remove the attribute: an `area` without `href` is not a link.",
        "manifest" => "Use a service worker instead.",
        "scrolling" => "Use the CSS property `overflow` instead.",
        "frameborder" => "Use the CSS property `border` instead.",
        "allowtransparency" => "Remove the attribute: the background is transparent by default.",
        _ => return None,
    })
}
