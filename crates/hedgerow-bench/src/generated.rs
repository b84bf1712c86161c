//! Generated pages. They are deterministic, so that counts of instructions can be compared.

use std::fmt::Write as _;

use crate::{Page, SMALL};

/// Returns pages with a mix like that of real pages: scripts and styles, long attributes, text, dense markup, tables.
#[must_use]
pub fn generated() -> Vec<Page> {
    let articles = (1..=6).map(|size| page("articles", format!("article-{size}"), article(size * 12)));
    let manuals = (1..=2).map(|size| page("manuals", format!("manual-{size}"), manual(size * 1200)));
    let tables = (1..=2).map(|size| page("tables", format!("table-{size}"), table(size * 800)));
    articles.chain(manuals).chain(tables).collect()
}

/// Returns two documents so short that set-up and clean-up matter: one of 21 bytes, one of about 4,500.
#[must_use]
pub fn small() -> Vec<Page> {
    vec![page(SMALL, "greeting".to_owned(), GREETING.to_owned()), page(SMALL, "note".to_owned(), note())]
}

/// A minimal document.
const GREETING: &str = "<!DOCTYPE html><p>Hi!";

fn page(folder: &str, name: String, text: String) -> Page {
    Page { folder: folder.to_owned(), name, path: None, text }
}

/// A short page: a handful of links, and paragraphs.
fn note() -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<title>Notes from the hedge</title>\n\
         <link rel=stylesheet href=/style.css>\n</head>\n<body>\n<nav>\n<ul>\n",
    );
    for month in ["march", "april", "may", "june", "july"] {
        let _ = writeln!(page, "<li><a href=\"/notes/{month}.html\" title=\"Notes of {month}\">{month}</a>");
    }
    page.push_str("</ul>\n</nav>\n<main>\n<h1>Notes from the hedge</h1>\n");
    for day in 1..=12 {
        let _ = writeln!(
            page,
            "<article id=day-{day} class=\"note note--short\">\n<h2>Day {day}</h2>\n\
             <p>The <em>blackthorn</em> is in flower, &amp; the first of the bees have found it: {day} of them before \
             noon, and as many again by four o&rsquo;clock. The ditch is full.\n\
             <p>A pair of <a href=\"/birds/wren.html\">wrens</a> carries moss past the gate<br>all day long.\n</article>"
        );
    }
    page.push_str("</main>\n<footer><small>No rights reserved.</small></footer>\n</body>\n</html>\n");
    page
}

