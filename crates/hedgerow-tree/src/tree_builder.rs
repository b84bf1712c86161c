//! [`TreeBuilder`]: its fields, and the tree construction dispatcher.

use hedgerow_base::known::{FORM, HTML, MALIGNMARK, MGLYPH, SVG, TEMPLATE};
use hedgerow_base::{ElementFlags, ElementName, NameId, Namespace, QuirksMode, SideTable};
use hedgerow_input::{Span, length_of_whitespace};
use hedgerow_tokenizer::{Feedback, Tag, Token};

use crate::attributes::Adjustment;
use crate::list_of_active_formatting_elements::ListOfActiveFormattingElements;
use crate::pending_table_characters::{PendingTableCharacters, RunOfCharacters};
use crate::selectedcontent::SelectTracker;
use crate::stack_of_open_elements::StackOfOpenElements;
use crate::template::ContentPatch;
use crate::{
    Algorithm, FragmentContext, InsertionMode, Observer, Rules, ScriptingMode, TreeBuilderOptions,
    TreeConstructionError, TreeSink,
};

/// The result of the rules for a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Control {
    /// The token was processed or ignored.
    Done,
    /// "Reprocess the token": by the dispatcher, in the current insertion mode.
    Reprocess,
}

impl Control {
    /// Returns `Reprocess` if the rules have closed an element for the token, otherwise `Done`, which ignores the token.
    pub(crate) fn reprocess_if(closed: bool) -> Self {
        if closed { Self::Reprocess } else { Self::Done }
    }
}

/// The tree construction stage.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction>
#[derive(Debug)]
pub struct TreeBuilder<S: TreeSink> {
    pub(crate) sink: S,
    pub(crate) insertion_mode: InsertionMode,
    pub(crate) original_insertion_mode: InsertionMode,
    pub(crate) template_insertion_modes: Vec<InsertionMode>,
    pub(crate) stack_of_open_elements: StackOfOpenElements<S::Handle>,
    pub(crate) list_of_active_formatting_elements:
        ListOfActiveFormattingElements<S::Handle, S::AttributeList>,
    pub(crate) head_element_pointer: Option<S::Handle>,
    pub(crate) form_element_pointer: Option<S::Handle>,
    /// The index on the stack of open elements at which the rules of "in body" pushed the form element. A form element that other
    /// rules have created is not on the stack, so the index does not matter.
    pub(crate) form_index: usize,
    pub(crate) fragment_context: Option<FragmentContext>,
    pub(crate) root_insertion_target: Option<S::Handle>,
    pub(crate) options: TreeBuilderOptions,
    pub(crate) quirks_mode: QuirksMode,
    pub(crate) frameset_ok: bool,
    pub(crate) foster_parenting: bool,
    pub(crate) pending_table_character_tokens: PendingTableCharacters,
    /// "If the next token is a U+000A LINE FEED (LF) character token, then ignore that token."
    pub(crate) ignore_next_line_feed: bool,
    /// The `template` elements with a non-null insertion target.
    pub(crate) content_patches: Vec<ContentPatch<S::Handle>>,
    /// Whether the document has a processing instruction, which could be a marker for content patching.
    pub(crate) has_processing_instructions: bool,
    /// The selected options of the `select` elements that contain a `selectedcontent` element.
    pub(crate) select_tracker: SelectTracker<S::Handle>,
    /// The elements that were removed from the stack of open elements while other elements were open inside them, such as a
    /// misnested `form`, each with the element that was immediately below it. They are finished when that element is. The list
    /// is kept only if the sink is watched.
    pub(crate) unfinished: SideTable<S::Handle, Vec<S::Handle>>,
    /// The facts about the current token.
    pub(crate) token: CurrentToken,
    /// The cache of the fast paths, which is computed from the other fields after each token.
    pub(crate) cache: FastCache<S::Handle>,
    #[cfg(test)]
    pub(crate) without_fast_paths: bool,
}

/// The facts about the current token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurrentToken {
    /// Its span in the preprocessed input.
    pub(crate) span: Span,
    /// Its tag name, if it is a tag and parse errors are wanted.
    pub(crate) name: Option<NameId>,
    /// The feedback to the tokenizer after the token.
    pub(crate) feedback: Feedback,
    /// Whether its self-closing flag was acknowledged.
    pub(crate) self_closing_flag_acknowledged: bool,
}

