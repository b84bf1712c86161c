//! Streams of finished elements, compared with queries on the whole document.

use hedgerow::stream::{ElementStream, TextChunks};
use hedgerow::{EncodingHints, Parser, Select as _, ToHtml};
use hedgerow_testing::Random;
use proptest::prelude::*;

fn take_all(stream: &mut ElementStream<TextChunks>, found: &mut Vec<String>) {
    while let Some(element) = stream.next_element() {
        found.push(element.outer_html());
    }
}

#[test]
fn inner_matches_come_first_and_stay_in_the_outer_one() {
    let mut stream = Parser::new().stream().elements("li").unwrap().discard_others();
    let mut found = Vec::new();
    for chunk in ["<ul>1<li>2<ul><li>3", "</li>4<li>5</ul>6", "<li>7</ul>8"] {
        stream.feed(chunk);
        take_all(&mut stream, &mut found);
    }
    stream.end();
    take_all(&mut stream, &mut found);
    let outer = "<li>2<ul><li>3</li>4<li>5</li></ul>6</li>";
    assert_eq!(found, ["<li>3</li>", "<li>5</li>", outer, "<li>7</li>"]);
    // The remaining nodes were discarded before the end.
    assert_eq!(stream.finish().document().body().unwrap().inner_html(), "");
}

#[test]
fn selectors_that_depend_on_siblings_or_contents_are_refused() {
    for selector in ["a + b", "a ~ b", "p:nth-child(2)", "p:has(b)", "p:empty", "["] {
        assert!(Parser::new().stream().elements(selector).is_err(), "{selector}");
    }
}

#[test]
fn template_contents_are_not_searched() {
    let mut stream = Parser::new().stream().elements("b").unwrap();
    stream.feed("<template><b>1</b></template><b>2</b>");
    let mut found = Vec::new();
    take_all(&mut stream, &mut found);
    assert_eq!(found, ["<b>2</b>"]);
}

#[test]
fn another_encoding_restarts_the_stream() {
    let hints = EncodingHints::new().autodetect(false);
    let mut stream = Parser::new().stream_bytes(&hints).elements("p").unwrap();
    let mut found = Vec::new();
    for chunk in ["<p>д</p>".as_bytes(), &[b' '; 1024], b"<meta charset=utf-8><p>2</p>"] {
        stream.feed(chunk);
        while let Some(element) = stream.next_element() {
            found.push(element.text());
        }
    }
    assert!(stream.stream().has_restarted());
    assert_eq!(found, ["Ð´", "д", "2"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// No tags are misnested, so the parser moves no nodes.
    #[test]
    fn a_stream_finds_the_same_elements_as_select(seed in 0_u64..1 << 32, discards_others in any::<bool>()) {
        let mut random = Random::new(seed);
        let (mut html, mut open) = ("<!DOCTYPE html><body>".to_owned(), Vec::new());
        for _ in 0..random.below(60) {
            let name = random.pick(&["div", "section", "span", "my-item"]);
            match random.below(5) {
                0 | 1 => {
                    html.extend(["<", name, " class=", random.pick(&["a", "b", "c"]), ">"]);
                    open.push(name);
                }
                2 | 3 if !open.is_empty() => html.extend(["</", open.pop().unwrap_or_default(), ">"]),
                2 => html += "<img class=a>",
                3 => html += "<!-- comment -->",
                _ => html += "text",
            }
        }
        let selector = random.pick(&["div", ".a", "div > .b, span", ".a .b :not(.c)", "body > *", ":root", "my-item .a"]);
        let document = hedgerow::parse(&html);
        let mut expected: Vec<String> =
            document.select(selector).unwrap().map(ToHtml::outer_html).collect();
        let mut stream = Parser::new().stream().elements(selector).unwrap();
        if discards_others {
            stream = stream.discard_others();
        }
        let (mut found, mut rest) = (Vec::new(), html.as_str());
        while !rest.is_empty() {
            let (chunk, left) = rest.split_at(rest.len().min(1 + random.below(20)));
            rest = left;
            stream.feed(chunk);
            if random.below(3) > 0 {
                take_all(&mut stream, &mut found);
            }
            stream.stream().document().validate().unwrap();
        }
        stream.end();
        take_all(&mut stream, &mut found);
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }

    /// The tree remains valid if the parser moves nodes.
    #[test]
    fn the_tree_of_misnested_markup_is_valid(seed in 0_u64..1 << 32) {
        let mut random = Random::new(seed);
        let mut stream = Parser::new().allow_declarative_shadow_roots(true).stream();
        stream.feed("<p>");
        let mut stream = stream.elements("b, p, td i, option").unwrap().discard_others();
        for _ in 0..random.below(60) {
            stream.feed(random.pick(&[
                "<div>", "</div>", "<p>", "<b>", "</b>", "<i>", "</i>", "<a>", "<table>", "<td>", "</table>", "text", "<form>",
                "<template>", "</template>", "<div><template shadowrootmode=open>", "<select><button><selectedcontent>",
                "<option>1", "</select>", "<svg>", "<desc>", "</svg>", "</p>", "</body>", "<frameset>",
            ]));
            if random.below(2) == 0 {
                let mut found = Vec::new();
                take_all(&mut stream, &mut found);
            }
            stream.stream().document().validate().unwrap();
        }
        stream.finish().document().validate().unwrap();
    }
}
