"""The calls of ``html2text``: ``from hedgerow.compat.html2text import html2text``, or ``HTML2Text``.

The Markdown is that of `Document.markdown`: its lines are not wrapped, whatever ``body_width`` is. The attributes of an `HTML2Text`
that choose between two forms of the same Markdown have no effect; an attribute that is not supported cannot be set.

>>> html2text("<p>An <a href=/oak>oak</a>", baseurl="https://trees.example/")
'An [oak](https://trees.example/oak)\\n'
>>> converter = HTML2Text()
>>> converter.ignore_links = True
>>> converter.handle("<p>An <a href=/oak>oak</a>")
'An oak\\n'
"""

from __future__ import annotations

from hedgerow._hedgerow import parse

__all__ = ["HTML2Text", "html2text"]

_EMPHASIS = frozenset("b cite code del dfn em i ins kbd mark s samp strike strong tt u var".split())


class HTML2Text:
    """Converts HTML with options."""

    __slots__ = (
        "baseurl", "body_width", "bypass_tables", "emphasis_mark", "escape_snob", "ignore_emphasis", "ignore_images", "ignore_links",
        "ignore_mailto_links", "ignore_tables", "images_to_alt", "inline_links", "links_each_paragraph", "pad_tables", "protect_links",
        "single_line_break", "skip_internal_links", "strong_mark", "ul_item_mark", "unicode_snob", "use_automatic_links", "wrap_links",
        "wrap_list_items", "wrap_tables",
    )  # fmt: skip

    def __init__(self, out: None = None, baseurl: str = "", bodywidth: int = 78) -> None:
        if out is not None:
            raise NotImplementedError("hedgerow.compat.html2text does not support out; handle() returns the text")
        self.baseurl = baseurl
        self.body_width = bodywidth
        self.inline_links = self.skip_internal_links = True
        self.ignore_emphasis = self.ignore_images = self.ignore_links = self.ignore_mailto_links = False
        self.ignore_tables = self.images_to_alt = False

    def handle(self, data: str | bytes) -> str:
        """The Markdown of a page."""
        document = parse(data)
        if self.ignore_emphasis:
            document.unwrap_tags(_EMPHASIS)
        if self.images_to_alt:
            for image in document.css("img"):
                image.replace_with(image.get("alt", ""))
        for link in document.css("a[href]"):
            href = link["href"]
            if (self.skip_internal_links and href.startswith("#")) or (self.ignore_mailto_links and href.startswith("mailto:")):
                link.unwrap()
        return document.markdown(
            links="text" if self.ignore_links else "inline" if self.inline_links else "references",
            images=not self.ignore_images,
            tables=not self.ignore_tables,
            base=self.baseurl or None,
        )


def html2text(html: str | bytes, baseurl: str = "", bodywidth: int | None = None) -> str:
    """The Markdown of a page; baseurl makes addresses absolute."""
    return HTML2Text(None, baseurl, 0 if bodywidth is None else bodywidth).handle(html)
