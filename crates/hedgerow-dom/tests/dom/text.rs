//! The text heap, seen from outside: any interleaving of appends gives each node its own text, in linear
//! time.

use std::ops::Range;

use hedgerow_dom::{Document, MutationRule, NewText, NodeId};
use hedgerow_serialize::ToHtml;

use crate::{element, element_with, text_length};
use hedgerow_testing::Random;

/// Elements in which text is inserted, with the expected text.
struct Texts {
    document: Document,
    parents: Vec<NodeId>,
    model: Vec<String>,
}

impl Texts {
    fn new(count: usize) -> Self {
        let mut document = Document::new();
        let parents = (0..count).map(|_| element(&mut document, "p")).collect();
        Self { document, parents, model: vec![String::new(); count] }
    }

    fn append(&mut self, index: usize, data: &str) {
        self.document.append_text(self.parents[index], data).unwrap();
        self.model[index].push_str(data);
    }

    fn compare(&self) {
        for (&parent, text) in self.parents.iter().zip(&self.model) {
            let parent = self.document.node(parent);
            assert_eq!(parent.text(), *text);
            assert!(parent.children().count() <= 1);
        }
        assert_eq!(self.document.validate(), Ok(()));
    }
}

#[test]
fn random_interleaving_agrees_with_the_model() {
    for seed in 0..40 {
        println!("seed {seed}");
        let mut random = Random::new(seed);
        let mut texts = Texts::new(1 + random.below(6));
        for _ in 0..400 {
            let index = random.below(texts.parents.len());
            let data = random.pick(&["", "a", "é", "€", "\u{1F333}", "some words ", "\0", "\u{A0}\u{A0}"]);
            texts.append(index, data);
            match random.below(10) {
                0 => drop(element_with(&mut texts.document, "p", &[("id", "value")])),
                1 => drop(texts.document.create_comment("")),
                2 => {
                    // Later appends change the copy and the original independently.
                    let original = texts.parents[index];
                    texts.parents.push(texts.document.clone_subtree(original).unwrap());
                    texts.model.push(texts.model[index].clone());
                }
                _ => {}
            }
        }
        texts.compare();
    }
}

#[test]
fn alternating_appends_take_linear_time() {
    let mut texts = Texts::new(3);
    for _ in 0..300_000 {
        for index in 0..3 {
            texts.append(index, "ab");
        }
    }
    texts.compare();
}

#[test]
fn only_elements_and_fragments_take_text() {
    let mut document = Document::new();
    let comment = document.create_comment("note");
    for (node, rule) in
        [(document.root_id(), MutationRule::NoTextContent), (comment, MutationRule::ParentHasNoChildren)]
    {
        assert_eq!(document.append_text(node, "text").unwrap_err().rule(), rule);
    }
    assert_eq!(document.set_text(document.root_id(), "").unwrap_err().rule(), MutationRule::NoTextContent);
}

/// Returns a document whose text heap has room for a number of bytes.
fn with_room_for(bytes: usize) -> Document {
    let mut document = Document::new();
    document.unchecked().limit_text(bytes);
    document
}

#[test]
fn a_change_that_would_need_too_much_text_is_refused() {
    let mut document = with_room_for(12);
    let element = document.create_element("p").unwrap();
    document.append_text(element, "eight...").unwrap();
    let before = document.node(element).outer_html();
    let text = document.node(element).first_child().unwrap().id();
    let mut other = Document::new();
    let long = other.create_text("longer than four bytes");
    let refused = [
        document.append_text(element, "fives").unwrap_err(),
        document.set_text(element, "fives").unwrap_err(),
        document.set_data(text, "fives").unwrap_err(),
        document.set_attribute(element, "id", "fives").unwrap_err(),
        document.add_class(element, "fives").unwrap_err(),
        document.create_processing_instruction("a", "fives").unwrap_err(),
        document.create_doctype("html", "x", "").unwrap_err(),
        document.import(other.node(long)).unwrap_err(),
    ];
    for error in refused {
        assert_eq!(error.rule(), MutationRule::TooMuchText, "{error}");
        assert_eq!(error.rule().exception_name(), "QuotaExceededError");
    }
    assert_eq!(document.node(element).outer_html(), before);
    assert!(!document.has_lost_text());
    document.append_text(element, "four").unwrap();
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn text_beyond_the_limit_is_refused_for_a_copy() {
    let mut document = with_room_for(100);
    let element = document.create_element("p").unwrap();
    document.append_text(element, &"a".repeat(60)).unwrap();
    let copy = document.clone_subtree(element).unwrap();
    document.append_text(element, "b").unwrap();
    assert_eq!(document.append_text(copy, "b").unwrap_err().rule(), MutationRule::TooMuchText);
    assert_eq!((document.node(element).text().len(), document.node(copy).text().len()), (61, 60));
}

#[test]
fn lost_text_of_new_nodes_is_recorded() {
    let mut document = with_room_for(3);
    let nodes = [document.create_text("four"), document.create_comment("four")];
    assert!(nodes.iter().all(|&node| document.node(node).data() == Some("")));
    assert!(document.has_lost_text());
    let mut target = Document::new();
    assert_eq!(target.import(document.node(nodes[0])).unwrap_err().rule(), MutationRule::TooMuchText);
}

#[test]
fn texts_that_are_shared_are_imported_once() {
    let mut document = Document::new();
    let element = document.create_element("p").unwrap();
    let data = "abc".repeat(10_000);
    document.append_text(element, &data).unwrap();
    document.set_attribute(element, "title", &data).unwrap();
    let copies: Vec<_> = (0..100).map(|_| document.clone_subtree(element).unwrap()).collect();
    for &copy in &copies {
        document.append(element, copy).unwrap();
        let text = document.node(copy).first_child().unwrap().id();
        document.split_text(text, 5000).unwrap();
    }
    let mut target = with_room_for(2 * data.len());
    let imported = target.import(document.node(element)).unwrap();
    assert_eq!(target.node(imported).outer_html(), document.node(element).outer_html());
    assert_eq!(target.validate(), Ok(()));
    // Text that is appended to a copy does not change the original.
    target.unchecked().limit_text(usize::MAX);
    let copy = target.node(imported).last_child().unwrap().id();
    target.append_text(copy, "!").unwrap();
    assert!(target.node(imported).text().ends_with("abc!"));
    assert!(target.node(imported).text().starts_with(&data));
}

fn of_source(start: u32, length: u32) -> NewText<'static> {
    NewText::OfSource { start, length }
}

