"""Functions of columns of pages, for query engines and data frames.

A column is any object with the Arrow PyCapsule interface, such as an array of pyarrow or a series of Polars. The column
of pages contains bytes or text. The result has the same interface:

>>> import nanoarrow
>>> pages = nanoarrow.Array(["<title>Oak</title>", None, "<p>"], nanoarrow.string())
>>> nanoarrow.Array(html_title(pages)).to_pylist()
['Oak', None, None]

The result is null for a page that cannot be processed, because it exceeds a limit or is not HTML: such a page never
raises an exception. The attribute ``reasons`` of the result contains the reasons. ``content_type`` and ``url`` are
columns, too, or one str for all pages. ``prefer_utf8`` is that of `hedgerow.parse`. The interpreter's lock is released while a
function runs.

The modules ``hedgerow.arrow.polars``, ``.duckdb``, ``.daft``, ``.spark`` and ``.batches`` (tables of pyarrow, Ray Data) have
the same functions in the terms of these engines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from hedgerow._hedgerow import Limits

try:
    from hedgerow_arrow import Column, Function
except ImportError as error:
    raise ImportError("hedgerow.arrow needs the package hedgerow-arrow: pip install ./crates/hosts/hedgerow-arrow") from error

__all__ = [
    "Column",
    "Function",
    "Specification",
    "call",
    "function",
    "html_attribute",
    "html_decode",
    "html_errors",
    "html_extract",
    "html_fingerprint",
    "html_json_ld",
    "html_lang",
    "html_links",
    "html_main_text",
    "html_markdown",
    "html_meta",
    "html_reason",
    "html_sanitize",
    "html_select",
    "html_select_text",
    "html_tables",
    "html_text",
    "html_title",
    "html_xpath",
]


class ArrowArray(Protocol):
    """A column in one piece."""

    def __arrow_c_array__(self, requested_schema: object | None = None, /) -> Any:
        """Returns the capsules of a schema and an array."""


class ArrowStream(Protocol):
    """A column in chunks."""

    def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> Any:
        """Returns the capsule of a stream."""


#: A column.
Arrow = ArrowArray | ArrowStream

#: The fields of an extraction: names of functions, or dicts with "function" and its arguments; or the same as JSON.
Specification = Mapping[str, str | Mapping[str, str]] | str


@lru_cache(maxsize=256)
def _compiled(name: str | None, *arguments: str) -> Function:
    return Function(name, *arguments)


def function(name: str | None, *arguments: Any) -> Function:
    """Returns the function with this name and these arguments, such as ``function("html_select_text", "h1")``.

    Functions have the parameters ``(pages, *, content_type=None, url=None, limits=None, prefer_utf8=False)``. The last 256 are cached.
    """
    if name == "html_extract":
        name = None
    if name is None and len(arguments) == 1 and not isinstance(arguments[0], str):
        arguments = (json.dumps(arguments[0]),)
    return _compiled(name, *arguments)


def call(name: str, arguments: tuple[Any, ...], columns: Sequence[Any], limits: Limits | None = None) -> Column:
    """Calls a function with columns in the order of SQL: pages, url if the function takes it, content_type."""
    others = ("url", "content_type") if name in ("html_links", "html_markdown", "html_extract") else ("content_type",)
    if not 1 <= len(columns) <= 1 + len(others):
        expected = ", ".join(("pages", *others))
        raise TypeError(f"{name} takes the columns {expected}, of which only the first is required, but got {len(columns)}")
    return function(name, *arguments)(columns[0], **dict(zip(others, columns[1:], strict=False)), limits=limits)


def html_attribute(
    pages: Arrow, selector: str, attribute: str, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The values of an attribute of the elements that match a selector: a list of texts."""
    return function("html_attribute", selector, attribute)(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_decode(
    pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The decoded text, its encoding, the step that determined the encoding, whether it is certain, and the number of malformed
    byte sequences: a struct ``text``, ``encoding``, ``encoding_reason``, ``encoding_certain``, ``malformed_sequences``.
    """
    return function("html_decode")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_errors(
    pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The parse errors: a list of structs ``code``, ``line``, ``column``."""
    return function("html_errors")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_extract(
    pages: Arrow,
    specification: Specification,
    *,
    url: Arrow | str | None = None,
    content_type: Arrow | str | None = None,
    limits: Limits | None = None,
    prefer_utf8: bool = False,
) -> Column:
    """Several functions in one parse: a struct with a field for each, and ``reason``.

    >>> import nanoarrow
    >>> pages = nanoarrow.Array(["<title>Oak</title><h2>Leaf</h2>"], nanoarrow.string())
    >>> rows = html_extract(pages, {"title": "html_title", "heads": {"function": "html_select_text", "selector": "h2"}})
    >>> nanoarrow.Array(rows).to_pylist()
    [{'title': 'Oak', 'heads': ['Leaf'], 'reason': None}]
    """
    return function(None, specification)(pages, url=url, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_fingerprint(
    pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """A hash of the structure of the elements, which is similar for near duplicates: 64 bits as an integer."""
    return function("html_fingerprint")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_json_ld(
    pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The texts of the JSON-LD scripts: a list of texts."""
    return function("html_json_ld")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_lang(pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False) -> Column:
    """The language of the page."""
    return function("html_lang")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_links(
    pages: Arrow,
    *,
    url: Arrow | str | None = None,
    content_type: Arrow | str | None = None,
    limits: Limits | None = None,
    prefer_utf8: bool = False,
) -> Column:
    """The addresses in attributes, resolved against ``url``: a list of structs ``url``, ``text``, ``rel``, ``element``,
    ``attribute``.
    """
    return function("html_links")(pages, url=url, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_main_text(
    pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The text of the main content, without navigation, advertisements and the like."""
    return function("html_main_text")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_markdown(
    pages: Arrow,
    *,
    url: Arrow | str | None = None,
    content_type: Arrow | str | None = None,
    limits: Limits | None = None,
    prefer_utf8: bool = False,
) -> Column:
    """The page as Markdown. Addresses are absolute if ``url`` is given."""
    return function("html_markdown")(pages, url=url, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_meta(pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False) -> Column:
    """The metadata: a map from names in lower case to contents."""
    return function("html_meta")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_reason(pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False) -> Column:
    """The reason why a page could not be processed, so that the other functions return null; null if it was processed."""
    return function("html_reason")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_sanitize(
    pages: Arrow, preset: str, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """HTML that can be shown in a page, sanitized with a preset: "default", "basic", "comments", "email" or "article"."""
    return function("html_sanitize", preset)(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_select(
    pages: Arrow, selector: str, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The elements that match a selector: a list of structs ``text``, ``html``, ``attributes``."""
    return function("html_select", selector)(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_select_text(
    pages: Arrow, selector: str, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The rendered texts of the elements that match a selector: a list of texts."""
    return function("html_select_text", selector)(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_tables(
    pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The tables: a list of structs ``caption``, ``rows``."""
    return function("html_tables")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_text(pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False) -> Column:
    """The text that a browser would show."""
    return function("html_text")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_title(pages: Arrow, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False) -> Column:
    """The title."""
    return function("html_title")(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)


def html_xpath(
    pages: Arrow, expression: str, *, content_type: Arrow | str | None = None, limits: Limits | None = None, prefer_utf8: bool = False
) -> Column:
    """The value of an XPath expression: a list of texts."""
    return function("html_xpath", expression)(pages, content_type=content_type, limits=limits, prefer_utf8=prefer_utf8)
