"""Lets packages that parse HTML with lxml parse it with ``hedgerow.compat.etree``."""

from __future__ import annotations

from typing import Any

import lxml.etree
import lxml.html

from hedgerow.compat import etree


def _parsel() -> None:
    from parsel import selector

    original = selector.create_root_node

    def create_root_node(text: str, parser_cls: Any, base_url: Any = None, huge_tree: bool = True, body: bytes = b"", encoding: str = "utf-8") -> Any:
        if parser_cls is not lxml.html.HTMLParser:
            return original(text, parser_cls, base_url, huge_tree, body, encoding)
        return etree.fromstring(text or body.decode(encoding, "replace"), base_url=base_url)

    selector.create_root_node = create_root_node


def _trafilatura() -> None:
    from trafilatura import utils

    def fromstring(markup: Any, **ignored: Any) -> Any:
        text = markup if isinstance(markup, str) else markup.decode("utf-8", "replace")
        tree = etree.fromstring(text)
        # As with the parser of trafilatura.
        lxml.etree.strip_tags(tree, lxml.etree.Comment, lxml.etree.ProcessingInstruction)
        return tree

    utils.fromstring = fromstring


PATCHES = {"parsel": _parsel, "scrapy": _parsel, "trafilatura": _trafilatura}
