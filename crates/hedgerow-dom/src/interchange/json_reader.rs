//! Documents from the JSON that `json_writer.rs` writes, whatever the order of the keys.
//!
//! ```text
//! events of the JSON parser → a frame for each object that is open, with what its keys have said → builder
//! ```
//!
//! What is not here: what a tree may be (`builder.rs`).

use std::borrow::Cow;
use std::fmt;

use hedgerow_names::{AttributeName, ElementName, NameId, Namespace, QuirksMode, ShadowRootInit};
use json_event_parser::{JsonEvent, LowLevelJsonParser};

use super::builder::{Builder, Place, Problem, value_of};
use super::words::Word;
use crate::attribute_data::AttributeRange;
use crate::document::Document;
use crate::node::{NodeData, NodeKind};
use crate::node_id::Slot;
use crate::text::TextSpan;

/// Why JSON is no document, and where: [`Document::from_json`].
///
/// ```
/// use hedgerow_dom::Document;
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

    /// The offset in bytes of what is wrong.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::from_json(" 1").unwrap_err().offset(), 1);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line of what is wrong, from 1.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::from_json("\n1").unwrap_err().line(), 2);
    /// ```
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of what is wrong, in characters, from 1.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// assert_eq!(Document::from_json("\n 1").unwrap_err().column(), 2);
    /// ```
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

impl Document {
    /// The document whose tree is this JSON, as [`to_json`](Self::to_json) writes it; the keys may have any order.
    ///
    /// If the outermost node is neither a document nor a document fragment, it comes into a fragment.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// let json = r#"{"type":"element","name":"p","children":[{"type":"text","data":"Hello"}]}"#;
    /// let document = Document::from_json(json)?;
    /// assert_eq!(document.root().text(), "Hello");
    /// # Ok::<(), hedgerow_dom::JsonError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not JSON, or does not describe a tree that a document can have: among other things, if the name of an element or
    /// an attribute is one that no parser of HTML makes (`p onclick=x`, but also `ONCLICK` or `_p`), or if a doctype or a
    /// processing instruction would not end where it is said to. So the markup of the document has no element and no attribute
    /// that the JSON does not name, as far as the texts allow: a comment may have any data, as for
    /// [`create_comment`](Self::create_comment), and so may the text in elements like `script`, which both are written literally.
    pub fn from_json(json: &str) -> Result<Self, JsonError> {
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

/// What is wrong, and at which offset.
struct Failure {
    offset: usize,
    message: String,
}

/// The events of the JSON parser, and where they are.
struct Events<'j> {
    json: &'j str,
    parser: LowLevelJsonParser,
    /// Where the last event begins, and where it ends.
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

    fn expect(&mut self, expected: &JsonEvent<'_>, what: &str) -> Result<(), Failure> {
        let event = self.next()?;
        if event == *expected { Ok(()) } else { Err(self.unexpected(what, &event)) }
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
    /// The keys that a node of some kind must have and those that it may have, besides its type.
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

/// An object that is open.
struct Frame<'j> {
    /// Where it begins.
    start: usize,
    place: Place,
    node: Slot,
    keys: Keys,
    /// Whether the next event is among its children.
    is_in_children: bool,
    kind: Option<NodeKind>,
    mode: Cow<'j, str>,
    /// The name of an element or of a doctype.
    name: Option<NameId>,
    namespace: Namespace,
    attributes: AttributeRange,
    /// Where they begin.
    attributes_start: usize,
    target: Option<NameId>,
    data: TextSpan,
    public_id: TextSpan,
    system_id: TextSpan,
    /// The mode is not in it yet.
    init: ShadowRootInit,
}

struct Reader<'j> {
    events: Events<'j>,
    builder: Builder,
    /// The last is the innermost. Frames take the place of recursion, so that no depth overflows the stack.
    frames: Vec<Frame<'j>>,
    /// The mode of the document, once the outermost node has ended.
    quirks_mode: QuirksMode,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Failure> {
        if u32::try_from(self.events.json.len()).is_err() {
            return Err(self.events.failure("the JSON is longer than 4 GiB"));
        }
        self.events.expect(&JsonEvent::StartObject, "a node is an object")?;
        self.open(Place::Outermost)?;
        while let Some(frame) = self.frames.last_mut() {
            let event = self.events.next()?;
            match event {
                JsonEvent::StartObject if frame.is_in_children => {
                    let place = Place::ChildOf(frame.node);
                    self.open(place)?;
                }
                JsonEvent::EndArray if frame.is_in_children => frame.is_in_children = false,
                JsonEvent::ObjectKey(key) => self.read_value(&key)?,
                JsonEvent::EndObject => self.close()?,
                other => return Err(self.events.unexpected("a node is an object", &other)),
            }
        }
        self.events.expect(&JsonEvent::Eof, "behind the outermost node there is nothing")
    }

    /// Begins the node whose object has just begun.
    fn open(&mut self, place: Place) -> Result<(), Failure> {
        let node = self.builder.begin(place).map_err(|problem| self.events.failure(problem))?;
        self.frames.push(Frame {
            start: self.events.start,
            place,
            node,
            keys: Keys::default(),
            is_in_children: false,
            kind: None,
            mode: Cow::Borrowed(""),
            name: None,
            namespace: Namespace::Html,
            attributes: AttributeRange::EMPTY,
            attributes_start: 0,
            target: None,
            data: TextSpan::EMPTY,
            public_id: TextSpan::EMPTY,
            system_id: TextSpan::EMPTY,
            init: ShadowRootInit::default(),
        });
        Ok(())
    }

    /// Reads what stands behind a key, as far as it is not a node.
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
            Key::Name => frame.name = Some(builder.name(&events.string(word)?)),
            Key::Namespace => frame.namespace = read_word(events, word)?,
            Key::Attributes => {
                (frame.attributes, frame.attributes_start) = read_attributes(events, builder)?;
            }
            Key::Data => frame.data = read_text(events, builder, word)?,
            Key::PublicId => frame.public_id = read_text(events, builder, word)?,
            Key::SystemId => frame.system_id = read_text(events, builder, word)?,
            Key::Target => frame.target = Some(builder.name(&events.string(word)?)),
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
                let place = match key {
                    Key::ShadowRoot => Place::ShadowRootOf(frame.node),
                    _ => Place::TemplateContentsOf(frame.node),
                };
                events.expect(&JsonEvent::StartObject, "a node is an object")?;
                self.open(place)?;
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
                return Err(failure("the mode is said by the outermost node alone".to_owned()));
            }
            self.quirks_mode = value_of(&frame.mode).map_err(|problem| failure(problem.to_string()))?;
        }
        self.builder
            .ensure_attributes(frame.namespace, frame.attributes)
            .map_err(|problem| Failure { offset: frame.attributes_start, message: problem.to_string() })?;
        describe(&mut self.builder, &frame, kind).map_err(|problem| failure(problem.to_string()))
    }
}

