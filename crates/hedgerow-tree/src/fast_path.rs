//! The fast path for the most frequent tokens: characters and start tags that only append to the current node, and end
//! tags that only pop it.
//!
//! The dispatcher and the rules of the insertion mode make the same decisions in many more steps. The decisions that do not
//! depend on the token are precomputed in one value, the fast parent ([`FastCache`](crate::tree_builder::FastCache)); the other decisions only test
//! the flags of the current node and of the new element.
//!
//! ```text
//! after each token:   fast parent = the current node, if it takes nodes as its last children, the mode processes tokens
//!                                   as "in body" does, no formatting element is to be reconstructed, …
//! characters:         if there is a fast parent:                                   insert them there
//! start tag:          … and "in body" only inserts an element of this name:        insert it there, push it
//! end tag:            … and "in body" only pops the current node, of this name:    pop it
//! ```
//!
//! There are also fast paths for the characters of a `title`, `script` or `style` element, for whitespace before the body, and for
//! a document without tags for `html`, `head` and `body`.
//!
//! The fast path repeats rules of the modes. The unit tests check that the results are equal: they process random tokens with and
//! without it.

use hedgerow_base::known::{
    A, AREA, BASE, BASEFONT, BGSOUND, BODY, BR, DD, DT, EMBED, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HTML,
    IMG, KEYGEN, LI, LINK, LISTING, META, NOFRAMES, NOSCRIPT, PRE, SCRIPT, STYLE, TEMPLATE, TITLE, WBR,
};
use hedgerow_base::{ElementFlags, ElementName, NameId};
use hedgerow_input::Span;
use hedgerow_tokenizer::{Tag, Text};

use crate::attributes::{Adjustment, ElementAttributes};
use crate::{InsertionLocation, InsertionMode, Observer, SourceToken, TreeBuilder, TreeSink};

/// The sets of elements that are never a fast parent, because nodes may be inserted at another location than the
/// element's end, or because other rules process the element's content.
pub(crate) const NO_FAST_PARENT: ElementFlags =
    ElementFlags::TEMPLATE.or(ElementFlags::HTML).or(ElementFlags::FOREIGN);

