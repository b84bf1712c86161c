//! What parsing a page allocates, and what of it the document keeps.

use std::hint::black_box;

use dhat::{HeapStats, Profiler};
use hedgerow_pages::Page;
use serde_json::{Value, json};

/// The counts for one page.
pub(crate) fn count(page: &Page) -> Value {
    // What is made once for the process does not count for the page.
    drop(black_box(hedgerow::parse(&page.text)));
    let profiler = Profiler::builder().testing().build();
    let document = black_box(hedgerow::parse(&page.text));
    let heap = HeapStats::get();
    drop(profiler);
    json!({
        "name": page.name,
        // What the program that repeats the parse calls the page.
        "source": page.path.as_ref().map_or_else(|| page.name.clone().into(), |path| path.to_string_lossy()),
        "bytes": page.text.len(),
        // Those that hang together with the root, and the root.
        "nodes": document.root().descendants().count() + 1,
        // A block that grows is one more.
        "allocations": heap.total_blocks,
        "kept": heap.curr_bytes,
        "peak": heap.max_bytes,
    })
}