/// Tells the builder what an object has said.
fn describe(builder: &mut Builder, frame: &Frame<'_>, kind: NodeKind) -> Result<(), Problem> {
    ensure_kind_in_place(frame.place, kind)?;
    let data = match kind {
        NodeKind::Document => NodeData::Document,
        NodeKind::DocumentFragment => NodeData::DocumentFragment { host: None },
        NodeKind::ShadowRoot => {
            let has_mode = frame.keys.has(Key::Mode);
            let mode = if has_mode { value_of(&frame.mode)? } else { frame.init.mode };
            return builder.end_shadow_root(frame.node, frame.place, frame.init.mode(mode));
        }
        NodeKind::Element => {
            let name = frame.name.unwrap_or(Builder::UNDESCRIBED.local);
            builder.element(ElementName { namespace: frame.namespace, local: name }, frame.attributes)?
        }
        NodeKind::Text | NodeKind::Comment => Builder::character_data(kind, frame.data),
        NodeKind::DocumentType => {
            let name = frame.name.map(|name| builder.text_of_name(name).to_owned()).unwrap_or_default();
            let name = builder.text(&name)?;
            builder.doctype(name, frame.public_id, frame.system_id)?
        }
        NodeKind::ProcessingInstruction => {
            let target = frame.target.unwrap_or(Builder::UNDESCRIBED.local);
            builder.processing_instruction(target, frame.data)?
        }
    };
    builder.describe(frame.node, frame.place, data)?;
    builder.end(frame.node)
}

/// Checks what a place says against what is said.
fn ensure_kind_in_place(place: Place, kind: NodeKind) -> Result<(), Problem> {
    let (expected, place) = match place {
        Place::Outermost | Place::ChildOf(_) => return Ok(()),
        Place::TemplateContentsOf(_) => (NodeKind::DocumentFragment, "template contents"),
        Place::ShadowRootOf(_) => (NodeKind::ShadowRoot, "a shadow root"),
    };
    if kind == expected { Ok(()) } else { Err(Problem::KindInPlace { kind, place }) }
}

fn read_word<W: Word>(events: &mut Events<'_>, key: &str) -> Result<W, Failure> {
    let word = events.string(key)?;
    value_of(&word).map_err(|problem| events.failure(problem))
}

fn read_text(events: &mut Events<'_>, builder: &mut Builder, key: &str) -> Result<TextSpan, Failure> {
    let text = events.string(key)?;
    builder.text(&text).map_err(|problem| events.failure(problem))
}

/// Reads attributes; returns where they begin, too.
fn read_attributes(
    events: &mut Events<'_>,
    builder: &mut Builder,
) -> Result<(AttributeRange, usize), Failure> {
    events.expect(&JsonEvent::StartArray, "attributes are an array")?;
    let start = events.start;
    let mut attributes = Vec::new();
    loop {
        match events.next()? {
            JsonEvent::StartObject => attributes.push(read_attribute(events, builder)?),
            JsonEvent::EndArray => break,
            other => return Err(events.unexpected("an attribute is an object", &other)),
        }
    }
    let range = builder.attributes(&attributes);
    let range = range.map_err(|problem| Failure { offset: start, message: problem.to_string() })?;
    Ok((range, start))
}

/// Reads an attribute whose object has just begun.
fn read_attribute(
    events: &mut Events<'_>,
    builder: &mut Builder,
) -> Result<(AttributeName, TextSpan), Failure> {
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
            "value" => value.replace(read_text(events, builder, &key)?).is_some(),
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
