//! [`Observer`]: watches a parse and may stop it.

use std::fmt;

use hedgerow_base::NameId;
use hedgerow_input::{Encoding, Span};
use hedgerow_tokenizer::{AttributePlace, ParseErrorCode, Token};

use crate::{Algorithm, FindEncoding, InsertionMode, TreeConstructionError};

/// A token that was processed.
#[derive(Clone, Copy, Debug)]
pub struct WatchedToken {
    /// The span of the token in the preprocessed input; meaningful only if [`Observer::PARSE_ERRORS`] is true.
    pub span: Span,
    /// Whether the token is characters; a run of characters may be split into several tokens.
    pub is_characters: bool,
    /// The depth of the current node after the token: the number of open elements. In a `<template for>`, whose insertion target
    /// may be deeper in the tree than the stack of open elements, the difference is added.
    pub depth: usize,
}

/// The kind of a token that is about to be processed, for source spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SourceToken {
    /// A start tag with this name.
    StartTag(NameId),
    /// An end tag with this name.
    EndTag(NameId),
    /// Another token.
    #[default]
    Other,
}

/// The rules by which a token is processed.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Rules {
    /// The rules of an insertion mode.
    InsertionMode(InsertionMode),
    /// The rules for parsing tokens in foreign content.
    ForeignContent,
}

impl fmt::Display for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InsertionMode(mode) => write!(formatter, "{mode}"),
            Self::ForeignContent => formatter.write_str("in foreign content"),
        }
    }
}

impl Rules {
    /// Returns the anchor of the rules in the page `parsing.html` of the standard.
    ///
    /// ```
    /// assert_eq!(hedgerow_tree::Rules::ForeignContent.anchor(), "parsing-main-inforeign");
    /// ```
    #[must_use]
    pub fn anchor(self) -> &'static str {
        match self {
            Self::InsertionMode(mode) => mode.anchor(),
            Self::ForeignContent => "parsing-main-inforeign",
        }
    }
}

/// Receives what happens during a parse, and decides whether the parse pauses or stops. A [`TreeSink`](crate::TreeSink) has one.
///
/// All methods have defaults that do nothing. `H` is the handle of a node. The constants say which methods are called: a sink
/// whose observer leaves them false is compiled without the code for errors, source spans, limits and traces.
pub trait Observer<H> {
    /// Whether parse errors are reported. If false, no code for them is generated.
    const PARSE_ERRORS: bool = false;

    /// Whether the parse is watched: the sink is notified of finished elements, and may stop the parser. If false, no code for
    /// this is generated, and the methods that require it are not called.
    const IS_WATCHED: bool = false;

    /// Whether the source spans of nodes and attributes are reported. If false, no code for this is generated, and the methods
    /// that require it are not called.
    const SOURCE_SPANS: bool = false;

    /// Whether the rules that process each token, and the algorithms that they run, are reported. If false, no code for this is
    /// generated.
    const RULES: bool = false;

    /// Whether nothing is observed in this run of the tokenizer, although the constants say otherwise: errors, spans and finished
    /// elements are ignored, and there are no limits. Asked only if [`TreeSink::HAS_PLAIN_RUNS`](crate::TreeSink::HAS_PLAIN_RUNS).
    fn is_plain(&self) -> bool {
        false
    }

