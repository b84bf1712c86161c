//! Work on all cores, results in the order of the work, and a bound on the memory in between.
//!
//! ```text
//! producer thread: for each item: wait for room; put its results, which are to come, into the queue; give the work to rayon
//! rayon:           do the work: wait for room before memory is taken; send the results, piece by piece
//! calling thread:  for each item in the queue: consume its results, and give back their room
//! ```
//!
//! Room is taken for items, the work on them and results alike: 16 MiB for each thread. The item whose turn it is, because the results of all
//! before it are consumed, never waits but for its own results: so there is always one that goes on, and one item at a time may
//! be larger than the room.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most bytes at a time for each thread; one item may have more if it is its turn.
const MOST_WEIGHT: usize = 16 << 20;

/// The weight of an item besides its bytes, so that the number of items has a limit too.
const WEIGHT_OF_ANY_ITEM: usize = 16 << 10;

/// Something that takes memory: an item of work, or a part of its result.
pub(crate) trait Weight: Send + 'static {
    /// About how many bytes it holds.
    fn weight(&self) -> usize;
}

/// Where the work on an item puts its results.
pub(crate) struct Desk<'d, Output> {
    place: Place<'d, Output>,
}

enum Place<'d, Output> {
    /// Results are consumed at once.
    Counter(&'d mut dyn FnMut(Output) -> io::Result<()>),
    /// Results wait for their turn.
    Queue { item: u64, results: Sender<Output>, room: &'d Room, reserved: usize },
}

impl<Output: Weight> Desk<'_, Output> {
    /// Waits until there is room for so many more bytes, or until it is the turn of this item. They are given back at the end of
    /// the work.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        if let Place::Queue { item, room, reserved, .. } = &mut self.place {
            room.wait_and_take(*item, bytes, Purpose::Work);
            *reserved = reserved.saturating_add(bytes);
        }
    }

    /// Puts the next result down, once there is room for it.
    ///
    /// # Errors
    ///
    /// If nobody wants results any more.
    pub(crate) fn put(&mut self, output: Output) -> io::Result<()> {
        match &mut self.place {
            Place::Counter(consume) => consume(output),
            Place::Queue { item, results, room, .. } => {
                room.wait_and_take(*item, output.weight(), Purpose::Result);
                results.send(output).map_err(|_| io::ErrorKind::BrokenPipe.into())
            }
        }
    }
}

impl<Output> Drop for Desk<'_, Output> {
    fn drop(&mut self) {
        if let Place::Queue { room, reserved, .. } = &self.place {
            room.give_back(*reserved);
        }
    }
}

/// Does `work` on all items in parallel, and consumes the results in the order of the items.
///
/// Ends with the first error of `consume`; then it does not wait for the items, which may wait for input.
pub(crate) fn in_order<I: Weight, Output: Weight>(
    mut items: impl Iterator<Item = I> + Send + 'static,
    work: impl Fn(I, &mut Desk<'_, Output>) -> io::Result<()> + Send + Sync + 'static,
    mut consume: impl FnMut(Output) -> io::Result<()>,
) -> io::Result<()> {
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return items.try_for_each(|item| work(item, &mut Desk { place: Place::Counter(&mut consume) }));
    }
    let (queue, results) = channel();
    let room = Arc::new(Room::new(threads * MOST_WEIGHT));
    let producer_room = Arc::clone(&room);
    thread::Builder::new().spawn(move || submit_all(items, &Arc::new(work), &queue, &producer_room))?;
    let result = consume_all(&results, &room, &mut consume);
    room.close();
    result
}

fn consume_all<Output: Weight>(
    items: &Receiver<Receiver<Output>>,
    room: &Room,
    consume: &mut impl FnMut(Output) -> io::Result<()>,
) -> io::Result<()> {
    for results in items {
        let next_result = || {
            results.try_recv().or_else(|_| {
                room.set_idle();
                results.recv()
            })
        };
        while let Ok(output) = next_result() {
            let weight = output.weight();
            consume(output)?;
            room.give_back(weight);
        }
        room.next_turn();
    }
    Ok(())
}

