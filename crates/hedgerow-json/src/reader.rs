//! Reads documents from JSON.
//!
//! ```text
//! events of the JSON parser → a frame for each open object, with the values of its keys → builder
//! ```

use std::borrow::Cow;
use std::fmt;

use hedgerow_base::{AttributeName, ElementName, Namespace, QuirksMode, ShadowRootInit};
use hedgerow_dom::search::Description;
use hedgerow_dom::{Document, NodeKind, Slot};
use json_event_parser::{JsonEvent, LowLevelJsonParser};

use crate::builder::{
    Builder, Place, Problem, ensure_doctype, ensure_element_name, ensure_processing_instruction,
};
use crate::words::{Word, value_of};

/// The error of [`FromJson::from_json`]: the reason why the JSON is not a document, and its position.
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::json::FromJson;
/// let error = Document::from_json(r#"{"type":"document","children":[1]}"#).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 32: a node is an object, not a number");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    offset: usize,
    line: usize,
    column: usize,
    message: String,
}

impl JsonError {
    fn at(offset: usize, json: &str, message: String) -> Self {
        let offset = offset.min(json.len());
        let before = &json.as_bytes()[..offset];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let column = 1 + json.get(line_start..offset).map_or(0, |text| text.chars().count());
        Self { offset, line, column, message }
    }

    /// Returns the offset of the error in bytes.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line of the error, 1-based.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the column of the error in characters, 1-based.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for JsonError {}

/// Reads a document from JSON.
pub trait FromJson: Sized + crate::sealed::Sealed {
    /// Reads the document that this JSON describes. The keys of an object may have any order.
    ///
    /// An outermost node that is neither a document nor a document fragment is put into a fragment.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::json::FromJson;
    /// let json = r#"{"type":"element","name":"p","children":[{"type":"text","data":"Hello"}]}"#;
    /// let document = Document::from_json(json)?;
    /// assert_eq!(document.root().text(), "Hello");
    /// # Ok::<(), hedgerow::json::JsonError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or does not describe a tree that a document can have. A name that no HTML parser produces is an
    /// error (`p onclick=x`, but also `ONCLICK` and `_p`), and so is the text of a doctype or processing instruction that
    /// would end its markup early. Therefore, the serialized document has no elements and attributes other than those of the
    /// JSON, with one exception: the data of comments and the text in elements like `script` are not checked, and are
    /// serialized literally.
    fn from_json(json: &str) -> Result<Self, JsonError>;
}

impl FromJson for Document {
    fn from_json(json: &str) -> Result<Self, JsonError> {
        let mut reader = Reader {
            events: Events::new(json),
            builder: Builder::new(),
            frames: Vec::new(),
            quirks_mode: QuirksMode::default(),
        };
        if let Err(Failure { offset, message }) = reader.read() {
            return Err(JsonError::at(offset, json, message));
        }
        let mut document = reader.builder.finish();
        document.set_quirks_mode(reader.quirks_mode);
        Ok(document)
    }
}

/// A message and its offset.
struct Failure {
    offset: usize,
    message: String,
}

/// The events of the JSON parser, with their positions.
struct Events<'j> {
    json: &'j str,
    parser: LowLevelJsonParser,
    /// The start and the end of the last event.
    start: usize,
    end: usize,
}

impl<'j> Events<'j> {
    fn new(json: &'j str) -> Self {
        Self { json, parser: LowLevelJsonParser::new().with_max_stack_size(usize::MAX), start: 0, end: 0 }
    }

    fn next(&mut self) -> Result<JsonEvent<'j>, Failure> {
        loop {
            let left = &self.json.as_bytes()[self.end..];
            let between = left.iter().take_while(|byte| b" \t\r\n,:".contains(byte)).count();
            self.start = self.end + between;
            let result = self.parser.parse_next(left, true);
            self.end += result.consumed_bytes;
            match result.event {
                Some(Ok(event)) => return Ok(event),
                Some(Err(error)) => {
                    let offset = usize::try_from(error.location().start.offset).unwrap_or(self.start);
                    return Err(Failure { offset, message: error.message().to_owned() });
                }
                None => {}
            }
        }
    }

    fn failure(&self, message: impl fmt::Display) -> Failure {
        Failure { offset: self.start, message: message.to_string() }
    }

    fn expect(&mut self, expected: &JsonEvent<'_>, rule: &str) -> Result<(), Failure> {
        let event = self.next()?;
        if event == *expected { Ok(()) } else { Err(self.unexpected(rule, &event)) }
    }

    fn unexpected(&self, expected: &str, event: &JsonEvent<'_>) -> Failure {
        let found = match event {
            JsonEvent::String(_) => "a string",
            JsonEvent::Number(_) => "a number",
            JsonEvent::Boolean(_) => "a boolean",
            JsonEvent::Null => "null",
            JsonEvent::StartArray => "an array",
            JsonEvent::StartObject => "an object",
            JsonEvent::EndArray | JsonEvent::EndObject | JsonEvent::ObjectKey(_) | JsonEvent::Eof => {
                "nothing"
            }
        };
        self.failure(format_args!("{expected}, not {found}"))
    }

    fn string(&mut self, key: &str) -> Result<Cow<'j, str>, Failure> {
        match self.next()? {
            JsonEvent::String(string) => Ok(string),
            other => Err(self.unexpected(&format!("{key:?} is a string"), &other)),
        }
    }

    fn boolean(&mut self, key: &str) -> Result<bool, Failure> {
        match self.next()? {
            JsonEvent::Boolean(value) => Ok(value),
            other => Err(self.unexpected(&format!("{key:?} is a boolean"), &other)),
        }
    }
}

