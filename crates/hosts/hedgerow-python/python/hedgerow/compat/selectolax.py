"""The interface of selectolax: ``from hedgerow.compat.selectolax import LexborHTMLParser``.

``docs/python.md`` lists the differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntFlag
from typing import Any, NoReturn

import hedgerow
from hedgerow import Document, Node

__all__ = [
    "LexborAttributes",
    "LexborCSSSelector",
    "LexborDocumentOptions",
    "LexborHTMLParser",
    "LexborNode",
    "LexborSelector",
    "SelectolaxError",
    "create_tag",
    "extract_html_comment",
    "parse_fragment",
]

_SPECIAL_TAGS = {
    "text": "-text",
    "comment": "-comment",
    "document": "-document",
    "fragment": "-document-fragment",
    "doctype": "-doctype",
}


#: The word before the name of a context element, by the name or the URL of its namespace.
_NAMESPACES = {
    "html": "",
    "http://www.w3.org/1999/xhtml": "",
    "svg": "svg",
    "http://www.w3.org/2000/svg": "svg",
    "math": "math",
    "http://www.w3.org/1998/Math/MathML": "math",
}


class SelectolaxError(Exception):
    """An error of the interface of selectolax."""


class LexborDocumentOptions(IntFlag):
    """Accepted and ignored: there are no mutation events."""

    UNDEF = 0
    WO_EVENTS = 1


def _text(value: Any) -> str:
    """A str or bytes as text."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


class LexborAttributes:
    """The attributes of a node; an empty value is None."""

    __slots__ = ("_attrs",)

    _attrs: hedgerow.Attributes

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError("LexborAttributes cannot be instantiated directly; use LexborNode.attrs")

    @classmethod
    def _of(cls, node: Node) -> LexborAttributes:
        attributes = object.__new__(cls)
        attributes._attrs = node.attrs
        return attributes

    def __iter__(self) -> Iterator[str]:
        return iter(self._attrs)

    def __len__(self) -> int:
        return len(self._attrs)

    def __getitem__(self, key: str) -> str | None:
        return self._attrs[key] or None

    def __setitem__(self, key: str, value: str | None) -> None:
        if not isinstance(key, str):
            raise TypeError(f"expected str, got {type(key).__name__}")
        if not key:
            raise ValueError("Attribute name cannot be empty")
        if value is not None and not isinstance(value, str):
            raise TypeError(f"Expected str or unicode, got {type(value).__name__}")
        self._attrs[key] = value or ""

    def __delitem__(self, key: str) -> None:
        del self._attrs[key]

    def __contains__(self, key: object) -> bool:
        return key in self._attrs

    def __repr__(self) -> str:
        shown = " ".join(f"{name}='{value}'" if value else name for name, value in self._attrs.items())
        return f"<LexborAttributes {shown}>" if shown else "<LexborAttributes>"

    def keys(self) -> Iterator[str]:
        """The names."""
        return iter(self._attrs)

    def items(self) -> Iterator[tuple[str, str | None]]:
        """The names and values."""
        return ((name, value or None) for name, value in self._attrs.items())

    def values(self) -> Iterator[str | None]:
        """The values."""
        return (value or None for value in self._attrs.values())

    def get(self, key: str, default: Any = None) -> Any:
        """The value of an attribute, or the default."""
        return self[key] if key in self._attrs else default

    def sget(self, key: str, default: Any = "") -> Any:
        """The value of an attribute, "" if it is empty, or the default."""
        return self._attrs.get(key, default)


