//! Marks each occurrence of a word in the text of a page.

use hedgerow::dom::{NodeKind, known};
use hedgerow::{Document, Error, NodeRef};

fn highlight(document: &mut Document, word: &str) -> Result<(), Error> {
    let is_shown = |node: &NodeRef<'_>| !node.is_html_any(&[known::SCRIPT, known::STYLE, known::TITLE]);
    let texts = document.root().descendants().filter(|node| node.kind() == NodeKind::Text);
    let texts: Vec<_> =
        texts.filter(|text| text.parent().is_some_and(|parent| is_shown(&parent))).map(NodeRef::id).collect();
    for mut text in texts {
        while let Some(start) = document.node(text).data().and_then(|data| data.find(word)) {
            let found = document.split_text(text, start)?;
            text = document.split_text(found, word.len())?;
            document.change([found]).wrap("mark")?;
        }
    }
    Ok(document.normalize(document.root_id())?)
}

#[test]
fn only_text_is_marked() {
    use hedgerow::ToHtml as _;

    let mut document = hedgerow::parse("<title>yew</title><p title=yew>A yew, yew<b>yew</b>");
    highlight(&mut document, "yew").unwrap();
    let expected = "<p title=\"yew\">A <mark>yew</mark>, <mark>yew</mark><b><mark>yew</mark></b></p>";
    assert_eq!(document.body().unwrap().inner_html(), expected);
}
