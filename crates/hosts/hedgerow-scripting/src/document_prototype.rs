//! The members of the document for scripts.
//!
//! <https://html.spec.whatwg.org/multipage/dom.html#the-document-object>

use boa_engine::{Context, JsResult, JsValue};
use hedgerow::{Document, NodeRef};

use crate::element_prototype::{get_elements_by_tag_name, query_selector};
use crate::exception::Exception;
use crate::page::Page;
use crate::prototype::{Interface, object_or_null, text_argument};

/// The members of the document, besides the members of all nodes.
pub(crate) const DOCUMENT: Interface = Interface {
    operations: &[
        ("createElement", 1, create_element),
        ("createTextNode", 1, create_text_node),
        ("getElementById", 1, get_element_by_id),
        ("getElementsByTagName", 1, get_elements_by_tag_name),
        ("querySelector", 1, query_selector),
        ("write", 0, |_, arguments, context| write(arguments, "", context)),
        ("writeln", 0, |_, arguments, context| write(arguments, "\n", context)),
    ],
    attributes: &[
        ("body", |_, _, context| element_or_null(context, Document::body), None),
        ("documentElement", |_, _, context| element_or_null(context, Document::document_element), None),
        ("head", |_, _, context| element_or_null(context, Document::head), None),
    ],
};

/// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-write>
fn write(arguments: &[JsValue], end: &str, context: &mut Context) -> JsResult<JsValue> {
    let mut text = String::new();
    for argument in arguments {
        text.push_str(&argument.to_string(context)?.to_std_string_lossy());
    }
    text.push_str(end);
    Page::of(context)?.write(&text, context)?;
    Ok(JsValue::undefined())
}

/// <https://dom.spec.whatwg.org/#dom-document-createelement>
fn create_element(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = text_argument(arguments, 0, context)?.to_ascii_lowercase();
    if name == "script" {
        let message = "scripts that scripts create are not run here";
        return Err(Exception { name: "NotSupportedError", message: message.to_owned() }.into_error(context));
    }
    let page = Page::of(context)?;
    let element = page.try_change(|document| document.create_element(&*name), context)?;
    Ok(page.object(element, context)?.into())
}

/// <https://dom.spec.whatwg.org/#dom-document-createtextnode>
fn create_text_node(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let data = text_argument(arguments, 0, context)?;
    let page = Page::of(context)?;
    let text = page.change(|document| document.create_text(&data));
    Ok(page.object(text, context)?.into())
}

fn get_element_by_id(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let id = text_argument(arguments, 0, context)?;
    element_or_null(context, |document| document.element_by_id(&id))
}

fn element_or_null(
    context: &Context,
    find: impl FnOnce(&Document) -> Option<NodeRef<'_>>,
) -> JsResult<JsValue> {
    object_or_null(context, |document| find(document).map(NodeRef::id))
}