/// The facts about the current node that the fast paths need; see `fast_path.rs`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastCache<H> {
    /// The current node, if the next token may take a fast path.
    pub(crate) parent: Option<H>,
    /// The most likely name of the next end tag: the tag name of the current node. Any name if there is no current node.
    pub(crate) likely_end_tag_name: NameId,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Creates a tree builder for the document of the sink.
    ///
    /// ```
    /// use hedgerow_tree::{InsertionMode, TreeBuilder, TreeBuilderOptions, Treeless};
    /// let builder = TreeBuilder::new(Treeless::new(()), TreeBuilderOptions::default());
    /// assert_eq!(builder.insertion_mode(), InsertionMode::Initial);
    /// ```
    pub fn new(sink: S, options: TreeBuilderOptions) -> Self {
        Self {
            sink,
            insertion_mode: InsertionMode::Initial,
            original_insertion_mode: InsertionMode::Initial,
            template_insertion_modes: Vec::new(),
            stack_of_open_elements: StackOfOpenElements::default(),
            list_of_active_formatting_elements: ListOfActiveFormattingElements::default(),
            head_element_pointer: None,
            form_element_pointer: None,
            form_index: 0,
            fragment_context: None,
            root_insertion_target: None,
            options,
            quirks_mode: QuirksMode::NoQuirks,
            frameset_ok: true,
            foster_parenting: false,
            pending_table_character_tokens: PendingTableCharacters::default(),
            ignore_next_line_feed: false,
            content_patches: Vec::new(),
            has_processing_instructions: false,
            select_tracker: SelectTracker::default(),
            unfinished: SideTable::default(),
            token: CurrentToken {
                span: Span::default(),
                name: None,
                feedback: Feedback::Continue,
                self_closing_flag_acknowledged: false,
            },
            cache: FastCache { parent: None, likely_end_tag_name: HTML },
            #[cfg(test)]
            without_fast_paths: false,
        }
    }

    /// Creates a tree builder for a fragment. Its nodes are inserted into `fragment`, a `DocumentFragment` of the sink.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
    ///
    /// ```
    /// use hedgerow_base::{ElementName, known};
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{FragmentContext, InsertionMode, TreeBuilder, TreeBuilderOptions, TreeSink, Treeless};
    /// let sink = Treeless::new(());
    /// let fragment = sink.document();
    /// let context = FragmentContext::new(ElementName::html(known::TR));
    /// let builder = TreeBuilder::for_fragment(sink, TreeBuilderOptions::default(), context, fragment);
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<td>", true);
    /// assert_eq!(tokenizer.sink().insertion_mode(), InsertionMode::InCell);
    /// ```
    pub fn for_fragment(
        sink: S,
        options: TreeBuilderOptions,
        context: FragmentContext,
        fragment: S::Handle,
    ) -> Self {
        let mut builder = Self::new(sink, options);
        builder.begin_fragment(context, fragment);
        builder
    }

    /// Prepares a new tree builder for a fragment, as [`for_fragment`](Self::for_fragment) does.
    pub fn begin_fragment(&mut self, context: FragmentContext, fragment: S::Handle) {
        // 6. If contextDocument is in quirks mode, then set document's mode to "quirks".
        // 7. Otherwise, if contextDocument is in limited-quirks mode, then set document's mode to "limited-quirks".
        self.set_quirks_mode(context.quirks_mode);
        // 9. Set the parser's fragment context element to context.
        self.fragment_context = Some(context);
        // 13. Let root be the result of creating an element given document, "html", …
        // 14. Append root to document.
        // 15. Set up the HTML parser's stack of open elements so that it contains just the single element root.
        self.append_the_html_element(&Tag::with_no_attributes(HTML));
        // 17. Set the parser's root insertion target to fragment.
        self.root_insertion_target = Some(fragment);
        // 18. If context is a template element, then push "in template" onto the stack of template insertion modes.
        if context.name.is_html(TEMPLATE) {
            self.template_insertion_modes.push(InsertionMode::InTemplate);
        }
        // 20. Reset the parser's insertion mode appropriately.
        self.reset_the_insertion_mode_appropriately();
        // 21. Set the HTML parser's form element pointer to the nearest node to context that is a form element. The
        //     rules only check whether it is null, so any element outside the tree will do.
        if context.is_in_form {
            let tag = Tag::with_no_attributes(FORM);
            let name = ElementName::html(FORM);
            let form = self.create_an_element_for_the_token(&tag, name, Adjustment::None);
            self.form_element_pointer = Some(form);
        }
    }

    /// Returns the DOM under construction.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns the DOM under construction, for changes.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Drops the tree builder and returns the DOM.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// Returns the insertion mode.
    ///
    /// ```
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{InsertionMode, TreeBuilder, TreeBuilderOptions, Treeless};
    /// let builder = TreeBuilder::new(Treeless::new(()), TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<table><tr>", false);
    /// assert_eq!(tokenizer.sink().insertion_mode(), InsertionMode::InRow);
    /// ```
    #[must_use]
    pub fn insertion_mode(&self) -> InsertionMode {
        self.insertion_mode
    }

    /// Iterates over the stack of open elements, from the current node upwards. The time depends on the number of
    /// elements taken, not on the depth of the stack.
    ///
    /// ```
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{TreeBuilder, TreeBuilderOptions, Treeless};
    /// let builder = TreeBuilder::new(Treeless::new(()), TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<ul><li>", false);
    /// let builder = tokenizer.sink();
    /// assert_eq!(builder.open_elements_upwards().next(), Some(5)); // after html, head, body and ul
    /// ```
    pub fn open_elements_upwards(&self) -> impl Iterator<Item = S::Handle> {
        self.stack_of_open_elements.upwards().map(|element| element.handle)
    }

    /// Returns the number of elements on the stack of open elements.
    #[must_use]
    pub fn open_element_count(&self) -> usize {
        self.stack_of_open_elements.depth()
    }

    /// Iterates over the list of active formatting elements, from the most recently added entry; a marker is `None`.
    ///
    /// ```
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{TreeBuilder, TreeBuilderOptions, Treeless};
    /// let builder = TreeBuilder::new(Treeless::new(()), TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<b><object><i>", false);
    /// let entries: Vec<bool> = tokenizer.sink().active_formatting_elements().map(|entry| entry.is_some()).collect();
    /// assert_eq!(entries, [true, false, true]); // i, a marker, b
    /// ```
    pub fn active_formatting_elements(&self) -> impl Iterator<Item = Option<S::Handle>> {
        let list = &self.list_of_active_formatting_elements;
        let entries = std::iter::successors(list.last(), |&id| list.previous(id));
        entries.map(|id| list.element(id).map(|element| element.handle))
    }

    /// Returns the offset of the first character that may still become a parse error: text in a table is an error
    /// unless all of it is whitespace. `None` if there is no such character, or if neither parse errors nor source
    /// spans are wanted.
    ///
    /// ```
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{TreeBuilder, TreeBuilderOptions, Treeless};
    /// let builder = TreeBuilder::new(Treeless::new(()), TreeBuilderOptions::default());
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<table> ", false);
    /// assert_eq!(tokenizer.sink().first_character_in_doubt(), None, "the sink wants neither");
    /// ```
    #[must_use]
    pub fn first_character_in_doubt(&self) -> Option<u32> {
        self.pending_table_character_tokens.first_offset()
    }

    pub(crate) fn scripting_is_disabled(&self) -> bool {
        self.options.scripting_mode == ScriptingMode::Disabled
    }

    /// Runs the steps of an algorithm, and reports its start and end to the sink.
    #[inline(always)]
    pub(crate) fn during<T>(&mut self, algorithm: Algorithm, steps: impl FnOnce(&mut Self) -> T) -> T {
        if S::Observer::RULES {
            self.sink.observer().algorithm_begins(algorithm);
        }
        let result = steps(self);
        if S::Observer::RULES {
            self.sink.observer().algorithm_ends();
        }
        result
    }

    pub(crate) fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
        self.sink.set_quirks_mode(mode);
    }

    /// Reports a parse error at the current token, about its tag name if it has one.
    #[inline]
    pub(crate) fn parse_error(&mut self, error: TreeConstructionError) {
        if S::Observer::PARSE_ERRORS {
            self.sink.observer().tree_construction_error(error, self.token.span, self.token.name);
        }
    }

    /// Reports a parse error at the current token, about an element or an attribute.
    pub(crate) fn parse_error_about(&mut self, error: TreeConstructionError, subject: NameId) {
        if S::Observer::PARSE_ERRORS {
            self.sink.observer().tree_construction_error(error, self.token.span, Some(subject));
        }
    }

    /// Reports a parse error at the current token, about the current node.
    pub(crate) fn parse_error_about_the_current_node(&mut self, error: TreeConstructionError) {
        if let Some(current) = self.stack_of_open_elements.current_node() {
            self.parse_error_about(error, current.token_name);
        }
    }

    /// Reports a parse error at the current token. If the token is a run of characters, reports an error at each character,
    /// because in the standard each character is a token.
    pub(crate) fn parse_error_at_each_character(&mut self, error: TreeConstructionError, token: &Token<'_>) {
        match token {
            Token::Characters(characters) if S::Observer::PARSE_ERRORS && !self.is_plain() => {
                let start = characters.place_in_input().map(|(start, _)| start);
                let run = RunOfCharacters { length: characters.len(), start, token: self.token.span };
                self.parse_error_at_each_of(error, characters, &run);
            }
            _ => self.parse_error(error),
        }
    }

    /// Reports a parse error at each of the characters of a run.
    pub(crate) fn parse_error_at_each_of(
        &mut self,
        error: TreeConstructionError,
        characters: &str,
        run: &RunOfCharacters,
    ) {
        for (offset, character) in characters.char_indices() {
            let span = run.start.map_or(run.token, |start| {
                let start = start + offset as u32;
                Span { start, end: start + character.len_utf8() as u32 }
            });
            self.sink.observer().tree_construction_error(error, span, None);
        }
    }

    /// "Acknowledge the token's self-closing flag, if it is set."
    #[inline]
    pub(crate) fn acknowledge_the_self_closing_flag(&mut self) {
        self.token.self_closing_flag_acknowledged = true;
    }

    /// Returns the namespace, the flags and the local name of the adjusted current node.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node>
    #[inline]
    pub(crate) fn adjusted_current_node(&self) -> Option<(Namespace, ElementFlags, NameId)> {
        match &self.fragment_context {
            Some(context) if self.stack_of_open_elements.len() == 1 => {
                Some((context.name.namespace, context.flags, context.name.local))
            }
            _ => {
                let current = self.stack_of_open_elements.current_node()?;
                Some((current.name.namespace, current.flags, current.name.local))
            }
        }
    }

    /// The depth of the current node, see [`WatchedToken::depth`](crate::WatchedToken::depth).
    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.stack_of_open_elements.depth() + self.content_patches.last().map_or(0, |patch| patch.added_depth)
    }

    /// Whether a limit is exceeded, so that the current token creates no more nodes.
    pub(crate) fn exceeds_a_limit(&mut self) -> bool {
        let depth = self.depth();
        self.sink.observer().exceeds_a_limit(depth)
    }

    /// OPTIMIZATION: a quick test of whether the adjusted current node is an HTML element. In a fragment, the result is
    /// always `false`, and the callers then do the complete test.
    #[inline(always)]
    pub(crate) fn is_in_html_content(&self) -> bool {
        self.fragment_context.is_none()
            && self
                .stack_of_open_elements
                .current_node()
                .is_some_and(|current| current.name.namespace == Namespace::Html)
    }

    /// The tree construction dispatcher.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher>
    pub(crate) fn dispatch(&mut self, token: &Token<'_>) {
        loop {
            let control = if self.is_processed_as_html(token) {
                self.record_rules(Rules::InsertionMode(self.insertion_mode), token);
                // OPTIMIZATION: the most frequent modes of a table are called directly.
                match self.insertion_mode {
                    InsertionMode::InCell => self.in_cell(token),
                    InsertionMode::InRow => self.in_row(token),
                    mode => self.using_the_rules_for(mode, token),
                }
            } else {
                self.record_rules(Rules::ForeignContent, token);
                self.in_foreign_content(token)
            };
            match control {
                Control::Done => return,
                Control::Reprocess => {}
            }
        }
    }

    /// Reports to the sink that the insertion mode processes a token as "in body" does.
    #[inline(always)]
    pub(crate) fn record_the_rules_of_in_body(&mut self, token: &Token<'_>) {
        self.record_rules(Rules::InsertionMode(self.insertion_mode), token);
        self.record_use_of(InsertionMode::InBody, token);
    }

    /// Reports the applicable rules to the sink.
    #[inline(always)]
    pub(crate) fn record_rules(&mut self, rules: Rules, token: &Token<'_>) {
        if S::Observer::RULES {
            self.sink.observer().rules_apply(rules, token);
        }
    }

    /// Reports to the sink that the current rules use the rules of a mode.
    #[inline(always)]
    pub(crate) fn record_use_of(&mut self, mode: InsertionMode, token: &Token<'_>) {
        if S::Observer::RULES {
            self.sink.observer().rules_are_used(mode, token);
        }
    }

    /// Whether the token is processed according to the current insertion mode in HTML content, and not as foreign
    /// content.
    #[inline]
    pub(crate) fn is_processed_as_html(&self, token: &Token<'_>) -> bool {
        // OPTIMIZATION: in a document, the adjusted current node is the current node.
        if self.is_in_html_content() {
            return true;
        }
        match self.adjusted_current_node() {
            // If the stack of open elements is empty
            // If the adjusted current node is an element in the HTML namespace
            None | Some((Namespace::Html, ..)) => true,
            Some((namespace, flags, local)) => {
                is_processed_as_html_in_foreign_element(namespace, flags, local, token)
            }
        }
    }

    /// Processes the token using the rules for another insertion mode; the current mode stays, unless the rules change
    /// it.
    pub(crate) fn using_the_rules_for(&mut self, mode: InsertionMode, token: &Token<'_>) -> Control {
        self.record_use_of(mode, token);
        match mode {
            InsertionMode::Initial => self.initial(token),
            InsertionMode::BeforeHtml => self.before_html(token),
            InsertionMode::BeforeHead => self.before_head(token),
            InsertionMode::InHead => self.in_head(token),
            InsertionMode::InHeadNoscript => self.in_head_noscript(token),
            InsertionMode::AfterHead => self.after_head(token),
            InsertionMode::InBody => self.in_body(token),
            InsertionMode::Text => self.text(token),
            InsertionMode::InTable => self.in_table(token),
            InsertionMode::InTableText => self.in_table_text(token),
            InsertionMode::InCaption => self.in_caption(token),
            InsertionMode::InColumnGroup => self.in_column_group(token),
            InsertionMode::InTableBody => self.in_table_body(token),
            InsertionMode::InRow => self.in_row(token),
            InsertionMode::InCell => self.in_cell(token),
            InsertionMode::InTemplate => self.in_template(token),
            InsertionMode::AfterBody => self.after_body(token),
            InsertionMode::InFrameset => self.in_frameset(token),
            InsertionMode::AfterFrameset => self.after_frameset(token),
            InsertionMode::AfterAfterBody => self.after_after_body(token),
            InsertionMode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }
}

