"""Trees of lxml, parsed as a browser does: ``etree.fromstring(markup)`` returns an element of ``lxml.html``.

Names have no namespaces, as in trees of ``lxml.html``, so ``//svg`` finds elements of SVG; with ``namespaces=True``, elements of SVG
and MathML and their attributes have namespaces. The contents of a template are its children.

Characters that XML does not allow are replaced, because lxml refuses them: in a name, by ``U`` and the hexadecimal code point; in
a text or a value, a form feed by a space, and any other character by U+FFFD. An element that is more than 2000 levels deep has no
contents; they follow it.
"""

from __future__ import annotations

import os
from typing import Any

from lxml import etree as _etree  # pyright: ignore[reportAttributeAccessIssue]  (no stubs)
from lxml import html as _html

from hedgerow._hedgerow import Limits, parse_xml

__all__ = [
    "HTML",
    "HTMLParser",
    "document_fromstring",
    "fragment_fromstring",
    "fragments_fromstring",
    "fromstring",
    "parse",
    "tostring",
]

#: libxml2 accepts what is not well-formed, such as two hyphens in a comment. The XML has no entities, and the doctype that libxml2
#: sees has no identifiers, so nothing is loaded.
_PARSER = _etree.XMLParser(recover=True, huge_tree=True, resolve_entities=False, no_network=True, collect_ids=False)
_PARSER.set_element_class_lookup(_html.HtmlElementClassLookup())

#: The name that stands for the attribute ``xmlns``, which would be a declaration in XML.
_XMLNS = "xmlnsU"


class HTMLParser:
    """Settings, in the place of ``lxml.html.HTMLParser``: the encoding of bytes. Other arguments are ignored."""

    def __init__(self, *, encoding: str | None = None, **ignored: Any) -> None:
        self.encoding = encoding


def _parsed(xml: bytes, doctype: tuple[str, str, str] | None, with_xmlns: list[str], base_url: str | None) -> Any:
    """The element in XML."""
    if doctype is not None and doctype[0] == "html":
        xml = b"<!DOCTYPE html>" + xml
    root = _etree.fromstring(xml, _PARSER, base_url=base_url)
    if doctype is not None and doctype[0] == "html":
        information = root.getroottree().docinfo
        try:
            if doctype[1]:
                information.public_id = doctype[1]
            if doctype[2]:
                information.system_url = doctype[2]
        except ValueError:
            # The identifier has characters that XML does not allow.
            pass
    if with_xmlns:
        for element in list(root.iter(*with_xmlns)):
            url = element.attrib.pop(_XMLNS, None)
            if url is not None:
                element.set("xmlns", url)
    return root


def document_fromstring(
    markup: str | bytes,
    parser: Any = None,
    ensure_head_body: bool = False,
    *,
    base_url: str | None = None,
    content_type: str | None = None,
    encoding: str | None = None,
    scripting: bool = False,
    limits: Limits | None = None,
    namespaces: bool = False,
) -> Any:
    """Parses a document. Returns its ``html`` element; its tree has the doctype and the comments around it.

    ``parser`` may be an ``HTMLParser`` of this module, with an encoding; any other parser is ignored, and so is
    ``ensure_head_body``, because a document always has a head and a body.
    """
    if isinstance(parser, HTMLParser) and encoding is None and not isinstance(markup, str):
        encoding = parser.encoding
    xml, doctype, with_xmlns = parse_xml(
        markup,
        content_type=content_type,
        encoding=encoding,
        scripting=scripting,
        limits=limits,
        namespaces=namespaces,
    )
    return _parsed(xml, doctype, with_xmlns, base_url)


def fragments_fromstring(
    markup: str | bytes, context: str = "body", *, scripting: bool = False, namespaces: bool = False
) -> list[Any]:
    """Parses a fragment. Returns its nodes; a text before the first one is a str."""
    root = _parsed(*parse_xml(markup, context=context, scripting=scripting, namespaces=namespaces), None)
    return ([root.text] if root.text else []) + list(root)


def fragment_fromstring(markup: str | bytes, create_parent: bool | str = False, **options: Any) -> Any:
    """Parses a fragment with one element, as ``lxml.html`` does; with ``create_parent``, its nodes are in a new element."""
    nodes = fragments_fromstring(markup, **options)
    if create_parent:
        parent = _PARSER.makeelement(create_parent if isinstance(create_parent, str) else "div")
        if nodes and isinstance(nodes[0], str):
            parent.text = nodes.pop(0)
        parent.extend(nodes)
        return parent
    if len(nodes) != 1 or isinstance(nodes[0], str) or (nodes[0].tail or "").strip():
        raise _etree.ParserError(f"expected one element, but found {len(nodes)} nodes")
    nodes[0].tail = None
    return nodes[0]


def parse(source: Any, parser: Any = None, *, base_url: str | None = None, **options: Any) -> Any:
    """Parses a file: a path or an open file. Returns the tree of the document."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            markup = file.read()
        base_url = base_url or os.fspath(source)
    else:
        markup = source.read()
    return document_fromstring(markup, parser, base_url=base_url, **options).getroottree()


#: The names that lxml has for this function.
fromstring = HTML = document_fromstring


def tostring(element: Any, *, encoding: Any = "unicode", **options: Any) -> Any:
    """Serializes an element as HTML, with lxml."""
    options.setdefault("method", "html")
    return _etree.tostring(element, encoding=encoding, **options)
