//! A function that accepts documents, fragments and nodes.

use hedgerow::Select;

fn count<'d>(scope: impl Select<'d>, selector: &str) -> usize {
    scope.select(selector).map_or(0, Iterator::count)
}

#[test]
fn documents_fragments_and_nodes_are_accepted() {
    let (document, fragment) =
        (hedgerow::parse("<p><b>"), hedgerow::parse_fragment("<b>", &hedgerow::Context::html("p")));
    assert_eq!([count(&document, "b"), count(&fragment, "b"), count(document.body().unwrap(), "b")], [1; 3]);
}
