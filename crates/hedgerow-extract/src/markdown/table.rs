//! Which tables are written as tables, and where their cells go.
//!
//! A table becomes a table of Markdown if it has rows and columns of short cells. Any other table, such as one for layout, is
//! written as the blocks in its cells.
//!
//! A cell that spans several columns or rows is written in the first of its slots; its other slots are empty. A table has as many
//! columns as the row with the most cells, so a span takes only slots for which its row has no cell.

use hedgerow_base::known;
use hedgerow_dom::{NodeEdge, NodeKind, NodeRef};

/// The place of the next cell of a table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) columns: usize,
    /// Whether spans are ignored, because the table would be far larger than its cells.
    ignores_spans: bool,
    /// For each column, the number of further rows that a cell above covers.
    covered: Vec<usize>,
    pub(super) rows: usize,
    /// The number of empty slots after the current cell.
    pub(super) after: usize,
    column: usize,
    /// The number of slots of the current row for which it has no cell.
    room: usize,
}

/// The most slots for each cell of a table whose spans are not ignored.
const SLOTS_PER_CELL: usize = 16;

impl Table {
    /// Returns the shape of a table, or `None` if the table is written as blocks. Stops at the first nested table, so that the
    /// time for all tables is linear.
    pub(super) fn of(table: NodeRef<'_>) -> Option<Self> {
        let (mut rows, mut columns, mut row_cells, mut cells) = (0, 0, 0, 0);
        let mut walk = table.traverse();
        walk.next();
        let mut cell = None;
        while let Some(edge) = walk.next() {
            match edge {
                NodeEdge::Leave(node) if cell == Some(node) => cell = None,
                NodeEdge::Leave(_) => {}
                NodeEdge::Enter(node) if cell.is_some() => {
                    if node.is_html_any(&IN_BLOCKS) {
                        return None;
                    }
                }
                NodeEdge::Enter(node) => match node.kind() {
                    NodeKind::Text if !node.data().unwrap_or_default().trim_ascii().is_empty() => {
                        return None;
                    }
                    NodeKind::Element => {
                        let parent = node.parent()?;
                        let is_in = |names| parent.is_html_any(names);
                        if node.is_html(known::TR) && (parent == table || is_in(&GROUPS)) {
                            rows += 1;
                            row_cells = 0;
                        } else if node.is_html_any(&[known::TD, known::TH]) && is_in(&[known::TR]) {
                            row_cells += 1;
                            cells += 1;
                            columns = columns.max(row_cells);
                            cell = Some(node);
                        } else if node.is_html(known::CAPTION) && rows == 0 || node.is_html_any(&UNSEEN) {
                            walk.skip_children();
                        } else if !(node.is_html_any(&GROUPS) && parent == table) {
                            return None;
                        }
                    }
                    _ => {}
                },
            }
        }
        let is_table = rows >= 2 && columns >= 2;
        let ignores_spans = rows * columns > SLOTS_PER_CELL * cells;
        is_table.then(|| Self {
            columns,
            ignores_spans,
            covered: vec![0; columns],
            rows: 0,
            after: 0,
            column: 0,
            room: 0,
        })
    }

    /// Begins a row.
    pub(super) fn begin_row(&mut self, row: NodeRef<'_>) {
        self.rows += 1;
        self.column = 0;
        let cells = row.child_elements().filter(|child| child.is_html_any(&[known::TD, known::TH])).count();
        self.room = self.columns.saturating_sub(cells);
    }

    /// Takes the slots before the next cell, and those of the cell. Returns the number of empty slots before the cell, and the
    /// number of empty slots after it.
    pub(super) fn place(&mut self, cell: NodeRef<'_>) -> (usize, usize) {
        if self.ignores_spans {
            self.column += 1;
            return (0, 0);
        }
        let start = self.column;
        while self.take_covered() {}
        let before = self.column - start;
        let span = |name| {
            cell.attribute(name).and_then(|value| value.trim_ascii().parse::<usize>().ok()).unwrap_or(1)
        };
        let columns = span(known::COLSPAN).clamp(1, self.room + 1);
        self.room -= columns - 1;
        let rows = span(known::ROWSPAN).max(1);
        for covered in self.covered.iter_mut().skip(self.column).take(columns) {
            *covered = rows - 1;
        }
        self.column += columns;
        (before, columns - 1)
    }

    /// Takes the next slot if a cell of an earlier row covers it.
    fn take_covered(&mut self) -> bool {
        match self.covered.get_mut(self.column) {
            Some(rows) if *rows > 0 && self.room > 0 => {
                *rows -= 1;
                self.room -= 1;
                self.column += 1;
                true
            }
            _ => false,
        }
    }

    /// Ends a row, and returns the number of slots that are missing in it.
    pub(super) fn end_row(&mut self) -> usize {
        let missing = self.columns.saturating_sub(self.column);
        for covered in self.covered.iter_mut().skip(self.column) {
            *covered = covered.saturating_sub(1);
        }
        missing
    }
}

/// The parents of rows, besides tables.
const GROUPS: [hedgerow_base::NameId; 3] = [known::THEAD, known::TBODY, known::TFOOT];

/// Elements in tables that are not written.
const UNSEEN: [hedgerow_base::NameId; 5] =
    [known::COLGROUP, known::COL, known::SCRIPT, known::STYLE, known::TEMPLATE];

/// Elements that a cell of a table of Markdown cannot contain.
const IN_BLOCKS: [hedgerow_base::NameId; 16] = [
    known::TABLE,
    known::UL,
    known::OL,
    known::MENU,
    known::DL,
    known::PRE,
    known::BLOCKQUOTE,
    known::H1,
    known::H2,
    known::H3,
    known::H4,
    known::H5,
    known::H6,
    known::HR,
    known::FORM,
    known::DETAILS,
];