/// The sets of elements whose start tag usually only inserts an element.
const INSERTED: ElementFlags =
    ElementFlags::INSERTED_IN_BODY.or(ElementFlags::CLOSES_P_IN_BODY).or(ElementFlags::FORMATS_IN_BODY);

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the fast parent. If rules are reported, returns the constant `None`, because the fast
    /// path does not report them; the compiler then removes the code of the fast path.
    #[inline(always)]
    fn fast_parent(&self) -> Option<S::Handle> {
        if S::Observer::RULES { None } else { self.cache.parent }
    }

    /// Whether fast paths may be taken.
    #[inline(always)]
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "the tests turn the fast paths off"))]
    pub(crate) fn may_take_fast_paths(&self) -> bool {
        #[cfg(test)]
        if self.without_fast_paths {
            return false;
        }
        !S::Observer::RULES
    }

    /// Computes the cache from the other fields, after a token that the fast paths of this file did not take.
    #[inline(always)]
    pub(crate) fn update_the_cache(&mut self) {
        let is_fast = matches!(
            self.insertion_mode,
            InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption
        ) && !self.frameset_ok
            && !self.ignore_next_line_feed
            && self.has_nothing_to_reconstruct()
            && self.may_take_fast_paths();
        self.cache.parent = None;
        if let Some(current) = self.stack_of_open_elements.current_node() {
            self.cache.likely_end_tag_name = current.token_name;
            if is_fast && !current.flags.has(NO_FAST_PARENT) {
                self.cache.parent = Some(current.handle);
            }
        }
    }

    /// Inserts characters at the end of the current node, if the rules do only that. Otherwise does nothing and returns false.
    #[inline(always)]
    pub(crate) fn fast_characters<const PLAIN: bool>(
        &mut self,
        characters: Text<'_>,
        span: Span,
        may_stop: bool,
    ) -> bool {
        let Some(parent) = self.fast_parent() else { return false };
        if PLAIN {
            self.sink.insert_plain_characters(InsertionLocation::end_of(parent), characters);
        } else if !may_stop || !self.is_stopped_before(characters, span) {
            self.sink.insert_characters(InsertionLocation::end_of(parent), characters, span);
        }
        true
    }

    /// Whether the watch stops the parser before characters.
    #[inline(always)]
    fn is_stopped_before(&mut self, characters: Text<'_>, span: Span) -> bool {
        if S::Observer::SOURCE_SPANS {
            self.sink.observer().token_begins(SourceToken::Other, span);
        }
        // The span of characters that are not a copy of the input is that of a character reference.
        self.token.span = span;
        self.record_the_span_of(characters);
        // OPTIMIZATION: the limits were compared after the previous token. Since then, only code outside the parser can
        // have added nodes.
        self.sink.observer().has_stopped()
            || (self.sink.was_changed_by_others() && self.is_stopped_by_the_watch(true))
    }

    /// Inserts an HTML element at the end of a node. `PLAIN` says whether the run is known to be plain.
    #[inline(always)]
    pub(crate) fn append_an_element<const PLAIN: bool>(
        &mut self,
        parent: S::Handle,
        tag: &Tag<'_>,
    ) -> S::Handle {
        let (location, name) = (InsertionLocation::end_of(parent), ElementName::html(tag.name));
        if PLAIN {
            let attributes = ElementAttributes::new(tag.attributes, Adjustment::None);
            self.sink.insert_plain_element(location, name, attributes)
        } else {
            self.sink.insert_new_element(
                location,
                name,
                ElementAttributes::new(tag.attributes, Adjustment::None),
            )
        }
    }

    /// Inserts an element at the end of the current node, if the rules do only that. Otherwise does nothing and returns false.
    #[inline(always)]
    pub(crate) fn fast_start_tag<const PLAIN: bool>(&mut self, tag: &Tag<'_>) -> bool {
        let Some(parent) = self.fast_parent() else { return false };
        let name = ElementName::html(tag.name);
        let flags = ElementFlags::of(name);
        if !flags.has(INSERTED) {
            return false;
        }
        // The rules may also close a `p` element in button scope, or an `a` element in the list.
        if flags.has(ElementFlags::CLOSES_P_IN_BODY) && self.stack_of_open_elements.has_p_in_button_scope()
            || tag.name == A && self.list_of_active_formatting_elements.last().is_some()
        {
            return false;
        }
        let element = self.append_an_element::<PLAIN>(parent, tag);
        self.stack_of_open_elements.push(element, name, tag.name, flags);
        if flags.has(ElementFlags::FORMATS_IN_BODY) {
            self.push_onto_the_list_of_active_formatting_elements(element, tag.name);
        }
        // No element in the set `INSERTED` is excluded from the fast parents.
        self.cache.parent = Some(element);
        self.cache.likely_end_tag_name = tag.name;
        true
    }

    /// Inserts an element at the end of the current node, for names whose rules do little more than that. If the rules have to
    /// close another element first, does nothing and returns false.
    #[inline(never)]
    pub(crate) fn fast_other_start_tag<const PLAIN: bool>(&mut self, tag: &Tag<'_>) -> bool {
        let Some(parent) = self.fast_parent() else { return false };
        let Some(current) = self.stack_of_open_elements.current_node() else { return false };
        let current = current.flags;
        let closes_p = match tag.name {
            // The rules search the stack for an element to close. They find none if the current node is special, unless
            // it is an `address`, `div` or `p`, which the search passes, or an `li`, `dd` or `dt`, which may have to be
            // closed.
            LI | DD | DT => {
                if !current.has(ElementFlags::SPECIAL)
                    || current.has(ElementFlags::ADDRESS_DIV_P | ElementFlags::IMPLIED_END_TAG)
                {
                    return false;
                }
                true
            }
            H1 | H2 | H3 | H4 | H5 | H6 if current.has(ElementFlags::HEADING) => return false,
            H1 | H2 | H3 | H4 | H5 | H6 | PRE | LISTING => true,
            AREA | BR | EMBED | IMG | KEYGEN | WBR => false,
            _ => return false,
        };
        if closes_p && self.stack_of_open_elements.has_p_in_button_scope() {
            return false;
        }
        let element = self.append_an_element::<PLAIN>(parent, tag);
        if !closes_p {
            // A void element.
            if !PLAIN {
                self.acknowledge_the_self_closing_flag();
                self.element_was_finished(element, tag.name);
            }
            return true;
        }
        self.push_onto_the_stack(element, ElementName::html(tag.name));
        self.cache.likely_end_tag_name = tag.name;
        self.ignore_next_line_feed = matches!(tag.name, PRE | LISTING);
        self.cache.parent = if self.ignore_next_line_feed { None } else { Some(element) };
        true
    }

    /// Processes a run of characters in the mode "text", and a run of whitespace in the modes before "in body", which only
    /// ignore or insert it. Otherwise does nothing and returns false.
    #[inline(always)]
    pub(crate) fn fast_characters_outside_the_body(&mut self, run: Text<'_>, is_whitespace: bool) -> bool {
        use InsertionMode::{AfterHead, BeforeHead, BeforeHtml, InHead, Initial};
        let is_inserted = match self.insertion_mode {
            _ if !self.may_take_fast_paths() => return false,
            InsertionMode::Text => true,
            InHead | AfterHead if is_whitespace => true,
            Initial | BeforeHtml | BeforeHead if is_whitespace => false,
            _ => return false,
        };
        if is_inserted {
            self.insert_characters(run);
        }
        true
    }

    /// If no mode before "in body" has an entry for a start tag of this name, creates the elements that the entries
    /// "anything else" of these modes create, and switches to "in body".
    #[inline(always)]
    pub(crate) fn fast_entry_into_the_body(&mut self, name: NameId) {
        match name {
            _ if !self.insertion_mode.is_before_the_body() || !self.may_take_fast_paths() => {}
            // The modes have entries for these names.
            BASE | BASEFONT | BGSOUND | BODY | FRAMESET | HEAD | HTML | LINK | META | NOFRAMES | NOSCRIPT
            | SCRIPT | STYLE | TEMPLATE | TITLE => {}
            _ => self.enter_the_body(),
        }
    }

    /// Runs the entries "anything else" of the modes before "in body", starting with the current mode.
    #[inline(never)]
    fn enter_the_body(&mut self) {
        if self.insertion_mode == InsertionMode::Initial {
            self.begin_without_a_doctype();
        }
        if self.insertion_mode == InsertionMode::BeforeHtml {
            self.append_the_html_element(&Tag::with_no_attributes(HTML));
            self.insertion_mode = InsertionMode::BeforeHead;
        }
        match self.insertion_mode {
            InsertionMode::BeforeHead => {
                // The element is not pushed, because it is popped at once.
                let head = self.insert_without_a_push(&Tag::with_no_attributes(HEAD));
                self.head_element_pointer = Some(head);
                self.element_was_finished(head, HEAD);
            }
            InsertionMode::InHead => self.pop_the_current_node(),
            _ => {}
        }
        let _ = self.after_head_anything_else();
    }

    /// Pops the current node, if it has the name of the end tag and the rules do only that. Otherwise does nothing and returns
    /// false.
    #[inline(always)]
    pub(crate) fn fast_end_tag<const PLAIN: bool>(&mut self, name: NameId) -> bool {
        if self.fast_parent().is_none() || self.cache.likely_end_tag_name != name {
            return false;
        }
        let Some((&current, &above)) = self.stack_of_open_elements.current_node_and_above() else {
            return false;
        };
        let flags = ElementFlags::POPPED_IN_BODY | ElementFlags::MARK;
        if !current.flags.has_exactly(flags, ElementFlags::POPPED_IN_BODY) {
            return false;
        }
        let mut is_fast = !above.flags.has(NO_FAST_PARENT);
        if let Some(entry) = current.formatting {
            if self.list_of_active_formatting_elements.last() != Some(entry) {
                return false;
            }
            if !self.list_of_active_formatting_elements.pop_without_index() {
                self.list_of_active_formatting_elements.remove(entry);
            }
            is_fast &= self.has_nothing_to_reconstruct();
        }
        self.stack_of_open_elements.pop_html_element(name, current.previous_of_name);
        if !PLAIN {
            self.element_was_popped(&current);
        }
        self.cache.likely_end_tag_name = above.token_name;
        self.cache.parent = is_fast.then_some(above.handle);
        true
    }
}

