//! Work on all cores, results in the order of the work, and a bound on what is held in between.
//!
//! ```text
//! producer thread: for each item: wait for room; put a promise into the queue; give the work to rayon
//! rayon:           do the work; keep the promise
//! calling thread:  for each promise in the queue: wait until it is kept; consume the result; make room
//! ```
//!
//! Nobody waits for more items than there are: a result is consumed as soon as it and those before it are there.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most bytes of input at a time; one item may have more if it is alone.
const MOST_WEIGHT: usize = 16 << 20;

/// What an item weighs besides its bytes, so that there is a limit for the number of items too.
const WEIGHT_OF_ANY_ITEM: usize = 16 << 10;

/// The result of the work on an item, and the weight of that.
type Promise<Output> = Receiver<(Output, usize)>;

/// Something to do.
pub(crate) trait Item: Send + 'static {
    /// About how many bytes it holds or will hold.
    fn weight(&self) -> usize;
}

/// Does `work` on all items in parallel, and consumes the results in the order of the items.
///
/// Ends with the first error of `consume`; then it does not wait for the items, which may wait for input.
pub(crate) fn in_order<I: Item, Output: Send + 'static>(
    mut items: impl Iterator<Item = I> + Send + 'static,
    work: impl Fn(I) -> Output + Send + Sync + 'static,
    mut consume: impl FnMut(Output) -> io::Result<()>,
) -> io::Result<()> {
    if rayon::current_num_threads() == 1 {
        return items.try_for_each(|item| consume(work(item)));
    }
    let (queue, promises) = channel();
    let room = Arc::new(Room::default());
    let producer_room = Arc::clone(&room);
    thread::Builder::new().spawn(move || submit_all(items, &Arc::new(work), &queue, &producer_room))?;
    let result = promises.into_iter().try_for_each(|promise| {
        let (output, weight) =
            promise.recv().map_err(|_| io::Error::other("a worker thread stopped without a result"))?;
        consume(output)?;
        room.give_back(weight);
        Ok(())
    });
    room.close();
    result
}

/// Has the work done on all items, as long as anybody wants the results.
fn submit_all<I: Item, Output: Send + 'static>(
    items: impl Iterator<Item = I>,
    work: &Arc<impl Fn(I) -> Output + Send + Sync + 'static>,
    queue: &Sender<Promise<Output>>,
    room: &Room,
) {
    for item in items {
        let weight = item.weight().saturating_add(WEIGHT_OF_ANY_ITEM);
        let (keep, promise) = sync_channel(1);
        if !room.take(weight) || queue.send(promise).is_err() {
            return;
        }
        let work = Arc::clone(work);
        rayon::spawn_fifo(move || {
            // An error means that nobody wants the result any more.
            let _ = keep.send((work(item), weight));
        });
    }
}

/// How much more may be held at a time.
#[derive(Debug, Default)]
struct Room {
    taken: Mutex<Taken>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Taken {
    weight: usize,
    /// There was no room, and not yet enough has been given back.
    is_full: bool,
    /// Nobody wants results any more.
    is_closed: bool,
}

impl Room {
    /// Waits until there is room for `weight`. Returns whether anybody still wants results.
    fn take(&self, weight: usize) -> bool {
        let mut taken = self.lock();
        taken.is_full = taken.weight > 0 && taken.weight.saturating_add(weight) > MOST_WEIGHT;
        let must_wait = |taken: &mut Taken| taken.is_full && !taken.is_closed;
        taken = self.changed.wait_while(taken, must_wait).unwrap_or_else(PoisonError::into_inner);
        taken.weight = taken.weight.saturating_add(weight);
        !taken.is_closed
    }

    fn give_back(&self, weight: usize) {
        let mut taken = self.lock();
        taken.weight = taken.weight.saturating_sub(weight);
        // OPTIMIZATION: the producer sleeps until half of the room is free; woken for each item, it would cost more
        // than small items do.
        if taken.is_full && taken.weight <= MOST_WEIGHT / 2 {
            taken.is_full = false;
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    struct Number(u64);

    impl Item for Number {
        fn weight(&self) -> usize {
            if self.0.is_multiple_of(7) { MOST_WEIGHT * 2 } else { MOST_WEIGHT / 3 }
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        let work = |number: Number| {
            thread::sleep(Duration::from_micros((number.0 * 7919) % 50));
            number.0
        };
        let mut results = Vec::new();
        in_order((0..1000).map(Number), work, |number| {
            results.push(number);
            Ok(())
        })
        .unwrap();
        assert_eq!(results, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn the_first_error_ends_it() {
        let (dropped, is_dropped) = sync_channel(1);
        let items = (0..).map(move |number| {
            let _ = &dropped;
            Number(number)
        });
        let error = in_order(items, |_| (), |()| Err(io::ErrorKind::BrokenPipe.into())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let end: Result<(), _> = is_dropped.recv();
        assert!(end.is_err(), "the items are given up");
    }
}
