//! The parse errors of tree construction at end tags in the body, and of the adoption agency algorithm.
//!
//! Their codes are provisional.

use hedgerow_tree::TreeConstructionError::{
    AppletMarqueeOrObjectEndTagWithOpenElements, AppletMarqueeOrObjectEndTagWithoutElementInScope,
    BodyEndTagWithOpenElements, BodyEndTagWithoutBodyInScope, DdOrDtEndTagWithOpenElements,
    DdOrDtEndTagWithoutElementInScope, EndTagWithOpenElements, EndTagWithoutElementInScope,
    FormEndTagWithOpenElements, FormEndTagWithOpenElementsInTemplate, FormEndTagWithoutFormInScope,
    FormEndTagWithoutFormInScopeInTemplate, FormattingElementNotInScope, FormattingElementNotOpen,
    HeadingEndTagWithoutHeadingInScope, HtmlEndTagWithOpenElements, HtmlEndTagWithoutBodyInScope,
    LiEndTagWithOpenElements, LiEndTagWithoutLiInScope, MismatchedHeadingEndTag, MisnestedFormattingElement,
    OrdinaryEndTagWithOpenElements, OrdinaryEndTagWithoutOpenElement, PEndTagWithOpenElements,
    PEndTagWithoutPInScope, UnexpectedBrEndTag,
};

