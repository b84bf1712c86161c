//! The contenders: hedgerow in several modes, other parsers, and operations that no parser can be faster than, such as
//! copying.
//!
//! Each receives a whole page as text in memory, and frees its result. The peers in processes of their own are in `process.rs`.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use hedgerow::dom::SharedText;
use hedgerow::source::Span;
use hedgerow_base::{NameId, NameInterner};
use hedgerow_bench::Page;
use hedgerow_tokenizer::{Feedback, ParseErrorCode, Token, TokenSink, Tokenizer};

use crate::process::Process;

/// A function or library that processes a page.
pub(crate) struct Contender {
    pub(crate) name: &'static str,
    pub(crate) runner: Runner,
}

/// How a contender is run, and which part of it is timed.
pub(crate) enum Runner {
    /// Processes the page and frees the result; both are timed.
    Whole(fn(&str)),
    /// Does the same, and returns the time of one part.
    Part(fn(&str) -> Duration),
    /// Parses pages that the document shares instead of copying them. Each page is stored as shared text before the measurement.
    Shared(Vec<SharedText>),
    /// A library in a process of its own.
    Process(Process),
}

impl Contender {
    /// Gives the pages to a contender that must store them before it can process them.
    pub(crate) fn keep(&mut self, pages: &[Page]) -> Result<()> {
        match &mut self.runner {
            Runner::Process(process) => process.keep(pages)?,
            Runner::Shared(texts) => {
                *texts = pages.iter().map(|page| SharedText::new(page.text.clone())).collect();
            }
            Runner::Whole(_) | Runner::Part(_) => {}
        }
        Ok(())
    }

    /// Returns the seconds that the contender takes for processing a page `count` times; `index` is the number of the page.
    pub(crate) fn seconds(&mut self, index: usize, page: &str, count: u32) -> Result<f64> {
        let time = match &mut self.runner {
            Runner::Process(process) => return Ok(process.run(index, count)?.clock),
            Runner::Whole(run) => {
                let start = Instant::now();
                for _ in 0..count {
                    run(page);
                }
                start.elapsed()
            }
            Runner::Part(run) => (0..count).map(|_| run(page)).sum(),
            Runner::Shared(texts) => {
                let start = Instant::now();
                for _ in 0..count {
                    drop(black_box(hedgerow::Parser::new().parse_shared(texts[index].clone())));
                }
                start.elapsed()
            }
        };
        Ok(time.as_secs_f64())
    }

    /// Returns a time without the time of reading the clock, which each run of a [`Runner::Part`] includes.
    pub(crate) fn without_clock(&self, seconds: f64, clock: f64) -> f64 {
        if matches!(self.runner, Runner::Part(_)) { (seconds - clock).max(0.0) } else { seconds }
    }
}

/// The contender that the others are compared with; parsing and freeing are timed.
pub(crate) const REFERENCE: &str = "hedgerow";
/// [`REFERENCE`] with only the parsing timed.
pub(crate) const PARSE_ALONE: &str = "hedgerow (parse alone)";
/// [`REFERENCE`] with only the freeing timed.
pub(crate) const DROP_ALONE: &str = "hedgerow (drop alone)";

