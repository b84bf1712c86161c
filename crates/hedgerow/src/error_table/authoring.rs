//! The rules for those who write documents. What breaks them is no parse error.

use super::Entry;
use crate::AuthoringRule::{
    DoctypeLegacyString, DuplicateId, EmptyId, EncodingDeclarationNotUtf8, NamespaceDeclarationWithoutEffect,
    ObsoleteElement, ProcessingInstructionDataEndingWithQuestionMark,
    ProcessingInstructionOutsideHtmlElement, RequiredEndTagOmitted, ScriptTagInScriptComment,
    SolidusAtEndOfUnquotedAttributeValue, UnclosedCommentInScript, UnexpectedCharacterInTagName,
    WhitespaceInId,
};

const THE_ID_ATTRIBUTE: &str = "dom.html#the-id-attribute";
const WRITING: &str = "syntax.html#writing";
const CONTENTS_OF_SCRIPTS: &str = "scripting.html#restrictions-for-contents-of-script-elements";
const ESCAPE_IT_IN_THE_SCRIPT: &str = "Write `\\x3C!--` or `<\\!--` for the characters in the script.";

pub(super) const ENTRIES: &[Entry] = &[
    Entry::authoring(
        DoctypeLegacyString,
        "syntax.html#doctype-legacy-string",
        "The DOCTYPE has the legacy string `about:legacy-compat`.",
        "It means the same as `<!DOCTYPE html>`, and is only for generators that cannot write the short form.",
    )
    .fix("Write `<!DOCTYPE html>`.")
    .document("<!DOCTYPE html SYSTEM 'about:legacy-compat'><p>a</p>", "<!DOCTYPE html><p>a</p>"),
    Entry::authoring(
        DuplicateId,
        THE_ID_ATTRIBUTE,
        "Two elements have the same `id`.",
        "Links, labels and scripts find only the first of them.",
    )
    .fix("Give each element an `id` of its own, or use a `class`.")
    .in_body("<p id=a></p><p id='&#97;'></p>", "<p id=a></p><p id=b></p>"),
    Entry::authoring(
        EmptyId,
        THE_ID_ATTRIBUTE,
        "The `id` of an element is empty.",
        "An `id` has at least one character; nothing can refer to this element by it.",
    )
    .fix("Remove the attribute, or give it a value.")
    .in_body("<p id=''></p>", "<p></p>"),
    Entry::authoring(
        WhitespaceInId,
        THE_ID_ATTRIBUTE,
        "The `id` of an element contains whitespace.",
        "An `id` is one word: many attributes list several of them with spaces in between.",
    )
    .fix("Join the words with hyphens, or use a `class`.")
    .in_body("<p id='a b'></p>", "<p id=a-b></p>"),
    Entry::authoring(
        EncodingDeclarationNotUtf8,
        "semantics.html#charset",
        "A `meta` element declares another encoding than UTF-8.",
        "Documents are written in UTF-8. The parser obeys the declaration nevertheless, if nothing weightier says otherwise.",
    )
    .fix("Save the document in UTF-8, and declare that with `<meta charset=utf-8>`.")
    .document(
        "<!DOCTYPE html><meta charset=windows-1252><title>a</title>",
        "<!DOCTYPE html><meta charset=utf-8><title>a</title>",
    ),
    Entry::authoring(
        NamespaceDeclarationWithoutEffect,
        "syntax.html#elements-2",
        "An attribute declares a namespace, which has no effect.",
        "HTML does not support namespace declarations. Only `xmlns` and `xmlns:xlink` are allowed, where their values change \
         nothing.",
    )
    .fix("Remove the attribute, and the elements and attributes that have its prefix.")
    .in_body("<svg xmlns:a='https://example.com/'></svg>", "<svg></svg>"),
    Entry::authoring(
        ObsoleteElement,
        "obsolete.html#non-conforming-features",
        "The element is obsolete.",
        "Browsers still know it, but authors must not use it any more: what it was for is done by other elements, by style \
         sheets, or not at all.",
    )
    .fix("Use another element, or a style sheet.")
    .in_body("<center>a</center>", "<div style='text-align: center'>a</div>"),
    Entry::authoring(
        ProcessingInstructionDataEndingWithQuestionMark,
        WRITING,
        "The data of a processing instruction ends with a question mark.",
        "One question mark before the `>` belongs to the syntax, a second one to the data.",
    )
    .fix("Leave out the second question mark.")
    .in_body("<?a b??>", "<?a b?>"),
    Entry::authoring(
        ProcessingInstructionOutsideHtmlElement,
        WRITING,
        "A processing instruction stands beside the `html` element.",
        "Beside the DOCTYPE and the `html` element, only comments and whitespace are allowed.",
    )
    .fix("Move it into the `html` element.")
    .document("<!DOCTYPE html><?a b?><p>a</p>", "<!DOCTYPE html><p>a</p><?a b?>"),
    Entry::authoring(
        RequiredEndTagOmitted,
        "syntax.html#optional-tags",
        "The end tag of an element is left out where it must not be.",
        "The parser ends the element where it can go no further. Whether that is meant depends on what follows, and on the \
         parent: a `dt` must be followed by a `dt` or `dd`, a `thead` by a `tbody` or `tfoot`, a `tfoot` by \
         nothing.",
    )
    .fix("Write the end tag.")
    .in_body("<dl><dd>a<dt>b</dl>", "<dl><dd>a<dt>b</dt></dl>"),
    Entry::authoring(
        ScriptTagInScriptComment,
        CONTENTS_OF_SCRIPTS,
        "A script contains a `<script` behind a `<!--`.",
        "Between `<!--` and `-->`, the next `</script>` only ends that `<script`, and not the script itself.",
    )
    .fix(ESCAPE_IT_IN_THE_SCRIPT)
    .in_body(
        "<script>'<!-- <script> </script> -->'</script>",
        "<script>'<\\!-- <\\script> <\\/script> -->'</script>",
    ),
    Entry::authoring(
        UnclosedCommentInScript,
        CONTENTS_OF_SCRIPTS,
        "A script contains a `<!--` that is not followed by `-->`.",
        "Behind it, a `<script` would hide the end tag of the script.",
    )
    .fix(ESCAPE_IT_IN_THE_SCRIPT)
    .in_body("<script>'<!--'</script>", "<script>'<\\!--'</script>"),
    Entry::authoring(
        SolidusAtEndOfUnquotedAttributeValue,
        "syntax.html#unquoted",
        "The solidus at the end of a tag belongs to the unquoted value of an attribute.",
        "An unquoted value goes on until whitespace or `>`. In a foreign element, the tag is not self-closing then.",
    )
    .fix("Put the value in quotes, or a space before the solidus.")
    .in_body("<img alt='' src=a.png/>", "<img alt='' src='a.png'/>"),
    Entry::authoring(
        UnexpectedCharacterInTagName,
        "syntax.html#syntax-tag-name",
        "The name of a tag has a character that is not allowed there.",
        "A name goes on until whitespace, `/` or `>`. Elements of HTML have names of ASCII letters and digits; those of custom \
         elements have a hyphen in them, and may have more.",
    )
    .fix("Correct the name, or put a space behind it.")
    .in_body("<p'></p'>", "<p></p>"),
];
