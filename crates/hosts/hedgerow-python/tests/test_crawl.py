"""Many pages: their headers and addresses, their errors, memory, and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import hedgerow
from hedgerow import Extractor, Limits, Page, parse_many

BAD = "<p>" * 100
LIMITS = Limits(nodes=50)


def test_parse_many() -> None:
    documents = parse_many(f"<title>{number}</title>" for number in range(1000))
    assert [document.title for document in documents] == [str(number) for number in range(1000)]
    assert list(parse_many([])) == []


def test_pages_have_their_own_headers_and_addresses() -> None:
    pages: list[Any] = [
        Page("<title>Дуб</title><a href=x>".encode("koi8-r"), url="https://a.example/", content_type="text/html; charset=koi8-r"),
        Page("<title>Дуб</title><a href=x>", url="https://b.example/"),
        "<title>Дуб</title><a href=x>".encode("utf-8"),
    ]
    rows = [
        {"t": "Дуб", "u": "https://a.example/x"},
        {"t": "Дуб", "u": "https://b.example/x"},
        {"t": "Дуб", "u": "x"},
    ]
    extract = Extractor({"t": "title", "u": "a::abs(href)"})
    assert list(extract.many(pages)) == [extract(page) for page in pages] == rows
    documents = list(parse_many(pages))
    assert [document.url for document in documents] == ["https://a.example/", "https://b.example/", None]
    assert [document.links()[0].url for document in documents] == [row["u"] for row in rows]
    assert [document.encoding for document in documents] == ["KOI8-R", None, "UTF-8"]
    data = "<title>Дуб".encode("koi8-r")
    assert extract(data, content_type="text/html; charset=koi8-r", url="https://c.example/")["t"] == "Дуб"
    # The header of a page replaces that of the call.
    assert extract(pages[0], content_type="text/html; charset=utf-8")["t"] != "Дуб"
    assert next(parse_many(pages[:1], content_type="text/html; charset=utf-8")).title == "Дуб"
    with pytest.raises(ValueError, match="decoded already"):
        hedgerow.parse(Page("x", content_type="text/html"))


def test_a_bad_page_does_not_lose_the_others() -> None:
    pages: list[Any] = ["<title>a", BAD, "<title>b", 5, "<title>c"]
    found = list(parse_many(pages, return_exceptions=True, limits=LIMITS))
    assert [getattr(document, "title", None) for document in found] == ["a", None, "b", None, "c"]
    assert isinstance(found[1], hedgerow.LimitError) and isinstance(found[3], TypeError)
    rows = list(Extractor({"t": "title"}, limits=LIMITS).many(pages, return_exceptions=True))
    assert [row["t"] if isinstance(row, dict) else type(row) for row in rows] == [
        "a", hedgerow.LimitError, "b", TypeError, "c",
    ]  # fmt: skip


def test_an_exception_of_a_page_does_not_end_the_iteration() -> None:
    results = parse_many(["<title>a", BAD, "<title>b"], limits=LIMITS)
    assert next(results).title == "a"
    with pytest.raises(hedgerow.LimitError) as raised:
        next(results)
    assert "in the document with the index 1" in getattr(raised.value, "__notes__")
    assert len(raised.value.document.css("p")) > 0
    assert next(results).title == "b"
    assert list(results) == []


def test_an_exception_of_the_iterable_is_raised_after_the_results_before_it() -> None:
    def pages() -> Iterator[str]:
        yield "<title>a"
        raise OSError("the network")

    results = parse_many(pages(), return_exceptions=True)
    assert next(results).title == "a"
    with pytest.raises(OSError, match="the network"):
        next(results)
    assert list(results) == []


def test_pages_are_read_when_they_are_needed() -> None:
    taken = 0

    def pages() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "<p>" * 1000

    results = Extractor({"p": "p"}).many(pages())
    assert taken == 0
    for _ in range(3):
        next(results)
    assert 3 <= taken <= 1000


PROGRAM = """
import resource, sys, hedgerow
pages = ("<p>" + "x" * 200_000 for _ in range(2_000))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert sum(1 for _ in {call}) == 2_000
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the unit of ru_maxrss")
@pytest.mark.parametrize("call", ["hedgerow.parse_many(pages)", "hedgerow.Extractor({'p': 'p::attr(x)'}).many(pages)"])
def test_pages_of_400_megabytes_take_little_memory(call: str) -> None:
    result = subprocess.run([sys.executable, "-c", PROGRAM.format(call=call)], capture_output=True, text=True, check=True)
    assert int(result.stdout) < 150_000_000


INTERRUPTED = """
import os, signal, sys, threading, time, hedgerow
# A shell ignores the signal in programs that it starts in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)
piece = "<div class=a><p>some text <b>bold</b> <a href=/x>link</a></div>"
{setup}
sent = 0
def interrupt():
    global sent
    time.sleep(0.2)
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    {call}
    print("finished")
except KeyboardInterrupt:
    print(time.monotonic() - sent)
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or sys.platform == "win32", reason="os.kill sends no SIGINT on Windows")
@pytest.mark.parametrize(
    ("setup", "call"),
    [
        ("page = piece * (240_000_000 // len(piece))", "hedgerow.parse(page)"),
        ("page = (piece * (240_000_000 // len(piece))).encode()", "hedgerow.parse(page)"),
        ("page = piece * (240_000_000 // len(piece))", "list(hedgerow.parse_many([page]))"),
        ("page = piece * 4_000", "list(hedgerow.parse_many([page] * 3_000))"),
        ("page = piece * 4_000", "list(hedgerow.Extractor({'a': ['a']}).many([page] * 3_000))"),
    ],
)
def test_ctrl_c_ends_a_call_at_once(setup: str, call: str) -> None:
    program = INTERRUPTED.format(setup=setup, call=call)
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert float(result.stdout) < 0.1, result.stdout


def test_the_time_is_limited() -> None:
    page = "<div><p>x</div>" * 200_000
    for data in (page, page.encode()):
        with pytest.raises(hedgerow.LimitError, match="longer than 0.01 seconds") as raised:
            hedgerow.parse(data, limits=Limits(seconds=0.01))
        assert 0 < len(raised.value.document.css("p")) < 200_000
        assert hedgerow.parse(data[:1000], limits=Limits(seconds=100)).html == hedgerow.parse(data[:1000]).html
    fragment = hedgerow.parse_fragment("<td>é" * 50_000, "tr", limits=Limits(seconds=100))
    assert len(fragment.css("td")) == 50_000
    assert Limits(seconds=0.5) == Limits(seconds=0.5) != Limits() and repr(Limits(seconds=0.5)) == "Limits(seconds=0.5)"
    with pytest.raises(ValueError, match="not negative"):
        Limits(seconds=-1)
