"""The interface of selectolax: ``from hedgerow.compat.selectolax import LexborHTMLParser``.

``docs/python.md`` lists the differences.
"""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import hedgerow
from hedgerow import Document
from hedgerow._hedgerow import LexborAttributes
from hedgerow._hedgerow import LexborNode as _LexborNode
from hedgerow._hedgerow import LexborTree

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


class _Rest:
    """The methods of nodes that are rarely used. The native class has the others."""

    def html_pretty(self: Any, indent: int = 0, **options: Any) -> Any:
        """The HTML of the node, indented. The options of lexbor's serializer are ignored."""
        if indent < 0:
            raise ValueError("indent must be greater than or equal to 0")
        return self._scope.to_html(pretty=True) + "\n"

    def select(self: Any, query: str | None = None) -> LexborSelector:
        """Starts a chain of filters."""
        return LexborSelector(self, query)

    @property
    def tag_id(self: Any) -> int:
        """A number for the name of the element, which differs from lexbor's."""
        return hash(self.tag)

    def strip_tags(self: Any, tags: list[str], recursive: bool = False) -> None:
        """Takes all elements with these names out of the tree."""
        for tag in tags:
            for node in self.css(tag):
                node.decompose(recursive)

    def __next__(self: Any) -> Any:
        return self.next

    def unwrap(self: Any, delete_empty: bool = False) -> None:
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

    def unwrap_tags(self: Any, tags: list[str], delete_empty: bool = False) -> None:
        """Unwraps all elements with these names."""
        for tag in tags:
            for node in self.css(tag):
                node.unwrap(delete_empty)

    def merge_text_nodes(self: Any) -> None:
        """Joins adjacent texts."""
        self._scope.normalize()

    def replace_with(self: Any, value: Any, move: bool = False) -> None:
        """Puts a text or a node in the place of this one."""
        self._insert(self._node.replace_with, value, move)

    def insert_before(self: Any, value: Any, move: bool = False) -> None:
        """Inserts a text or a node before this one."""
        self._insert(self._node.insert_before, value, move)

    def insert_after(self: Any, value: Any, move: bool = False) -> None:
        """Inserts a text or a node after this one."""
        self._insert(self._node.insert_after, value, move)

    def insert_child(self: Any, value: Any, move: bool = False) -> None:
        """Inserts a text or a node as the last child."""
        self._insert(self._node.append, value, move)

    @property
    def raw_value(self: Any) -> NoReturn:
        """Not supported, as in selectolax."""
        raise NotImplementedError("This feature is not supported by the lexbor backend.")

    def template_fragments(self: Any) -> list[LexborNode]:
        """The contents of the templates."""
        found = [(template.template_contents, template) for template in self._scope.css("template")]
        return [_LexborNode._of(node, self.parser, host=host) for node, host in found if node is not None]

    def _insert(self: Any, change: Any, value: Any, move: bool) -> None:
        """Inserts a text or a node with ``change``, a method of the node. A node is copied unless ``move`` is set."""
        if isinstance(value, (str, bytes)):
            inserted: Any = _text(value)
        elif not isinstance(value, _LexborNode):
            raise TypeError(f"No matching signature found: expected str, bytes or LexborNode, not {type(value).__name__}")
        elif value._node.document is not self._node.document:
            # The node of another document is copied by the insertion.
            inserted = value._node
            if move:
                inserted.remove()
        else:
            inserted = value._node if move else value._node.clone()
        try:
            change(inserted)
        except hedgerow.MutationError as error:
            if isinstance(value, _LexborNode) and inserted != value._node:
                inserted.decompose()
            raise SelectolaxError(str(error)) from error

    def inner_html_pretty(self: Any, indent: int = 0, **options: Any) -> str | None:
        """The HTML of the children, indented."""
        if indent < 0:
            raise ValueError("indent must be greater than or equal to 0")
        return "".join(child.to_html(pretty=True) + "\n" for child in self._node.children)

    def clone(self: Any) -> LexborNode:
        """A copy of the node with all nodes in it."""
        return _LexborNode._of(self._node.clone(), self.parser)


if TYPE_CHECKING:
    # The type of a class that gets methods at run time cannot be stated.
    LexborNode: TypeAlias = Any
else:
    LexborNode = _LexborNode
    for _name, _value in vars(_Rest).items():
        if _name not in ("__module__", "__dict__", "__weakref__", "__doc__", "__qualname__"):
            setattr(LexborNode, _name, _value)


class LexborCSSSelector:
    """Finds nodes by selectors. The node itself is searched, too."""

    def find(self, query: str, node: LexborNode) -> list[LexborNode]:
        """The nodes that match."""
        return node.css(query)

    def any_matches(self, query: str, node: LexborNode) -> bool:
        """Whether a node matches."""
        return node.css_matches(query)


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


class LexborHTMLParser(LexborTree):
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
        self._html = html
        self.options = LexborDocumentOptions(options)
        self.selector = LexborCSSSelector()
        self._is_fragment = is_fragment
        self._scripting = scripting
        namespace = _NAMESPACES.get(fragment_namespace)
        if namespace is None:
            raise ValueError(f"Unknown fragment namespace: {fragment_namespace!r}")
        self._context = f"{namespace} {fragment_tag}".strip()
        self._start(self._parse(text), is_fragment)

    @property
    def raw_html(self) -> bytes:
        """The bytes that were parsed."""
        return self._html.encode("utf-8", "replace") if isinstance(self._html, str) else self._html

    def _parse(self, text: Any) -> Document:
        if self._is_fragment:
            return hedgerow.parse_fragment(text, self._context, scripting=self._scripting)
        return hedgerow.parse(text, scripting=self._scripting)

    def html_pretty(self, indent: int = 0, **options: Any) -> str | None:
        """The HTML of the document, indented."""
        return self._content.html_pretty(indent, **options)

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

    def template_fragments(self) -> list[LexborNode]:
        """The contents of the templates."""
        return self._content.template_fragments()

    def merge_text_nodes(self) -> None:
        """Joins adjacent texts."""
        self._content.merge_text_nodes()

    def clone(self) -> LexborHTMLParser:
        """A copy of the document."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._start(self._document.clone(), self._is_fragment)
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
        return _LexborNode._of(self._document.create_element(tag), self)


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
