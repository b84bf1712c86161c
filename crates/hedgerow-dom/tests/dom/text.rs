//! The text heap, seen from outside: any interleaving of appends gives each node its own text, in linear
//! time.

use hedgerow_dom::{Document, MutationRule, NodeId};

use crate::{element, element_with};
use hedgerow_fuzz::Random;

/// Elements in which text is inserted, with what it should be.
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
fn random_interleaving_gives_what_the_model_gives() {
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
                    // A copy takes the place of the original, which changes later.
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
