//! The prototypes of the JavaScript objects that represent nodes, and types to declare their members.

use std::rc::Rc;

use boa_engine::object::{FunctionObjectBuilder, ObjectInitializer};
use boa_engine::property::Attribute;
use boa_engine::{
    Context, JsArgs as _, JsNativeError, JsObject, JsResult, JsString, JsValue, NativeFunction,
};
use hedgerow::{Document, NodeId};

use crate::page::Page;
use crate::{document_prototype, element_prototype, node_prototype};

/// A function that scripts call.
pub(crate) type Function = fn(&JsValue, &[JsValue], &mut Context) -> JsResult<JsValue>;

/// The members of an interface. An operation has a name, a number of parameters and a function; an attribute has a name, a getter,
/// and possibly a setter.
pub(crate) struct Interface {
    pub(crate) operations: &'static [(&'static str, usize, Function)],
    pub(crate) attributes: &'static [(&'static str, Function, Option<Function>)],
}

impl Interface {
    fn prototype(&self, parent: Option<&JsObject>, context: &mut Context) -> JsObject {
        let realm = context.realm().clone();
        let function = |function: Function| {
            FunctionObjectBuilder::new(&realm, NativeFunction::from_fn_ptr(function)).build()
        };
        let mut object = ObjectInitializer::new(context);
        for &(name, length, operation) in self.operations {
            object.function(NativeFunction::from_fn_ptr(operation), JsString::from(name), length);
        }
        for &(name, getter, setter) in self.attributes {
            let name = JsString::from(name);
            object.accessor(name, Some(function(getter)), setter.map(function), Attribute::all());
        }
        let object = object.build();
        if let Some(parent) = parent {
            object.set_prototype(Some(parent.clone()));
        }
        object
    }
}

/// The prototypes of a page.
#[derive(Debug)]
pub(crate) struct Prototypes {
    pub(crate) document: JsObject,
    pub(crate) element: JsObject,
    /// The prototype of text, comments and other nodes that are not elements.
    pub(crate) other: JsObject,
}

impl Prototypes {
    /// Creates the prototypes in an engine.
    pub(crate) fn register(context: &mut Context) {
        let node = node_prototype::NODE.prototype(None, context);
        let prototypes = Self {
            document: document_prototype::DOCUMENT.prototype(Some(&node), context),
            element: element_prototype::ELEMENT.prototype(Some(&node), context),
            other: node_prototype::CHILD.prototype(Some(&node), context),
        };
        context.insert_data(prototypes);
    }

    /// Returns the prototypes of an engine.
    pub(crate) fn of(context: &Context) -> JsResult<&Self> {
        let missing = || JsNativeError::error().with_message("there are no prototypes").into();
        context.get_data::<Self>().ok_or_else(missing)
    }
}

/// Returns the page, and the node that a function is called on.
pub(crate) fn this_node(this: &JsValue, context: &Context) -> JsResult<(Rc<Page>, NodeId)> {
    let page = Page::of(context)?;
    let node = page.node(this).ok_or_else(|| JsNativeError::typ().with_message("this is not a node"))?;
    Ok((page, node))
}

/// Returns an argument that must be a node.
pub(crate) fn node_argument(page: &Page, arguments: &[JsValue], index: usize) -> JsResult<NodeId> {
    let node = page.node(arguments.get_or_undefined(index));
    node.ok_or_else(|| JsNativeError::typ().with_message(format!("argument {index} is not a node")).into())
}

/// Returns an argument as a string.
pub(crate) fn text_argument(arguments: &[JsValue], index: usize, context: &mut Context) -> JsResult<String> {
    let Some(value) = arguments.get(index) else {
        return Err(JsNativeError::typ().with_message(format!("argument {index} is missing")).into());
    };
    Ok(value.to_string(context)?.to_std_string_lossy())
}

/// Returns the object of the node that `find` returns, or null.
pub(crate) fn object_or_null(
    context: &Context,
    find: impl FnOnce(&Document) -> Option<NodeId>,
) -> JsResult<JsValue> {
    let page = Page::of(context)?;
    match page.read(find) {
        Some(node) => Ok(page.object(node, context)?.into()),
        None => Ok(JsValue::null()),
    }
}