/// The keys of an object for a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Type,
    Mode,
    Name,
    Namespace,
    Attributes,
    ShadowRoot,
    Content,
    Data,
    PublicId,
    SystemId,
    Target,
    DelegatesFocus,
    Serializable,
    Clonable,
    SlotAssignment,
    Declarative,
    CustomElementRegistryIsNull,
    Children,
}

impl Word for Key {
    const SUBJECT: &'static str = "key";
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Type, "type"),
        (Self::Mode, "mode"),
        (Self::Name, "name"),
        (Self::Namespace, "namespace"),
        (Self::Attributes, "attributes"),
        (Self::ShadowRoot, "shadowRoot"),
        (Self::Content, "content"),
        (Self::Data, "data"),
        (Self::PublicId, "publicId"),
        (Self::SystemId, "systemId"),
        (Self::Target, "target"),
        (Self::DelegatesFocus, "delegatesFocus"),
        (Self::Serializable, "serializable"),
        (Self::Clonable, "clonable"),
        (Self::SlotAssignment, "slotAssignment"),
        (Self::Declarative, "declarative"),
        (Self::CustomElementRegistryIsNull, "customElementRegistryIsNull"),
        (Self::Children, "children"),
    ];
}

impl Key {
    /// Returns the keys that a node of some kind must have, and those that it may have, besides its type.
    fn of(kind: NodeKind) -> (&'static [Self], &'static [Self]) {
        match kind {
            NodeKind::Document | NodeKind::DocumentFragment => (&[], &[Self::Mode, Self::Children]),
            NodeKind::ShadowRoot => (
                &[],
                &[
                    Self::Mode,
                    Self::DelegatesFocus,
                    Self::Serializable,
                    Self::Clonable,
                    Self::SlotAssignment,
                    Self::Declarative,
                    Self::CustomElementRegistryIsNull,
                    Self::Children,
                ],
            ),
            NodeKind::Element => (
                &[Self::Name],
                &[Self::Namespace, Self::Attributes, Self::ShadowRoot, Self::Content, Self::Children],
            ),
            NodeKind::Text | NodeKind::Comment => (&[Self::Data], &[]),
            NodeKind::DocumentType => (&[Self::Name], &[Self::PublicId, Self::SystemId]),
            NodeKind::ProcessingInstruction => (&[Self::Target, Self::Data], &[]),
        }
    }
}

/// A set of keys.
#[derive(Clone, Copy, Default)]
struct Keys(u32);

impl Keys {
    /// Adds a key; returns whether it is new.
    fn insert(&mut self, key: Key) -> bool {
        let is_new = !self.has(key);
        self.0 |= 1 << key as u32;
        is_new
    }

    fn has(self, key: Key) -> bool {
        self.0 & (1 << key as u32) != 0
    }
}

/// The object of a node, while the reader is inside it.
struct Frame<'j> {
    start: usize,
    place: Place,
    node: Slot,
    keys: Keys,
    /// Whether the reader is inside the array of children.
    is_in_children: bool,
    kind: Option<NodeKind>,
    mode: Cow<'j, str>,
    /// The name of an element or of a doctype, or the target of a processing instruction.
    name: Cow<'j, str>,
    namespace: Namespace,
    attributes: Vec<(AttributeName, Cow<'j, str>)>,
    attributes_start: usize,
    data: Cow<'j, str>,
    public_id: Cow<'j, str>,
    system_id: Cow<'j, str>,
    /// The properties of a shadow root, except its mode, which is in `mode`.
    init: ShadowRootInit,
}

