//! What is measured: hedgerow in several ways, its peers, and the physical limits on the same bytes.

use std::hint::black_box;

use hedgerow::Span;
use hedgerow_names::{NameId, NameInterner};
use hedgerow_tokenizer::{Feedback, ParseErrorCode, Token, TokenSink, Tokenizer};

/// Something that takes a page.
pub(crate) struct Contender {
    /// Its name.
    pub(crate) name: &'static str,
    /// Takes the page and drops what it made of it.
    pub(crate) run: fn(&str),
}

/// All of them. The first is the one that the others are compared with.
pub(crate) const ALL: &[Contender] = &[
    Contender { name: "hedgerow", run: |html| drop(black_box(hedgerow::parse(html))) },
    Contender {
        name: "hedgerow (bytes)",
        run: |html| drop(black_box(hedgerow::parse_bytes(html.as_bytes()))),
    },
    Contender { name: "hedgerow (errors)", run: hedgerow_with_errors },
    Contender { name: "hedgerow tokenizer", run: hedgerow_tokenizer_alone },
    Contender {
        name: "html5ever + scraper",
        run: |html| drop(black_box(scraper::Html::parse_document(html))),
    },
    Contender { name: "html5ever tokenizer", run: html5ever_tokenizer },
    Contender { name: "html5gum", run: html5gum_tokens },
    Contender { name: "tl", run: |html| drop(black_box(tl::parse(html, tl::ParserOptions::default()))) },
    Contender { name: "lol_html", run: lol_html_with_one_selector },
    Contender { name: "limit: copy", run: |html| drop(black_box(html.to_owned())) },
    Contender { name: "limit: UTF-8 check", run: check_utf8 },
    Contender { name: "limit: memchr of <", run: count_less_than_signs },
];

fn check_utf8(html: &str) {
    let _ = black_box(str::from_utf8(html.as_bytes()));
}

fn count_less_than_signs(html: &str) {
    black_box(memchr::memchr_iter(b'<', html.as_bytes()).count());
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

    fn parse_error(&mut self, _: ParseErrorCode, _: Span) {}

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}

fn hedgerow_tokenizer_state(name: NameId) -> Option<hedgerow_tokenizer::State> {
    use hedgerow_names::known::{IFRAME, NOFRAMES, SCRIPT, STYLE, TEXTAREA, TITLE, XMP};
    use hedgerow_tokenizer::State;
    match name {
        TITLE | TEXTAREA => Some(State::Rcdata),
        STYLE | XMP | IFRAME | NOFRAMES => Some(State::Rawtext),
        SCRIPT => Some(State::ScriptData),
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

/// One handler, for a selector that never matches.
fn lol_html_with_one_selector(html: &str) {
    let settings = lol_html::Settings::new()
        .append_element_content_handler(lol_html::element!("x-none-of-these", |_| Ok(())));
    let mut rewriter = lol_html::HtmlRewriter::new(settings, |chunk: &[u8]| {
        black_box(chunk.len());
    });
    // A page it gives up on counts as read up to there.
    let _ = rewriter.write(html.as_bytes());
    let _ = rewriter.end();
}
