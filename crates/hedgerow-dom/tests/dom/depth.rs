//! Deep trees: no walk is recursive, so a thread with a small stack suffices.

use hedgerow_dom::{Document, DocumentPosition, NodeId, ShadowRootInit, TreeOrder};
use hedgerow_serialize::{SerializeOptions, ToHtml, ToTestFormat, WriteOptions};

use crate::{attach_any_shadow_root, element};

/// More levels than [`with_a_small_stack`] has bytes, so that any recursion overflows the stack.
const LEVELS: usize = 100_000;

/// Runs a test in a thread with 64 KiB of stack, which a recursion over the levels of these tests would overflow.
/// WebAssembly has no threads; there, such a recursion would overflow the whole stack.
fn with_a_small_stack(test: impl FnOnce() + Send + 'static) {
    if cfg!(target_family = "wasm") {
        return test();
    }
    std::thread::Builder::new().stack_size(1 << 16).spawn(test).unwrap().join().unwrap();
}

/// A document of nested `b` elements with a text in the innermost.
fn nested(levels: usize) -> Document {
    let mut document = Document::new();
    let mut parent = document.root_id();
    for _ in 0..levels {
        let child = document.create_element("b").unwrap();
        document.append(parent, child).unwrap();
        parent = child;
    }
    document.append_text(parent, "x").unwrap();
    document
}

#[test]
fn deep_trees_are_serialized_and_cloned() {
    with_a_small_stack(|| {
        let mut document = nested(LEVELS);
        assert_eq!(document.validate(), Ok(()));
        let html = document.root().inner_html();
        assert_eq!(html, format!("{}x{}", "<b>".repeat(LEVELS), "</b>".repeat(LEVELS)));
        assert_eq!(document.root().text(), "x");
        let innermost = document.root().descendants().last().unwrap();
        assert_eq!(innermost.ancestors().count(), LEVELS + 1);
        let top = document.node(document.root_id()).first_child().unwrap().id();
        let copy = document.clone_subtree(top).unwrap();
        assert_eq!(document.node(copy).outer_html(), html);
        drop(document.clone());
    });
}

#[test]
fn deep_trees_are_walked() {
    with_a_small_stack(|| {
        let document = nested(LEVELS);
        let root = document.root();
        assert_eq!(root.descendants().count(), LEVELS + 1);
        assert_eq!(root.inclusive_descendants().count(), LEVELS + 2);
        assert_eq!(root.descendant_elements().count(), LEVELS);
        assert_eq!(root.traverse().count(), 2 * (LEVELS + 2));
        let innermost = root.descendants().last().unwrap();
        assert_eq!(innermost.ancestor_elements().count(), LEVELS);
        assert_eq!(innermost.tree_root(), root);
        assert!(root.contains(innermost));
        assert_eq!(innermost.compare_document_position(root), DocumentPosition::Contains);
        assert_eq!(TreeOrder::new(&document).position(innermost.id()), Some(LEVELS + 1));
    });
}

#[test]
fn deep_trees_are_rendered_as_text() {
    with_a_small_stack(|| {
        assert_eq!(nested(LEVELS).root().rendered_text(), "x");
        for name in ["pre", "details", "td"] {
            let document = nested_fragments(LEVELS, name, |_, parent| parent);
            assert_eq!(document.root().rendered_text(), "");
        }
    });
}

#[test]
fn deep_trees_are_written_with_options() {
    with_a_small_stack(|| {
        let document = nested(LEVELS);
        let html = format!("{}x{}", "<b>".repeat(LEVELS), "</b>".repeat(LEVELS));
        assert_eq!(document.root().to_html(&WriteOptions::minify()), html);
        assert_eq!(document.root().to_html(&WriteOptions::pretty()), html);
        let mut bytes = Vec::new();
        document.root().write_outer_html_to(&mut bytes, SerializeOptions::default()).unwrap();
        assert_eq!(bytes, html.as_bytes());
    });
}

#[test]
fn lines_of_a_deep_tree_are_not_long() {
    with_a_small_stack(|| {
        let document = nested_fragments(LEVELS, "div", |_, parent| parent);
        let html = document.root().to_html(&WriteOptions::pretty());
        assert_eq!(html.matches("<div>").count(), LEVELS);
        assert_eq!(html.lines().map(str::len).max(), Some(2 * 32 + "<div></div>".len()));
    });
}

