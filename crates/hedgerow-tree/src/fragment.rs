//! The fragment parsing algorithm: the differences if there is a context element.

use hedgerow_base::known::{
    FORM, HTML, IFRAME, NOEMBED, NOFRAMES, NOSCRIPT, PLAINTEXT, SCRIPT, STYLE, TEMPLATE, TEXTAREA, TITLE, XMP,
};
use hedgerow_base::{ElementFlags, ElementName, Namespace, QuirksMode};
use hedgerow_tokenizer::{State, Tag};

use crate::attributes::Adjustment;
use crate::insert::flags_with_encoding;
use crate::{InsertionMode, ScriptingMode, TreeBuilder, TreeBuilderOptions, TreeSink};

/// The fragment context element, as far as the algorithm depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FragmentContext {
    /// Its name.
    pub name: ElementName,
    /// The sets that it belongs to.
    pub(crate) flags: ElementFlags,
    /// Whether it is a `form` element, or is inside one.
    pub is_in_form: bool,
    /// The mode of its document.
    pub quirks_mode: QuirksMode,
}

impl FragmentContext {
    /// Returns a context outside forms, in a document in no-quirks mode.
    #[must_use]
    pub fn new(name: ElementName) -> Self {
        Self {
            name,
            flags: ElementFlags::of(name),
            is_in_form: name.is_html(FORM),
            quirks_mode: QuirksMode::NoQuirks,
        }
    }

    /// Returns the same context with an `encoding` attribute, which can make a `MathML` `annotation-xml` element an
    /// HTML integration point.
    ///
    /// ```
    /// use hedgerow_base::{ElementName, Namespace, known};
    /// use hedgerow_tree::FragmentContext;
    /// let name = ElementName { namespace: Namespace::MathMl, local: known::ANNOTATION_XML };
    /// assert_ne!(FragmentContext::new(name).with_encoding("text/html"), FragmentContext::new(name));
    /// ```
    #[must_use]
    pub fn with_encoding(mut self, encoding: &str) -> Self {
        self.flags = flags_with_encoding(self.name, Some(encoding));
        self
    }

    /// Returns the initial state of the tokenizer.
    ///
    /// ```
    /// use hedgerow_base::{ElementName, known};
    /// use hedgerow_tokenizer::State;
    /// use hedgerow_tree::{FragmentContext, ScriptingMode};
    /// let title = FragmentContext::new(ElementName::html(known::TITLE));
    /// assert_eq!(title.tokenizer_state(ScriptingMode::Inert), State::Rcdata);
    /// ```
    #[must_use]
    pub fn tokenizer_state(&self, scripting_mode: ScriptingMode) -> State {
        if self.name.namespace != Namespace::Html {
            return State::Data;
        }
        match self.name.local {
            TITLE | TEXTAREA => State::Rcdata,
            STYLE | XMP | IFRAME | NOEMBED | NOFRAMES => State::Rawtext,
            SCRIPT => State::ScriptData,
            NOSCRIPT if scripting_mode != ScriptingMode::Disabled => State::Rawtext,
            PLAINTEXT => State::Plaintext,
            _ => State::Data,
        }
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Creates a tree builder for a fragment. Its nodes are inserted into `fragment`, a `DocumentFragment` of the sink.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments>
    ///
    /// ```
    /// use hedgerow_base::{ElementName, known};
    /// use hedgerow_tokenizer::Tokenizer;
    /// use hedgerow_tree::{FragmentContext, RecordingSink, TreeBuilder, TreeBuilderOptions};
    /// let mut sink = RecordingSink::default();
    /// let fragment = sink.create_fragment();
    /// let context = FragmentContext::new(ElementName::html(known::TR));
    /// let builder = TreeBuilder::for_fragment(sink, TreeBuilderOptions::default(), context, fragment);
    /// let mut tokenizer = Tokenizer::new(builder);
    /// tokenizer.run("<td>", true);
    /// let sink = tokenizer.into_sink().into_sink();
    /// assert_eq!(sink.operations().last().unwrap(), "insert td#3 into fragment#1");
    /// ```
    pub fn for_fragment(
        sink: S,
        options: TreeBuilderOptions,
        context: FragmentContext,
        fragment: S::Handle,
    ) -> Self {
        let mut builder = Self::new(sink, options);
        // 6. If contextDocument is in quirks mode, then set document's mode to "quirks".
        // 7. Otherwise, if contextDocument is in limited-quirks mode, then set document's mode to "limited-quirks".
        builder.set_quirks_mode(context.quirks_mode);
        // 9. Set the parser's fragment context element to context.
        builder.fragment_context = Some(context);
        // 13. Let root be the result of creating an element given document, "html", …
        // 14. Append root to document.
        // 15. Set up the HTML parser's stack of open elements so that it contains just the single element root.
        builder.append_the_html_element(&Tag::with_no_attributes(HTML));
        // 17. Set the parser's root insertion target to fragment.
        builder.root_insertion_target = Some(fragment);
        // 18. If context is a template element, then push "in template" onto the stack of template insertion modes.
        if context.name.is_html(TEMPLATE) {
            builder.template_insertion_modes.push(InsertionMode::InTemplate);
        }
        // 20. Reset the parser's insertion mode appropriately.
        builder.reset_the_insertion_mode_appropriately();
        // 21. Set the HTML parser's form element pointer to the nearest node to context that is a form element. The
        //     rules only check whether it is null, so any element outside the tree will do.
        if context.is_in_form {
            let tag = Tag::with_no_attributes(FORM);
            let name = ElementName::html(FORM);
            let form = builder.create_an_element_for_the_token(&tag, name, Adjustment::None);
            builder.form_element_pointer = Some(form);
        }
        builder
    }
}
