"""Threads that share documents and other objects: nothing crashes, and each call is atomic.

With a free-threaded interpreter, the threads run at the same time: ``cargo xtask python --free-threaded INTERPRETER``.
"""

from __future__ import annotations

import copy
import random
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import hedgerow
from hedgerow import Document, Node

PAGE = "<title>Hedges</title><ul id=list>" + "<li class='a b'>Oak <b>and</b> <a href=/elm>elm</a>" * 100 + "</ul>"

#: Two threads may choose the same nodes: one may destroy a node, move it into the other node, or remove its attribute first.
EXPECTED = (hedgerow.StaleNodeError, hedgerow.MutationError, KeyError)


@pytest.fixture(autouse=True)
def frequent_switches() -> Iterator[None]:
    """Makes threads that share the interpreter's lock switch often."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


def run(*works: Callable[[], object]) -> None:
    """Runs functions in threads, which start together, and raises the first exception of a function."""
    failures: list[BaseException] = []
    barrier = threading.Barrier(len(works))

    def guarded(work: Callable[[], object]) -> None:
        barrier.wait()
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600)
        assert not thread.is_alive(), "a deadlock"
    for failure in failures:
        raise failure


def check(document: Document) -> None:
    """Checks that the links between the nodes agree."""
    for node in document.descendants():
        children = node.children
        assert all(child.parent == node for child in children)
        assert [child.next for child in children] == [*children[1:], None][: len(children)]
        assert [child.prev for child in children] == [None, *children[:-1]][: len(children)]
    assert document.clone().html == document.html


ACTIONS: list[Callable[[Document, Node, Node], object]] = [
    lambda document, node, other: node.append(other),
    lambda document, node, other: node.prepend("text", document.create_element("i", {"class": "a"}, "x")),
    lambda document, node, other: node.insert_before(other, "text"),
    lambda document, node, other: node.insert_after(document.create_comment("x")),
    lambda document, node, other: node.replace_with(other),
    lambda document, node, other: node.remove(),
    lambda document, node, other: node.decompose(),
    lambda document, node, other: node.wrap("section").unwrap(),
    lambda document, node, other: node.unwrap_tags(["b"]),
    lambda document, node, other: node.strip_tags(["i"]),
    lambda document, node, other: other.append(node.clone()),
    lambda document, node, other: setattr(node, "inner_html", "<b>x</b><a href=/1>y</a>"),
    lambda document, node, other: setattr(node, "text", "<x>"),
    lambda document, node, other: setattr(node, "tag", "li"),
    lambda document, node, other: node.normalize(),
    lambda document, node, other: node.sanitize(),
    lambda document, node, other: node.add_class("c") and node.remove_class("a"),
    lambda document, node, other: node.attrs.update({"x": "1", "class": "a b"}),
    lambda document, node, other: node.attrs.pop("x"),
    lambda document, node, other: node.attrs.clear(),
    lambda document, node, other: dict(node.attrs) == other.attrs,
    lambda document, node, other: document.css_text("li a::attr(href)"),
    lambda document, node, other: document.css_first("li:has(b)"),
    lambda document, node, other: document.xpath("//li[b]/a/@href"),
    lambda document, node, other: node.closest("ul") or node.matches(".a > b"),
    lambda document, node, other: [child.tag for child in node.descendants()],
    lambda document, node, other: [parent.tag for parent in node.ancestors()],
    lambda document, node, other: (node.text(" ", True), node.rendered_text, node.html, node.span, repr(node)),
    lambda document, node, other: (document.title, document.links(), document.tables(), document.forms()),
    lambda document, node, other: (document.html, document.to_html(pretty=True), document.text()),
    lambda document, node, other: copy.copy(document).css_first("a"),
    lambda document, node, other: other.append(hedgerow.parse_fragment("<li class=a>z<b>x</b>", "ul")),
]


def hammer(document: Document, seed: int, count: int) -> None:
    """Changes and reads a document."""
    numbers = random.Random(seed)
    for _ in range(count):
        try:
            nodes = document.css("#list *")
            if 0 < len(nodes) < 1_000:
                numbers.choice(ACTIONS)(document, numbers.choice(nodes), numbers.choice(nodes))
            else:
                for old in document.css("#list"):
                    old.decompose()
                document.document_node.css_first("html").append(hedgerow.parse_fragment(PAGE))
        except EXPECTED:
            pass


def test_eight_threads_on_one_document(scale: int) -> None:
    document = hedgerow.parse(PAGE, spans=True, errors=True)
    run(*[lambda seed=seed: hammer(document, seed, 300 * scale) for seed in range(8)])
    check(document)


def test_eight_threads_on_four_documents(scale: int) -> None:
    documents = [hedgerow.parse(PAGE) for _ in range(4)]

    def work(seed: int) -> None:
        numbers = random.Random(seed)
        for turn in range(10 * scale):
            hammer(documents[(seed + turn) % 4], numbers.randrange(1 << 30), 20)
            source, target = numbers.choice(documents), numbers.choice(documents)
            try:
                holder = target.create_element("div")
                target.document_node.css_first("html").append(holder)
                holder.append(*source.css("a")[:3], source)
                holder.decompose()
            except EXPECTED:
                pass

    run(*[lambda seed=seed: work(seed) for seed in range(8)])
    for document in documents:
        check(document)


def test_queries_of_a_large_document_during_changes(scale: int) -> None:
    # Queries of a large document release the interpreter's lock.
    document = hedgerow.parse("<p class=a>x<b>y</b></p>" * 5_000)
    body = document.css_first("body")
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            assert document.css_text("p b::text")[0] == "y"
            assert len(document.css("p")) >= 5_000
            assert len(document.xpath_nodes("//b")) >= 5_000

    def write() -> None:
        try:
            for number in range(100 * scale):
                body.append(document.create_element("p", {"n": str(number)}, "new"))
                body.last_child.decompose()
        finally:
            done.set()

    run(read, read, read, write)
    assert len(document.css("p")) == 5_000


def test_calls_are_atomic(scale: int) -> None:
    document = hedgerow.parse("<p a=0 b=0><i>0</i><i>0</i>")
    paragraph = document.css_first("p")
    done = threading.Event()

    def write() -> None:
        try:
            for number in range(2_000 * scale):
                paragraph.attrs.update(a=str(number), b=str(number))
                paragraph.inner_html = f"<i>{number}</i><i>{number}</i>"
        finally:
            done.set()

    def read() -> None:
        while not done.is_set():
            a, b = paragraph.attrs.values()
            assert a == b
            first, second = paragraph.css_text("i::text")
            assert first == second
            assert paragraph.attrs.setdefault("a", "default") != "default"

    run(write, read, read)


def test_one_thread_adds_an_attribute(scale: int) -> None:
    for _ in range(20 * scale):
        paragraph = hedgerow.parse("<p>").css_first("p")
        values: list[str] = []
        run(*[lambda name=name: values.append(paragraph.attrs.setdefault("a", name)) for name in "wxyz"])
        assert len(values) == 4
        assert set(values) == {paragraph["a"]}
        removed: list[str | None] = []
        run(*[lambda: removed.append(paragraph.attrs.pop("a", None))] * 4)
        assert sorted(removed, key=lambda value: value is None) == [values[0], None, None, None]


def test_shared_objects(scale: int) -> None:
    extract = hedgerow.Extractor({"title": "title::text", "links": ["a::attr(href)"], "items": ["li", {"bold": "b::text"}]})
    selector, xpath, sanitizer = hedgerow.Selector("li > a"), hedgerow.XPath("//li/a"), hedgerow.Sanitizer("comments")
    expected = extract(PAGE)
    clean = sanitizer.sanitize(PAGE)

    def work() -> None:
        for _ in range(10 * scale):
            document = hedgerow.parse(PAGE)
            assert extract(PAGE) == extract(document) == expected
            assert document.css(selector) == document.xpath(xpath)
            assert sanitizer.sanitize(PAGE) == clean
            assert list(extract.many([PAGE] * 5)) == [expected] * 5
            assert [other.title for other in hedgerow.parse_many([PAGE] * 5)] == ["Hedges"] * 5
            with pytest.raises(hedgerow.SelectorError):
                document.css("[")

    run(*[work] * 8)


def test_a_shared_stream() -> None:
    for _ in range(20):
        stream = hedgerow.Stream()
        elements = hedgerow.ElementStream("p")
        found: list[Any] = []

        def feed() -> None:
            for _ in range(50):
                stream.feed("<p>x</p>")
                found.extend(elements.feed("<p>x</p>"))

        run(*[feed] * 4)
        assert len(stream.finish().css("p")) == 200
        assert len(found + elements.finish()) == 200


def test_a_shared_iterator() -> None:
    # An iterator is meant for one thread. If several threads use it, no node is returned twice.
    for _ in range(20):
        nodes = hedgerow.parse(PAGE).descendants()
        found: list[Node] = []

        def take() -> None:
            while True:
                try:
                    found.append(next(nodes))
                except StopIteration:
                    return
                except RuntimeError as error:
                    assert "borrowed" in str(error)

        run(*[take] * 4)
        assert len(set(found)) == len(found)


def test_documents_are_freed_by_any_thread(scale: int) -> None:
    shared: list[Any] = [None] * 16

    def work(seed: int) -> None:
        numbers = random.Random(seed)
        for _ in range(500 * scale):
            index = numbers.randrange(16)
            shared[index] = hedgerow.parse(PAGE).css("a")
            nodes = shared[numbers.randrange(16)]
            if nodes:
                assert nodes[-1]["href"] == "/elm"

    run(*[lambda seed=seed: work(seed) for seed in range(4)])


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="the interpreter has a lock")
def test_the_import_does_not_enable_the_lock() -> None:
    program = "import sys, hedgerow, hedgerow.arrow; sys.exit(sys._is_gil_enabled())"
    assert subprocess.run([sys.executable, "-W", "error", "-c", program], check=False).returncode == 0
