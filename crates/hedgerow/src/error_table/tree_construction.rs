//! The parse errors of tree construction. Their codes are provisional.

use hedgerow_tree::TreeConstructionError::{
    BodyEndWithUnclosedElements, EndTagWithUnclosedElements, EndTagWithoutMatchingOpenElement,
    EofWithUnclosedElements, HtmlElementInForeignContent, ImageStartTag, MetadataAfterHead,
    MisnestedFormattingElement, MissingDoctype, MissingTableElement, NestedElement, NestedHeading,
    NonConformingDoctype, RepeatedRootElement, RubyElementOutsideOfRuby, StartTagWithUnclosedElements,
    UnclosedOption, UnexpectedCharactersInTable, UnexpectedContentAfterBody, UnexpectedContentInColumnGroup,
    UnexpectedContentInFrameset, UnexpectedContentInNoscript, UnexpectedContentInSelect,
    UnexpectedContentInTable, UnexpectedDoctype, UnexpectedEndTag, UnexpectedNullCharacterInContent,
    UnexpectedStartTag, WrongNamespaceDeclaration,
};

use super::Entry;

pub(super) const ENTRIES: &[Entry] = &[
    Entry::tree_construction(
        MissingDoctype,
        "tree-construction",
        "The document does not begin with a DOCTYPE.",
        "The document does not begin with a DOCTYPE.",
    ),
    Entry::tree_construction(
        NonConformingDoctype,
        "tree-construction",
        "The DOCTYPE is not `<!DOCTYPE html>`, with or without the legacy string.",
        "The DOCTYPE is not `<!DOCTYPE html>`, with or without the legacy string.",
    ),
    Entry::tree_construction(
        UnexpectedDoctype,
        "tree-construction",
        "A DOCTYPE behind the start of the document.",
        "A DOCTYPE behind the start of the document.",
    ),
    Entry::tree_construction(
        UnexpectedStartTag,
        "tree-construction",
        "A start tag that is not allowed here.",
        "A start tag that is not allowed here.",
    ),
    Entry::tree_construction(
        UnexpectedEndTag,
        "tree-construction",
        "An end tag that is not allowed here.",
        "An end tag that is not allowed here.",
    ),
    Entry::tree_construction(
        EndTagWithoutMatchingOpenElement,
        "tree-construction",
        "An end tag without an open element that it could close.",
        "An end tag without an open element that it could close.",
    ),
    Entry::tree_construction(
        EndTagWithUnclosedElements,
        "tree-construction",
        "An end tag closes an element while others inside of it are still open.",
        "An end tag closes an element while others inside of it are still open.",
    ),
    Entry::tree_construction(
        StartTagWithUnclosedElements,
        "tree-construction",
        "A start tag closes an element while others inside of it are still open.",
        "A start tag closes an element while others inside of it are still open.",
    ),
    Entry::tree_construction(
        EofWithUnclosedElements,
        "tree-construction",
        "The end of the file comes while elements are open.",
        "The end of the file comes while elements are open.",
    ),
    Entry::tree_construction(
        BodyEndWithUnclosedElements,
        "tree-construction",
        "The body ends while elements are open.",
        "The body ends while elements are open.",
    ),
    Entry::tree_construction(
        MisnestedFormattingElement,
        "tree-construction",
        "Elements that are closed in the wrong order.",
        "Elements that are closed in the wrong order.",
    ),
    Entry::tree_construction(
        NestedHeading,
        "tree-construction",
        "A heading inside of a heading.",
        "A heading inside of a heading.",
    ),
    Entry::tree_construction(
        NestedElement,
        "tree-construction",
        "An element inside of another one of its kind, which it closes.",
        "An element inside of another one of its kind, which it closes.",
    ),
    Entry::tree_construction(
        RepeatedRootElement,
        "tree-construction",
        "A second `html` or `body` start tag.",
        "A second `html` or `body` start tag.",
    ),
    Entry::tree_construction(
        UnexpectedContentInTable,
        "tree-construction",
        "Content that a table does not allow, moved in front of it.",
        "Content that a table does not allow, moved in front of it.",
    ),
    Entry::tree_construction(
        UnexpectedCharactersInTable,
        "tree-construction",
        "Characters that a table does not allow, moved in front of it.",
        "Characters that a table does not allow, moved in front of it.",
    ),
    Entry::tree_construction(
        MissingTableElement,
        "tree-construction",
        "An element of the table that needs another one around it.",
        "An element of the table that needs another one around it.",
    ),
    Entry::tree_construction(
        UnexpectedContentInColumnGroup,
        "tree-construction",
        "Something that is not allowed in a `colgroup`.",
        "Something that is not allowed in a `colgroup`.",
    ),
    Entry::tree_construction(
        UnexpectedContentInNoscript,
        "tree-construction",
        "Something that is not allowed in a `noscript` in the head.",
        "Something that is not allowed in a `noscript` in the head.",
    ),
    Entry::tree_construction(
        UnexpectedContentInFrameset,
        "tree-construction",
        "Something that is not allowed in or behind a `frameset`.",
        "Something that is not allowed in or behind a `frameset`.",
    ),
    Entry::tree_construction(
        UnexpectedContentAfterBody,
        "tree-construction",
        "Something behind the end of the body.",
        "Something behind the end of the body.",
    ),
    Entry::tree_construction(
        UnexpectedContentInSelect,
        "tree-construction",
        "A `select` or `input` inside of a `select`, which it closes.",
        "A `select` or `input` inside of a `select`, which it closes.",
    ),
    Entry::tree_construction(
        UnclosedOption,
        "tree-construction",
        "An `option` or `optgroup` is still open.",
        "An `option` or `optgroup` is still open.",
    ),
    Entry::tree_construction(
        RubyElementOutsideOfRuby,
        "tree-construction",
        "A ruby element outside of a `ruby`.",
        "A ruby element outside of a `ruby`.",
    ),
    Entry::tree_construction(
        HtmlElementInForeignContent,
        "tree-construction",
        "A start tag of HTML in foreign content.",
        "A start tag of HTML in foreign content.",
    ),
    Entry::tree_construction(
        MetadataAfterHead,
        "tree-construction",
        "An element of metadata between head and body.",
        "An element of metadata between head and body.",
    ),
    Entry::tree_construction(
        ImageStartTag,
        "tree-construction",
        "An `image` start tag.",
        "An `image` start tag.",
    ),
    Entry::tree_construction(
        UnexpectedNullCharacterInContent,
        "tree-construction",
        "A U+0000 NULL character.",
        "A U+0000 NULL character.",
    ),
    Entry::tree_construction(
        WrongNamespaceDeclaration,
        "tree-construction",
        "An `xmlns` attribute that does not name the namespace of its element, or `xmlns:xlink` not the `XLink` namespace.",
        "An `xmlns` attribute that does not name the namespace of its element, or `xmlns:xlink` not the `XLink` namespace.",
    ),
];
