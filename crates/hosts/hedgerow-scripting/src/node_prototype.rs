//! The members of all nodes for scripts.
//!
//! <https://dom.spec.whatwg.org/#interface-node>

use boa_engine::object::builtins::JsArray;
use boa_engine::{Context, JsArgs as _, JsNativeError, JsResult, JsString, JsValue};
use hedgerow::dom::NodeKind;
use hedgerow::{NodeId, NodeRef};

use crate::mutation;
use crate::page::Page;
use crate::prototype::{Interface, node_argument, object_or_null, this_node};

/// The members of all nodes.
pub(crate) const NODE: Interface = Interface {
    operations: &[
        ("appendChild", 1, |this, arguments, context| insert(this, arguments, None, context)),
        ("insertBefore", 2, insert_before),
        ("removeChild", 1, remove_child),
    ],
    attributes: &[
        ("childNodes", child_nodes, None),
        ("firstChild", |this, _, context| relative(this, |node| node.first_child(), context), None),
        ("lastChild", |this, _, context| relative(this, |node| node.last_child(), context), None),
        ("nextSibling", |this, _, context| relative(this, |node| node.next_sibling(), context), None),
        ("parentNode", |this, _, context| relative(this, |node| node.parent(), context), None),
        ("previousSibling", |this, _, context| relative(this, |node| node.previous_sibling(), context), None),
        ("textContent", text_content, None),
    ],
};

/// The additional members of nodes that are neither documents nor elements.
pub(crate) const CHILD: Interface = Interface { operations: &[("remove", 0, remove)], attributes: &[] };

/// <https://dom.spec.whatwg.org/#dom-childnode-remove>
pub(crate) fn remove(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, node) = this_node(this, context)?;
    page.try_change(|document| document.detach(node), context)?;
    Ok(JsValue::undefined())
}

/// Returns the objects of some nodes as an array.
pub(crate) fn array(page: &Page, nodes: Vec<NodeId>, context: &mut Context) -> JsResult<JsValue> {
    let objects = nodes.into_iter().map(|node| page.object(node, context).map(JsValue::from));
    let objects = objects.collect::<JsResult<Vec<_>>>()?;
    Ok(JsArray::from_iter(objects, context).into())
}

fn insert_before(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    if arguments.len() < 2 {
        return Err(JsNativeError::typ().with_message("argument 1 is missing").into());
    }
    let page = Page::of(context)?;
    let child = if arguments.get_or_undefined(1).is_null_or_undefined() {
        None
    } else {
        Some(node_argument(&page, arguments, 1)?)
    };
    insert(this, arguments, child, context)
}

fn insert(
    this: &JsValue,
    arguments: &[JsValue],
    child: Option<NodeId>,
    context: &mut Context,
) -> JsResult<JsValue> {
    let (page, parent) = this_node(this, context)?;
    let node = node_argument(&page, arguments, 0)?;
    page.try_change(|document| document.insert(parent, node, child), context)?;
    Ok(arguments.get_or_undefined(0).clone())
}

fn remove_child(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, parent) = this_node(this, context)?;
    let child = node_argument(&page, arguments, 0)?;
    page.try_change(|document| mutation::pre_remove(document, child, parent), context)?;
    Ok(arguments.get_or_undefined(0).clone())
}

fn child_nodes(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, parent) = this_node(this, context)?;
    let children = page.read(|document| document.node(parent).children().map(NodeRef::id).collect());
    array(&page, children, context)
}

fn relative(
    this: &JsValue,
    find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>,
    context: &Context,
) -> JsResult<JsValue> {
    let (_, node) = this_node(this, context)?;
    object_or_null(context, |document| find(document.node(node)).map(NodeRef::id))
}

/// <https://dom.spec.whatwg.org/#dom-node-textcontent>
fn text_content(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, node) = this_node(this, context)?;
    let text = page.read(|document| {
        let node = document.node(node);
        match node.kind() {
            NodeKind::Document | NodeKind::DocumentType => None,
            NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot => Some(node.text()),
            _ => node.data().map(str::to_owned),
        }
    });
    Ok(text.map_or_else(JsValue::null, |text| JsString::from(text).into()))
}
