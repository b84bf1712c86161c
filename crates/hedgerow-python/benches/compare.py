"""Compares the speed with other packages, in one process, each page in turn: ``cargo xtask python --bench -- PAGES``.

Each round runs all contenders on a page before the next round, because the speed of a shared machine drifts. The figure of a
contender is the sum over the pages of its best times.
"""

from __future__ import annotations

import pathlib
import sys
import threading
import time
from collections.abc import Callable

import bs4
import turbohtml
from selectolax.lexbor import LexborHTMLParser

import hedgerow

ROUNDS = 9

Contenders = dict[str, Callable[[str], object]]


def query_hedgerow(html: str) -> object:
    """Three queries to lists of strings."""
    document = hedgerow.parse(html)
    return document.css("a::attr(href)"), document.css("img::attr(src)"), document.css("p::text")


def query_selectolax(html: str) -> object:
    """The same with selectolax."""
    tree = LexborHTMLParser(html)
    links = [node.attributes["href"] for node in tree.css("a[href]")]
    images = [node.attributes["src"] for node in tree.css("img[src]")]
    return links, images, [child.text_content for node in tree.css("p") for child in node.iter(True) if child.is_text_node]


def query_turbohtml(html: str) -> object:
    """The same with turbohtml; the whole texts of paragraphs, which it has at hand."""
    tree = turbohtml.parse(html)
    links = [node.attrs["href"] for node in tree.select("a[href]")]
    images = [node.attrs["src"] for node in tree.select("img[src]")]
    return links, images, [node.text for node in tree.select("p")]


COMPARISONS: dict[str, Contenders] = {
    "parse": {
        "hedgerow": hedgerow.parse,
        "turbohtml": turbohtml.parse,
        "selectolax": LexborHTMLParser,
    },
    "parse and three queries": {
        "hedgerow": query_hedgerow,
        "turbohtml": query_turbohtml,
        "selectolax": query_selectolax,
    },
    "Beautiful Soup": {
        name: lambda html, name=name: bs4.BeautifulSoup(html, name) for name in ("hedgerow", "lxml", "html5lib")
    },
}


def measure(contenders: Contenders, pages: list[str], rounds: int) -> dict[str, float]:
    """The seconds of each contender for all pages."""
    sums = dict.fromkeys(contenders, 0.0)
    for page in pages:
        best = dict.fromkeys(contenders, float("inf"))
        for _ in range(rounds):
            for name, run in contenders.items():
                start = time.perf_counter()
                result = run(page)
                best[name] = min(best[name], time.perf_counter() - start)
                del result
        for name, seconds in best.items():
            sums[name] += seconds
    return sums


def threads(pages: list[str], count: int) -> float:
    """Pages per second with some threads."""
    def work() -> None:
        for _ in range(20):
            for page in pages:
                hedgerow.parse(page)

    workers = [threading.Thread(target=work) for _ in range(count)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return count * 20 * len(pages) / (time.perf_counter() - start)


def main() -> None:
    """Prints a line for each contender."""
    files = [file for name in sys.argv[1:] for file in sorted(pathlib.Path(name).rglob("*.htm*"))]
    if not files:
        sys.exit("usage: compare.py FOLDER...")
    pages = [file.read_bytes().decode("utf-8", "replace") for file in files]
    print(f"{len(pages)} pages, {sum(map(len, pages)) / 1e6:.1f} million characters")
    for title, contenders in COMPARISONS.items():
        sums = measure(contenders, pages, 2 if title == "Beautiful Soup" else ROUNDS)
        for name, seconds in sums.items():
            print(f"{title}: {name} {seconds * 1000:.1f} ms, {seconds / sums['hedgerow']:.2f} times hedgerow's time")
    ratios = sorted(threads(pages, 2) / threads(pages, 1) for _ in range(3))
    print(f"two threads: {ratios[1]:.2f} times the pages of one (of three: {ratios})")


if __name__ == "__main__":
    main()
