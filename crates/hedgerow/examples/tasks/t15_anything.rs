//! A function for documents, fragments and nodes.

use hedgerow::Select;

fn count<'d>(scope: impl Select<'d>, selector: &str) -> usize {
    scope.select(selector).map_or(0, Iterator::count)
}

#[test]
fn it_takes_all_of_them() {
    let (document, fragment) =
        (hedgerow::parse("<p><b>"), hedgerow::parse_fragment("<b>", &hedgerow::Context::html("p")));
    assert_eq!([count(&document, "b"), count(&fragment, "b"), count(document.body().unwrap(), "b")], [1; 3]);
}
