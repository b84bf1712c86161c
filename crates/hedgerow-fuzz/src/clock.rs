//! [`processor_time`]: what a measurement costs, whatever else the machine does meanwhile.

use std::time::Duration;

/// How long this thread was running: what others do on the machine does not count.
///
/// ```
/// use hedgerow_fuzz::processor_time;
/// let start = processor_time();
/// assert!(processor_time() >= start);
/// ```
#[cfg(unix)]
#[must_use]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    // Neither is negative.
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

/// How long the process has been there: on other systems, what others do on the machine counts.
///
/// ```
/// use hedgerow_fuzz::processor_time;
/// let start = processor_time();
/// assert!(processor_time() >= start);
/// ```
#[cfg(not(unix))]
#[must_use]
pub fn processor_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
