//! `hedgerow markdown` and `hedgerow text`.

use crate::support::run;

const PAGE: &str = "<title>Oaks</title><nav><ul><li><a href=/>Home</a><li><a href=/map>Map</a></ul></nav>\
    <main><h1>Oaks</h1><p>Oaks grow <a href=slowly>slowly</a>, and they live for a long time.</p></main><footer>©</footer>";

#[test]
fn a_page_is_written_as_markdown() {
    let markdown = "- [Home](/)\n- [Map](/map)\n\n# Oaks\n\nOaks grow [slowly](slowly), and they live for a long time.\n\n©\n";
    assert_eq!(run(&["markdown"], PAGE).output, markdown);
    let main = "# Oaks\n\nOaks grow [slowly](https://trees.example/slowly), and they live for a long time.\n";
    assert_eq!(run(&["markdown", "--main", "--base", "https://trees.example/"], PAGE).output, main);
    let references = "# Oaks\n\nOaks grow [slowly][1], and they live for a long time.\n\n[1]: slowly\n";
    assert_eq!(run(&["markdown", "--main", "--links", "references"], PAGE).output, references);
}

#[test]
fn the_text_is_that_of_a_browser_or_that_of_the_main_content() {
    let text = "Home\nMap\n\nOaks\n\nOaks grow slowly, and they live for a long time.\n\n©\n";
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&run(&["text"], PAGE).output), words(text));
    let json = run(&["text", "--main", "--json"], PAGE).output;
    assert!(
        json.contains("\"text\":\"Oaks\\n\\nOaks grow slowly, and they live for a long time.\""),
        "{json}"
    );
    assert!(json.ends_with("}\n"), "{json}");
}
