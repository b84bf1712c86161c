//! Rewriting streams: the edits are data, so that no callback crosses the border.

use std::cell::RefCell;

use hedgerow::rewrite::{Beyond, Content, Element, HandlerResult, RewriteError, RewriteStream, Rewriter};
use serde::Deserialize;

use crate::border::{Answer, Call, Text};
use crate::bytes::Options;
use crate::failure::Failure;
use crate::selectors::selector;

/// An edit of all elements that match a selector, as JavaScript describes it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Edit {
    selector: String,
    #[serde(flatten)]
    action: Action,
}

/// The action of an edit; the names are those of JavaScript.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Action {
    SetAttribute([String; 2]),
    RemoveAttribute(String),
    Rename(String),
    /// HTML.
    Before(String),
    After(String),
    Prepend(String),
    Append(String),
    SetInnerHtml(String),
    SetText(String),
    ReplaceWith(String),
    Remove(bool),
    Unwrap(bool),
}

/// A stream, whose output is taken after each chunk.
type Stream = RewriteStream<'static, Vec<u8>>;

thread_local! {
    /// The streams of JavaScript. The handle of a stream is its index plus 1.
    static STREAMS: RefCell<Vec<Option<Stream>>> = const { RefCell::new(Vec::new()) };
}

impl Action {
    fn apply(&self, element: &mut Element<'_, '_>) -> HandlerResult {
        match self {
            Self::SetAttribute([name, value]) => element.set_attribute(name, value)?,
            Self::RemoveAttribute(name) => drop(element.remove_attribute(name)?),
            Self::Rename(name) => element.rename(name)?,
            Self::Before(html) => element.before(Content::Html(html))?,
            Self::After(html) => element.after(Content::Html(html))?,
            Self::Prepend(html) => element.prepend(Content::Html(html))?,
            Self::Append(html) => element.append(Content::Html(html))?,
            Self::SetInnerHtml(html) => element.set_contents(Content::Html(html))?,
            Self::SetText(text) => element.set_contents(Content::Text(text))?,
            Self::ReplaceWith(html) => element.replace(Content::Html(html))?,
            Self::Remove(true) => element.remove()?,
            Self::Unwrap(true) => element.remove_and_keep_contents()?,
            Self::Remove(false) | Self::Unwrap(false) => {}
        }
        Ok(())
    }
}

/// Begins to rewrite, and returns the handle of the stream. The query is the list of edits.
pub(crate) fn rewrite(call: &mut Call) -> Result<Answer, Failure> {
    let edits: Vec<Edit> = serde_json::from_str(&call.query).map_err(Failure::argument)?;
    let options: Options = call.options()?;
    let beyond = if options.keep_held { Beyond::KeepSource } else { Beyond::Error };
    let mut rewriter =
        Rewriter::new().scripting(options.scripting).limit(options.max_held.unwrap_or(1 << 20), beyond);
    for Edit { selector: text, action } in edits {
        rewriter = rewriter.on(&selector(&text)?, move |element| action.apply(element)).map_err(|error| {
            Failure::new("invalid-selector", error.to_string()).at(error.selector(), error.offset())
        })?;
    }
    let stream = rewriter.stream_bytes(&options.hints()?, Vec::new());
    STREAMS.with_borrow_mut(|streams| {
        let index = streams.iter().position(Option::is_none).unwrap_or(streams.len());
        if index == streams.len() {
            streams.push(None);
        }
        if let Some(place) = streams.get_mut(index) {
            *place = Some(stream);
        }
        Ok(Answer::Number(f64::from(index as u32 + 1)))
    })
}

/// Takes a chunk, and returns the bytes that are final. An empty chunk ends the stream, whose handle is then invalid.
pub(crate) fn rewrite_chunk(call: &mut Call) -> Result<Answer, Failure> {
    let Text::Bytes(chunk) = std::mem::replace(&mut call.text, Text::Text(String::new())) else {
        return Err(Failure::argument("a chunk consists of bytes"));
    };
    let index = (call.page as usize).wrapping_sub(1);
    STREAMS.with_borrow_mut(|streams| {
        let place = streams.get_mut(index).ok_or_else(ended)?;
        let mut stream = place.take().ok_or_else(ended)?;
        if chunk.is_empty() {
            let (bytes, _) = stream.finish().map_err(|error| failure(&error))?;
            return Ok(Answer::Bytes(bytes));
        }
        stream.feed(&chunk).map_err(|error| failure(&error))?;
        let bytes = std::mem::take(stream.writer_mut());
        *place = Some(stream);
        Ok(Answer::Bytes(bytes))
    })
}

fn ended() -> Failure {
    Failure::new("disposed", "the stream has ended")
}

fn failure(error: &RewriteError) -> Failure {
    match error {
        RewriteError::Limit => Failure::new("limit", error.to_string()),
        _ => Failure::new("refused", error.to_string()),
    }
}
