//! The first ten items of a page of any length; reading stops after the tenth. The example `stream_bounded` reads all items.

use std::io::Read;

use hedgerow::{EncodingHints, Error, Parser, ToHtml};

fn first_ten(mut page: impl Read) -> Result<Vec<String>, Error> {
    let mut stream = Parser::new().stream_bytes(&EncodingHints::new()).elements("div.item")?;
    let (mut items, mut chunk) = (Vec::new(), [0; 1 << 14]);
    while items.len() < 10 {
        match page.read(&mut chunk)? {
            0 => break,
            length => stream.feed(&chunk[..length]),
        };
        items.extend(std::iter::from_fn(|| stream.next_element().map(ToHtml::rendered_text)));
    }
    items.truncate(10);
    Ok(items)
}

#[test]
fn the_rest_is_not_read() {
    let endless = std::io::repeat(b' ');
    let items = "<div class=item>one</div><div>not an item</div>".repeat(12);
    assert_eq!(first_ten(items.as_bytes().chain(endless)).unwrap(), ["one"; 10]);
}
