"""Measures one Python library for `cargo xtask bench`, which controls it through its standard input and output.

    python3 peers.py NAME

The script first writes whether the library can be imported, and then one line for each of these commands:

    (start)          writes "ready VERSION" or "missing REASON"
    page LENGTH      stores the LENGTH bytes of UTF-8 that follow as the next page, counted from 0; writes "kept"
    run PAGE COUNT   parses the page COUNT times and frees each result; writes the seconds of wall-clock time and
                     the seconds of processor time
"""

import gc
import sys
from importlib.metadata import version
from itertools import repeat
from time import perf_counter, process_time


# Each of the following returns the version of the library, its input type, and its parse function.
# All libraries accept str and bytes; each gets the type with which it is faster.


def selectolax():
    # For all pages of the corpus, str takes 16 % longer than bytes, because it is encoded first.
    from selectolax.lexbor import LexborHTMLParser

    return version("selectolax"), bytes, LexborHTMLParser


def selectolax_without_events():
    # Without events `selectedcontent` stays empty, which departs from the standard but is closer to the cost of lexbor alone.
    from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

    options = LexborDocumentOptions.WO_EVENTS
    return version("selectolax"), bytes, lambda page: LexborHTMLParser(page, options=options)


def resiliparse():
    # For all pages of the corpus, bytes take 24 % longer than str, because they are decoded first.
    from resiliparse.parse.html import HTMLTree

    return version("resiliparse"), str, HTMLTree.parse


def turbohtml():
    # For all pages of the corpus, bytes take 14 % longer than str, because they are sniffed and decoded first.
    # Lines and columns of elements are disabled, because no other contender stores them.
    from turbohtml import parse

    return version("turbohtml"), str, lambda page: parse(page, positions=False)


LIBRARIES = {
    "selectolax": selectolax,
    "selectolax-without-events": selectolax_without_events,
    "resiliparse": resiliparse,
    "turbohtml": turbohtml,
}


def seconds(parse, page, count):
    """Returns the time of parsing a page `count` times; each result is freed before the next parse."""
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
    # The collector is disabled, because no library creates cycles.
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
