//! [`Tables`]: tables as rows of cells, with spanned cells repeated.
//!
//! <https://html.spec.whatwg.org/multipage/tables.html#forming-a-table>
//!
//! A short table can have a very large number of slots, because cells span up to 1000 columns and 65534 rows, so slots are
//! computed when they are read.
//!
//! ```text
//! rows():  give each cell its place, with a map of the columns that are free in the current row
//!          store the cell at the nodes of a segment tree over the rows that together cover its rows
//! a row:   merge the lists of the nodes on the path from its leaf to the root, in the order of columns
//! ```
//!
//! So a row that is not read takes no time, however many cells reach into it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::ops::Range;
use std::sync::Arc;

use hedgerow_base::known;
use hedgerow_dom::{Document, NodeRef, Slot};
use hedgerow_serialize::OutputLimit;

use super::collapsed_text::CollapsedText;

/// The tables of a document: [`Extract::tables`](crate::Extract::tables).
#[derive(Clone, Debug)]
pub struct Tables<'d> {
    text: CollapsedText,
    /// The texts of cells and captions.
    ranges: HashMap<Slot, Range<usize>>,
    cells: HashMap<Slot, NodeRef<'d>>,
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
    layout: Arc<Layout>,
    /// The index of the next row.
    next: usize,
}

/// The slots of a row, up to its last cell: the text of the cell, or `None` in a slot without a cell.
///
/// A row may be very long: 17 bytes of HTML suffice for a thousand slots in each of a thousand rows.
#[derive(Clone, Debug)]
pub struct Cells<'t> {
    tables: &'t Tables<'t>,
    layout: Arc<Layout>,
    row: usize,
    column: usize,
    /// The lists of the layout that are not read to their end, each with the number of entries that were read; `None` before
    /// the first slot is read.
    lists: Option<Vec<(usize, usize)>>,
    /// The cells that begin at or before the current column; the first one in tree order comes first.
    begun: BinaryHeap<Reverse<usize>>,
}

/// The places of the cells of a table.
#[derive(Debug)]
struct Layout {
    rows: usize,
    /// The cells in tree order.
    cells: Vec<PlacedCell>,
    /// A segment tree over the rows: node 1 is the root, the children of node `n` are `2 n` and `2 n + 1`, and node `rows + row`
    /// is the leaf of a row. Each node lists cells by their indexes, in the order of columns.
    tree: Vec<Vec<usize>>,
}

#[derive(Clone, Debug)]
struct PlacedCell {
    columns: Range<usize>,
    cell: Slot,
}

impl<'d> Tables<'d> {
    pub(crate) fn new(document: &'d Document) -> Self {
        let mut tables = Vec::new();
        let (mut slots, mut cells) = (Vec::new(), HashMap::new());
        let (text, ranges) = CollapsedText::collect(document, |node, name| {
            if name.is_html(known::TABLE) {
                tables.push(node);
            }
            let is_wanted = [known::TD, known::TH, known::CAPTION].iter().any(|&local| name.is_html(local));
            if is_wanted {
                slots.push(node.slot());
                cells.insert(node.slot(), node);
            }
            is_wanted
        });
        Self { text, ranges: slots.into_iter().zip(ranges).collect(), cells, elements: tables }
    }

    /// Returns the limit on the texts of all cells together if they exceed it, as for
    /// [`Links::exceeded`](crate::Links::exceeded). The texts after the limit are missing.
    #[must_use]
    pub fn exceeded(&self) -> Option<OutputLimit> {
        self.text.exceeded()
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

    /// The [rendered text](hedgerow_serialize::ToHtml::rendered_text) of the first `caption`, with each run of white space as one space.
    #[must_use]
    pub fn caption(self) -> Option<&'t str> {
        let caption = self.element.child_elements().find(|child| child.is_html(known::CAPTION))?;
        Some(self.tables.text(caption.slot()))
    }

