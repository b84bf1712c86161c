//! The rendered text of nodes: the cases of `data/rendered_text.json`.
//!
//! A case is parsed as the content of a `body`, or of the element that `context` names. The output is the text of the
//! element whose id is `target`, or of the fragment if there is no such element.

use std::collections::BTreeMap;

use hedgerow::dom::QuirksMode;
use hedgerow::serialize::{RenderedTextOptions, WriteOptions};
use hedgerow::{Context, Document, Parser, ToHtml};
use hedgerow_testing::assert_linear_time;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    input: String,
    output: String,
    context: Option<String>,
    #[serde(default)]
    scripting: bool,
    #[serde(default)]
    quirks: bool,
}

impl Case {
    fn text(&self) -> String {
        let parser = Parser::new().scripting(self.scripting);
        let context = Context::html(self.context.as_deref().unwrap_or("body"));
        let mut document = parser.parse_fragment(&self.input, &context).into_document();
        if self.quirks {
            document.set_quirks_mode(QuirksMode::Quirks);
        }
        let target = document.root().descendants().find(|node| node.element_id() == Some("target"));
        let mut text = String::new();
        let options = RenderedTextOptions::default().scripting(self.scripting);
        target.unwrap_or(document.root()).write_rendered_text(&mut text, options).unwrap();
        text
    }
}

#[test]
fn cases() {
    let groups: BTreeMap<String, Vec<Case>> =
        serde_json::from_str(include_str!("data/rendered_text.json")).unwrap();
    let cases = groups.iter().flat_map(|(group, cases)| cases.iter().map(move |case| (group, case)));
    let failures: Vec<String> = cases
        .filter(|(_, case)| case.text() != case.output)
        .map(|(group, case)| format!("{group}: {:?}: {:?} != {:?}", case.input, case.text(), case.output))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_rendered_text_of_a_document_is_that_of_its_body() {
    let document =
        hedgerow::parse("<!DOCTYPE html><title>a</title><style>b</style><p>c<script>d</script> e\n");
    assert_eq!(document.root().rendered_text(), "c e");
    assert_eq!(document.root().first_element_child().unwrap().rendered_text(), "c e");
    let title = document.root().descendants().find(|node| node.local_name_text() == "title").unwrap();
    assert_eq!(title.rendered_text(), "a");
}

/// Most inputs have two repeated parts. The time is proportional to their sum, not to their product.
#[test]
fn wide_documents_take_linear_time() {
    for (parent, child) in [
        ("details", "<b>a</b>"),
        ("p", "<b>a</b>"),
        ("p hidden=until-found", "<b>a</b>"),
        ("table><tr", "<td>a"),
        ("table><tr", " <td>a "),
    ] {
        let document = |count: usize| {
            let attributes = (0..count).map(|number| format!(" a{number}")).collect::<Vec<_>>().concat();
            (count, hedgerow::parse(&format!("<{parent}{attributes}>{}", child.repeat(count))))
        };
        assert_linear_time(2_500, document, |(count, document)| {
            let length = document.root().rendered_text().len();
            assert!(length == 0 || length >= *count, "{parent}: {length}");
        });
    }
    let check = |document: &mut (usize, Document)| {
        assert_eq!(document.1.root().rendered_text().len(), 2 * document.0 - 1);
    };
    let rows = |count: usize| {
        let rows = "<tbody><tr><td>a<tbody><!----><tbody><tr hidden><td>b".repeat(count);
        (count, hedgerow::parse(&format!("<table>{rows}")))
    };
    assert_linear_time(2_500, rows, check);
    let cells = |count: usize| {
        let cells = "<td>a<td hidden>".repeat(count) + &"<td hidden>".repeat(count);
        (count, hedgerow::parse(&format!("<table><tr>{cells}")))
    };
    assert_linear_time(2_500, cells, check);
}

#[test]
fn whitespace_that_is_rendered_in_a_list_is_written() {
    for name in ["ul", "ol", "menu", "dl"] {
        let document = hedgerow::parse(&format!("<{name}>Oak <b>elm</b> <a>yew</a><b>s</b></{name}>"));
        assert_eq!(document.rendered_text().trim(), "Oak elm yews");
        for options in [WriteOptions::minify(), WriteOptions::pretty()] {
            let written = hedgerow::parse(&document.root().to_html(&options));
            assert_eq!(written.rendered_text(), document.rendered_text(), "{name}");
        }
    }
}
