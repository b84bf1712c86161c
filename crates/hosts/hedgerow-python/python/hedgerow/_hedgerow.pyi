"""
The native part of the package.
"""

from _typeshed import ReadableBuffer as Buffer
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import Any, Final, SupportsFloat, SupportsIndex, final
from typing_extensions import disjoint_base
from typing import Literal
from typing_extensions import Self
from typing import TypeVar, overload

_T = TypeVar("_T")

__all__ = ["__version__", "Attributes", "Comment", "Decorator", "Doctype", "Document", "DocumentEnd", "Element", "ElementStream", "Encoding", "EndTag", "Extractor", "Field", "FlatNodes", "Form", "LexborAttributes", "LexborNode", "LexborNodes", "LexborTree", "Limits", "Link", "MainContent", "Names", "Node", "Nodes", "Page", "ParseError", "Pieces", "Removal", "Results", "Rewriter", "Sanitizer", "Selector", "SourceEdits", "Stream", "Submission", "Table", "Text", "TextChunk", "Token", "Tokens", "XPath", "check", "detect_encoding", "parse", "parse_file", "parse_flat", "parse_fragment", "parse_many", "parse_xml", "sanitize", "tokens"]

__version__: Final[str]

@final
class Attributes:
    """
    The attributes of an element: a mutable mapping from names to values. It always shows the current state of the element.
    """
    def __contains__(self, name: Any, /) -> bool: ...
    def __delitem__(self, name: str, /) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getitem__(self, name: Any, /) -> str: ...
    def __iter__(self, /) -> Names: ...
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def __setitem__(self, name: str, value: str, /) -> None: ...
    def clear(self, /) -> None:
        """
        Removes all attributes.
        """
    def copy(self, /) -> "dict[str, str]":
        """
        The attributes as a dict.
        """
    @overload
    def get(self, /, name: "str", default: None = None) -> "str | None": ...
    @overload
    def get(self, /, name: "str", default: _T) -> "str | _T":
        """
        The value of an attribute, or the default.
        """
    def items(self, /) -> list[tuple[str, str]]:
        """
        The names and values, in order.
        """
    def keys(self, /) -> list[str]:
        """
        The names, in order.
        """
    def pop(self, name: "str", /, *default: "Any") -> "Any":
        """
        Removes an attribute and returns its value. If the attribute is missing, returns the default; without a default,
        raises a KeyError.
        """
    def setdefault(self, name: str, default: str = "", /) -> str:
        """
        Returns the value of an attribute. If the attribute is missing, it is set to the default first.
        """
    def update(self, others: "Mapping[str, str] | Iterable[tuple[str, str]] | None" = None, /, **more: "str") -> "None":
        """
        Sets several attributes. If the DOM refuses one of them, the element is unchanged.
        """
    def values(self, /) -> list[str]:
        """
        The values, in order.
        """

