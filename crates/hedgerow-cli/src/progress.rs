//! The progress bar, which appears on a terminal after a second.
//!
//! A separate thread draws the bar, so that it moves while one long document is processed. `input` counts the bytes.

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
    /// Returns the terminal on which the bar is drawn.
    target: fn() -> ProgressDrawTarget,
}

struct Drawn {
    /// The bar, while it is shown.
    bar: Option<ProgressBar>,
    /// Whether the [`Bar`] was dropped, after which the thread must not draw.
    is_ended: bool,
    changed: Instant,
}

impl Bar {
    pub(crate) fn new(progress: Arc<Progress>) -> Self {
        Self::on(ProgressDrawTarget::stderr, progress)
    }

    fn on(target: fn() -> ProgressDrawTarget, progress: Arc<Progress>) -> Self {
        let start = Instant::now();
        let drawn = Mutex::new(Drawn { bar: None, is_ended: false, changed: start });
        let shared = Arc::new(Shared { drawn, documents: AtomicU64::new(0), progress, start, target });
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

    /// Counts one more document.
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
        let elapsed = self.start.elapsed();
        let bar = drawn.bar.get_or_insert_with(|| self.bar(elapsed));
        bar.set_position(self.progress.bytes());
        if documents > 1 {
            let rate = u128::from(documents) * 1000 / elapsed.as_millis().max(1);
            bar.set_message(format!(", {documents} documents, {rate} a second"));
        }
        bar.tick();
    }

    fn bar(&self, elapsed: Duration) -> ProgressBar {
        let total = self.progress.total;
        let bar = ProgressBar::with_draw_target(total, (self.target)()).with_elapsed(elapsed);
        let template = if total.is_some() { OF_KNOWN_LENGTH } else { OF_UNKNOWN_LENGTH };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar
    }
}

impl Drawn {
    fn hide(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use indicatif::TermLike;

    use super::*;
    use crate::input::Share;

    /// The last line that was written, or an empty text if the line was cleared after that.
    static LINE: Mutex<String> = Mutex::new(String::new());

    /// A terminal of one line, [`LINE`].
    #[derive(Debug)]
    struct Terminal;

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            LINE.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            LINE.lock().unwrap().clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_bar_shows_a_large_file_and_is_hidden_for_output() {
        let line = || LINE.lock().unwrap().trim().to_owned();
        let progress = Arc::new(Progress::of(Some(4096)));
        let share = Share::new(Arc::clone(&progress), 4096);
        let bar = Bar::on(|| ProgressDrawTarget::term_like(Box::new(Terminal)), progress);
        share.reach(1, 2);
        thread::sleep(PAUSE);
        bar.shared.draw();
        assert!(line().ends_with("2.00 KiB of 4.00 KiB"), "{}", line());
        share.reach(3, 4);
        bar.advance();
        bar.advance();
        bar.shared.draw();
        assert!(line().contains("3.00 KiB of 4.00 KiB, 2 documents, "), "{}", line());
        drop(bar.hide());
        assert_eq!(line(), "");
        thread::sleep(PAUSE);
        bar.shared.draw();
        assert!(line().contains("3.00 KiB"), "{}", line());
        drop(bar);
        assert_eq!(line(), "");
    }
}