/// A page with much script and style, attributes with long values, indented nested blocks, and paragraphs.
fn article(sections: usize) -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\" class=\"no-js\">\n<head>\n  <meta charset=\"utf-8\">\n  \
         <title>A walk along the hedge &mdash; The Hedgerow</title>\n",
    );
    for property in ["title", "type", "url", "image", "site_name"] {
        let _ = writeln!(
            page,
            "  <meta property=\"og:{property}\" content=\"https://example.org/walks/{property}?source=share\" />"
        );
    }
    page.push_str("  <style>\n");
    for rule in 0..sections * 4 {
        let _ = writeln!(page, ".box-{rule} > a:hover {{ color: #{rule:06x}; margin: 0 {rule}px; }}");
    }
    page.push_str("  </style>\n  <script>\n");
    for line in 0..sections * 25 {
        let _ = writeln!(
            page,
            "window.rows = window.rows || []; if (rows.length < {line}) rows.push({{ id: {line}, name: \"r{line}\" }});"
        );
    }
    page.push_str("  </script>\n</head>\n<body class=\"page page--wide\">\n");
    for section in 0..sections {
        article_section(&mut page, section);
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn article_section(page: &mut String, section: usize) {
    let _ = writeln!(
        page,
        "  <section id=\"part-{section}\" class=\"section section--plain\" data-index=\"{section}\">\n    \
         <div class=\"section__inner\"><div class=\"grid grid--two\">\n      \
         <h2><a href=\"/articles/hedges/part-{section}.html?from=list&amp;order=date\">Part {section}</a></h2>\n      \
         <!-- part {section} of the series -->\n      \
         <button type=\"button\" aria-label=\"Share\"><svg viewBox=\"0 0 24 24\" width=\"24\"><path d=\"M3 12l7-7v4c7 0 \
         11 5 11 11-3-4-6-6-11-6v5z\"/></svg></button>"
    );
    for paragraph in 0..4 {
        let _ = writeln!(
            page,
            "      <p>The hawthorn stands in a row, and between its stems <em>dog rose</em> and bramble climb toward the \
             light; a wren &mdash; the smallest of the singers &mdash; nests in paragraph\u{A0}{paragraph}.\n      \
             <x-figure ratio=\"4/3\"><img src=\"/images/hedge-{section}-{paragraph}.jpg\" alt=\"A hedge\" width=640 \
             height=480 loading=lazy></x-figure></p>"
        );
    }
    page.push_str("      <ul class=\"links\">\n");
    for link in 0..8 {
        let _ = writeln!(
            page,
            "        <li class=\"links__item\"><a class=\"link\" rel=\"nofollow\" \
             href=\"https://example.org/{section}/{link}\">Link {link}</a></li>"
        );
    }
    let _ = writeln!(
        page,
        "      </ul>\n    </div></div>\n    <script type=\"application/json\">{{\"part\":{section},\"tags\":[\"hedge\",\
         \"hawthorn\",\"wren\"],\"html\":\"<p>not an element<\\/p>\"}}</script>\n  </section>"
    );
}

/// A page with dense markup: many short tags, little text.
fn manual(entries: usize) -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html>\n<head>\n<title>Manual</title>\n</head>\n<body>\n<h1>Manual</h1>\n<dl>\n",
    );
    for entry in 0..entries {
        let _ = writeln!(
            page,
            "<dt><a name=\"index-set-{entry}\"></a><span class=\"command\">set <var>hedge</var> [<var>row</var>]</span>\n             <dd><p>Takes the hedge to be that of row {entry}, unless there is none; then <samp>{entry}</samp> is said and \
             nothing is done. See <a class=\"ref\" href=\"#index-set-{entry}\">Setting</a>. This does <b>not</b> look at \
             what comes after this, for which there is <kbd>C-x</kbd>.</p></dd>"
        );
    }
    page.push_str("</dl>\n<table class=\"index\">\n");
    for entry in 0..entries {
        let _ = writeln!(
            page,
            "<tr><td></td><td valign=\"top\"><a href=\"#index-set-{entry}\"><code>set {entry}</code></a>:</td>             <td>&nbsp;</td></tr>"
        );
    }
    page.push_str("</table>\n</body>\n</html>\n");
    page
}

/// A table with many short rows, some of which omit end tags or have misplaced content.
fn table(rows: usize) -> String {
    let mut page = String::from(
        "<!DOCTYPE html>\n<html>\n<head><title>Hedges by length</title></head>\n<body>\n\
         <table border=1 class=\"wide\">\n<caption>Hedges</caption>\n<colgroup><col><col span=2></colgroup>\n\
         <thead>\n<tr><th>No<th>Name<th>Length<th>Plants</tr>\n</thead>\n<tbody>\n",
    );
    for row in 0..rows {
        let line = match row % 20 {
            9 => format!("<tr><td>{row}<td>no end tags<td><i>{row} m<td><b>ash</i>, elder</b>"),
            19 => format!("<tr>misplaced <td>{row}</td><td></td></tr>"),
            _ => format!(
                "<tr class=\"row\"><td align=right>{row}</td><td><a href=\"/hedge/{row}\">Hedge {row}</a></td>\
                 <td>{row} m</td><td>hazel, <b>dog rose</b></td></tr>"
            ),
        };
        page.push_str(&line);
        page.push('\n');
    }
    page.push_str("</tbody>\n</table>\n</body>\n</html>\n");
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_documents_have_the_stated_lengths() {
        let lengths: Vec<usize> = small().iter().map(|page| page.text.len()).collect();
        assert_eq!(lengths[0], 21);
        assert!((4400..4600).contains(&lengths[1]), "{}", lengths[1]);
    }
}
