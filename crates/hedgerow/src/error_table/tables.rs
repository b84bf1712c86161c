//! The parse errors of tree construction in tables.
//!
//! Their codes are provisional.

use hedgerow_tree::TreeConstructionError::{
    CaptionEndTagWithOpenElements, CaptionEndTagWithoutCaptionInScope,
    CaptionImplicitlyClosedWithOpenElements, CellEndTagWithOpenElements, CellEndTagWithoutCellInScope,
    CellImplicitlyClosedWithOpenElements, CellStartTagInTableBody, ColgroupEndTagWithoutOpenColgroup,
    FormStartTagInTable, HiddenInputStartTagInTable, MisplacedEndTagInTable,
    TableBodyEndTagInRowWithoutElementInScope, TableBodyEndTagWithoutElementInScope,
    TableEndTagWithoutTableInScope, TablePartEndTagInCellWithoutElementInScope, TableStartTagInTable,
    TableTagWithoutCaptionInScope, TableTagWithoutTableBodyInScope, TableTagWithoutTrInScope,
    TrEndTagWithoutTrInScope, UnexpectedCharacterInTable, UnexpectedColEndTag,
    UnexpectedContentInColumnGroup, UnexpectedDoctypeInColumnGroup, UnexpectedDoctypeInTable,
    UnexpectedEndTagInCaption, UnexpectedEndTagInCell, UnexpectedEndTagInRow, UnexpectedEndTagInTable,
    UnexpectedEndTagInTableBody, UnexpectedNullCharacterInTableText, UnexpectedStartTagInTable,
};

