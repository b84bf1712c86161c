//! The options of the writer, and their presets.
//!
//! What is not here: what they do, which is a file for each stage (see `mod.rs`).

use std::borrow::Cow;

/// How HTML is written.
///
/// The default is the standard's serialization; each option departs from it in one point.
///
/// ```
/// use hedgerow_serialize::{HtmlEvent, HtmlWriter, Whitespace, WriteOptions};
/// let options = WriteOptions::default().whitespace(Whitespace::Collapse);
/// let mut writer = HtmlWriter::new(String::new(), options);
/// writer.write(HtmlEvent::Text("a \n\n b"))?;
/// assert_eq!(writer.finish()?, "a b");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # What comes back
///
/// [`minify`](Self::minify) and [`pretty`](Self::pretty) keep the tree: a parser of what they write builds the same,
/// but for the whitespace that they say they change. They cannot do better than the syntax can, and there are trees
/// that no HTML stands for:
///
/// - *nesting that start tags end*: an `a` in an `a`, a `form` in a `form`, a block in a `p`, an `li` in an `li`, a
///   heading in a heading, something in a `table` that has no place there. Misnested tags make a parser build some of
///   these, scripts any of them;
/// - *text without escapes*: a `script` with `</script` in it, anything in or behind a `plaintext`;
/// - *comments and processing instructions* with what ends them;
/// - *adjacent text nodes*, which become one, and empty ones, which vanish;
/// - *names* that are none: of an element with a space in it, of an SVG or `MathML` element that HTML would take over;
/// - *U+0000*, which is U+FFFD or nothing when it is parsed;
/// - *the quirks mode*, if it is not the one that the DOCTYPE asks for;
/// - *content of void elements*, and children of a `template` that are not in its contents;
/// - *places*: two `body` elements, a `head` behind it, text in a `frameset`.
///
/// The standard's own serialization loses, beyond that, a line feed at the start of `pre`, `textarea` and `listing`,
/// each CR, and the identifiers of a DOCTYPE.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Scripting is enabled: the text in `noscript` elements is written literally, also in template contents, because a
    /// parser reads it so. There the standard's serialization escapes it.
    pub scripting: bool,
    /// Which shadow roots are written, as `template` elements.
    pub shadow_roots: ShadowRoots,
    /// Which attribute values are quoted.
    pub attribute_quotes: AttributeQuotes,
    /// With what they are quoted.
    pub quote_character: QuoteCharacter,
    /// Which characters are escaped.
    pub escapes: Escapes,
    /// How characters that are not ASCII are written.
    pub non_ascii: NonAscii,
    /// Escape text also in elements in which a parser does not read escapes, such as `script`. That is for XML tools.
    pub escape_raw_text: bool,
    /// Keep what parsing would change: U+000D is written `&#13;`, and a line feed at the start of a `pre`, `textarea`
    /// or `listing` element is written twice.
    pub keep_newlines: bool,
    /// Write boolean attributes such as `disabled` without their value, whatever it is.
    /// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attribute>
    pub minimize_boolean_attributes: bool,
    /// Write an attribute whose value is empty without it, which is the same to a parser.
    pub minimize_empty_attributes: bool,
    /// Write attributes sorted by their names.
    pub alphabetical_attributes: bool,
    /// Which optional tags are left out.
    pub optional_tags: OptionalTags,
    /// Whether start tags of void elements end in a solidus.
    pub trailing_solidus: TrailingSolidus,
    /// What becomes of whitespace.
    pub whitespace: Whitespace,
    /// Write the public and the system identifier of a DOCTYPE.
    pub doctype_identifiers: bool,
    /// What `meta` elements say of the encoding.
    pub meta_charset: MetaCharset,
}

impl WriteOptions {
    /// As few bytes as can be, for the same tree.
    ///
    /// Whitespace: every run of it becomes one space, and it is gone where it is next to a block-level tag or a `br`, and
    /// in elements in which it is not rendered, such as `head`, `table` and `ul`. It stays in `pre`, `textarea`,
    /// `listing`, `title`, in raw text, and in SVG and `MathML`. A style sheet can make it visible elsewhere: set
    /// [`whitespace`](field@Self::whitespace) to [`Whitespace::Keep`] where that matters.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::{ToHtml, WriteOptions};
    /// let mut document = Document::new();
    /// let list = document.create_element("ul").unwrap();
    /// for text in ["one", " two  three "] {
    ///     document.append_text(list, "\n  ").unwrap();
    ///     let item = document.create_element("li").unwrap();
    ///     document.set_attribute(item, "class", "").unwrap();
    ///     document.append_text(item, text).unwrap();
    ///     document.append(list, item).unwrap();
    /// }
    /// assert_eq!(document.node(list).to_html(&WriteOptions::minify()), "<ul><li class>one<li class>two three</ul>");
    /// ```
    #[must_use]
    pub fn minify() -> Self {
        Self {
            attribute_quotes: AttributeQuotes::WhereNeeded,
            quote_character: QuoteCharacter::Fewest,
            escapes: Escapes::WhereNeeded,
            minimize_empty_attributes: true,
            optional_tags: OptionalTags::OmitIfRestored,
            whitespace: Whitespace::Trim,
            ..Self::keeping()
        }
    }

