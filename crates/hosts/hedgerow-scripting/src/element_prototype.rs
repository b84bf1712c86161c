//! The members of elements for scripts.
//!
//! <https://dom.spec.whatwg.org/#interface-element>

use boa_engine::{Context, JsResult, JsString, JsValue};
use hedgerow::dom::Namespace;
use hedgerow::{NodeRef, Select as _};

use crate::exception::Exception;
use crate::node_prototype::{array, remove};
use crate::prototype::{Interface, object_or_null, text_argument, this_node};

/// The members of elements, besides the members of all nodes.
pub(crate) const ELEMENT: Interface = Interface {
    operations: &[
        ("getAttribute", 1, get_attribute),
        ("getElementsByTagName", 1, get_elements_by_tag_name),
        ("querySelector", 1, query_selector),
        ("remove", 0, remove),
        ("removeAttribute", 1, remove_attribute),
        ("setAttribute", 2, set_attribute),
    ],
    attributes: &[("id", id, Some(set_id)), ("tagName", tag_name, None)],
};

/// <https://dom.spec.whatwg.org/#dom-element-getelementsbytagname>
pub(crate) fn get_elements_by_tag_name(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let (page, root) = this_node(this, context)?;
    let name = text_argument(arguments, 0, context)?;
    let has_name = |element: &NodeRef<'_>| {
        let local_name = element.local_name_text();
        // The names of HTML elements match in any case. Parsed elements have no prefix.
        match element.namespace() {
            _ if name == "*" => true,
            Some(Namespace::Html) => local_name == name.to_ascii_lowercase(),
            _ => local_name == name,
        }
    };
    let elements = page.read(|document| {
        document.node(root).descendant_elements().filter(has_name).map(NodeRef::id).collect()
    });
    array(&page, elements, context)
}

/// <https://dom.spec.whatwg.org/#dom-parentnode-queryselector>
pub(crate) fn query_selector(
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    let (page, root) = this_node(this, context)?;
    let selector = text_argument(arguments, 0, context)?;
    let found = page
        .read(|document| document.node(root).select_first(&*selector).map(|found| found.map(NodeRef::id)));
    match found {
        Ok(found) => object_or_null(context, |_| found),
        Err(error) => {
            Err(Exception { name: "SyntaxError", message: error.message().to_owned() }.into_error(context))
        }
    }
}

fn id(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, element) = this_node(this, context)?;
    let id = page.read(|document| document.node(element).attribute("id").unwrap_or_default().to_owned());
    Ok(JsString::from(id).into())
}

fn set_id(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, element) = this_node(this, context)?;
    let value = text_argument(arguments, 0, context)?;
    page.try_change(|document| document.set_attribute(element, "id", &value), context)?;
    Ok(JsValue::undefined())
}

/// <https://dom.spec.whatwg.org/#element-html-uppercased-qualified-name>
fn tag_name(this: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, element) = this_node(this, context)?;
    let name = page.read(|document| {
        let name = document.node(element).local_name_text();
        if document.node(element).namespace() == Some(Namespace::Html) {
            name.to_ascii_uppercase()
        } else {
            name.to_owned()
        }
    });
    Ok(JsString::from(name).into())
}

/// <https://dom.spec.whatwg.org/#dom-element-getattribute>
fn get_attribute(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, element) = this_node(this, context)?;
    let name = text_argument(arguments, 0, context)?;
    let value = page.read(|document| document.node(element).attribute(&name).map(str::to_owned));
    Ok(value.map_or_else(JsValue::null, |value| JsString::from(value).into()))
}

/// <https://dom.spec.whatwg.org/#dom-element-setattribute>
fn set_attribute(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, element) = this_node(this, context)?;
    let name = text_argument(arguments, 0, context)?;
    let value = text_argument(arguments, 1, context)?;
    page.try_change(|document| document.set_attribute(element, &*name, &value), context)?;
    Ok(JsValue::undefined())
}

/// <https://dom.spec.whatwg.org/#dom-element-removeattribute>
fn remove_attribute(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (page, element) = this_node(this, context)?;
    let name = text_argument(arguments, 0, context)?;
    page.try_change(|document| document.remove_attribute(element, &*name), context)?;
    Ok(JsValue::undefined())
}