@final
class Comment:
    """
    A comment, in a handler of Rewriter.on_comment().
    """
    def after(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML after the node, before what earlier calls inserted.
        """
    def before(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML before the node.
        """
    @property
    def is_in_source_order(self, /) -> bool:
        """
        Whether the place of the node in the tree is that in the source.
        """
    @property
    def is_removed(self, /) -> bool:
        """
        Whether the node was removed or replaced.
        """
    def remove(self, /) -> None:
        """
        Removes the node.
        """
    def replace(self, /, html: str, *, text: bool = False) -> None:
        """
        Replaces the node.
        """
    def set_text(self, /, text: str) -> None:
        """
        Changes the text.
        """
    @property
    def text(self, /) -> str:
        """
        The text of the comment as it is written in the source.
        """

@final
class Decorator:
    """
    Adds a handler to a rewriter.
    """
    def __call__(self, /, handler: "Callable[[Any], object]") -> "Callable[[Any], object]":
        """
        Adds the function, and returns it.
        """

@final
class Doctype:
    """
    The doctype, in a handler of Rewriter.on_doctype().
    """
    def remove(self, /) -> None:
        """
        Removes the doctype. This changes the quirks mode.
        """
    @property
    def source(self, /) -> str:
        """
        The doctype as it is written in the source.
        """

@final
class Document:
    """
    A parsed document: the nodes of a tree, with queries and changes.

    Threads may share a document. Each call is atomic: other threads see the document before or after the call.
    """
    def __copy__(self, /) -> Document: ...
    def __deepcopy__(self, /, _memo: Any) -> Document: ...
    def __reduce__(self, /) -> "Any": ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def body(self, /) -> Node | None:
        """
        The body element, or the frameset in its place.
        """
    def by_id(self, /, id: str) -> Node | None:
        """
        The element with this id.
        """
    def clone(self, /) -> Document:
        """
        A copy, with nodes of its own.
        """
    def create_comment(self, /, text: str) -> Node:
        """
        Creates a comment.
        """
    def create_element(self, /, tag: "str", attrs: "Mapping[str, str] | None" = None, text: "str | None" = None) -> "Node":
        """
        Creates an element, with attributes and a text.
        """
    def create_text(self, /, text: str) -> Node:
        """
        Creates a text.
        """
    def css(self, /, selector: "str | Selector") -> "list[Node]":
        """
        The elements that match a CSS selector, in tree order; see css_text() for strings.
        """
    @overload
    def css_first(self, /, selector: "str | Selector", default: None = None) -> "Node | None": ...
    @overload
    def css_first(self, /, selector: "str | Selector", default: _T) -> "Node | _T":
        """
        The first element that matches a CSS selector; the default if nothing matches.
        """
    def css_text(self, /, selector: "str | Selector") -> "list[str]":
        """
        The strings that a CSS selector finds, in tree order: with "::attr(name)" at its end, the values of the attribute; with
        "::text", the texts directly in the elements that match; otherwise, the whole text of each of these elements.
        """
    @overload
    def css_text_first(self, /, selector: "str | Selector", default: None = None) -> "str | None": ...
    @overload
    def css_text_first(self, /, selector: "str | Selector", default: _T) -> "str | _T":
        """
        The first string that a CSS selector finds, as in css_text(); the default if nothing matches.
        """
    def descendants(self, /) -> Nodes:
        """
        All nodes of the tree, in tree order.
        """
    @property
    def document_node(self, /) -> Node:
        """
        The node that contains all others: the parent of the html element, the doctype and the comments around them.
        """
    @property
    def encoding(self, /) -> str | None:
        """
        The name of the encoding of the bytes; None if the document was parsed from text.
        """
    @property
    def encoding_certain(self, /) -> bool:
        """
        Whether the encoding is certain, because it was given or declared, and not only guessed from the bytes. True if the document
        was parsed from text.
        """
    @property
    def errors(self, /) -> list[ParseError]:
        """
        The parse errors, in source order; empty unless the document was parsed with errors=True.
        """
    def forms(self, /, base: str | None = None) -> list[Form]:
        """
        The forms, in tree order; base is the address of the page, against which the action is resolved.

        A control belongs to the form of its form attribute, or to the form around it.
        """
    @property
    def head(self, /) -> Node | None:
        """
        The head element.
        """
    @property
    def html(self, /) -> str:
        """
        The document as HTML, as the standard serializes it; see to_html() for writing documents back.
        """
    @property
    def json_ld(self, /) -> list[Any]:
        """
        The JSON-LD in the scripts of the document, as Python objects. Scripts with invalid JSON are left out.
        """
    @property
    def lang(self, /) -> str | None:
        """
        The language that the document declares; None if it declares none.
        """
    def links(self, /, base: str | None = None) -> list[Link]:
        """
        The addresses in attributes such as href, src and srcset, in tree order; base is the address of the page, against which
        they are resolved.
        """
    def main_content(self, /, *, prefer: "Literal['balance', 'precision', 'recall']" = "balance", comments: bool = True, links: "Literal['inline', 'references', 'text']" = "inline", images: bool = True, tables: bool = True, base: str | None = None) -> MainContent:
        """
        The main content of the page: its text without navigation, advertisements and the like. prefer is "balance", "precision"
        (little other text) or "recall" (little lost text); comments: whether comments of readers may be content. The other options
        are those of markdown().
        """
    def make_links_absolute(self, /, base: str | None = None) -> None:
        """
        Makes the addresses of links() absolute, also in the contents of templates. base is the address of the page. An address
        that cannot be resolved stays as it is.
        """
    @property
    def malformed_sequences(self, /) -> int | None:
        """
        The number of malformed byte sequences, each of which became a U+FFFD; None if the document was parsed from text or from a
        Stream.
        """
    def markdown(self, /, *, links: "Literal['inline', 'references', 'text']" = "inline", images: bool = True, tables: bool = True, base: str | None = None) -> str:
        """
        The document as Markdown: CommonMark with the tables, strikethrough, task lists and footnotes of GitHub. links is "inline",
        "references" or "text" (without addresses); base is the address of the page, which makes the addresses absolute.
        """
    @property
    def max_output(self, /) -> int:
        """
        The maximum number of bytes of the text or list that a call returns; a longer one raises a LimitError. Elements can
        share long attributes and texts, which are written for each of them. The default is 1 MiB, and 16 for each byte of
        text and 256 for each node of the document.
        """
    @max_output.setter
    def max_output(self, /, most: SupportsIndex | None) -> None: ...
    @property
    def meta(self, /) -> dict[str, Any]:
        """
        The contents of meta elements by their names, properties or pragmas in lower case; of several contents, the first one.
        """
    @property
    def opengraph(self, /) -> dict[str, Any]:
        """
        The Open Graph properties of meta elements, such as "og:image", each with the list of its contents.
        """
    @property
    def quirks_mode(self, /) -> str:
        """
        "no-quirks", "limited-quirks" or "quirks".
        """
    @property
    def rendered_text(self, /) -> str:
        """
        The text that a browser would show, with a line for each block.
        """
    def rewrite_links(self, /, replace: "Callable[[str], str | None]") -> "None":
        """
        Replaces the addresses of links(), as they are written, with the results of a function; None keeps an address.
        """
    @property
    def root(self, /) -> Node | None:
        """
        The html element; for a fragment, the fragment itself.
        """
    @property
    def source(self, /) -> str | None:
        """
        The decoded text that was parsed; None unless the document was parsed with spans=True or errors=True.
        """
    def strip_tags(self, /, tags: "Iterable[str]") -> None:
        """
        Destroys all elements with these names, with all that is in them.
        """
    def tables(self, /, *, max_slots: SupportsIndex | None = None) -> list[Table]:
        """
        The tables, in tree order. Raises a LimitError if their rows have more than max_slots slots in all; by default,
        a million more than the document has nodes. A cell is in each slot that it covers, in up to 1000 columns and
        65534 rows.
        """
    def text(self, /, separator: str = "", strip: bool = False) -> str:
        """
        The text of all nodes, joined by the separator; with strip, without the whitespace around each piece.
        """
    @property
    def title(self, /) -> str | None:
        """
        The text of the title element, with collapsed whitespace; None if there is no such element.
        """
    def to_html(self, /, *, pretty: bool = False, minify: bool = False, shadow_roots: bool = False) -> str:
        """
        The document as HTML that is parsed to the same tree in the same mode, so this is the form for writing documents back: the
        doctype has its identifiers, unlike in html, and no newline at the start of a pre is lost. With pretty, it is indented; with
        minify, it is shortened. With shadow_roots, the shadow roots are written as template elements.
        """
    def to_test_format(self, /) -> str:
        """
        The document in the format of the html5lib test suite, a line for each node.
        """
    def unwrap_tags(self, /, tags: "Iterable[str]") -> None:
        """
        Unwraps all elements with these names: each element is replaced with its children.
        """
    @property
    def url(self, /) -> str | None:
        """
        The address of the page, if it was passed to the parser. Addresses are resolved against it by default.
        """
    def xpath(self, /, expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node | str] | str | float | bool":
        """
        The value of an XPath 1.0 expression: a list of nodes and strings, a str, a float or a bool.

        namespaces: prefixes and URLs. steps: the maximum number of steps; see XPath. Other keyword arguments are variables.
        """
    @overload
    def xpath_first(self, /, expression: "str | XPath", default: None = None, *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "Node | str | float | bool | None": ...
    @overload
    def xpath_first(self, /, expression: "str | XPath", default: _T, *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "Node | str | float | bool | _T":
        """
        The first node or string of an XPath expression, or its value; the default if there is no node.
        """
    def xpath_nodes(self, /, expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node]":
        """
        The nodes that an XPath expression finds. A text, an attribute or another value is an error.
        """
    def xpath_text(self, /, expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[str]":
        """
        The texts of the nodes that an XPath expression finds: of an element, its whole text.
        """

@final
class DocumentEnd:
    """
    The end of the document, in a handler of Rewriter.on_document_end().
    """
    def append(self, /, html: str, *, text: bool = False) -> None:
        """
        Writes HTML after the document. A parser puts it at the end of the innermost element that is still open.
        """

@final
class Element:
    """
    An element that matches a selector, in a handler of a Rewriter. It can be changed only while the handler runs.

    In methods that take html, text=True makes it a text, which is escaped. The edits are made when the handler has returned: if a parser
    would understand one differently, feed() or finish() raises a RewriteError.
    """
    def after(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML after the element, before what earlier calls inserted.
        """
    def append(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML after the last child.
        """
    def attribute(self, /, name: str) -> str | None:
        """
        The value of an attribute, or None.
        """
    @property
    def attributes(self, /) -> dict[str, Any]:
        """
        A new dict of the attributes, in source order.
        """
    def before(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML before the element.
        """
    @property
    def can_have_contents(self, /) -> bool:
        """
        Whether the element can have contents in the source.
        """
    @property
    def contents(self, /) -> str | None:
        """
        The source of the contents, in a handler of on_contents; otherwise None.
        """
    @property
    def has_start_tag(self, /) -> bool:
        """
        Whether the element has a start tag of its own. Otherwise it is implied, or a copy of a formatting element.
        """
    @property
    def is_in_source_order(self, /) -> bool:
        """
        Whether the place of the element in the tree is that of its start tag in the source.
        """
    @property
    def is_removed(self, /) -> bool:
        """
        Whether the element was removed or replaced.
        """
    @property
    def local_name(self, /) -> str:
        """
        The local name: in lower case for HTML elements.
        """
    @property
    def namespace(self, /) -> str:
        """
        The namespace: "html", "svg" or "math".
        """
    def on_end(self, /, handler: "Callable[[EndTag], object]") -> "Callable[[EndTag], object]":
        """
        Calls a function with an EndTag at the end of the element, before its end tag if there is one. Returns the function, so this is
        also a decorator.
        """
    def prepend(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML before the first child, before what earlier calls inserted.
        """
    def remove(self, /) -> None:
        """
        Removes the element with its contents.
        """
    def remove_and_keep_contents(self, /) -> None:
        """
        Removes the element, and keeps its contents.
        """
    def remove_attribute(self, /, name: str) -> bool:
        """
        Removes an attribute. Returns whether there was one.
        """
    def rename(self, /, name: str) -> None:
        """
        Changes the name, in the start tag and in the end tag.
        """
    def replace(self, /, html: str, *, text: bool = False) -> None:
        """
        Replaces the element with its contents.
        """
    def set_attribute(self, /, name: str, value: str) -> None:
        """
        Sets the value of an attribute, and adds the attribute if it is missing.
        """
    def set_contents(self, /, html: str, *, text: bool = False) -> None:
        """
        Replaces the contents. Handlers are not called for the old ones.
        """
    @property
    def source_offset(self, /) -> int:
        """
        The offset of the start tag in bytes of the source; for a str, of its UTF-8 form.
        """

@final
class ElementStream:
    """
    A stream that returns the elements that match a selector as soon as they are finished, and then frees them, so that a
    document of any length takes little memory.

    >>> stream = ElementStream("li.new")
    >>> [node.text() for chunk in ["<ul><li class=new>O", "ak<li>Elm<li class=new>Yew"] for node in stream.feed(chunk)]
    ['Oak']
    >>> [node.text() for node in stream.finish()]
    ['Yew']

    The selector may contain names, ids, classes, attributes, ":is()", ":not()" and the child and descendant
    combinators: a match may depend only on the element and its ancestors. Bytes whose encoding is declared late may be parsed
    twice; pass the encoding to avoid that.

    Each element is a copy in a document of its own, so an element is copied once for each match that contains it:
    matches that are nested n deep take time and memory proportional to n squared. "li:not(li li)" selects only the
    outermost elements, and Limits(depth=...) bounds n.
    """
    def __new__(cls, /, selector: "str | Selector", *, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, shadow_roots: bool = False, limits: Limits | None = None) -> ElementStream: ...
    def feed(self, /, chunk: "str | Buffer") -> "list[Node]":
        """
        Parses a chunk. All chunks are str, or all are bytes. Returns a list of the elements that the chunk finishes, in
        the order of their ends.
        """
    def finish(self, /) -> "list[Node]":
        """
        Ends the input. Returns a list of the elements that were not finished yet.
        """

@final
class Encoding:
    """
    An encoding, and the step of encoding detection that found it.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[str, bool, str]:
        """
        The arguments of the constructor, for pickle.
        """
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, name: str, certain: bool, reason: str) -> Encoding:
        """
        Creates a value again, for pickle.
        """
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def certain(self, /) -> bool:
        """
        Whether the encoding is certain. If so, a declaration later in the document is ignored.
        """
    @property
    def name(self, /) -> str:
        """
        The name, such as "UTF-8" or "windows-1252".
        """
    @property
    def reason(self, /) -> str:
        """
        The step of encoding detection that decided.
        """

@final
class EndTag:
    """
    The end of an element, in a handler of Element.on_end().
    """
    def after(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML after the element.
        """
    def before(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML after the last child.
        """
    @property
    def has_tag(self, /) -> bool:
        """
        Whether there is an end tag. Otherwise the end is implied.
        """
    @property
    def local_name(self, /) -> str:
        """
        The local name of the element.
        """

@final
class Extractor:
    """
    Extracts strings from pages.

    >>> extract = Extractor({"title": "h1", "links": ["a", {"url": "::abs(href)", "text": ""}]})
    >>> extract("<h1>Oak</h1><a href=/1>The <b>leaf</b></a>", url="https://trees.example/")
    {'title': 'Oak', 'links': [{'url': 'https://trees.example/1', 'text': 'The leaf'}]}

    A field that is a selector reads the first match, or is None. A list with a selector reads all matches. A list with a
    selector and a dict of fields has a dict for each match. The end of a selector says what is read of an element: "::text", the
    default, is its whole text; "::html" its HTML; "::attr(name)" the value of an attribute; and "::abs(name)" an attribute as an
    absolute URL. Without a selector before it, such as "", "::html" or "::attr(href)", a field reads the match itself. A Field
    has options, such as a default.

    With strip, whitespace in texts is collapsed as in document.title. The other arguments are those of parse().
    """
    def __call__(self, /, page: "str | Buffer | Page | Document | Node", *, url: str | None = None, content_type: str | None = None) -> "dict[str, Any]":
        """
        Extracts the fields from a page, which is parsed first, or from a Document or a Node.

        url: the address of the page, for "::abs()". content_type: the Content-Type header of the page, for bytes.
        """
    def __getnewargs_ex__(self, /) -> "tuple[tuple[Any], dict[str, Any]]":
        """
        The arguments of the constructor, for pickle.
        """
    def __new__(cls, /, fields: "Mapping[str, Any]", *, strip: bool = True, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, limits: Limits | None = None) -> Extractor: ...
    def __repr__(self, /) -> str: ...
    def many(self, /, pages: "Iterable[str | Buffer | Page]", *, return_exceptions: bool = False) -> "Iterator[dict[str, Any]]":
        """
        Extracts the fields from many pages, on all cores. Returns an iterator of dicts, in the order of the pages. Pages are read
        from the iterable in blocks when their results are requested, so any number of pages takes little memory.

        If a page causes an exception, such as a LimitError, next() raises it, and the call after that returns the result of the
        next page. With return_exceptions, the exception itself is the result of the page.
        """

@final
class Field:
    """
    A field of an Extractor, with options.

    >>> extract = Extractor({"title": Field("h1", required=True), "tags": Field(["a.tag"], default=["none"])})
    >>> extract("<h1>Oak</h1>")
    {'title': 'Oak', 'tags': ['none']}

    default: the value if nothing matches. required: raise an ExtractionError if nothing matches. strip: collapse whitespace in
    texts; None means the setting of the Extractor.
    """
    def __getnewargs_ex__(self, /) -> "tuple[tuple[Any], dict[str, Any]]":
        """
        The arguments of the constructor, for pickle.
        """
    def __new__(cls, /, what: "Any", *, default: "Any" = None, required: "bool" = False, strip: "bool | None" = None) -> Field: ...
    def __repr__(self, /) -> str: ...

@final
class FlatNodes:
    """
    The nodes of a tree as tuples, one by one.
    """
    def __iter__(self, /) -> FlatNodes: ...
    def __length_hint__(self, /) -> int: ...
    def __next__(self, /) -> Any: ...
    def fill(self, /, soup: "Any", builder: "Any") -> None:
        """
        Fills a soup of Beautiful Soup with the nodes that are left.
        """

@final
class Form:
    """
    A form, and the entries that a browser would submit.
    """
    def __reduce__(self, /) -> "Any": ...
    def __repr__(self, /) -> str: ...
    @property
    def action(self, /) -> str | None:
        """
        The address to which the form is submitted, resolved as in links(); without an action, the address of the page.
        """
    @property
    def controls(self, /) -> list[Node]:
        """
        The controls of the form, including buttons and disabled controls, in tree order.
        """
    @property
    def enctype(self, /) -> str:
        """
        The encoding of the fields, such as "application/x-www-form-urlencoded".
        """
    @property
    def fields(self, /) -> list[tuple[str, str]]:
        """
        The names and values that a browser submits if nobody changes anything and no button is pressed, in tree order. The
        values are not checked against the type of a control, such as number.
        """
    @property
    def method(self, /) -> str:
        """
        "get", "post" or "dialog".
        """
    @property
    def node(self, /) -> Node:
        """
        The form element.
        """
    def submit(self, /, values: "Mapping[str, str | list[str] | None] | None" = None, button: "Node | str | None" = None) -> "Submission":
        """
        Returns the request with which a browser submits the form. values: the values that replace those of fields: a str, a list of
        str, or None to omit a field. button: the button that is pressed, a Node or the name of a control.

        >>> form = parse("<form action=search><input name=q><button name=go value=1>").forms("https://trees.example/")[0]
        >>> form.submit({"q": "old oak"}, button="go").url
        'https://trees.example/search?q=old+oak&go=1'
        """

@final
class LexborAttributes:
    """
    The attributes of a node; an empty value is None. Names ignore case, also in foreign elements.
    """
    def __contains__(self, name: Any, /) -> bool: ...
    def __delitem__(self, name: str, /) -> None: ...
    def __getitem__(self, name: str, /) -> str | None: ...
    def __iter__(self, /) -> Any: ...
    def __len__(self, /) -> int: ...
    def __new__(cls, /, *_arguments: "Any", **_options: "Any") -> LexborAttributes: ...
    def __repr__(self, /) -> str: ...
    def __setitem__(self, name: Any, value: Any, /) -> None: ...
    def get(self, /, key: "str", default: "Any" = None) -> "Any":
        """
        The value of an attribute, or the default.
        """
    def items(self, /) -> "Iterator[tuple[str, str | None]]":
        """
        The names and values.
        """
    def keys(self, /) -> "Iterator[str]":
        """
        The names.
        """
    def sget(self, /, key: "str", *default: "Any") -> "Any":
        """
        The value of an attribute, "" if it is empty, or the default.
        """
    def values(self, /) -> "Iterator[str | None]":
        """
        The values.
        """

@final
class LexborNode:
    """
    A node.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __iter__(self, /) -> Any: ...
    def __new__(cls, /, *_arguments: "Any", **_options: "Any") -> LexborNode: ...
    def __repr__(self, /) -> str: ...
    @property
    def _node(self, /) -> Node:
        """
        The node as hedgerow's class represents it.
        """
    @staticmethod
    def _of(node: Node, parser: "Any", is_fragment_root: bool = False, host: Node | None = None) -> LexborNode:
        """
        A view of a node.
        """
    @property
    def _scope(self, /) -> Node:
        """
        The node that methods apply to: the whole fragment for the root of a fragment, otherwise the node itself.
        """
    def any_css_matches(self, /, selectors: "tuple[str, ...]") -> "bool":
        """
        Whether one of the selectors matches a node.
        """
    @property
    def attributes(self, /) -> dict[str, Any]:
        """
        A copy of the attributes; an empty value is None.
        """
    @property
    def attrs(self, /) -> LexborAttributes:
        """
        The attributes.
        """
    @property
    def child(self, /) -> LexborNode | None:
        """
        The first child.
        """
    @property
    def comment_content(self, /) -> str | None:
        """
        The text of a comment, without whitespace around it.
        """
    def css(self, /, query: "str") -> "list[Any]":
        """
        The nodes that match a selector. The node itself is searched, too.
        """
    def css_first(self, /, query: "str", default: "Any" = None, strict: bool = False) -> "Any":
        """
        The first node that matches a selector; with strict, a second match is an error.
        """
    def css_matches(self, /, selector: "str") -> "bool":
        """
        Whether a selector matches a node.
        """
    def decompose(self, /, recursive: bool = True) -> None:
        """
        Takes the node out of the tree.
        """
    @property
    def first_child(self, /) -> LexborNode | None:
        """
        The first child.
        """
    @property
    def html(self, /) -> str:
        """
        The HTML of the node.
        """
    @property
    def id(self, /) -> str | None:
        """
        The id attribute.
        """
    @property
    def inner_html(self, /) -> str:
        """
        The HTML of the children. The contents of a template are not its children.
        """
    @inner_html.setter
    def inner_html(self, /, html: str) -> None:
        """
        Replaces the children, which stay usable.
        """
    @property
    def is_comment_node(self, /) -> bool:
        """
        Whether the node is a comment.
        """
    @property
    def is_document_node(self, /) -> bool:
        """
        Whether the node is the document.
        """
    @property
    def is_element_node(self, /) -> bool:
        """
        Whether the node is an element.
        """
    @property
    def is_empty_text_node(self, /) -> bool:
        """
        Whether the node is a text of whitespace only.
        """
    @property
    def is_text_node(self, /) -> bool:
        """
        Whether the node is a text.
        """
    def iter(self, /, include_text: bool = False, skip_empty: bool = False) -> "Iterator[Any]":
        """
        The children; texts only with include_text.
        """
    @property
    def last_child(self, /) -> LexborNode | None:
        """
        The last child.
        """
    @property
    def mem_id(self, /) -> int:
        """
        A number that identifies the node.
        """
    @property
    def next(self, /) -> LexborNode | None:
        """
        The next sibling.
        """
    @property
    def parent(self, /) -> LexborNode | None:
        """
        The parent; None for a top-level node of a fragment, and the template for its contents.
        """
    @property
    def parser(self, /) -> Any:
        """
        The parser that created the document.
        """
    @property
    def prev(self, /) -> LexborNode | None:
        """
        The previous sibling.
        """
    def remove(self, /, recursive: bool = True) -> None:
        """
        Takes the node out of the tree.
        """
    def script_srcs_contain(self, /, queries: "tuple[str, ...]") -> "bool":
        """
        Whether the address of a script contains one of these texts. The node itself is searched, too.
        """
    def scripts_contain(self, /, query: str) -> bool:
        """
        Whether the text of a script contains a text. The node itself is searched, too.
        """
    @property
    def tag(self, /) -> str:
        """
        The name of the element, or a name such as "-text".
        """
    def text(self, /, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False) -> str:
        """
        The text in the node.
        """
    @property
    def text_content(self, /) -> str | None:
        """
        The text of a text node.
        """
    def text_lexbor(self, /) -> str:
        """
        The text in the node.
        """
    def traverse(self, /, include_text: bool = False, skip_empty: bool = False) -> "Iterator[Any]":
        """
        The node and its descendants; texts only with include_text.
        """

@final
class LexborNodes:
    """
    Nodes, in lists of at most 256.
    """
    def __iter__(self, /) -> LexborNodes: ...
    def __next__(self, /) -> list[Any]: ...

@disjoint_base
class LexborTree:
    """
    The base class of LexborHTMLParser: its document, and the methods that are called often.
    """
    def __new__(cls, /, *_arguments: "Any", **_options: "Any") -> "Self": ...
    @property
    def _content(self, /) -> Any: ...
    @property
    def _document(self, /) -> Document: ...
    def _start(self, /, document: Document, is_fragment: bool) -> None:
        """
        Sets the document, once.
        """
    def any_css_matches(self, /, selectors: "tuple[str, ...]") -> "bool":
        """
        Whether one of the selectors matches a node.
        """
    @property
    def body(self, /) -> Any | None:
        """
        The body element.
        """
    def css(self, /, query: "str") -> "list[Any]":
        """
        The nodes that match a selector.
        """
    def css_first(self, /, query: "str", default: "Any" = None, strict: bool = False) -> "Any":
        """
        The first node that matches a selector; with strict, a second match is an error.
        """
    def css_matches(self, /, selector: "str") -> "bool":
        """
        Whether a selector matches a node.
        """
    @property
    def head(self, /) -> Any | None:
        """
        The head element.
        """
    @property
    def html(self, /) -> str:
        """
        The HTML of the document.
        """
    @property
    def root(self, /) -> Any | None:
        """
        The html element, or the first node of a fragment.
        """
    def script_srcs_contain(self, /, queries: "tuple[str, ...]") -> "bool":
        """
        Whether the address of a script contains one of these texts.
        """
    def scripts_contain(self, /, query: str) -> bool:
        """
        Whether the text of a script contains a text.
        """
    def tags(self, /, name: "str") -> "list[Any]":
        """
        The elements with a name.
        """
    def text(self, /, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False) -> str:
        """
        The text of the document.
        """

@final
class Limits:
    """
    Bounds on the cost of a document, for untrusted input; `None` means no bound.

    If a bound is exceeded, parsing raises a LimitError with the part of the document that was parsed.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self, /) -> "tuple[tuple[()], dict[str, Any]]":
        """
        The arguments of the constructor, for pickle.
        """
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, bytes: "int | None" = None, nodes: "int | None" = None, depth: "int | None" = None, attributes: "int | None" = None, copied_text: "int | None" = None, steps: "int | None" = None, errors: "int | None" = None, output: "int | None" = None, seconds: SupportsFloat | SupportsIndex | None = None) -> Limits: ...
    def __repr__(self, /) -> str: ...
    @property
    def attributes(self, /) -> int | None:
        """
        The maximum number of attributes of an element.
        """
    @staticmethod
    def browser() -> Limits:
        """
        The limits that browsers have: 512 nested elements, and 1 MiB of copied text.
        """
    @property
    def bytes(self, /) -> int | None:
        """
        The maximum number of bytes of input.
        """
    @property
    def copied_text(self, /) -> int | None:
        """
        The maximum number of bytes of text that are copied. A clone of an option shares its text with the original; the
        text is copied when one of them is modified.
        """
    @property
    def depth(self, /) -> int | None:
        """
        The maximum number of elements that are nested in one another.
        """
    @property
    def errors(self, /) -> int | None:
        """
        The maximum number of parse errors.
        """
    @property
    def nodes(self, /) -> int | None:
        """
        The maximum number of nodes of the document.
        """
    @property
    def output(self, /) -> int | None:
        """
        The maximum number of bytes of sanitized HTML; None means 16 for each byte of input, and 1 MiB. For documents, see
        Document.max_output.
        """
    @property
    def seconds(self, /) -> float | None:
        """
        The maximum time of the parser in seconds. Unlike the other bounds, it depends on the machine and its load; it is checked
        after each 64 KiB of input.
        """
    @property
    def steps(self, /) -> int | None:
        """
        The maximum number of steps of work: 20 million take about a second.
        """

@final
class Link:
    """
    An address in an attribute.
    """
    def __reduce__(self, /) -> "Any": ...
    def __repr__(self, /) -> str: ...
    @property
    def attribute(self, /) -> str:
        """
        The name of the attribute, such as "href" or "srcset".
        """
    @property
    def element(self, /) -> str:
        """
        The name of the element, such as "a" or "img".
        """
    @property
    def node(self, /) -> Node:
        """
        The element.
        """
    @property
    def rel(self, /) -> str | None:
        """
        The rel attribute.
        """
    @property
    def text(self, /) -> str:
        """
        The text of the element, with collapsed whitespace.
        """
    def to_dict(self, /) -> "dict[str, str | None]":
        """
        The strings as a dict, for example for a data frame: pandas.DataFrame(link.to_dict() for link in document.links()).
        """
    @property
    def url(self, /) -> str | None:
        """
        The absolute URL; a relative address if there is no absolute base, and None if the address is invalid.
        """
    @property
    def value(self, /) -> str:
        """
        The address as it is written.
        """

@final
class MainContent:
    """
    The main content of a page, and what the page says about itself.
    """
    def __reduce__(self, /) -> "Any": ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def author(self, /) -> str | None:
        """
        The names of the authors.
        """
    @property
    def confidence(self, /) -> float:
        """
        An estimate of how well the nodes match the content, from 0 to 1.
        """
    @property
    def date(self, /) -> str | None:
        """
        The date of publication, usually in ISO 8601.
        """
    @property
    def description(self, /) -> str | None:
        """
        A description of the content.
        """
    @property
    def kind(self, /) -> str:
        """
        The kind of page: "article", "forum", "product", "collection", "documentation", "other" or "unknown".
        """
    @property
    def language(self, /) -> str | None:
        """
        The language.
        """
    @property
    def markdown(self, /) -> str:
        """
        The content as Markdown.
        """
    @property
    def nodes(self, /) -> list[Node]:
        """
        The nodes that are content with all their descendants, in tree order.
        """
    @property
    def site(self, /) -> str | None:
        """
        The name of the site.
        """
    @property
    def text(self, /) -> str:
        """
        The text: blocks with an empty line between them.
        """
    @property
    def title(self, /) -> str | None:
        """
        The title of the content; None if the page does not state it. The same holds for the following attributes.
        """

@final
class Names:
    """
    The names of attributes, one by one.
    """
    def __iter__(self, /) -> Names: ...
    def __next__(self, /) -> str: ...

@final
class Node:
    """
    A node of a document. Two nodes are equal if they are the same node; a node keeps its document alive.
    """
    def __bool__(self, /) -> bool:
        """
        A node is true, even if it has no children.
        """
    def __contains__(self, name: str, /) -> bool: ...
    def __copy__(self, /) -> Node:
        """
        A copy of the node with all nodes in it, outside any tree.
        """
    def __deepcopy__(self, /, _memo: "Any") -> "Node": ...
    def __delitem__(self, name: str, /) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getitem__(self, name: Any, /) -> str: ...
    def __hash__(self, /) -> int: ...
    def __iter__(self, /) -> Nodes: ...
    def __reduce__(self, /) -> "Any": ...
    def __repr__(self, /) -> str: ...
    def __setitem__(self, name: str, value: str, /) -> None: ...
    def __str__(self, /) -> str: ...
    def add_class(self, /, name: str) -> bool:
        """
        Adds a class. Returns whether the element did not have it.
        """
    def ancestors(self, /) -> Nodes:
        """
        The parent, its parent, and so on, as they are at the time of the call.
        """
    def append(self, /, *nodes: "Node | Document | str") -> None:
        """
        Inserts nodes as the last children. Like all methods that insert nodes, it inserts a str as text, a Document as
        a copy of its content, and a node of another document as a copy. The other document does not change.
        """
    @property
    def attrs(self, /) -> Attributes:
        """
        The attributes, as a mapping; a change of the mapping changes the element.
        """
    @property
    def children(self, /) -> list[Node]:
        """
        The children of all kinds, texts and comments too; iter() has the elements only.
        """
    @property
    def classes(self, /) -> list[str]:
        """
        The classes, in the order of the class attribute.
        """
    def clone(self, /, deep: bool = True) -> Node:
        """
        A copy of the node, outside any tree; with deep, the copy includes all nodes in it.
        """
    def closest(self, /, selector: "str | Selector") -> "Node | None":
        """
        The node itself if it matches a CSS selector, or else its nearest ancestor that does; None if nothing matches.
        """
    @property
    def column(self, /) -> int | None:
        """
        The column of the start in the source, in characters, from 1.
        """
    def css(self, /, selector: "str | Selector") -> "list[Node]":
        """
        The elements in this node that match a CSS selector, in tree order; see css_text() for strings.
        """
    @overload
    def css_first(self, /, selector: "str | Selector", default: None = None) -> "Node | None": ...
    @overload
    def css_first(self, /, selector: "str | Selector", default: _T) -> "Node | _T":
        """
        The first element that matches a CSS selector; the default if nothing matches.
        """
    @property
    def css_path(self, /) -> str | None:
        """
        A CSS selector that finds this element in its document, such as "html > body > p:nth-of-type(2)"; None for other nodes.
        """
    def css_text(self, /, selector: "str | Selector") -> "list[str]":
        """
        The strings that a CSS selector finds, in tree order: with "::attr(name)" at its end, the values of the attribute; with
        "::text", the texts directly in the elements that match; otherwise, the whole text of each of these elements. The node
        itself is searched, too, for "::text" and "::attr()": node.css_text("::text") includes the texts directly in it.
        """
    @overload
    def css_text_first(self, /, selector: "str | Selector", default: None = None) -> "str | None": ...
    @overload
    def css_text_first(self, /, selector: "str | Selector", default: _T) -> "str | _T":
        """
        The first string that a CSS selector finds, as in css_text(); the default if nothing matches.
        """
    @property
    def data(self, /) -> str | None:
        """
        The text of a text node, a comment or a processing instruction; None for another node.
        """
    @data.setter
    def data(self, /, data: str) -> None: ...
    def decompose(self, /) -> None:
        """
        Destroys the node and all nodes in it: a later use of them raises a StaleNodeError.
        """
    def descendants(self, /) -> Nodes:
        """
        The descendants, in tree order, as they are at the time of the call: changes during the iteration are allowed.
        """
    @property
    def doctype(self, /) -> tuple[str, str, str] | None:
        """
        The name, the public and the system identifier of a doctype; None for another node.
        """
    @property
    def document(self, /) -> Document:
        """
        The document that the node is in.
        """
    @property
    def first_child(self, /) -> Node | None:
        """
        The first child, of any kind.
        """
    def forms(self, /, base: str | None = None) -> list[Form]:
        """
        The forms of the document that are in this node, or are this node; see Document.forms().
        """
    @overload
    def get(self, /, name: "str", default: None = None) -> "str | None": ...
    @overload
    def get(self, /, name: "str", default: _T) -> "str | _T":
        """
        The value of an attribute, or the default.
        """
    @property
    def html(self, /) -> str:
        """
        The HTML of the node; the same as outer_html.
        """
    @property
    def id(self, /) -> str | None:
        """
        The id attribute; None if it is missing or empty.
        """
    @property
    def inner_html(self, /) -> str:
        """
        The HTML of the children. Assign HTML as a str to replace them.
        """
    @inner_html.setter
    def inner_html(self, /, html: str) -> None: ...
    def insert_after(self, /, *nodes: "Node | Document | str") -> None:
        """
        Inserts nodes after this one.
        """
    def insert_before(self, /, *nodes: "Node | Document | str") -> None:
        """
        Inserts nodes before this one.
        """
    @property
    def is_connected(self, /) -> bool:
        """
        Whether the node is in the tree of its document.
        """
    def iter(self, /, include_text: bool = False) -> Nodes:
        """
        The children that are elements, as they are at the time of the call; with include_text, the texts too.
        """
    @property
    def kind(self, /) -> str:
        """
        "element", "text", "comment", "doctype", "document", "fragment", "shadow-root" or "processing-instruction".
        """
    @property
    def last_child(self, /) -> Node | None:
        """
        The last child, of any kind.
        """
    @property
    def line(self, /) -> int | None:
        """
        The line of the start in the source, from 1.
        """
    def links(self, /, base: str | None = None) -> list[Link]:
        """
        The links of the document that are in this node; see Document.links().
        """
    def markdown(self, /, *, links: "Literal['inline', 'references', 'text']" = "inline", images: bool = True, tables: bool = True, base: str | None = None) -> str:
        """
        The node as Markdown; see Document.markdown().
        """
    def matches(self, /, selector: "str | Selector") -> "bool":
        """
        Whether the node is an element that matches a CSS selector.
        """
    @property
    def namespace(self, /) -> str | None:
        """
        The namespace of the element: "html", "svg" or "math"; None for another node.
        """
    @property
    def next(self, /) -> Node | None:
        """
        The next sibling, of any kind.
        """
    @property
    def next_element(self, /) -> Node | None:
        """
        The next sibling that is an element.
        """
    def normalize(self, /) -> None:
        """
        Joins adjacent texts in the node, and removes empty ones.
        """
    @property
    def outer_html(self, /) -> str:
        """
        The HTML of the node. Assign HTML as a str to replace the node.
        """
    @outer_html.setter
    def outer_html(self, /, html: str) -> None: ...
    @property
    def parent(self, /) -> Node | None:
        """
        The parent; None for a node that was removed and for the document node.
        """
    def prepend(self, /, *nodes: "Node | Document | str") -> None:
        """
        Inserts nodes as the first children.
        """
    @property
    def prev(self, /) -> Node | None:
        """
        The previous sibling, of any kind.
        """
    @property
    def prev_element(self, /) -> Node | None:
        """
        The previous sibling that is an element.
        """
    def remove(self, /) -> None:
        """
        Takes the node out of the tree, with all that is in it. It can be read, changed and inserted again.
        """
    def remove_class(self, /, name: str) -> bool:
        """
        Removes a class. Returns whether the element had it.
        """
    @property
    def rendered_text(self, /) -> str:
        """
        The text that a browser would show, with a line for each block.
        """
    def replace_with(self, /, *nodes: "Node | Document | str") -> None:
        """
        Puts nodes in the place of this one, which is taken out of the tree and stays usable.
        """
    def sanitize(self, /, sanitizer: "str | dict[str, Any] | Sanitizer | None" = None) -> "list[Removal]":
        """
        Removes from the node everything that a sanitizer does not allow, and returns a list of the removals and changes.
        """
    @property
    def shadow_root(self, /) -> Node | None:
        """
        The shadow root of the element; None if it has none.
        """
    @property
    def span(self, /) -> tuple[int, int] | None:
        """
        The start and the end in document.source, in characters. None unless the document was parsed with spans=True or
        errors=True; also None if the node has no source of its own.
        """
    def strip_tags(self, /, tags: "Iterable[str]") -> None:
        """
        Destroys all elements with these names in the node, with all that is in them.
        """
    def tables(self, /, *, max_slots: SupportsIndex | None = None) -> list[Table]:
        """
        The tables of the document that are in this node, or are this node; see Document.tables().
        """
    @property
    def tag(self, /) -> str | None:
        """
        The name of the element; None for another node.
        """
    @tag.setter
    def tag(self, /, name: str) -> None: ...
    @property
    def target(self, /) -> str | None:
        """
        The name before the data of a processing instruction; None for another node.
        """
    @property
    def template_contents(self, /) -> Node | None:
        """
        The fragment with the contents of a template element; None for another node.
        """
    @property
    def text(self, /) -> Text:
        """
        Call it for the text in the node: text(separator="", strip=False). Assign a str to replace the content.
        """
    @text.setter
    def text(self, /, text: str) -> None: ...
    def to_html(self, /, *, pretty: bool = False, minify: bool = False, shadow_roots: bool = False) -> str:
        """
        The HTML of the node, indented or minified; with shadow_roots, the shadow roots are written as template elements.
        """
    def unwrap(self, /) -> None:
        """
        Puts the children of the element in its place. The element stays usable, without children.
        """
    def unwrap_tags(self, /, tags: "Iterable[str]") -> None:
        """
        Unwraps all elements with these names in the node.
        """
    def wrap(self, /, wrapper: "Node | str") -> "Node":
        """
        Puts a wrapper in the place of the node, and the node into the wrapper. The wrapper is an element, or the name
        of a new element. Returns the wrapper.
        """
    def xpath(self, /, expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node | str] | str | float | bool":
        """
        The value of an XPath 1.0 expression: a list of nodes and strings, a str, a float or a bool.

        namespaces: prefixes and URLs. steps: the maximum number of steps; see XPath. Other keyword arguments are variables.
        """
    @overload
    def xpath_first(self, /, expression: "str | XPath", default: None = None, *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "Node | str | float | bool | None": ...
    @overload
    def xpath_first(self, /, expression: "str | XPath", default: _T, *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "Node | str | float | bool | _T":
        """
        The first node or string of an XPath expression, or its value; the default if there is no node.
        """
    def xpath_nodes(self, /, expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[Node]":
        """
        The nodes that an XPath expression finds. A text, an attribute or another value is an error.
        """
    @property
    def xpath_path(self, /) -> str | None:
        """
        An XPath expression that finds this node in its document, such as "/html/body/p[2]"; None for nodes that XPath does not know.
        """
    def xpath_text(self, /, expression: "str | XPath", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None, **variables: "Any") -> "list[str]":
        """
        The texts of the nodes that an XPath expression finds: of an element, its whole text.
        """

@final
class Nodes:
    """
    Nodes, one by one. Nodes that were destroyed meanwhile are left out.
    """
    def __iter__(self, /) -> Nodes: ...
    def __length_hint__(self, /) -> int: ...
    def __next__(self, /) -> Node: ...

@final
class Page:
    """
    A page to parse, with the address and the Content-Type header of its response.

    >>> page = Page(b"<title>\\xe4\\xd5\\xc2</title>", content_type="text/html; charset=koi8-r", url="https://trees.example/")
    >>> [document.title for document in parse_many([page, "<title>Elm"])]
    ['Дуб', 'Elm']
    """
    def __getnewargs_ex__(self, /) -> "tuple[tuple[Any], dict[str, Any]]":
        """
        The arguments of the constructor, for pickle.
        """
    def __new__(cls, /, data: "str | Buffer", *, url: str | None = None, content_type: str | None = None) -> Page: ...
    def __repr__(self, /) -> str: ...
    @property
    def content_type(self, /) -> str | None:
        """
        The Content-Type header, for bytes.
        """
    @property
    def data(self, /) -> Any:
        """
        The text, or the bytes.
        """
    @property
    def url(self, /) -> str | None:
        """
        The address of the page.
        """

@final
class ParseError:
    """
    A parse error, or a violation of a rule for authors that check() reports.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def code(self, /) -> str:
        """
        The code of the standard, such as "duplicate-attribute", or one of this library.
        """
    @property
    def column(self, /) -> int:
        """
        The column of the start, in characters, from 1.
        """
    @property
    def end_column(self, /) -> int:
        """
        The column of the end.
        """
    @property
    def end_line(self, /) -> int:
        """
        The line of the end.
        """
    @property
    def fix(self, /) -> str | None:
        """
        How to repair the mistake; None if that depends on what the author meant.
        """
    @property
    def level(self, /) -> str:
        """
        "error", "warning" or "advice".
        """
    @property
    def line(self, /) -> int:
        """
        The line of the start, from 1.
        """
    @property
    def message(self, /) -> str:
        """
        The message: the mistake in words.
        """
    @property
    def span(self, /) -> tuple[int, int]:
        """
        The start and the end in document.source, in characters.
        """
    @property
    def url(self, /) -> str:
        """
        The URL of the section of the standard.
        """

@final
class Pieces:
    """
    The pieces of an output.
    """
    def __iter__(self, /) -> Pieces: ...
    def __next__(self, /) -> Any: ...

@final
class Removal:
    """
    A node or an attribute that a sanitizer removed or changed.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def attribute(self, /) -> str | None:
        """
        The name of the attribute; None if a node was removed or replaced.
        """
    @property
    def column(self, /) -> int | None:
        """
        The column of the start, in characters, from 1.
        """
    @property
    def element(self, /) -> str | None:
        """
        The name of the element; None for a comment or a processing instruction.
        """
    @property
    def line(self, /) -> int | None:
        """
        The line of the start, from 1.
        """
    @property
    def message(self, /) -> str:
        """
        The description: "removed attribute onclick of p: event handler".
        """
    @property
    def span(self, /) -> tuple[int, int] | None:
        """
        The start and the end in the HTML, in characters; None if they are not known.
        """

@final
class Results:
    """
    The results of many pages, one by one. Pages are read and processed in blocks, when their results are requested.

    If a page causes an exception, next() raises it, and the call after that returns the result of the next page.
    """
    def __iter__(self, /) -> Results: ...
    def __next__(self, /) -> Any: ...

@final
class Rewriter:
    """
    Changes a document while it passes: calls functions for the elements that selectors match, and returns the source with the
    functions' edits. Everything that no edit changes stays as it is, byte for byte.

    >>> def number(cell):
    ...     cell.set_attribute("class", "even")
    >>> Rewriter({"tr:nth-child(2n) > td": number}).rewrite("<table><tr><td>Oak<tr><td>Yew</table>")
    '<table><tr><td>Oak<tr><td class="even">Yew</table>'

    handlers: a function for each selector, which receives an Element. The methods on, on_contents, on_text and so on are decorators
    that add further ones. content_type, encoding, scripting: see parse(). At most max_held bytes are held back: of a long tag, or of an
    element until its later siblings or its contents decide whether a selector such as ":last-child" or ":has()" matches. Beyond,
    a LimitError is raised, or, with keep_held, the source stays as it is.

    A rewriter is for one document. The edits of a handler are made when it has returned. An edit with another effect on the tree than it
    says is refused with a RewriteError of feed() or finish(), which ends the run, as an exception of a handler does.
    """
    def __new__(cls, /, handlers: "Mapping[str, Callable[[Element], object]] | None" = None, *, content_type: str | None = None, encoding: str | None = None, scripting: bool = False, max_held: SupportsIndex = ..., keep_held: bool = False) -> Rewriter: ...
    def feed(self, /, chunk: "str | Buffer") -> "Any":
        """
        Rewrites a chunk, and returns the output that is final. All chunks are str, or all are bytes, and so is the output.
        """
    def finish(self, /) -> "Any":
        """
        Ends the document, and returns the rest of the output.
        """
    def on(self, /, selector: "str | Selector") -> Decorator:
        """
        A decorator that calls a function with an Element for each element that matches a selector.
        """
    def on_comment(self, /, selector: "str | Selector | None" = None) -> Decorator:
        """
        A decorator that calls a function with a Comment for the comments in each element that matches a selector; without a selector,
        for all comments.
        """
    def on_contents(self, /, selector: "str | Selector") -> Decorator:
        """
        A decorator that calls a function with an Element for each element that matches a selector, when its contents are known. The
        source is held back from the start of the element to its end.
        """
    def on_doctype(self, /) -> Decorator:
        """
        A decorator that calls a function with the Doctype.
        """
    def on_document_end(self, /) -> Decorator:
        """
        A decorator that calls a function with the DocumentEnd.
        """
    def on_text(self, /, selector: "str | Selector | None" = None) -> Decorator:
        """
        A decorator that calls a function with a TextChunk for the texts in each element that matches a selector; without a selector, for
        all texts.
        """
    def pieces(self, /, source: "Iterable[str] | Iterable[bytes] | Any") -> "Iterator[Any]":
        """
        Rewrites an open file, or chunks of str or bytes, in little memory. Returns an iterator over the pieces of the output.
        """
    def rewrite(self, /, html: "str | Buffer") -> "Any":
        """
        Rewrites a whole document.
        """

@final
class Sanitizer:
    """
    The rules for untrusted HTML.

    >>> sanitizer = Sanitizer({"elements": ["p", {"name": "a", "attributes": ["href"]}]}, link_rel="nofollow")
    >>> sanitizer.sanitize("<p onclick=x()>Oak <a href=/elm>elm</a><script>x()</script>")
    '<p>Oak <a href="/elm" rel="nofollow">elm</a></p>'

    config: the name of a preset ("default", "basic", "comments", "email", "article"), or a dict with the members of the
    standard's SanitizerConfig, such as "elements", "removeElements", "attributes", "comments".

    The keywords are rules beyond the standard. Presets other than "default" have such rules and accept no keywords.
    url_schemes: the schemes of URLs that are kept, besides relative URLs; remove_relative_urls: whether attributes with
    relative URLs are removed; link_rel: link types that links get; link_target: the target that links get; prefix_ids:
    a prefix for ids and names; classes: the classes that are kept; css_properties: the properties that style attributes
    may have.

    Whatever the configuration says, everything that runs a script is removed.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, config: "str | dict[str, Any] | Sanitizer | None" = None, *, url_schemes: "Iterable[str] | None" = None, remove_relative_urls: bool = False, link_rel: str | None = None, link_target: str | None = None, prefix_ids: str | None = None, classes: "Iterable[str] | None" = None, css_properties: "Iterable[str] | None" = None) -> Sanitizer: ...
    def __reduce__(self, /) -> "Any":
        """
        The function and the arguments that create an equal sanitizer, for pickle.
        """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _restored(config: "dict[str, Any]", preset: str | None, keywords: "dict[str, Any]") -> Sanitizer:
        """
        A sanitizer with the configuration of another one, and with the rules of a preset beyond the standard, or with keywords.
        """
    def allow_attribute(self, /, attribute: "str | dict[str, Any]") -> Sanitizer:
        """
        A copy that also allows an attribute on all elements.
        """
    def allow_element(self, /, element: "str | dict[str, Any]") -> Sanitizer:
        """
        A copy that also allows an element, whose attributes may be restricted: a name, or a dict with "name", "namespace",
        "attributes" or "removeAttributes".
        """
    def config(self, /) -> "dict[str, Any]":
        """
        The configuration: a dict with the members of the standard's SanitizerConfig, with sorted lists.
        """
    def parse(self, /, html: "str", context: str | None = None, *, limits: Limits | None = None) -> Document:
        """
        Parses a document, or a fragment if there is a context, and sanitizes it during parsing: only what is allowed enters
        the tree.

        A document is parsed as by a browser without scripting, and its declarative shadow roots are attached if the rules
        allow them. A fragment is parsed as by a browser with scripting, so the contents of noscript elements are text, and
        no shadow roots are attached.
        """
    def remove_attribute(self, /, attribute: "str | dict[str, Any]") -> Sanitizer:
        """
        A copy that removes an attribute from all elements.
        """
    def remove_element(self, /, element: "str | dict[str, Any]") -> Sanitizer:
        """
        A copy that removes an element with all that is in it.
        """
    def replace_element_with_children(self, /, element: "str | dict[str, Any]") -> Sanitizer:
        """
        A copy that replaces an element with its children.
        """
    def sanitize(self, /, html: "str", *, limits: Limits | None = None) -> str:
        """
        Returns HTML that is safe in the content of a div, a li, a td, an article or another element that may contain
        paragraphs.
        """
    def sanitize_with_report(self, /, html: "str", *, limits: Limits | None = None) -> "tuple[str, list[Removal]]":
        """
        Returns the same HTML as sanitize(), and a list of the removals and changes.
        """

@final
class Selector:
    """
    A compiled CSS selector. Methods also accept a str, which they compile and cache.

    Besides CSS, a selector may contain "::text", "::attr(name)" and ":contains(text)".
    """
    def __getnewargs__(self, /) -> tuple[str]:
        """
        The arguments of the constructor, for pickle.
        """
    def __new__(cls, /, selector: str) -> Selector: ...
    def __repr__(self, /) -> str: ...

@final
class SourceEdits:
    """
    Changes of the source of a document: the rest of the source stays as it is, character for character, unlike in document.html.

    >>> document = parse("<A  HREF=/old>one</A>", spans=True)
    >>> edits = SourceEdits(document)
    >>> edits.set_attribute(document.css("a")[0], "href", "/new?a&b")
    >>> edits.apply()
    '<A  HREF="/new?a&amp;b">one</A>'

    The document must have been parsed with spans=True, and must not have been changed since. It does not change. A change that cannot
    be made raises a ValueError, in the call or, if it conflicts with another change, in apply().
    """
    def __new__(cls, /, document: Document) -> SourceEdits: ...
    def __repr__(self, /) -> str: ...
    def append(self, /, node: Node, html: str) -> None:
        """
        Inserts HTML after the contents of an element.
        """
    def apply(self, /) -> str:
        """
        The source with all changes.
        """
    def edits(self, /) -> list[tuple[int, int, str]]:
        """
        The changed places in source order: the start and the end in document.source, in characters, and the new text.
        """
    def insert_after(self, /, node: Node, html: str) -> None:
        """
        Inserts HTML after a node.
        """
    def insert_before(self, /, node: Node, html: str) -> None:
        """
        Inserts HTML before a node.
        """
    def prepend(self, /, node: Node, html: str) -> None:
        """
        Inserts HTML before the contents of an element.
        """
    def remove_attribute(self, /, node: Node, name: str) -> None:
        """
        Removes an attribute.
        """
    def rename(self, /, node: Node, name: str) -> None:
        """
        Changes the name of an element, in its start tag and its end tag.
        """
    def rename_attribute(self, /, node: Node, name: str, new_name: str) -> None:
        """
        Changes the name of an attribute.
        """
    def replace(self, /, node: Node, html: str) -> None:
        """
        Replaces a node with HTML; with "", removes it.
        """
    def set_attribute(self, /, node: Node, name: str, value: str) -> None:
        """
        Changes or adds an attribute.
        """
    def set_inner_html(self, /, node: Node, html: str) -> None:
        """
        Replaces the contents of an element with HTML.
        """
    def set_text(self, /, node: Node, text: str) -> None:
        """
        Replaces the contents of an element, or a text or a comment, with a text, which is escaped.
        """

@final
class Stream:
    """
    A parser for a document that comes in chunks. The tree does not depend on where the input is cut, with one
    exception: if a str is cut between the two surrogates of a character, they become two U+FFFD instead of the
    character.
    """
    def __new__(cls, /, *, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, spans: bool = False, errors: bool = False, shadow_roots: bool = False, limits: Limits | None = None) -> Stream: ...
    def feed(self, /, chunk: "str | Buffer") -> "Stream":
        """
        Parses a chunk. All chunks are str, or all are bytes. Returns the stream itself.
        """
    def finish(self, /) -> Document:
        """
        Ends the input, and returns the document.
        """

@final
class Submission:
    """
    The request with which a browser submits a form.
    """
    def __repr__(self, /) -> str: ...
    @property
    def body(self, /) -> bytes | None:
        """
        The body; None if the request has no body.
        """
    @property
    def content_type(self, /) -> str | None:
        """
        The Content-Type header; None if there is no body.
        """
    @property
    def fields(self, /) -> list[tuple[str, str]]:
        """
        The names and values.
        """
    @property
    def method(self, /) -> str:
        """
        "GET" or "POST"; "DIALOG" if the form sends no request.
        """
    @property
    def url(self, /) -> str | None:
        """
        The address, with the fields as its query if the method is "GET". None if the action cannot be resolved.
        """

@final
class Table:
    """
    A table: its rows of cells. A cell that spans several rows or columns is repeated.
    """
    def __reduce__(self, /) -> "Any": ...
    def __repr__(self, /) -> str: ...
    @property
    def caption(self, /) -> str | None:
        """
        The text of the caption.
        """
    @property
    def cells(self, /) -> list[list[Node | None]]:
        """
        The elements of the cells, td or th, in the slots of rows.
        """
    @property
    def header_rows(self, /) -> int:
        """
        The number of rows at the start that are headers: the rows of a thead, or else the first rows whose cells are all th.
        """
    @property
    def node(self, /) -> Node:
        """
        The table element.
        """
    @property
    def rows(self, /) -> list[list[str | None]]:
        """
        The texts of the cells, row by row; None where a row has no cell. Each access returns the same list.
        """
    def to_dicts(self, /) -> "list[dict[str, str | None]]":
        """
        A dict for each row after the headers, with the texts of the last header row as keys; of several equal ones, the later ones
        get a number. Without headers, the keys are "0", "1" and so on. For pandas: pandas.DataFrame(table.to_dicts()).
        """

@final
class Text:
    """
    The method that returns the text of a node.
    """
    def __call__(self, /, separator: str = "", strip: bool = False) -> str:
        """
        The text of all nodes in this one, joined by the separator; with strip, without the whitespace around each piece.
        """
    def __repr__(self, /) -> str: ...

@final
class TextChunk:
    """
    A part of a text, in a handler of Rewriter.on_text(). A text may come in several parts.
    """
    def after(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML after the node, before what earlier calls inserted.
        """
    def before(self, /, html: str, *, text: bool = False) -> None:
        """
        Inserts HTML before the node.
        """
    @property
    def is_in_source_order(self, /) -> bool:
        """
        Whether the place of the node in the tree is that in the source.
        """
    @property
    def is_literal(self, /) -> bool:
        """
        Whether the characters are written in the source as they are, and not as a character reference.
        """
    @property
    def is_removed(self, /) -> bool:
        """
        Whether the node was removed or replaced.
        """
    def remove(self, /) -> None:
        """
        Removes the node.
        """
    def replace(self, /, html: str, *, text: bool = False) -> None:
        """
        Replaces the node.
        """
    @property
    def text(self, /) -> str:
        """
        The characters, with their references replaced.
        """

@final
class Token:
    """
    A token: a tag, a text, a comment, a doctype or a processing instruction.
    """
    def __repr__(self, /) -> str: ...
    @property
    def attributes(self, /) -> dict[str, Any]:
        """
        A new dict of the attributes of a start tag, in source order.
        """
    @property
    def is_self_closing(self, /) -> bool:
        """
        Whether a start tag ends with "/>".
        """
    @property
    def kind(self, /) -> str:
        """
        "start-tag", "end-tag", "text", "comment", "doctype" or "processing-instruction".
        """
    @property
    def name(self, /) -> str | None:
        """
        The name of a tag or a doctype, in lower case; None for another token.
        """
    @property
    def public_identifier(self, /) -> str | None:
        """
        The public identifier of a doctype.
        """
    @property
    def span(self, /) -> tuple[int, int]:
        """
        The start and the end in the source: in characters if the source is str, otherwise in bytes.
        """
    @property
    def system_identifier(self, /) -> str | None:
        """
        The system identifier of a doctype.
        """
    @property
    def text(self, /) -> str | None:
        """
        The characters of a text, or the text of a comment or a processing instruction; None for another token.
        """

@final
class Tokens:
    """
    An iterator over the tokens of a document.
    """
    def __iter__(self, /) -> Tokens: ...
    def __next__(self, /) -> Token: ...

@final
class XPath:
    """
    A compiled XPath 1.0 expression.

    An evaluation that takes more than the given number of steps raises an XPathError; a step is a visited node, or 64 bytes of
    text. The default is 500 million steps, which take some seconds.

    The prefixes svg, math and xlink are declared: "//svg:svg". A name without a prefix finds only elements of HTML. The functions
    of EXSLT for regular expressions are known: "//a[re:test(@href, '^/[0-9]+$')]".
    """
    def __getnewargs_ex__(self, /) -> "tuple[tuple[str], dict[str, Any]]":
        """
        The arguments of the constructor, for pickle.
        """
    def __new__(cls, /, expression: "str", *, namespaces: "Mapping[str, str] | None" = None, steps: "int | None" = None) -> XPath: ...
    def __repr__(self, /) -> str: ...

def check(data: "str | Buffer", *, content_type: str | None = None, encoding: str | None = None, fragment: str | None = None, max_errors: SupportsIndex = 100000) -> "list[ParseError]":
    """
    Returns the parse errors of a document, and its violations of other rules for authors, in source order.

    max_errors: the maximum number of errors; a document with more raises LimitError.
    """

def detect_encoding(data: "Buffer", *, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False) -> Encoding:
    """
    Detects the encoding of bytes as a browser does: byte order mark, header, meta element, frequency of byte sequences.
    """

def parse(data: "str | Buffer | Page", *, url: str | None = None, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, spans: bool = False, errors: bool = False, shadow_roots: bool = False, limits: Limits | None = None) -> Document:
    """
    Parses a document. Any input has a tree, as in a browser.

    data: a str, or bytes (or another buffer), whose encoding is detected as in a browser; or a Page.
    url: the address of the page, which Document.url returns and against which addresses are resolved.
    content_type: the Content-Type header of the response, for bytes.
    encoding: an encoding that overrides the header and the document, for bytes.
    prefer_utf8: read bytes without a declared encoding as UTF-8 if nearly all of them are valid UTF-8, unlike browsers.
    scripting: parse noscript elements as a browser that runs scripts.
    spans: record the position of each node in the source.
    errors: collect the parse errors; includes spans.
    shadow_roots: attach the shadow roots that template elements declare; see Node.shadow_root.
    limits: bounds on the cost; if one is exceeded, a LimitError is raised.
    """

def parse_file(path: "str | PathLike[str]", *, url: str | None = None, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, spans: bool = False, errors: bool = False, shadow_roots: bool = False, limits: Limits | None = None) -> Document:
    """
    Parses a file. Its bytes are decoded as those of parse(), which describes the other arguments.

    path: a str or a Path.
    """

def parse_flat(data: "str | Buffer", *, context: str | None = None, content_type: str | None = None, encoding: str | None = None, scripting: bool = False, lines: bool = False, limits: Limits | None = None) -> "tuple[str | None, str, FlatNodes]":
    """
    Parses a document, or a fragment if there is a context. Returns the encoding, the quirks mode, and an iterator of a tuple for
    each node in tree order, with the contents of templates as children of the template:

    (depth, "element", name, URL of the namespace, attributes, line, column), with a dict of attributes, or a list of tuples
    (prefix, name, URL, value) if one of them has a namespace; (depth, "text", data); (depth, "comment", data);
    (depth, "doctype", name, public identifier, system identifier); (depth, "processing-instruction", target, data)
    """

def parse_fragment(html: "str | Buffer | Page", context: str = "body", *, url: str | None = None, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, spans: bool = False, errors: bool = False, shadow_roots: bool = False, limits: Limits | None = None) -> Document:
    """
    Parses the content of an element. The root of the result is a fragment.

    context: the element around the markup: "body", "tr", "svg path", "math mi".
    """

def parse_many(pages: "Iterable[str | Buffer | Page]", *, return_exceptions: bool = False, content_type: str | None = None, encoding: str | None = None, prefer_utf8: bool = False, scripting: bool = False, spans: bool = False, errors: bool = False, shadow_roots: bool = False, limits: Limits | None = None) -> "Iterator[Document]":
    """
    Parses many pages, on all cores. Returns an iterator of documents, in the order of the pages. Pages are read from the iterable
    in blocks when their documents are requested, so any number of pages takes little memory.

    If a page causes an exception, such as a LimitError, next() raises it, and the call after that returns the document of the next
    page. With return_exceptions, the exception itself is returned in place of the document.
    """

def parse_xml(data: "str | Buffer", *, context: str | None = None, content_type: str | None = None, encoding: str | None = None, scripting: bool = False, limits: Limits | None = None, namespaces: bool = False) -> "tuple[bytes, tuple[str, str, str] | None, list[str]]":
    """
    Parses a document, or a fragment if there is a context. Returns it as XML in UTF-8; the name and the identifiers of the doctype,
    or None; and patterns of the names of the elements with an attribute "xmlns", which has the name "xmlnsU". The contents of
    templates are children of the template. The nodes of a fragment are in an element "fragment".
    """

def sanitize(html: "str", sanitizer: "str | dict[str, Any] | Sanitizer | None" = None, *, limits: Limits | None = None) -> str:
    """
    Removes everything that a sanitizer does not allow. The returned HTML is safe in the content of a div, a li, a td, an article
    or another element that may contain paragraphs.

    sanitizer: a Sanitizer, the name of a preset ("default", "basic", "comments", "email", "article"), or a dict with a
    configuration of the standard.
    """

def tokens(source: "str | Buffer | Iterable[str] | Iterable[bytes] | Any", *, content_type: str | None = None, encoding: str | None = None, max_held: SupportsIndex = ...) -> Tokens:
    """
    Reads the tokens of a document of any length in little memory. They are those that a browser's parser receives: in <title>
    or <script>, tags are text.

    source: str, bytes, an open file, or an iterable of chunks that are all str or all bytes.
    content_type, encoding: see parse(). max_held: the maximum length of a token in bytes; if it is exceeded, a LimitError is raised.

    The text between two tags may come in several tokens.

    >>> [token.attributes["href"] for token in tokens("<A HREF=/oak>Oak</A><title><a href=/elm>") if token.name == "a" and token.attributes]
    ['/oak']
    """
