"""Ten tasks of people who read HTML with Python. ``tests/test_examples.py`` runs them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import hedgerow
from hedgerow import Extractor, Field, Limits, Page


def rows(pages: Iterable[Page]) -> list[dict[str, Any]]:
    """The title and the links of many pages of a crawl; a page that exceeds a limit is left out."""
    extract = Extractor(
        {"title": Field("title", default=""), "links": ["a[href]", {"url": "::abs(href)", "text": ""}]},
        limits=Limits(depth=500, seconds=5),
    )
    return [row for row in extract.many(pages, return_exceptions=True) if isinstance(row, dict)]


def article_text(html: str) -> str:
    """The text of the article of a page, without menus and the like."""
    return hedgerow.parse(html).main_content().text


def table_records(html: str) -> list[dict[str, str | None]]:
    """The rows of the first table, by the names of the columns."""
    return hedgerow.parse(html).tables()[0].to_dicts()


def form_fields(html: str, url: str) -> tuple[str, str | None, list[tuple[str, str]]]:
    """The method, the address and the fields with which a browser would submit the first form."""
    form = hedgerow.parse(html, url=url).forms()[0]
    return form.method, form.action, form.fields


def link_graph(pages: Iterable[Page]) -> set[tuple[str, str]]:
    """The links between pages, as pairs of absolute URLs."""
    found = set()
    for document in hedgerow.parse_many(pages):
        for link in document.links():
            if document.url and link.element == "a" and link.url:
                found.add((document.url, link.url))
    return found


def decoded(body: bytes, content_type: str | None) -> tuple[str, bool]:
    """The text of a response, and whether it can be trusted."""
    document = hedgerow.parse(body, content_type=content_type, prefer_utf8=True, spans=True)
    return document.source or "", document.encoding_certain and not document.malformed_sequences


def with_lazy_images(html: str) -> str:
    """The page with images that are loaded when they are visible, written back in the same mode."""
    document = hedgerow.parse(html)
    for image in document.css("img:not([loading])"):
        image["loading"] = "lazy"
    return document.to_html()


def feed_titles(file: io.BufferedIOBase) -> Iterator[str]:
    """The titles of the items of a file of any length."""
    for item in hedgerow.iter_elements(file, "item", encoding="utf-8"):
        yield item.css_text_first("title", "")


def headings(pages: Iterable[str]) -> list[str | None]:
    """The first heading of many pages, on all cores."""
    return [document.css_text_first("h1") for document in hedgerow.parse_many(pages)]


def prices(html: str) -> list[float]:
    """The prices of the products that are in stock, by XPath."""
    products = hedgerow.parse(html).xpath_nodes("//li[contains(@class, 'product')][not(.//*[@class='sold-out'])]")
    return [float(price) for product in products for price in product.xpath_text(".//*[@class='price']/@data-value")]
