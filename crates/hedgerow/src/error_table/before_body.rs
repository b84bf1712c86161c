//! The parse errors of tree construction up to the `head`: the DOCTYPE, `html`, `head`, and `noscript` in it.
//!
//! Their codes are provisional.

use hedgerow_tree::TreeConstructionError::{
    EofInHeadNoscript, HeadStartTagAfterHead, HeadStartTagInHead, MetadataStartTagAfterHead, MissingDoctype,
    NonConformingDoctype, TemplateEndTagWithOpenElements, TemplateEndTagWithoutOpenTemplate,
    UnexpectedContentInHeadNoscript, UnexpectedDoctypeAfterHead, UnexpectedDoctypeBeforeHead,
    UnexpectedDoctypeBeforeHtml, UnexpectedDoctypeInHead, UnexpectedDoctypeInHeadNoscript,
    UnexpectedEndTagAfterHead, UnexpectedEndTagBeforeHead, UnexpectedEndTagBeforeHtml,
    UnexpectedEndTagInHead, UnexpectedEndTagInHeadNoscript, UnexpectedStartTagInHeadNoscript,
    XmlnsValueDoesNotMatchElementNamespace, XmlnsXlinkValueIsNotXlinkNamespace,
};

use super::{
    A_DOCTYPE_ELSEWHERE, Entry, IT_IS_IGNORED, REMOVE_OR_MOVE_THE_DOCTYPE, REMOVE_THE_END_TAG,
    REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG, REMOVE_THE_START_TAG, THE_ELEMENT_IS_CLOSED_THERE,
    THEY_ARE_CLOSED_TOO,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::tree_construction(
        XmlnsValueDoesNotMatchElementNamespace,
        "create-an-element-for-the-token",
        "An `xmlns` attribute names another namespace than that of its element.",
        "In HTML the namespace of an element follows from its name and place. The attribute changes nothing, \
         and may only repeat what is the case.",
    )
    .naming_the_subject()
    .fix("Remove the attribute, or correct its value.")
    .in_body("<svg xmlns='http://www.w3.org/1999/xhtml'></svg>", "<svg xmlns='http://www.w3.org/2000/svg'></svg>"),
    Entry::tree_construction(
        XmlnsXlinkValueIsNotXlinkNamespace,
        "create-an-element-for-the-token",
        "An `xmlns:xlink` attribute has another value than the namespace of XLink.",
        "Prefixes cannot be declared in HTML: `xlink:` always means `http://www.w3.org/1999/xlink`.",
    )
    .naming_the_subject()
    .fix("Remove the attribute, or correct its value.")
    .in_body("<svg xmlns:xlink='xlink'></svg>", "<svg xmlns:xlink='http://www.w3.org/1999/xlink'></svg>"),
    Entry::tree_construction(
        NonConformingDoctype,
        "the-initial-insertion-mode",
        "The DOCTYPE is not `<!DOCTYPE html>`.",
        "Older and other DOCTYPEs may put the document into quirks mode, where browsers imitate old errors in \
         layout.",
    )
    .fix("Write `<!DOCTYPE html>`.")
    .document("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>", "<!DOCTYPE html>"),
    Entry::tree_construction(
        MissingDoctype,
        "the-initial-insertion-mode",
        "The document does not begin with a DOCTYPE.",
        "Without it the document is in quirks mode, where browsers imitate old errors in layout.",
    )
    .fix("Begin the document with `<!DOCTYPE html>`.")
    .document("<p>a</p>", "<!DOCTYPE html><p>a</p>"),
    Entry::tree_construction(
        UnexpectedDoctypeBeforeHtml,
        "the-before-html-insertion-mode",
        "There is a second DOCTYPE before the `html` element.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><!DOCTYPE html><p>a</p>", "<!DOCTYPE html><p>a</p>"),
    Entry::tree_construction(
        UnexpectedEndTagBeforeHtml,
        "the-before-html-insertion-mode",
        "There is an end tag before the `html` element.",
        "Nothing is open there that it could close. It is ignored.",
    )
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html></p><html><p>a</p></html>", "<!DOCTYPE html><html><p>a</p></html>"),
    Entry::tree_construction(
        UnexpectedDoctypeBeforeHead,
        "the-before-head-insertion-mode",
        "There is a DOCTYPE between the start of `html` and the `head`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><html><!DOCTYPE html><head></head></html>", "<!DOCTYPE html><html><head></head></html>"),
    Entry::tree_construction(
        UnexpectedEndTagBeforeHead,
        "the-before-head-insertion-mode",
        "There is an end tag between the start of `html` and the `head`.",
        "Nothing is open there that it could close. It is ignored.",
    )
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html><html></div><head></head></html>", "<!DOCTYPE html><html><head></head></html>"),
    Entry::tree_construction(
        UnexpectedDoctypeInHead,
        "parsing-main-inhead",
        "There is a DOCTYPE in the `head`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><head><!DOCTYPE html></head>", "<!DOCTYPE html><head></head>"),
    Entry::tree_construction(
        TemplateEndTagWithoutOpenTemplate,
        "parsing-main-inhead",
        "A `</template>` has no open `template` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<p>a</p></template>", "<template><p>a</p></template>"),
    Entry::tree_construction(
        TemplateEndTagWithOpenElements,
        "parsing-main-inhead",
        "A `</template>` closes its element while others in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the template first.")
    .in_body("<template><div></template>", "<template><div></div></template>"),
    Entry::tree_construction(
        HeadStartTagInHead,
        "parsing-main-inhead",
        "There is a second `<head>` in the `head`.",
        "It is ignored, and its attributes are lost.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_START_TAG)
    .document("<!DOCTYPE html><head><head></head>", "<!DOCTYPE html><head></head>"),
    Entry::tree_construction(
        UnexpectedEndTagInHead,
        "parsing-main-inhead",
        "There is an end tag in the `head` that closes nothing.",
        "The elements of the `head` either have no end tag, as `meta`, or hold text up to theirs. It is \
         ignored.",
    )
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html><head><meta charset='utf-8'></meta></head>", "<!DOCTYPE html><head><meta charset='utf-8'></head>"),
    Entry::tree_construction(
        UnexpectedDoctypeInHeadNoscript,
        "parsing-main-inheadnoscript",
        "There is a DOCTYPE in a `noscript` of the `head`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><head><noscript><!DOCTYPE html></noscript></head>", "<!DOCTYPE html><head><noscript></noscript></head>"),
    Entry::tree_construction(
        UnexpectedStartTagInHeadNoscript,
        "parsing-main-inheadnoscript",
        "There is a `<head>` or `<noscript>` in a `noscript` of the `head`.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_START_TAG)
    .document("<!DOCTYPE html><head><noscript><noscript></noscript></head>", "<!DOCTYPE html><head><noscript></noscript></head>"),
    Entry::tree_construction(
        UnexpectedEndTagInHeadNoscript,
        "parsing-main-inheadnoscript",
        "There is an end tag in a `noscript` of the `head` that closes nothing.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html><head><noscript></p></noscript></head>", "<!DOCTYPE html><head><noscript></noscript></head>"),
    Entry::tree_construction(
        UnexpectedContentInHeadNoscript,
        "parsing-main-inheadnoscript",
        "A `noscript` in the `head` contains something else than metadata.",
        "Only `link`, `meta`, `style` and comments may stand there. Anything else ends the `noscript`, and \
         mostly the `head` with it: what follows is in the body.",
    )
    .fix("Move it into a `noscript` in the body.")
    .document("<!DOCTYPE html><noscript><p>a</p></noscript>", "<!DOCTYPE html><body><noscript><p>a</p></noscript>"),
    Entry::tree_construction(
        EofInHeadNoscript,
        "parsing-main-inheadnoscript",
        "The document ends in a `noscript` of the `head`.",
        THE_ELEMENT_IS_CLOSED_THERE,
    )
    .fix("Close it with `</noscript>`.")
    .document("<!DOCTYPE html><head><noscript>", "<!DOCTYPE html><head><noscript></noscript>"),
    Entry::tree_construction(
        UnexpectedDoctypeAfterHead,
        "the-after-head-insertion-mode",
        "There is a DOCTYPE between `head` and `body`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .document("<!DOCTYPE html><head></head><!DOCTYPE html><body></body>", "<!DOCTYPE html><head></head><body></body>"),
    Entry::tree_construction(
        MetadataStartTagAfterHead,
        "the-after-head-insertion-mode",
        "There is an element of the `head` between `head` and `body`.",
        "It becomes a child of the `head` nevertheless.",
    )
    .fix("Move it into the `head`.")
    .document("<!DOCTYPE html><head></head><title>a</title><body></body>", "<!DOCTYPE html><head><title>a</title></head><body></body>"),
    Entry::tree_construction(
        HeadStartTagAfterHead,
        "the-after-head-insertion-mode",
        "There is a second `<head>` behind the `head`.",
        "It is ignored, and its attributes are lost.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_START_TAG)
    .document("<!DOCTYPE html><head></head><head><body></body>", "<!DOCTYPE html><head></head><body></body>"),
    Entry::tree_construction(
        UnexpectedEndTagAfterHead,
        "the-after-head-insertion-mode",
        "There is an end tag between `head` and `body` that closes nothing.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html><head></head></p><body></body>", "<!DOCTYPE html><head></head><body></body>"),
];
