//! URLs are parsed by JavaScript: the tables for names of hosts would be a tenth of the module.

use std::sync::Once;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::border;

#[wasm_bindgen]
extern "C" {
    /// Parses the address that the output contains, against a base URL and with the query in an encoding, which precede it with a space
    /// each. Puts the URL into the input, and returns whether there is one. See `js/border.js`.
    fn parse_url() -> bool;
}

fn parse(base: Option<&str>, encoding: &str, address: &str) -> Option<String> {
    // A URL contains no spaces.
    border::ask(format!("{encoding} {} {address}", base.unwrap_or_default()), parse_url)
}

/// Lets JavaScript parse URLs.
pub(crate) fn set_up() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| hedgerow_extract::set_url_parser(parse));
}
