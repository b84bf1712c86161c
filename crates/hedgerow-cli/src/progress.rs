//! The progress bar, which appears on a terminal after a second.
//!
//! `input` counts the bytes that were read.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::Progress;

/// The time after which the bar is shown.
const DELAY: Duration = Duration::from_secs(1);

/// The time for which the bar stays hidden after output was written in its place.
const PAUSE: Duration = Duration::from_millis(100);

/// The templates of the bar for input of known and of unknown length.
const OF_KNOWN_LENGTH: &str = "{elapsed} {wide_bar} {bytes} of {total_bytes}, {msg}";
const OF_UNKNOWN_LENGTH: &str = "{elapsed} {spinner} {bytes}, {msg}";

/// A progress bar on the standard error, if that is a terminal.
pub(crate) struct Bar {
    drawn: ProgressBar,
    progress: Arc<Progress>,
    start: Instant,
    documents: u64,
    is_shown: bool,
    changed: Instant,
}

impl Bar {
    pub(crate) fn new(progress: Arc<Progress>) -> Self {
        let drawn = ProgressBar::with_draw_target(progress.total, ProgressDrawTarget::hidden());
        let template = if progress.total.is_some() { OF_KNOWN_LENGTH } else { OF_UNKNOWN_LENGTH };
        if let Ok(style) = ProgressStyle::with_template(template) {
            drawn.set_style(style);
        }
        let start = Instant::now();
        Self { drawn, progress, start, documents: 0, is_shown: false, changed: start }
    }

    /// Hides the bar, so that output can be written.
    pub(crate) fn hide(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            self.drawn.set_draw_target(ProgressDrawTarget::hidden());
            self.changed = Instant::now();
        }
    }

    /// Records that a document is done, and shows the progress below the output, which `flush` writes out first.
    pub(crate) fn advance(&mut self, flush: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.documents += 1;
        let now = Instant::now();
        if now - self.start < DELAY || now - self.changed < PAUSE {
            return Ok(());
        }
        self.changed = now;
        self.drawn.set_position(self.progress.bytes());
        let rate = u128::from(self.documents) * 1000 / (now - self.start).as_millis().max(1);
        self.drawn.set_message(format!("{} documents, {rate} a second", self.documents));
        if !std::mem::replace(&mut self.is_shown, true) {
            flush()?;
            self.drawn.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.drawn.tick();
        Ok(())
    }
}
