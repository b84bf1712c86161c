//! [`selector`]: compiled CSS selectors.

use std::cell::RefCell;
use std::collections::HashMap;

use hedgerow::select::{Selector, SelectorBuilder};

use crate::failure::Failure;

/// The maximum number of selectors in the cache.
const MAX_CACHED: usize = 256;

thread_local! {
    static SELECTORS: RefCell<HashMap<String, Selector>> = RefCell::default();
}

/// Compiles a selector, or returns it from the cache.
pub(crate) fn selector(text: &str) -> Result<Selector, Failure> {
    if let Some(selector) = SELECTORS.with_borrow(|cache| cache.get(text).cloned()) {
        return Ok(selector);
    }
    let compiled = SelectorBuilder::new().extensions().parse(text);
    let compiled = compiled.map_err(|error| {
        Failure::new("invalid-selector", error.to_string()).at(error.selector(), error.offset())
    })?;
    SELECTORS.with_borrow_mut(|cache| {
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(text.to_owned(), compiled.clone());
    });
    Ok(compiled)
}
