//! The parse errors of tree construction at start tags, text and the end of the file in the body and in templates.
//!
//! Their codes are provisional.

use hedgerow_tree::TreeConstructionError::{
    AStartTagInA, BodyStartTagInBody, ButtonStartTagInButton, DdImplicitlyClosedWithOpenElements,
    DtImplicitlyClosedWithOpenElements, EofInTemplate, EofInTextElement, EofWithOpenElements,
    FormStartTagInForm, FramesetStartTagInBody, HeadingStartTagInHeading, HrStartTagInOption,
    HtmlStartTagInHtml, ImageStartTag, InputStartTagInSelect, InputStartTagInSelectFragment,
    LiImplicitlyClosedWithOpenElements, NobrStartTagInNobr, OptgroupStartTagInOptionOrOptgroup,
    OptionStartTagInOption, PImplicitlyClosedWithOpenElements, RbOrRtcStartTagOutsideRuby,
    RpOrRtStartTagOutsideRuby, SelectStartTagInSelect, SelectStartTagInSelectFragment,
    UnexpectedDoctypeInBody, UnexpectedEndTagInTemplate, UnexpectedNullCharacterInBody,
    UnexpectedStartTagInBody,
};

use super::{
    A_DOCTYPE_ELSEWHERE, Entry, IT_IS_IGNORED, REMOVE_OR_MOVE_THE_DOCTYPE, REMOVE_THE_CHARACTER,
    REMOVE_THE_END_TAG, REMOVE_THE_TAG, THE_ELEMENT_IS_CLOSED_THERE, THE_OTHER_ONE_IS_CLOSED_FIRST,
    THEY_ARE_CLOSED_TOO,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::tree_construction(
        UnexpectedNullCharacterInBody,
        "parsing-main-inbody",
        "There is a U+0000 NULL character in the text.",
        "It is dropped. Mostly it comes from a file in UTF-16 that is read in another encoding.",
    )
    .fix(REMOVE_THE_CHARACTER)
    .in_body("<p>a\0b</p>", "<p>ab</p>"),
    Entry::tree_construction(
        UnexpectedDoctypeInBody,
        "parsing-main-inbody",
        "There is a DOCTYPE in the body.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .in_body("<!DOCTYPE html><p>a</p>", "<p>a</p>"),
    Entry::tree_construction(
        HtmlStartTagInHtml,
        "parsing-main-inbody",
        "There is a second `<html>`.",
        "No element comes of it. The first one gets those of its attributes that it does not have yet.",
    )
    .naming_the_subject()
    .fix("Remove the start tag, and move its attributes to the first one.")
    .document("<!DOCTYPE html><html><body><html lang='en'></body></html>", "<!DOCTYPE html><html lang='en'><body></body></html>"),
    Entry::tree_construction(
        BodyStartTagInBody,
        "parsing-main-inbody",
        "There is a second `<body>`.",
        "No element comes of it. The first one gets those of its attributes that it does not have yet.",
    )
    .naming_the_subject()
    .fix("Remove the start tag, and move its attributes to the first one.")
    .document("<!DOCTYPE html><body><p>a</p><body class='b'></body>", "<!DOCTYPE html><body class='b'><p>a</p></body>"),
    Entry::tree_construction(
        FramesetStartTagInBody,
        "parsing-main-inbody",
        "There is a `<frameset>` in the body.",
        "As long as the body has nothing that can be seen, the frameset replaces it; otherwise the tag is \
         ignored.",
    )
    .naming_the_subject()
    .fix("Decide for a `body` or a `frameset`.")
    .document("<!DOCTYPE html><p>a</p><frameset>", "<!DOCTYPE html><p>a</p>"),
    Entry::tree_construction(
        EofWithOpenElements,
        "parsing-main-inbody",
        "The document ends while an element is open that needs an end tag.",
        "All that is open is closed there. Often the end tag was forgotten much earlier.",
    )
    .fix("Add the end tag.")
    .in_body("<div>a", "<div>a</div>"),
    Entry::tree_construction(
        HeadingStartTagInHeading,
        "parsing-main-inbody",
        "A heading begins directly in another heading.",
        THE_OTHER_ONE_IS_CLOSED_FIRST,
    )
    .fix("Close the heading before the next one.")
    .in_body("<h1>a<h2>b</h2>", "<h1>a</h1><h2>b</h2>"),
    Entry::tree_construction(
        FormStartTagInForm,
        "parsing-main-inbody",
        "A `form` begins in another `form`.",
        "Forms cannot be nested. The start tag is ignored; the end tag of the inner form then ends the outer \
         one.",
    )
    .naming_the_subject()
    .fix("Close the outer form first, or name it in the `form` attributes of its fields.")
    .in_body("<form><div><form></div></form>", "<form><div></div></form><form></form>"),
    Entry::tree_construction(
        LiImplicitlyClosedWithOpenElements,
        "parsing-main-inbody",
        "A new `<li>` closes the one before while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the list item first.")
    .in_body("<ul><li><b>a<li>b</ul>", "<ul><li><b>a</b><li>b</ul>"),
    Entry::tree_construction(
        DdImplicitlyClosedWithOpenElements,
        "parsing-main-inbody",
        "A new `<dd>` or `<dt>` closes the `dd` before while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the `dd` first.")
    .in_body("<dl><dt>a<dd><span>b<dt>c<dd>d</dl>", "<dl><dt>a<dd><span>b</span><dt>c<dd>d</dl>"),
    Entry::tree_construction(
        DtImplicitlyClosedWithOpenElements,
        "parsing-main-inbody",
        "A new `<dd>` or `<dt>` closes the `dt` before while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the `dt` first.")
    .in_body("<dl><dt><span>a<dd>b</dl>", "<dl><dt><span>a</span><dd>b</dl>"),
    Entry::tree_construction(
        PImplicitlyClosedWithOpenElements,
        "parsing-main-inbody",
        "A start tag closes a `p` while elements in it are open.",
        "A paragraph cannot contain blocks, lists, tables and the like: their start tags end it, and close \
         what is open in it.",
    )
    .fix("Close the elements in the paragraph first, or use a `div` instead of the `p`.")
    .in_body("<p><span>a<div>b</div>", "<p><span>a</span></p><div>b</div>"),
    Entry::tree_construction(
        ButtonStartTagInButton,
        "parsing-main-inbody",
        "A `button` begins in another `button`.",
        THE_OTHER_ONE_IS_CLOSED_FIRST,
    )
    .naming_the_subject()
    .fix("Close the button before the next one.")
    .in_body("<button>a<button>b</button>", "<button>a</button><button>b</button>"),
    Entry::tree_construction(
        AStartTagInA,
        "parsing-main-inbody",
        "A link begins in another link.",
        THE_OTHER_ONE_IS_CLOSED_FIRST,
    )
    .fix("Close the link before the next one.")
    .in_body("<a href='a'>a<a href='b'>b</a>", "<a href='a'>a</a><a href='b'>b</a>"),
    Entry::tree_construction(
        NobrStartTagInNobr,
        "parsing-main-inbody",
        "A `nobr` begins in another `nobr`.",
        THE_OTHER_ONE_IS_CLOSED_FIRST,
    )
    .naming_the_subject()
    .fix("Close the element before the next one.")
    .in_body("<nobr>a<nobr>b</nobr>", "<nobr>a</nobr><nobr>b</nobr>"),
    Entry::tree_construction(
        InputStartTagInSelectFragment,
        "parsing-main-inbody",
        "There is an `<input>` in the contents of a `select`.",
        "It is ignored where contents for a `select` are parsed.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_TAG)
    .fragment("select", "<option>a</option><input>", "<option>a</option>"),
    Entry::tree_construction(
        InputStartTagInSelect,
        "parsing-main-inbody",
        "There is an `<input>` in a `select`.",
        "The `select` is closed first.",
    )
    .naming_the_subject()
    .fix("Close the `select` before it.")
    .in_body("<select><option>a</option><input>", "<select><option>a</option></select><input>"),
    Entry::tree_construction(
        HrStartTagInOption,
        "parsing-main-inbody",
        "There is an `<hr>` in an `option` or `optgroup` that cannot be closed for it.",
        "It may stand between options, and closes one that is open, but not when further elements are open in \
         that.",
    )
    .naming_the_subject()
    .fix("Close the `option` or `optgroup` before it.")
    .in_body("<select><option><b>a</b><b><hr></b></option></select>", "<select><option><b>a</b></option><hr></select>"),
    Entry::tree_construction(
        ImageStartTag,
        "parsing-main-inbody",
        "There is an `<image>` instead of an `<img>`.",
        "It is read as `<img>`.",
    )
    .naming_the_subject()
    .fix("Write `<img>`.")
    .in_body("<image src='a.png'>", "<img src='a.png'>"),
    Entry::tree_construction(
        SelectStartTagInSelectFragment,
        "parsing-main-inbody",
        "There is a `<select>` in the contents of a `select`.",
        "It is ignored where contents for a `select` are parsed.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_TAG)
    .fragment("select", "<select><option>a</option>", "<option>a</option>"),
    Entry::tree_construction(
        SelectStartTagInSelect,
        "parsing-main-inbody",
        "There is a `<select>` in a `select`.",
        "It is read as `</select>`.",
    )
    .naming_the_subject()
    .fix("Close the `select` before the next one.")
    .in_body("<select><option>a</option><select>", "<select><option>a</option></select>"),
    Entry::tree_construction(
        OptionStartTagInOption,
        "parsing-main-inbody",
        "There is an `<option>` in an `option` that cannot be closed for it.",
        "It closes an option before it, but not when further elements are open in that; then the two are \
         nested.",
    )
    .naming_the_subject()
    .fix("Close the elements in the `option` first.")
    .in_body("<select><option><b>a<option>b</option></b></option></select>", "<select><option><b>a</b><option>b</option></select>"),
    Entry::tree_construction(
        OptgroupStartTagInOptionOrOptgroup,
        "parsing-main-inbody",
        "There is an `<optgroup>` in an `option` or `optgroup` that cannot be closed for it.",
        "It closes what is before it, but not when further elements are open in that; then the two are \
         nested.",
    )
    .naming_the_subject()
    .fix("Close the elements before it first.")
    .in_body("<select><optgroup label='a'><div><optgroup label='b'></optgroup></div></optgroup></select>", "<select><optgroup label='a'><div></div><optgroup label='b'></optgroup></select>"),
    Entry::tree_construction(
        RbOrRtcStartTagOutsideRuby,
        "parsing-main-inbody",
        "There is an `<rb>` or `<rtc>` that is not directly in a `ruby`.",
        "The element is inserted all the same.",
    )
    .fix("Put it into a `ruby`, and close the elements before it first.")
    .in_body("<p><rb>a</rb></p>", "<p><ruby><rb>a</rb></ruby></p>"),
    Entry::tree_construction(
        RpOrRtStartTagOutsideRuby,
        "parsing-main-inbody",
        "There is an `<rp>` or `<rt>` that is not directly in a `ruby` or `rtc`.",
        "The element is inserted all the same.",
    )
    .fix("Put it into a `ruby`, and close the elements before it first.")
    .in_body("<p><rt>a</rt></p>", "<p><ruby>b<rt>a</rt></ruby></p>"),
    Entry::tree_construction(
        UnexpectedStartTagInBody,
        "parsing-main-inbody",
        "There is a start tag in the body that belongs into a table, a `frameset` or before the body.",
        "`caption`, `col`, `colgroup`, `tbody`, `td`, `tfoot`, `th`, `thead` and `tr` mean something in a \
         table only, `frame` in a `frameset`, `head` before the body. The tag is ignored; what follows it is \
         not.",
    )
    .fix("Put it into a `table`, or remove it.")
    .in_body("<div><td>a</td></div>", "<div><table><tr><td>a</td></tr></table></div>"),
    Entry::tree_construction(
        EofInTextElement,
        "parsing-main-incdata",
        "The document ends in an element that contains only text.",
        "In `script`, `style`, `title`, `textarea` and the like, everything up to their end tag is text.",
    )
    .fix("Add the end tag.")
    .in_body("<textarea>a", "<textarea>a</textarea>"),
    Entry::tree_construction(
        UnexpectedEndTagInTemplate,
        "parsing-main-intemplate",
        "There is an end tag directly in a `template` that closes nothing.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<template></p></template>", "<template></template>"),
    Entry::tree_construction(
        EofInTemplate,
        "parsing-main-intemplate",
        "The document ends in a `template`.",
        THE_ELEMENT_IS_CLOSED_THERE,
    )
    .fix("Close it with `</template>`.")
    .in_body("<template>a", "<template>a</template>"),
];
