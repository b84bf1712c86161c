//! JSON: any text is a tree or an error with a position, and trees round-trip.

use hedgerow::Document;
use hedgerow::json::{FromJson as _, ToJson as _};
use hedgerow::serialize::ToTestFormat;

use super::text::parser;
use crate::input::Input;
use crate::trees::validate;

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let text = &*input.text();
    match Document::from_json(text) {
        Ok(document) => check_round_trip(&document),
        Err(error) => {
            assert!(error.offset() <= text.len() && error.line() > 0 && error.column() > 0, "{error}");
        }
    }
    let document = parser(&mut input.choices).parse(text).into_document();
    check_round_trip(&document);
    // A random part is removed from the JSON.
    let json = document.to_json();
    let mut without_a_part = json.clone();
    without_a_part.replace_range(input.choices.part(&json), "");
    if let Ok(document) = Document::from_json(&without_a_part) {
        check_round_trip(&document);
    }
}

fn check_round_trip(document: &Document) {
    validate(document);
    let json = document.to_json();
    let again = Document::from_json(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    validate(&again);
    assert_eq!(again.to_test_format(), document.to_test_format(), "{json}");
    assert_eq!(again.to_json(), json);
}
