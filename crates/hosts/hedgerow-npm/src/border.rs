//! [`answer`]: calls a function with arguments from the buffer that JavaScript fills, and stores its answer for JavaScript.

use std::cell::RefCell;

#[cfg(feature = "full")]
use hedgerow::dom::SharedText;
use serde::Serialize;

use crate::failure::Failure;
use crate::options::Options;

thread_local! {
    /// The arguments of the next call.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The answer to the last call.
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The page of a call, as JavaScript passes it.
#[derive(Debug)]
pub(crate) enum Text {
    /// A string.
    Text(String),
    /// Bytes, whose encoding is not known.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "a sanitizer takes text"))]
    Bytes(Vec<u8>),
}

/// The arguments of a call.
pub(crate) struct Call {
    /// The handle of a document; 0 if the page is in `text`.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "a sanitizer keeps no documents"))]
    pub(crate) page: u32,
    pub(crate) text: Text,
    /// The main argument: a selector, a configuration and so on.
    pub(crate) query: String,
    /// The other arguments, as JSON; may be empty.
    pub(crate) options: String,
}

/// The answer to a call. The numbers of the variants are in `js/border.js`, too.
pub(crate) enum Answer {
    /// A string.
    Text(String),
    /// A value as JSON.
    Json(Vec<u8>),
    /// Bytes.
    #[cfg(feature = "full")]
    Bytes(Vec<u8>),
    /// A tree: numbers, and texts.
    #[cfg(feature = "full")]
    Tree(crate::tree::Flat),
    /// `undefined`.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "a sanitizer always has a result"))]
    Nothing,
    /// A number; JSON has neither NaN nor infinities.
    #[cfg_attr(not(feature = "full"), expect(dead_code, reason = "a sanitizer returns no numbers"))]
    Number(f64),
}

/// A failure as an answer.
const FAILURE: u32 = 3;

impl Answer {
    /// Writes a value as JSON.
    pub(crate) fn json(value: &impl Serialize) -> Result<Self, Failure> {
        serde_json::to_vec(value).map(Self::Json).map_err(|error| Failure::new("internal", error.to_string()))
    }
}

impl Call {
    /// Takes the arguments out of the buffer.
    fn take(page: u32, kind: u32, lengths: [usize; 3]) -> Result<Self, Failure> {
        let [text, query, options] = lengths;
        let mut bytes = INPUT.take();
        let string = |bytes: &[u8]| {
            std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Failure::new("internal", "not UTF-8"))
        };
        let part = |start: usize, length: usize| bytes.get(start..start + length).unwrap_or_default();
        let query_text = string(part(text, query))?;
        let options_text = string(part(text + query, options))?;
        bytes.truncate(text);
        let text = match kind {
            0 => Text::Text(
                String::from_utf8(bytes).map_err(|error| Failure::new("internal", error.to_string()))?,
            ),
            _ => Text::Bytes(bytes),
        };
        Ok(Self { page, text, query: query_text, options: options_text })
    }

    /// Takes the page out of the call.
    #[cfg(feature = "full")]
    pub(crate) fn take_text(&mut self) -> Text {
        std::mem::replace(&mut self.text, Text::Text(String::new()))
    }

    /// Reads the options.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        Options::read(&self.options)
    }
}

#[cfg(feature = "full")]
impl Text {
    /// The text, which a document can share.
    pub(crate) fn into_shared(text: String) -> SharedText {
        let mut text = text;
        text.shrink_to_fit();
        SharedText::new(text)
    }
}

/// Calls a function, stores its answer, and returns the kind of the answer.
pub(crate) fn answer(
    page: u32,
    kind: u32,
    lengths: [usize; 3],
    function: fn(&mut Call) -> Result<Answer, Failure>,
) -> u32 {
    let (bytes, kind) = match Call::take(page, kind, lengths).and_then(|mut call| function(&mut call)) {
        Ok(Answer::Text(text)) => (text.into_bytes(), 0),
        Ok(Answer::Json(json)) => (json, 1),
        Ok(Answer::Nothing) => (Vec::new(), 2),
        #[cfg(feature = "full")]
        Ok(Answer::Bytes(bytes)) => (bytes, 6),
        #[cfg(feature = "full")]
        Ok(Answer::Tree(tree)) => (tree.into_bytes(), 5),
        Ok(Answer::Number(number)) => (number.to_le_bytes().to_vec(), 4),
        Err(failure) => (failure.to_json(), FAILURE),
    };
    OUTPUT.set(bytes);
    kind
}

/// Makes place for arguments.
pub(crate) fn reserve(bytes: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        input.resize(bytes, 0);
        input.as_ptr()
    })
}

/// The address and the length of the answer.
pub(crate) fn output() -> (*const u8, usize) {
    OUTPUT.with_borrow(|output| (output.as_ptr(), output.len()))
}
