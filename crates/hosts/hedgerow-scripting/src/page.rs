//! [`Page`]: the state that the functions called by scripts share; and [`run_scripts_above`], which runs scripts.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::take;
use std::rc::Rc;

use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::property::Attribute;
use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsValue, Source, js_string};
use hedgerow::dom::NodeKind;
use hedgerow::stream::{InsertionPointIsUndefined, Progress, StreamParser};
use hedgerow::{Document, NodeId};

use crate::exception::Exception;
use crate::prototype::Prototypes;
use crate::script_element;

/// The maximum number of iterations of a loop in a script.
const MAX_ITERATIONS: u64 = 10_000;

/// The operations of a parser that scripts need. The trait hides the type parameter of [`StreamParser`], which differs
/// between text and bytes.
pub(crate) trait PausedParser {
    /// See [`StreamParser::document`].
    fn document(&self) -> &Document;
    /// See [`StreamParser::document_mut`].
    fn document_mut(&mut self) -> &mut Document;
    /// See [`StreamParser::progress`].
    fn progress(&self) -> Progress;
    /// See [`StreamParser::script_nesting_level`].
    fn script_nesting_level(&self) -> usize;
    /// See [`StreamParser::write`].
    fn write(&mut self, text: &str) -> Result<Progress, InsertionPointIsUndefined>;
    /// See [`StreamParser::finish_script`].
    fn finish_script(&mut self) -> Progress;
}

impl<Chunks> PausedParser for StreamParser<Chunks> {
    fn document(&self) -> &Document {
        self.document()
    }

    fn document_mut(&mut self) -> &mut Document {
        self.document_mut()
    }

    fn progress(&self) -> Progress {
        self.progress()
    }

    fn script_nesting_level(&self) -> usize {
        self.script_nesting_level()
    }

    fn write(&mut self, text: &str) -> Result<Progress, InsertionPointIsUndefined> {
        self.document_write(text)
    }

    fn finish_script(&mut self) -> Progress {
        self.finish_script()
    }
}

/// The uncaught exceptions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uncaught(Rc<RefCell<Vec<String>>>);

impl Uncaught {
    /// Takes all uncaught exceptions so far.
    pub(crate) fn take(&self) -> Vec<String> {
        take(&mut self.0.borrow_mut())
    }
}

/// A page: the parser, and the JavaScript objects of the nodes.
pub(crate) struct Page {
    parser: Rc<RefCell<dyn PausedParser>>,
    uncaught: Uncaught,
    objects: RefCell<HashMap<NodeId, JsObject>>,
    nodes: RefCell<HashMap<JsObject, NodeId>>,
}

impl Page {
    /// Creates the page of a document that is being parsed.
    pub(crate) fn new(parser: Rc<RefCell<dyn PausedParser>>, uncaught: Uncaught) -> Self {
        Self { parser, uncaught, objects: RefCell::default(), nodes: RefCell::default() }
    }

    /// Returns the page of a context.
    pub(crate) fn of(context: &Context) -> JsResult<Rc<Self>> {
        let page = context.get_data::<Rc<Self>>();
        page.cloned().ok_or_else(|| JsNativeError::error().with_message("there is no page").into())
    }

    /// Reads the document.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Document) -> T) -> T {
        read(self.parser.borrow().document())
    }

    /// Changes the document.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Document) -> T) -> T {
        change(self.parser.borrow_mut().document_mut())
    }

    /// Changes the document; a refused change is an exception.
    pub(crate) fn try_change<T, E: Into<Exception>>(
        &self,
        change: impl FnOnce(&mut Document) -> Result<T, E>,
        context: &mut Context,
    ) -> JsResult<T> {
        self.change(change).map_err(|error| error.into().into_error(context))
    }

    /// Returns the JavaScript object of a node: the same object at every call.
    pub(crate) fn object(&self, node: NodeId, context: &Context) -> JsResult<JsObject> {
        if let Some(object) = self.objects.borrow().get(&node) {
            return Ok(object.clone());
        }
        let prototypes = Prototypes::of(context)?;
        let prototype = match self.read(|document| document.node(node).kind()) {
            NodeKind::Document => prototypes.document.clone(),
            NodeKind::Element => prototypes.element.clone(),
            _ => prototypes.other.clone(),
        };
        let object = JsObject::with_null_proto();
        object.set_prototype(Some(prototype));
        self.objects.borrow_mut().insert(node, object.clone());
        self.nodes.borrow_mut().insert(object.clone(), node);
        Ok(object)
    }

    /// Returns the node of an object, if it represents a node.
    pub(crate) fn node(&self, value: &JsValue) -> Option<NodeId> {
        self.nodes.borrow().get(&value.as_object()?).copied()
    }

    /// Inserts text at the insertion point. Scripts that the text completes are run before the function returns.
    ///
    /// <https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-write-steps>
    pub(crate) fn write(&self, text: &str, context: &mut Context) -> JsResult<()> {
        let level = self.parser.borrow().script_nesting_level();
        let written = self.parser.borrow_mut().write(text);
        written.map_err(JsError::from_rust)?;
        match run_scripts_above(level, context) {
            Progress::Restarted => Err(end_of_the_document()),
            _ => Ok(()),
        }
    }

    fn progress(&self) -> Progress {
        self.parser.borrow().progress()
    }
}

/// Returns the error that ends a script whose document was discarded, because the parser has started again. It is the error of
/// an exceeded limit, which is the only error of the engine that scripts cannot catch.
fn end_of_the_document() -> JsError {
    EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration).into()
}

/// Creates an engine for the scripts of a page.
pub(crate) fn open(page: Page) -> Context {
    let page = Rc::new(page);
    let mut context = Context::default();
    context.runtime_limits_mut().set_loop_iteration_limit(MAX_ITERATIONS);
    Prototypes::register(&mut context);
    context.insert_data(page.clone());
    let root = page.read(Document::root_id);
    let document = page.object(root, &context);
    document
        .and_then(|document| {
            context.register_global_property(js_string!("document"), document, Attribute::ENUMERABLE)
        })
        .expect("the global object of a new realm has no such property");
    context
}

/// Runs the script that the parser waits for, and then the next ones. Returns when the parser waits for input, or when it waits
/// for a script at this nesting level or below, which is already running.
pub(crate) fn run_scripts_above(level: usize, context: &mut Context) -> Progress {
    let page = Page::of(context).expect("it is open");
    loop {
        let progress = page.progress();
        let Progress::Script(script) = progress else { return progress };
        if page.parser.borrow().script_nesting_level() <= level {
            return progress;
        }
        run_script(&page, script, context);
        page.parser.borrow_mut().finish_script();
    }
}

/// Runs a script, if it is executable.
fn run_script(page: &Page, script: NodeId, context: &mut Context) {
    let Some(source) = page.read(|document| script_element::source_to_run(document, script)) else { return };
    let result = context.eval(Source::from_bytes(&source));
    // After a restart of the parser, `end_of_the_document` is the expected error.
    if let Err(error) = result
        && page.progress() != Progress::Restarted
    {
        let message = error.to_string();
        let thrown = error.into_opaque(context).and_then(|value| value.to_string(context));
        page.uncaught.0.borrow_mut().push(thrown.map_or(message, |thrown| thrown.to_std_string_lossy()));
    }
}
