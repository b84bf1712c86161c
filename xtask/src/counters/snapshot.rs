//! The counters as tables in Markdown, and the comparison of two such texts, cell by cell.

use std::fmt::Write as _;

use super::count::{Counters, Page};

/// The beginning of the snapshot.
const HEADER: &str = "\
# Counters

This page counts the cost of parsing, so that slower parsing appears as a difference in this file.

`cargo xtask counters --write` generates this file, and `cargo xtask counters --check` compares it; do not edit it by hand.
The pages are generated and never change (`crates/hedgerow-bench/src/generated.rs`); `cargo xtask counters --corpus FOLDER` prints the counts for other pages.

- An allocation is a call of the allocator for a new block or for resizing a block.
- *Kept* is the size of the finished document's blocks in bytes, including unused capacity; *peak* is the largest total size of all blocks that exist at the same time. Both exclude the page itself.
- *Nodes* counts the root and its descendants.
- Instructions are counted by callgrind, and include those that free the document. glibc is configured to copy with vector instructions, because callgrind counts `rep movsb` as one instruction for each byte. The check allows a difference of 3 %.
- The size of the program `hedgerow` is the loaded part of its file, without debug information; the check allows a difference of 5 %.
- All other counts must be equal; they are those of 64-bit platforms. Instructions and the size of the program are compared only for the same compiler.
";

/// The label of the compiler.
const COMPILER: &str = "Compiler: ";

/// The columns with a tolerance, which are only compared for the same compiler.
const TOLERANCES: [(&str, f64); 2] = [(INSTRUCTIONS, 0.03), (LOADED, 0.05)];
const INSTRUCTIONS: &str = "instructions/byte";
const LOADED: &str = "bytes loaded";

/// The cell of a missing count.
const NOT_COUNTED: &str = "–";

/// Returns the whole snapshot.
pub(super) fn render(counters: &Counters) -> String {
    format!("{HEADER}\n{COMPILER}{}\n\n{}", counters.compiler, tables(counters))
}

/// Returns the tables without the header.
pub(super) fn tables(counters: &Counters) -> String {
    let mut pages = vec![header(&[
        "page", "bytes", "nodes", "allocations", "allocations/KiB", "kept", "kept/node", "kept/byte", "peak",
        "peak/byte", INSTRUCTIONS,
    ])];
    pages.extend(counters.pages.iter().map(page_row));
    let mut types = vec![header(&["type", "bytes"])];
    types.extend(counters.types.iter().map(|kind| vec![format!("`{}`", kind.name), kind.bytes.to_string()]));
    let program =
        vec![header(&["program", LOADED]), vec!["`hedgerow`".to_owned(), counters.program.to_string()]];
    let mut text = String::new();
    for (title, table) in [("Pages", pages), ("Types", types), ("Program", program)] {
        if !text.is_empty() {
            text.push('\n');
        }
        let _ = writeln!(text, "## {title}\n");
        add_table(&mut text, &table);
    }
    text
}

fn header(columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&column| column.to_owned()).collect()
}

fn page_row(page: &Page) -> Vec<String> {
    let per = |count: u64, of: u64, decimals: usize| format!("{:.decimals$}", ratio(count, of));
    vec![
        page.name.clone(),
        page.bytes.to_string(),
        page.nodes.to_string(),
        page.allocations.to_string(),
        per(page.allocations * 1024, page.bytes, 2),
        page.kept.to_string(),
        per(page.kept, page.nodes, 1),
        per(page.kept, page.bytes, 2),
        page.peak.to_string(),
        per(page.peak, page.bytes, 2),
        page.instructions.map_or_else(|| NOT_COUNTED.to_owned(), |count| per(count, page.bytes, 1)),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn ratio(count: u64, of: u64) -> f64 {
    count as f64 / of.max(1) as f64
}

/// Adds a table; the first row is the header, the first column is left-aligned.
fn add_table(text: &mut String, rows: &[Vec<String>]) {
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default())
        .collect();
    for (index, row) in rows.iter().enumerate() {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if column == 0 {
                write!(text, "| {cell:<width$} |")
            } else {
                write!(text, " {cell:>width$} |")
            };
        }
        text.push('\n');
        if index == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let _ = if column == 0 {
                    write!(text, "|-{:-<width$}-|", "")
                } else {
                    write!(text, "-{:-<width$}:|", "")
                };
            }
            text.push('\n');
        }
    }
}

/// A snapshot that was read.
pub(super) struct Snapshot {
    pub(super) compiler: String,
    cells: Vec<Cell>,
}

/// A count, with the labels of its row and its column.
struct Cell {
    row: String,
    column: String,
    value: String,
}

