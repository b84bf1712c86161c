//! Edits of a source in another encoding than UTF-8.

use hedgerow::encoding::encoding_for_label;
use hedgerow::source::{ByteMap, SourceEditError, SourceEdits};
use hedgerow::{EncodingHints, Parser};

#[test]
fn bytes_are_patched_in_their_own_encoding() {
    let latin1 = encoding_for_label("latin1").unwrap();
    let bytes = b"<p id=a title='\xE4'>\xE4</p>\r\n\xFC";
    let document = Parser::new()
        .source_spans(true)
        .parse_bytes(bytes, &EncodingHints::new().user(latin1))
        .into_document();
    let mut edits = SourceEdits::new(&document);
    edits.set_attribute(document.element_by_id("a").unwrap().id(), "title", "\u{FC}\u{2200}").unwrap();
    let patched = ByteMap::new(bytes, latin1).patch(bytes, &edits.edits().unwrap()).unwrap();
    assert_eq!(patched, b"<p id=a title='\xFC&#8704;'>\xE4</p>\r\n\xFC");
}

#[test]
fn character_references_are_written_only_where_they_are_read() {
    let latin1 = encoding_for_label("latin1").unwrap();
    let encoding = EncodingHints::new().user(latin1);
    let bytes = b"<p><style>a</style><g a=b>c</g>";
    let document = Parser::new().source_spans(true).parse_bytes(bytes, &encoding).into_document();
    let element =
        |name: &str| document.root().descendants().find(|node| node.local_name_text() == name).unwrap().id();
    let [p, style, g] = ["p", "style", "g"].map(element);
    let patched = |change: &dyn Fn(&mut SourceEdits<'_>) -> Result<(), SourceEditError>| {
        let mut edits = SourceEdits::new(&document);
        change(&mut edits).unwrap();
        ByteMap::new(bytes, latin1).patch(bytes, &edits.edits().unwrap()).is_ok()
    };
    assert!(patched(&|edits| edits.set_text(g, "\u{2200}")));
    assert!(patched(&|edits| edits.set_html(g, "<b title=\u{2200}>\u{2200}</b><style>a</style>")));
    assert!(patched(&|edits| edits.set_attribute(g, "\u{FC}", "\u{FC}")));
    assert!(patched(&|edits| edits.rename_element(p, "x\u{FC}")));
    assert!(!patched(&|edits| edits.set_text(style, "\u{2200}")));
    assert!(!patched(&|edits| edits.set_html(g, "<style>\u{2200}</style>")));
    assert!(!patched(&|edits| edits.append_html(style, "\u{2200}")));
    assert!(!patched(&|edits| edits.insert_before(g, "<!--\u{2200}-->")));
    assert!(!patched(&|edits| edits.set_attribute(g, "\u{2200}", "")));
    assert!(!patched(&|edits| edits.rename_attribute(g, "a", "\u{2200}")));
    assert!(!patched(&|edits| edits.rename_element(p, "x\u{2200}")));
}
