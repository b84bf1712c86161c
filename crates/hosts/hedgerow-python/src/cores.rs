//! [`on_all_cores`]: runs work on all cores, also in a forked process.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads, and the id of the process that started them.
static THREADS: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Calls a function whose parallel iterators use all cores.
///
/// A forked process has no copies of the threads of its parent, and would wait for them forever, so it starts its own.
pub(crate) fn on_all_cores<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match threads() {
        Some(threads) => threads.install(work),
        None => work(),
    }
}

/// Returns the threads of this process; `None` if no threads can be started.
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