    /// Reports the rules that process the token; called again if the token is reprocessed. Called only if
    /// [`RULES`](Self::RULES).
    fn rules_apply(&mut self, _rules: Rules, _token: &Token<'_>) {}

    /// Reports that the current rules process a token using the rules for an insertion mode, which may be the current mode.
    /// Called only if [`RULES`](Self::RULES).
    fn rules_are_used(&mut self, _mode: InsertionMode, _token: &Token<'_>) {}

    /// Reports that an algorithm begins; algorithms may be nested. Called only if [`RULES`](Self::RULES).
    fn algorithm_begins(&mut self, _algorithm: Algorithm) {}

    /// Reports that the innermost algorithm ends. Called only if [`RULES`](Self::RULES).
    fn algorithm_ends(&mut self) {}

    /// Reports that a token is about to be processed; `span` is its span in the preprocessed input. The token is the cause of all
    /// nodes created or finished until the next call. Called only if [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    fn token_begins(&mut self, _token: SourceToken, _span: Span) {}

    /// Reports the spans of the attributes of the start tag that is about to be processed. Called only if
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    fn attribute_places(&mut self, _places: &[AttributePlace]) {}

    /// Reports that the current end tag ends an element which stays on the stack of open elements. Called only if
    /// [`SOURCE_SPANS`](Self::SOURCE_SPANS). `token_name` is the tag name of the token that the element was created for.
    fn end_tag_was_read(&mut self, _element: H, _token_name: NameId) {}

    /// Records a parse error that has a code in the standard; `subject` is the element or attribute that the error is
    /// about. Called only if [`PARSE_ERRORS`](Self::PARSE_ERRORS).
    fn parse_error(&mut self, _error: ParseErrorCode, _span: Span, _subject: Option<NameId>) {}

    /// Records a parse error of tree construction. Called only if [`PARSE_ERRORS`](Self::PARSE_ERRORS).
    fn tree_construction_error(
        &mut self,
        _error: TreeConstructionError,
        _span: Span,
        _subject: Option<NameId>,
    ) {
    }

    /// Prepares a `script` element whose end tag was processed. Returns whether the tokenizer must stop, so that the script can
    /// run before the text after it is read.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#scriptEndTag>
    fn prepare_the_script_element(&mut self, _script: H) -> bool {
        false
    }

    /// Returns [`declared_encoding`](crate::declared_encoding) if the confidence in the encoding is tentative, so that a `meta`
    /// element can change it. The function is returned as a pointer, so that a program that parses only strings is linked without
    /// the table of encodings.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence>
    fn tentative_encoding(&self) -> Option<FindEncoding> {
        None
    }

    /// Reports that a `meta` element declares this encoding. The tokenizer stops, so that the encoding can be changed before the
    /// text after the element is read. Called only if the confidence [is tentative](Self::tentative_encoding).
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>
    fn change_the_encoding(&mut self, _encoding: &'static Encoding) {}

    /// Reports that an element has left the stack of open elements. Called only if [`SOURCE_SPANS`](Self::SOURCE_SPANS).
    /// `token_name` is the tag name of the token that the element was created for.
    fn element_left_the_stack(&mut self, _element: H, _token_name: NameId) {}

    /// Reports that an element has left the stack of open elements, and that no open element is inside it. Called only if the sink
    /// [is watched](Self::IS_WATCHED).
    ///
    /// The tree builder can insert further nodes into a finished element only for metadata after the `head`, for
    /// `<template for>` and for `selectedcontent`.
    fn element_was_finished(&mut self, _element: H) {}

    /// Whether the parser stops before a start tag with this number of attributes. Called only if the sink
    /// [is watched](Self::IS_WATCHED).
    fn stops_before_start_tag(&mut self, _attributes: usize) -> bool {
        false
    }

    /// Whether [`stops_after_token`](Self::stops_after_token) may return true for the current token. Called only if the sink
    /// [is watched](Self::IS_WATCHED).
    fn may_stop(&self) -> bool {
        true
    }

    /// Whether the parser stops after a token. Called only if the sink [is watched](Self::IS_WATCHED) and
    /// [may stop](Self::may_stop).
    fn stops_after_token(&mut self, _token: WatchedToken) -> bool {
        false
    }

    /// Whether a limit is exceeded, given the depth of the current node. Called while a token creates many nodes; if the method
    /// returns true, the token creates no more. Called only if the sink [is watched](Self::IS_WATCHED).
    fn exceeds_a_limit(&mut self, _depth: usize) -> bool {
        false
    }

    /// Whether the parser has stopped, so that tokens are no longer processed. Called only if the sink
    /// [is watched](Self::IS_WATCHED), and before a token only if it also [may stop](Self::may_stop).
    fn has_stopped(&self) -> bool {
        false
    }
}