/// Has the work done on all items, as long as anybody wants the results.
fn submit_all<I: Weight, Output: Weight>(
    items: impl Iterator<Item = I>,
    work: &Arc<impl Fn(I, &mut Desk<'_, Output>) -> io::Result<()> + Send + Sync + 'static>,
    queue: &Sender<Receiver<Output>>,
    room: &Arc<Room>,
) {
    for (number, item) in (0..).zip(items) {
        let weight = item.weight().saturating_add(WEIGHT_OF_ANY_ITEM);
        let (results, coming) = channel();
        if !room.wait_for_item(weight) || queue.send(coming).is_err() {
            return;
        }
        let (work, room) = (Arc::clone(work), Arc::clone(room));
        rayon::spawn_fifo(move || {
            let place = Place::Queue { item: number, results, room: &room, reserved: weight };
            // An error means that nobody wants the results any more.
            let _ = work(item, &mut Desk { place });
        });
    }
}

/// The memory that may be taken at a time.
#[derive(Debug)]
struct Room {
    /// How much there is.
    most: usize,
    taken: Mutex<Taken>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Taken {
    weight: usize,
    /// The number of the item whose turn it is.
    turn: u64,
    /// All its results so far are consumed.
    is_idle: bool,
    /// How many threads wait that work on items.
    waiting: usize,
    /// There was no room for the next item, and not yet enough was given back.
    is_full: bool,
    /// Nobody wants results any more.
    is_closed: bool,
}

/// What memory is taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Work,
    Result,
}

impl Room {
    fn new(most: usize) -> Self {
        Self { most, taken: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until there is room for the next item. Returns whether anybody still wants results.
    fn wait_for_item(&self, weight: usize) -> bool {
        let mut taken = self.lock();
        taken.is_full = taken.weight > 0 && taken.weight.saturating_add(weight) > self.most;
        let must_wait = |taken: &mut Taken| taken.is_full && !taken.is_closed;
        taken = self.changed.wait_while(taken, must_wait).unwrap_or_else(PoisonError::into_inner);
        taken.weight = taken.weight.saturating_add(weight);
        !taken.is_closed
    }

    /// Waits until an item may take more.
    fn wait_and_take(&self, item: u64, weight: usize, purpose: Purpose) {
        let mut taken = self.lock();
        taken.waiting += 1;
        let must_wait = |taken: &mut Taken| {
            let is_next = taken.turn == item && (purpose == Purpose::Work || taken.is_idle);
            taken.weight.saturating_add(weight) > self.most && !is_next && !taken.is_closed
        };
        taken = self.changed.wait_while(taken, must_wait).unwrap_or_else(PoisonError::into_inner);
        taken.waiting -= 1;
        taken.weight = taken.weight.saturating_add(weight);
        if purpose == Purpose::Result && taken.turn == item {
            taken.is_idle = false;
        }
    }

    fn give_back(&self, weight: usize) {
        let mut taken = self.lock();
        taken.weight = taken.weight.saturating_sub(weight);
        // OPTIMIZATION: the producer sleeps until half of the room is free; woken for each item, it would cost more
        // than small items do.
        let has_room = taken.is_full && taken.weight <= self.most / 2;
        taken.is_full &= !has_room;
        if has_room || taken.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Takes note that the item whose turn it is has no results that wait.
    fn set_idle(&self) {
        let mut taken = self.lock();
        taken.is_idle = true;
        if taken.waiting > 0 {
            self.changed.notify_all();
        }
    }

    fn next_turn(&self) {
        let mut taken = self.lock();
        taken.turn += 1;
        taken.is_idle = false;
        if taken.waiting > 0 {
            self.changed.notify_all();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::sync_channel;
    use std::time::Duration;

    use super::*;

    struct Number(u64);

    impl Weight for Number {
        fn weight(&self) -> usize {
            if self.0.is_multiple_of(7) { MOST_WEIGHT * 2 } else { MOST_WEIGHT / 3 }
        }
    }

    impl Weight for u64 {
        fn weight(&self) -> usize {
            MOST_WEIGHT / 5
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        let work = |number: Number, desk: &mut Desk<'_, u64>| {
            desk.reserve(MOST_WEIGHT / 4 * number.0 as usize % 9);
            for part in 0..number.0 % 11 {
                thread::sleep(Duration::from_micros((number.0 * 7919) % 50));
                desk.put(number.0 << 8 | part)?;
            }
            Ok(())
        };
        let mut results = Vec::new();
        in_order((0..1000).map(Number), work, |number| {
            results.push(number);
            Ok(())
        })
        .unwrap();
        let expected = (0..1000).flat_map(|number| (0..number % 11).map(move |part| number << 8 | part));
        assert_eq!(results, expected.collect::<Vec<_>>());
    }

    /// A piece that counts how many bytes there are of all pieces.
    struct Piece(Arc<AtomicUsize>);

    const LENGTH_OF_PIECE: usize = MOST_WEIGHT / 4;

    impl Piece {
        fn new(held: &Arc<AtomicUsize>) -> Self {
            held.fetch_add(LENGTH_OF_PIECE, Ordering::SeqCst);
            Self(Arc::clone(held))
        }
    }

    impl Drop for Piece {
        fn drop(&mut self) {
            self.0.fetch_sub(LENGTH_OF_PIECE, Ordering::SeqCst);
        }
    }

    impl Weight for Piece {
        fn weight(&self) -> usize {
            LENGTH_OF_PIECE
        }
    }

    #[test]
    fn results_that_nobody_has_consumed_are_bounded() {
        let held = Arc::new(AtomicUsize::new(0));
        let of_work = Arc::clone(&held);
        // Each item has results of ten times the room of a thread.
        let work = move |_: Number, desk: &mut Desk<'_, Piece>| {
            (0..40).try_for_each(|_| desk.put(Piece::new(&of_work)))
        };
        let mut most = 0;
        let mut pieces = 0;
        in_order((1..20).map(Number), work, |_: Piece| {
            most = most.max(held.load(Ordering::SeqCst));
            pieces += 1;
            thread::sleep(Duration::from_micros(100));
            Ok(())
        })
        .unwrap();
        assert_eq!(pieces, 19 * 40);
        // One that is being consumed, one that each thread is about to put down, and one beyond the room.
        let most_pieces = 1 + 5 * rayon::current_num_threads() + 1;
        assert!(most <= most_pieces * LENGTH_OF_PIECE, "{most}");
    }

    #[test]
    fn the_first_error_ends_it() {
        let (dropped, is_dropped) = sync_channel(1);
        let items = (0..).map(move |number| {
            let _ = &dropped;
            Number(number)
        });
        let work = |number: Number, desk: &mut Desk<'_, u64>| desk.put(number.0);
        let error = in_order(items, work, |_| Err(io::ErrorKind::BrokenPipe.into())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let end: Result<(), _> = is_dropped.recv();
        assert!(end.is_err(), "the items are given up");
    }
}