/// The other conditions of the dispatcher, for an adjusted current node that is not in the HTML namespace.
fn is_processed_as_html_in_foreign_element(
    namespace: Namespace,
    flags: ElementFlags,
    local: NameId,
    token: &Token<'_>,
) -> bool {
    let is_mathml_text_integration_point = flags.has(ElementFlags::MATHML_TEXT_INTEGRATION_POINT);
    let is_html_integration_point = flags.has(ElementFlags::HTML_INTEGRATION_POINT);
    match token {
        // If the adjusted current node is a MathML text integration point and the token is a start tag whose tag name
        // is neither "mglyph" nor "malignmark"
        // If the adjusted current node is a MathML annotation-xml element and the token is a start tag whose tag name
        // is "svg"
        // If the adjusted current node is an HTML integration point and the token is a start tag
        Token::StartTag(tag) => {
            (is_mathml_text_integration_point && !matches!(tag.name, MGLYPH | MALIGNMARK))
                || (namespace == Namespace::MathMl
                    && local == hedgerow_base::known::ANNOTATION_XML
                    && tag.name == SVG)
                || is_html_integration_point
        }
        // If the adjusted current node is a MathML text integration point and the token is a character token
        // If the adjusted current node is an HTML integration point and the token is a character token
        Token::Characters(_) | Token::NullCharacter => {
            is_mathml_text_integration_point || is_html_integration_point
        }
        // If the token is an end-of-file token
        Token::EndOfFile => true,
        // Otherwise
        _ => false,
    }
}

/// Whether all characters are whitespace.
pub(crate) fn is_all_whitespace(characters: &str) -> bool {
    length_of_whitespace(characters) == characters.len()
}