class LexborNode:
    """A node."""

    __slots__ = ("_host", "_is_fragment_root", "_node", "parser")

    _host: Node | None
    _is_fragment_root: bool
    _node: Node
    parser: LexborHTMLParser

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise TypeError(
            "LexborNode cannot be instantiated directly; it is a view onto a node of a parser. "
            "Use LexborHTMLParser.create_node() or LexborNode.clone() instead."
        )

    @classmethod
    def _of(
        cls, node: Node, parser: LexborHTMLParser, is_fragment_root: bool = False, host: Node | None = None
    ) -> LexborNode:
        view = object.__new__(cls)
        view._host = host
        view._node = node
        view.parser = parser
        view._is_fragment_root = is_fragment_root
        return view

    def _view(self, node: Node | None) -> LexborNode | None:
        return None if node is None else LexborNode._of(node, self.parser)

    @property
    def _scope(self) -> Node:
        """The node that methods apply to: the whole fragment for the root of a fragment, otherwise the node itself."""
        parent = self._node.parent if self._is_fragment_root else None
        return self._node if parent is None else parent

    @property
    def mem_id(self) -> int:
        """A number that identifies the node."""
        return hash(self._node)

    @property
    def first_child(self) -> LexborNode | None:
        """The first child."""
        return self._view(self._node.first_child)

    child = first_child

    @property
    def last_child(self) -> LexborNode | None:
        """The last child."""
        return self._view(self._node.last_child)

    @property
    def parent(self) -> LexborNode | None:
        """The parent; None for a top-level node of a fragment, and the template for its contents."""
        if self._host is not None:
            return self._view(self._host)
        parent = self._node.parent
        if parent is not None and parent.kind == "fragment":
            return None
        return self._view(parent)

    @property
    def next(self) -> LexborNode | None:
        """The next sibling."""
        return self._view(self._node.next)

    @property
    def prev(self) -> LexborNode | None:
        """The previous sibling."""
        return self._view(self._node.prev)

    @property
    def html(self) -> str | None:
        """The HTML of the node."""
        return self._scope.html

    def html_pretty(self, indent: int = 0, **options: Any) -> str | None:
        """The HTML of the node, indented. The options of lexbor's serializer are ignored."""
        if indent < 0:
            raise ValueError("indent must be greater than or equal to 0")
        return self._scope.to_html(pretty=True) + "\n"

    def text_lexbor(self) -> str:
        """The text in the node."""
        return self._scope.text()

    def text(self, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False) -> str:
        """The text in the node."""
        scope = self._scope
        if scope.kind == "text":
            pieces = [scope.data or ""]
        elif deep:
            pieces = [node.data or "" for node in scope.descendants() if node.kind == "text"]
        else:
            pieces = [node.data or "" for node in scope.children if node.kind == "text"]
        if skip_empty:
            pieces = [piece for piece in pieces if piece.strip(" \t\n\f\r")]
        if strip:
            pieces = [piece.strip() for piece in pieces]
        return separator.join(pieces)

    def css(self, query: str) -> list[LexborNode]:
        """The nodes that match a selector."""
        return self.parser.selector.find(query, self)

    def css_first(self, query: str, default: Any = None, strict: bool = False) -> Any:
        """The first node that matches a selector; with strict, a second match is an error."""
        found = self.css(query)
        if strict and len(found) > 1:
            raise ValueError(f"Expected 1 match, but found {len(found)} matches")
        return found[0] if found else default

    def any_css_matches(self, selectors: tuple[str, ...]) -> bool:
        """Whether one of the selectors matches a node."""
        return any(self.css_matches(selector) for selector in selectors)

    def css_matches(self, selector: str) -> bool:
        """Whether a selector matches a node."""
        return self.parser.selector.any_matches(selector, self)

    def select(self, query: str | None = None) -> LexborSelector:
        """Starts a chain of filters."""
        return LexborSelector(self, query)

    def __repr__(self) -> str:
        return f"<LexborNode {self.tag}>"

    @property
    def tag(self) -> str | None:
        """The name of the element, or a name such as "-text"."""
        return self._node.tag or _SPECIAL_TAGS.get(self._node.kind)

    @property
    def tag_id(self) -> int:
        """A number for the name of the element, which differs from lexbor's."""
        return hash(self.tag)

    def decompose(self, recursive: bool = True) -> None:
        """Takes the node out of the tree."""
        if self._node == self.parser._document.root and not self.parser._is_fragment:
            raise SelectolaxError("Decomposing the root node is not allowed.")
        self._node.remove()

    def remove(self, recursive: bool = True) -> None:
        """Takes the node out of the tree."""
        self.decompose(recursive)

    def strip_tags(self, tags: list[str], recursive: bool = False) -> None:
        """Takes all elements with these names out of the tree."""
        for tag in tags:
            for node in self.css(tag):
                node.decompose(recursive)

    @property
    def attributes(self) -> dict[str, str | None]:
        """A copy of the attributes; an empty value is None."""
        if self._node.tag is None:
            return {}
        return {name: value or None for name, value in self._node.attrs.items()}

    @property
    def attrs(self) -> LexborAttributes:
        """The attributes."""
        if self._node.tag is None:
            raise TypeError("attrs is only available for element nodes")
        return LexborAttributes._of(self._node)

    @property
    def id(self) -> str | None:
        """The id attribute."""
        return None if self._node.tag is None else self._node.get("id")

    def iter(self, include_text: bool = False, skip_empty: bool = False) -> Iterator[LexborNode]:
        """The children; texts only with include_text."""
        for node in self._scope.children:
            if node.kind == "text" and (not include_text or skip_empty and _is_blank(node)):
                continue
            yield LexborNode._of(node, self.parser)

    def __iter__(self) -> Iterator[LexborNode]:
        return self.iter()

    def __next__(self) -> LexborNode | None:
        return self.next

    def traverse(self, include_text: bool = False, skip_empty: bool = False) -> Iterator[LexborNode]:
        """The node and its descendants; texts only with include_text."""
        scope = self._scope
        nodes = [] if scope.kind == "fragment" else [scope]
        nodes.extend(scope.descendants())
        for node in nodes:
            if node.kind == "text" and (not include_text or skip_empty and _is_blank(node)):
                continue
            yield LexborNode._of(node, self.parser)

    def unwrap(self, delete_empty: bool = False) -> None:
        """Puts the children in the place of the node; a node without children stays unless delete_empty is set."""
        if self._node.parent is None:
            return
        if self._node.first_child is not None:
            try:
                self._node.unwrap()
            except hedgerow.MutationError as error:
                raise SelectolaxError(str(error)) from error
        elif delete_empty:
            self._node.remove()

    def unwrap_tags(self, tags: list[str], delete_empty: bool = False) -> None:
        """Unwraps all elements with these names."""
        for tag in tags:
            for node in self.css(tag):
                node.unwrap(delete_empty)

    def merge_text_nodes(self) -> None:
        """Joins adjacent texts."""
        self._scope.normalize()

    def _inserted(self, value: Any, move: bool) -> Any:
        """The text or node to insert for an argument. A node is copied unless ``move`` is set."""
        if isinstance(value, (str, bytes)):
            return _text(value)
        if not isinstance(value, LexborNode):
            raise TypeError(f"No matching signature found: expected str, bytes or LexborNode, not {type(value).__name__}")
        if not move:
            return value._node.clone()
        if value._node.document is not self._node.document:
            value._node.remove()
        return value._node

    def _insert(self, change: Any, value: Any, move: bool) -> None:
        """Inserts a text or a node with ``change``, a method of the node."""
        try:
            change(self._inserted(value, move))
        except hedgerow.MutationError as error:
            raise SelectolaxError(str(error)) from error

    def replace_with(self, value: Any, move: bool = False) -> None:
        """Puts a text or a node in the place of this one."""
        self._insert(self._node.replace_with, value, move)

    def insert_before(self, value: Any, move: bool = False) -> None:
        """Inserts a text or a node before this one."""
        self._insert(self._node.insert_before, value, move)

    def insert_after(self, value: Any, move: bool = False) -> None:
        """Inserts a text or a node after this one."""
        self._insert(self._node.insert_after, value, move)

    def insert_child(self, value: Any, move: bool = False) -> None:
        """Inserts a text or a node as the last child."""
        self._insert(self._node.append, value, move)

    @property
    def raw_value(self) -> NoReturn:
        """Not supported, as in selectolax."""
        raise NotImplementedError("This feature is not supported by the lexbor backend.")

    def scripts_contain(self, query: str) -> bool:
        """Whether the text of a script contains a text."""
        return any(query in script.text() for script in self._scope.css("script"))

    def script_srcs_contain(self, queries: tuple[str, ...]) -> bool:
        """Whether the address of a script contains one of these texts."""
        sources = self._scope.css("script::attr(src)")
        return any(query in source for source in sources for query in queries)

    def template_fragments(self) -> list[LexborNode]:
        """The contents of the templates."""
        found = [(template.template_contents, template) for template in self._scope.css("template")]
        return [LexborNode._of(node, self.parser, host=host) for node, host in found if node is not None]

    def __hash__(self) -> int:
        return hash(self._node)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.html == other
        if not isinstance(other, LexborNode):
            return False
        return self._node == other._node or self.html == other.html

    @property
    def text_content(self) -> str | None:
        """The text of a text node."""
        return self._node.data if self._node.kind == "text" else None

    @property
    def comment_content(self) -> str | None:
        """The text of a comment, without whitespace around it."""
        return (self._node.data or "").strip() if self._node.kind == "comment" else None

    @property
    def inner_html(self) -> str | None:
        """The HTML of the children. The contents of a template are not its children."""
        return "" if self._node.template_contents is not None else self._node.inner_html

    @inner_html.setter
    def inner_html(self, html: str) -> None:
        if self._node.tag is None:
            raise TypeError("inner_html is only available for element nodes")
        # The children stay usable, as in selectolax.
        for child in self._node.children:
            child.remove()
        self._node.inner_html = html

    def inner_html_pretty(self, indent: int = 0, **options: Any) -> str | None:
        """The HTML of the children, indented."""
        if indent < 0:
            raise ValueError("indent must be greater than or equal to 0")
        return "".join(child.to_html(pretty=True) + "\n" for child in self._node.children)

    def clone(self) -> LexborNode:
        """A copy of the node with all nodes in it."""
        return LexborNode._of(self._node.clone(), self.parser)

    @property
    def is_element_node(self) -> bool:
        """Whether the node is an element."""
        return self._node.kind == "element"

    @property
    def is_text_node(self) -> bool:
        """Whether the node is a text."""
        return self._node.kind == "text"

    @property
    def is_comment_node(self) -> bool:
        """Whether the node is a comment."""
        return self._node.kind == "comment"

    @property
    def is_document_node(self) -> bool:
        """Whether the node is the document."""
        return self._node.kind == "document"

    @property
    def is_empty_text_node(self) -> bool:
        """Whether the node is a text of whitespace only."""
        return self._node.kind == "text" and _is_blank(self._node)


