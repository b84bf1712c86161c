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
    /// An `xmlns` attribute names another namespace than that of its element.
    "xmlns-value-does-not-match-element-namespace" <=> XmlnsValueDoesNotMatchElementNamespace,
    /// An `xmlns:xlink` attribute has another value than the namespace of XLink.
    "xmlns-xlink-value-is-not-xlink-namespace" <=> XmlnsXlinkValueIsNotXlinkNamespace,
    /// The DOCTYPE is not `<!DOCTYPE html>`.
    "non-conforming-doctype" <=> NonConformingDoctype,
    /// The document does not begin with a DOCTYPE.
    "missing-doctype" <=> MissingDoctype,
    /// There is a second DOCTYPE before the `html` element.
    "unexpected-doctype-before-html" <=> UnexpectedDoctypeBeforeHtml,
    /// There is an end tag before the `html` element.
    "unexpected-end-tag-before-html" <=> UnexpectedEndTagBeforeHtml,
    /// There is a DOCTYPE between the start of `html` and the `head`.
    "unexpected-doctype-before-head" <=> UnexpectedDoctypeBeforeHead,
    /// There is an end tag between the start of `html` and the `head`.
    "unexpected-end-tag-before-head" <=> UnexpectedEndTagBeforeHead,
    /// There is a DOCTYPE in the `head`.
    "unexpected-doctype-in-head" <=> UnexpectedDoctypeInHead,
    /// A `</template>` has no open `template` to close.
    "template-end-tag-without-open-template" <=> TemplateEndTagWithoutOpenTemplate,
    /// A `</template>` closes its element while others in it are open.
    "template-end-tag-with-open-elements" <=> TemplateEndTagWithOpenElements,
    /// There is a second `<head>` in the `head`.
    "head-start-tag-in-head" <=> HeadStartTagInHead,
    /// There is an end tag in the `head` that closes nothing.
    "unexpected-end-tag-in-head" <=> UnexpectedEndTagInHead,
    /// There is a DOCTYPE in a `noscript` of the `head`.
    "unexpected-doctype-in-head-noscript" <=> UnexpectedDoctypeInHeadNoscript,
    /// There is a `<head>` or `<noscript>` in a `noscript` of the `head`.
    "unexpected-start-tag-in-head-noscript" <=> UnexpectedStartTagInHeadNoscript,
    /// There is an end tag in a `noscript` of the `head` that closes nothing.
    "unexpected-end-tag-in-head-noscript" <=> UnexpectedEndTagInHeadNoscript,
    /// A `noscript` in the `head` contains something else than metadata.
    "unexpected-content-in-head-noscript" <=> UnexpectedContentInHeadNoscript,
    /// The document ends in a `noscript` of the `head`.
    "eof-in-head-noscript" <=> EofInHeadNoscript,
    /// There is a DOCTYPE between `head` and `body`.
    "unexpected-doctype-after-head" <=> UnexpectedDoctypeAfterHead,
    /// There is an element of the `head` between `head` and `body`.
    "metadata-start-tag-after-head" <=> MetadataStartTagAfterHead,
    /// There is a second `<head>` behind the `head`.
    "head-start-tag-after-head" <=> HeadStartTagAfterHead,
    /// There is an end tag between `head` and `body` that closes nothing.
    "unexpected-end-tag-after-head" <=> UnexpectedEndTagAfterHead,
    /// There is a U+0000 NULL character in the text.
    "unexpected-null-character-in-body" <=> UnexpectedNullCharacterInBody,
    /// There is a DOCTYPE in the body.
    "unexpected-doctype-in-body" <=> UnexpectedDoctypeInBody,
    /// There is a second `<html>`.
    "html-start-tag-in-html" <=> HtmlStartTagInHtml,
    /// There is a second `<body>`.
    "body-start-tag-in-body" <=> BodyStartTagInBody,
    /// There is a `<frameset>` in the body.
    "frameset-start-tag-in-body" <=> FramesetStartTagInBody,
    /// The document ends while an element is open that needs an end tag.
    "eof-with-open-elements" <=> EofWithOpenElements,
    /// A heading begins directly in another heading.
    "heading-start-tag-in-heading" <=> HeadingStartTagInHeading,
    /// A `form` begins in another `form`.
    "form-start-tag-in-form" <=> FormStartTagInForm,
    /// A new `<li>` closes the one before while elements in it are open.
    "li-implicitly-closed-with-open-elements" <=> LiImplicitlyClosedWithOpenElements,
    /// A new `<dd>` or `<dt>` closes the `dd` before while elements in it are open.
    "dd-implicitly-closed-with-open-elements" <=> DdImplicitlyClosedWithOpenElements,
    /// A new `<dd>` or `<dt>` closes the `dt` before while elements in it are open.
    "dt-implicitly-closed-with-open-elements" <=> DtImplicitlyClosedWithOpenElements,
    /// A start tag closes a `p` while elements in it are open.
    "p-implicitly-closed-with-open-elements" <=> PImplicitlyClosedWithOpenElements,
    /// A `button` begins in another `button`.
    "button-start-tag-in-button" <=> ButtonStartTagInButton,
    /// A link begins in another link.
    "a-start-tag-in-a" <=> AStartTagInA,
    /// A `nobr` begins in another `nobr`.
    "nobr-start-tag-in-nobr" <=> NobrStartTagInNobr,
    /// There is an `<input>` in the contents of a `select`.
    "input-start-tag-in-select-fragment" <=> InputStartTagInSelectFragment,
    /// There is an `<input>` in a `select`.
    "input-start-tag-in-select" <=> InputStartTagInSelect,
    /// There is an `<hr>` in an `option` or `optgroup` that cannot be closed for it.
    "hr-start-tag-in-option" <=> HrStartTagInOption,
    /// There is an `<image>` instead of an `<img>`.
    "image-start-tag" <=> ImageStartTag,
    /// There is a `<select>` in the contents of a `select`.
    "select-start-tag-in-select-fragment" <=> SelectStartTagInSelectFragment,
    /// There is a `<select>` in a `select`.
    "select-start-tag-in-select" <=> SelectStartTagInSelect,
    /// There is an `<option>` in an `option` that cannot be closed for it.
    "option-start-tag-in-option" <=> OptionStartTagInOption,
    /// There is an `<optgroup>` in an `option` or `optgroup` that cannot be closed for it.
    "optgroup-start-tag-in-option-or-optgroup" <=> OptgroupStartTagInOptionOrOptgroup,
    /// There is an `<rb>` or `<rtc>` that is not directly in a `ruby`.
    "rb-or-rtc-start-tag-outside-ruby" <=> RbOrRtcStartTagOutsideRuby,
    /// There is an `<rp>` or `<rt>` that is not directly in a `ruby` or `rtc`.
    "rp-or-rt-start-tag-outside-ruby" <=> RpOrRtStartTagOutsideRuby,
    /// There is a start tag in the body that belongs into a table, a `frameset` or before the body.
    "unexpected-start-tag-in-body" <=> UnexpectedStartTagInBody,
    /// The document ends in an element that contains only text.
    "eof-in-text-element" <=> EofInTextElement,
    /// There is an end tag directly in a `template` that closes nothing.
    "unexpected-end-tag-in-template" <=> UnexpectedEndTagInTemplate,
    /// The document ends in a `template`.
    "eof-in-template" <=> EofInTemplate,
    /// There is a `</body>` where the body cannot be closed.
    "body-end-tag-without-body-in-scope" <=> BodyEndTagWithoutBodyInScope,
    /// A `</body>` comes while an element is open that needs an end tag.
    "body-end-tag-with-open-elements" <=> BodyEndTagWithOpenElements,
    /// There is a `</html>` where the body cannot be closed.
    "html-end-tag-without-body-in-scope" <=> HtmlEndTagWithoutBodyInScope,
    /// A `</html>` comes while an element is open that needs an end tag.
    "html-end-tag-with-open-elements" <=> HtmlEndTagWithOpenElements,
    /// An end tag has no open element to close.
    "end-tag-without-element-in-scope" <=> EndTagWithoutElementInScope,
    /// An end tag closes its element while others in it are open.
    "end-tag-with-open-elements" <=> EndTagWithOpenElements,
    /// A `</form>` has no open `form` to close.
    "form-end-tag-without-form-in-scope" <=> FormEndTagWithoutFormInScope,
    /// A `</form>` ends its form while elements in it are open.
    "form-end-tag-with-open-elements" <=> FormEndTagWithOpenElements,
    /// A `</form>` in a `template` has no open `form` to close.
    "form-end-tag-without-form-in-scope-in-template" <=> FormEndTagWithoutFormInScopeInTemplate,
    /// A `</form>` in a `template` closes its form while elements in it are open.
    "form-end-tag-with-open-elements-in-template" <=> FormEndTagWithOpenElementsInTemplate,
    /// A `</p>` has no open `p` to close.
    "p-end-tag-without-p-in-scope" <=> PEndTagWithoutPInScope,
    /// A `</p>` closes its paragraph while elements in it are open.
    "p-end-tag-with-open-elements" <=> PEndTagWithOpenElements,
    /// A `</li>` has no open `li` to close.
    "li-end-tag-without-li-in-scope" <=> LiEndTagWithoutLiInScope,
    /// A `</li>` closes its list item while elements in it are open.
    "li-end-tag-with-open-elements" <=> LiEndTagWithOpenElements,
    /// A `</dd>` or `</dt>` has no open element to close.
    "dd-or-dt-end-tag-without-element-in-scope" <=> DdOrDtEndTagWithoutElementInScope,
    /// A `</dd>` or `</dt>` closes its element while others in it are open.
    "dd-or-dt-end-tag-with-open-elements" <=> DdOrDtEndTagWithOpenElements,
    /// The end tag of a heading has no open heading to close.
    "heading-end-tag-without-heading-in-scope" <=> HeadingEndTagWithoutHeadingInScope,
    /// The end tag of a heading comes where another element is open.
    "mismatched-heading-end-tag" <=> MismatchedHeadingEndTag,
    /// A `</applet>`, `</marquee>` or `</object>` has no open element to close.
    "applet-marquee-or-object-end-tag-without-element-in-scope" <=> AppletMarqueeOrObjectEndTagWithoutElementInScope,
    /// A `</applet>`, `</marquee>` or `</object>` closes its element while others in it are open.
    "applet-marquee-or-object-end-tag-with-open-elements" <=> AppletMarqueeOrObjectEndTagWithOpenElements,
    /// There is a `</br>`.
    "unexpected-br-end-tag" <=> UnexpectedBrEndTag,
    /// An end tag closes an inline or unknown element while others in it are open.
    "ordinary-end-tag-with-open-elements" <=> OrdinaryEndTagWithOpenElements,
    /// The end tag of an inline or unknown element has no open element to close.
    "ordinary-end-tag-without-open-element" <=> OrdinaryEndTagWithoutOpenElement,
    /// A formatting element is to be closed that another end tag has closed before.
    "formatting-element-not-open" <=> FormattingElementNotOpen,
    /// A formatting element is to be closed from where it is out of reach.
    "formatting-element-not-in-scope" <=> FormattingElementNotInScope,
    /// A formatting element is closed while others in it are open.
    "misnested-formatting-element" <=> MisnestedFormattingElement,
    /// There is a DOCTYPE in a table.
    "unexpected-doctype-in-table" <=> UnexpectedDoctypeInTable,
    /// A table begins directly in another table.
    "table-start-tag-in-table" <=> TableStartTagInTable,
    /// A `</table>` has no open table to close.
    "table-end-tag-without-table-in-scope" <=> TableEndTagWithoutTableInScope,
    /// There is an end tag of a part of a table, or of `body` or `html`, that closes nothing.
    "unexpected-end-tag-in-table" <=> UnexpectedEndTagInTable,
    /// There is a hidden `<input>` directly in a table.
    "hidden-input-start-tag-in-table" <=> HiddenInputStartTagInTable,
    /// A `form` begins directly in a table.
    "form-start-tag-in-table" <=> FormStartTagInTable,
    /// There is an element in a table outside of its cells.
    "unexpected-start-tag-in-table" <=> UnexpectedStartTagInTable,
    /// There is an end tag in a table, outside of its cells, that belongs to no part of the table.
    "misplaced-end-tag-in-table" <=> MisplacedEndTagInTable,
    /// There is text in a table outside of its cells.
    "unexpected-character-in-table" <=> UnexpectedCharacterInTable,
    /// There is a U+0000 NULL character in a table, outside of its cells.
    "unexpected-null-character-in-table-text" <=> UnexpectedNullCharacterInTableText,
    /// A `</caption>` has no open `caption` to close.
    "caption-end-tag-without-caption-in-scope" <=> CaptionEndTagWithoutCaptionInScope,
    /// A `</caption>` closes its element while others in it are open.
    "caption-end-tag-with-open-elements" <=> CaptionEndTagWithOpenElements,
    /// A tag of a table has no open `caption` to close, in the contents of a `caption`.
    "table-tag-without-caption-in-scope" <=> TableTagWithoutCaptionInScope,
    /// A tag of the table closes its `caption` while elements in it are open.
    "caption-implicitly-closed-with-open-elements" <=> CaptionImplicitlyClosedWithOpenElements,
    /// There is an end tag in a `caption`, of another part of the table, or of `body` or `html`.
    "unexpected-end-tag-in-caption" <=> UnexpectedEndTagInCaption,
    /// There is a DOCTYPE in a `colgroup`.
    "unexpected-doctype-in-column-group" <=> UnexpectedDoctypeInColumnGroup,
    /// A `</colgroup>` has no open `colgroup` to close.
    "colgroup-end-tag-without-open-colgroup" <=> ColgroupEndTagWithoutOpenColgroup,
    /// There is a `</col>`.
    "unexpected-col-end-tag" <=> UnexpectedColEndTag,
    /// The contents of a `colgroup` have something else than `col`.
    "unexpected-content-in-column-group" <=> UnexpectedContentInColumnGroup,
    /// A cell begins outside of a row.
    "cell-start-tag-in-table-body" <=> CellStartTagInTableBody,
    /// A `</tbody>`, `</tfoot>` or `</thead>` has no open element to close.
    "table-body-end-tag-without-element-in-scope" <=> TableBodyEndTagWithoutElementInScope,
    /// A tag of a table has no open `tbody`, `tfoot` or `thead` to close, in the contents of one.
    "table-tag-without-table-body-in-scope" <=> TableTagWithoutTableBodyInScope,
    /// There is an end tag directly in a `tbody`, `tfoot` or `thead` that closes nothing.
    "unexpected-end-tag-in-table-body" <=> UnexpectedEndTagInTableBody,
    /// A `</tr>` has no open `tr` to close.
    "tr-end-tag-without-tr-in-scope" <=> TrEndTagWithoutTrInScope,
    /// A tag of a table has no open `tr` to close, in the contents of one.
    "table-tag-without-tr-in-scope" <=> TableTagWithoutTrInScope,
    /// A `</tbody>`, `</tfoot>` or `</thead>` in a row has no open element to close.
    "table-body-end-tag-in-row-without-element-in-scope" <=> TableBodyEndTagInRowWithoutElementInScope,
    /// There is an end tag directly in a `tr` that closes nothing.
    "unexpected-end-tag-in-row" <=> UnexpectedEndTagInRow,
    /// A `</td>` or `</th>` has no open cell of that name to close.
    "cell-end-tag-without-cell-in-scope" <=> CellEndTagWithoutCellInScope,
    /// A `</td>` or `</th>` closes its cell while elements in it are open.
    "cell-end-tag-with-open-elements" <=> CellEndTagWithOpenElements,
    /// There is an end tag in a cell, of `body`, `html`, or a part of the table that cannot be around it.
    "unexpected-end-tag-in-cell" <=> UnexpectedEndTagInCell,
    /// An end tag in a cell, of a part of the table, has no open element to close.
    "table-part-end-tag-in-cell-without-element-in-scope" <=> TablePartEndTagInCellWithoutElementInScope,
    /// A tag of the table closes a cell while elements in it are open.
    "cell-implicitly-closed-with-open-elements" <=> CellImplicitlyClosedWithOpenElements,
    /// There is a DOCTYPE behind the body.
    "unexpected-doctype-after-body" <=> UnexpectedDoctypeAfterBody,
    /// There is a `</html>` in a fragment.
    "html-end-tag-in-fragment" <=> HtmlEndTagInFragment,
    /// There is something behind `</body>`.
    "unexpected-content-after-body" <=> UnexpectedContentAfterBody,
    /// There is a DOCTYPE in a `frameset`.
    "unexpected-doctype-in-frameset" <=> UnexpectedDoctypeInFrameset,
    /// A `</frameset>` has no open `frameset` to close.
    "frameset-end-tag-without-open-frameset" <=> FramesetEndTagWithoutOpenFrameset,
    /// The document ends in a `frameset`.
    "eof-in-frameset" <=> EofInFrameset,
    /// There is something in a `frameset` that does not belong there.
    "unexpected-content-in-frameset" <=> UnexpectedContentInFrameset,
    /// There is a DOCTYPE behind the `frameset`.
    "unexpected-doctype-after-frameset" <=> UnexpectedDoctypeAfterFrameset,
    /// There is something behind the `frameset` that does not belong there.
    "unexpected-content-after-frameset" <=> UnexpectedContentAfterFrameset,
    /// There is something behind `</html>`.
    "unexpected-content-after-after-body" <=> UnexpectedContentAfterAfterBody,
    /// There is something behind `</html>` in a document with a `frameset`.
    "unexpected-content-after-after-frameset" <=> UnexpectedContentAfterAfterFrameset,
    /// There is a U+0000 NULL character in SVG or MathML.
    "unexpected-null-character-in-foreign-content" <=> UnexpectedNullCharacterInForeignContent,
    /// There is a DOCTYPE in SVG or MathML.
    "unexpected-doctype-in-foreign-content" <=> UnexpectedDoctypeInForeignContent,
    /// The start tag of an element of HTML stands in SVG or MathML.
    "html-start-tag-in-foreign-content" <=> HtmlStartTagInForeignContent,
    /// There is a `</br>` or `</p>` in SVG or MathML.
    "html-end-tag-in-foreign-content" <=> HtmlEndTagInForeignContent,
    /// An end tag in SVG or MathML is not that of the innermost open element.
    "mismatched-end-tag-in-foreign-content" <=> MismatchedEndTagInForeignContent,
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
