//! [`processor_time`]: the processor time of this thread. On Unix, other threads and processes do not count, but they can slow
//! the thread through shared caches and cores.

use std::time::Duration;

/// Returns the processor time of this thread; other threads and processes do not count.
#[cfg(unix)]
#[must_use]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // The conversions cannot fail, because neither number is negative.
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

/// Returns the time since the process began. Without a Unix clock, other load on the machine counts.
#[cfg(not(unix))]
#[must_use]
pub fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
