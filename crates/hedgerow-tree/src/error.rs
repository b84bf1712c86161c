//! The parse errors of tree construction. The standard gives them no codes; these are provisional, in its style.

use std::fmt;

macro_rules! tree_construction_errors {
    ($($(#[$doc:meta])* $code:literal <=> $variant:ident,)*) => {
        /// A parse error of tree construction.
        ///
        /// <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction>
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum TreeConstructionError {
            $($(#[$doc])* $variant,)*
        }

        impl TreeConstructionError {
            /// All errors.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The provisional code.
            ///
            /// ```
            /// use hedgerow_tree::TreeConstructionError;
            /// assert_eq!(TreeConstructionError::MissingDoctype.code(), "missing-doctype");
            /// ```
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// The error that has this code.
            ///
            /// ```
            /// use hedgerow_tree::TreeConstructionError;
            /// let error = TreeConstructionError::from_code("missing-doctype");
            /// assert_eq!(error, Some(TreeConstructionError::MissingDoctype));
            /// ```
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

tree_construction_errors! {
    /// The document does not begin with a DOCTYPE.
    "missing-doctype" <=> MissingDoctype,
    /// The DOCTYPE is not `<!DOCTYPE html>`, with or without the legacy string.
    "non-conforming-doctype" <=> NonConformingDoctype,
    /// A DOCTYPE behind the start of the document.
    "unexpected-doctype" <=> UnexpectedDoctype,
    /// A start tag that is not allowed here.
    "unexpected-start-tag" <=> UnexpectedStartTag,
    /// An end tag that is not allowed here.
    "unexpected-end-tag" <=> UnexpectedEndTag,
    /// An end tag without an open element that it could close.
    "end-tag-without-matching-open-element" <=> EndTagWithoutMatchingOpenElement,
    /// An end tag closes an element while others inside of it are still open.
    "end-tag-with-unclosed-elements" <=> EndTagWithUnclosedElements,
    /// A start tag closes an element while others inside of it are still open.
    "start-tag-with-unclosed-elements" <=> StartTagWithUnclosedElements,
    /// The end of the file comes while elements are open.
    "eof-with-unclosed-elements" <=> EofWithUnclosedElements,
    /// The body ends while elements are open.
    "body-end-with-unclosed-elements" <=> BodyEndWithUnclosedElements,
    /// Elements that are closed in the wrong order.
    "misnested-formatting-element" <=> MisnestedFormattingElement,
    /// A heading inside of a heading.
    "nested-heading" <=> NestedHeading,
    /// An element inside of another one of its kind, which it closes.
    "nested-element" <=> NestedElement,
    /// A second `html` or `body` start tag.
    "repeated-root-element" <=> RepeatedRootElement,
    /// Content that a table does not allow, moved in front of it.
    "unexpected-content-in-table" <=> UnexpectedContentInTable,
    /// Characters that a table does not allow, moved in front of it.
    "unexpected-characters-in-table" <=> UnexpectedCharactersInTable,
    /// An element of the table that needs another one around it.
    "missing-table-element" <=> MissingTableElement,
    /// Something that is not allowed in a `colgroup`.
    "unexpected-content-in-column-group" <=> UnexpectedContentInColumnGroup,
    /// Something that is not allowed in a `noscript` in the head.
    "unexpected-content-in-noscript" <=> UnexpectedContentInNoscript,
    /// Something that is not allowed in or behind a `frameset`.
    "unexpected-content-in-frameset" <=> UnexpectedContentInFrameset,
    /// Something behind the end of the body.
    "unexpected-content-after-body" <=> UnexpectedContentAfterBody,
    /// A `select` or `input` inside of a `select`, which it closes.
    "unexpected-content-in-select" <=> UnexpectedContentInSelect,
    /// An `option` or `optgroup` is still open.
    "unclosed-option" <=> UnclosedOption,
    /// A ruby element outside of a `ruby`.
    "ruby-element-outside-of-ruby" <=> RubyElementOutsideOfRuby,
    /// A start tag of HTML in foreign content.
    "html-element-in-foreign-content" <=> HtmlElementInForeignContent,
    /// An element of metadata between head and body.
    "metadata-after-head" <=> MetadataAfterHead,
    /// An `image` start tag.
    "image-start-tag" <=> ImageStartTag,
    /// A U+0000 NULL character.
    "unexpected-null-character-in-content" <=> UnexpectedNullCharacterInContent,
    /// An `xmlns` attribute that does not name the namespace of its element, or `xmlns:xlink` not the `XLink` namespace.
    "wrong-namespace-declaration" <=> WrongNamespaceDeclaration,
}

impl fmt::Display for TreeConstructionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_works_in_both_directions() {
        for &error in TreeConstructionError::ALL {
            assert_eq!(TreeConstructionError::from_code(error.code()), Some(error));
        }
    }
}