use super::{
    CLOSE_IN_THE_OPPOSITE_ORDER, CLOSE_THE_ELEMENTS_IN_IT_FIRST, Entry, IT_IS_IGNORED, REMOVE_THE_END_TAG,
    REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG, THEY_ARE_CLOSED_TOO,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::tree_construction(
        BodyEndTagWithoutBodyInScope,
        "parsing-main-inbody",
        "There is a `</body>` where the body cannot be closed.",
        "In a `template`, in `marquee`, `object` and the like, in foreign content and in a fragment, the body \
         is out of reach. It is ignored.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html><object></body></object>", "<!DOCTYPE html><object></object></body>"),
    Entry::tree_construction(
        BodyEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</body>` comes while an element is open that needs an end tag.",
        "The element stays open: what follows still goes into it.",
    )
    .fix("Close the element first.")
    .document("<!DOCTYPE html><div>a</body>", "<!DOCTYPE html><div>a</div></body>"),
    Entry::tree_construction(
        HtmlEndTagWithoutBodyInScope,
        "parsing-main-inbody",
        "There is a `</html>` where the body cannot be closed.",
        "In a `template`, in `marquee`, `object` and the like, in foreign content and in a fragment, the body \
         is out of reach. It is ignored.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .document("<!DOCTYPE html><object></html></object>", "<!DOCTYPE html><object></object></html>"),
    Entry::tree_construction(
        HtmlEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</html>` comes while an element is open that needs an end tag.",
        "The element stays open: what follows still goes into it.",
    )
    .fix("Close the element first.")
    .document("<!DOCTYPE html><div>a</html>", "<!DOCTYPE html><div>a</div></html>"),
    Entry::tree_construction(
        EndTagWithoutElementInScope,
        "parsing-main-inbody",
        "An end tag has no open element to close.",
        "Either there was no start tag, or the element is closed already, or it is out of reach, such as \
         outside of the table cell. It is ignored.",
    )
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<p>a</p></div>", "<div><p>a</p></div>"),
    Entry::tree_construction(
        EndTagWithOpenElements,
        "parsing-main-inbody",
        "An end tag closes its element while others in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix(CLOSE_THE_ELEMENTS_IN_IT_FIRST)
    .in_body("<div><span>a</div>", "<div><span>a</span></div>"),
    Entry::tree_construction(
        FormEndTagWithoutFormInScope,
        "parsing-main-inbody",
        "A `</form>` has no open `form` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<p>a</p></form>", "<form><p>a</p></form>"),
    Entry::tree_construction(
        FormEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</form>` ends its form while elements in it are open.",
        "They stay open: what follows is still in them, and in the form.",
    )
    .fix("Close the elements in the form first.")
    .in_body("<form><div>a</form></div>", "<form><div>a</div></form>"),
    Entry::tree_construction(
        FormEndTagWithoutFormInScopeInTemplate,
        "parsing-main-inbody",
        "A `</form>` in a `template` has no open `form` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<template><p>a</p></form></template>", "<template><form><p>a</p></form></template>"),
    Entry::tree_construction(
        FormEndTagWithOpenElementsInTemplate,
        "parsing-main-inbody",
        "A `</form>` in a `template` closes its form while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the form first.")
    .in_body("<template><form><div>a</form></template>", "<template><form><div>a</div></form></template>"),
    Entry::tree_construction(
        PEndTagWithoutPInScope,
        "parsing-main-inbody",
        "A `</p>` has no open `p` to close.",
        "An empty paragraph comes of it. Mostly a block in the paragraph has closed it before: a paragraph \
         cannot contain `div`, `ul`, `table` and the like.",
    )
    .naming_the_subject()
    .fix("Remove the end tag, or use a `div` instead of the `p`.")
    .in_body("<p>a<div>b</div></p>", "<div>a<div>b</div></div>"),
    Entry::tree_construction(
        PEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</p>` closes its paragraph while elements in it are open.",
        "They are closed, too; formatting elements such as `b` are opened again behind it.",
    )
    .fix("Close the elements in the paragraph first.")
    .in_body("<p><span>a</p>", "<p><span>a</span></p>"),
    Entry::tree_construction(
        LiEndTagWithoutLiInScope,
        "parsing-main-inbody",
        "A `</li>` has no open `li` to close.",
        "A `ul` or `ol` that is open hides the items outside of it. It is ignored.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<ul>a</li></ul>", "<ul><li>a</li></ul>"),
    Entry::tree_construction(
        LiEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</li>` closes its list item while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the list item first.")
    .in_body("<ul><li><span>a</li></ul>", "<ul><li><span>a</span></li></ul>"),
    Entry::tree_construction(
        DdOrDtEndTagWithoutElementInScope,
        "parsing-main-inbody",
        "A `</dd>` or `</dt>` has no open element to close.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<dl>a</dt></dl>", "<dl><dt>a</dt></dl>"),
    Entry::tree_construction(
        DdOrDtEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</dd>` or `</dt>` closes its element while others in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix(CLOSE_THE_ELEMENTS_IN_IT_FIRST)
    .in_body("<dl><dt><span>a</dt></dl>", "<dl><dt><span>a</span></dt></dl>"),
    Entry::tree_construction(
        HeadingEndTagWithoutHeadingInScope,
        "parsing-main-inbody",
        "The end tag of a heading has no open heading to close.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<p>a</p></h1>", "<h1>a</h1>"),
    Entry::tree_construction(
        MismatchedHeadingEndTag,
        "parsing-main-inbody",
        "The end tag of a heading comes where another element is open.",
        "It closes the nearest heading, of whatever level, and all that is open in it.",
    )
    .fix("Close the elements in the heading first, with the level of its start tag.")
    .in_body("<h1>a</h2>", "<h1>a</h1>"),
    Entry::tree_construction(
        AppletMarqueeOrObjectEndTagWithoutElementInScope,
        "parsing-main-inbody",
        "A `</applet>`, `</marquee>` or `</object>` has no open element to close.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<p>a</p></object>", "<object><p>a</p></object>"),
    Entry::tree_construction(
        AppletMarqueeOrObjectEndTagWithOpenElements,
        "parsing-main-inbody",
        "A `</applet>`, `</marquee>` or `</object>` closes its element while others in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix(CLOSE_THE_ELEMENTS_IN_IT_FIRST)
    .in_body("<object><span>a</object>", "<object><span>a</span></object>"),
    Entry::tree_construction(
        UnexpectedBrEndTag,
        "parsing-main-inbody",
        "There is a `</br>`.",
        "It is read as `<br>`.",
    )
    .naming_the_subject()
    .fix("Write `<br>`.")
    .in_body("a</br>b", "a<br>b"),
    Entry::tree_construction(
        OrdinaryEndTagWithOpenElements,
        "parsing-main-inbody",
        "An end tag closes an inline or unknown element while others in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix(CLOSE_THE_ELEMENTS_IN_IT_FIRST)
    .in_body("<label><span>a</label>", "<label><span>a</span></label>"),
    Entry::tree_construction(
        OrdinaryEndTagWithoutOpenElement,
        "parsing-main-inbody",
        "The end tag of an inline or unknown element has no open element to close.",
        "The nearest block or table cell hides what is open outside of it; it may also be closed already. It \
         is ignored.",
    )
    .fix(REMOVE_THE_END_TAG_OR_ADD_THE_START_TAG)
    .in_body("<p>a</span></p>", "<p><span>a</span></p>"),
    Entry::tree_construction(
        FormattingElementNotOpen,
        "adoption-agency-algorithm",
        "A formatting element is to be closed that another end tag has closed before.",
        "It would have been opened again at the next text. Now it will not.",
    )
    .fix(CLOSE_IN_THE_OPPOSITE_ORDER)
    .in_body("<div><b>a</div></b>", "<div><b>a</b></div>"),
    Entry::tree_construction(
        FormattingElementNotInScope,
        "adoption-agency-algorithm",
        "A formatting element is to be closed from where it is out of reach.",
        "An open table or the like hides what is open outside of it. The tag does not close it.",
    )
    .fix("Close the formatting element before the table.")
    .in_body("<a href='a'>a<table><tr></a><td>b</table>", "<a href='a'>a</a><table><tr><td>b</table>"),
    Entry::tree_construction(
        MisnestedFormattingElement,
        "adoption-agency-algorithm",
        "A formatting element is closed while others in it are open.",
        "Formatting goes on in what is still open: copies of the elements take over.",
    )
    .fix(CLOSE_IN_THE_OPPOSITE_ORDER)
    .in_body("<b>a<i>b</b>c</i>", "<b>a<i>b</i></b><i>c</i>"),
];
