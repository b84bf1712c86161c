//! The options of the writer, and their presets.
//!
//! Each option is implemented in the file of its stage (see `lib.rs`).

use std::borrow::Cow;

/// Options for writing HTML.
///
/// The default is the standard's serialization. Each option changes one aspect.
///
/// ```
/// use hedgerow::serialize::{HtmlEvent, HtmlWriter, Whitespace, WriteOptions};
/// let options = WriteOptions::default().whitespace(Whitespace::Collapse);
/// let mut writer = HtmlWriter::new(String::new(), options);
/// writer.write(HtmlEvent::Text("a \n\n b"))?;
/// assert_eq!(writer.finish()?, "a b");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Round trip
///
/// [`minify`](Self::minify) and [`pretty`](Self::pretty) keep the tree: a parser builds the same tree from their output,
/// except for the documented changes of whitespace. The syntax limits this, because some trees cannot be written as HTML:
///
/// - *Nesting that a parser does not build from nested tags*: the inner start tag closes the outer element (an `a` in an
///   `a`, a block in a `p`, an `li` in an `li`, a heading in a heading), is ignored (a `form` in a `form`), or its element
///   is moved (content that is not allowed in a `table`). Parsers build some of these from misnested tags; scripts can
///   build all of them.
/// - *Text that cannot be escaped*: a `script` that contains `</script`, or any content in or after a `plaintext`.
/// - *Comments and processing instructions* that contain their own end.
/// - *Adjacent text nodes*, which are merged, and empty ones, which vanish.
/// - *Invalid names*: an element name with a space, or a name in SVG or `MathML` that the parser treats as HTML.
/// - *U+0000*, which is parsed as U+FFFD or dropped.
/// - *The quirks mode*, if it is not the one that the DOCTYPE implies.
/// - *Content of void elements*, and children of a `template` outside its contents.
/// - *Misplaced elements*: two `body` elements, a `head` after a `body`, text in a `frameset`.
///
/// The standard's own serialization also loses a line feed at the start of `pre`, `textarea` and `listing`, each CR, and the
/// identifiers of a DOCTYPE.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Scripting is enabled: the text in `noscript` elements is written literally, because a parser reads it literally.
    /// Unlike in the standard's serialization, this also holds in template contents.
    pub scripting: bool,
    /// The shadow roots that are written. Each is written as a `template` element.
    pub shadow_roots: ShadowRoots,
    /// The attribute values that are quoted.
    pub attribute_quotes: AttributeQuotes,
    /// The quotation mark of attribute values.
    pub quote_character: QuoteCharacter,
    /// The characters that are escaped.
    pub escapes: Escapes,
    /// The form of non-ASCII characters.
    pub non_ascii: NonAscii,
    /// Also escape text in elements in which a parser does not recognize references, such as `script`. This is for XML
    /// tools.
    pub escape_raw_text: bool,
    /// Preserve newlines that parsing would change: U+000D is written as `&#13;`, and a line feed at the start of a `pre`,
    /// `textarea` or `listing` element is written twice.
    pub keep_newlines: bool,
    /// Write boolean attributes such as `disabled` without their value, even if it is not empty.
    /// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attribute>
    pub minimize_boolean_attributes: bool,
    /// Write only the name of attributes with an empty value, which a parser reads identically.
    pub minimize_empty_attributes: bool,
    /// Write only the name of those attributes with an empty value that authors usually write so: boolean attributes,
    /// attributes whose empty value is a keyword, such as `hidden`, and attributes with a hyphen, such as `data-*`.
    ///
    /// ```
    /// use hedgerow::serialize::WriteOptions;
    /// use hedgerow::{Document, ToHtml};
    /// let mut document = Document::new();
    /// let input = document.create_element("input").unwrap();
    /// for name in ["required", "data-x", "value"] {
    ///     document.set_attribute(input, name, "").unwrap();
    /// }
    /// assert_eq!(document.node(input).to_html(&WriteOptions::pretty()), r#"<input required data-x value="">"#);
    /// ```
    pub minimize_flags: bool,
    /// Write attributes sorted by their names.
    pub alphabetical_attributes: bool,
    /// The optional tags that are omitted.
    pub optional_tags: OptionalTags,
    /// Whether start tags of void elements end in a solidus.
    pub trailing_solidus: TrailingSolidus,
    /// The treatment of whitespace.
    pub whitespace: Whitespace,
    /// The indentation of a level, for [`Whitespace::Indent`].
    pub indentation: Indentation,
    /// The number of characters after which a line is broken, where whitespace in text allows it; for
    /// [`Whitespace::Indent`]. By default, lines are not broken.
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::serialize::{Indentation, WriteOptions};
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let paragraph = document.create_element("p").unwrap();
    /// document.append_text(paragraph, "Oak and elm and yew").unwrap();
    /// let section = document.create_element("section").unwrap();
    /// document.append(section, paragraph).unwrap();
    /// let options = WriteOptions::pretty().indentation(Indentation::Tab).max_line_width(Some(12));
    /// assert_eq!(
    ///     document.node(section).to_html(&options),
    ///     "<section>\n\t<p>Oak and\n\telm and yew</p>\n</section>"
    /// );
    /// ```
    pub max_line_width: Option<usize>,
    /// Write the public and the system identifier of a DOCTYPE.
    pub doctype_identifiers: bool,
    /// The treatment of `meta` elements that declare the encoding.
    pub meta_charset: MetaCharset,
}

