//! An ordered parallel map with a memory budget: work runs on all cores, and results are consumed in the order of the items.
//!
//! ```text
//! producer thread: for each item: acquire its bytes; queue the receiver of its results; spawn the work on rayon
//! rayon:           do the work: acquire bytes before memory is used; send the results, piece by piece
//! calling thread:  for each receiver in the queue: consume the results, and release their bytes
//! ```
//!
//! Items, the work on them and results share one budget: 16 MiB for each thread. An item has its turn once the results of all
//! items before it are consumed. The item that has its turn may exceed the budget, and waits only until its own earlier results
//! are consumed. So this item always makes progress, even if it is larger than the budget.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{panic, thread};

/// The budget in bytes for each thread.
const BUDGET_PER_THREAD: usize = 16 << 20;

/// The number of bytes added to the weight of each item, so that the budget also bounds the number of small items.
const ITEM_OVERHEAD: usize = 32 << 10;

/// Something that uses memory: an item of work, or a part of its result.
pub(crate) trait Weight: Send + 'static {
    /// Returns its approximate size in bytes.
    fn weight(&self) -> usize;
}

/// Sends the results of an item to their consumer.
pub(crate) struct ResultSender<'d, Output> {
    destination: Destination<'d, Output>,
}

enum Destination<'d, Output> {
    /// Consumes results at once, because there is only one thread.
    Direct(&'d mut dyn FnMut(Output) -> io::Result<()>),
    /// Queues results until the item has its turn.
    Queue { item: u64, results: Sender<Output>, budget: &'d Budget, reserved: usize },
}

impl<Output: Weight> ResultSender<'_, Output> {
    /// Waits until the budget has this many bytes, or until this item has its turn. The bytes are released at the end of the work.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        if let Destination::Queue { item, budget, reserved, .. } = &mut self.destination {
            budget.acquire(*item, bytes, Purpose::Work);
            *reserved = reserved.saturating_add(bytes);
        }
    }

    /// Sends the next result, once the budget allows it.
    ///
    /// # Errors
    ///
    /// Returns the error of the consumer, or `BrokenPipe` if the consumer has ended.
    pub(crate) fn send(&mut self, output: Output) -> io::Result<()> {
        match &mut self.destination {
            Destination::Direct(consume) => consume(output),
            Destination::Queue { item, results, budget, .. } => {
                budget.acquire(*item, output.weight(), Purpose::Result);
                results.send(output).map_err(|_| io::ErrorKind::BrokenPipe.into())
            }
        }
    }
}

impl<Output> Drop for ResultSender<'_, Output> {
    fn drop(&mut self) {
        if let Destination::Queue { budget, reserved, .. } = &self.destination {
            budget.release(*reserved);
        }
    }
}