#[test]
fn a_deep_dump() {
    with_a_small_stack(|| {
        const LEVELS: usize = 3_000;
        let dump = nested(LEVELS).to_test_format();
        assert_eq!(dump.lines().count(), LEVELS + 1);
        assert_eq!(dump.lines().last(), Some(&*format!("| {}\"x\"", "  ".repeat(LEVELS))));
    });
}

/// Nests elements. `descend` returns the parent of the next element.
fn nested_fragments(levels: usize, name: &str, descend: fn(&mut Document, NodeId) -> NodeId) -> Document {
    let mut document = Document::new();
    let mut parent = document.root_id();
    for _ in 0..levels {
        let child = element(&mut document, name);
        document.append(parent, child).unwrap();
        parent = descend(&mut document, child);
    }
    document
}

#[test]
fn deep_template_contents() {
    with_a_small_stack(|| {
        let mut document = nested_fragments(LEVELS, "template", |document, template| {
            document.node(template).template_contents().unwrap().id()
        });
        assert_eq!(document.validate(), Ok(()));
        let html = "<template>".repeat(LEVELS) + &"</template>".repeat(LEVELS);
        assert_eq!(document.root().inner_html(), html);
        let top = document.node(document.root_id()).first_child().unwrap().id();
        let copy = document.clone_subtree(top).unwrap();
        assert_eq!(document.node(copy).outer_html(), html);
    });
}

#[test]
fn deep_shadow_roots() {
    with_a_small_stack(|| {
        let mut document = nested_fragments(LEVELS, "p", |document, host| {
            let init = ShadowRootInit::default().clonable(true).serializable(true);
            document.attach_shadow_root(host, init).unwrap()
        });
        assert_eq!(document.validate(), Ok(()));
        let options = SerializeOptions::default().serializable_shadow_roots(true);
        let html = |document: &Document, node: NodeId| {
            let mut html = String::new();
            document.node(node).write_outer_html(&mut html, options).unwrap();
            html
        };
        let top = document.node(document.root_id()).first_child().unwrap().id();
        let copy = document.clone_subtree(top).unwrap();
        assert_eq!(html(&document, copy), html(&document, top));
        assert_eq!(html(&document, copy).matches("<template").count(), LEVELS);
    });
}

#[test]
fn deep_trees_are_changed() {
    with_a_small_stack(|| {
        let mut document = nested(LEVELS);
        let top = document.node(document.root_id()).first_child().unwrap().id();
        let html = document.root().inner_html();
        let levels: Vec<NodeId> = document.node(top).descendants().map(hedgerow_dom::NodeRef::id).collect();
        for &node in &levels {
            let wrapper = element(&mut document, "i");
            document.wrap(node, wrapper).unwrap();
        }
        assert_eq!(document.root().inner_html().len(), html.len() + LEVELS * "<i></i>".len());
        for &node in &levels {
            let wrapper = document.node(node).parent().unwrap().id();
            document.replace_with_children(wrapper).unwrap();
        }
        assert_eq!(document.root().inner_html(), html);
        assert_eq!(document.append(*levels.last().unwrap(), top).unwrap_err().step(), Some("1"));
        let innermost = document.node(*levels.last().unwrap()).parent().unwrap().id();
        assert_eq!(document.append(innermost, top).unwrap_err().step(), Some("2"));
        let copy = document.clone_subtree(top).unwrap();
        let mut other = Document::new();
        let imported = other.import(document.node(copy)).unwrap();
        assert_eq!(other.node(imported).outer_html(), html);
        document.normalize(copy).unwrap();
        document.remove(copy).unwrap();
        document.detach(top).unwrap();
        assert_eq!(document.remove_detached(), LEVELS + 1);
        other.remove(imported).unwrap();
        assert_eq!((document.node_count(), other.node_count()), (1, 1));
        assert_eq!(document.validate(), Ok(()));
    });
}

#[test]
fn deep_fragments_imported_and_removed() {
    with_a_small_stack(|| {
        let mut document = nested_fragments(LEVELS, "template", |document, template| {
            attach_any_shadow_root(document, template);
            document.node(template).template_contents().unwrap().id()
        });
        let top = document.node(document.root_id()).first_child().unwrap().id();
        let mut other = Document::new();
        let imported = other.import(document.node(top)).unwrap();
        assert_eq!(other.node_count(), document.node_count());
        other.remove(imported).unwrap();
        document.remove(top).unwrap();
        assert_eq!((document.node_count(), other.node_count()), (1, 1));
    });
}