/// Appends text as a parser does: to the last child if that is a text.
fn insert_text<'t>(document: &mut Document, parent: NodeId, data: impl Into<NewText<'t>>) {
    let parent = document.node(parent).slot();
    document.unchecked().insert_text(parent, data, None).expect("there is room");
}

/// Returns the range of the only child of a node in the text heap.
fn text_range(document: &mut Document, parent: NodeId) -> Range<usize> {
    let text = document.node(parent).first_child().unwrap().slot();
    document.unchecked().data_range(text).unwrap()
}

#[test]
fn text_of_the_source_is_not_copied_as_long_as_it_follows() {
    let mut document = Document::with_source("one two é three");
    let [first, last] = [(); 2].map(|()| element(&mut document, "p"));
    insert_text(&mut document, first, of_source(0, 3));
    insert_text(&mut document, first, of_source(3, 7));
    assert_eq!(document.node(first).text(), "one two é");
    assert_eq!((text_range(&mut document, first), text_length(&mut document)), (0..10, 16));
    insert_text(&mut document, last, of_source(10, 6));
    insert_text(&mut document, last, "&");
    insert_text(&mut document, last, of_source(0, 3));
    insert_text(&mut document, first, of_source(11, 5));
    insert_text(&mut document, last, "!");
    assert_eq!(document.node(first).text(), "one two éthree");
    assert_eq!(document.node(last).text(), " three&one!");
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_source_that_grows_keeps_its_offsets_until_a_compaction() {
    let mut document = Document::new();
    let [first, last] = [(); 2].map(|()| element(&mut document, "p"));
    assert!(document.unchecked().append_source("<b>one<i>"));
    insert_text(&mut document, first, of_source(3, 3));
    let comment = document.create_comment("copy");
    assert!(document.unchecked().append_source(" two"));
    insert_text(&mut document, last, of_source(9, 1));
    insert_text(&mut document, last, of_source(10, 3));
    insert_text(&mut document, first, "!");
    insert_text(&mut document, first, of_source(9, 4));
    let texts = |document: &Document| [first, comment, last].map(|node| document.node(node).text());
    let expected = ["one! two", "copy", " two"];
    assert_eq!(texts(&document), expected);
    assert!(!document.unchecked().is_reclaiming_worthwhile());
    assert!(document.unchecked().append_source(&" ".repeat(1 << 17)));
    assert!(document.unchecked().is_reclaiming_worthwhile(), "the source counts as unused");
    document.unchecked().reclaim_memory(&mut []);
    assert_eq!(texts(&document), expected);
    assert_eq!((document.unchecked().source_length(), text_length(&mut document)), (0, 16));
    assert!(!document.unchecked().append_source("more"));
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_text_that_is_last_grows_in_place() {
    let mut document = Document::new();
    let element = element_with(&mut document, "p", &[("id", "attribute")]);
    document.append_text(element, "a").unwrap();
    let Range { start, end } = text_range(&mut document, element);
    for _ in 0..100 {
        document.append_text(element, "é").unwrap();
    }
    assert_eq!(text_range(&mut document, element), start..end + 200);
    assert_eq!(text_length(&mut document), end + 200);
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn compaction_keeps_used_and_shared_text() {
    for keeps_source in [true, false] {
        let mut document = Document::with_source("source");
        if keeps_source {
            document.unchecked().keep_source_spans();
        }
        let [from_source, last_of_source] = [of_source(1, 3), of_source(4, 2)]
            .map(|data| document.unchecked().create_comment(data).node(&document).id());
        let [first, gone, empty] = ["first", "gone", ""].map(|data| document.create_comment(data));
        let whole = document.create_text("whole text");
        let start = document.clone_subtree(whole).unwrap();
        let part = document.split_text(start, 6).unwrap();
        document.remove(gone).unwrap();
        document.shrink_to_fit();
        let texts = [part, from_source, whole, empty, first, last_of_source]
            .map(|node| document.node(node).data().unwrap());
        assert_eq!(texts, ["text", "our", "whole text", "", "first", "ce"]);
        let source = if keeps_source { "source" } else { "ource" };
        assert_eq!(text_length(&mut document), source.len() + "firstwhole text".len());
        assert_eq!(document.validate(), Ok(()));
    }
}

#[test]
fn copies_that_are_appended_to_are_counted_wherever_their_text_is() {
    for (source, text) in [("shared", of_source(0, 6)), ("", "shared".into())] {
        let mut document = Document::with_source(source);
        let original = element(&mut document, "p");
        insert_text(&mut document, original, text);
        let copies = [(); 4].map(|()| document.clone_subtree(original).unwrap());
        for &copy in &copies[..3] {
            document.append_text(copy, "!").unwrap();
            document.append_text(copy, "?").unwrap();
            assert_eq!(document.node(copy).text(), "shared!?");
        }
        assert_eq!(document.unchecked().copied_text(), 18);
        assert!([original, copies[3]].iter().all(|&node| document.node(node).text() == "shared"));
        assert_eq!(document.validate(), Ok(()));
    }
}
