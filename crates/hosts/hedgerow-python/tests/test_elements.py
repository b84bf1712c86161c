"""Streams of elements: documents of any length in little memory."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hedgerow
from hedgerow import ElementStream, iter_elements

PAGE = "<title>é</title><ul class=a>" + "".join(f"<li id={n}>Trée <b>{n}</b>" for n in range(100)) + "</ul><li>no"


@pytest.mark.parametrize("size", [1, 7, 1000, 100_000])
def test_elements_do_not_depend_on_the_chunks(size: int) -> None:
    expected = [node.html for node in hedgerow.parse(PAGE).css("ul > li")]
    texts = [PAGE[start : start + size] for start in range(0, len(PAGE), size)]
    data = PAGE.encode()
    blocks = [data[start : start + size] for start in range(0, len(data), size)]
    assert [node.html for node in iter_elements(texts, "ul > li")] == expected
    assert [node.html for node in iter_elements(blocks, "ul > li", encoding="utf-8")] == expected


def test_files() -> None:
    assert [node.id for node in iter_elements(io.StringIO(PAGE), ".a li")][-1] == "99"
    file = io.BytesIO(PAGE.encode("utf-16"))
    assert [node.text() for node in iter_elements(file, "li")][-1] == "no"


def test_elements_have_documents_of_their_own() -> None:
    first, second, *_ = iter_elements([PAGE], hedgerow.Selector("li"))
    assert first.document != second.document and first.document.root == first
    assert first.css_first("b").text() == "0"
    first.append("!")
    assert first.html == '<li id="0">Trée <b>0</b>!</li>' and second.text() == "Trée 1"


def test_nested_matches() -> None:
    found = list(iter_elements(["<div id=1><div id=2></div>x</div>"], "div"))
    assert [node.html for node in found] == ['<div id="2"></div>', '<div id="1"><div id="2"></div>x</div>']
    outermost = iter_elements(["<div id=1><div id=2></div></div><div id=3>"], "div:not(div div)")
    assert [node.id for node in outermost] == ["1", "3"]
    with pytest.raises(hedgerow.LimitError, match="nested"):
        list(iter_elements(["<div>" * 1000], "div", limits=hedgerow.Limits(depth=100)))


@pytest.mark.parametrize("source", ["page.html", b"<li>", bytearray(b"<li>"), memoryview(b"<li>"), Path("page.html")])
def test_paths_and_documents_are_refused_as_sources(source: Any) -> None:
    with pytest.raises(TypeError, match="an iterable of chunks, not .*open"):
        iter_elements(source, "li")


def test_feeding() -> None:
    stream = ElementStream("li")
    assert [node.text() for node in stream.feed("<ul><li>O")] == []
    assert [node.text() for node in stream.feed("ak<li>Elm")] == ["Oak"]
    assert [node.text() for node in stream.finish()] == ["Elm"]
    with pytest.raises(ValueError, match="finished"):
        stream.finish()
    with pytest.raises(ValueError, match="finished"):
        stream.feed("x")
    assert ElementStream("li").finish() == []


def test_misuse() -> None:
    stream = ElementStream("li")
    stream.feed("<li>")
    with pytest.raises(TypeError, match="all str or all bytes"):
        stream.feed(b"x")
    with pytest.raises(hedgerow.SelectorError, match="1:"):
        ElementStream("li:nth-child(2)")
    with pytest.raises(hedgerow.SelectorError, match="1:4"):
        iter_elements([], "li[")
    with pytest.raises(ValueError, match="finds nodes"):
        ElementStream("li::text")
    with pytest.raises(LookupError, match="utf-9"):
        ElementStream("li", encoding="utf-9")
    with pytest.raises(hedgerow.LimitError, match="longer than 100 bytes"):
        list(iter_elements(["<li>x"] * 100, "li", limits=hedgerow.Limits(bytes=100)))
    with pytest.raises(TypeError, match="expected str, bytes or a buffer"):
        list(iter_elements([1], "li"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_is_bounded() -> None:
    item = b"<item><title>Oak</title><p>" + b"word " * 100 + b"</p></item>\n"

    def feed(megabytes: int) -> Iterator[Any]:
        yield b"<feed>"
        for _ in range(megabytes):
            yield item * (1_000_000 // len(item))
            yield b"<other>" + b"x" * 1000

    def count(megabytes: int) -> int:
        return sum(1 for _ in iter_elements(feed(megabytes), "item", encoding="utf-8"))

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    assert count(2) == 2 * (1_000_000 // len(item))
    before = resident()
    assert count(40) == 40 * (1_000_000 // len(item))
    assert resident() - before < 8_000_000


def test_elements_are_queried_in_the_mode_of_their_source() -> None:
    page = "<p class=A>x<i class=B>q"
    for doctype, mode in (("", "quirks"), ("<!doctype html>", "no-quirks")):
        (paragraph,) = iter_elements([doctype + page], "p")
        whole = hedgerow.parse(doctype + page)
        assert paragraph.document.quirks_mode == whole.quirks_mode == mode
        assert len(paragraph.css(".b")) == len(whole.css(".b"))
