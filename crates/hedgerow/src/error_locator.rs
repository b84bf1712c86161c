//! [`ErrorLocator`]: finds the lines and columns of errors while their text is at hand.
//!
//! Nearly all errors are about the token that was just read. Only those about text in a table come when it is known how the
//! text goes on, and then the machine may have let go of its beginning.

use hedgerow_input::{Location, LocationTracker, Span};

/// Finds the lines and columns of errors.
#[derive(Debug, Default)]
pub(crate) struct ErrorLocator {
    tracker: LocationTracker,
    /// How many bytes of the input were consumed.
    offset: u32,
    held: Option<Held>,
}

/// Text that was consumed, and about which there may still be errors.
#[derive(Debug)]
struct Held {
    start: u32,
    text: String,
    tracker: LocationTracker,
}

impl ErrorLocator {
    /// Where a place begins and ends that lies in `text`, the input behind what was consumed, or in what is held. Ask in the
    /// order of places.
    pub(crate) fn locate(&mut self, text: &str, span: Span) -> (Location, Location) {
        let (tracker, text) = match &mut self.held {
            Some(held) if span.start < self.offset => (&mut held.tracker, held.text.as_str()),
            _ => (&mut self.tracker, text),
        };
        let start = tracker.locate(text, span.start);
        // The next error may begin before this one ends: the tracker itself only goes from start to start.
        (start, tracker.clone().locate(text, span.end))
    }

    /// Takes note that the first `consumed` bytes of the text are let go of. Holds what stands behind an offset, if there may
    /// still be errors about it.
    pub(crate) fn discard(&mut self, text: &str, consumed: usize, first_in_doubt: Option<u32>) {
        let mut before = 0;
        match (&mut self.held, first_in_doubt) {
            (Some(held), Some(start)) if start == held.start => held.text.push_str(&text[..consumed]),
            (held, Some(start)) => {
                before = (start.saturating_sub(self.offset) as usize).min(consumed);
                self.tracker.discard(text, before);
                let tracker = self.tracker.clone();
                *held = Some(Held { start, text: text[before..consumed].to_owned(), tracker });
            }
            (held, None) => *held = None,
        }
        self.tracker.discard(&text[before..], consumed - before);
        self.offset += consumed as u32;
    }
}
