//! Sanitizing: inputs for each kind of configuration.

use crate::Family;
use crate::Feeding::Driven;
use crate::Part::{Numbered, Once, Times};
use crate::modes::sanitizing;

/// Lists a family for each input and each configuration.
macro_rules! sanitized {
    ($($name:literal: $parts:expr;)*) => {
        sanitized! { @ [$($name: $parts;)*]
            "default" default,
            "baseline" baseline,
            "replacing" replacing,
            "policy" policy,
            "presets" presets,
            "reported" reported,
            "finished tree" finished_tree,
            "unsafe" everything,
            "text" text,
            "text of baseline" text_of_baseline,
            "text of replacing" text_of_replacing,
        }
    };
    (@ $inputs:tt $($mode:literal $drive:ident,)*) => {
        &[$(sanitized! { @@ $inputs $mode $drive }),*]
    };
    (@@ [$($name:literal: $parts:expr;)*] $mode:literal $drive:ident) => {
        &[$(Family::new(concat!($name, ", sanitized: ", $mode), &$parts).fed(Driven(sanitizing::$drive))),*]
    };
}

/// The families, a list for each configuration.
pub(super) const FAMILIES: &[&[Family]] = sanitized! {
    "nested div and b": [Times("<div><b>a"), Times("</b></div>")];
    "misnested formatting": [Times("<b><i><p>a</b>"), Times("</i></p>")];
    "nested a in blocks": [Times("<a href=b><div>"), Times("</a>")];
    "text in nested tables": [Times("<table><tr><td>a<table>b"), Times("</table>")];
    "removed and kept": [Times("<p>a<script>b</script><aside>c<b>d</b></aside>e</p>")];
    "nested templates": [Times("<template><p onclick=a>"), Times("</template>")];
    "nested svg and math": [Times("<svg><title><math><mi><p>"), Times("</p></mi>")];
    "options": [
        Once("<select><button><selectedcontent></selectedcontent></button>"),
        Times("<option selected><b onclick=a>b</b>")
    ];
    "many attributes": [Once("<p "), Numbered("a#=b onclick#=c data-#=d "), Once(">")];
    "many attributes of an element with a long name": [
        Once("<x"),
        Times("abc"),
        Once(" "),
        Numbered("a#=b onclick#=c "),
        Once(">")
    ];
    "formatting with distinct attributes": [Numbered("<b id=#>"), Once("<p>"), Times("</b>")];
    "URLs": [Times("<a href='j a v a s c r i p t:' ping='a b c' id=d class='c e' style='f:g'>h</a>")];
    "comments": [Times("<!-- a --><?b c>d")];
};
