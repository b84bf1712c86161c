//! Prints the matching elements of a page of any length, in bounded memory:
//! `cargo run -p hedgerow --example stream_bounded -- page.html div.item` prints the text of each matching element on a line.

use std::error::Error;
use std::fs::File;
use std::io::{Read, Write, stdout};

use hedgerow::{EncodingHints, Parser, ToHtml as _};

fn print_texts(mut page: impl Read, selector: &str, mut output: impl Write) -> Result<(), Box<dyn Error>> {
    let mut stream = Parser::new().stream_bytes(&EncodingHints::new()).elements(selector)?.discard_others();
    let mut chunk = vec![0; 1 << 16];
    loop {
        let length = page.read(&mut chunk)?;
        if length > 0 {
            stream.feed(&chunk[..length]);
        } else {
            stream.end();
        }
        while let Some(element) = stream.next_element() {
            writeln!(output, "{}", element.rendered_text().replace('\n', " "))?;
        }
        if length == 0 {
            return Ok(());
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [page, selector] => print_texts(File::open(page)?, selector, stdout().lock()),
        _ => Err("usage: stream_bounded FILE SELECTOR".into()),
    }
}

#[test]
fn each_match_is_a_line() {
    let page = "<ul><li>Oak<li>Elm<br>tree</ul><p>and more<li>Yew";
    let mut output = Vec::new();
    print_texts(page.as_bytes(), "li", &mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "Oak\nElm tree\nYew\n");
}
