//! Makes the images of a page load lazily, and marks the links to other sites, while the page passes from the standard input to the
//! standard output. Everything else stays byte for byte.
//!
//! `curl https://example.org | cargo run --example rewrite_stream --features rewrite`

use std::error::Error;
use std::io::{self, Write};

use hedgerow::EncodingHints;
use hedgerow::rewrite::Rewriter;

/// Returns a rewriter for one page.
fn rewriter() -> Result<Rewriter<'static>, Box<dyn Error>> {
    Ok(Rewriter::new()
        .on("img:not([loading])", |image| Ok(image.set_attribute("loading", "lazy")?))?
        .on("a[href^='http']:not([rel])", |link| Ok(link.set_attribute("rel", "noopener")?))?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut stream = rewriter()?.stream_bytes(&EncodingHints::new(), io::stdout().lock());
    io::copy(&mut io::stdin().lock(), &mut stream)?;
    let (mut output, _) = stream.finish()?;
    Ok(output.flush()?)
}

#[test]
fn only_some_tags_change() {
    let page = "<A HREF=/a>a</A>\r\n<a href=http://b>b</a><IMG src=c><img loading=eager>";
    let expected = "<A HREF=/a>a</A>\r\n<a href=http://b rel=\"noopener\">b</a><IMG src=c loading=\"lazy\"><img loading=eager>";
    assert_eq!(rewriter().unwrap().rewrite(page).unwrap(), expected);
}
