//! The answers for the page.

use hedgerow_playground::{Answer, Color, Origin, Shown, TreeRow, UnknownView, View, answer, colors};

fn ask(html: &str, context: &str, view: View) -> Answer {
    answer(html, context, false, view, 1000).unwrap()
}

fn rows(html: &str, context: &str) -> Vec<TreeRow> {
    match ask(html, context, View::Tree).shown {
        Shown::Tree { rows, count } => {
            assert_eq!(rows.len(), count);
            rows
        }
        shown => panic!("no tree: {shown:?}"),
    }
}

/// The rows on lines, each with what it covers of the source.
fn outline(html: &str, context: &str) -> String {
    let source: Vec<u16> = html.encode_utf16().collect();
    let cut = |[start, end]: [u32; 2]| String::from_utf16_lossy(&source[start as usize..end as usize]);
    let line = |row: &TreeRow| {
        let mut words = vec![row.kind.to_owned(), row.namespace.to_owned(), row.name.clone()];
        words
            .extend(row.attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value)));
        words.push(row.text.clone());
        if row.origin != Origin::Source {
            words.push(format!("({:?})", row.origin));
        }
        words.retain(|word| !word.is_empty());
        let places = [row.span, row.start_tag, row.end_tag].map(|place| place.map_or("-".to_owned(), cut));
        format!("{:1$}{2} | {3}\n", "", 2 * row.depth, words.join(" "), places.join(" | "))
    };
    rows(html, context).iter().map(line).collect()
}

#[test]
fn a_tree_has_a_row_for_each_node_with_its_place() {
    insta::assert_snapshot!(outline("<!DOCTYPE html>\u{1F332}<p id=a>b<!--c--><?d e?></p>", ""));
    insta::assert_snapshot!(outline("<b>1<i>2</b>3</i><svg><g xlink:href=x>", "div"));
}

#[test]
fn template_contents_and_shadow_roots_have_headings() {
    insta::assert_snapshot!(outline(
        "<template>a<p>b</template><div><template shadowrootmode=closed>c</template>d</div>",
        "div"
    ));
}

#[test]
fn a_token_says_how_it_was_read() {
    let Shown::Tokens { tokens, is_complete } = ask("\u{1F332}<b\nx=1>&lt;</b>", "div", View::Tokens).shown
    else {
        panic!("no tokens")
    };
    assert!(is_complete);
    insta::assert_debug_snapshot!(tokens);
}

#[test]
fn what_is_shown_is_bounded() {
    let html = "<p></b>".repeat(100);
    let bounded = answer(&html, "div", false, View::Tree, 10).unwrap();
    assert_eq!((bounded.errors.len(), bounded.error_count), (10, 100));
    let Shown::Tree { rows, count } = bounded.shown else { panic!("no tree") };
    assert_eq!((rows.len(), count), (10, 100));
    let bounded = |rows| match answer("<p>a", "", false, View::Tokens, rows).unwrap().shown {
        Shown::Tokens { tokens, is_complete } => (tokens.len(), is_complete),
        shown => panic!("no tokens: {shown:?}"),
    };
    assert_eq!([2, 3, 4].map(bounded), [(2, false), (3, true), (3, true)]);
}

#[test]
fn errors_stand_where_javascript_finds_them() {
    let answer = ask("<!DOCTYPE html><title>x</title>\u{1F332}\r\n</b>", "", View::None);
    let found: Vec<_> =
        answer.errors.iter().map(|error| (error.code, error.line, error.column, error.span)).collect();
    assert_eq!(found, [("ordinary-end-tag-without-open-element", 2, 1, [35, 39])]);
    assert_eq!(answer.shown, Shown::Nothing {});
}

#[test]
fn each_form_of_the_html_is_a_text() {
    let html = "<!DOCTYPE html><p class='a'>b";
    let forms = ["html", "minified", "indented", "dump"].map(|name| {
        let shown = ask(html, "", name.parse().unwrap()).shown;
        let Shown::Text { text } = shown else { panic!("{name}: {shown:?}") };
        text
    });
    insta::assert_snapshot!(forms.join("\n----\n"));
}

#[test]
fn an_unknown_view_or_context_is_an_error() {
    let message = |error: UnknownView| error.to_string();
    assert_eq!(
        "tree ".parse::<View>().map_err(message),
        Err("unknown view \"tree \"; the views are `none`, `tree`, `tokens`, `dump`, `html`, `minified` and `indented`".to_owned())
    );
    let error = answer("", "svg", false, View::Tree, 1).map(|_| ());
    assert_eq!(error, Ok(()), "an element that is called svg");
    assert!(answer("", "<p>", false, View::Tree, 1).is_err());
}

#[test]
fn scripting_makes_text_of_noscript() {
    let shown = |scripting| answer("<noscript><p>", "div", scripting, View::Html, 1).unwrap().shown;
    let text = |text: &str| Shown::Text { text: text.to_owned() };
    assert_eq!(shown(false), text("<noscript><p></p></noscript>"));
    assert_eq!(shown(true), text("<noscript><p></noscript>"));
}

#[test]
fn the_source_has_the_colors_of_its_tokens() {
    let html = "\u{1F332}<!DOCTYPE html><p a b='1 &lt;'>&amp;<!--c--></p><script><b></script>";
    let source: Vec<u16> = html.encode_utf16().collect();
    let cut = |Color(kind, [start, end])| {
        format!("{kind} {}\n", String::from_utf16_lossy(&source[start as usize..end as usize]))
    };
    insta::assert_snapshot!(colors(html, "", false).unwrap().into_iter().map(cut).collect::<String>());
    assert!(colors("", "1", false).is_err());
}