#[cfg(test)]
mod tests {
    use hedgerow_base::{ElementName, known};
    use hedgerow_tokenizer::Tokenizer;

    use crate::random::random_numbers;
    use crate::recording_sink::RecordingSink;
    use crate::{FragmentContext, TreeBuilder, TreeBuilderOptions};

    /// The elements of HTML, and some others.
    const NAMES: &str = "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink \
        blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn \
        dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 \
        h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link \
        listing main map mark marquee menu menuitem meta meter nav nobr noembed noframes noscript object ol \
        optgroup option output p param picture plaintext portal pre progress q rb rp rt rtc ruby s samp sarcasm \
        script search section select selectedcontent slot small source spacer span strike strong style sub \
        summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr \
        xmp svg math mi path x-y viewbox";

    /// A kind of input.
    #[derive(Clone, Copy, Debug)]
    enum Kind {
        Document,
        IframeSrcdoc,
        /// A fragment whose context is an `html` element, so that it begins before the head.
        ContentOfHtml,
    }

    /// Returns the operations, the finished elements and the errors for an input.
    fn operations_of(kind: Kind, html: &str, without_fast_paths: bool) -> String {
        let mut sink = RecordingSink::default();
        let fragment = sink.create_fragment();
        let options = TreeBuilderOptions::default().iframe_srcdoc(matches!(kind, Kind::IframeSrcdoc));
        let mut builder = TreeBuilder::new(sink, options);
        builder.without_fast_paths = without_fast_paths;
        if let Kind::ContentOfHtml = kind {
            builder.begin_fragment(FragmentContext::new(ElementName::html(known::HTML)), fragment);
        }
        let mut tokenizer = Tokenizer::new(builder);
        tokenizer.run(html, true);
        let sink = tokenizer.into_sink().into_sink();
        format!("{:?} {:?} {:?}", sink.operations(), sink.finished, sink.errors())
    }