    /// Lines and indentation that show the structure.
    ///
    /// Whitespace: that of [`minify`](Self::minify) is taken away, and line feeds and two spaces for each level are put
    /// in its place; no line is indented by more than 32 levels.
    ///
    /// ```
    /// use hedgerow_dom::Document;
    /// use hedgerow_serialize::{ToHtml, WriteOptions};
    /// let mut document = Document::new();
    /// let list = document.create_element("ul").unwrap();
    /// let item = document.create_element("li").unwrap();
    /// document.append_text(item, "one").unwrap();
    /// document.append(list, item).unwrap();
    /// assert_eq!(document.node(list).to_html(&WriteOptions::pretty()), "<ul>\n  <li>one</li>\n</ul>");
    /// ```
    #[must_use]
    pub fn pretty() -> Self {
        Self { whitespace: Whitespace::Indent, ..Self::keeping() }
    }

    hedgerow_names::setters!(
        scripting: bool,
        shadow_roots: ShadowRoots,
        attribute_quotes: AttributeQuotes,
        quote_character: QuoteCharacter,
        escapes: Escapes,
        non_ascii: NonAscii,
        escape_raw_text: bool,
        keep_newlines: bool,
        minimize_boolean_attributes: bool,
        minimize_empty_attributes: bool,
        alphabetical_attributes: bool,
        optional_tags: OptionalTags,
        trailing_solidus: TrailingSolidus,
        whitespace: Whitespace,
        doctype_identifiers: bool,
        meta_charset: MetaCharset,
    );

    /// What both presets do to keep the tree.
    fn keeping() -> Self {
        Self { keep_newlines: true, doctype_identifiers: true, ..Self::default() }
    }
}

/// Which shadow roots are written, as `template` elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum ShadowRoots {
    /// None.
    #[default]
    None,
    /// Those that are serializable.
    Serializable,
    /// All.
    All,
}

/// Which attribute values are quoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum AttributeQuotes {
    /// All.
    #[default]
    Always,
    /// Those that cannot be written in the unquoted attribute value syntax.
    /// <https://html.spec.whatwg.org/multipage/syntax.html#unquoted>
    WhereNeeded,
}

/// With what attribute values are quoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum QuoteCharacter {
    /// U+0022 (").
    #[default]
    Double,
    /// U+0027 (').
    Single,
    /// U+0022 ("), except for values that have such, but no U+0027 (').
    Fewest,
}

/// Which characters are escaped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Escapes {
    /// Those of the standard: U+0026 (&), U+003C (<), U+003E (>), U+00A0, and the quotation mark in values.
    #[default]
    Standard,
    /// Those of the standard, but for U+00A0.
    WhereNeeded,
}

/// How characters that are not ASCII are written, in text and in the values of attributes.
///
/// With character references, the encoding does not matter. What has none stays: U+0080 to U+009F, and all that is in
/// a script, a comment or a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum NonAscii {
    /// As they are, but for U+00A0.
    #[default]
    Keep,
    /// As numeric character references: `&#xE9;`.
    Numbers,
    /// As named character references where there are such (`&eacute;`), otherwise as numeric ones.
    Names,
}

/// Which optional tags are left out. <https://html.spec.whatwg.org/multipage/syntax.html#optional-tags>
///
/// A start tag with attributes never is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum OptionalTags {
    /// None.
    #[default]
    Write,
    /// All that the standard's list allows; only documents that conform are sure to have the same tree.
    Omit,
    /// Those of the list that a parser puts back at the same place, whatever the document: not `</p>` at the end of
    /// a `span`, for example, where it has no place.
    OmitIfRestored,
}

/// Whether start tags of void elements end in a solidus, which means nothing in HTML.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum TrailingSolidus {
    /// `<br>`
    #[default]
    None,
    /// `<br/>`
    WithoutSpace,
    /// `<br />`
    WithSpace,
}

/// What becomes of ASCII whitespace in text.
///
/// All of it stays in `pre`, `textarea`, `listing`, `title`, in raw text such as scripts, and in SVG and `MathML`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Whitespace {
    /// All of it stays.
    #[default]
    Keep,
    /// Every run of it becomes one space.
    Collapse,
    /// Every run of it becomes one space; what is next to a block-level tag or a `br`, and what is alone in an element
    /// that has no text, such as `table`, goes.
    Trim,
    /// As [`Trim`](Self::Trim), and then each block-level element begins on a line of its own, indented.
    Indent,
}

/// What `meta` elements say of the encoding.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum MetaCharset {
    /// What they say in the document.
    #[default]
    Keep,
    /// Where they name an encoding, it is this one.
    Correct(Cow<'static, str>),
    /// The same; and a `head` in which none does gets a `meta` that does, as its first child.
    Inject(Cow<'static, str>),
}

impl MetaCharset {
    /// The encoding, unless `meta` elements are kept.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Keep => None,
            Self::Correct(name) | Self::Inject(name) => Some(name),
        }
    }
}