impl Snapshot {
    /// Reads a snapshot.
    pub(super) fn parse(text: &str) -> Self {
        let mut kept = Self { compiler: String::new(), cells: Vec::new() };
        let mut columns: Vec<&str> = Vec::new();
        for line in text.lines() {
            if let Some(compiler) = line.strip_prefix(COMPILER) {
                compiler.clone_into(&mut kept.compiler);
            }
            let Some(row) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
                columns.clear();
                continue;
            };
            let row: Vec<&str> = row.split('|').map(str::trim).collect();
            if columns.is_empty() {
                columns = row;
            } else if !row[0].starts_with("--") {
                kept.cells.extend(row.iter().zip(&columns).skip(1).map(|(value, column)| Cell {
                    row: row[0].to_owned(),
                    column: (*column).to_owned(),
                    value: (*value).to_owned(),
                }));
            }
        }
        kept
    }

    /// Returns the differences, one line each.
    pub(super) fn compare(&self, now: &Self) -> Vec<String> {
        let same_compiler = self.compiler == now.compiler;
        let mut changes = Vec::new();
        for cell in &self.cells {
            match now.value(&cell.row, &cell.column) {
                None => changes.push(format!("{}, {}: no longer counted", cell.row, cell.column)),
                Some(value) if !is_accepted(&cell.column, &cell.value, value, same_compiler) => {
                    changes.push(format!("{}, {}: {} -> {value}", cell.row, cell.column, cell.value));
                }
                Some(_) => {}
            }
        }
        let is_new = |cell: &&Cell| self.value(&cell.row, &cell.column).is_none();
        changes.extend(
            now.cells.iter().filter(is_new).map(|cell| format!("{}, {}: new", cell.row, cell.column)),
        );
        changes
    }

    fn value(&self, row: &str, column: &str) -> Option<&str> {
        let cell = self.cells.iter().find(|cell| cell.row == row && cell.column == column)?;
        Some(&cell.value)
    }
}

/// Whether a counter is within the tolerance of the committed one, or cannot be compared with it. A
/// counter without a tolerance must be equal.
fn is_accepted(column: &str, kept: &str, now: &str, same_compiler: bool) -> bool {
    let Some((_, tolerance)) = TOLERANCES.iter().find(|(name, _)| *name == column) else {
        return kept == now;
    };
    if !same_compiler || kept == NOT_COUNTED || now == NOT_COUNTED {
        return true;
    }
    let (Ok(kept), Ok(now)) = (kept.parse::<f64>(), now.parse::<f64>()) else {
        return false;
    };
    (now - kept).abs() <= kept * tolerance
}

#[cfg(test)]
mod tests {
    use super::super::count::{Page, Type};
    use super::*;

    fn snapshot(compiler: &str, allocations: u64, instructions: Option<u64>) -> Snapshot {
        let page = Page::with_counts("manual", allocations, instructions);
        let types = vec![Type { name: "Token<'_>".to_owned(), bytes: 64 }];
        let counters =
            Counters { compiler: compiler.to_owned(), pages: vec![page], types, program: 1_000_000 };
        Snapshot::parse(&render(&counters))
    }

    #[test]
    fn equal_counters_are_accepted() {
        let kept = snapshot("rustc 1", 7, Some(10_000));
        assert_eq!(kept.cells.len(), 12);
        assert!(kept.compare(&snapshot("rustc 1", 7, Some(10_000))).is_empty());
    }

    #[test]
    fn a_change_is_named() {
        let kept = snapshot("rustc 1", 7, Some(10_000));
        let changes = kept.compare(&snapshot("rustc 1", 8, Some(10_400)));
        assert_eq!(
            changes,
            [
                "manual, allocations: 7 -> 8",
                "manual, allocations/KiB: 7.17 -> 8.19",
                "manual, instructions/byte: 10.0 -> 10.4"
            ]
        );
    }

    #[test]
    fn instructions_may_differ_a_little_or_be_missing_or_come_from_another_compiler() {
        let kept = snapshot("rustc 1", 7, Some(10_000));
        assert!(kept.compare(&snapshot("rustc 1", 7, Some(10_200))).is_empty());
        assert!(kept.compare(&snapshot("rustc 1", 7, None)).is_empty());
        assert!(kept.compare(&snapshot("rustc 2", 7, Some(20_000))).is_empty());
        assert_eq!(kept.compare(&snapshot("rustc 2", 8, Some(20_000))).len(), 2);
    }

    #[test]
    fn rows_that_come_or_go_are_changes() {
        let kept = snapshot("rustc 1", 7, None);
        let empty = Snapshot::parse("");
        assert_eq!(empty.compare(&kept).len(), kept.cells.len());
        assert_eq!(kept.compare(&empty).len(), kept.cells.len());
    }
}
