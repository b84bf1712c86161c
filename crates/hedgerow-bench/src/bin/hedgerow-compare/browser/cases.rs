//! The cases: attacks, their sanitized HTML, and the pages that contain this HTML.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use hedgerow::sanitize::{Sanitizer, sanitize};
use hedgerow::serialize::{ToTestFormat as _, WriteOptions};
use hedgerow::{Context, Parser, ToHtml as _};
use hedgerow_testing::AttackGenerator;
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::{Value, json};

/// The number of cases that share a sanitizer, because making one takes longer than using it.
const GROUP: usize = 50;

/// The number of cases in a batch.
const BATCH: usize = 20 * GROUP;

/// The maximum length of a dump that is compared. The trees of longer dumps may differ, because browsers move elements that are
/// nested too deeply.
const LONGEST_DUMP: usize = 100_000;

/// The contexts in which the HTML is set, each with the markup before and after the HTML in a page; an attribute with the number
/// of the case replaces `@`. For `li` and `dd`, the markup is a `div`, because the HTML could end an `li` or `dd` element.
const CONTEXTS: &[(&str, &str, &str)] = &[
    ("div", "<div @>", "</div>"),
    ("span", "<span @>", "</span>"),
    ("td", "<table><tr><td @>", "</table>"),
    ("th", "<table><tr><th @>", "</table>"),
    ("article", "<article @>", "</article>"),
    ("section", "<section @>", "</section>"),
    ("blockquote", "<blockquote @>", "</blockquote>"),
    ("li", "<div @>", "</div>"),
    ("dd", "<div @>", "</div>"),
];

/// The cases that a seed determines.
#[derive(Debug)]
pub(super) struct Cases {
    seed: u64,
    count: usize,
    /// The batches that were made last. They are kept, because the browser asks for each several times.
    recent: Mutex<VecDeque<(usize, Arc<[Case]>)>>,
}

/// An attack, and its sanitized HTML.
#[derive(Debug)]
struct Case {
    html: String,
    written: String,
    sanitizer: Sanitizer,
}

impl Cases {
    pub(super) fn new(seed: u64, count: usize) -> Self {
        Self { seed, count, recent: Mutex::default() }
    }

    pub(super) fn batches(&self) -> usize {
        self.count.div_ceil(BATCH)
    }

    /// Returns the cases of a batch.
    fn cases(&self, batch: usize) -> Arc<[Case]> {
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cases)) = recent().iter().find(|(number, _)| *number == batch) {
            return Arc::clone(cases);
        }
        let end = self.count.min((batch + 1) * BATCH);
        let starts: Vec<usize> = (batch * BATCH..end).step_by(GROUP).collect();
        let groups: Vec<Vec<Case>> =
            starts.into_par_iter().map(|start| self.group(start, end.min(start + GROUP))).collect();
        let cases: Arc<[Case]> = groups.into_iter().flatten().collect();
        let mut recent = recent();
        recent.push_front((batch, Arc::clone(&cases)));
        recent.truncate(3);
        cases
    }

    /// Returns the cases that share a sanitizer.
    fn group(&self, start: usize, end: usize) -> Vec<Case> {
        let generator =
            |index: usize| AttackGenerator::new(self.seed.wrapping_mul(1 << 40).wrapping_add(index as u64));
        let sanitizer = generator(start).sanitizer();
        let case = |index| {
            let mut random = generator(index);
            let html = if index % 4 == 3 { random.nearly_plain() } else { random.markup() };
            // A script cannot look into closed shadow roots.
            let html = html.replace("shadowrootmode=closed", "shadowrootmode=open");
            Case { written: sanitize(&html, &sanitizer), html, sanitizer: sanitizer.clone() }
        };
        (start..end).map(case).collect()
    }

    /// Returns the cases of a batch as JSON for the page.
    pub(super) fn batch(&self, batch: usize) -> Value {
        let cases: Vec<Value> = self.cases(batch).par_iter().map(describe).collect();
        json!({ "batches": self.batches(), "cases": cases })
    }

    /// Returns a page with the results of a batch, or with one of them.
    pub(super) fn page(&self, batch: usize, only: Option<usize>) -> String {
        let mut page =
            String::from("<!DOCTYPE html><meta charset=utf-8><script>x = () => parent.ran()</script><body>");
        for (index, case) in self.cases(batch).iter().enumerate() {
            if only.is_none_or(|only| only == index) {
                let (_, start, end) = CONTEXTS[index % CONTEXTS.len()];
                let start = start.replace('@', &format!("data-case={index}"));
                let _ = write!(page, "{start}{}{end}", case.written);
            }
        }
        page
    }
}

/// Returns the data that the page needs for a case.
fn describe(case: &Case) -> Value {
    let Case { html, written, sanitizer } = case;
    let div = Context::html("div");
    let short = |dump: String| if dump.len() > LONGEST_DUMP { Value::Null } else { Value::from(dump) };
    let parser = Parser::new().allow_declarative_shadow_roots(true);
    let scripting = parser.clone().scripting(true);
    let tree = parser.parse_fragment(html, &div);
    let written_with = |options: WriteOptions| tree.document().root().to_html(&options);
    json!({
        "html": html,
        "written": written,
        // The sanitizers of browsers have no policies.
        "config": (!sanitizer.has_policy()).then(|| sanitizer.config()),
        "contexts": CONTEXTS.iter().map(|(name, ..)| name).collect::<Vec<_>>(),
        "expected": short(Parser::new().parse_fragment(written, &div).document().to_test_format()),
        "sanitized": short(scripting.parse_fragment_sanitized(html, &div, sanitizer).document().to_test_format()),
        // The tree of the attack as HTML: in the standard's form, and with the presets. The page parses it without scripting.
        "standard": written_with(WriteOptions::default()),
        "presets": { "minified": written_with(WriteOptions::minify()), "indented": written_with(WriteOptions::pretty()) },
        "parsed": short(parser.parse_fragment(html, &div).document().to_test_format()),
    })
}
