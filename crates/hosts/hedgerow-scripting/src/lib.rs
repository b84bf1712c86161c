//! Runs the scripts of a page during parsing, as a browser does: a JavaScript engine, and the parts of the DOM that the suites
//! need, on top of the parser's public API for scripts.
//!
//! This crate is separate from `hedgerow-conformance`, because the engine takes about a minute to build. Its test
//! `scripted-conformance` is the conformance program with this engine.
//!
//! Scripts can change the document (`document_prototype`, `node_prototype`, `element_prototype`) by the rules of the DOM
//! (`mutation`), and call `document.write`. There are no events, timers, fulfilled promises or external scripts, and collections
//! are not live.
#![forbid(unsafe_code)]

mod document_prototype;
mod element_prototype;
mod exception;
mod mutation;
mod node_prototype;
mod page;
mod prototype;
mod script_element;

use std::cell::RefCell;
use std::rc::Rc;

use boa_engine::Context;
use hedgerow::stream::{Progress, StreamParser};
use hedgerow::{EncodingHints, Parser};

use hedgerow_conformance::{ScriptEngine, ScriptedPage};

use self::page::{Page, Uncaught};

/// The engine of the conformance program.
pub const ENGINE: ScriptEngine = ScriptEngine { parse_text, parse_bytes };

/// Parses a page whose text comes in pieces.
fn parse_text(parser: &Parser, pieces: &[&str]) -> ScriptedPage {
    let parser = parser.clone().scripting(true).pause_at_scripts(true);
    let mut parsing = Parsing::new(parser.stream());
    for piece in pieces {
        parsing.advance(|stream| stream.feed(piece));
    }
    parsing.finish()
}

/// Parses a page whose bytes come in pieces.
fn parse_bytes(parser: &Parser, hints: &EncodingHints, pieces: &[&[u8]]) -> ScriptedPage {
    let parser = parser.clone().scripting(true).pause_at_scripts(true);
    let mut parsing = Parsing::new(parser.stream_bytes(hints));
    for piece in pieces {
        parsing.advance(|stream| stream.feed(piece));
    }
    parsing.finish()
}

/// A page that is being parsed.
struct Parsing<Chunks> {
    stream: Rc<RefCell<StreamParser<Chunks>>>,
    context: Context,
    uncaught: Uncaught,
}

