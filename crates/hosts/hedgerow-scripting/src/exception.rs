//! DOM exceptions: errors with one of the DOM's names.
//!
//! <https://webidl.spec.whatwg.org/#idl-DOMException-error-names>

use boa_engine::{Context, JsError, JsNativeError, JsResult, js_string};

/// A DOM exception before its conversion to a JavaScript object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exception {
    /// The name, such as `HierarchyRequestError`.
    pub(crate) name: &'static str,
    /// The message.
    pub(crate) message: String,
}

impl Exception {
    /// Converts the exception to an error that scripts can catch.
    pub(crate) fn into_error(self, context: &mut Context) -> JsError {
        self.try_into_error(context).unwrap_or_else(|error| error)
    }

    fn try_into_error(self, context: &mut Context) -> JsResult<JsError> {
        let object = JsNativeError::error().with_message(self.message).into_opaque(context);
        object.set(js_string!("name"), js_string!(self.name), true, context)?;
        Ok(JsError::from_opaque(object.into()))
    }
}
