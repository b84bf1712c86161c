"""Measures one Python library for `cargo xtask bench`, which drives it through its standard input and output.

    python3 peers.py NAME

It answers with one line to each of these, and says first whether the library can be imported:

    (start)          "ready VERSION" or "missing REASON"
    page LENGTH      LENGTH bytes of UTF-8 follow; they are the next page, counted from 0: "kept"
    run PAGE COUNT   parses the page COUNT times, and drops what comes of it each time: the seconds by the clock, and those
                     that the processor was at it
"""

import gc
import sys
from importlib.metadata import version
from itertools import repeat
from time import perf_counter, process_time


# Each of the following answers with the version of the library, what it takes as input, and how it parses.
# Both libraries take str and bytes; each gets what it is faster with.


def selectolax():
    # Over all pages of the corpus, str, which it encodes first, takes it 16 % longer than bytes.
    from selectolax.lexbor import LexborHTMLParser

    return version("selectolax"), bytes, LexborHTMLParser


def selectolax_without_events():
    # Without these, `selectedcontent` stays empty: not the tree of the standard, but nearer to what lexbor alone costs.
    from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

    options = LexborDocumentOptions.WO_EVENTS
    return version("selectolax"), bytes, lambda page: LexborHTMLParser(page, options=options)


def turbohtml():
    # Over all pages of the corpus, bytes, which it sniffs and decodes first, take it 14 % longer than str.
    # Line and column of each element are left out: nobody else in the benchmark keeps them.
    from turbohtml import parse

    return version("turbohtml"), str, lambda page: parse(page, positions=False)


LIBRARIES = {
    "selectolax": selectolax,
    "selectolax-without-events": selectolax_without_events,
    "turbohtml": turbohtml,
}


def seconds(parse, page, count):
    """How long parsing a page takes, so many times; each result is freed before the next is made."""
    times = repeat(None, count)
    start, processor_start = perf_counter(), process_time()
    for _ in times:
        parse(page)
    return perf_counter() - start, process_time() - processor_start


def main():
    source, sink = sys.stdin.buffer, sys.stdout

    def answer(text):
        sink.write(f"{text}\n")
        sink.flush()

    try:
        library_version, kind, parse = LIBRARIES[sys.argv[1]]()
    except ImportError as error:
        answer(f"missing {error}".replace("\n", " "))
        return
    answer(f"ready {library_version}")
    # Neither library leaves cycles behind; the collector would only interrupt.
    gc.disable()
    pages = []
    for line in source:
        command, *numbers = line.split()
        if command == b"page":
            page = source.read(int(numbers[0]))
            pages.append(page if kind is bytes else page.decode())
            answer("kept")
        else:
            page, count = map(int, numbers)
            answer("{!r} {!r}".format(*seconds(parse, pages[page], count)))


main()