def _is_blank(node: Node) -> bool:
    return not (node.data or "").strip(" \t\n\f\r")


class LexborCSSSelector:
    """Finds nodes by selectors. The node itself is searched, too."""

    def find(self, query: str, node: LexborNode) -> list[LexborNode]:
        """The nodes that match."""
        if not isinstance(query, str):
            raise TypeError("Query must be a string.")
        query = query.replace(":lexbor-contains(", ":contains(")
        scope = node._scope
        try:
            found = scope.css(query)
            if scope.tag is not None and scope.matches(query):
                found.insert(0, scope)
        except ValueError as error:
            raise SelectolaxError(f"Can't parse CSS selector. {error}") from error
        return [LexborNode._of(match, node.parser) for match in found]

    def any_matches(self, query: str, node: LexborNode) -> bool:
        """Whether a node matches."""
        return bool(self.find(query, node))


class LexborSelector:
    """A chain of filters."""

    def __init__(self, node: LexborNode, query: str | None) -> None:
        self._nodes = node.css(query) if query else [node]

    def css(self, query: str) -> NoReturn:
        """Not supported, as in selectolax."""
        raise NotImplementedError("This features is not supported by the lexbor backend. Please use Modest backend.")

    def __bool__(self) -> bool:
        return self.any_matches

    @property
    def matches(self) -> list[LexborNode]:
        """The nodes that are left."""
        return self._nodes

    @property
    def any_matches(self) -> bool:
        """Whether nodes are left."""
        return bool(self._nodes)

    def text_contains(
        self, text: str, deep: bool = True, separator: str = "", strip: bool = False
    ) -> LexborSelector:
        """Keeps the nodes whose text contains a text."""
        self._nodes = [node for node in self._nodes if text in node.text(deep, separator, strip)]
        return self

    def any_text_contains(
        self, text: str, deep: bool = True, separator: str = "", strip: bool = False
    ) -> bool:
        """Whether the text of a node contains a text."""
        return any(text in node.text(deep, separator, strip) for node in self._nodes)

    def attribute_longer_than(self, attribute: str, length: int, start: str | None = None) -> LexborSelector:
        """Keeps the nodes with an attribute that is longer than ``length``. Only the part after ``start`` counts."""
        self._nodes = [node for node in self._nodes if _is_longer(node, attribute, length, start)]
        return self

    def any_attribute_longer_than(self, attribute: str, length: int, start: str | None = None) -> bool:
        """Whether a node has an attribute that is longer than ``length``, counted as in attribute_longer_than()."""
        return any(_is_longer(node, attribute, length, start) for node in self._nodes)


