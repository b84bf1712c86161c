"""Streams, extractors, many documents, threads, memory."""

from __future__ import annotations

import gc
import multiprocessing
import sys
import warnings
from typing import Any

import pytest

import hedgerow

PAGE = "<title>Hédges</title><h1>Oak</h1><ul>" + "<li><a href=/{0}>Tree {0}</a> <i>x</i>".format(1) * 50 + "</ul>"


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_streams(size: int) -> None:
    whole = hedgerow.parse(PAGE).html
    stream = hedgerow.Stream()
    for start in range(0, len(PAGE), size):
        assert stream.feed(PAGE[start : start + size]) is stream
    assert stream.finish().html == whole
    data = PAGE.encode("utf-8")
    byte_stream = hedgerow.Stream(content_type="text/html; charset=utf-8")
    for start in range(0, len(data), size):
        byte_stream.feed(data[start : start + size])
    document = byte_stream.finish()
    assert (document.html, document.encoding) == (whole, "UTF-8")


def test_misused_streams() -> None:
    stream = hedgerow.Stream().feed("<p>")
    with pytest.raises(TypeError, match="all str or all bytes"):
        stream.feed(b"x")
    assert stream.finish().css_first("p").tag == "p"
    with pytest.raises(ValueError, match="finished"):
        stream.feed("x")
    with pytest.raises(ValueError, match="finished"):
        stream.finish()
    with pytest.raises(ValueError, match="decoded already"):
        hedgerow.Stream(encoding="utf-8").feed("x")
    assert hedgerow.Stream().finish().html == "<html><head></head><body></body></html>"
    with pytest.raises(hedgerow.LimitError):
        hedgerow.Stream(limits=hedgerow.Limits(nodes=3)).feed("<p><p><p>").finish()


def resident() -> int:
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_documents_are_freed(scale: int) -> None:
    html = "<p class=a>word <b>bold</b></p>" * 20

    def rounds(count: int) -> None:
        for _ in range(count):
            document = hedgerow.parse(html)
            document.css("b")[-1].attrs["x"] = "y"
            for node in document.css_first("body").descendants():
                node.text()

    rounds(1_000)
    gc.collect()
    before = resident()
    rounds(10_000 * scale)
    gc.collect()
    assert resident() - before < 4_000_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_nodes_are_freed(scale: int) -> None:
    document = hedgerow.parse("<b>x</b>" * 1_000)
    node = document.css_first("b")
    before = resident()
    for _ in range(500_000 * scale):
        node.parent
    # More nodes exist at a time than the list of free objects can contain.
    for _ in range(500 * scale):
        document.css("b")
    assert resident() - before < 4_000_000
    # Three references are left: those of `node`, of the variable, and of the argument.
    assert sys.getrefcount(document) == 3


def test_cycles_through_documents_do_not_deadlock() -> None:
    # A finalizer that runs in a collection uses the same document.
    document = hedgerow.parse("<p>x</p>" * 100)

    class Cycle:
        def __init__(self) -> None:
            self.own = self

        def __del__(self) -> None:
            document.css_first("p").attrs["n"] = "1"

    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(200):
            Cycle()
            document.css("p")
            document.xpath("//p")
            list(document.descendants())
            dict(document.css_first("p").attrs)
            document.css_first("body").children
    finally:
        gc.set_threshold(*threshold)


def parse_all(pages: list[str]) -> None:
    """Parses pages in another process."""
    assert len(list(hedgerow.parse_many(pages))) == len(pages)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="the system cannot fork")
def test_many_documents_in_a_forked_process() -> None:
    pages = [PAGE] * 50
    list(hedgerow.parse_many(pages))
    child = multiprocessing.get_context("fork").Process(target=parse_all, args=(pages,))
    with warnings.catch_warnings():
        # Python warns that the process has threads.
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    child.join(60)
    if child.is_alive():
        child.kill()
    assert child.exitcode == 0
