//! Builds a custom tree: tree construction calls a [`TreeSink`], and the arena DOM is not used.
//! `cargo run -p hedgerow --example custom_sink` prints the names of the elements of a page.
//!
//! A node here stores no text: its name, its attributes and its relatives are enough for the standard's rules to insert
//! every element at its place. A browser's DOM, a reference-counted tree or a tree in a database can be built in the same
//! way.

use std::collections::HashMap;

use hedgerow_base::{AttributeName, ElementName, NameId, NameInterner, QuirksMode, ShadowRootInit, Span};
use hedgerow_input::normalize_newlines;
use hedgerow_tokenizer::{Text, Tokenizer};
use hedgerow_tree::{
    ElementAttributes, InsertionLocation, Observer, TreeBuilder, TreeBuilderOptions, TreeSink,
};

const PAGE: &str = "<title>Sink</title><table><b>before the table<tr><td>in it</table><p>one<p>two";

/// A node: an element if it has a name. The first node is the document.
#[derive(Clone, Default)]
struct Node {
    name: Option<ElementName>,
    attributes: HashMap<AttributeName, String>,
    instruction: Option<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
}

struct Tree(Vec<Node>, NameInterner);

impl Tree {
    fn parse(html: &str) -> Self {
        let tree = Self(vec![Node::default()], NameInterner::default());
        let mut tokenizer = Tokenizer::new(TreeBuilder::new(tree, TreeBuilderOptions::default()));
        tokenizer.run(&normalize_newlines(html), true);
        tokenizer.into_sink().into_sink()
    }

    fn add(&mut self, node: Node) -> usize {
        self.0.push(node);
        self.0.len() - 1
    }

    /// Returns the names of the elements in tree order.
    fn names(&self) -> Vec<&str> {
        let (mut names, mut rest) = (Vec::new(), vec![0]);
        while let Some(node) = rest.pop() {
            names.extend(self.0[node].name.map(|name| self.1.text(name.local)));
            rest.extend(self.0[node].children.iter().rev());
        }
        names
    }
}

/// The tree is its own observer. It observes nothing.
impl Observer<usize> for Tree {}

impl TreeSink for Tree {
    type Handle = usize;
    /// An attribute list is represented by its element, whose attributes do not change.
    type AttributeList = usize;
    type Observer = Self;

    fn observer(&mut self) -> &mut Self {
        self
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.1.intern(name)
    }

    fn document(&self) -> usize {
        0
    }

    fn set_quirks_mode(&mut self, _: QuirksMode) {}
    fn append_doctype(&mut self, _: &str, _: &str, _: &str) {}
    fn mark_script_already_started(&mut self, _: usize) {}
    // A tree with text would append to the text node just before the location, or insert a new one.
    fn insert_characters(&mut self, _: InsertionLocation<usize>, _: Text<'_>, _: Span) {}

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> usize {
        let attributes = attributes.iter().map(|(name, value)| (name, value.to_string())).collect();
        self.add(Node { name: Some(name), attributes, ..Node::default() })
    }

    fn attribute_list(&self, element: usize) -> usize {
        element
    }

    fn create_element_with_list(&mut self, name: ElementName, list: usize, _: usize) -> usize {
        let attributes = self.0[list].attributes.clone();
        self.add(Node { name: Some(name), attributes, ..Node::default() })
    }

    fn same_attributes(&self, one: usize, other: usize) -> bool {
        self.0[one].attributes == self.0[other].attributes
    }

    fn add_missing_attributes(&mut self, element: usize, attributes: ElementAttributes<'_>) {
        for (name, value) in attributes.iter() {
            self.0[element].attributes.entry(name).or_insert_with(|| value.to_string());
        }
    }

    fn create_comment(&mut self, _: Text<'_>) -> usize {
        self.add(Node::default())
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> usize {
        self.add(Node { instruction: Some((target.to_owned(), data.to_owned())), ..Node::default() })
    }

    fn insert(&mut self, location: InsertionLocation<usize>, node: usize) {
        let children = &mut self.0[location.parent].children;
        let position = children.iter().position(|&child| Some(child) == location.reference);
        children.insert(position.unwrap_or(children.len()), node);
        self.0[node].parent = Some(location.parent);
    }

    fn remove(&mut self, node: usize) {
        if let Some(parent) = self.0[node].parent.take() {
            self.0[parent].children.retain(|&child| child != node);
        }
    }

    fn replace_children_with_clones_of(&mut self, node: usize, original: usize) {
        while let Some(child) = self.first_child(node) {
            self.remove(child);
        }
        // Without recursion, because a page may be nested to any depth.
        let mut rest = vec![(original, node)];
        while let Some((original, parent)) = rest.pop() {
            for child in self.0[original].children.clone() {
                let clone = self.add(Node { children: Vec::new(), ..self.0[child].clone() });
                self.insert(InsertionLocation { parent, reference: None }, clone);
                rest.push((child, clone));
            }
        }
    }

    // The contents of a template are its children here, and declarative shadow roots stay templates.
    fn template_contents(&self, template: usize) -> usize {
        template
    }

    fn attach_declarative_shadow_root(&mut self, _: usize, _: usize, _: ShadowRootInit) -> bool {
        false
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.0[node].parent
    }

    fn first_child(&self, node: usize) -> Option<usize> {
        self.0[node].children.first().copied()
    }

    fn next_sibling(&self, node: usize) -> Option<usize> {
        let siblings = &self.0[self.0[node].parent?].children;
        siblings.iter().skip_while(|&&child| child != node).nth(1).copied()
    }

    fn element_name(&self, node: usize) -> Option<ElementName> {
        self.0[node].name
    }

    fn attribute_value(&mut self, element: usize, name: NameId) -> Option<&str> {
        self.0[element].attributes.get(&AttributeName::plain(name)).map(String::as_str)
    }

    fn processing_instruction(&self, node: usize) -> Option<(&str, &str)> {
        self.0[node].instruction.as_ref().map(|(target, data)| (&**target, &**data))
    }
}

fn main() {
    println!("{}", Tree::parse(PAGE).names().join(" "));
}

#[test]
fn the_tree_follows_the_standard() {
    let names = Tree::parse(PAGE).names().join(" ");
    assert_eq!(names, "html head title body b table tbody tr td p b p b", "b is foster-parented");
}