use super::{
    A_DOCTYPE_ELSEWHERE, Entry, IT_IS_IGNORED, REMOVE_OR_MOVE_THE_DOCTYPE, REMOVE_THE_CHARACTER,
    REMOVE_THE_END_TAG, REMOVE_THE_TAG, THE_OTHER_ONE_IS_CLOSED_FIRST, THEY_ARE_CLOSED_TOO,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::tree_construction(
        UnexpectedDoctypeInTable,
        "parsing-main-intable",
        "There is a DOCTYPE in a table.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .in_body("<table><!DOCTYPE html></table>", "<table></table>"),
    Entry::tree_construction(
        TableStartTagInTable,
        "parsing-main-intable",
        "A table begins directly in another table.",
        THE_OTHER_ONE_IS_CLOSED_FIRST,
    )
    .fix("Put the inner table into a cell, or close the outer one first.")
    .in_body("<table><table><tr><td>a</table>", "<table><tr><td><table><tr><td>a</table></table>"),
    Entry::tree_construction(
        TableEndTagWithoutTableInScope,
        "parsing-main-intable",
        "A `</table>` has no open table to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .fragment("table", "<tr><td>a</td></tr></table>", "<tr><td>a</td></tr>"),
    Entry::tree_construction(
        UnexpectedEndTagInTable,
        "parsing-main-intable",
        "There is an end tag of a part of a table, or of `body` or `html`, that closes nothing.",
        "Directly in the table no row, cell or other part is open. It is ignored.",
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table></td><tr><td>a</table>", "<table><tr><td>a</table>"),
    Entry::tree_construction(
        HiddenInputStartTagInTable,
        "parsing-main-intable",
        "There is a hidden `<input>` directly in a table.",
        "It stays where it is, but may not stand there.",
    )
    .naming_the_subject()
    .fix("Move it into a cell.")
    .in_body(
        "<table><input type='hidden'><tr><td>a</table>",
        "<table><tr><td><input type='hidden'>a</table>",
    ),
    Entry::tree_construction(
        FormStartTagInTable,
        "parsing-main-intable",
        "A `form` begins directly in a table.",
        "It becomes an empty element there; the fields that follow still belong to it.",
    )
    .naming_the_subject()
    .fix("Put the whole table into the form.")
    .in_body("<table><form><tr><td>a</table></form>", "<form><table><tr><td>a</table></form>"),
    Entry::tree_construction(
        UnexpectedStartTagInTable,
        "parsing-main-intable",
        "There is an element in a table outside of its cells.",
        "Browsers show it in front of the table: it is inserted there.",
    )
    .fix("Move it into a cell or a `caption`, or in front of the table.")
    .in_body("<table><b>a</b><tr><td>b</table>", "<b>a</b><table><tr><td>b</table>"),
    Entry::tree_construction(
        MisplacedEndTagInTable,
        "parsing-main-intable",
        "There is an end tag in a table, outside of its cells, that belongs to no part of the table.",
        "It is processed as in the body, but what is open outside of the table is mostly out of reach.",
    )
    .fix("Move it to where the element was opened.")
    .in_body("<div><table></div><tr><td>a</table></div>", "<div><table><tr><td>a</table></div>"),
    Entry::tree_construction(
        UnexpectedCharacterInTable,
        "parsing-main-intable",
        "There is text in a table outside of its cells.",
        "Browsers show it in front of the table: it is inserted there, with the white space around it.",
    )
    .fix("Move it into a cell or a `caption`, or in front of the table.")
    .in_body("<table>a<tr><td>b</table>", "a<table><tr><td>b</table>"),
    Entry::tree_construction(
        UnexpectedNullCharacterInTableText,
        "parsing-main-intabletext",
        "There is a U+0000 NULL character in a table, outside of its cells.",
        "It is dropped. Mostly it comes from a file in UTF-16 that is read in another encoding.",
    )
    .fix(REMOVE_THE_CHARACTER)
    .in_body("<table>\0<tr><td>a</table>", "<table><tr><td>a</table>"),
    Entry::tree_construction(
        CaptionEndTagWithoutCaptionInScope,
        "parsing-main-incaption",
        "A `</caption>` has no open `caption` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .fragment("caption", "a</caption>", "a"),
    Entry::tree_construction(
        CaptionEndTagWithOpenElements,
        "parsing-main-incaption",
        "A `</caption>` closes its element while others in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the caption first.")
    .in_body("<table><caption><div>a</caption></table>", "<table><caption><div>a</div></caption></table>"),
    Entry::tree_construction(
        TableTagWithoutCaptionInScope,
        "parsing-main-incaption",
        "A tag of a table has no open `caption` to close, in the contents of a `caption`.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_TAG)
    .fragment("caption", "a<tr>", "a"),
    Entry::tree_construction(
        CaptionImplicitlyClosedWithOpenElements,
        "parsing-main-incaption",
        "A tag of the table closes its `caption` while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the caption first.")
    .in_body(
        "<table><caption><div>a<tr><td>b</table>",
        "<table><caption><div>a</div></caption><tr><td>b</table>",
    ),
    Entry::tree_construction(
        UnexpectedEndTagInCaption,
        "parsing-main-incaption",
        "There is an end tag in a `caption`, of another part of the table, or of `body` or `html`.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table><caption>a</td></caption></table>", "<table><caption>a</caption></table>"),
    Entry::tree_construction(
        UnexpectedDoctypeInColumnGroup,
        "parsing-main-incolgroup",
        "There is a DOCTYPE in a `colgroup`.",
        A_DOCTYPE_ELSEWHERE,
    )
    .fix(REMOVE_OR_MOVE_THE_DOCTYPE)
    .in_body("<table><colgroup><!DOCTYPE html></colgroup></table>", "<table><colgroup></colgroup></table>"),
    Entry::tree_construction(
        ColgroupEndTagWithoutOpenColgroup,
        "parsing-main-incolgroup",
        "A `</colgroup>` has no open `colgroup` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .fragment("colgroup", "<col></colgroup>", "<col>"),
    Entry::tree_construction(
        UnexpectedColEndTag,
        "parsing-main-incolgroup",
        "There is a `</col>`.",
        "A `col` has no contents, and no end tag. It is ignored.",
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table><colgroup><col></col></colgroup></table>", "<table><colgroup><col></colgroup></table>"),
    Entry::tree_construction(
        UnexpectedContentInColumnGroup,
        "parsing-main-incolgroup",
        "The contents of a `colgroup` have something else than `col`.",
        "It is ignored where contents for a `colgroup` are parsed; in a table it ends the `colgroup`.",
    )
    .fix("Remove it.")
    .fragment("colgroup", "<col>a", "<col>"),
    Entry::tree_construction(
        CellStartTagInTableBody,
        "parsing-main-intbody",
        "A cell begins outside of a row.",
        "A `tr` is made for it.",
    )
    .fix("Put the cell into a `tr`.")
    .in_body("<table><tbody><td>a</table>", "<table><tbody><tr><td>a</table>"),
    Entry::tree_construction(
        TableBodyEndTagWithoutElementInScope,
        "parsing-main-intbody",
        "A `</tbody>`, `</tfoot>` or `</thead>` has no open element to close.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table><thead></tbody></table>", "<table><thead></thead></table>"),
    Entry::tree_construction(
        TableTagWithoutTableBodyInScope,
        "parsing-main-intbody",
        "A tag of a table has no open `tbody`, `tfoot` or `thead` to close, in the contents of one.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_TAG)
    .fragment("tbody", "<caption>a", "<tr>"),
    Entry::tree_construction(
        UnexpectedEndTagInTableBody,
        "parsing-main-intbody",
        "There is an end tag directly in a `tbody`, `tfoot` or `thead` that closes nothing.",
        "No row, cell or other part is open there. It is ignored.",
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table><tbody></tr></table>", "<table><tbody></table>"),
    Entry::tree_construction(
        TrEndTagWithoutTrInScope,
        "parsing-main-intr",
        "A `</tr>` has no open `tr` to close.",
        IT_IS_IGNORED,
    )
    .naming_the_subject()
    .fix(REMOVE_THE_END_TAG)
    .fragment("tr", "<td>a</td></tr>", "<td>a</td>"),
    Entry::tree_construction(
        TableTagWithoutTrInScope,
        "parsing-main-intr",
        "A tag of a table has no open `tr` to close, in the contents of one.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_TAG)
    .fragment("tr", "<td>a</td><tr>", "<td>a</td>"),
    Entry::tree_construction(
        TableBodyEndTagInRowWithoutElementInScope,
        "parsing-main-intr",
        "A `</tbody>`, `</tfoot>` or `</thead>` in a row has no open element to close.",
        IT_IS_IGNORED,
    )
    .fix("Remove the end tag, or correct its name.")
    .in_body("<table><tbody><tr></thead></table>", "<table><tbody><tr></tbody></table>"),
    Entry::tree_construction(
        UnexpectedEndTagInRow,
        "parsing-main-intr",
        "There is an end tag directly in a `tr` that closes nothing.",
        "No cell or other part is open there. It is ignored.",
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table><tr></td></tr></table>", "<table><tr></tr></table>"),
    Entry::tree_construction(
        CellEndTagWithoutCellInScope,
        "parsing-main-intd",
        "A `</td>` or `</th>` has no open cell of that name to close.",
        IT_IS_IGNORED,
    )
    .fix("Correct the end tag, or remove it.")
    .in_body("<table><tr><td>a</th></table>", "<table><tr><td>a</td></table>"),
    Entry::tree_construction(
        CellEndTagWithOpenElements,
        "parsing-main-intd",
        "A `</td>` or `</th>` closes its cell while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the cell first.")
    .in_body("<table><tr><td><div>a</td></table>", "<table><tr><td><div>a</div></td></table>"),
    Entry::tree_construction(
        UnexpectedEndTagInCell,
        "parsing-main-intd",
        "There is an end tag in a cell, of `body`, `html`, or a part of the table that cannot be around it.",
        IT_IS_IGNORED,
    )
    .fix(REMOVE_THE_END_TAG)
    .in_body("<table><tr><td>a</caption></table>", "<table><tr><td>a</table>"),
    Entry::tree_construction(
        TablePartEndTagInCellWithoutElementInScope,
        "parsing-main-intd",
        "An end tag in a cell, of a part of the table, has no open element to close.",
        IT_IS_IGNORED,
    )
    .fix("Correct the end tag, or remove it.")
    .in_body("<table><tbody><tr><td>a</thead></table>", "<table><tbody><tr><td>a</tbody></table>"),
    Entry::tree_construction(
        CellImplicitlyClosedWithOpenElements,
        "close-the-cell",
        "A tag of the table closes a cell while elements in it are open.",
        THEY_ARE_CLOSED_TOO,
    )
    .fix("Close the elements in the cell first.")
    .in_body("<table><tr><td><div>a<td>b</table>", "<table><tr><td><div>a</div><td>b</table>"),
];
