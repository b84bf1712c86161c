//! The parse errors of tags and attributes that the tokenizer finds, and of CDATA sections.

use hedgerow_tokenizer::ParseErrorCode::{
    CdataInHtmlContent, DuplicateAttribute, EndTagWithAttributes, EndTagWithTrailingSolidus,
    EofBeforeTagName, EofInCdata, EofInScriptHtmlCommentLikeText, EofInTag, InvalidFirstCharacterOfTagName,
    MissingAttributeValue, MissingEndTagName, MissingWhitespaceBetweenAttributes,
    NonVoidHtmlElementStartTagWithTrailingSolidus, UnexpectedCharacterInAttributeName,
    UnexpectedCharacterInUnquotedAttributeValue, UnexpectedEqualsSignBeforeAttributeName,
    UnexpectedSolidusInTag,
};

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    Entry::standard(
        EofBeforeTagName,
        "The document ends where the name of a tag should begin.",
        "There is a `<` or `</` with nothing behind it. It stays text.",
    )
    .fix("Complete the tag, or write `&lt;` for a less-than sign.")
    .in_body("<p>a</p><", "<p>a</p>&lt;"),
    Entry::standard(
        EofInTag,
        "The document ends in the middle of a tag.",
        "The tag is dropped. Often a closing quote is missing, so that all that follows belongs to the value of an \
         attribute.",
    )
    .fix("Complete the tag with `>`, and close the quotes in it.")
    .in_body("<p>a</p", "<p>a</p>"),
    Entry::standard(
        EofInCdata,
        "The document ends in the middle of a CDATA section.",
        "The section is read as if it ended there.",
    )
    .fix("End the section with `]]>`.")
    .in_body("<svg><title><![CDATA[a", "<svg><title>a</title></svg>"),
    Entry::standard(
        EofInScriptHtmlCommentLikeText,
        "The document ends in a script, behind a `<!--` that has no `-->`.",
        "Behind `<!--` and a `<script` in it, `</script>` does not end the script. So the rest of the document has become \
         part of it.",
    )
    .fix("Write `<\\!--` for the characters in a script, and `<\\script` likewise.")
    .in_body("<script>'<!-- <script>'</script>", "<script>'<\\!-- <\\script>'</script>"),
    Entry::standard(
        InvalidFirstCharacterOfTagName,
        "The name of a tag begins with something else than an ASCII letter.",
        "A `<` with it is text. A `</` with it begins a comment, which ends at the next `>`.",
    )
    .fix("Write `&lt;` for a less-than sign, or correct the name.")
    .in_body("<p>1 <2</p>", "<p>1 &lt;2</p>"),
    Entry::standard(
        MissingEndTagName,
        "An end tag has no name.",
        "There is no short form of end tags: `</>` is dropped.",
    )
    .fix("Write the name of the element.")
    .in_body("<b>a</></b>", "<b>a</b>"),
    Entry::standard(
        EndTagWithAttributes,
        "An end tag has attributes.",
        "They are dropped. Only a start tag has attributes; perhaps the slash is wrong.",
    )
    .fix("Remove the attributes from the end tag.")
    .in_body("<p>a</p class=x>", "<p>a</p>"),
    Entry::standard(
        EndTagWithTrailingSolidus,
        "An end tag has a slash before its `>`.",
        "The slash is ignored: this is an end tag as any other.",
    )
    .fix("Remove the slash before the `>`.")
    .in_body("<p>a</p/>", "<p>a</p>"),
    Entry::standard(
        NonVoidHtmlElementStartTagWithTrailingSolidus,
        "A slash before the `>` does not close an element of HTML.",
        "The slash is ignored, so the element stays open and what follows is inside of it. Only elements of SVG and MathML \
         are closed that way; void elements such as `br` have no contents in any case.",
    )
    .fix("Write an end tag.")
    .in_body("<div/>a", "<div></div>a"),
    Entry::standard(
        DuplicateAttribute,
        "An element has the same attribute twice.",
        "Only the first one counts. Upper and lower case make no difference.",
    )
    .fix("Remove one of them, or join their values.")
    .in_body("<p class=a class=b></p>", "<p class='a b'></p>"),
    Entry::standard(
        MissingAttributeValue,
        "An attribute has an equals sign, but no value.",
        "The value is empty.",
    )
    .fix("Write the value, or remove the equals sign.")
    .in_body("<p id=></p>", "<p id=a></p>"),
    Entry::standard(
        MissingWhitespaceBetweenAttributes,
        "There is no space between two attributes.",
        "They are read as if there were one. It may be that a quote in the value before is wrong.",
    )
    .fix("Put a space between them.")
    .in_body("<p id='a'class='b'></p>", "<p id='a' class='b'></p>"),
    Entry::standard(
        UnexpectedCharacterInAttributeName,
        "The name of an attribute contains a quote or a `<`.",
        "The character becomes part of the name. Mostly something before it is missing: an equals sign, a quote, or the `>` \
         of the tag.",
    )
    .fix("Complete what stands before the character.")
    .in_body("<p id'a'></p>", "<p id='a'></p>"),
    Entry::standard(
        UnexpectedCharacterInUnquotedAttributeValue,
        "The value of an attribute without quotes contains a quote, `<`, `=` or a backtick.",
        "The character becomes part of the value.",
    )
    .fix("Put the value in quotes.")
    .in_body("<a href=?a=b>a</a>", "<a href='?a=b'>a</a>"),
    Entry::standard(
        UnexpectedEqualsSignBeforeAttributeName,
        "There is an equals sign where the name of an attribute should begin.",
        "The sign becomes the first character of the name. Mostly the name is missing.",
    )
    .fix("Write the name of the attribute, or remove the equals sign.")
    .in_body("<p ='a'></p>", "<p id='a'></p>"),
    Entry::standard(
        UnexpectedSolidusInTag,
        "There is a slash in the middle of a tag.",
        "It is read as a space. It may be that quotes around a value are missing.",
    )
    .fix("Remove the slash, or put the value in quotes.")
    .in_body("<p / id=a></p>", "<p id=a></p>"),
    Entry::standard(
        CdataInHtmlContent,
        "There is a CDATA section outside of SVG and MathML.",
        "In HTML it becomes a comment, which ends at the first `>`.",
    )
    .fix("Write the text with `&lt;` and `&amp;` instead.")
    .in_body("<p><![CDATA[a & b]]></p>", "<p>a &amp; b</p>"),
];
