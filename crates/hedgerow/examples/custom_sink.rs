//! Builds a custom tree: tree construction calls a [`TreeSink`], and the arena DOM is not used.
//! `cargo run -p hedgerow --example custom_sink -- page.html` prints an outline of elements.
//!
//! A node here stores no text: its name, its attributes and its relatives are enough for the standard's rules to insert
//! every element at its place. A browser's DOM, a reference-counted tree or a tree in a database can be built in the same
//! way.

use std::error::Error;
use std::hash::BuildHasher;

use hedgerow::dom::{AttributeName, ElementName, NameId, NameInterner, Namespace, known};
use hedgerow::source::Span;
use hedgerow_base::{QuirksMode, ShadowRootInit};
use hedgerow_input::normalize_newlines;
use hedgerow_tokenizer::{Text, Tokenizer};
use hedgerow_tree::{
    ElementAttributes, InsertionLocation, Observer, TreeBuilder, TreeBuilderOptions, TreeSink,
};

const SAMPLE: &str = "<title>Sink</title><table><b>before the table<tr><td>in it</table><p>one<p>two";

/// A node: an element if it has a name.
#[derive(Clone, Debug, Default)]
struct Node {
    name: Option<ElementName>,
    attributes: Vec<(AttributeName, String)>,
    instruction: Option<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
    /// The template contents.
    contents: Option<usize>,
}

/// The tree. Its first node is the document.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    names: NameInterner,
}

impl Tree {
    fn parse(html: &str) -> Self {
        let tree = Self { nodes: vec![Node::default()], names: NameInterner::default() };
        let builder = TreeBuilder::new(tree, TreeBuilderOptions::default());
        let mut tokenizer = Tokenizer::new(builder);
        tokenizer.run(&normalize_newlines(html), true);
        tokenizer.into_sink().into_sink()
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn add_element(&mut self, name: ElementName, attributes: Vec<(AttributeName, String)>) -> usize {
        let contents = name.is_html(known::TEMPLATE).then(|| self.add(Node::default()));
        self.add(Node { name: Some(name), attributes, contents, ..Node::default() })
    }

    /// Returns the parent of a node, and the position of the node among the parent's children.
    fn position(&self, node: usize) -> Option<(usize, usize)> {
        let parent = self.nodes[node].parent?;
        let position = self.nodes[parent].children.iter().position(|&child| child == node)?;
        Some((parent, position))
    }

    /// Copies a node and its descendants, with an explicit stack instead of recursion, because a page may be nested to any
    /// depth.
    fn copy(&mut self, original: usize) -> usize {
        let copy = self.add(Node { parent: None, children: Vec::new(), ..self.nodes[original].clone() });
        let mut pairs = vec![(original, copy)];
        while let Some((original, copy)) = pairs.pop() {
            for child in self.nodes[original].children.clone() {
                let node = Node { parent: Some(copy), children: Vec::new(), ..self.nodes[child].clone() };
                let child_copy = self.add(node);
                self.nodes[copy].children.push(child_copy);
                pairs.push((child, child_copy));
            }
        }
        copy
    }

    /// Returns the elements, one on each line, indented by two spaces for each level.
    fn outline(&self) -> String {
        let mut outline = String::new();
        let mut rest = vec![(0, 0)];
        while let Some((node, depth)) = rest.pop() {
            let Node { name, children, .. } = &self.nodes[node];
            if let Some(name) = name {
                outline.push_str(&"  ".repeat(depth));
                outline.push_str(self.names.text(name.local));
                outline.push('\n');
            }
            let depth = depth + usize::from(name.is_some());
            rest.extend(children.iter().rev().map(|&child| (child, depth)));
        }
        outline
    }
}

impl Observer<usize> for Tree {}

impl TreeSink for Tree {
    type Handle = usize;
    type Observer = Self;
    /// An attribute list is represented by its element. The list does not change, because tree construction adds
    /// attributes only to `html` and `body` elements, and never asks for their lists.
    type AttributeList = usize;

    fn observer(&mut self) -> &mut Self {
        self
    }

    fn intern(&mut self, name: &str) -> NameId {
        self.names.intern(name)
    }