struct Reader<'j> {
    events: Events<'j>,
    builder: Builder,
    /// The open objects; the last is the innermost. The vector replaces recursion, so that no depth overflows the stack.
    frames: Vec<Frame<'j>>,
    /// The mode of the document, which is set when the outermost node has ended.
    quirks_mode: QuirksMode,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Failure> {
        if u32::try_from(self.events.json.len()).is_err() {
            return Err(self.events.failure("the JSON is longer than 4 GiB"));
        }
        self.events.expect(&JsonEvent::StartObject, "a node is an object")?;
        self.open(Place::Outermost);
        while let Some(frame) = self.frames.last_mut() {
            let event = self.events.next()?;
            match event {
                JsonEvent::StartObject if frame.is_in_children => {
                    let place = Place::ChildOf(frame.node);
                    self.open(place);
                }
                JsonEvent::EndArray if frame.is_in_children => frame.is_in_children = false,
                JsonEvent::ObjectKey(key) => self.read_value(&key)?,
                JsonEvent::EndObject => self.close()?,
                other => return Err(self.events.unexpected("a node is an object", &other)),
            }
        }
        self.events.expect(&JsonEvent::Eof, "nothing may follow the outermost node")
    }

    /// Begins the node whose object has just begun.
    fn open(&mut self, place: Place) {
        let node = self.builder.begin(place);
        self.frames.push(Frame {
            start: self.events.start,
            place,
            node,
            keys: Keys::default(),
            is_in_children: false,
            kind: None,
            mode: Cow::Borrowed(""),
            name: Cow::Borrowed(""),
            namespace: Namespace::Html,
            attributes: Vec::new(),
            attributes_start: 0,
            data: Cow::Borrowed(""),
            public_id: Cow::Borrowed(""),
            system_id: Cow::Borrowed(""),
            init: ShadowRootInit::default(),
        });
    }

    /// Reads the value of a key, or begins the node that is the value.
    fn read_value(&mut self, key: &str) -> Result<(), Failure> {
        let Self { events, builder, frames, .. } = self;
        let Some(frame) = frames.last_mut() else { return Ok(()) };
        let word = key;
        let key: Key = value_of(key).map_err(|problem| events.failure(problem))?;
        if !frame.keys.insert(key) {
            return Err(events.failure(format_args!("the node has {word:?} twice")));
        }
        match key {
            Key::Type => frame.kind = Some(read_word(events, word)?),
            Key::Mode => frame.mode = events.string(word)?,
            Key::Name | Key::Target => frame.name = events.string(word)?,
            Key::Namespace => frame.namespace = read_word(events, word)?,
            Key::Attributes => {
                (frame.attributes, frame.attributes_start) = read_attributes(events, builder)?;
            }
            Key::Data => frame.data = events.string(word)?,
            Key::PublicId => frame.public_id = events.string(word)?,
            Key::SystemId => frame.system_id = events.string(word)?,
            Key::DelegatesFocus => frame.init.delegates_focus = events.boolean(word)?,
            Key::Serializable => frame.init.serializable = events.boolean(word)?,
            Key::Clonable => frame.init.clonable = events.boolean(word)?,
            Key::SlotAssignment => frame.init.slot_assignment = read_word(events, word)?,
            Key::Declarative => frame.init.declarative = events.boolean(word)?,
            Key::CustomElementRegistryIsNull => {
                frame.init.custom_element_registry_is_null = events.boolean(word)?;
            }
            Key::Children => {
                events.expect(&JsonEvent::StartArray, "children are an array")?;
                frame.is_in_children = true;
            }
            Key::ShadowRoot | Key::Content => {
                // The type of the node may not be known yet, but template contents and a shadow root are never elements.
                if matches!(frame.place, Place::TemplateContentsOf(_) | Place::ShadowRootOf(_)) {
                    return Err(events.failure(format!("only an element can have {word:?}")));
                }
                let place = match key {
                    Key::ShadowRoot => Place::ShadowRootOf(frame.node),
                    _ => Place::TemplateContentsOf(frame.node),
                };
                events.expect(&JsonEvent::StartObject, "a node is an object")?;
                self.open(place);
            }
        }
        Ok(())
    }

    /// Ends the node whose object has just ended.
    fn close(&mut self) -> Result<(), Failure> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let offset = frame.start;
        let failure = |message: String| Failure { offset, message };
        let Some(kind) = frame.kind else { return Err(failure("the node has no \"type\"".to_owned())) };
        let (required, optional) = Key::of(kind);
        for &(key, word) in Key::WORDS {
            let is_required = required.contains(&key);
            let verb = match frame.keys.has(key) {
                true if key == Key::Type || is_required || optional.contains(&key) => continue,
                false if !is_required => continue,
                true => "can't have",
                false => "must have",
            };
            return Err(failure(format!("a node of type {:?} {verb} {word:?}", kind.word())));
        }
        if frame.keys.has(Key::Mode) && kind != NodeKind::ShadowRoot {
            if frame.place != Place::Outermost {
                return Err(failure("only the outermost node has the mode of the document".to_owned()));
            }
            self.quirks_mode = value_of(&frame.mode).map_err(failure)?;
        }
        self.builder
            .ensure_attributes(frame.namespace, &frame.attributes)
            .map_err(|message| Failure { offset: frame.attributes_start, message })?;
        describe(&mut self.builder, &frame, kind).map_err(failure)
    }
}

