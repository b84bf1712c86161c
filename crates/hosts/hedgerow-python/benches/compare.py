"""Compares the speed with other packages, in one process, each page in turn: ``cargo xtask python --bench -- PAGES``.

Each round runs all contenders on a page, in a random order, before the next round, because the speed of a shared machine drifts. The
garbage collector is off. Each contender
parses the page twice: the first time, the caches of the processor contain the data of another contender, and the second time its
own. A figure is the sum of the best time of each page in all rounds. It is processor time, because other programs
interrupt this one. Documents are freed after the clock has stopped, except by the contenders with queries, which free
their own.
"""

from __future__ import annotations

import gc
import pathlib
import random
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import bs4
import lxml.html
import turbohtml
from selectolax.lexbor import LexborHTMLParser

import hedgerow
from hedgerow.compat import etree
from hedgerow.compat.selectolax import LexborHTMLParser as Shim

ROUNDS = 15

#: The number of runs with threads, and the repetitions of a page in a run. A run takes a few milliseconds, so that other programs do
#: not interrupt every run.
RUNS = 600
REPETITIONS = 10

Contenders = dict[str, Callable[[str], object]]


def query_hedgerow(html: str) -> object:
    """Three queries to lists of strings."""
    document = hedgerow.parse(html)
    return document.css_text("a::attr(href)"), document.css_text("img::attr(src)"), document.css_text("p::text")


def query_selectolax(html: str, parser: Callable[[str], Any] = LexborHTMLParser) -> object:
    """The same with selectolax, or with the class in its place."""
    tree = parser(html)
    links = [node.attributes["href"] for node in tree.css("a[href]")]
    images = [node.attributes["src"] for node in tree.css("img[src]")]
    return links, images, [child.text_content for node in tree.css("p") for child in node.iter(True) if child.is_text_node]


def query_turbohtml(html: str) -> object:
    """The same with turbohtml, but with the whole texts of paragraphs, which it returns directly."""
    tree = turbohtml.parse(html)
    links = [node.attrs["href"] for node in tree.select("a[href]")]
    images = [node.attrs["src"] for node in tree.select("img[src]")]
    return links, images, [node.text for node in tree.select("p")]


def parse_with_lxml(html: str) -> object:
    """Parses with lxml, which refuses a str with a declaration of its encoding."""
    try:
        return lxml.html.document_fromstring(html)
    except ValueError:
        return lxml.html.document_fromstring(html.encode())


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
        "compat.selectolax": lambda html: query_selectolax(html, Shim),
    },
    "trees of lxml": {
        "hedgerow": etree.fromstring,
        "lxml": parse_with_lxml,
    },
    "Beautiful Soup": {
        name: lambda html, name=name: bs4.BeautifulSoup(html, name) for name in ("hedgerow", "lxml", "html5lib")
    },
}


def measure(contenders: Contenders, pages: list[str], rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """The seconds of each contender for all pages: of the first call after another contender, and of the next call."""
    first, next_call = dict.fromkeys(contenders, 0.0), dict.fromkeys(contenders, 0.0)
    for page in pages:
        best = {name: [float("inf")] * 2 for name in contenders}
        for _ in range(rounds):
            for name in random.sample(list(contenders), len(contenders)):
                run = contenders[name]
                for call in range(2):
                    start = time.thread_time()
                    result = run(page)
                    best[name][call] = min(best[name][call], time.thread_time() - start)
                    del result
        gc.collect()
        for name in contenders:
            first[name] += best[name][0]
            next_call[name] += best[name][1]
    return first, next_call


def threads(page: str, count: int) -> float:
    """The seconds from the first start to the last end of threads, each of which parses a page REPETITIONS times."""
    barrier = threading.Barrier(count)
    times: list[float] = []

    def work() -> None:
        barrier.wait()
        # The scheduler prefers threads that have just slept to programs that have not.
        time.sleep(0.005)
        start = time.perf_counter()
        for _ in range(REPETITIONS):
            hedgerow.parse(page)
        times.extend((start, time.perf_counter()))

    workers = [threading.Thread(target=work) for _ in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return max(times) - min(times)


def main() -> None:
    """Prints a line for each contender."""
    files = [file for name in sys.argv[1:] for file in sorted(pathlib.Path(name).rglob("*.htm*"))]
    if not files:
        sys.exit("usage: compare.py FOLDER...")
    pages = [file.read_bytes().decode("utf-8", "replace") for file in files]
    print(f"{len(pages)} pages, {sum(map(len, pages)) / 1e6:.1f} million characters")
    gc.disable()
    for title, contenders in COMPARISONS.items():
        calls = measure(contenders, pages, 3 if title == "Beautiful Soup" else ROUNDS)
        for call, sums in zip(("first", "second"), calls):
            for name, seconds in sums.items():
                ratio = seconds / sums["hedgerow"]
                print(f"{title}, {call} call: {name} {seconds * 1000:.1f} ms, {ratio:.2f} times hedgerow's time")
    page = min(pages, key=lambda page: abs(len(page) - 200_000))
    times = [(threads(page, 1), threads(page, 2)) for _ in range(RUNS)]
    one, two = (min(column) for column in zip(*times))
    print(f"a page of {len(page)} characters: two threads parse {2 * one / two:.2f} times as many pages as one (best of {RUNS} runs each)")


if __name__ == "__main__":
    main()
