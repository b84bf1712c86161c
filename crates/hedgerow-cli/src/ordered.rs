//! Work on all cores, results in the order of the work, and a bound on what is held in between.
//!
//! ```text
//! producer thread: for each piece of work: wait for room; put a promise into the queue; give the work to rayon
//! rayon:           do the work; keep the promise
//! calling thread:  for each promise in the queue: wait until it is kept; consume the result; make room
//! ```
//!
//! No thread waits for more work than there is: a result is consumed as soon as it and those before it are there.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// The most pieces of work at a time.
const MOST_PIECES: usize = 256;

/// The most bytes of input at a time; one piece may have more if it is alone.
const MOST_WEIGHT: usize = 16 << 20;

/// What a piece of work gives, and its weight.
type Promise<Output> = Receiver<(Output, usize)>;

/// Runs `produce` on a thread of its own, does in parallel what it submits, and consumes the results in the order
/// in which they were submitted.
///
/// Ends with the first error of `consume`; then it does not wait for `produce`, which may be waiting for input.
pub(crate) fn in_order<Output: Send + 'static>(
    produce: impl FnOnce(&Submitter<Output>) + Send + 'static,
    mut consume: impl FnMut(Output) -> io::Result<()>,
) -> io::Result<()> {
    let (queue, promises) = sync_channel(MOST_PIECES);
    let room = Arc::new(Room::default());
    let submitter = Submitter { queue, room: Arc::clone(&room) };
    thread::Builder::new().spawn(move || produce(&submitter))?;
    for promise in promises {
        let (output, weight) = promise.recv().map_err(|_| io::Error::other("a piece of work was lost"))?;
        consume(output)?;
        room.give_back(weight);
    }
    Ok(())
}

/// Takes pieces of work.
#[derive(Debug)]
pub(crate) struct Submitter<Output> {
    queue: SyncSender<Promise<Output>>,
    room: Arc<Room>,
}

impl<Output: Send + 'static> Submitter<Output> {
    /// Has `work` done, which needs about `weight` bytes; waits until there is room for it.
    ///
    /// Returns whether anybody still wants results.
    pub(crate) fn submit(&self, weight: usize, work: impl FnOnce() -> Output + Send + 'static) -> bool {
        let (keep, promise) = sync_channel(1);
        self.room.take(weight);
        if self.queue.send(promise).is_err() {
            return false;
        }
        rayon::spawn_fifo(move || {
            // An error means that nobody wants the result any more.
            let _ = keep.send((work(), weight));
        });
        true
    }
}

/// How much more may be held at a time.
#[derive(Debug, Default)]
struct Room {
    taken: Mutex<usize>,
    given_back: Condvar,
}

impl Room {
    /// Waits until there is room for `weight`.
    fn take(&self, weight: usize) {
        let is_full = |taken: &mut usize| *taken > 0 && taken.saturating_add(weight) > MOST_WEIGHT;
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = self.given_back.wait_while(taken, is_full).unwrap_or_else(PoisonError::into_inner);
        *taken = taken.saturating_add(weight);
    }

    fn give_back(&self, weight: usize) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken = taken.saturating_sub(weight);
        self.given_back.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_work() {
        let produce = |submitter: &Submitter<u64>| {
            for number in 0..1000 {
                let weight = if number % 7 == 0 { MOST_WEIGHT * 2 } else { MOST_WEIGHT / 3 };
                submitter.submit(weight, move || {
                    thread::sleep(Duration::from_micros((number * 7919) % 50));
                    number
                });
            }
        };
        let mut results = Vec::new();
        in_order(produce, |number| {
            results.push(number);
            Ok(())
        })
        .unwrap();
        assert_eq!(results, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_error_ends_it() {
        let (stopped, has_stopped) = sync_channel(1);
        let produce = move |submitter: &Submitter<()>| {
            while submitter.submit(1, || ()) {}
            stopped.send(()).unwrap();
        };
        let error = in_order(produce, |()| Err(io::ErrorKind::BrokenPipe.into())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        has_stopped.recv().unwrap();
    }
}
