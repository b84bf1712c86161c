//! The parse errors of tree construction. The standard gives them no codes; the codes in this file are provisional,
//! in the style of the standard's codes.

use hedgerow_error_codes::error_codes;

error_codes! {
    /// A parse error of tree construction.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction>
    pub enum TreeConstructionError {
        /// The value of an `xmlns` attribute does not match the namespace of its element.
        "xmlns-value-does-not-match-element-namespace" <=> XmlnsValueDoesNotMatchElementNamespace,
        /// The value of an `xmlns:xlink` attribute is not the XLink namespace.
        "xmlns-xlink-value-is-not-xlink-namespace" <=> XmlnsXlinkValueIsNotXlinkNamespace,
        /// The DOCTYPE is not `<!DOCTYPE html>`.
        "non-conforming-doctype" <=> NonConformingDoctype,
        /// The document does not start with a DOCTYPE.
        "missing-doctype" <=> MissingDoctype,
        /// DOCTYPE after another DOCTYPE or an end tag.
        "unexpected-doctype-before-html" <=> UnexpectedDoctypeBeforeHtml,
        /// End tag before the `html` element.
        "unexpected-end-tag-before-html" <=> UnexpectedEndTagBeforeHtml,
        /// DOCTYPE between `<html>` and the head.
        "unexpected-doctype-before-head" <=> UnexpectedDoctypeBeforeHead,
        /// End tag between `<html>` and the head.
        "unexpected-end-tag-before-head" <=> UnexpectedEndTagBeforeHead,
        /// DOCTYPE inside the head.
        "unexpected-doctype-in-head" <=> UnexpectedDoctypeInHead,
        /// `</template>` has no matching start tag.
        "template-end-tag-without-open-template" <=> TemplateEndTagWithoutOpenTemplate,
        /// `</template>` closes the template while another element inside it is still open.
        "template-end-tag-with-open-elements" <=> TemplateEndTagWithOpenElements,
        /// `<head>` tag inside the head.
        "head-start-tag-in-head" <=> HeadStartTagInHead,
        /// End tag without a matching start tag in the head.
        "unexpected-end-tag-in-head" <=> UnexpectedEndTagInHead,
        /// DOCTYPE inside a `noscript` in the head.
        "unexpected-doctype-in-head-noscript" <=> UnexpectedDoctypeInHeadNoscript,
        /// `<head>` or `<noscript>` inside a `noscript` in the head.
        "unexpected-start-tag-in-head-noscript" <=> UnexpectedStartTagInHeadNoscript,
        /// End tag without a matching start tag in a `noscript` in the head.
        "unexpected-end-tag-in-head-noscript" <=> UnexpectedEndTagInHeadNoscript,
        /// Content other than metadata in a `noscript` in the head.
        "unexpected-content-in-head-noscript" <=> UnexpectedContentInHeadNoscript,
        /// The document ends inside a `noscript` in the head.
        "eof-in-head-noscript" <=> EofInHeadNoscript,
        /// DOCTYPE between the head and the body.
        "unexpected-doctype-after-head" <=> UnexpectedDoctypeAfterHead,
        /// Metadata element between the head and the body.
        "metadata-start-tag-after-head" <=> MetadataStartTagAfterHead,
        /// `<head>` tag after the head.
        "head-start-tag-after-head" <=> HeadStartTagAfterHead,
        /// End tag between the head and the body.
        "unexpected-end-tag-after-head" <=> UnexpectedEndTagAfterHead,
        /// U+0000 NULL character in the text.
        "unexpected-null-character-in-body" <=> UnexpectedNullCharacterInBody,
        /// DOCTYPE inside the body.
        "unexpected-doctype-in-body" <=> UnexpectedDoctypeInBody,
        /// `<html>` tag after the `html` element has begun.
        "html-start-tag-in-html" <=> HtmlStartTagInHtml,
        /// `<body>` tag after the body has begun.
        "body-start-tag-in-body" <=> BodyStartTagInBody,
        /// `<frameset>` inside the body.
        "frameset-start-tag-in-body" <=> FramesetStartTagInBody,
        /// The document ends while an element that needs an end tag is still open.
        "eof-with-open-elements" <=> EofWithOpenElements,
        /// Heading directly inside another heading.
        "heading-start-tag-in-heading" <=> HeadingStartTagInHeading,
        /// `<form>` inside another `<form>`.
        "form-start-tag-in-form" <=> FormStartTagInForm,
        /// `<li>` closes the previous `<li>` while another element inside it is still open.
        "li-implicitly-closed-with-open-elements" <=> LiImplicitlyClosedWithOpenElements,
        /// `<dd>` or `<dt>` closes the previous `<dd>` while another element inside it is still open.
        "dd-implicitly-closed-with-open-elements" <=> DdImplicitlyClosedWithOpenElements,
        /// `<dd>` or `<dt>` closes the previous `<dt>` while another element inside it is still open.
        "dt-implicitly-closed-with-open-elements" <=> DtImplicitlyClosedWithOpenElements,
        /// A start tag closes the open `<p>` while another element inside it is still open.
        "p-implicitly-closed-with-open-elements" <=> PImplicitlyClosedWithOpenElements,
        /// `<button>` inside another `<button>`.
        "button-start-tag-in-button" <=> ButtonStartTagInButton,
        /// `<a>` inside another `<a>`.
        "a-start-tag-in-a" <=> AStartTagInA,
        /// `<nobr>` inside another `<nobr>`.
        "nobr-start-tag-in-nobr" <=> NobrStartTagInNobr,
        /// `<input>` in a fragment that is parsed as the content of a `select`.
        "input-start-tag-in-select-fragment" <=> InputStartTagInSelectFragment,
        /// `<input>` inside a `<select>`.
        "input-start-tag-in-select" <=> InputStartTagInSelect,
        /// `<hr>` inside an `option` or `optgroup` that is still open.
        "hr-start-tag-in-option" <=> HrStartTagInOption,
        /// `<image>` instead of `<img>`.
        "image-start-tag" <=> ImageStartTag,
        /// `<select>` in a fragment that is parsed as the content of a `select`.
        "select-start-tag-in-select-fragment" <=> SelectStartTagInSelectFragment,
        /// `<select>` inside another `<select>`.
        "select-start-tag-in-select" <=> SelectStartTagInSelect,
        /// `<option>` inside an `option` that is still open.
        "option-start-tag-in-option" <=> OptionStartTagInOption,
        /// `<optgroup>` inside an `option` or `optgroup` that is still open.
        "optgroup-start-tag-in-option-or-optgroup" <=> OptgroupStartTagInOptionOrOptgroup,
        /// `<rb>` or `<rtc>` is not directly inside a `<ruby>`.
        "rb-or-rtc-start-tag-outside-ruby" <=> RbOrRtcStartTagOutsideRuby,
        /// `<rp>` or `<rt>` is not directly inside a `<ruby>` or `<rtc>`.
        "rp-or-rt-start-tag-outside-ruby" <=> RpOrRtStartTagOutsideRuby,
        /// Start tag of a table part, `<frame>` or `<head>` in the body.
        "unexpected-start-tag-in-body" <=> UnexpectedStartTagInBody,
        /// The document ends inside an element that contains only text.
        "eof-in-text-element" <=> EofInTextElement,
        /// End tag without a matching start tag directly inside a `template`.
        "unexpected-end-tag-in-template" <=> UnexpectedEndTagInTemplate,
        /// The document ends inside a `template`.
        "eof-in-template" <=> EofInTemplate,
        /// `</body>` while no `body` element is in scope.
        "body-end-tag-without-body-in-scope" <=> BodyEndTagWithoutBodyInScope,
        /// `</body>` while an element inside the body is still open.
        "body-end-tag-with-open-elements" <=> BodyEndTagWithOpenElements,
        /// `</html>` while no `body` element is in scope.
        "html-end-tag-without-body-in-scope" <=> HtmlEndTagWithoutBodyInScope,
        /// `</html>` while an element inside the body is still open.
        "html-end-tag-with-open-elements" <=> HtmlEndTagWithOpenElements,
        /// An end tag has no matching start tag.
        "end-tag-without-element-in-scope" <=> EndTagWithoutElementInScope,
        /// An end tag closes its element while another element inside it is still open.
        "end-tag-with-open-elements" <=> EndTagWithOpenElements,
        /// `</form>` has no matching start tag.
        "form-end-tag-without-form-in-scope" <=> FormEndTagWithoutFormInScope,
        /// `</form>` while another element inside the form is still open.
        "form-end-tag-with-open-elements" <=> FormEndTagWithOpenElements,
        /// `</form>` in a template has no matching start tag.
        "form-end-tag-without-form-in-scope-in-template" <=> FormEndTagWithoutFormInScopeInTemplate,
        /// `</form>` in a template closes the form while another element inside it is still open.
        "form-end-tag-with-open-elements-in-template" <=> FormEndTagWithOpenElementsInTemplate,
        /// `</p>` has no matching start tag.
        "p-end-tag-without-p-in-scope" <=> PEndTagWithoutPInScope,
        /// `</p>` closes the paragraph while another element inside it is still open.
        "p-end-tag-with-open-elements" <=> PEndTagWithOpenElements,
        /// `</li>` has no matching start tag.
        "li-end-tag-without-li-in-scope" <=> LiEndTagWithoutLiInScope,
        /// `</li>` closes the list item while another element inside it is still open.
        "li-end-tag-with-open-elements" <=> LiEndTagWithOpenElements,
        /// `</dd>` or `</dt>` has no matching start tag.
        "dd-or-dt-end-tag-without-element-in-scope" <=> DdOrDtEndTagWithoutElementInScope,
        /// `</dd>` or `</dt>` closes its element while another element inside it is still open.
        "dd-or-dt-end-tag-with-open-elements" <=> DdOrDtEndTagWithOpenElements,
        /// The end tag of a heading has no matching start tag.
        "heading-end-tag-without-heading-in-scope" <=> HeadingEndTagWithoutHeadingInScope,
        /// The end tag of a heading does not match the innermost open element.
        "mismatched-heading-end-tag" <=> MismatchedHeadingEndTag,
        /// `</applet>`, `</marquee>` or `</object>` has no matching start tag.
        "applet-marquee-or-object-end-tag-without-element-in-scope" <=> AppletMarqueeOrObjectEndTagWithoutElementInScope,
        /// `</applet>`, `</marquee>` or `</object>` closes its element while another element inside it is still open.
        "applet-marquee-or-object-end-tag-with-open-elements" <=> AppletMarqueeOrObjectEndTagWithOpenElements,
        /// `</br>` instead of `<br>`.
        "unexpected-br-end-tag" <=> UnexpectedBrEndTag,
        /// The end tag of an ordinary element, such as `span`, comes while another element inside it is still open.
        "ordinary-end-tag-with-open-elements" <=> OrdinaryEndTagWithOpenElements,
        /// An end tag has no matching start tag.
        "ordinary-end-tag-without-open-element" <=> OrdinaryEndTagWithoutOpenElement,
        /// The end tag of a formatting element comes after its element was already closed.
        "formatting-element-not-open" <=> FormattingElementNotOpen,
        /// The end tag of a formatting element whose element is not in scope.
        "formatting-element-not-in-scope" <=> FormattingElementNotInScope,
        /// The end tag of a formatting element closes it while another element inside it is still open.
        "misnested-formatting-element" <=> MisnestedFormattingElement,
        /// DOCTYPE inside a table.
        "unexpected-doctype-in-table" <=> UnexpectedDoctypeInTable,
        /// `<table>` directly inside another `<table>`.
        "table-start-tag-in-table" <=> TableStartTagInTable,
        /// `</table>` has no matching start tag.
        "table-end-tag-without-table-in-scope" <=> TableEndTagWithoutTableInScope,
        /// End tag of a table part, of `body` or of `html` directly inside a table.
        "unexpected-end-tag-in-table" <=> UnexpectedEndTagInTable,
        /// `<input type=hidden>` directly inside a table.
        "hidden-input-start-tag-in-table" <=> HiddenInputStartTagInTable,
        /// `<form>` directly inside a table.
        "form-start-tag-in-table" <=> FormStartTagInTable,
        /// Element inside a table, but outside its cells.
        "unexpected-start-tag-in-table" <=> UnexpectedStartTagInTable,
        /// End tag inside a table, but outside its cells.
        "misplaced-end-tag-in-table" <=> MisplacedEndTagInTable,
        /// Text inside a table, but outside its cells.
        "unexpected-character-in-table" <=> UnexpectedCharacterInTable,
        /// U+0000 NULL character inside a table, but outside its cells.
        "unexpected-null-character-in-table-text" <=> UnexpectedNullCharacterInTableText,
        /// `</caption>` has no matching start tag.
        "caption-end-tag-without-caption-in-scope" <=> CaptionEndTagWithoutCaptionInScope,
        /// `</caption>` closes the caption while another element inside it is still open.
        "caption-end-tag-with-open-elements" <=> CaptionEndTagWithOpenElements,
        /// Table tag in a fragment that is parsed as the content of a `caption`.
        "table-tag-without-caption-in-scope" <=> TableTagWithoutCaptionInScope,
        /// A table tag closes the `<caption>` while another element inside it is still open.
        "caption-implicitly-closed-with-open-elements" <=> CaptionImplicitlyClosedWithOpenElements,
        /// End tag of another table part, of `body` or of `html` inside a `caption`.
        "unexpected-end-tag-in-caption" <=> UnexpectedEndTagInCaption,
        /// DOCTYPE inside a `colgroup`.
        "unexpected-doctype-in-column-group" <=> UnexpectedDoctypeInColumnGroup,
        /// `</colgroup>` has no matching start tag.
        "colgroup-end-tag-without-open-colgroup" <=> ColgroupEndTagWithoutOpenColgroup,
        /// `</col>` is not allowed: `col` is a void element.
        "unexpected-col-end-tag" <=> UnexpectedColEndTag,
        /// Content other than `col` in a fragment that is parsed as the content of a `colgroup`.
        "unexpected-content-in-column-group" <=> UnexpectedContentInColumnGroup,
        /// Table cell outside a row.
        "cell-start-tag-in-table-body" <=> CellStartTagInTableBody,
        /// `</tbody>`, `</tfoot>` or `</thead>` has no matching start tag.
        "table-body-end-tag-without-element-in-scope" <=> TableBodyEndTagWithoutElementInScope,
        /// Table tag in a fragment that is parsed as the content of a `tbody`, `tfoot` or `thead`.
        "table-tag-without-table-body-in-scope" <=> TableTagWithoutTableBodyInScope,
        /// End tag without a matching start tag directly inside a `tbody`, `tfoot` or `thead`.
        "unexpected-end-tag-in-table-body" <=> UnexpectedEndTagInTableBody,
        /// `</tr>` has no matching start tag.
        "tr-end-tag-without-tr-in-scope" <=> TrEndTagWithoutTrInScope,
        /// Table tag in a fragment that is parsed as the content of a `tr`.
        "table-tag-without-tr-in-scope" <=> TableTagWithoutTrInScope,
        /// `</tbody>`, `</tfoot>` or `</thead>` inside a row has no matching start tag.
        "table-body-end-tag-in-row-without-element-in-scope" <=> TableBodyEndTagInRowWithoutElementInScope,
        /// End tag without a matching start tag directly inside a `tr`.
        "unexpected-end-tag-in-row" <=> UnexpectedEndTagInRow,
        /// `</td>` or `</th>` does not match the start tag of its cell.
        "cell-end-tag-without-cell-in-scope" <=> CellEndTagWithoutCellInScope,
        /// `</td>` or `</th>` closes its cell while another element inside it is still open.
        "cell-end-tag-with-open-elements" <=> CellEndTagWithOpenElements,
        /// `</body>`, `</html>`, `</caption>`, `</col>` or `</colgroup>` inside a table cell.
        "unexpected-end-tag-in-cell" <=> UnexpectedEndTagInCell,
        /// The end tag of a table part inside a cell has no matching start tag.
        "table-part-end-tag-in-cell-without-element-in-scope" <=> TablePartEndTagInCellWithoutElementInScope,
        /// A table tag closes a cell while another element inside it is still open.
        "cell-implicitly-closed-with-open-elements" <=> CellImplicitlyClosedWithOpenElements,
        /// DOCTYPE after the body.
        "unexpected-doctype-after-body" <=> UnexpectedDoctypeAfterBody,
        /// `</html>` in a fragment.
        "html-end-tag-in-fragment" <=> HtmlEndTagInFragment,
        /// Content after `</body>`.
        "unexpected-content-after-body" <=> UnexpectedContentAfterBody,
        /// DOCTYPE inside a `frameset`.
        "unexpected-doctype-in-frameset" <=> UnexpectedDoctypeInFrameset,
        /// `</frameset>` has no matching start tag.
        "frameset-end-tag-without-open-frameset" <=> FramesetEndTagWithoutOpenFrameset,
        /// The document ends inside a `frameset`.
        "eof-in-frameset" <=> EofInFrameset,
        /// Invalid content inside a `frameset`.
        "unexpected-content-in-frameset" <=> UnexpectedContentInFrameset,
        /// DOCTYPE after the `frameset`.
        "unexpected-doctype-after-frameset" <=> UnexpectedDoctypeAfterFrameset,
        /// Content after `</frameset>`.
        "unexpected-content-after-frameset" <=> UnexpectedContentAfterFrameset,
        /// Content after `</html>`.
        "unexpected-content-after-after-body" <=> UnexpectedContentAfterAfterBody,
        /// Content after `</html>` in a document with a `frameset`.
        "unexpected-content-after-after-frameset" <=> UnexpectedContentAfterAfterFrameset,
        /// U+0000 NULL character in SVG or MathML.
        "unexpected-null-character-in-foreign-content" <=> UnexpectedNullCharacterInForeignContent,
        /// DOCTYPE inside SVG or MathML.
        "unexpected-doctype-in-foreign-content" <=> UnexpectedDoctypeInForeignContent,
        /// HTML element inside SVG or MathML.
        "html-start-tag-in-foreign-content" <=> HtmlStartTagInForeignContent,
        /// `</br>` or `</p>` inside SVG or MathML.
        "html-end-tag-in-foreign-content" <=> HtmlEndTagInForeignContent,
        /// An end tag in SVG or MathML does not match the innermost open element.
        "mismatched-end-tag-in-foreign-content" <=> MismatchedEndTagInForeignContent,
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
