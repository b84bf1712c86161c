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

    With ``parse_only`` or ``element_classes``, the methods of Beautiful Soup build the tree, node by node, and collapse
    whitespace between tags; without them the objects are filled directly, which is much faster.
    """

    NAME = "hedgerow"
    #: Only the name: ``BeautifulSoup(markup, "html5")`` goes on choosing the builder that it chose before.
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
        """Passes the markup on. Its encoding is detected when it is parsed."""
        DetectsXMLParsedAsHTML.warn_if_markup_looks_like_xml(markup, stacklevel=3)
        self._encoding = user_specified_encoding or document_declared_encoding
        yield (markup, None, None, False)

    def test_fragment_to_document(self, fragment: str) -> str:
        """Beautiful Soup's tests ask for this."""
        return f"<html><head></head><body>{fragment}</body></html>"

    def feed(self, markup: Any) -> None:
        """Parses the markup and fills the soup."""
        soup = cast(Any, self.soup)
        encoding = None if isinstance(markup, str) else self._encoding
        if encoding is not None:
            try:
                found = parse_flat(markup, encoding=encoding, lines=self.store_line_numbers)
            except LookupError:
                found = parse_flat(markup, lines=self.store_line_numbers)
        else:
            found = parse_flat(markup, lines=self.store_line_numbers)
        name, _, nodes = found
        if name is not None:
            soup.original_encoding = name.lower()
            soup.declared_html_encoding = EncodingDetector.find_declared_encoding(markup, is_html=True)
        if soup.parse_only is None and not soup.element_classes and type(soup).handle_starttag is bs4.BeautifulSoup.handle_starttag:
            self._fill(soup, nodes)
        else:
            self._call(soup, nodes)

    def _attributes(self, attributes: Any) -> Any:
        """The attributes of a tag, as a dict of the class that the caller wants, which may overwrite ``__setitem__``."""
        converted = self.attribute_dict_class()
        if type(attributes) is dict:
            for name, value in attributes.items():
                converted[name] = value
            return converted
        for prefix, name, url, value in attributes:
            converted[NamespacedAttribute(prefix, name, url) if url else name] = value
        return converted

    def _call(self, soup: Any, nodes: list[tuple[Any, ...]]) -> None:
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
                # An empty name is that of a tag which the filter rejected.
                open_names.append(name if tag is not None else "")
            elif kind == "text":
                soup.handle_data(node[2])
            else:
                soup.endData()
                if kind == "comment":
                    soup.handle_data(node[2])
                    soup.endData(Comment)
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

    def _fill(self, soup: Any, nodes: list[tuple[Any, ...]]) -> None:
        """Creates the objects without calling their constructors, and links them."""
        new = object.__new__
        new_string = str.__new__
        soup_class = soup.__class__
        attribute_dict_class = self.attribute_dict_class
        attribute_value_list_class = self.attribute_value_list_class
        list_attributes = self.cdata_list_attributes
        preserve_whitespace_tags = self.preserve_whitespace_tags
        containers = self.string_containers
        empty_element_tags = self.empty_element_tags
        known_xml = self.is_xml
        main_types = Tag.MAIN_CONTENT_STRING_TYPES
        replace = self._replace_cdata_list_attribute_values
        all_tags = frozenset(list_attributes.get("*", ())) if list_attributes else frozenset()

        # The open tags, their contents, the last of those, and the class of their strings.
        tags: list[Any] = [soup]
        contents: list[list[Any]] = [soup.contents]
        string_classes: list[Any] = [NavigableString]
        previous: Any = soup
        depth = 0
        for node in nodes:
            if node[0] != depth:
                depth = node[0]
                del tags[depth + 1 :], contents[depth + 1 :], string_classes[depth + 1 :]
            parent = tags[depth]
            siblings = contents[depth]
            sibling = siblings[-1] if siblings else None
            kind = node[1]
            item: Any
            if kind == "text":
                item = new_string(string_classes[depth], node[2])
                item.__dict__ = {
                    "hidden": False,
                    "parent": parent,
                    "previous_element": previous,
                    "next_element": None,
                    "next_sibling": None,
                    "previous_sibling": sibling,
                }
            elif kind == "element":
                _, _, name, url, attributes, line, column = node
                if not attributes:
                    attributes = attribute_dict_class()
                else:
                    attributes = (
                        attribute_dict_class(attributes)
                        if type(attributes) is dict and attribute_dict_class is AttributeDict
                        else self._attributes(attributes)
                    )
                    if list_attributes:
                        lists = list_attributes.get(name)
                        if lists or not all_tags.isdisjoint(attributes):
                            attributes = replace(name, attributes)
                own: list[Any] = []
                item = new(Tag)
                item.__dict__ = {
                    "parser_class": soup_class,
                    "name": name,
                    "namespace": url,
                    "_namespaces": {},
                    "prefix": None,
                    "sourceline": line,
                    "sourcepos": None if column is None else column - 1,
                    "attribute_value_list_class": attribute_value_list_class,
                    "attrs": attributes,
                    "known_xml": known_xml,
                    "contents": own,
                    "parent": parent,
                    "previous_element": previous,
                    "next_element": None,
                    "next_sibling": None,
                    "previous_sibling": sibling,
                    "hidden": False,
                    "can_be_empty_element": empty_element_tags is None or name in empty_element_tags,
                    "cdata_list_attributes": list_attributes,
                    "preserve_whitespace_tags": preserve_whitespace_tags,
                    "interesting_string_types": main_types,
                }
                if name in containers:
                    string_class = containers[name]
                    item.__dict__["interesting_string_types"] = {string_class}
                else:
                    string_class = string_classes[depth]
                if name == "meta":
                    self.set_up_substitutions(item)
                tags.append(item)
                contents.append(own)
                string_classes.append(string_class)
                depth += 1
            else:
                if kind == "comment":
                    item = Comment(node[2])
                elif kind == "doctype":
                    item = _doctype(node)
                else:
                    item = XMLProcessingInstruction(f"{node[2]} {node[3]}")
                item.parent = parent
                item.previous_element = previous
                item.previous_sibling = sibling
            if sibling is not None:
                sibling.next_sibling = item
            previous.next_element = item
            previous = item
            siblings.append(item)
        soup._most_recent_element = previous


def _doctype(node: tuple[Any, ...]) -> Doctype:
    """A doctype, in which a missing identifier is None."""
    return Doctype.for_name_and_ids(node[2], node[3] or None, node[4] or None)


builder_registry.register(HedgerowTreeBuilder)
