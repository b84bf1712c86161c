//! Counts the elements of a page by name, without building a tree: `cargo run -p hedgerow --example count_tags -- page.html`.

use std::collections::BTreeMap;
use std::error::Error;

use hedgerow_input::normalize_newlines;
use hedgerow_tokenizer::Tokenizer;
use hedgerow_tree::{ContentSink, InsertedElement, TreeBuilder, TreeBuilderOptions, Treeless};

const SAMPLE: &str =
    "<title>Tags</title><p><b>one<p>two</b><table>three<td><b>four<my-tag>five</table><svg><path/>";

#[derive(Default)]
struct Counts(BTreeMap<String, usize>);

impl ContentSink for Counts {
    fn element(&mut self, element: InsertedElement<'_>) {
        *self.0.entry(element.local_name.to_owned()).or_default() += 1;
    }
}

fn counts(html: &str) -> BTreeMap<String, usize> {
    let builder = TreeBuilder::new(Treeless::new(Counts::default()), TreeBuilderOptions::default());
    let mut tokenizer = Tokenizer::new(builder);
    tokenizer.run(&normalize_newlines(html), true);
    tokenizer.into_sink().into_sink().into_content().0
}

fn main() -> Result<(), Box<dyn Error>> {
    let page = std::env::args_os().nth(1).map(std::fs::read).transpose()?;
    let html = page.map_or(SAMPLE.into(), |page| String::from_utf8_lossy(&page).into_owned());
    for (name, count) in counts(&html) {
        println!("{count}\t{name}");
    }
    Ok(())
}

#[test]
fn the_counts_equal_those_of_the_tree() {
    let noahs_ark = "<p>".to_owned() + &"<b class=x><b class=y>".repeat(5) + "<p>";
    for html in [SAMPLE, noahs_ark.as_str(), "", "<frameset>", "<a><p><a><div></a><table><a>"] {
        let mut of_the_tree = BTreeMap::new();
        for element in hedgerow::parse(html).root().descendant_elements() {
            *of_the_tree.entry(element.local_name_text().to_owned()).or_default() += 1;
        }
        assert_eq!(counts(html), of_the_tree, "{html}");
    }
}
