//! How far the program is, on a terminal, once that has taken a while.
//!
//! `input` counts the bytes that were read.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::Progress;

/// After what time the bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long the bar stays away after something was written in its place.
const PAUSE: Duration = Duration::from_millis(100);

/// What the bar looks like if it is known how much there is to do, and if it is not.
const OF_KNOWN_LENGTH: &str = "{elapsed} {wide_bar} {bytes} of {total_bytes}, {msg}";
const OF_UNKNOWN_LENGTH: &str = "{elapsed} {spinner} {bytes}, {msg}";

/// A bar on the standard error, if that is a terminal. Without one, nothing is ever shown.
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

    /// Takes the bar away, so that something can be written.
    pub(crate) fn hide(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            self.drawn.set_draw_target(ProgressDrawTarget::hidden());
            self.changed = Instant::now();
        }
    }

    /// Takes note that a document is done, and shows how far that is, below what was written: `flush` sees to it that
    /// it was.
    pub(crate) fn advance(&mut self, flush: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.documents += 1;
        let now = Instant::now();
        if now - self.start < PATIENCE || now - self.changed < PAUSE {
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
