//! [`answer`]: calls a function with arguments from the buffer that JavaScript fills, and stores its answer for JavaScript.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

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
    Bytes(Vec<u8>),
}

/// The arguments of a call.
pub(crate) struct Call {
    /// The handle of a document; 0 if the page is in `text`.
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
    Bytes(Vec<u8>),
    /// A tree: numbers, and texts.
    Tree(crate::tree::Flat),
    /// `undefined`.
    Nothing,
    /// A number; JSON has neither NaN nor infinities.
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

    /// Takes the text of the page out of the call.
    pub(crate) fn take_text(&mut self) -> Result<String, Failure> {
        match std::mem::replace(&mut self.text, Text::Text(String::new())) {
            Text::Text(text) => Ok(text),
            Text::Bytes(_) => Err(Failure::argument("the bytes were not decoded")),
        }
    }

    /// Reads the options; an empty text means that there are none.
    pub(crate) fn options<O: DeserializeOwned + Default>(&self) -> Result<O, Failure> {
        if self.options.is_empty() {
            return Ok(O::default());
        }
        serde_json::from_str(&self.options).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line").map_or(&*message, |(message, _)| message);
            Failure::argument(format_args!("invalid options: {message}"))
        })
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
        Ok(Answer::Bytes(bytes)) => (bytes, 6),
        Ok(Answer::Tree(tree)) => (tree.into_bytes(), 5),
        Ok(Answer::Number(number)) => (number.to_le_bytes().to_vec(), 4),
        Err(failure) => (failure.to_json(), FAILURE),
    };
    OUTPUT.set(bytes);
    kind
}

/// Asks a function of JavaScript, which reads the question from the output, and writes its answer to the input.
pub(crate) fn ask(question: String, function: fn() -> bool) -> Option<String> {
    OUTPUT.set(question.into_bytes());
    if function() { String::from_utf8(INPUT.take()).ok() } else { None }
}

/// Makes place for arguments.
pub(crate) fn reserve(bytes: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        if input.capacity() < bytes {
            // OPTIMIZATION: the allocator fills memory with one instruction, but `resize` writes one byte at a time if it is optimized for size.
            let mut larger = vec![0; bytes];
            larger[..input.len()].copy_from_slice(input);
            *input = larger;
        }
        input.resize(bytes, 0);
        input.as_ptr()
    })
}

/// Whether the input contains a byte.
pub(crate) fn contains(byte: u8) -> bool {
    INPUT.with_borrow(|input| memchr::memchr(byte, input).is_some())
}

/// The address and the length of the answer.
pub(crate) fn output() -> (*const u8, usize) {
    OUTPUT.with_borrow(|output| (output.as_ptr(), output.len()))
}
