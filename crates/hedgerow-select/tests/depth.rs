//! Trees of any depth: no query overflows a small stack, and what the filter of ancestors is for takes linear time.

use std::thread;
use std::time::{Duration, Instant};

use hedgerow::{Document, known};
use hedgerow_select::{Select, Selector};

/// An element in an element, so many times.
fn chain(depth: usize) -> Document {
    let mut document = Document::new();
    let mut parent = document.root_id();
    for _ in 0..depth {
        let element = document.create_element(hedgerow::ElementName::html(known::DIV), []);
        document.append(parent, element).unwrap();
        parent = element;
    }
    let last = document.create_element(hedgerow::ElementName::html(known::B), []);
    document.append(parent, last).unwrap();
    document
}

#[test]
fn a_million_levels_fit_a_small_stack() {
    const DEPTH: usize = 1_000_000;
    let document = chain(DEPTH);
    let work = || {
        let count = |selector: &str| document.select(selector).unwrap().count();
        assert_eq!(count("div"), DEPTH);
        assert_eq!(count("div b"), 1);
        assert_eq!(count("p b, p div, div.x div"), 0);
        assert_eq!(count(":has(b)"), DEPTH);
        assert_eq!(count(":has(> b)"), 1);
        assert_eq!(count(":has(p)"), 0);
        assert_eq!(count("div:not(:has(b)) b, :has(p) b"), 0);
        assert_eq!(count(":nth-child(1)"), DEPTH + 1);
        let deepest = document.select_first("b").unwrap().unwrap();
        assert!(deepest.closest("p").unwrap().is_none() && deepest.closest(":root").unwrap().is_some());
        assert!(deepest.matches(":root b:dir(ltr):not(:lang(en))").unwrap());
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(64 << 10).spawn_scoped(scope, work);
        thread.unwrap().join().unwrap();
    });
}

/// The least time of some runs.
fn time(document: &Document, selector: &Selector) -> Duration {
    let run = || {
        let start = Instant::now();
        document.select(selector).unwrap().count();
        start.elapsed()
    };
    (0..5).map(|_| run()).min().unwrap_or_default()
}

#[test]
fn twice_the_depth_takes_about_twice_the_time() {
    let (once, eight_times) = (chain(4_000), chain(32_000));
    for text in ["p div", "p.x div", "#x > div div", "x-y div", ":has(p)", ":has(b) p div", "div:has(b)"] {
        let selector = Selector::parse(text).unwrap();
        let ratio = time(&eight_times, &selector).as_secs_f64() / time(&once, &selector).as_secs_f64();
        // Quadratic would be 64.
        assert!(ratio < 30.0, "{text}: {ratio}");
    }
}
