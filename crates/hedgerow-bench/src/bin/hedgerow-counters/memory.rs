//! Counts the memory that parsing a page allocates, and the part that the document keeps.

use std::hint::black_box;

use dhat::{HeapStats, Profiler};
use hedgerow_bench::Page;
use serde_json::{Value, json};

/// Returns the counts for one page.
pub(crate) fn count(page: &Page) -> Value {
    // Parses once before counting, so that allocations made once per process do not count.
    drop(black_box(hedgerow::parse(&page.text)));
    let profiler = Profiler::builder().testing().build();
    let document = black_box(hedgerow::parse(&page.text));
    let heap = HeapStats::get();
    drop(profiler);
    json!({
        "name": page.name,
        // The argument that names the page for `hedgerow-repeat`.
        "source": page.path.as_ref().map_or_else(|| page.name.clone().into(), |path| path.to_string_lossy()),
        "bytes": page.text.len(),
        // The root and its descendants.
        "nodes": document.root().descendants().count() + 1,
        // A reallocation counts as another block.
        "allocations": heap.total_blocks,
        "kept": heap.curr_bytes,
        "peak": heap.max_bytes,
    })
}
