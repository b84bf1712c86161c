//! [`Submission`]: the request with which a browser submits a form.

use std::borrow::Cow;

use hedgerow::encoding::{Encoding, encoding_for_label};
use hedgerow::extract::Resolver;
use hedgerow::{NodeRef, dom::known};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use url::{Url, form_urlencoded};

use crate::document::Document;
use crate::forms::Form;
use crate::node::Node;

/// The boundary between the parts of a body. A text that contains it gets a longer one.
const BOUNDARY: &str = "----HedgerowFormBoundary";

/// The request with which a browser submits a form.
#[pyclass(frozen, get_all, module = "hedgerow")]
pub(crate) struct Submission {
    /// "GET" or "POST"; "DIALOG" if the form sends no request.
    method: &'static str,
    /// The address, with the fields as its query if the method is "GET". None if the action cannot be resolved.
    url: Option<String>,
    /// The names and values.
    fields: Vec<(String, String)>,
    /// The Content-Type header; None if there is no body.
    content_type: Option<String>,
    /// The body; None if the request has no body.
    body: Option<Py<PyBytes>>,
}

#[pymethods]
impl Submission {
    fn __repr__(&self) -> String {
        format!("<Submission {} {}>", self.method, self.url.as_deref().unwrap_or_default())
    }
}

/// The attributes of the pressed button.
#[derive(Default)]
struct Button {
    field: Option<(String, String)>,
    action: Option<String>,
    method: Option<String>,
    enctype: Option<String>,
}

impl Button {
    fn of(node: NodeRef<'_>) -> Option<Self> {
        let attribute = |name: &str| node.attribute(name).map(str::to_owned);
        let kind = attribute("type").unwrap_or_default().to_ascii_lowercase();
        let is_image = node.is_html(known::INPUT) && kind == "image";
        let is_button = node.is_html(known::BUTTON) && !matches!(kind.as_str(), "reset" | "button");
        if !(is_button || is_image || node.is_html(known::INPUT) && kind == "submit") {
            return None;
        }
        let field = attribute("name").filter(|name| !name.is_empty() && !is_image);
        Some(Self {
            field: field.map(|name| (name, attribute("value").unwrap_or_default())),
            action: attribute("formaction").filter(|action| !action.is_empty()),
            method: attribute("formmethod").map(|method| method.to_ascii_lowercase()),
            enctype: attribute("formenctype").map(|enctype| enctype.to_ascii_lowercase()),
        })
    }
}

/// Implements `Form.submit()`.
pub(crate) fn submit(
    py: Python<'_>,
    form: &Form,
    values: Option<&Bound<'_, PyDict>>,
    button: Option<&Bound<'_, PyAny>>,
) -> PyResult<Submission> {
    let pressed = match button {
        None => Button::default(),
        Some(button) => find_button(py, form, button)?,
    };
    let mut fields = form.fields.clone();
    for (name, value) in values.into_iter().flatten() {
        replace(&mut fields, name.extract()?, &value)?;
    }
    fields.extend(pressed.field);
    let method = match pressed.method.as_deref().unwrap_or(form.method) {
        "post" => "POST",
        "dialog" => "DIALOG",
        _ => "GET",
    };
    let document = form.node.get().document.get();
    let url = match &pressed.action {
        Some(action) => resolve(py, document, form, action),
        None => form.action.clone(),
    };
    let encoding = encoding_for_label(form.charset);
    let encoding = encoding.map_err(|error| PyValueError::new_err(error.to_string()))?;
    if method != "POST" {
        let url = match (method, url.as_deref().map(Url::parse)) {
            ("GET", Some(Ok(mut url))) => {
                url.set_query(Some(&urlencoded(&fields, encoding)));
                Some(url.into())
            }
            _ => url,
        };
        return Ok(Submission { method, url, fields, content_type: None, body: None });
    }
    let (content_type, body) = match pressed.enctype.as_deref().unwrap_or(form.enctype) {
        "multipart/form-data" => multipart(&fields, encoding),
        "text/plain" => {
            let lines: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={value}\r\n")).collect();
            ("text/plain".to_owned(), encoding.encode(&lines.concat()).0.into_owned())
        }
        _ => ("application/x-www-form-urlencoded".to_owned(), urlencoded(&fields, encoding).into_bytes()),
    };
    let body = Some(PyBytes::new(py, &body).unbind());
    Ok(Submission { method, url, fields, content_type: Some(content_type), body })
}

/// Reads the pressed button: a node, or the name of a control of the form.
fn find_button(py: Python<'_>, form: &Form, button: &Bound<'_, PyAny>) -> PyResult<Button> {
    let name = button.cast::<PyString>().ok().map(|name| name.to_str()).transpose()?;
    if name.is_none() && !button.is_instance_of::<Node>() {
        return Err(PyTypeError::new_err("a button is a Node, or the name of a control"));
    }
    for control in &form.controls {
        let found = match name {
            None => control.bind(py).eq(button)?.then(|| control.get().read(py, Button::of)),
            Some(name) => Some(
                control
                    .get()
                    .read(py, |node| Button::of(node).filter(|_| node.attribute("name") == Some(name))),
            ),
        };
        if let Some(button) = found.transpose()?.flatten() {
            return Ok(button);
        }
    }
    Err(PyValueError::new_err("the form has no such button"))
}

/// Replaces the values of a field: a str, a list of str, or None to remove the field.
fn replace(fields: &mut Vec<(String, String)>, name: String, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let values: Vec<String> = match value.cast::<PyString>() {
        Ok(value) => vec![value.to_str()?.to_owned()],
        Err(_) if value.is_none() => Vec::new(),
        Err(_) => value.extract()?,
    };
    let position = fields.iter().position(|(other, _)| *other == name);
    let position = position.unwrap_or(fields.len());
    fields.retain(|(other, _)| *other != name);
    let new = values.into_iter().map(|value| (name.clone(), value));
    fields.splice(position.min(fields.len())..position.min(fields.len()), new);
    Ok(())
}

/// Resolves the action of a button against the base URL of the document.
fn resolve(py: Python<'_>, document: &Document, form: &Form, action: &str) -> Option<String> {
    Resolver::new(&document.read(py), form.page.as_deref()).join(action)
}

/// <https://url.spec.whatwg.org/#concept-urlencoded-serializer>
fn urlencoded(fields: &[(String, String)], encoding: &'static Encoding) -> String {
    let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|text| Cow::Owned(encoding.encode(text).0.into_owned());
    let mut serializer = form_urlencoded::Serializer::new(String::new());
    serializer.encoding_override(Some(encode));
    serializer.extend_pairs(fields.iter().map(|(name, value)| (newlines(name), newlines(value))));
    serializer.finish()
}

/// Encodes fields as multipart/form-data. Returns the Content-Type and the body.
fn multipart(fields: &[(String, String)], encoding: &'static Encoding) -> (String, Vec<u8>) {
    let mut boundary = BOUNDARY.to_owned();
    while fields.iter().any(|(name, value)| name.contains(&boundary) || value.contains(&boundary)) {
        boundary.push('-');
    }
    let mut body = Vec::new();
    for (name, value) in fields {
        let name = newlines(name).replace('\r', "%0D").replace('\n', "%0A").replace('"', "%22");
        let value = newlines(value);
        let part =
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(&encoding.encode(&part).0);
    }
    body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

/// Converts newlines to CR LF.
fn newlines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n")
}
