"""The calls of ``markdownify``: ``from hedgerow.compat.markdownify import markdownify``.

The Markdown is that of `Document.markdown`. Options that choose between two forms of the same Markdown, such as ``heading_style``
and ``bullets``, are ignored. Options that are not supported raise a ``NotImplementedError`` if they are given.

>>> markdownify("<h1>Trees</h1><ul><li><b>oak</b><li><a href=/elm>elm</a></ul>", strip=["a"])
'# Trees\\n\\n- **oak**\\n- elm'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hedgerow._hedgerow import parse

__all__ = ["ASTERISK", "ATX", "ATX_CLOSED", "BACKSLASH", "SETEXT", "SPACES", "UNDERLINED", "UNDERSCORE", "MarkdownConverter", "markdownify"]

ATX = "atx"
ATX_CLOSED = "atx_closed"
UNDERLINED = SETEXT = "underlined"
SPACES = "spaces"
BACKSLASH = "backslash"
ASTERISK = "*"
UNDERSCORE = "_"

_FORMS = frozenset(
    "autolinks bs4_options bullets escape_asterisks escape_misc escape_underscores heading_style keep_inline_images_in newline_style "
    "strip_document strip_pre strong_em_symbol table_infer_header wrap_width".split()
)

# The elements that Markdown can express.
_MARKED = frozenset(
    "a b blockquote br caption code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s samp "
    "strike strong sub summary sup table td th tr tt u ul var".split()
)


class MarkdownConverter:
    """Converts HTML with options."""

    def __init__(
        self,
        *,
        strip: Iterable[str] | None = None,
        convert: Iterable[str] | None = None,
        code_language: str = "",
        **options: Any,
    ) -> None:
        if strip is not None and convert is not None:
            raise ValueError("You may specify either tags to strip or tags to convert, but not both.")
        for name, value in options.items():
            if name not in _FORMS and value:
                raise NotImplementedError(f"hedgerow.compat.markdownify does not support {name}")
        self._unwrapped = frozenset(strip or ()) if convert is None else _MARKED - frozenset(convert)
        self._code_language = code_language

    def convert(self, html: str | bytes) -> str:
        """The Markdown of a page. Elements of ``strip``, or those that ``convert`` lacks, are replaced with their contents."""
        document = parse(html)
        document.unwrap_tags(self._unwrapped)
        if self._code_language:
            for block in document.css("pre:not([class])"):
                block["class"] = f"language-{self._code_language}"
        return document.markdown().strip("\n")

    def convert_soup(self, soup: object) -> str:
        """The Markdown of a tree of Beautiful Soup."""
        return self.convert(str(soup))


def markdownify(html: str | bytes, **options: Any) -> str:
    """The Markdown of a page, with the options of ``markdownify.markdownify``."""
    return MarkdownConverter(**options).convert(html)
