"""Trees of lxml, parsed as a browser does: ``etree.fromstring(markup)`` returns an ``lxml.etree`` element.

Elements of HTML have no namespace, as from ``lxml.html``. Characters that XML does not allow are replaced, so that
every tree can be serialized as XML: in a name, by ``U`` and the hexadecimal code point; in a text or a value, a form
feed by a space, and any other character by U+FFFD. A namespace declaration in a foreign element, such as
``xmlns:xlink``, becomes an attribute without a prefix, ``xlink``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from lxml import etree as _etree  # pyright: ignore[reportAttributeAccessIssue]  (no stubs)

from hedgerow._hedgerow import Limits, parse_flat

__all__ = ["HTML", "document_fromstring", "fragments_fromstring", "fromstring", "tostring"]

_HTML = "http://www.w3.org/1999/xhtml"

#: The characters that may not be in a name of XML, and those that may not be its first character.
_NOT_IN_NAMES = re.compile(r"[^-.0-9A-Z_a-z\xB7\xC0-\xD6\xD8-\xF6\xF8-\u037D\u037F-\u1FFF\u200C\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]")  # fmt: skip
_NOT_FIRST = re.compile(r"^[-.0-9\xB7\u0300-\u036F\u203F\u2040]")

#: The characters that lxml refuses in text.
_NOT_IN_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _name(name: str) -> str:
    """A name that XML allows: other characters become ``U`` with their hexadecimal code points, as in html5lib."""

    def coded(match: re.Match[str]) -> str:
        return f"U{ord(match[0]):05X}"

    return _NOT_FIRST.sub(coded, _NOT_IN_NAMES.sub(coded, name))


def _text(text: str) -> str:
    """A text that XML allows. A form feed becomes a space, as in html5lib."""
    return _NOT_IN_TEXT.sub("\N{REPLACEMENT CHARACTER}", text.replace("\f", " "))


def _attributes(attributes: Any) -> dict[str, str]:
    """The attributes of an element."""
    if type(attributes) is dict:
        return {_name(name): _text(value) for name, value in attributes.items()}
    named = {}
    for _, name, url, value in attributes:
        # lxml does not accept a namespace declaration as an attribute with a namespace.
        if url is None or url.endswith("/xmlns/"):
            named[_name(name)] = _text(value)
        else:
            named[f"{{{url}}}{_name(name)}"] = _text(value)
    return named


def _build(nodes: Iterable[tuple[Any, ...]], root: Any, depth: int) -> None:
    """Fills an element with the nodes that are deeper than a depth. Texts become ``text`` and ``tail``."""
    sub_element = _etree.SubElement
    open_elements = [root]
    last: list[Any] = [None]
    for node in nodes:
        level = node[0] - depth
        del open_elements[level + 1 :], last[level + 1 :]
        parent = open_elements[level]
        kind = node[1]
        if kind == "text":
            data = _text(node[2])
            before = last[level]
            if before is None:
                parent.text = (parent.text or "") + data
            else:
                before.tail = (before.tail or "") + data
        elif kind == "element":
            url = node[3]
            name = _name(node[2]) if url == _HTML else f"{{{url}}}{_name(node[2])}"
            element = sub_element(parent, name, _attributes(node[4]))
            last[level] = element
            open_elements.append(element)
            last.append(None)
        elif kind != "doctype":
            added = _comment(node)
            parent.append(added)
            last[level] = added


def _comment(node: tuple[Any, ...]) -> Any:
    """A comment or a processing instruction."""
    if node[1] == "comment":
        # XML does not allow two consecutive hyphens in a comment.
        data = re.sub("-(?=-)", "- ", _text(node[2]))
        return _etree.Comment(f"{data} " if data.endswith("-") else data)
    data = _text(node[3]).replace("?>", "? >")
    try:
        return _etree.ProcessingInstruction(_name(node[2]), data)
    except ValueError:
        return _etree.Comment(f"?{_text(node[2])} {data}?")


def document_fromstring(
    markup: str | bytes,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    scripting: bool = False,
    limits: Limits | None = None,
) -> Any:
    """Parses a document. Returns its ``html`` element; its tree has the doctype and the comments around it."""
    _, _, found = parse_flat(
        markup, content_type=content_type, encoding=encoding, scripting=scripting, limits=limits
    )
    nodes = list(found)
    start = next(index for index, node in enumerate(nodes) if node[0] == 0 and node[1] == "element")
    end = next((index for index in range(start + 1, len(nodes)) if nodes[index][0] == 0), len(nodes))
    doctype = next((node for node in nodes if node[1] == "doctype" and node[0] == 0), None)
    if doctype is not None and doctype[2] == "html":
        public = f' PUBLIC "{doctype[3]}"' if doctype[3] else " SYSTEM" if doctype[4] else ""
        system = f' "{doctype[4]}"' if doctype[4] else ' ""' if doctype[3] else ""
        try:
            root = _etree.fromstring(f"<!DOCTYPE html{public}{system}><html/>".encode())
        except _etree.XMLSyntaxError:
            root = _etree.Element("html")
    else:
        root = _etree.Element("html")
    for name, value in _attributes(nodes[start][4]).items():
        root.set(name, value)
    _build(nodes[start + 1 : end], root, 1)
    for node in nodes[:start]:
        if node[1] != "doctype":
            root.addprevious(_comment(node))
    for node in reversed(nodes[end:]):
        root.addnext(_comment(node))
    return root


def fragments_fromstring(markup: str | bytes, context: str = "body", *, scripting: bool = False) -> list[Any]:
    """Parses a fragment. Returns its nodes; a text before the first one is a str."""
    _, _, nodes = parse_flat(markup, context=context, scripting=scripting)
    root = _etree.Element("fragment")
    _build(nodes, root, 0)
    return ([root.text] if root.text else []) + list(root)


#: The names that lxml has for this function.
fromstring = HTML = document_fromstring


def tostring(element: Any, *, encoding: Any = "unicode", **options: Any) -> Any:
    """Serializes an element as HTML, with lxml."""
    options.setdefault("method", "html")
    return _etree.tostring(element, encoding=encoding, **options)