    /// The rows, from top to bottom. The [rendered text](hedgerow_serialize::ToHtml::rendered_text) of a cell is in each slot that the cell
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
        Rows { tables: self.tables, layout: Arc::new(Layout::of(&rows)), next: 0 }
    }
}

impl Layout {
    /// Places the cells of rows, each of which has the number of rows from it to the end of its row group.
    ///
    /// <https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows>
    fn of(rows: &[(NodeRef<'_>, usize)]) -> Self {
        let mut layout = Self { rows: rows.len(), cells: Vec::new(), tree: vec![Vec::new(); 2 * rows.len()] };
        let mut covered = Columns::default();
        // For each row, the columns of the cells that end before it.
        let mut ending: HashMap<usize, Vec<Range<usize>>> = HashMap::new();
        for (index, &(row, rows_in_group)) in rows.iter().enumerate() {
            for columns in ending.remove(&index).into_iter().flatten() {
                covered.uncover(columns, index);
            }
            let mut column = 0;
            for cell in row.child_elements().filter(|child| child.is_html_any(&[known::TD, known::TH])) {
                column = covered.first_from(column);
                let end = column + span(cell.attribute(known::COLSPAN), 1000).unwrap_or(1).max(1);
                let rows = match span(cell.attribute(known::ROWSPAN), 65534) {
                    Some(0) => rows_in_group,
                    rows => rows.unwrap_or(1).min(rows_in_group),
                };
                covered.cover(column..end, index + rows);
                ending.entry(index + rows).or_default().push(column..end);
                layout.cells.push(PlacedCell { columns: column..end, cell: cell.slot() });
                layout.store(layout.cells.len() - 1, index..index + rows);
                column = end;
            }
        }
        let Self { cells, tree, .. } = &mut layout;
        for list in tree {
            list.sort_by_key(|&cell| cells[cell].columns.start);
        }
        layout
    }

    /// Stores a cell at the nodes of the tree that together cover its rows.
    fn store(&mut self, cell: usize, rows: Range<usize>) {
        let (mut from, mut to) = (rows.start + self.rows, rows.end + self.rows);
        while from < to {
            if from % 2 == 1 {
                self.tree[from].push(cell);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                self.tree[to].push(cell);
            }
            (from, to) = (from / 2, to / 2);
        }
    }

    /// The nodes of the tree whose cells are in a row.
    fn lists_of(&self, row: usize) -> impl Iterator<Item = usize> {
        let leaf = row + self.rows;
        std::iter::successors(Some(leaf), |node| Some(node / 2)).take_while(|&node| node > 0)
    }
}

/// The columns that cells cover in the current row. Cells can overlap.
struct Columns {
    /// The free columns, as disjoint ranges: the starts with the ends.
    free: BTreeMap<usize, usize>,
    /// The covered columns, as disjoint ranges: the starts with the ends and the first rows in which no cell covers them. The
    /// columns of a cell are always whole ranges.
    covered: BTreeMap<usize, (usize, usize)>,
}

impl Default for Columns {
    fn default() -> Self {
        Self { free: BTreeMap::from([(0, usize::MAX)]), covered: BTreeMap::new() }
    }
}

impl Columns {
    /// Returns the first free column that is not before a column.
    fn first_from(&self, column: usize) -> usize {
        self.range_from(column).map_or(column, |range| range.start.max(column))
    }

    /// Returns the first free range that ends after a column.
    fn range_from(&self, column: usize) -> Option<Range<usize>> {
        let before = self.free.range(..=column).next_back().filter(|(_, end)| **end > column);
        let (&start, &end) = before.or_else(|| self.free.range(column..).next())?;
        Some(start..end)
    }

    /// Covers columns up to a row.
    fn cover(&mut self, columns: Range<usize>, end_row: usize) {
        for border in [columns.start, columns.end] {
            if let Some((_, range)) = self.covered.range_mut(..border).next_back()
                && range.0 > border
            {
                let after = *range;
                range.0 = border;
                self.covered.insert(border, after);
            }
        }
        for (_, range) in self.covered.range_mut(columns.clone()) {
            range.1 = range.1.max(end_row);
        }
        let mut column = columns.start;
        while let Some(range) = self.range_from(column).filter(|range| range.start < columns.end) {
            let part = range.start.max(columns.start)..range.end.min(columns.end);
            self.free.remove(&range.start);
            for rest in [range.start..part.start, part.end..range.end] {
                if !rest.is_empty() {
                    self.free.insert(rest.start, rest.end);
                }
            }
            self.covered.insert(part.start, (part.end, end_row));
            column = part.end;
        }
    }

    /// Makes the columns of a cell free that no other cell covers in a row.
    fn uncover(&mut self, columns: Range<usize>, row: usize) {
        let ended = self.covered.range(columns).filter(|(_, range)| range.1 <= row);
        let ended: Vec<Range<usize>> = ended.map(|(&start, range)| start..range.0).collect();
        for Range { mut start, mut end } in ended {
            self.covered.remove(&start);
            if let Some((&before, _)) = self.free.range(..start).next_back().filter(|(_, end)| **end == start)
            {
                start = before;
            }
            if let Some(end_of_next) = self.free.remove(&end) {
                end = end_of_next;
            }
            self.free.insert(start, end);
        }
    }
}

impl<'t> Iterator for Rows<'t> {
    type Item = Cells<'t>;

    fn next(&mut self) -> Option<Cells<'t>> {
        let row = self.next;
        if row == self.layout.rows {
            return None;
        }
        self.next += 1;
        let layout = Arc::clone(&self.layout);
        Some(Cells { tables: self.tables, layout, row, column: 0, lists: None, begun: BinaryHeap::new() })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.layout.rows - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Rows<'_> {}

impl<'t> Cells<'t> {
    /// Returns the `td` or `th` element in each slot, in place of its text.
    ///
    /// ```
    /// use hedgerow::extract::Extract as _;
    /// let document = hedgerow::parse("<table><tr><th colspan=2>Tree<td>oak</table>");
    /// let tables = document.tables();
    /// let row = tables.iter().next().unwrap().rows().next().unwrap();
    /// let names: Vec<_> = row.elements().map(|cell| cell.unwrap().local_name_text()).collect();
    /// assert_eq!(names, ["th", "th", "td"]);
    /// ```
    pub fn elements(mut self) -> impl Iterator<Item = Option<NodeRef<'t>>> {
        let cell_of = |tables: &Tables<'t>, slot| tables.cells.get(&slot).copied();
        std::iter::from_fn(move || {
            self.next_slot().map(|slot| slot.and_then(|slot| cell_of(self.tables, slot)))
        })
    }

    /// Returns the cell in the next slot.
    #[expect(clippy::option_option, reason = "a slot may have no cell")]
    fn next_slot(&mut self) -> Option<Option<Slot>> {
        let Self { layout, column, begun, .. } = self;
        let lists = self.lists.get_or_insert_with(|| {
            let nodes = layout.lists_of(self.row).filter(|&node| !layout.tree[node].is_empty());
            nodes.map(|node| (node, 0)).collect()
        });
        lists.retain_mut(|(node, read)| {
            let list = &layout.tree[*node];
            while let Some(&cell) =
                list.get(*read).filter(|cell| layout.cells[**cell].columns.start <= *column)
            {
                begun.push(Reverse(cell));
                *read += 1;
            }
            *read < list.len()
        });
        // If cells overlap, the slot belongs to the first one.
        while begun.peek().is_some_and(|Reverse(cell)| layout.cells[*cell].columns.end <= *column) {
            begun.pop();
        }
        *column += 1;
        match begun.peek() {
            Some(Reverse(cell)) => Some(Some(layout.cells[*cell].cell)),
            None if lists.is_empty() => None,
            None => Some(None),
        }
    }
}

impl<'t> Iterator for Cells<'t> {
    type Item = Option<&'t str>;

    fn next(&mut self) -> Option<Option<&'t str>> {
        let slot = self.next_slot()?;
        Some(slot.map(|slot| self.tables.text(slot)))
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
    use crate::Extract as _;

    fn rows(html: &str) -> Vec<String> {
        let document = hedgerow::parse(html);
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
        let mut document = hedgerow::parse(html);
        for id in document
            .root()
            .descendants()
            .filter(|node| node.is_html(super::known::TBODY))
            .map(super::NodeRef::id)
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
            hedgerow::parse("<table><caption> A <b>b</b></caption><td>1<table><td>2<td>3</table>4</table>");
        let tables = document.tables();
        let texts: Vec<(Option<&str>, Vec<&str>)> = tables
            .iter()
            .map(|table| (table.caption(), table.rows().flatten().flatten().collect()))
            .collect();
        assert_eq!(texts, [(Some("A b"), vec!["1 2 3 4"]), (None, vec!["2", "3"])]);
    }

    #[test]
    fn slots_are_those_of_the_algorithm_of_the_standard() {
        /// <https://html.spec.whatwg.org/multipage/tables.html#algorithm-for-processing-rows>, slot by slot.
        fn slots(cells: &[Vec<(usize, usize)>]) -> Vec<Vec<Option<usize>>> {
            let mut slots: Vec<Vec<Option<usize>>> = vec![Vec::new(); cells.len()];
            let mut number = 0;
            for (row, cells_of_row) in cells.iter().enumerate() {
                let mut column = 0;
                for &(columns, rows) in cells_of_row {
                    while slots[row].get(column).copied().flatten().is_some() {
                        column += 1;
                    }
                    for covered in slots.iter_mut().skip(row).take(rows) {
                        covered.resize(covered.len().max(column + columns), None);
                        for slot in &mut covered[column..column + columns] {
                            slot.get_or_insert(number);
                        }
                    }
                    column += columns;
                    number += 1;
                }
            }
            slots
        }
        let mut random = 1_u32;
        let mut below = |most: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) as usize % most as usize
        };
        for _ in 0..500 {
            let cells: Vec<Vec<(usize, usize)>> = (0..=below(7))
                .map(|_| (0..below(5)).map(|_| (1 + below(4), 1 + below(4))).collect())
                .collect();
            let mut html = "<table>".to_owned();
            let mut number = 0;
            for row in &cells {
                html.push_str("<tr>");
                for (columns, rows) in row {
                    html.extend(["<td colspan=", &columns.to_string(), " rowspan=", &rows.to_string(), ">"]);
                    html += &number.to_string();
                    number += 1;
                }
            }
            let expected = slots(&cells).into_iter().map(|row| {
                let texts = row.iter().map(|slot| slot.map_or("-".to_owned(), |cell| cell.to_string()));
                texts.collect::<Vec<_>>().join("|")
            });
            assert_eq!(rows(&html), expected.collect::<Vec<_>>(), "{html}");
        }
    }

    #[test]
    fn rows_that_are_not_read_take_linear_time() {
        for rest in ["<tr>", "<tr><td>", "<tr><td colspan=2>"] {
            let document = |size| {
                hedgerow::parse(&format!("<table><tr>{}{}", "<td rowspan=0>".repeat(size), rest.repeat(size)))
            };
            hedgerow_testing::assert_linear_time(1000, document, |document| {
                let tables = document.tables();
                assert!(tables.iter().all(|table| table.rows().count() > 0));
            });
        }
    }

    #[test]
    fn reading_tables_takes_time_linear_in_the_cells_read() {
        // A million slots in each row, of which only one is read.
        let html = format!(
            "<table><tr>{}</table>",
            "<td colspan=1000 rowspan=65534>a".repeat(1000) + &"<tr>".repeat(1000)
        );
        let document = hedgerow::parse(&html);
        let tables = document.tables();
        let table = tables.iter().next().unwrap();
        assert_eq!(table.rows().filter_map(|mut row| row.next()).count(), 1001);
    }
}
