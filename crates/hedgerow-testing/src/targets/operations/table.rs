//! The operations: a row for each.

use std::collections::BTreeSet;

use hedgerow::dom::{
    AdjacentPosition, ElementKey, InsertPosition, Namespace, NodeKind, ShadowRootInit, ShadowRootMode,
};
use hedgerow::prelude::*;
use hedgerow::{Document, NodeId, NodeRef};

use super::keys::{
    NAMES, attribute_key, attribute_name_id, attribute_of, check_name_id, element_key, element_name_id,
};
use super::model::{Node, Tree};
use super::{Expected, Removed, Step, check_round_trip};

/// A row: the name, and a function that makes the operation and says what is known of the document afterwards.
pub(super) type Operation = (&'static str, fn(&mut Step<'_, '_>) -> Expected);

pub(super) const TEXTS: [&str; 8] = ["", "x", "a b", "\u{e9}\u{1F600}", "a  b a", "?>", " \n", "-->"];
pub(super) const MARKUP: [&str; 10] = [
    "",
    "text",
    "<p>a<b>b",
    "<template><i>",
    "<div><template shadowrootmode=open><u>c</template></div>",
    "<table>x<tr>",
    "<svg><a xlink:href=#>",
    "<!--c--><?pi?>",
    "<form><form>",
    "<select><option>a",
];
const SELECTORS: [&str; 9] = [
    "*", "p", "#x", ".a", "[onclick]", "div > :not(p)", ":has(b), x-a", "template, [xlink\\:href]",
    ":checked, :not(:has(:checked))",
];
const POSITIONS: [fn(NodeId) -> InsertPosition; 5] = [
    InsertPosition::FirstIn,
    InsertPosition::LastIn,
    InsertPosition::Before,
    InsertPosition::After,
    InsertPosition::InsteadOf,
];

/// The largest number of nodes in a document that is copied.
const MOST_COPIED: usize = 100;

const NONE: Removed = Removed::new();

/// The operations that the model predicts completely.
pub(super) const EXACT: &[Operation] = &[
    ("append", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().append(a, b);
        step.expect(result, &[a, b], |tree, _, _| tree.insert(a, b, None).map(|()| NONE))
    }),
    ("prepend", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().prepend(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let first = tree.node(a).children.first().copied();
            tree.insert(a, b, first).map(|()| NONE)
        })
    }),
    ("insert", |step| {
        let (a, b) = (step.a, step.b);
        let children = step.before.0.get(&a).map(|node| node.children.clone()).unwrap_or_default();
        let reference = match step.choices.below(4) {
            1 => None,
            2 if !children.is_empty() => Some(step.choices.of(&children)),
            _ => Some(step.c),
        };
        let result = step.document().insert(a, b, reference);
        if step.exist(&[a, b]) && !reference.is_none_or(|reference| step.exist(&[reference])) {
            return Expected::Nothing(result.expect_err("a reference without a node is refused"));
        }
        step.expect(result, &[a, b], |tree, _, _| tree.insert(a, b, reference).map(|()| NONE))
    }),
    ("insert_before", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().insert_before(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let parent = tree.node(a).parent?;
            tree.insert(parent, b, Some(a)).map(|()| NONE)
        })
    }),
    ("insert_after", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().insert_after(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let parent = tree.node(a).parent?;
            let next = tree.next(a);
            tree.insert(parent, b, next).map(|()| NONE)
        })
    }),
    ("insert_nodes", |step| {
        let (a, b, c) = (step.a, step.b, step.c);
        let given = [b, c, step.run.id(step.choices), b];
        let given = &given[..step.choices.below(5)];
        let position = step.choices.below(POSITIONS.len());
        let result = step.document().insert_nodes(given, POSITIONS[position](a));
        step.expect(result, &[given, &[a]].concat(), |tree, _, _| {
            tree.insert_nodes(given, position, a).map(|()| NONE)
        })
    }),
    ("replace", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().replace(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let parent = tree.node(a).parent?;
            if !tree.may_insert(parent, b, Some(a), true) {
                return None;
            }
            if a == b {
                return Some(NONE);
            }
            let inserted = tree.inserted(b);
            tree.put(parent, &inserted, Some(a));
            Some(tree.inside(a))
        })
    }),
    ("replace_children", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().replace_children(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let inserted = tree.inserted(b);
            tree.insert(a, b, None)?;
            let others = tree.node(a).children.iter().filter(|child| !inserted.contains(child));
            Some(others.flat_map(|child| tree.inside(*child)).collect())
        })
    }),
    ("move_children", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().move_children(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let children = tree.node(a).children.clone();
            let is_cycle = children.iter().any(|&child| tree.is_inside(b, child));
            if a != b {
                (!is_cycle && tree.may_have(b, &children, None, false)).then_some(())?;
                tree.put(b, &children, None);
            }
            Some(NONE)
        })
    }),
    ("wrap", |step| {
        let (a, b) = (step.a, step.b);
        let result = step.document().wrap(a, b);
        step.expect(result, &[a, b], |tree, _, _| {
            let parent = tree.node(a).parent?;
            let is_allowed = a != b
                && tree.node(b).kind == NodeKind::Element
                && tree.may_insert(parent, b, Some(a), true)
                && tree.may_have(b, &[a], None, false);
            is_allowed.then(|| {
                tree.put(parent, &[b], Some(a));
                tree.put(b, &[a], None);
                NONE
            })
        })
    }),
    ("replace_with_children", |step| {
        let a = step.a;
        let result = step.document().replace_with_children(a);
        step.expect(result, &[a], |tree, _, _| {
            let parent = tree.node(a).parent?;
            let children = tree.node(a).children.clone();
            let is_element = tree.node(a).kind == NodeKind::Element;
            (is_element && tree.may_have(parent, &children, Some(a), true)).then(|| {
                tree.put(parent, &children, Some(a));
                tree.inside(a)
            })
        })
    }),
    ("detach", |step| {
        let a = step.a;
        let result = step.document().detach(a);
        step.expect(result, &[a], |tree, _, _| {
            tree.take(a);
            Some(NONE)
        })
    }),
    ("remove", |step| {
        let a = step.a;
        let root = step.document().root_id();
        let result = step.document().remove(a);
        step.expect(result, &[a], |tree, _, _| {
            (a != root && tree.node(a).host.is_none()).then(|| tree.inside(a))
        })
    }),
    ("remove_children", |step| {
        let a = step.a;
        let result = step.document().remove_children(a);
        step.expect(result, &[a], |tree, _, _| Some(tree.inside_children(a)))
    }),
    ("set_data", |step| {
        let (a, text) = (step.a, step.text);
        let result = step.document().set_data(a, text);
        step.expect(result, &[a], |tree, _, _| {
            tree.node(a).data.is_some().then(|| {
                tree.set_data(a, text);
                NONE
            })
        })
    }),
    ("set_text", |step| {
        let (a, text) = (step.a, step.text);
        let result = step.document().set_text(a, text);
        step.expect(result, &[a], |tree, document, _| {
            if tree.node(a).data.is_some() {
                tree.set_data(a, text);
                return Some(NONE);
            }
            takes_text(tree, a).then(|| {
                let removed = tree.inside_children(a);
                for child in tree.node(a).children.clone() {
                    tree.take(child);
                }
                tree.append_text(document, a, text);
                removed
            })
        })
    }),
    ("append_text", |step| {
        let (a, text) = (step.a, step.text);
        let result = step.document().append_text(a, text);
        step.expect(result, &[a], |tree, document, _| {
            takes_text(tree, a).then(|| {
                tree.append_text(document, a, text);
                NONE
            })
        })
    }),
    ("split_text", |step| {
        let (a, at) = (step.a, step.choices.below(6));
        let result = step.document().split_text(a, at);
        step.expect(result, &[a], |tree, document, second| {
            let data = tree.node(a).data.clone().filter(|_| tree.node(a).kind == NodeKind::Text)?;
            let (first, rest) = data.split_at_checked(at)?;
            tree.set_data(a, first);
            if let Some(second) = second {
                let (parent, next) = (tree.node(a).parent, tree.next(a));
                tree.add(document, second, Node::new(NodeKind::Text, Some(rest)));
                if let Some(parent) = parent {
                    tree.put(parent, &[second], next);
                }
            }
            Some(NONE)
        })
    }),
    ("normalize", |step| {
        let a = step.a;
        let result = step.document().normalize(a);
        step.expect(result, &[a], |tree, _, _| Some(tree.normalize(a)))
    }),
    ("clone_subtree", |step| clone(step, true)),
    ("clone_shallow", |step| clone(step, false)),
    ("import", |step| {
        let mine = step.document().clone();
        let other = if step.run.is_exact { &mine } else { &step.run.other };
        let ids: Vec<NodeId> = other.ids().collect();
        let source = step.choices.of(&ids);
        if ids.len() > MOST_COPIED && step.run.is_exact {
            return step.same();
        }
        let others = Tree::of(other);
        let result = step.run.owner.document_mut().import(other.node(source));
        step.expect(result, &[], |tree, document, copy| {
            tree.add_copy(document, copy?);
            assert_eq!(tree.shape(copy?, true), others.shape(source, true));
            Some(NONE)
        })
    }),
    ("rename_element", |step| {
        let a = step.a;
        let key = if step.run.is_exact { step.simple_name().into() } else { element_key(step.choices) };
        let result = step.document().rename_element(a, key);
        check_name_id(element_name_id(key), &result);
        step.expect(result, &[a], |tree, document, _| {
            let is_element = tree.node(a).kind == NodeKind::Element;
            is_element.then(|| tree.rename(document, a, name_of(key)))
        })
    }),
    ("set_attribute", |step| {
        let (a, text) = (step.a, step.text);
        let key = step.attribute();
        let result = step.document().set_attribute(a, key, text);
        check_name_id(attribute_name_id(key), &result);
        step.expect(result, &[a], |tree, _, _| {
            (tree.node(a).kind == NodeKind::Element).then_some(())?;
            let (position, namespace, local) = attribute_of(tree.node(a), key);
            tree.set_attribute(a, position, (namespace, local, text.to_owned()));
            Some(NONE)
        })
    }),
    ("remove_attribute", |step| {
        let a = step.a;
        let key = step.attribute();
        let result = step.document().remove_attribute(a, key);
        step.expect(result, &[a], |tree, _, had_it| {
            (tree.node(a).kind == NodeKind::Element).then_some(())?;
            let position = attribute_of(tree.node(a), key).0;
            assert_eq!(had_it.unwrap_or_default(), position.is_some(), "{key:?}");
            if let Some(position) = position {
                tree.remove_attribute(a, position);
            }
            Some(NONE)
        })
    }),
    ("attach_shadow_root", |step| {
        let a = step.a;
        let modes = [ShadowRootMode::Open, ShadowRootMode::Closed];
        let mode = ShadowRootInit::default().mode(step.choices.of(&modes));
        let result = step.document().attach_shadow_root(a, mode);
        // The model cannot predict which elements may have a shadow root.
        step.expect(result, &[a], |tree, document, root| {
            assert_eq!(document.node(a).shadow_root().map(NodeRef::id), root.or(tree.node(a).shadow_root));
            tree.add_fragment(root?, NodeKind::ShadowRoot, a);
            Some(NONE)
        })
    }),
    ("remove_detached", |step| {
        step.document().remove_detached();
        if step.run.is_open() {
            return Expected::Anything;
        }
        let root = step.document().root_id();
        let tree = step.before.clone();
        let removed = tree.0.keys().copied().filter(|&id| !tree.is_inside(id, root)).collect();
        Expected::Tree(tree, removed)
    }),
    ("shrink_to_fit", |step| {
        step.document().shrink_to_fit();
        step.same()
    }),
    ("create a node", |step| {
        let text = step.text;
        let name = step.simple_name();
        let kind = step.choices.below(6);
        let document = step.document();
        let (new, node) = match kind {
            0 => (document.create_document_fragment(), Node::new(NodeKind::DocumentFragment, None)),
            1 => match document.create_doctype("html", "", "") {
                Ok(new) => (new, Node::new(NodeKind::DocumentType, None)),
                Err(error) => return Expected::Nothing(error),
            },
            2 => (document.create_text(text), Node::new(NodeKind::Text, Some(text))),
            3 => (document.create_comment(text), Node::new(NodeKind::Comment, Some(text))),
            _ => match document.create_element(name) {
                Ok(new) => {
                    let name = Some((Namespace::Html, name.to_owned()));
                    (new, Node { name, ..Node::new(NodeKind::Element, None) })
                }
                Err(error) => return Expected::Nothing(error),
            },
        };
        step.expect(Ok(()), &[], |tree, document, _| {
            tree.add(document, new, node);
            Some(NONE)
        })
    }),
];

