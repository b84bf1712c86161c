//! [`Responses`]: the documents of a web archive.

use std::io::Read;

use hedgerow::encoding::MimeType;
use hedgerow_warc::{Archive, Budget, Head, Record, RecordError, ResponseHead};

use crate::report::complain;

use super::{Captured, Input, Name};

/// An iterator over the HTML responses of an archive, and the errors of its records.
pub(super) struct Responses<R> {
    archive: Archive<R>,
    name: Name,
    max_bytes: usize,
    /// The error of the last record, if a part of that record was returned.
    error: Option<RecordError>,
    seen: Seen,
}

impl<R: Read> Responses<R> {
    /// Creates the iterator; records of more than `max_bytes` are not read.
    pub(super) fn new(archive: Archive<R>, name: Name, max_bytes: usize) -> Self {
        Self { archive, name, max_bytes, error: None, seen: Seen::default() }
    }

    /// Returns the next response with a body that is HTML.
    fn next_response(&mut self) -> Result<Option<(Record, ResponseHead)>, RecordError> {
        loop {
            let seen = &mut self.seen;
            let is_candidate = |head: &Head, start: &[u8]| {
                if head.kind().eq_ignore_ascii_case("resource") {
                    seen.resources += usize::from(head.field("content-type").is_some_and(is_html));
                }
                head.kind().eq_ignore_ascii_case("response")
                    && match ResponseHead::parse(start) {
                        Some(response) => Kind::of(&response) != Kind::Other,
                        None => start.starts_with(b"HTTP/"),
                    }
            };
            let Some(mut record) = self.archive.next_record(self.max_bytes, is_candidate)? else {
                return Ok(None);
            };
            let error = record.take_error();
            if let Some(response) = self.html_response(&record, error.is_none()) {
                self.error = error;
                return Ok(Some((record, response)));
            }
            if let Some(error) = error {
                return Err(error);
            }
        }
    }

    /// Returns the head of a response, if the response has a body that is HTML. Counts a complete record that may be HTML.
    fn html_response(&mut self, record: &Record, is_complete: bool) -> Option<ResponseHead> {
        let Some(response) = ResponseHead::parse(&record.block) else {
            self.seen.without_head += usize::from(is_complete);
            return None;
        };
        if record.block.len() <= response.length() {
            return None;
        }
        let is_html = match Kind::of(&response) {
            Kind::Html => true,
            Kind::Other => false,
            Kind::Unknown => {
                let is_html = self.is_html_by_contents(&response, &record.block);
                self.seen.untyped += usize::from(!is_html && is_complete);
                is_html
            }
        };
        is_html.then_some(response)
    }

    /// Whether browsers would take a response without a type for HTML.
    fn is_html_by_contents(&self, response: &ResponseHead, block: &[u8]) -> bool {
        let may_sniff = response
            .field("x-content-type-options")
            .is_none_or(|options| !options.trim().eq_ignore_ascii_case("nosniff"));
        // The bytes of the undecoded body count, too; they are decoded again when the document is read.
        may_sniff
            && response
                .body(block.to_vec(), &mut Budget::new(self.max_bytes, &mut |_| ()))
                .is_ok_and(|body| begins_like_html(&body.bytes))
    }
}

impl<R: Read> Iterator for Responses<R> {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        if let Some(error) = self.error.take() {
            return Some(Input::bad_record(&self.name, error, "all of "));
        }
        let next = match self.next_response() {
            Ok(Some((Record { number, head, block, .. }, response))) => {
                let target = head.target().map_or_else(|| format!("record {number}"), str::to_owned);
                let captured = Captured { record: head, response };
                Input::response(Name::Address(target), captured, block)
            }
            Err(error) => Input::bad_record(&self.name, error, ""),
            Ok(None) => {
                if let Some(missing) = self.seen.missing() {
                    let name = self.name.for_message();
                    complain(&format!(
                        "{missing} in the archive {name}: only responses whose Content-Type is HTML are read"
                    ));
                }
                return None;
            }
        };
        self.seen.any = true;
        Some(next)
    }
}

/// The kind of a response by its Content-Type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Html,
    Other,
    /// The type is missing, or is not valid, which browsers take for missing.
    Unknown,
}

impl Kind {
    fn of(response: &ResponseHead) -> Self {
        match response.field("content-type") {
            Some(content_type) if is_html(&content_type) => Self::Html,
            Some(content_type) if MimeType::extract(&content_type).is_some() => Self::Other,
            _ => Self::Unknown,
        }
    }
}

/// Whether a Content-Type denotes HTML or XHTML.
fn is_html(content_type: &str) -> bool {
    MimeType::extract(content_type)
        .is_some_and(|mime_type| matches!(mime_type.essence(), "text/html" | "application/xhtml+xml"))
}

/// The tags with which a document without a type begins.
///
/// <https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type>
const FIRST_TAGS: [&[u8]; 17] = [
    b"<!doctype html", b"<html", b"<head", b"<script", b"<iframe", b"<h1", b"<div", b"<font", b"<table",
    b"<a", b"<style", b"<title", b"<b", b"<body", b"<br", b"<p", b"<!--",
];

/// Whether a browser would take bytes without a type for HTML.
fn begins_like_html(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    FIRST_TAGS.iter().any(|tag| {
        bytes.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
            && matches!(bytes.get(tag.len()), Some(b' ' | b'>'))
    })
}

/// The records of an archive that were seen so far.
#[derive(Debug, Default)]
struct Seen {
    /// Whether a document or a damaged record was found.
    any: bool,
    /// The number of responses that have a body but no valid Content-Type. Some of them may be HTML.
    untyped: usize,
    /// The number of responses whose HTTP head has no end.
    without_head: usize,
    /// The number of `resource` records whose Content-Type is HTML: they were saved without a response.
    resources: usize,
}

impl Seen {
    /// Returns the start of a note about documents that the user may miss: the archive has no documents, or some records are not
    /// read although they may be documents.
    fn missing(&self) -> Option<String> {
        let count = |count: usize, noun: &str, rest: &str| {
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {noun}{plural}{rest}"))
        };
        let skipped = [
            count(self.untyped, "response", " without a valid Content-Type"),
            count(self.without_head, "response", " with an incomplete head"),
            count(self.resources, "resource record", ""),
        ];
        let skipped: Vec<String> = skipped.into_iter().flatten().collect();
        match (self.any, skipped.join(" and ").as_str()) {
            (true, "") => None,
            (false, "") => Some("no documents".to_owned()),
            (true, skipped) => Some(format!("skipped {skipped}")),
            (false, skipped) => Some(format!("no documents, but {skipped},")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_begin_with_a_tag() {
        for (text, expected) in [
            ("\n <!DocType HTML>", true),
            ("<p>", true),
            ("<!-- a", true),
            ("<!doctype html", false),
            ("<pre>", false),
            ("text <p>", false),
            ("", false),
        ] {
            assert_eq!(begins_like_html(text.as_bytes()), expected, "{text}");
        }
    }
}
