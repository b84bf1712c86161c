//! [`Parser::trace`] and [`Parser::trace_tokens`]: the steps of a parse. The crate `hedgerow-trace` records them.

use std::ops::ControlFlow;

use hedgerow_dom::Document;
use hedgerow_input::{NewlineMap, normalize_newlines};
use hedgerow_trace::{StepObserver, TraceInput, TraceStep, TracedSink};

use crate::dom_sink::DomSink;
use crate::limits::cut;
use crate::watch::Watch;
use crate::{Context, Parser};

impl TracedSink for DomSink<'_> {
    fn document_so_far(&self) -> &Document {
        self.document()
    }
}

impl Parser {
    /// Parses a document, or a fragment in its context, and passes each token with its effects to the observer, until the
    /// end of the input or until the observer stops.
    ///
    /// The tokens and the document are the same as in [`parse`](Self::parse), except that only the limit on bytes
    /// applies. Recording makes this method much slower than a parse; if [`TraceStep::rules`] is not needed,
    /// [`trace_tokens`](Self::trace_tokens) is faster.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let mut tokens = Vec::new();
    /// hedgerow::Parser::new().trace("<p class=a>1 &lt; 2</P>", None, |step| {
    ///     tokens.push(format!("{}:{} {}", step.start.line, step.start.column, step.token));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(tokens, ["1:1 <p class=\"a\">", "1:12 \"1 \"", "1:14 \"<\"", "1:18 \" 2\"", "1:20 </p>", "1:24 "]);
    /// ```
    pub fn trace(
        &self,
        html: &str,
        context: Option<&Context>,
        mut observer: impl FnMut(&TraceStep<'_>) -> ControlFlow<()>,
    ) {
        self.run_trace(html, context, true, &mut observer);
    }

    /// Like [`trace`](Self::trace), but faster, because operations are not recorded: [`TraceStep::rules`] is empty.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let mut comments = 0;
    /// hedgerow::Parser::new().trace_tokens("<!--a--><p>b<!--c-->", None, |step| {
    ///     comments += usize::from(step.token.kind() == "comment");
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(comments, 2);
    /// ```
    pub fn trace_tokens(
        &self,
        html: &str,
        context: Option<&Context>,
        mut observer: impl FnMut(&TraceStep<'_>) -> ControlFlow<()>,
    ) {
        self.run_trace(html, context, false, &mut observer);
    }

    fn run_trace(
        &self,
        html: &str,
        context: Option<&Context>,
        records_rules: bool,
        observer: StepObserver<'_>,
    ) {
        let (html, is_cut) = cut(html, self.limits.most_bytes());
        let text = &*normalize_newlines(html);
        let newlines = &NewlineMap::of(html);
        let mut sink = DomSink::new(records_rules, false, None, Watch::default());
        sink.begin(records_rules.then(|| text.into()), &mut None, records_rules);
        if records_rules {
            sink.keep_source_spans(Some(newlines));
        }
        let fragment = context.map(|context| sink.begin_fragment(context));
        let options = self.tree_builder_options(context.is_some());
        let input = TraceInput { text, newlines, is_whole: !is_cut, records_rules };
        hedgerow_trace::trace(sink, options, fragment, input, observer);
    }
}
