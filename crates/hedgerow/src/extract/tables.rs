//! [`Tables`]: tables as rows of cells, with spanned cells repeated.
//!
//! <https://html.spec.whatwg.org/multipage/tables.html#forming-a-table>
//!
//! A cell is a run of columns, and a row is a list of runs. A short table can have a very large number of slots, because cells
//! span up to 1000 columns and 65534 rows, so slots are computed when they are read, and only for the current row.

use std::collections::HashMap;
use std::ops::Range;

use hedgerow_base::known;
use hedgerow_dom::{Document, NodeRef, Slot};

use super::collapsed_text::CollapsedText;

/// The tables of a document: [`Extract::tables`](super::Extract::tables).
#[derive(Clone, Debug)]
pub struct Tables<'d> {
    text: CollapsedText,
    /// The texts of cells and captions.
    ranges: HashMap<Slot, Range<usize>>,
    elements: Vec<NodeRef<'d>>,
}

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t> {
    tables: &'t Tables<'t>,
    element: NodeRef<'t>,
}

/// The rows of a [`Table`].
#[derive(Clone, Debug)]
pub struct Rows<'t> {
    tables: &'t Tables<'t>,
    /// The rows that follow, each with the number of rows from it to the end of its row group.
    left: std::vec::IntoIter<(NodeRef<'t>, usize)>,
    /// The cells that continue in the next row, in the order of columns.
    growing: Vec<Run>,
}

/// The slots of a row, up to its last cell: the text of the cell, or `None` in a slot without a cell.
///
/// A row may be very long: 17 bytes of HTML suffice for a thousand slots in each of a thousand rows.
#[derive(Clone, Debug)]
pub struct Cells<'t> {
    tables: &'t Tables<'t>,
    runs: std::vec::IntoIter<Run>,
    run: Option<Run>,
    column: usize,
}

/// Adjacent columns of a row that one cell covers.
#[derive(Clone, Debug)]
struct Run {
    columns: Range<usize>,
    cell: Slot,
    /// The number of rows that the cell covers, from this row on.
    rows: usize,
}

impl<'d> Tables<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        let mut tables = Vec::new();
        let mut slots = Vec::new();
        let (text, ranges) = CollapsedText::collect(document, |node, name| {
            if name.is_html(known::TABLE) {
                tables.push(node);
            }
            let is_wanted = [known::TD, known::TH, known::CAPTION].iter().any(|&local| name.is_html(local));
            if is_wanted {
                slots.push(node.slot());
            }
            is_wanted
        });
        Self { text, ranges: slots.into_iter().zip(ranges).collect(), elements: tables }
    }

    /// The tables in tree order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Table<'_>> {
        self.elements.iter().map(|&element| Table { tables: self, element })
    }

    fn text(&self, slot: Slot) -> &str {
        self.ranges.get(&slot).map_or("", |range| self.text.get(range))
    }
}

impl<'t> Table<'t> {
    /// The `table` element.
    #[must_use]
    pub fn element(self) -> NodeRef<'t> {
        self.element
    }

    /// The [rendered text](crate::ToHtml::rendered_text) of the first `caption`, with each run of white space as one space.
    #[must_use]
    pub fn caption(self) -> Option<&'t str> {
        let caption = self.element.child_elements().find(|child| child.is_html(known::CAPTION))?;
        Some(self.tables.text(caption.slot()))
    }

    /// The rows, from top to bottom. The [rendered text](crate::ToHtml::rendered_text) of a cell is in each slot that the cell
    /// covers, with each run of white space as one space. If cells overlap, the slot has the text of the first one. A cell ends with its row group, whatever its
    /// `rowspan`.
    #[must_use]
    pub fn rows(self) -> Rows<'t> {
        let mut rows = Vec::new();
        let children = self
            .element
            .child_elements()
            .filter(|child| child.is_html_any(&[known::THEAD, known::TBODY, known::TFOOT, known::TR]));
        let children: Vec<NodeRef<'_>> = children.collect();
        let is_row = |node: &NodeRef<'_>| node.is_html(known::TR);
        // The rows between row groups are a group as well. The footers come last, wherever they are.
        let groups = || children.chunk_by(|one, other| is_row(one) && is_row(other));
        let is_footer = |group: &&[NodeRef<'_>]| group[0].is_html(known::TFOOT);
        for group in groups().filter(|group| !is_footer(group)).chain(groups().filter(is_footer)) {
            let first = rows.len();
            match group {
                [group] if !is_row(group) => {
                    rows.extend(group.child_elements().filter(is_row).map(|row| (row, 0)));
                }
                direct => rows.extend(direct.iter().map(|&row| (row, 0))),
            }
            let end = rows.len();
            for (index, row) in rows.iter_mut().enumerate().skip(first) {
                row.1 = end - index;
            }
        }
        Rows { tables: self.tables, left: rows.into_iter(), growing: Vec::new() }
    }
}