/// The other operations, which only the target `operations` makes. The model does not predict which of them are refused, or which
/// nodes they create.
pub(super) const OTHERS: &[Operation] = &[
    ("replace_with_text", |step| {
        let (a, text) = (step.a, step.text);
        // A selection skips a node that does not exist.
        let replaced = if step.exist(&[a]) { step.before.inside(a) } else { NONE };
        let result = step.document().change([a]).replace_with_text(|_| text.to_owned()).map(drop);
        step.expect(result, &[], |_, _, _| Some(replaced))
    }),
    ("create_element", |step| {
        let key = element_key(step.choices);
        let result = step.document().create_element(key);
        check_name_id(element_name_id(key), &result);
        step.expect(result, &[], |_, document, element| {
            assert_eq!(Tree::of(document).node(element?).name, Some(name_of(key)));
            Some(NONE)
        })
    }),
    ("toggle_attribute", |step| {
        let (a, key) = (step.a, attribute_key(step.choices));
        let force = step.choices.of(&[None, Some(true), Some(false)]);
        let result = step.document().toggle_attribute(a, key, force);
        check_name_id(attribute_name_id(key), &result);
        step.expect(result, &[a], |tree, document, has_it| {
            assert_eq!(Some(document.node(a).has_attribute(key)), has_it);
            let (position, namespace, local) = attribute_of(tree.node(a), key);
            match position {
                Some(position) if !has_it? => tree.remove_attribute(a, position),
                None if has_it? => tree.set_attribute(a, None, (namespace, local, String::new())),
                _ => {}
            }
            Some(NONE)
        })
    }),
    ("rename_attribute", |step| {
        let (a, [from, to]) = (step.a, [(); 2].map(|()| attribute_key(step.choices)));
        let result = step.document().rename_attribute(a, from, to);
        check_name_id(attribute_name_id(to), &result);
        step.expect_anything(result, &[a])
    }),
    ("add or remove a class", |step| {
        let (a, text) = (step.a, step.text);
        let adds = step.choices.below(2) == 0;
        let document = step.document();
        let result = if adds { document.add_class(a, text) } else { document.remove_class(a, text) };
        step.expect_anything(result, &[a])
    }),
    ("create_doctype", |step| {
        let (name, text) = (step.choices.of(&NAMES), step.text);
        let result = step.document().create_doctype(name, text, text);
        step.expect(result, &[], |_, _, _| Some(NONE))
    }),
    ("create_processing_instruction", |step| {
        let (name, text) = (step.choices.of(&NAMES), step.text);
        let result = step.document().create_processing_instruction(name, text);
        step.expect(result, &[], |_, _, _| Some(NONE))
    }),
    ("set_inner_html", |step| {
        let (a, markup) = (step.a, step.choices.of(&MARKUP));
        let result = step.document().set_inner_html(a, markup);
        step.expect(result, &[a], |tree, _, _| Some(tree.inside_children(tree.node(a).contents.unwrap_or(a))))
    }),
    ("set_outer_html", |step| {
        let (a, markup) = (step.a, step.choices.of(&MARKUP));
        let result = step.document().set_outer_html(a, markup);
        // If the node has no parent, nothing changes.
        step.expect(result, &[a], |tree, _, _| {
            Some(if tree.node(a).parent.is_some() { tree.inside(a) } else { NONE })
        })
    }),
    ("insert_adjacent_html", |step| {
        let (a, markup) = (step.a, step.choices.of(&MARKUP));
        let position = step.choices.of(&[
            AdjacentPosition::BeforeBegin,
            AdjacentPosition::AfterBegin,
            AdjacentPosition::BeforeEnd,
            AdjacentPosition::AfterEnd,
        ]);
        let result = step.document().insert_adjacent_html(a, position, markup);
        step.expect(result, &[a], |_, _, _| Some(NONE))
    }),
    ("build", |step| {
        let (a, b, text) = (step.a, step.b, step.text);
        let (name, key) = (element_key(step.choices), attribute_key(step.choices));
        let place = step.choices.below(3);
        let builder = step.document().build(name).attribute(key, text).class("a").text(text).node(b);
        let built = match place {
            0 => builder.append_to(a),
            1 => builder.insert_before(a),
            _ => builder.replace(a),
        };
        assert!(step.exist(&[a, b]) || built.is_err(), "an id without a node is refused");
        // If a step is refused, the new element is removed with the content that it already has.
        Expected::Anything
    }),
    ("change a selection", |step| {
        let (a, b, c, text) = (step.a, step.b, step.c, step.text);
        let (name, key) = (element_key(step.choices), attribute_key(step.choices));
        let change = step.choices.below(6);
        let mut selection = step.run.owner.document_mut().change([a, b, c, a]);
        assert!(selection.nodes().all(|node| step.before.0.contains_key(&node.id())));
        let _ = match change {
            0 => selection.remove().map(drop),
            1 => selection.replace_with_children().map(drop),
            2 => selection.wrap(name).map(drop),
            3 => selection.set_attribute(key, text).map(drop),
            4 => selection.retain_attributes(|_, attribute| attribute.value() != text).map(drop),
            _ => selection.rename(name).map(drop),
        };
        Expected::Anything
    }),
    ("select", |step| {
        let selector = step.choices.of(&SELECTORS);
        let document = step.document();
        let found: Vec<NodeId> = document.select(selector).expect("a selector").map(NodeRef::id).collect();
        let found_deep: Vec<NodeRef<'_>> = document.select_deep(selector).expect("a selector").collect();
        let elements = document.root().deep_descendants().filter(|node| node.kind() == NodeKind::Element);
        let expected = elements.filter(|node| node.matches(selector).expect("a selector"));
        assert_eq!(found_deep, expected.collect::<Vec<_>>(), "{selector}");
        assert!(step.exist(&found));
        step.same()
    }),
    ("change the matches of a selector", |step| {
        let selector = step.choices.of(&SELECTORS);
        let _ = step.document().select_deep_mut(selector).expect("a selector").add_class("x").map(drop);
        Expected::Anything
    }),
    ("set_root", |step| {
        let a = step.a;
        let result = step.document().set_root(a);
        step.expect(result, &[a], |_, _, _| Some(NONE))
    }),
    ("clone the document", |step| {
        // A clone has the ids of the original. An id that is created in one of the two is invalid in the other.
        let text = step.text;
        let mut copy = step.document().clone();
        assert_eq!(Tree::of(&copy), step.before);
        let new = copy.create_text(text);
        assert!(step.document().get(new).is_none());
        let mine = step.document().create_text(text);
        assert!(copy.get(mine).is_none());
        step.run.pool.push(new);
        step.run.other = copy;
        Expected::Anything
    }),
    ("to JSON and back", |step| {
        check_round_trip(step.document());
        step.same()
    }),
    ("restart", |step| {
        if !step.run.is_open() {
            let text = step.text;
            step.document().unchecked().restart(text);
        }
        Expected::Anything
    }),
    ("edit the source", |step| {
        step.run.edit_source(step.a, step.b, step.choices);
        step.same()
    }),
    ("feed the parser", |step| {
        step.run.feed(step.choices);
        Expected::Anything
    }),
    ("read", |step| {
        step.run.read(step.a, step.b, step.choices);
        step.same()
    }),
];

