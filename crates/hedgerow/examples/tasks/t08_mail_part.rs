//! Converts the HTML part of an e-mail from the encoding in its headers to a page in UTF-8.

use hedgerow::serialize::{MetaCharset, WriteOptions};
use hedgerow::{EncodingHints, Parser, ToHtml as _};

fn page(part: &[u8], content_type: &str) -> String {
    let hints = EncodingHints::new().content_type(content_type);
    let parsed = Parser::new().parse_bytes(part, &hints);
    let options = WriteOptions::default().meta_charset(MetaCharset::Inject("utf-8".into()));
    parsed.document().root().to_html(&options)
}

#[test]
fn the_page_says_that_it_is_utf_8() {
    let page = page(b"<meta charset=windows-1252><p>\x80 5", "text/html; charset=windows-1252");
    assert_eq!(page, "<html><head><meta charset=\"utf-8\"></head><body><p>€ 5</p></body></html>");
}