impl<'t> Iterator for Rows<'t> {
    type Item = Cells<'t>;

    /// <https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows>
    fn next(&mut self) -> Option<Cells<'t>> {
        let (row, rows_in_group) = self.left.next()?;
        let mut growing = std::mem::take(&mut self.growing).into_iter().peekable();
        let mut runs: Vec<Run> = Vec::new();
        let mut column = 0;
        for cell in row.child_elements().filter(|child| child.is_html_any(&[known::TD, known::TH])) {
            // Finds the first column that no cell of a previous row covers.
            while let Some(run) = growing.next_if(|run| run.columns.start <= column) {
                column = column.max(run.columns.end);
                runs.push(run);
            }
            let end = column + span(cell.attribute(known::COLSPAN), 1000).unwrap_or(1).max(1);
            let rows = match span(cell.attribute(known::ROWSPAN), 65534) {
                Some(0) => rows_in_group,
                rows => rows.unwrap_or(1).min(rows_in_group),
            };
            while column < end {
                let next = growing.next_if(|run| run.columns.start < end);
                let end_of_run = next.as_ref().map_or(end, |run| run.columns.start);
                if column < end_of_run {
                    runs.push(Run { columns: column..end_of_run, cell: cell.slot(), rows });
                }
                column = next.as_ref().map_or(end, |run| run.columns.end);
                runs.extend(next);
            }
        }
        runs.extend(growing);
        let continued = runs.iter().filter(|run| run.rows > 1).cloned();
        self.growing = continued.map(|run| Run { rows: run.rows - 1, ..run }).collect();
        Some(Cells { tables: self.tables, runs: runs.into_iter(), run: None, column: 0 })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl ExactSizeIterator for Rows<'_> {}

impl<'t> Iterator for Cells<'t> {
    type Item = Option<&'t str>;

    fn next(&mut self) -> Option<Option<&'t str>> {
        if self.run.as_ref().is_none_or(|run| run.columns.end <= self.column) {
            self.run = Some(self.runs.next()?);
        }
        let run = self.run.as_ref()?;
        let is_covered = run.columns.contains(&self.column);
        self.column += 1;
        Some(is_covered.then(|| self.tables.text(run.cell)))
    }
}

/// Parses a `colspan` or `rowspan`, with a maximum; `None` if it is not a number.
///
/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-non-negative-integers>
fn span(value: Option<&str>, most: usize) -> Option<usize> {
    let value = value?.trim_ascii_start();
    let value = value.strip_prefix('+').unwrap_or(value);
    let digits = value.len() - value.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let digits = &value[..digits];
    // Digits can fail to parse only if the number is too large.
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(most).min(most))
}

#[cfg(test)]
mod tests {
    use crate::extract::Extract as _;

    fn rows(html: &str) -> Vec<String> {
        let document = crate::parse(html);
        let tables = document.tables();
        let table = tables.iter().next().unwrap();
        let cells =
            |row: super::Cells<'_>| row.map(|cell| cell.unwrap_or("-").to_owned()).collect::<Vec<_>>();
        table.rows().map(|row| cells(row).join("|")).collect()
    }

