"""A tree builder for Beautiful Soup: ``BeautifulSoup(markup, "hedgerow")``.

The tree is that of a browser, as with html5lib. ``import hedgerow`` registers the builder.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import bs4
from bs4.builder import DetectsXMLParsedAsHTML, HTMLTreeBuilder, builder_registry
from bs4.dammit import EncodingDetector
from bs4.element import (
    AttributeDict,
    Comment,
    Doctype,
    NamespacedAttribute,
    NavigableString,
    XMLProcessingInstruction,
    Tag,
)

from hedgerow._hedgerow import parse_flat

__all__ = ["HedgerowTreeBuilder"]


class HedgerowTreeBuilder(HTMLTreeBuilder):
    """Builds trees as the HTML standard prescribes.

    With ``parse_only``, ``element_classes`` or an overridden ``handle_starttag``, the methods of Beautiful Soup build the tree,
    node by node, and collapse whitespace between tags. Otherwise, the builder fills the objects itself, which is much faster.
    """

    NAME = "hedgerow"
    #: Only the name, so that ``BeautifulSoup(markup, "html5")`` still chooses the builder of another package.
    features = [NAME]
    TRACKS_LINE_NUMBERS = True
    picklable = True

    _encoding: str | None = None

    def prepare_markup(
        self,
        markup: Any,
        user_specified_encoding: Any = None,
        document_declared_encoding: Any = None,
        exclude_encodings: Any = None,
    ) -> Iterable[tuple[Any, Any, Any, bool]]:
        """Yields the markup unchanged. The parser detects its encoding; ``exclude_encodings`` is ignored."""
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        self._encoding = user_specified_encoding or document_declared_encoding
        yield (markup, None, None, False)

    def test_fragment_to_document(self, fragment: str) -> str:
        """Returns the document that a fragment is parsed to, for Beautiful Soup's tests."""
        return f"<html><head></head><body>{fragment}</body></html>"

    def feed(self, markup: Any) -> None:
        """Parses the markup and fills the soup."""
        soup = cast(Any, self.soup)
        encoding = None if isinstance(markup, str) else self._encoding
        try:
            name, _, nodes = parse_flat(markup, encoding=encoding, lines=self.store_line_numbers)
        except LookupError:
            name, _, nodes = parse_flat(markup, lines=self.store_line_numbers)
        if name is not None:
            soup.original_encoding = name.lower()
            soup.declared_html_encoding = EncodingDetector.find_declared_encoding(markup, is_html=True)
        if soup.parse_only is None and not soup.element_classes and type(soup).handle_starttag is bs4.BeautifulSoup.handle_starttag:
            nodes.fill(soup, self)
        else:
            self._call(soup, nodes)

    def _attributes(self, attributes: Any) -> Any:
        """The attributes of a tag, as an ``attribute_dict_class``: a dict that may override ``__setitem__``."""
        converted = self.attribute_dict_class()
        if type(attributes) is dict:
            for name, value in attributes.items():
                converted[name] = value
            return converted
        for prefix, name, url, value in attributes:
            converted[NamespacedAttribute(prefix, name, url) if url else name] = value
        return converted

    def _call(self, soup: Any, nodes: Iterable[tuple[Any, ...]]) -> None:
        """Builds the tree with the methods of the soup."""
        open_names: list[str] = []
        for node in nodes:
            depth, kind = node[0], node[1]
            while len(open_names) > depth:
                name = open_names.pop()
                if name:
                    soup.handle_endtag(name)
            if kind == "element":
                name = node[2]
                tag = soup.handle_starttag(
                    name, node[3], None, self._attributes(node[4]), sourceline=node[5],
                    sourcepos=None if node[6] is None else node[6] - 1,
                )  # fmt: skip
                # An empty name stands for a tag that the filter rejected.
                open_names.append(name if tag is not None else "")
            elif kind == "text":
                soup.handle_data(node[2])
            else:
                soup.endData()
                if kind == "comment":
                    # endData() would replace a blank comment with a space or a newline.
                    if not soup.parse_only or len(soup.tagStack) > 1 or soup.parse_only.allow_string_creation(node[2]):
                        soup.object_was_parsed(soup.string_container(Comment)(node[2]))
                elif kind == "doctype":
                    soup.handle_data(str(_doctype(node)))
                    soup.endData(Doctype)
                else:
                    soup.handle_data(f"{node[2]} {node[3]}")
                    soup.endData(XMLProcessingInstruction)
        while open_names:
            name = open_names.pop()
            if name:
                soup.handle_endtag(name)

    # What the native code needs to create the objects without calling their constructors.

    _tag_class = Tag
    _string_class = NavigableString
    _plain_dict_class = AttributeDict

    def _template(self, soup: Any, name: str, url: str) -> tuple[dict[str, Any], list[str]]:
        """What the elements with a name have in common: the Python attributes of their objects, some of which then get other values,
        and the names of HTML attributes that are lists of words.
        """
        containers = self.string_containers
        lists = self.cdata_list_attributes or {}
        slots = {
            "parser_class": soup.__class__,
            "name": name,
            "namespace": url,
            "_namespaces": {},
            "prefix": None,
            "sourceline": None,
            "sourcepos": None,
            "attribute_value_list_class": self.attribute_value_list_class,
            "attrs": None,
            "known_xml": self.is_xml,
            "contents": None,
            "parent": None,
            "previous_element": None,
            "next_element": None,
            "next_sibling": None,
            "previous_sibling": None,
            "hidden": False,
            "can_be_empty_element": self.can_be_empty_element(name),
            "cdata_list_attributes": self.cdata_list_attributes,
            "preserve_whitespace_tags": self.preserve_whitespace_tags,
            "interesting_string_types": {containers[name]} if name in containers else Tag.MAIN_CONTENT_STRING_TYPES,
        }
        return slots, [*lists.get("*", ()), *lists.get(name.lower(), ())]

    def _string_template(self) -> dict[str, Any]:
        """The Python attributes of strings."""
        return {
            "hidden": False,
            "parent": None,
            "previous_element": None,
            "next_element": None,
            "next_sibling": None,
            "previous_sibling": None,
        }

    def _converted(self, attributes: Any, lists: list[str]) -> Any:
        """The attributes of a tag. Those of ``lists`` are lists of words."""
        converted = self._attributes(attributes)
        for name in converted.keys() & lists:
            converted[name] = self.attribute_value_list_class(converted[name].split())
        return converted

    def _other(self, node: tuple[Any, ...]) -> Any:
        """A node that is neither a tag nor a text."""
        if node[1] == "comment":
            return Comment(node[2])
        if node[1] == "doctype":
            return _doctype(node)
        return XMLProcessingInstruction(f"{node[2]} {node[3]}")


def _doctype(node: tuple[Any, ...]) -> Doctype:
    """A doctype, in which a missing identifier is None."""
    return Doctype.for_name_and_ids(node[2], node[3] or None, node[4] or None)


builder_registry.register(HedgerowTreeBuilder)