/// Passes the values of an object to the builder.
fn describe(builder: &mut Builder, frame: &Frame<'_>, kind: NodeKind) -> Result<(), Problem> {
    let Frame { name, data, public_id, system_id, .. } = frame;
    let attributes: Vec<(AttributeName, &str)>;
    let description = match kind {
        NodeKind::Document => Description::Document,
        NodeKind::DocumentFragment => Description::DocumentFragment,
        NodeKind::ShadowRoot => {
            let has_mode = frame.keys.has(Key::Mode);
            let mode = if has_mode { value_of(&frame.mode)? } else { frame.init.mode };
            Description::ShadowRoot(frame.init.mode(mode))
        }
        NodeKind::Element => {
            ensure_element_name(frame.namespace, name)?;
            attributes = frame.attributes.iter().map(|(name, value)| (*name, &**value)).collect();
            let name = ElementName { namespace: frame.namespace, local: builder.name(name) };
            Description::Element(name, &attributes)
        }
        NodeKind::Text => Description::Text(data),
        NodeKind::Comment => Description::Comment(data),
        NodeKind::DocumentType => {
            ensure_doctype(name, [public_id, system_id])?;
            Description::DocumentType { name, public_id, system_id }
        }
        NodeKind::ProcessingInstruction => {
            ensure_processing_instruction(name, data)?;
            Description::ProcessingInstruction { target: name, data }
        }
    };
    builder.describe(frame.node, frame.place, kind, description)?;
    builder.end(frame.node)
}

fn read_word<W: Word>(events: &mut Events<'_>, key: &str) -> Result<W, Failure> {
    let word = events.string(key)?;
    value_of(&word).map_err(|problem| events.failure(problem))
}

/// An attribute and its value.
type NamedValue<'j> = (AttributeName, Cow<'j, str>);

/// Reads attributes. Also returns their offset.
fn read_attributes<'j>(
    events: &mut Events<'j>,
    builder: &mut Builder,
) -> Result<(Vec<NamedValue<'j>>, usize), Failure> {
    events.expect(&JsonEvent::StartArray, "attributes are an array")?;
    let start = events.start;
    let mut attributes = Vec::new();
    loop {
        match events.next()? {
            JsonEvent::StartObject => attributes.push(read_attribute(events, builder)?),
            JsonEvent::EndArray => return Ok((attributes, start)),
            other => return Err(events.unexpected("an attribute is an object", &other)),
        }
    }
}

/// Reads an attribute whose object has just begun.
fn read_attribute<'j>(events: &mut Events<'j>, builder: &mut Builder) -> Result<NamedValue<'j>, Failure> {
    let start = events.start;
    let (mut name, mut namespace, mut value) = (None, None, None);
    loop {
        let key = match events.next()? {
            JsonEvent::ObjectKey(key) => key,
            JsonEvent::EndObject => break,
            other => return Err(events.unexpected("an attribute has keys", &other)),
        };
        let at = events.start;
        let is_second = match &*key {
            "name" => name.replace(builder.name(&events.string(&key)?)).is_some(),
            "namespace" => namespace.replace(read_word(events, &key)?).is_some(),
            "value" => value.replace(events.string(&key)?).is_some(),
            _ => return Err(events.failure(format_args!("an attribute can't have {key:?}"))),
        };
        if is_second {
            return Err(Failure { offset: at, message: format!("the attribute has {key:?} twice") });
        }
    }
    let (Some(name), Some(value)) = (name, value) else {
        let message = "an attribute must have \"name\" and \"value\"".to_owned();
        return Err(Failure { offset: start, message });
    };
    Ok((AttributeName { namespace: namespace.unwrap_or(Namespace::None), local: name }, value))
}