impl<Chunks: 'static> Parsing<Chunks> {
    fn new(stream: StreamParser<Chunks>) -> Self {
        let stream = Rc::new(RefCell::new(stream));
        let uncaught = Uncaught::default();
        let context = page::open(Page::new(stream.clone(), uncaught.clone()));
        Self { stream, context, uncaught }
    }

    /// Resumes the parser, and then runs the scripts that it waits for.
    fn advance(&mut self, go_on: impl FnOnce(&mut StreamParser<Chunks>) -> Progress) {
        let mut progress = go_on(&mut self.stream.borrow_mut());
        loop {
            progress = match progress {
                Progress::Script(_) => page::run_scripts_above(0, &mut self.context),
                Progress::Restarted => {
                    // A new document needs new objects.
                    self.context = page::open(Page::new(self.stream.clone(), self.uncaught.clone()));
                    self.stream.borrow_mut().resume()
                }
                // The parser is never blocked, because `block_on_script` is not called.
                _ => return,
            };
        }
    }

    fn finish(mut self) -> ScriptedPage {
        self.advance(StreamParser::end);
        drop(self.context);
        let stream = Rc::into_inner(self.stream).expect("the page is closed").into_inner();
        ScriptedPage { parsed: stream.finish(), uncaught: self.uncaught.take() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hedgerow::ToHtml;

    /// Returns the uncaught exceptions of a script in the page `<p id=a>b</p>`.
    fn uncaught(script: &str) -> Vec<String> {
        let html = format!("<!DOCTYPE html><p id=a>b</p><script>{script}</script>");
        parse_text(&Parser::new(), &[&html]).uncaught
    }

    /// A JavaScript function that throws an error unless its arguments are the same value.
    const IS: &str =
        "function is(got, expected) { if (got !== expected) throw new Error(got + ' is not ' + expected) }";

    #[test]
    fn exceptions_are_not_swallowed() {
        assert!(uncaught("1").is_empty());
        assert_eq!(uncaught("throw new RangeError('a')"), ["RangeError: a"]);
        assert_eq!(uncaught("throw 1"), ["1"]);
        assert_eq!(uncaught("nothing()"), ["ReferenceError: nothing is not defined"]);
        assert_eq!(uncaught("document.querySelector('#')").len(), 1);
        assert!(uncaught("(").iter().all(|error| error.starts_with("SyntaxError: ")));
        assert_eq!(uncaught("(").len(), 1);
        assert!(uncaught(&format!("{IS} is(1, 2)")).iter().any(|error| error == "Error: 1 is not 2"));
    }

    #[test]
    fn an_endless_script_ends_and_the_page_goes_on() {
        let page = parse_text(
            &Parser::new(),
            &["<script>for (;;) { try { for (;;); } catch (error) {} }</script><p>a"],
        );
        assert_eq!(page.uncaught.len(), 1);
        let document = page.parsed.document().root().inner_html();
        assert!(document.ends_with("<body><p>a</p></body></html>"), "{document}");
    }

    #[test]
    fn nodes_have_the_supported_members() {
        let checks = "
            var p = document.getElementById('a'), text = p.firstChild;
            is(p, document.querySelector('P')); is(p, document.getElementsByTagName('p')[0]);
            is(document.getElementsByTagName('p').length, 1);
            is(document.getElementById('x'), null); is(document.querySelector('i'), null);
            is(p.parentNode, document.body); is(document.body.parentNode, document.documentElement);
            is(document.documentElement.parentNode, document); is(document.parentNode, null);
            is(document.head.nextSibling, document.body); is(document.body.previousSibling, document.head);
            is(document.childNodes.length, 2); is(document.lastChild, document.documentElement);
            is(p.tagName, 'P'); is(p.textContent, 'b'); is(text.textContent, 'b'); is(document.textContent, null);
            is(p.getAttribute('ID'), 'a'); is(p.getAttribute('x'), null); is(p.id, 'a'); is(document.body.id, '');
            p.id = 'c'; is(document.getElementById('c'), p); p.setAttribute('X', 1); is(p.getAttribute('x'), '1');
            p.removeAttribute('X'); is(p.getAttribute('x'), null);
            var i = document.createElement('I'), other = document.createTextNode('d');
            is(i.tagName, 'I'); is(i.parentNode, null); is(p.appendChild(i), i); is(p.lastChild, i);
            is(p.insertBefore(other, i), other); is(other.nextSibling, i); is(text.nextSibling, other);
            is(p.insertBefore(text, null), text); is(p.lastChild, text); is(p.textContent, 'db');
            is(p.removeChild(text), text); is(text.parentNode, null); other.remove(); is(p.firstChild, i);
            i.remove(); is(p.childNodes.length, 0);
            is(i.parentNode, null); is(document.getElementById('c').firstChild, null);
        ";
        assert_eq!(uncaught(&format!("{IS} {checks}")), [""; 0]);
    }

    #[test]
    fn wrong_calls_are_errors_that_can_be_caught() {
        let checks = "
            function name(action) { try { action() } catch (error) { return error.name } return 'none' }
            var body = document.body, text = document.createTextNode('x');
            is(name(function () { body.appendChild(document.documentElement) }), 'HierarchyRequestError');
            is(name(function () { text.appendChild(document.createElement('p')) }), 'HierarchyRequestError');
            is(name(function () { document.appendChild(text) }), 'HierarchyRequestError');
            is(name(function () { body.removeChild(text) }), 'NotFoundError');
            is(name(function () { body.insertBefore(text, document.head) }), 'NotFoundError');
            is(name(function () { document.querySelector('a >') }), 'SyntaxError');
            is(name(function () { document.createElement('a b') }), 'InvalidCharacterError');
            is(name(function () { document.createElement('script') }), 'NotSupportedError');
            is(name(function () { body.appendChild({}) }), 'TypeError');
            is(name(function () { body.appendChild.call({}, text) }), 'TypeError');
            is(name(function () { body.getAttribute() }), 'TypeError');
        ";
        assert_eq!(uncaught(&format!("{IS} {checks}")), [""; 0]);
    }

    #[test]
    fn a_restarted_parse_ends_the_script_uncatchably() {
        let html = b"\xE9<script>var before = document.body; try { document.write('<meta char' + 'set=koi8-r>') } \
                     catch (error) { document.write('caught') } if (before !== document.body) throw 1</script>";
        let hints = EncodingHints::new().autodetect(false);
        let page = parse_bytes(&Parser::new(), &hints, &[html]);
        assert_eq!(page.uncaught, [""; 0]);
        let document = page.parsed.document().root().inner_html();
        assert!(document.contains('\u{418}') && !document.contains("caught<"), "{document}");
        assert_eq!(document.matches("<meta").count(), 2, "{document}");
    }
}