/// Runs `work` on all items in parallel, and consumes the results in the order of the items.
///
/// Returns the first error of `consume`, without waiting for the remaining items, because these may wait for input.
///
/// # Panics
///
/// If the iterator of items panics; a panic of the work ends the program.
pub(crate) fn in_order<I: Weight, Output: Weight>(
    mut items: impl Iterator<Item = I> + Send + 'static,
    work: impl Fn(I, &mut ResultSender<'_, Output>) -> io::Result<()> + Send + Sync + 'static,
    mut consume: impl FnMut(Output) -> io::Result<()>,
) -> io::Result<()> {
    let threads = rayon::current_num_threads();
    if threads == 1 {
        return items.try_for_each(|item| {
            work(item, &mut ResultSender { destination: Destination::Direct(&mut consume) })
        });
    }
    let (queue, results) = channel();
    let budget = Arc::new(Budget::new(threads * BUDGET_PER_THREAD));
    let producer_budget = Arc::clone(&budget);
    let producer =
        thread::Builder::new().spawn(move || submit_all(items, &Arc::new(work), &queue, &producer_budget))?;
    let result = consume_all(&results, &budget, &mut consume);
    budget.close();
    // After an error, the producer may still wait for input. Otherwise, it has ended, and the output is complete unless the
    // producer has panicked.
    if result.is_ok()
        && let Err(panic) = producer.join()
    {
        panic::resume_unwind(panic);
    }
    result
}

fn consume_all<Output: Weight>(
    items: &Receiver<Receiver<Output>>,
    budget: &Budget,
    consume: &mut impl FnMut(Output) -> io::Result<()>,
) -> io::Result<()> {
    for results in items {
        let next_result = || {
            results.try_recv().or_else(|_| {
                budget.set_idle();
                results.recv()
            })
        };
        while let Ok(output) = next_result() {
            let weight = output.weight();
            consume(output)?;
            budget.release(weight);
        }
        budget.next_turn();
    }
    Ok(())
}

/// Spawns the work on all items, until the consumer ends.
fn submit_all<I: Weight, Output: Weight>(
    items: impl Iterator<Item = I>,
    work: &Arc<impl Fn(I, &mut ResultSender<'_, Output>) -> io::Result<()> + Send + Sync + 'static>,
    queue: &Sender<Receiver<Output>>,
    budget: &Arc<Budget>,
) {
    for (number, item) in (0..).zip(items) {
        let weight = item.weight().saturating_add(ITEM_OVERHEAD);
        let (results, coming) = channel();
        if !budget.acquire_for_item(weight) || queue.send(coming).is_err() {
            return;
        }
        let (work, budget) = (Arc::clone(work), Arc::clone(budget));
        rayon::spawn_fifo(move || {
            let destination = Destination::Queue { item: number, results, budget: &budget, reserved: weight };
            // An error means that the consumer has ended.
            let _ = work(item, &mut ResultSender { destination });
        });
    }
}

/// The memory budget of all items.
#[derive(Debug)]
struct Budget {
    /// The size of the budget in bytes.
    most: usize,
    state: Mutex<BudgetState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct BudgetState {
    weight: usize,
    /// The number of the item that has its turn.
    turn: u64,
    /// Whether all results of that item so far are consumed.
    is_idle: bool,
    /// The number of working threads that wait.
    waiting: usize,
    /// Whether the producer waits for the budget.
    is_full: bool,
    /// Whether the consumer has ended.
    is_closed: bool,
}

/// The purpose of an acquisition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Work,
    Result,
}

impl Budget {
    fn new(most: usize) -> Self {
        Self { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Waits until the budget allows the next item. Returns false if the consumer has ended.
    fn acquire_for_item(&self, weight: usize) -> bool {
        let mut state = self.lock();
        state.is_full = state.weight > 0 && state.weight.saturating_add(weight) > self.most;
        let must_wait = |state: &mut BudgetState| state.is_full && !state.is_closed;
        state = self.changed.wait_while(state, must_wait).unwrap_or_else(PoisonError::into_inner);
        state.weight = state.weight.saturating_add(weight);
        !state.is_closed
    }

    /// Waits until an item may use more memory, and acquires it.
    fn acquire(&self, item: u64, weight: usize, purpose: Purpose) {
        let mut state = self.lock();
        state.waiting += 1;
        let must_wait = |state: &mut BudgetState| {
            let has_turn = state.turn == item && (purpose == Purpose::Work || state.is_idle);
            state.weight.saturating_add(weight) > self.most && !has_turn && !state.is_closed
        };
        state = self.changed.wait_while(state, must_wait).unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state.weight = state.weight.saturating_add(weight);
        if purpose == Purpose::Result && state.turn == item {
            state.is_idle = false;
        }
    }

    fn release(&self, weight: usize) {
        let mut state = self.lock();
        state.weight = state.weight.saturating_sub(weight);
        // OPTIMIZATION: the producer sleeps until half of the budget is free, because waking it for each item costs more than
        // the work on a small item.
        let has_budget = state.is_full && state.weight <= self.most / 2;
        state.is_full &= !has_budget;
        if has_budget || state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Records that all results so far of the item that has its turn are consumed.
    fn set_idle(&self) {
        let mut state = self.lock();
        state.is_idle = true;
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    fn next_turn(&self) {
        let mut state = self.lock();
        state.turn += 1;
        state.is_idle = false;
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, BudgetState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
            if self.0.is_multiple_of(7) { BUDGET_PER_THREAD * 2 } else { BUDGET_PER_THREAD / 3 }
        }
    }

    impl Weight for u64 {
        fn weight(&self) -> usize {
            BUDGET_PER_THREAD / 5
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_work() {
        let work = |number: Number, sender: &mut ResultSender<'_, u64>| {
            sender.reserve(BUDGET_PER_THREAD / 4 * number.0 as usize % 9);
            for part in 0..number.0 % 11 {
                thread::sleep(Duration::from_micros((number.0 * 7919) % 50));
                sender.send(number.0 << 8 | part)?;
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

    /// A piece that counts the bytes of all existing pieces.
    struct Piece(Arc<AtomicUsize>);

    const LENGTH_OF_PIECE: usize = BUDGET_PER_THREAD / 4;

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
    fn unconsumed_results_are_bounded() {
        let held = Arc::new(AtomicUsize::new(0));
        let of_work = Arc::clone(&held);
        // Each item has results of ten times the budget of a thread.
        let work = move |_: Number, sender: &mut ResultSender<'_, Piece>| {
            (0..40).try_for_each(|_| sender.send(Piece::new(&of_work)))
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
        // One piece that is being consumed; for each thread, the four pieces of its budget, and one that it is about to
        // send; and one beyond the budget.
        let most_pieces = 1 + 5 * rayon::current_num_threads() + 1;
        assert!(most <= most_pieces * LENGTH_OF_PIECE, "{most}");
    }

    #[test]
    fn a_panic_of_the_items_is_a_panic_of_the_caller() {
        let items = (0..9).inspect(|number| assert!(*number < 7, "an item panics")).map(Number);
        let work = |number: Number, sender: &mut ResultSender<'_, u64>| sender.send(number.0);
        let result = panic::catch_unwind(|| in_order(items, work, |_: u64| Ok(())));
        assert_eq!(result.unwrap_err().downcast_ref::<&str>(), Some(&"an item panics"));
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let (dropped, is_dropped) = sync_channel(1);
        let items = (0..).map(move |number| {
            let _ = &dropped;
            Number(number)
        });
        let work = |number: Number, sender: &mut ResultSender<'_, u64>| sender.send(number.0);
        let error = in_order(items, work, |_| Err(io::ErrorKind::BrokenPipe.into())).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        let end: Result<(), _> = is_dropped.recv();
        assert!(end.is_err(), "the iterator of items is dropped");
    }
}