impl Step<'_, '_> {
    fn simple_name(&mut self) -> &'static str {
        self.choices.of(&["p", "b", "template", "x-y"])
    }

    fn attribute(&mut self) -> hedgerow::dom::AttributeKey<'static> {
        if self.run.is_exact {
            self.choices.of(&["id", "class", "data-x"]).into()
        } else {
            attribute_key(self.choices)
        }
    }

    /// Compares the result of an operation whose effect the model does not predict.
    fn expect_anything<T>(
        &mut self,
        result: Result<T, hedgerow::dom::MutationError>,
        ids: &[NodeId],
    ) -> Expected {
        match self.expect(result, ids, |_, _, _| Some(NONE)) {
            Expected::Tree(..) => Expected::Anything,
            refused => refused,
        }
    }
}

/// Whether a node may get a text as a child.
fn takes_text(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).kind == NodeKind::Element || tree.node(id).is_fragment()
}

/// Returns the name of an element with this key.
fn name_of(key: ElementKey<'_>) -> (Namespace, String) {
    match key {
        ElementKey::Html(text) => (Namespace::Html, text.to_ascii_lowercase()),
        ElementKey::InNamespace(namespace, text) => (namespace, text.to_owned()),
        ElementKey::Known(namespace, name) => (namespace, name.known_text().unwrap_or_default().to_owned()),
    }
}

/// Clones a node, with or without its descendants.
fn clone(step: &mut Step<'_, '_>, is_deep: bool) -> Expected {
    let a = step.a;
    if step.before.0.len() > MOST_COPIED && step.run.is_exact {
        return step.same();
    }
    let document: &mut Document = step.document();
    let result = if is_deep { document.clone_subtree(a) } else { document.clone_shallow(a) };
    // The parser, or a script, may have made shadow roots that are cloned.
    let is_exact = step.run.is_exact;
    step.expect(result, &[a], |tree, document, copy| {
        let has_shadow_roots = tree.inside(a).iter().any(|&id| tree.node(id).shadow_root.is_some());
        tree.add_copy(document, copy?);
        if is_deep && (is_exact || !has_shadow_roots) {
            assert_eq!(tree.shape(copy?, false), tree.shape(a, false));
        }
        if !is_deep {
            assert_eq!(tree.inside_children(copy?), BTreeSet::new());
        }
        Some(NONE)
    })
}