/// The name of a contender that runs in this process, and a function that creates its runner.
pub(crate) type InProcess = (&'static str, fn() -> Runner);

/// Hedgerow in several modes; the first is [`REFERENCE`].
pub(crate) const HEDGEROW: &[InProcess] = &[
    (REFERENCE, || Runner::Whole(|html| drop(black_box(hedgerow::parse(html))))),
    (PARSE_ALONE, || Runner::Part(|html| time_parts(html)[0])),
    (DROP_ALONE, || Runner::Part(|html| time_parts(html)[1])),
    ("hedgerow (bytes)", || Runner::Whole(|html| drop(black_box(hedgerow::parse_bytes(html.as_bytes()))))),
    ("hedgerow (shared)", || Runner::Shared(Vec::new())),
    ("hedgerow (reusing)", || Runner::Whole(hedgerow_reusing)),
    ("hedgerow (chunks)", || Runner::Whole(hedgerow_bench::parse_in_chunks)),
    ("hedgerow (limits)", || Runner::Whole(hedgerow_with_limits)),
    ("hedgerow (errors)", || Runner::Whole(hedgerow_with_errors)),
    ("hedgerow tokenizer", || Runner::Whole(hedgerow_tokenizer_alone)),
];

/// The peers that are Rust crates.
pub(crate) const PEERS: &[InProcess] = &[
    ("html5ever + scraper", || Runner::Whole(|html| drop(black_box(scraper::Html::parse_document(html))))),
    ("html5ever tokenizer", || Runner::Whole(html5ever_tokenizer)),
    ("html5gum", || Runner::Whole(html5gum_tokens)),
    ("tl", || Runner::Whole(|html| drop(black_box(tl::parse(html, tl::ParserOptions::default()))))),
    ("lol_html", || Runner::Whole(lol_html_with_one_selector)),
];

/// Lower bounds on the time of any parser.
pub(crate) const LIMITS: &[InProcess] = &[
    ("limit: copy", || Runner::Whole(|html| drop(black_box(html.to_owned())))),
    ("limit: UTF-8 check", || Runner::Whole(check_utf8)),
    ("limit: memchr of <", || Runner::Whole(count_less_than_signs)),
];

/// Returns the time of parsing and the time of freeing.
fn time_parts(html: &str) -> [Duration; 2] {
    let start = Instant::now();
    let document = black_box(hedgerow::parse(html));
    let parsed = Instant::now();
    drop(document);
    let dropped = Instant::now();
    [parsed - start, dropped - parsed]
}

fn check_utf8(html: &str) {
    let _ = black_box(str::from_utf8(html.as_bytes()));
}

fn count_less_than_signs(html: &str) {
    black_box(memchr::memchr_iter(b'<', html.as_bytes()).count());
}

/// Parses into the memory of the previous page.
fn hedgerow_reusing(html: &str) {
    thread_local!(static SPARE: RefCell<hedgerow::Document> = RefCell::default());
    let parse = |spare| hedgerow::Parser::new().parse_reusing(html, spare).into_document();
    SPARE.with_borrow_mut(|spare| *spare = black_box(parse(std::mem::take(spare))));
}

fn hedgerow_with_limits(html: &str) {
    drop(black_box(hedgerow::Parser::new().limits(hedgerow::Limits::BROWSER).parse(html)));
}

fn hedgerow_with_errors(html: &str) {
    drop(black_box(hedgerow::Parser::new().collect_errors(true).parse(html)));
}

/// Counts tokens, and switches to the states for text as tree construction would.
#[derive(Default)]
struct CountingSink {
    names: NameInterner,
    tokens: usize,
}

impl TokenSink for CountingSink {
    const PARSE_ERRORS: bool = false;

    fn process_token(&mut self, token: &Token<'_>, _: Span) -> Feedback {
        self.tokens += 1;
        match token {
            Token::StartTag(tag) => match hedgerow_tokenizer_state(tag.name) {
                Some(state) => Feedback::SwitchTo(state),
                None => Feedback::Continue,
            },
            _ => Feedback::Continue,
        }
    }

    fn parse_error(&mut self, _: ParseErrorCode, _: Span, _: Option<NameId>) {}

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}

fn hedgerow_tokenizer_state(name: NameId) -> Option<hedgerow_tokenizer::State> {
    use hedgerow_base::known::{IFRAME, NOEMBED, NOFRAMES, PLAINTEXT, SCRIPT, STYLE, TEXTAREA, TITLE, XMP};
    use hedgerow_tokenizer::State;
    match name {
        TITLE | TEXTAREA => Some(State::Rcdata),
        STYLE | XMP | IFRAME | NOEMBED | NOFRAMES => Some(State::Rawtext),
        SCRIPT => Some(State::ScriptData),
        PLAINTEXT => Some(State::Plaintext),
        _ => None,
    }
}

fn hedgerow_tokenizer_alone(html: &str) {
    let mut tokenizer = Tokenizer::new(CountingSink::default());
    black_box(tokenizer.run(html, true));
    black_box(tokenizer.into_sink().tokens);
}

fn html5ever_tokenizer(html: &str) {
    use html5ever::tendril::StrTendril;
    use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

    struct Count(std::cell::Cell<usize>);
    impl TokenSink for Count {
        type Handle = ();
        fn process_token(&self, _: Token, _: u64) -> TokenSinkResult<()> {
            self.0.set(self.0.get() + 1);
            TokenSinkResult::Continue
        }
    }
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Count(std::cell::Cell::new(0)), TokenizerOpts::default());
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    black_box(tokenizer.sink.0.get());
}

fn html5gum_tokens(html: &str) {
    let count = html5gum::Tokenizer::new(html).flatten().count();
    black_box(count);
}

/// Rewrites the page with one handler, whose selector never matches.
fn lol_html_with_one_selector(html: &str) {
    let settings = lol_html::Settings::new()
        .append_element_content_handler(lol_html::element!("x-none-of-these", |_| Ok(())));
    let mut rewriter = lol_html::HtmlRewriter::new(settings, |chunk: &[u8]| {
        black_box(chunk.len());
    });
    // If the rewriter stops with an error, the page counts as read.
    let _ = rewriter.write(html.as_bytes());
    let _ = rewriter.end();
}
