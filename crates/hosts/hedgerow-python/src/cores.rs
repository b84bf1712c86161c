//! [`interruptible`]: runs work on all cores, also in a forked process, while this thread handles signals.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads, and the id of the process that started them.
static THREADS: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Returns the threads of this process; `None` if no threads can be started.
///
/// A forked process has no copies of the threads of its parent, and would wait for them forever, so it starts its own.
fn threads() -> Option<Arc<ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, threads)) = &*threads
        && *owner == process::id()
    {
        return Some(threads.clone());
    }
    let new = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    // Dropping the threads of the parent could wait for them.
    std::mem::forget(threads.replace((process::id(), new.clone())));
    Some(new)
}

/// The time between two checks for signals.
const BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// Calls a function in one of the threads, without the interpreter's lock, while this thread waits and handles signals. If a
/// handler raises an exception, as that of Ctrl-C does, this function returns it at once. The other thread then finishes its
/// work, and its result is dropped; the function receives a flag that tells it to stop earlier.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let Some(threads) = py.detach(threads) else { return Ok(py.detach(|| work(&AtomicBool::new(false)))) };
    let cancelled = Arc::new(AtomicBool::new(false));
    let (sender, mut receiver) = mpsc::sync_channel(1);
    let flag = cancelled.clone();
    threads.spawn(move || {
        // A panic is passed on. If nobody waits any more, the result is dropped.
        drop(sender.send(catch_unwind(AssertUnwindSafe(|| work(&flag)))));
    });
    loop {
        let result;
        (receiver, result) = py.detach(move || {
            let result = receiver.recv_timeout(BETWEEN_CHECKS);
            (receiver, result)
        });
        match result {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(panic)) => resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    cancelled.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the thread that parses has ended"));
            }
        }
    }
}
