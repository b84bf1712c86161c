//! The parse errors of tree construction behind the body, in framesets, and in foreign content.
//!
//! Their codes are provisional.

use hedgerow_tree::TreeConstructionError::{
    EofInFrameset, FramesetEndTagWithoutOpenFrameset, HtmlEndTagInForeignContent, HtmlEndTagInFragment,
    HtmlStartTagInForeignContent, MismatchedEndTagInForeignContent, UnexpectedContentAfterAfterBody,
    UnexpectedContentAfterAfterFrameset, UnexpectedContentAfterBody, UnexpectedContentAfterFrameset,
    UnexpectedContentInFrameset, UnexpectedDoctypeAfterBody, UnexpectedDoctypeAfterFrameset,
    UnexpectedDoctypeInForeignContent, UnexpectedDoctypeInFrameset, UnexpectedNullCharacterInForeignContent,
};

use super::{
    A_DOCTYPE_ELSEWHERE, CLOSE_IN_THE_OPPOSITE_ORDER, Entry, IT_IS_IGNORED, REMOVE_OR_MOVE_THE_DOCTYPE,
    REMOVE_THE_CHARACTER, REMOVE_THE_END_TAG, THE_ELEMENT_IS_CLOSED_THERE,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::tree_construction(
        UnexpectedDoctypeAfterBody,
        "parsing-main-afterbody",
        "There is a DOCTYPE behind the body.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><body></body><!DOCTYPE html>", "<!DOCTYPE html><body></body>"),
    Entry::tree_construction(
        HtmlEndTagInFragment,
        "parsing-main-afterbody",
        "There is a `</html>` in a fragment.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .fragment("html", "<body></body></html>", "<body></body>"),
    Entry::tree_construction(
        UnexpectedContentAfterBody,
        "parsing-main-afterbody",
        "There is something behind `</body>`.",
        "Only comments and white space may follow. Anything else goes into the body nevertheless.",
    )
    .fix("Move it before `</body>`.")
    .document("<!DOCTYPE html><body></body><p>a</p>", "<!DOCTYPE html><body><p>a</p></body>"),
    Entry::tree_construction(
        UnexpectedDoctypeInFrameset,
        "parsing-main-inframeset",
        "There is a DOCTYPE in a `frameset`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><frameset><!DOCTYPE html></frameset>", "<!DOCTYPE html><frameset></frameset>"),
    Entry::tree_construction(
        FramesetEndTagWithoutOpenFrameset,
        "parsing-main-inframeset",
        "A `</frameset>` has no open `frameset` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .fragment("frameset", "<frame></frameset>", "<frame>"),
    Entry::tree_construction(
        EofInFrameset,
        "parsing-main-inframeset",
        "The document ends in a `frameset`.",
        THE_ELEMENT_IS_CLOSED_THERE,
    )
    .fix("Close it with `</frameset>`.")
    .document("<!DOCTYPE html><frameset><frame>", "<!DOCTYPE html><frameset><frame></frameset>"),
    Entry::tree_construction(
        UnexpectedContentInFrameset,
        "parsing-main-inframeset",
        "There is something in a `frameset` that does not belong there.",
        "Only `frame`, `frameset`, `noframes`, comments and white space do. It is ignored.",
    )
    .fix("Move it into a `noframes`, or remove it.")
    .document(
        "<!DOCTYPE html><frameset><p></frameset>",
        "<!DOCTYPE html><frameset><noframes><p></noframes></frameset>",
    ),
    Entry::tree_construction(
        UnexpectedDoctypeAfterFrameset,
        "parsing-main-afterframeset",
        "There is a DOCTYPE behind the `frameset`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><frameset></frameset><!DOCTYPE html>", "<!DOCTYPE html><frameset></frameset>"),
    Entry::tree_construction(
        UnexpectedContentAfterFrameset,
        "parsing-main-afterframeset",
        "There is something behind the `frameset` that does not belong there.",
        "Only `noframes`, comments and white space may follow. It is ignored.",
    )
    .fix("Move it into a `noframes`, or remove it.")
    .document("<!DOCTYPE html><frameset></frameset><p>", "<!DOCTYPE html><frameset></frameset>"),
    Entry::tree_construction(
        UnexpectedContentAfterAfterBody,
        "the-after-after-body-insertion-mode",
        "There is something behind `</html>`.",
        "Only comments and white space may follow. Anything else goes into the body nevertheless.",
    )
    .fix("Move it before `</body>`.")
    .document(
        "<!DOCTYPE html><html><body></body></html><p>a</p>",
        "<!DOCTYPE html><html><body><p>a</p></body></html>",
    ),
    Entry::tree_construction(
        UnexpectedContentAfterAfterFrameset,
        "the-after-after-frameset-insertion-mode",
        "There is something behind `</html>` in a document with a `frameset`.",
        "Only `noframes`, comments and white space may follow. It is ignored.",
    )
    .fix("Remove it.")
    .document(
        "<!DOCTYPE html><html><frameset></frameset></html><p>",
        "<!DOCTYPE html><html><frameset></frameset></html>",
    ),
    Entry::tree_construction(
        UnexpectedNullCharacterInForeignContent,
        "parsing-main-inforeign",
        "There is a U+0000 NULL character in SVG or MathML.",
        "It is replaced by U+FFFD REPLACEMENT CHARACTER. Mostly it comes from a file in UTF-16 that is read \
         in another encoding.",
    )
    .fix(REMOVE_THE_CHARACTER)
    .in_body("<svg>\0</svg>", "<svg></svg>"),
    Entry::tree_construction(
        UnexpectedDoctypeInForeignContent,
        "parsing-main-inforeign",
        "There is a DOCTYPE in SVG or MathML.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .in_body("<svg><!DOCTYPE svg></svg>", "<svg></svg>"),
    Entry::tree_construction(
        HtmlStartTagInForeignContent,
        "parsing-main-inforeign",
        "The start tag of an element of HTML stands in SVG or MathML.",
        "It ends the SVG or MathML: the element goes behind it.",
    )
    .fix("Close the `svg` or `math` first, or put the element into a `foreignObject`.")
    .in_body("<svg><p>a</p></svg>", "<svg><foreignObject><p>a</p></foreignObject></svg>"),
    Entry::tree_construction(
        HtmlEndTagInForeignContent,
        "parsing-main-inforeign",
        "There is a `</br>` or `</p>` in SVG or MathML.",
        "It ends the SVG or MathML.",
    )
    .fix("Remove the end tag, or close the `svg` or `math` first.")
    .in_body("<p><svg></p>", "<p><svg></svg></p>"),
    Entry::tree_construction(
        MismatchedEndTagInForeignContent,
        "parsing-main-inforeign",
        "An end tag in SVG or MathML is not that of the innermost open element.",
        "It closes the element of its name, if there is one, and all that is open in it.",
    )
    .fix(CLOSE_IN_THE_OPPOSITE_ORDER)
    .in_body("<svg><g></svg>", "<svg><g></g></svg>"),
];