def _is_longer(node: LexborNode, attribute: str, length: int, start: str | None) -> bool:
    value = node.attributes.get(attribute)
    if not value:
        return False
    if start and start in value:
        value = value[value.find(start) + len(start) :]
    return len(value) > length


class LexborHTMLParser:
    """A parsed document or fragment."""

    def __init__(
        self,
        html: str | bytes,
        is_fragment: bool = False,
        fragment_tag: str = "div",
        fragment_namespace: str = "html",
        options: int = 0,
        encoding: bool = False,
        scripting: bool = False,
    ) -> None:
        if not isinstance(html, (str, bytes)):
            raise TypeError(f"Expected a string, but {type(html).__name__} found")
        # Without detection, bytes are UTF-8.
        text: Any = html if isinstance(html, str) or encoding else html.decode("utf-8", "replace")
        self.raw_html = html.encode("utf-8", "replace") if isinstance(html, str) else html
        self.options = LexborDocumentOptions(options)
        self.selector = LexborCSSSelector()
        self._is_fragment = is_fragment
        self._scripting = scripting
        namespace = _NAMESPACES.get(fragment_namespace)
        if namespace is None:
            raise ValueError(f"Unknown fragment namespace: {fragment_namespace!r}")
        self._context = f"{namespace} {fragment_tag}".strip()
        self._document = self._parse(text)

    def _parse(self, text: Any) -> Document:
        if self._is_fragment:
            return hedgerow.parse_fragment(text, self._context, scripting=self._scripting)
        return hedgerow.parse(text, scripting=self._scripting)

    @property
    def root(self) -> LexborNode | None:
        """The html element, or the first node of a fragment."""
        root = self._document.root
        if self._is_fragment:
            root = self._document.document_node.first_child
        return None if root is None else LexborNode._of(root, self, self._is_fragment)

    @property
    def _content(self) -> LexborNode:
        return LexborNode._of(self._document.document_node, self)

    @property
    def body(self) -> LexborNode | None:
        """The body element."""
        body = self._document.body
        return None if body is None else LexborNode._of(body, self)

    @property
    def head(self) -> LexborNode | None:
        """The head element."""
        head = self._document.head
        return None if head is None else LexborNode._of(head, self)

    def tags(self, name: str) -> list[LexborNode]:
        """The elements with a name."""
        if not name:
            raise ValueError("Tag name cannot be empty")
        if len(name) > 100:
            raise ValueError("Tag name is too long")
        return self._content.css(name)

    def text(self, deep: bool = True, separator: str = "", strip: bool = False, skip_empty: bool = False) -> str:
        """The text of the document."""
        root = self.root
        return "" if root is None else root.text(deep, separator, strip, skip_empty)

    @property
    def html(self) -> str | None:
        """The HTML of the document."""
        return self._document.html

    def html_pretty(self, indent: int = 0, **options: Any) -> str | None:
        """The HTML of the document, indented."""
        return self._content.html_pretty(indent, **options)

    def css(self, query: str) -> list[LexborNode]:
        """The nodes that match a selector."""
        return [] if self.root is None else self._content.css(query)

    def css_first(self, query: str, default: Any = None, strict: bool = False) -> Any:
        """The first node that matches a selector; with strict, a second match is an error."""
        return self._content.css_first(query, default, strict)

    def css_matches(self, selector: str) -> bool:
        """Whether a selector matches a node."""
        return self._content.css_matches(selector)

    def any_css_matches(self, selectors: tuple[str, ...]) -> bool:
        """Whether one of the selectors matches a node."""
        return self._content.any_css_matches(selectors)

    def select(self, query: str | None = None) -> LexborSelector | None:
        """Starts a chain of filters."""
        root = self.root
        return None if root is None else root.select(query)

    def strip_tags(self, tags: list[str], recursive: bool = False) -> None:
        """Takes all elements with these names out of the tree."""
        self._content.strip_tags(tags, recursive)

    def unwrap_tags(self, tags: list[str], delete_empty: bool = False) -> None:
        """Unwraps all elements with these names."""
        self._content.unwrap_tags(tags, delete_empty)

    def scripts_contain(self, query: str) -> bool:
        """Whether the text of a script contains a text."""
        return self._content.scripts_contain(query)

    def script_srcs_contain(self, queries: tuple[str, ...]) -> bool:
        """Whether the address of a script contains one of these texts."""
        return self._content.script_srcs_contain(queries)

    def template_fragments(self) -> list[LexborNode]:
        """The contents of the templates."""
        return self._content.template_fragments()

    def merge_text_nodes(self) -> None:
        """Joins adjacent texts."""
        self._content.merge_text_nodes()

    def clone(self) -> LexborHTMLParser:
        """A copy of the document."""
        copy = object.__new__(LexborHTMLParser)
        copy.__dict__.update(self.__dict__)
        copy._document = self._document.clone()
        return copy

    @property
    def inner_html(self) -> str:
        """The HTML in the root."""
        node = self._content if self._is_fragment else self.root
        return "" if node is None else node._node.inner_html

    @inner_html.setter
    def inner_html(self, html: str) -> None:
        if self._is_fragment:
            content = self._document.document_node
            for child in content.children:
                child.remove()
            content.append(hedgerow.parse_fragment(html, self._context, scripting=self._scripting))
        elif (root := self.root) is not None:
            root.inner_html = html

    def inner_html_pretty(self, indent: int = 0, **options: Any) -> str | None:
        """The HTML in the root, indented."""
        node = self._content if self._is_fragment else self.root
        return None if node is None else node.inner_html_pretty(indent, **options)

    def create_node(self, tag: str) -> LexborNode:
        """Creates an element."""
        if not tag:
            raise SelectolaxError("Tag name cannot be empty")
        return LexborNode._of(self._document.create_element(tag), self)


def create_tag(tag: str) -> LexborNode:
    """Creates an element in a document of its own."""
    return LexborHTMLParser("").create_node(tag)


def parse_fragment(html: str) -> NoReturn:
    """Not supported, as in selectolax."""
    raise SelectolaxError("parse_fragment() was removed; use LexborHTMLParser(html, is_fragment=True)")


def extract_html_comment(text: str) -> str:
    """The text of a comment."""
    text = text.strip()
    if len(text) < 7 or not text.startswith("<!--") or not text.endswith("-->"):
        raise ValueError("Input is not a valid HTML comment")
    return text[4:-3].strip()


#: The version of lexbor whose interface this module has. The tests of selectolax for newer versions are skipped.
LEXBOR_VERSION_MAJOR, LEXBOR_VERSION_MINOR = 3, 0