    fn name_text(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    fn document(&self) -> usize {
        0
    }

    fn set_quirks_mode(&mut self, _: QuirksMode) {}

    fn append_doctype(&mut self, _: &str, _: &str, _: &str) {}

    fn mark_script_already_started(&mut self, _: usize) {}

    fn create_element(&mut self, name: ElementName, attributes: ElementAttributes<'_>) -> usize {
        self.add_element(name, attributes.iter().map(|(name, value)| (name, value.to_string())).collect())
    }

    fn attribute_list(&self, element: usize) -> usize {
        element
    }

    fn create_element_with_list(&mut self, name: ElementName, attributes: usize, _: usize) -> usize {
        self.add_element(name, self.nodes[attributes].attributes.clone())
    }

    fn same_attributes(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.nodes[one].attributes, &self.nodes[other].attributes);
        one.len() == other.len() && one.iter().all(|attribute| other.contains(attribute))
    }

    fn hash_attributes(&self, list: usize, hasher: &impl BuildHasher) -> u64 {
        let attributes = self.nodes[list].attributes.iter();
        attributes.map(|attribute| hasher.hash_one(attribute)).fold(0, u64::wrapping_add)
    }

    fn add_missing_attributes(&mut self, element: usize, attributes: ElementAttributes<'_>) {
        let present = &mut self.nodes[element].attributes;
        for (name, value) in attributes.iter() {
            if present.iter().all(|(other, _)| *other != name) {
                present.push((name, value.to_string()));
            }
        }
    }

    fn create_comment(&mut self, _: Text<'_>) -> usize {
        self.add(Node::default())
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str) -> usize {
        self.add(Node { instruction: Some((target.to_owned(), data.to_owned())), ..Node::default() })
    }

    fn insert(&mut self, location: InsertionLocation<usize>, node: usize) {
        let InsertionLocation { parent, reference } = location;
        let position = reference.and_then(|reference| self.position(reference));
        let children = &mut self.nodes[parent].children;
        children.insert(position.map_or(children.len(), |(_, position)| position), node);
        self.nodes[node].parent = Some(parent);
    }

    fn insert_characters(&mut self, _: InsertionLocation<usize>, _: Text<'_>, _: Span) {
        // A tree with text would append to the text node just before the location, or insert a new one.
    }

    fn remove(&mut self, node: usize) {
        if let Some((parent, position)) = self.position(node) {
            self.nodes[parent].children.remove(position);
            self.nodes[node].parent = None;
        }
    }

    fn move_children(&mut self, from: usize, to: usize) {
        let children = std::mem::take(&mut self.nodes[from].children);
        for &child in &children {
            self.nodes[child].parent = Some(to);
        }
        self.nodes[to].children.extend(children);
    }

    fn replace_children_with_clones_of(&mut self, node: usize, original: usize) {
        let copy = self.copy(original);
        for child in std::mem::take(&mut self.nodes[node].children) {
            self.nodes[child].parent = None;
        }
        self.move_children(copy, node);
    }

    fn template_contents(&self, template: usize) -> usize {
        self.nodes[template].contents.unwrap_or(template)
    }

    fn attach_declarative_shadow_root(&mut self, _: usize, _: usize, _: ShadowRootInit) -> bool {
        false
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    fn first_child(&self, node: usize) -> Option<usize> {
        self.nodes[node].children.first().copied()
    }

    fn next_sibling(&self, node: usize) -> Option<usize> {
        let (parent, position) = self.position(node)?;
        self.nodes[parent].children.get(position + 1).copied()
    }

    fn element_name(&self, node: usize) -> Option<ElementName> {
        self.nodes[node].name
    }

    fn attribute_value(&mut self, element: usize, name: NameId) -> Option<&str> {
        let mut attributes = self.nodes[element].attributes.iter();
        let has_name =
            |(other, _): &&(AttributeName, String)| other.namespace == Namespace::None && other.local == name;
        attributes.find(has_name).map(|(_, value)| value.as_str())
    }

    fn processing_instruction(&self, node: usize) -> Option<(&str, &str)> {
        let (target, data) = self.nodes[node].instruction.as_ref()?;
        Some((target, data))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let page = std::env::args_os().nth(1).map(std::fs::read).transpose()?;
    let html = page.map_or(SAMPLE.into(), |page| String::from_utf8_lossy(&page).into_owned());
    print!("{}", Tree::parse(&html).outline());
    Ok(())
}

#[test]
fn the_tree_follows_the_standard() {
    let outline = Tree::parse(SAMPLE).outline();
    let names: Vec<&str> = outline.lines().map(str::trim).collect();
    assert_eq!(
        names,
        ["html", "head", "title", "body", "b", "table", "tbody", "tr", "td", "p", "b", "p", "b"]
    );
    assert!(outline.contains("\n    b\n    table\n      tbody\n"), "foster parented:\n{outline}");
}
