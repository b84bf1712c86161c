"""Uses the package as a crawler does, for the training of a profile-guided build: ``train.py FOLDER``."""

from __future__ import annotations

import pathlib
import sys

import hedgerow

REPETITIONS = 20

EXTRACTOR = hedgerow.Extractor({"title": "title::text", "links": ["a::attr(href)"]})


def main() -> None:
    """Parses, searches and reads each page several times."""
    pages = [file.read_bytes() for file in sorted(pathlib.Path(sys.argv[1]).glob("*.html"))]
    for page in pages * REPETITIONS:
        text = page.decode()
        for document in hedgerow.parse(page), hedgerow.parse(text):
            document.css_text("a::attr(href)"), document.css_text("img::attr(src)"), document.css_text("p::text")
            document.css_first("h1")
        hedgerow.parse_fragment(text[:2000])
        EXTRACTOR(page)
    for page in pages:
        document = hedgerow.parse(page, errors=True)
        document.root.text()
        document.root.inner_html
        document.xpath("//a/@href")
        for node in document.css("a"):
            node.attrs.get("href")


if __name__ == "__main__":
    main()