    /// Returns the operations, the finished elements and the errors for a document.
    fn operations(html: &str, without_fast_paths: bool) -> String {
        operations_of(Kind::Document, html, without_fast_paths)
    }

    #[test]
    fn fast_paths_agree_with_the_rules_for_each_element() {
        for name in NAMES.split_whitespace() {
            for start in [
                "<p>", "<b><p>x", "<table><td>", "<table><caption>", "<select>", "<div></b>", "<h1>", "<ul>",
                "<dl><dd>", "<table>", "<table> ", "<table>\n<tbody>\n", "<table><tr>&#32;", "<table><tr>x",
            ] {
                let html =
                    format!("<body>{start}<{name} a=b>x<i>y</i></{name}>z</{name}><{name}></p></{name}><b>");
                assert_eq!(operations(&html, false), operations(&html, true), "{html}");
            }
        }
    }

    #[test]
    fn the_fast_path_to_the_body_agrees_with_the_rules_for_each_element() {
        for name in NAMES.split_whitespace() {
            for start in [
                "", "<!DOCTYPE html>", "\n<!DOCTYPE html> <!--x--> ", "<html lang=en>", "\n<html>\n<head>\n",
                "<head> x", "<title> t </title> ", "<script>s</script>", "<head></head> \n", "</head> ",
                "<noscript>", "<template>", "<style> ",
            ] {
                let html = format!("{start}<{name} a=b>x<i>y</i></{name}>z<body c=d><html e=f>");
                for kind in [Kind::Document, Kind::IframeSrcdoc, Kind::ContentOfHtml] {
                    let [with, without] = [false, true].map(|without| operations_of(kind, &html, without));
                    assert_eq!(with, without, "{kind:?} {html}");
                }
            }
        }
    }

    #[test]
    fn fast_paths_agree_with_the_rules_for_random_tokens() {
        const PARTS: [&str; 55] = [
            "<b>", "</b>", "<i>", "</i>", "<a href=x>", "</a>", "<p>", "</p>", "<div class=c>", "</div>",
            "<span>", "</span>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<caption>", "<svg>",
            "</svg>", "<title>", "</title>", "<template>", "</template>", "<pre>", "</pre>", "\n", " ",
            "text", "&amp;", "<select>", "<option>", "</select>", "<button>", "</button>", "<object>",
            "</object>", "<li>", "</li>", "<ul>", "</ul>", "<dd>", "<dt>", "<h2>", "</h2>", "<br>", "<img>",
            "</tr>", "<th>", "</th>", "<tbody>", "</tbody>", "\n ", "\0", "<html>",
        ];
        let mut random = random_numbers();
        for _ in 0..4_000 {
            let html: String = (0..=random(24)).map(|_| PARTS[random(PARTS.len())]).collect();
            assert_eq!(operations(&html, false), operations(&html, true), "{html}");
        }
    }
}
