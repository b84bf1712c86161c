//! Builds a custom tree: tree construction calls a [`TreeSink`], and the arena DOM is not used.
//! `cargo run -p hedgerow --example custom_sink -- page.html` prints an outline of elements.
//!
//! A node here stores no text: its name, its attributes and its relatives are enough for the standard's rules to insert
//! every element at its place. A browser's DOM, a reference-counted tree or a tree in a database can be built in the same
//! way.

use std::error::Error;

use hedgerow::dom::{AttributeName, ElementName, NameId, NameInterner, known};
use hedgerow::source::Span;
use hedgerow_base::{QuirksMode, ShadowRootInit};
use hedgerow_input::normalize_newlines;
use hedgerow_tokenizer::{Text, Tokenizer};
use hedgerow_tree::{
    ElementAttributes, InsertionLocation, Observer, TreeBuilder, TreeBuilderOptions, TreeSink,
};

const SAMPLE: &str = "<title>Sink</title><table><b>before the table<tr><td>in it</table><p>one<p>two";

/// A node: an element if it has a name. The first node is the document.
#[derive(Clone, Debug, Default)]
struct Node {
    name: Option<ElementName>,
    attributes: Vec<(AttributeName, String)>,
    instruction: Option<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
    template_contents: Option<usize>,
}

#[derive(Debug)]
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

    fn add_element(&mut self, name: ElementName, attributes: Vec<(AttributeName, String)>) -> usize {
        let template_contents = name.is_html(known::TEMPLATE).then(|| self.add(Node::default()));
        self.add(Node { name: Some(name), attributes, template_contents, ..Node::default() })
    }

    /// Returns the elements, one on each line, indented by two spaces for each level.
    fn outline(&self) -> String {
        let mut outline = String::new();
        let mut rest = vec![(0, 0)];
        while let Some((node, depth)) = rest.pop() {
            let Node { name, children, .. } = &self.0[node];
            if let Some(name) = name {
                outline.push_str(&"  ".repeat(depth - 1));
                outline.push_str(self.1.text(name.local));
                outline.push('\n');
            }
            rest.extend(children.iter().rev().map(|&child| (child, depth + 1)));
        }
        outline
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

    fn name_text(&self, name: NameId) -> &str {
        self.1.text(name)
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
        self.add_element(name, attributes.iter().map(|(name, value)| (name, value.to_string())).collect())
    }

    fn attribute_list(&self, element: usize) -> usize {
        element
    }

    fn create_element_with_list(&mut self, name: ElementName, attributes: usize, _: usize) -> usize {
        self.add_element(name, self.0[attributes].attributes.clone())
    }

    fn same_attributes(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|element| &self.0[element].attributes);
        one.len() == other.len() && one.iter().all(|attribute| other.contains(attribute))
    }

    fn add_missing_attributes(&mut self, element: usize, attributes: ElementAttributes<'_>) {
        for (name, value) in attributes.iter() {
            if self.0[element].attributes.iter().all(|(other, _)| *other != name) {
                self.0[element].attributes.push((name, value.to_string()));
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
        for child in std::mem::take(&mut self.0[node].children) {
            self.0[child].parent = None;
        }
        // Without recursion, because a page may be nested to any depth.
        let mut pairs = vec![(original, node)];
        while let Some((original, copy)) = pairs.pop() {
            for child in self.0[original].children.clone() {
                let clone = Node { parent: Some(copy), children: Vec::new(), ..self.0[child].clone() };
                let clone = self.add(clone);
                self.0[copy].children.push(clone);
                pairs.push((child, clone));
            }
        }
    }

    fn template_contents(&self, template: usize) -> usize {
        self.0[template].template_contents.unwrap_or(template)
    }

    // Declarative shadow roots stay templates.
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
        let mut attributes = self.0[element].attributes.iter();
        attributes.find(|(other, _)| *other == AttributeName::plain(name)).map(|(_, value)| &**value)
    }

    fn processing_instruction(&self, node: usize) -> Option<(&str, &str)> {
        self.0[node].instruction.as_ref().map(|(target, data)| (&**target, &**data))
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
