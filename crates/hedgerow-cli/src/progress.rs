//! The progress bar, which appears on a terminal after a second.
//!
//! A thread draws it, so that it moves while one long document is processed. `input` counts the bytes.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::Progress;

/// The time after which the bar is shown.
const DELAY: Duration = Duration::from_secs(1);

/// The time between two drawings of the bar, and the time for which it stays hidden after output was written.
const PAUSE: Duration = Duration::from_millis(100);

/// The templates of the bar for input of known and of unknown length.
const OF_KNOWN_LENGTH: &str = "{elapsed} {wide_bar} {bytes} of {total_bytes}{msg}";
const OF_UNKNOWN_LENGTH: &str = "{elapsed} {spinner} {bytes}{msg}";

/// A progress bar on standard error, if that is a terminal. Dropping the value removes the bar.
pub(crate) struct Bar {
    shared: Arc<Shared>,
    /// Ends the thread when it is dropped.
    _end: Sender<()>,
}

struct Shared {
    drawn: Mutex<Drawn>,
    documents: AtomicU64,
    progress: Arc<Progress>,
    start: Instant,
}

struct Drawn {
    bar: ProgressBar,
    is_shown: bool,
    /// Whether the [`Bar`] was dropped, after which the thread must not draw.
    is_ended: bool,
    changed: Instant,
}

impl Bar {
    pub(crate) fn new(progress: Arc<Progress>) -> Self {
        let bar = ProgressBar::with_draw_target(progress.total, ProgressDrawTarget::hidden());
        let template = if progress.total.is_some() { OF_KNOWN_LENGTH } else { OF_UNKNOWN_LENGTH };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let start = Instant::now();
        let drawn = Mutex::new(Drawn { bar, is_shown: false, is_ended: false, changed: start });
        let shared = Arc::new(Shared { drawn, documents: AtomicU64::new(0), progress, start });
        let (end, is_ended) = channel::<()>();
        let of_thread = Arc::clone(&shared);
        // Without a thread, the bar is not drawn.
        let _ = thread::Builder::new().spawn(move || {
            let mut pause = DELAY;
            while is_ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                of_thread.draw();
                pause = PAUSE;
            }
        });
        Self { shared, _end: end }
    }

    /// Hides the bar, so that output can be written. It stays hidden until the result is dropped, and for [`PAUSE`] after that.
    pub(crate) fn hide(&self) -> Hidden<'_> {
        let mut drawn = self.shared.lock();
        drawn.hide();
        Hidden { drawn }
    }

    /// Records that a document is done.
    pub(crate) fn advance(&self) {
        self.shared.documents.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        let mut drawn = self.shared.lock();
        drawn.hide();
        drawn.is_ended = true;
    }
}

/// Keeps the bar hidden.
pub(crate) struct Hidden<'b> {
    drawn: MutexGuard<'b, Drawn>,
}

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        self.drawn.changed = Instant::now();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Drawn> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(&self) {
        let mut drawn = self.lock();
        if drawn.changed.elapsed() < PAUSE || drawn.is_ended {
            return;
        }
        let documents = self.documents.load(Ordering::Relaxed);
        let rate = u128::from(documents) * 1000 / self.start.elapsed().as_millis().max(1);
        drawn.bar.set_position(self.progress.bytes());
        if documents > 1 {
            drawn.bar.set_message(format!(", {documents} documents, {rate} a second"));
        }
        if !std::mem::replace(&mut drawn.is_shown, true) {
            drawn.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        drawn.bar.tick();
    }
}

impl Drawn {
    fn hide(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            self.bar.set_draw_target(ProgressDrawTarget::hidden());
        }
    }
}
