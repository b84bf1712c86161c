//! Streams whose finished parts are removed: the memory depends on the open elements, not on the length of the input.

use hedgerow::Parser;
use hedgerow::dom::NodeKind;
use hedgerow::stream::StreamParser;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Returns an item with nodes that the parser holds for a while: misnested formatting elements, a form, options.
fn item(number: usize) -> String {
    format!(
        "<div class='item odd' data-number={number}><h2 id=h{number}>Item {number}</h2><form><b title='bold {number}'>\
         <p>It costs</b> <i>{number}</i> &amp; more.<select><option>1<option selected>2</select><template><u>{number}</u></template>\
         <!-- {number} --></form></div>\n"
    )
}

/// Returns the peak memory of a stream of `bytes` bytes whose items are removed when they are finished, and the number of items.
fn peak(bytes: usize) -> (usize, usize) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let mut stream = Parser::new().stream();
    stream.feed("<!DOCTYPE html><title>Items</title><body><main>");
    let (mut fed, mut items, mut removed) = (0, 0, 0);
    while fed < bytes {
        let mut chunk = String::new();
        while chunk.len() < 16 << 10 {
            chunk += &item(items);
            items += 1;
        }
        // The last element of a chunk is cut, so that some elements are always open.
        let (most, rest) = chunk.split_at(chunk.len() - 100);
        fed += chunk.len();
        stream.feed(most);
        removed += remove_finished(&mut stream);
        stream.feed(rest);
        removed += remove_finished(&mut stream);
    }
    let mut document = stream.finish().into_document();
    document.validate().unwrap();
    // Only the items that were not finished at the last removal are left.
    assert!(document.root().descendants().count() < 100);
    assert!(items - removed < 3, "{removed} of {items}");
    let detached = document.remove_detached();
    assert!(detached < 50, "{detached} nodes were not freed");
    (ALLOCATOR.peak_usage() - before, items)
}

/// Removes all nodes before the last item, and returns the number of removed items.
fn remove_finished(stream: &mut StreamParser) -> usize {
    let document = stream.document_mut();
    let main = document.body().unwrap().descendant_elements().find(|node| node.local_name_text() == "main");
    let children: Vec<_> = main.unwrap().children().map(|node| (node.id(), node.kind())).collect();
    let last = children.iter().rposition(|(_, kind)| *kind == NodeKind::Element).unwrap_or(0);
    for (id, _) in &children[..last] {
        document.remove(*id).unwrap();
    }
    children[..last].iter().filter(|(_, kind)| *kind == NodeKind::Element).count()
}

/// Returns the peak memory of a stream of elements.
fn peak_of_elements(bytes: usize) -> usize {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let mut stream = Parser::new().stream().elements("div.item").unwrap().discard_others();
    stream.feed("<main>");
    let (mut fed, mut items, mut found) = (0, 0, 0);
    while fed < bytes {
        let mut chunk = String::new();
        while chunk.len() < 16 << 10 {
            chunk += "<aside>passed</aside> and text<!-- and a comment -->";
            chunk += &item(items);
            items += 1;
        }
        fed += chunk.len();
        stream.feed(&chunk);
        while let Some(element) = stream.next_element() {
            assert!(element.attribute("data-number") == Some(found.to_string().as_str()));
            found += 1;
        }
    }
    assert_eq!(found, items);
    ALLOCATOR.peak_usage() - before
}

#[test]
fn removed_nodes_take_no_memory() {
    let (small, _) = peak(2 << 20);
    let (large, items) = peak(8 << 20);
    assert!(items > 20_000);
    assert!(large < small + small / 8, "{small} bytes, then {large}");
    assert!(large < 1 << 20, "{large} bytes");
    // Streams of elements are checked in the same test, because memory is counted for the whole process.
    let [small, large] = [2 << 20, 8 << 20].map(peak_of_elements);
    assert!(large < small + small / 8, "elements: {small} bytes, then {large}");
    assert!(large < 1 << 20, "elements: {large} bytes");
}
