//! [`ErrorLocator`]: finds the lines and columns of errors while their text is available.
//!
//! Nearly all errors concern the token that was just read. Only errors about text in a table are reported later, when the
//! rest of the text is known; by then the machine may have discarded the beginning of the text.

use hedgerow_input::{Location, LocationTracker, Span};

/// Finds the lines and columns of errors.
#[derive(Debug, Default)]
pub(crate) struct ErrorLocator {
    tracker: LocationTracker,
    /// The number of bytes of the input that were consumed.
    offset: u32,
    held: Option<Held>,
}

/// Consumed text that errors may still refer to.
#[derive(Debug)]
struct Held {
    start: u32,
    text: String,
    tracker: LocationTracker,
}

impl ErrorLocator {
    /// Returns the locations of the start and the end of a span. The span is either in `text`, the input after the consumed
    /// bytes, or in the held text. The starts of successive spans must not decrease.
    pub(crate) fn locate(&mut self, text: &str, span: Span) -> (Location, Location) {
        let (tracker, text) = match &mut self.held {
            Some(held) if span.start < self.offset => (&mut held.tracker, held.text.as_str()),
            _ => (&mut self.tracker, text),
        };
        let start = tracker.locate(text, span.start);
        // The next error may begin before this one ends, so the tracker itself advances only to starts.
        (start, tracker.clone().locate(text, span.end))
    }

    /// Discards the first `consumed` bytes of the text. The text from the offset `first_in_doubt` on is kept, because errors
    /// about it may still be reported.
    pub(crate) fn discard(&mut self, text: &str, consumed: usize, first_in_doubt: Option<u32>) {
        let mut before = 0;
        match (&mut self.held, first_in_doubt) {
            (Some(held), Some(start)) if start == held.start => held.text.push_str(&text[..consumed]),
            (held, Some(start)) => {
                before = (start.saturating_sub(self.offset) as usize).min(consumed);
                self.tracker.discard(text, before);
                let mut tracker = self.tracker.clone();
                // The previous location may be after the held text.
                tracker.restart();
                *held = Some(Held { start, text: text[before..consumed].to_owned(), tracker });
            }
            (held, None) => *held = None,
        }
        self.tracker.discard(&text[before..], consumed - before);
        self.offset += consumed as u32;
    }
}