impl WriteOptions {
    /// Options that write as few bytes as possible for the same tree.
    ///
    /// Each run of whitespace becomes one space, or is removed if it is next to a block-level tag or a `br`, or in an
    /// element in which whitespace is not rendered, such as `head`, `table` and `select`. Whitespace is kept in `pre`,
    /// `textarea`, `listing`, `title`, in raw text, in SVG and `MathML`, and next to a block that has no place among the lines
    /// around it, because it is hidden (`hidden`, `popover`, a `dialog`), floats, or is in a `ruby`.
    ///
    /// So the [rendered text](crate::ToHtml::rendered_text) stays the same, with two exceptions: U+000C counts as whitespace, and
    /// a line feed may become a space, or a space a line feed, if only tags separate it from a U+200B. A style sheet can make
    /// whitespace visible in other places: if that matters, set [`whitespace`](field@Self::whitespace) to [`Whitespace::Keep`].
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// use hedgerow::serialize::WriteOptions;
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

    /// Options that add line breaks and indentation, which show the structure.
    ///
    /// Whitespace is removed as in [`minify`](Self::minify), and replaced by line feeds and two spaces for each level, up to
    /// 32 levels; see [`indentation`](field@Self::indentation) and [`max_line_width`](field@Self::max_line_width).
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// use hedgerow::serialize::WriteOptions;
    /// let mut document = Document::new();
    /// let list = document.create_element("ul").unwrap();
    /// let item = document.create_element("li").unwrap();
    /// document.append_text(item, "one").unwrap();
    /// document.append(list, item).unwrap();
    /// assert_eq!(document.node(list).to_html(&WriteOptions::pretty()), "<ul>\n  <li>one</li>\n</ul>");
    /// ```
    #[must_use]
    pub fn pretty() -> Self {
        Self { whitespace: Whitespace::Indent, minimize_flags: true, ..Self::keeping() }
    }

    hedgerow_base::setters!(
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
        minimize_flags: bool,
        alphabetical_attributes: bool,
        optional_tags: OptionalTags,
        trailing_solidus: TrailingSolidus,
        whitespace: Whitespace,
        indentation: Indentation,
        max_line_width: Option<usize>,
        doctype_identifiers: bool,
        meta_charset: MetaCharset,
    );