    #[test]
    fn cells_fill_the_slots_that_they_span() {
        let html = "<table><tr><td rowspan=2>a<td colspan=2>b<td>c<tr><td>d<td rowspan=9>e<td>f<tr><td>g<td>h</table>";
        assert_eq!(rows(html), ["a|b|b|c", "a|d|e|f", "g|h|e"]);
        // A slot may have no cell.
        let html = "<table><tr><td>a<td>b<td rowspan=3>c<tr><td>d<tr></table>";
        assert_eq!(rows(html), ["a|b|c", "d|-|c", "-|-|c"]);
        // The second cell of the second row overlaps c.
        let html = "<table><tr><td>a<td>b<td rowspan=2>c<tr><td>d<td colspan=3>e</table>";
        assert_eq!(rows(html), ["a|b|c", "d|e|c|e"]);
    }

    #[test]
    fn cells_end_with_their_row_group() {
        let html = "<table><tfoot><tr><td>z</tfoot><thead><tr><td rowspan=5>h<td>1</thead><tr><td rowspan=0>a<td>b<tr><td>c</table>";
        assert_eq!(rows(html), ["h|1", "a|b", "a|c", "z"]);
    }

    #[test]
    fn a_footer_ends_the_group_of_the_rows_before_it() {
        let html = "<table><tbody><tr><td rowspan=0>a<td>b</tr></tbody><tfoot><tr><td>f</tfoot><tbody><tr><td>c</table>";
        let mut document = crate::parse(html);
        for id in document
            .root()
            .descendants()
            .filter(|node| node.is_html(super::known::TBODY))
            .map(|node| node.id())
            .collect::<Vec<_>>()
        {
            document.replace_with_children(id).unwrap();
        }
        let tables = document.tables();
        let table = tables.iter().next().unwrap();
        let rows: Vec<Vec<&str>> = table.rows().map(|row| row.flatten().collect()).collect();
        assert_eq!(rows, [vec!["a", "b"], vec!["c"], vec!["f"]]);
    }

    #[test]
    fn texts_of_cells_are_rendered_texts() {
        assert_eq!(
            rows("<table><td><span hidden>0005</span>5<td>a<div>b</div><script>c</script>"),
            ["5|a b"]
        );
    }

    #[test]
    fn spans_are_parsed_by_the_rules_for_integers() {
        let span = |value| super::span(Some(value), 1000);
        assert_eq!([" 3x", "+3", "0", "1001"].map(span), [Some(3), Some(3), Some(0), Some(1000)]);
        assert_eq!(["", "x", "-3"].map(span), [None; 3]);
        assert_eq!(span("99999999999999999999999"), Some(1000));
    }

    #[test]
    fn a_nested_table_is_a_table_and_part_of_a_cell() {
        let document =
            crate::parse("<table><caption> A <b>b</b></caption><td>1<table><td>2<td>3</table>4</table>");
        let tables = document.tables();
        let texts: Vec<(Option<&str>, Vec<&str>)> = tables
            .iter()
            .map(|table| (table.caption(), table.rows().flatten().flatten().collect()))
            .collect();
        assert_eq!(texts, [(Some("A b"), vec!["1 2 3 4"]), (None, vec!["2", "3"])]);
    }

    #[test]
    fn reading_tables_takes_time_linear_in_the_cells_read() {
        // A million slots in each row, of which only one is read.
        let html = format!(
            "<table><tr>{}</table>",
            "<td colspan=1000 rowspan=65534>a".repeat(1000) + &"<tr>".repeat(1000)
        );
        let document = crate::parse(&html);
        let tables = document.tables();
        let table = tables.iter().next().unwrap();
        assert_eq!(table.rows().filter_map(|mut row| row.next()).count(), 1001);
    }
}
