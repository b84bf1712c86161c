//! The table model: overlapping cells, and rows and columns without cells.
//! <https://html.spec.whatwg.org/multipage/tables.html#forming-a-table>

use std::collections::{BTreeMap, BTreeSet};

use hedgerow_dom::NodeRef;

use crate::attributes::ElementView;
use crate::checker::Checker;
use crate::checks;

/// A table that is being read.
#[derive(Debug)]
pub(crate) struct Table<'d> {
    /// The columns that cells of rows before occupy: start, end, and the first row without the cell.
    growing: BTreeMap<u32, (u32, u32)>,
    /// The columns in which a cell begins.
    starts: BTreeSet<u32>,
    /// The cells or columns that made the table wider: the first new column, the last one, and the element.
    widening: Vec<(u32, u32, NodeRef<'d>)>,
    width: u32,
    /// The number of columns by `col` and `colgroup`.
    columns: u32,
    row: u32,
    /// The first column after the last cell of the row.
    position: u32,
    current_row: Option<NodeRef<'d>>,
    first_row_width: Option<u32>,
    /// The cell of the row group that extends furthest, with the first row after it.
    furthest: Option<(u32, NodeRef<'d>)>,
    /// The number of steps that remain. A table that needs more is not checked to its end, so that the time is linear.
    budget: usize,
    has_rows: bool,
}

impl<'d> Table<'d> {
    pub(crate) fn new() -> Self {
        Self {
            growing: BTreeMap::new(),
            starts: BTreeSet::new(),
            widening: Vec::new(),
            width: 0,
            columns: 0,
            row: 0,
            position: 0,
            current_row: None,
            first_row_width: None,
            furthest: None,
            budget: 100_000,
            has_rows: false,
        }
    }

    fn widen(&mut self, to: u32, node: NodeRef<'d>) {
        if to > self.width {
            self.widening.push((self.width, to, node));
            self.width = to;
        }
    }

    /// Finds the place of a cell. Returns whether another cell occupies a part of it.
    fn place(&mut self, colspan: u32, rowspan: u32, node: NodeRef<'d>) -> bool {
        // Cells earn steps, so that the steps of a table are linear in its cells.
        self.budget += 32;
        let mut start = self.position;
        // Skips the columns that growing cells occupy.
        while let Some((_, (end, _))) =
            self.growing.range(..=start).next_back().filter(|(_, (end, _))| *end > start)
        {
            start = *end;
            self.budget = self.budget.saturating_sub(1);
            if self.budget == 0 {
                return false;
            }
        }
        let end = start + colspan;
        let overlaps = self.growing.range(start..end).next().is_some();
        self.starts.insert(start);
        self.widen(end, node);
        self.position = end;
        if rowspan != 1 {
            let last = if rowspan == 0 { u32::MAX } else { self.row.saturating_add(rowspan) };
            self.growing.insert(start, (end, last));
            if rowspan != 0 && self.furthest.is_none_or(|(row, _)| row < last) {
                self.furthest = Some((last, node));
            }
        }
        overlaps
    }
}

/// Returns a number of an attribute, in the range of the standard.
fn span(element: &ElementView<'_>, name: &str, most: u32) -> u32 {
    let number = element.value(name).and_then(|value| value.trim_ascii().parse::<u32>().ok());
    number.unwrap_or(1).min(most)
}

impl<'d> Checker<'d, '_> {
    /// Records a part of a table.
    pub(crate) fn check_table_part(&mut self, element: &ElementView<'d>) {
        let Some(mut table) = self.state.tables.pop() else { return };
        match element.name {
            "colgroup" | "col"
                if element.name == "col"
                    || element.value("span").is_some()
                    || element.node.first_element_child().is_none() =>
            {
                table.columns += span(element, "span", 1000).max(1);
                table.widen(table.columns, element.node);
            }
            "tr" => {
                self.end_row(&mut table);
                table.current_row = Some(element.node);
                table.position = 0;
                table.has_rows = true;
            }
            "thead" | "tbody" | "tfoot" => self.end_row_group(&mut table),
            "td" | "th" if table.current_row.is_some() && table.budget > 0 => {
                let (colspan, rowspan) =
                    (span(element, "colspan", 1000).max(1), span(element, "rowspan", 65_534));
                if table.place(colspan, rowspan, element.node) {
                    self.report_tag(element.node, checks::OVERLAPPING_CELL.with(&[&element.name]));
                }
            }
            _ => {}
        }
        self.state.tables.push(table);
    }

    fn end_row(&mut self, table: &mut Table<'d>) {
        let Some(row) = table.current_row.take() else { return };
        if table.budget == 0 {
            return;
        }
        let growing = table.growing.last_key_value().map_or(0, |(_, (end, _))| *end);
        let width = table.position.max(growing);
        let expected = if table.columns > 0 { Some(table.columns) } else { table.first_row_width };
        if let Some(expected) = expected.filter(|expected| *expected != width) {
            let by = if table.columns > 0 { "the column elements establish" } else { "the first row has" };
            self.report_tag(row, checks::UNEVEN_ROW.with(&[&width, &by, &expected]).warning());
        }
        table.first_row_width.get_or_insert(width);
        table.row += 1;
        let next = table.row;
        table.budget = table.budget.saturating_sub(table.growing.len());
        table.growing.retain(|_, (_, last)| *last > next);
    }

    fn end_row_group(&mut self, table: &mut Table<'d>) {
        self.end_row(table);
        if let Some((last, cell)) = table.furthest.take()
            && last > table.row
        {
            self.report_tag(cell, checks::LONG_CELL.with(&[&cell.local_name_text()]));
        }
        table.growing.clear();
    }

    /// Checks the columns at the end of a table.
    pub(crate) fn finish_table(&mut self, mut table: Table<'d>) {
        self.end_row_group(&mut table);
        if !table.has_rows || table.budget == 0 {
            return;
        }
        for (from, to, node) in std::mem::take(&mut table.widening) {
            let used = table.starts.range(from..to).count();
            let Some(missing) = (to - from).checked_sub(used as u32).filter(|missing| *missing > 0) else {
                continue;
            };
            let name = node.local_name_text();
            let violation = match missing {
                1 => checks::EMPTY_COLUMN.with(&[&name]),
                _ => checks::EMPTY_COLUMNS.with(&[&missing, &name]),
            };
            self.report_tag(node, violation);
        }
    }
}