    /// Returns the options that both presets need to keep the tree.
    fn keeping() -> Self {
        Self { keep_newlines: true, doctype_identifiers: true, ..Self::default() }
    }
}

/// The shadow roots that are written. Each is written as a `template` element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum ShadowRoots {
    /// No shadow roots.
    #[default]
    None,
    /// Serializable shadow roots.
    Serializable,
    /// All shadow roots.
    All,
}

/// The attribute values that are quoted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum AttributeQuotes {
    /// All values.
    #[default]
    Always,
    /// Values that are invalid in the unquoted attribute value syntax.
    /// <https://html.spec.whatwg.org/multipage/syntax.html#unquoted>
    WhereNeeded,
}

/// The quotation mark of attribute values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum QuoteCharacter {
    /// U+0022 (").
    #[default]
    Double,
    /// U+0027 (').
    Single,
    /// U+0022 ("), except for values that contain it and no U+0027 (').
    Fewest,
}

/// The characters that are escaped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Escapes {
    /// The characters of the standard: U+0026 (&), U+003C (<), U+003E (>), U+00A0, and the quotation mark in values.
    #[default]
    Standard,
    /// The characters of the standard, except U+00A0.
    WhereNeeded,
}

/// The form of non-ASCII characters in text and in attribute values.
///
/// With character references, the output does not depend on the encoding, except for characters that cannot be escaped:
/// U+0080 to U+009F, and all non-ASCII characters in scripts, comments and names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum NonAscii {
    /// Written literally, except U+00A0, which [`Escapes`] controls.
    #[default]
    Keep,
    /// As numeric character references: `&#xE9;`.
    Numbers,
    /// As named character references if there is a name (`&eacute;`), otherwise as numeric ones. Needs the feature `names`.
    #[cfg(feature = "names")]
    Names,
}

/// The optional tags that are omitted. <https://html.spec.whatwg.org/multipage/syntax.html#optional-tags>
///
/// A start tag with attributes is never omitted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum OptionalTags {
    /// All tags are written.
    #[default]
    Write,
    /// All tags that the standard allows to be omitted. The tree is guaranteed to stay the same only for conforming
    /// documents.
    Omit,
    /// Of the tags of [`Omit`](Self::Omit), only those that a parser restores at the same position in any document. For
    /// example, the `</p>` of a `p` at the end of a `span` is written, because `</span>` would not close the `p`.
    OmitIfRestored,
}

/// Whether start tags of void elements end with a solidus, which has no meaning in HTML.
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

/// The treatment of ASCII whitespace in text.
///
/// Whitespace is always kept in `pre`, `textarea`, `listing`, `title`, in raw text such as scripts, and in SVG and `MathML`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Whitespace {
    /// All whitespace is kept.
    #[default]
    Keep,
    /// Each run becomes one space.
    Collapse,
    /// Each run becomes one space. But a run is removed if it is next to a block-level tag or a `br`, or if it is a whole
    /// text node in an element that has no text of its own, such as `table`.
    Trim,
    /// Whitespace is treated as with [`Trim`](Self::Trim). Then each block-level element is put on its own line and
    /// indented.
    Indent,
}

/// The indentation of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Indentation {
    /// This many spaces, at most 16.
    Spaces(u8),
    /// A tab.
    Tab,
}

impl Default for Indentation {
    fn default() -> Self {
        Self::Spaces(2)
    }
}

/// The treatment of `meta` elements that declare the encoding.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum MetaCharset {
    /// Unchanged.
    #[default]
    Keep,
    /// In elements that name another encoding, the name is replaced by the given name.
    Correct(Cow<'static, str>),
    /// Elements are changed as with [`Correct`](Self::Correct), and a `head` without such an element gets one as its first
    /// child.
    Inject(Cow<'static, str>),
}

impl MetaCharset {
    /// Returns the encoding to be declared, or `None` if `meta` elements are unchanged.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Keep => None,
            Self::Correct(name) | Self::Inject(name) => Some(name),
        }
    }
}
