//! `cargo xtask extra compare generate`: difficult documents and fragments, determined by a seed.
//!
//! The cases are for comparing trees with other parsers and browsers, and have no expectations. Most cases have few different
//! tags, so that these interact. End tags come in any order, and characters, comments and references are in between.

use std::io::{self, BufWriter, Write as _};

use anyhow::Result;
use clap::Args;
use hedgerow_testing::{CONTEXTS, Random};
use serde_json::json;

/// The command line of `cargo xtask extra compare generate`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The number of cases
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

const TAGS: &[&str] = &[
    "a", "b", "i", "u", "font", "nobr", "code", "em", "big", "tt", "p", "div", "span", "li", "ul", "ol",
    "dl", "dd", "dt", "h1", "h2", "table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption",
    "colgroup", "col", "select", "option", "optgroup", "hr", "input", "textarea", "button", "form",
    "fieldset", "label", "svg", "math", "mi", "mo", "mtext", "annotation-xml", "mglyph", "malignmark",
    "foreignObject", "desc", "title", "path", "script", "style", "template", "html", "head", "body",
    "frameset", "frame", "noframes", "noscript", "iframe", "noembed", "xmp", "pre", "listing", "plaintext",
    "br", "img", "image", "applet", "marquee", "object", "embed", "param", "source", "track", "area", "wbr",
    "keygen", "ruby", "rb", "rt", "rtc", "rp", "address", "article", "main", "search", "details", "dialog",
    "center", "datalist", "selectedcontent", "base", "link", "meta", "isindex", "menuitem", "x-y", "sarcasm",
];

/// Tags for which the standard has the most complex rules. They are generated more often.
const TANGLED: &[&str] = &[
    "a", "b", "i", "p", "div", "table", "tr", "td", "select", "option", "svg", "math", "template", "form",
    "nobr",
];

const ATTRIBUTES: &[&str] = &[
    "", "", "", "", "", "", " a=b", " class=x", " id=1", " color=red", " face=x", " type=hidden",
    " TYPE=HIDDEN", " type=text", " encoding=text/html", " encoding=\"application/xhtml+xml\"",
    " definitionurl=x", " viewbox=y", " xlink:href=z", " xml:lang=q", " xmlns=w", " selected", " disabled",
    " multiple", " size=2", " for=m", " shadowrootmode=open", " href=1 href=2", " attributename=x",
    " value=\"\"", " b='&amp;c'", " b = \"c d\"", " c\n=\te", " @click=\"f()\"",
    " data-long-name='a&b=c&amp;'",
];

const CHARACTERS: &[&str] = &[
    "x", "y", " ", "\n", "  ", "\t", "&amp;", "&lt", "&notit;", "&#0;", "&#x80;", "\0", "x y", "\r\n",
    "\u{e9}", "&nbsp;", "<", "&", "</", "<!", "<?", ">", "\"", "\x0C", "&#10;", "z\n", "</>",
];

const OTHERS: &[&str] = &[
    "<!--c-->",
    "<!---->",
    "<!-->",
    "<!--a--!>",
    "<!-- <!-- -->",
    "<!doctype html>",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!doctype x>",
    "<![CDATA[x]]>",
    "<![CDATA[a]]b]]>",
    "<![CDATA[\0]]>",
    "<?pi d?>",
    "<?marker name=\"m\">",
    "<?start name=\"m\">",
    "<?end>",
    "<?xml v?>",
    "<?a>",
    "<!x>",
    "</ x>",
    "</1>",
];

/// A document or a fragment.
pub(crate) struct Case {
    pub(crate) html: String,
    /// The context element, if the case is a fragment: `td`, `svg path`.
    pub(crate) context: Option<&'static str>,
}

/// Writes the cases to the standard output.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (id, case) in cases(options.seed).take(options.count).enumerate() {
        let case = json!({ "id": id, "html": case.html, "context": case.context });
        if let Err(error) = writeln!(out, "{case}") {
            // The reader has closed the pipe.
            return if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error.into()) };
        }
    }
    out.flush()?;
    Ok(())
}

/// Returns an infinite iterator over the cases of a seed.
pub(crate) fn cases(seed: u64) -> impl Iterator<Item = Case> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || {
        let context = (random.below(4) == 0).then(|| random.pick(&CONTEXTS));
        Case { html: document(&mut random), context }
    })
}

fn document(random: &mut Random) -> String {
    let few: Vec<&str> = (0..2 + random.below(7)).map(|_| any_tag(random)).collect();
    let is_focused = random.below(5) < 3;
    let mut html = String::new();
    if random.below(5) == 0 {
        html.push_str("<!doctype html>");
    }
    for _ in 0..random.pick(&[2, 4, 6, 8, 12, 16, 25, 40]) {
        let tag = if is_focused { random.pick(&few) } else { any_tag(random) };
        match random.below(100) {
            0..50 => start_tag(random, tag, &mut html),
            50..75 => html.extend(["</", tag, ">"]),
            75..93 => html.push_str(random.pick(CHARACTERS)),
            _ => html.push_str(random.pick(OTHERS)),
        }
    }
    html
}

fn start_tag(random: &mut Random, tag: &str, html: &mut String) {
    html.push('<');
    html.push_str(&if random.below(20) == 0 { tag.to_ascii_uppercase() } else { tag.to_owned() });
    for _ in 0..random.pick(&[0, 0, 1, 1, 2]) {
        html.push_str(random.pick(ATTRIBUTES));
    }
    html.push_str(if random.below(16) == 0 { "/>" } else { ">" });
}

fn any_tag(random: &mut Random) -> &'static str {
    if random.below(3) == 0 { random.pick(TANGLED) } else { random.pick(TAGS) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_documents() {
        let documents = |seed| cases(seed).take(50).map(|case| case.html).collect::<Vec<_>>();
        assert_eq!(documents(7), documents(7));
        assert_ne!(documents(7), documents(8));
    }
}
