//! Texts in chunks: cuts do not change the result, even if the parser is limited, stopped by the caller, or paused by
//! scripts that write and change the tree.

use std::ops::ControlFlow;

use hedgerow::dom::{NodeKind, known};
use hedgerow::limits::{Limit, Stop};
use hedgerow::stream::{Progress, StreamParser};
use hedgerow::{Document, Limits, NodeId, NodeRef, Parsed, Parser};

use super::text::parser;
use crate::input::{Choices, Input};
use crate::trees::Summary;

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let choices = &mut input.choices;
    let parser = parser(choices).collect_errors(choices.one_in(2)).source_spans(choices.one_in(4));
    match choices.below(3) {
        0 => with_limits(&parser, html, choices),
        1 => stopped_by_the_caller(&parser, html, choices),
        _ => with_scripts(&parser, html, choices),
    }
}

fn with_limits(parser: &Parser, html: &str, choices: &mut Choices<'_>) {
    let parser = parser.clone().limits(limits(choices));
    let mut stream = parser.stream();
    for piece in choices.text_pieces(html) {
        stream.feed(piece);
    }
    let (whole, chunks) = (parser.parse(html), stream.finish());
    let is_of_errors = |parsed: &Parsed| matches!(parsed.stop(), Some(Stop::Limit(Limit::Errors { .. })));
    let (of_whole, of_chunks) = (Summary::of(&whole), Summary::of(&chunks));
    // The number of errors of tree construction for a run of characters depends on the cuts.
    if !is_of_errors(&whole) && !is_of_errors(&chunks) {
        of_chunks.assert_is(&of_whole, "in chunks");
    }
}

pub(super) fn limits(choices: &mut Choices<'_>) -> Limits {
    let mut limit = |one_in, bound| {
        choices.one_in(one_in).then(|| u32::try_from(choices.below(bound)).unwrap_or_default())
    };
    let mut limits = Limits::UNLIMITED;
    limits.bytes = limit(3, 300).map(u64::from);
    limits.nodes = limit(3, 20);
    limits.depth = limit(3, 20);
    limits.attributes = limit(3, 4);
    limits.errors = limit(3, 20);
    limits.copied_text = limit(3, 8).map(u64::from);
    limits.steps = limit(3, 60).map(u64::from);
    limits
}

fn stopped_by_the_caller(parser: &Parser, html: &str, choices: &mut Choices<'_>) {
    let number = choices.below(20);
    let mut stream = parser.stream();
    stream.stop_when(stop_at(number));
    for piece in choices.text_pieces(html) {
        stream.feed(piece);
    }
    let whole = parser.parse_until(html, stop_at(number));
    Summary::of(&stream.finish()).assert_is(&Summary::of(&whole), "in chunks, until the caller stops");
}

/// Returns a callback that stops the parser when this number of elements is finished; 0 never stops it.
pub(super) fn stop_at(number: usize) -> impl FnMut(NodeRef<'_>) -> ControlFlow<()> + Send + 'static {
    let mut count = 0;
    move |_| {
        count += 1;
        if count == number { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn with_scripts(parser: &Parser, html: &str, choices: &mut Choices<'_>) {
    let parser = parser.clone().scripting(true).pause_at_scripts(true);
    let pieces = choices.text_pieces(html);
    // Both runs have the same choices.
    let whole = Scripts::new(html, choices).run(parser.stream(), &[html]);
    let chunks = Scripts::new(html, choices).run(parser.stream(), &pieces);
    Summary::of(&chunks).assert_is(&Summary::of(&whole), "in chunks, with scripts");
}

/// The actions of the scripts.
pub(super) struct Scripts<'d> {
    /// The source of the text that scripts write.
    html: &'d str,
    choices: Choices<'d>,
}

/// The action of a script.
enum Action {
    Nothing,
    Wait,
    Write,
    Change,
}

impl<'d> Scripts<'d> {
    pub(super) fn new(html: &'d str, choices: &Choices<'d>) -> Self {
        Self { html, choices: choices.clone() }
    }

    /// Feeds the pieces. Each script performs the next action.
    pub(super) fn run(mut self, mut stream: StreamParser, pieces: &[&str]) -> Parsed {
        for piece in pieces {
            let progress = stream.feed(piece);
            self.run_scripts(&mut stream, progress);
        }
        let progress = stream.end();
        self.run_scripts(&mut stream, progress);
        assert_eq!(stream.progress(), Progress::Finished);
        stream.finish()
    }

    fn next_action(&mut self) -> Action {
        match self.choices.below(4) {
            0 => Action::Nothing,
            1 => Action::Wait,
            2 => Action::Write,
            _ => Action::Change,
        }
    }

    fn run_scripts(&mut self, stream: &mut StreamParser, mut progress: Progress) {
        loop {
            progress = match progress {
                Progress::Script(_) => match self.next_action() {
                    Action::Wait => stream.block_on_script(),
                    Action::Write => {
                        self.write(stream);
                        // A script that was run may also be deferred.
                        if self.choices.one_in(4) { stream.block_on_script() } else { stream.finish_script() }
                    }
                    action => self.finish(stream, &action),
                },
                Progress::Blocked(_) => stream.run_pending_script(),
                _ => return,
            };
        }
    }

    /// Writes a few parts of the text. A script in them performs the next action, but does not write.
    fn write(&mut self, stream: &mut StreamParser) {
        let level = stream.script_nesting_level();
        for _ in 0..self.choices.below(4) {
            let text = self.part_of_the_text();
            assert!(stream.document_write(text).is_ok(), "a script may write");
            while stream.script_nesting_level() > level {
                match self.next_action() {
                    Action::Wait => stream.block_on_script(),
                    action => self.finish(stream, &action),
                };
            }
        }
    }

    fn part_of_the_text(&mut self) -> &'d str {
        &self.html[self.choices.part(self.html)]
    }

    fn finish(&mut self, stream: &mut StreamParser, action: &Action) -> Progress {
        if let Action::Change = action {
            self.change(stream.document_mut());
        }
        stream.finish_script()
    }

    /// Changes the tree, unless the DOM refuses the change.
    fn change(&mut self, document: &mut Document) {
        let nodes: Vec<NodeId> = document.root().descendants().map(NodeRef::id).collect();
        if nodes.is_empty() {
            return;
        }
        let (node, other) = (self.choices.of(&nodes), self.choices.of(&nodes));
        let _ = match self.choices.below(4) {
            0 => document.detach(node),
            1 => document.remove(node),
            2 => document.append(other, node),
            _ if document.node(node).kind() == NodeKind::Element => {
                document.set_attribute(node, known::ID, "changed")
            }
            _ => Ok(()),
        };
    }
}
