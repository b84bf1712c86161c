"""Functions of columns, through the Arrow PyCapsule interface. The tests with query engines are in ``engines``."""

from __future__ import annotations

import gzip
import pathlib
import threading
from collections.abc import Callable
from typing import Any

import nanoarrow as na  # pyright: ignore[reportMissingTypeStubs]
import pytest

import hedgerow
from hedgerow import arrow

PAGE = (
    "<!DOCTYPE html><html lang=en><title> The  Oak </title><meta name=Author content=Ann>"
    "<script type=application/ld+json>{}</script><h1>One</h1><p class=a>Two <a href=/x rel=me>x</a>"
    "<table><caption>T<tr><td>1</table>"
)
PAGES = [PAGE, None, "<p>"]


def values(column: Any) -> list[Any]:
    """The values of a column as Python objects."""
    return list(na.Array(column).to_pylist())


def column(items: list[Any], *sizes: int) -> Any:
    """A column of texts or bytes, in chunks of these sizes."""
    is_bytes = any(isinstance(item, bytes) for item in items)
    schema = na.binary() if is_bytes else na.string()
    if not sizes:
        return na.Array(items, schema)
    chunks, start = [], 0
    for size in sizes:
        chunks.append(na.Array(items[start : start + size], schema))
        start += size
    assert start == len(items)
    return na.Array.from_chunks(chunks)


LINK = {"url": "https://a.example/x", "text": "x", "rel": "me", "element": "a", "attribute": "href"}
UNDECODED = dict.fromkeys(("encoding", "encoding_reason", "encoding_certain", "malformed_sequences"))
FUNCTIONS: list[tuple[Callable[[Any], Any], Any, Any]] = [
    (arrow.html_title, "The Oak", None),
    (arrow.html_lang, "en", None),
    (arrow.html_text, "One\n\nTwo x\n\nT\n1", ""),
    (arrow.html_json_ld, ["{}"], []),
    (arrow.html_tables, [{"caption": "T", "rows": [["1"]]}], []),
    (arrow.html_decode, {**UNDECODED, "text": PAGE}, {**UNDECODED, "text": "<p>"}),
    (arrow.html_main_text, "One\n\nTwo x\n\nT", ""),
    (lambda pages: arrow.html_markdown(pages, url="https://a.example/y"), "# One\n\nTwo [x](https://a.example/x)\n\n*T*\n\n1\n", ""),
    (lambda pages: arrow.html_links(pages, url="https://a.example/y"), [LINK], []),
    (lambda pages: arrow.html_select_text(pages, "h1"), ["One"], []),
    (lambda pages: arrow.html_attribute(pages, "p", "class"), ["a"], []),
    (lambda pages: arrow.html_xpath(pages, "count(//a)"), ["1"], ["0"]),
    (lambda pages: arrow.html_sanitize(pages, "basic"), 'One<p>Two <a href="/x">x</a></p>T1', "<p></p>"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "first", "last"), FUNCTIONS)
def test_functions(function: Callable[[Any], Any], first: Any, last: Any) -> None:
    result = function(column(PAGES))
    assert len(result) == 3
    assert values(result) == [first, None, last]
    assert values(result.reasons) == [None, None, None]


def test_other_functions() -> None:
    """Functions with maps, which nanoarrow does not convert, are tested with pyarrow in ``engines``."""
    pages = column(PAGES)
    errors = values(arrow.html_errors(pages))
    assert errors[0] == [] and [error["code"] for error in errors[2]] == ["missing-doctype"]
    fingerprints = values(arrow.html_fingerprint(column(["<p>a", "<p>b", "<ul><li>x</ul>"])))
    assert fingerprints[0] == fingerprints[1] != fingerprints[2]


def test_extractions() -> None:
    specification: dict[str, Any] = {"title": "html_title", "heads": {"function": "html_select_text", "selector": "h1"}, "links": "html_links"}
    result = arrow.html_extract(column(PAGES), specification, url="https://a.example/")
    first, second, third = values(result)
    assert first == {"title": "The Oak", "heads": ["One"], "links": [LINK], "reason": None}
    assert second == {"title": None, "heads": None, "links": None, "reason": None}
    assert third == {"title": None, "heads": [], "links": [], "reason": None}
    as_json = '{"title": "html_title", "heads": {"function": "html_select_text", "selector": "h1"}, "links": "html_links"}'
    assert values(arrow.html_extract(column(PAGES), as_json, url="https://a.example/")) == [first, second, third]


def test_content_types() -> None:
    pages = column([b"<title>\xc4\xd5\xc2</title>", b"%PDF", b"<title>x</title>", None])
    types = column(["text/html; charset=koi8-r", "application/pdf", None, "text/html"])
    titles = arrow.html_title(pages, content_type=types)
    assert values(titles) == ["дуб", None, "x", None]
    assert values(titles.reasons) == [None, "the Content-Type is application/pdf, not HTML", None, None]
    assert values(arrow.html_title(pages, content_type="text/html; charset=koi8-r"))[0] == "дуб"
    encodings = [page and page["encoding"] for page in values(arrow.html_decode(pages, content_type=types))]
    assert encodings[::3] == ["KOI8-R", None]


@pytest.mark.parametrize("sizes", [(7,), (1,) * 7, (3, 4), (0, 2, 0, 5, 0)])
@pytest.mark.parametrize("others", [(7,), (2, 5), (0, 1, 6)])
def test_columns_in_chunks(sizes: tuple[int, ...], others: tuple[int, ...]) -> None:
    pages = column([f"<title>{number}</title><a href={number}>" for number in range(7)], *sizes)
    urls = column([f"https://{number}.example/" for number in range(7)], *others)
    links = arrow.html_links(pages, url=urls)
    assert [row[0]["url"] for row in values(links)] == [f"https://{number}.example/{number}" for number in range(7)]
    assert len(links) == len(links.reasons) == 7
    # In one piece, which pyarrow.array() takes.
    schema, array = links.__arrow_c_array__()
    assert "arrow_schema" in repr(schema) and "arrow_array" in repr(array)


def test_empty_columns() -> None:
    assert values(arrow.html_title(column([]))) == []
    assert values(arrow.html_links(column([], 0, 0))) == []


def test_slices_and_other_types() -> None:
    pages = na.Array(["<title>0</title>", "<title>1</title>", "<title>2</title>"], na.string())
    # Views, which nanoarrow does not build, are tested with pyarrow in ``engines``.
    for schema in (na.large_string(), na.string()):
        assert values(arrow.html_title(na.Array(["<title>x</title>", None], schema))) == ["x", None]
    for schema in (na.large_binary(), na.binary()):
        assert values(arrow.html_title(na.Array([b"<title>x</title>", None], schema))) == ["x", None]
    assert values(arrow.html_title(pages)) == ["0", "1", "2"]


def test_the_result_is_a_column() -> None:
    texts = arrow.html_select_text(column(["<h1><a>1</h1>"]), "h1")
    assert repr(texts).startswith("<Column of List(")
    decoded = arrow.html_title(column(["<title>&lt;title>x&lt;/title></title>"]))
    assert values(arrow.html_title(decoded)) == ["x"]


def test_bad_rows_do_not_fail_a_batch() -> None:
    rows = ["<div>" * 1000, "<title>x</title>", "\0<a" * 1000, "", None, "<title>" + "y" * 2000]
    titles = arrow.html_title(column(rows))
    assert values(titles) == [None, "x", None, None, None, "y" * 2000]
    reason, *others = values(titles.reasons)
    assert "nested" in reason and others == [None] * 5
    limited = arrow.html_title(column(rows), limits=hedgerow.Limits(bytes=100))
    assert values(limited)[1] == "x"
    assert [reason is None for reason in values(limited.reasons)] == [False, True, False, True, True, False]


UNTYPED: Any = arrow


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: UNTYPED.html_title("<p>"), TypeError, "pages are a column, not a str"),
        (lambda: UNTYPED.html_title(["<p>"]), TypeError, "pages is not a column: list has no Arrow interface"),
        (lambda: UNTYPED.html_title(na.Array([1], na.int32())), TypeError, "the column of documents has the type Int32"),
        (lambda: UNTYPED.html_title(column(["x"]), content_type=column(["x", "y"])), ValueError, "content_type has 2 rows, but there are 1 pages"),
        (lambda: UNTYPED.html_title(column(["x"]), content_type=column([b"x"])), TypeError, "the column of Content-Types"),
        (lambda: UNTYPED.html_title(column(["x"]), content_type=1), TypeError, "content_type is not a column: int"),
        (lambda: UNTYPED.html_links(column(["x"]), url=column([])), ValueError, "url has 0 rows, but there are 1 pages"),
        (lambda: UNTYPED.html_select(column(["x"]), "p["), hedgerow.SelectorError, "1:3"),
        (lambda: UNTYPED.html_xpath(column(["x"]), "//p["), hedgerow.XPathError, "1:5"),
        (lambda: UNTYPED.html_extract(column(["x"]), {"a": {"function": "html_select", "selector": "p["}}), hedgerow.SelectorError, 'field "a": 1:3'),
        (lambda: UNTYPED.html_extract(column(["x"]), {"a": "html_titel"}), ValueError, 'field "a": there is no function "html_titel"'),
        (lambda: UNTYPED.html_extract(column(["x"]), "{"), ValueError, "an extraction is a JSON object"),
        (lambda: UNTYPED.html_extract(column(["x"]), {"reason": "html_title"}), ValueError, "choose another name"),
        (lambda: UNTYPED.function("html_select"), ValueError, "takes 1 argument (selector), but got 0"),
    ],
)  # fmt: skip
def test_invalid_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert message in str(raised.value)


def test_other_threads_run_meanwhile() -> None:
    pages = column(["<p>word <b>bold</b></p>" * 10_000] * 20)
    done = threading.Event()
    steps = 0

    def count() -> None:
        nonlocal steps
        while not done.is_set():
            steps += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = steps
    arrow.html_text(pages)
    after = steps
    done.set()
    thread.join()
    assert after > before


@pytest.mark.parametrize("kind", [na.string(), na.large_string(), na.int64()])
@pytest.mark.parametrize("sizes", [(3,), (1, 2), (3, 0)])
def test_requested_types(kind: Any, sizes: tuple[int, ...]) -> None:
    title = arrow.html_title(column(PAGES, *sizes))
    expected = kind if kind.type == na.Type.STRING else na.large_string()
    schema = na.c_schema(kind)
    capsules = title.__arrow_c_array__(schema.__arrow_c_schema__())
    array = na.Array(na.c_array(Capsules(*capsules)))
    assert array.schema.type == expected.type and values(array) == ["The Oak", None, None]
    stream = na.ArrayStream(na.c_array_stream(Stream(title.__arrow_c_stream__(schema.__arrow_c_schema__()))))
    assert values(stream.read_all()) == ["The Oak", None, None]


class Capsules:
    """An object with the capsules of an array."""

    def __init__(self, schema: object, array: object) -> None:
        self.capsules = schema, array

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self.capsules


class Stream:
    """An object with the capsule of a stream."""

    def __init__(self, stream: object) -> None:
        self.stream = stream

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.stream


def test_columns_without_values() -> None:
    nothing = na.Array(na.c_array_from_buffers(na.null(), 2, [], null_count=2))
    pages = column(["<title>a</title>", "<title>b</title>"])
    assert values(arrow.html_title(nothing)) == [None, None]
    assert values(arrow.html_title(pages, content_type=nothing)) == ["a", "b"]
    assert values(arrow.html_links(pages, url=nothing)) == [[], []]


def test_a_table_over_the_limit_does_not_change_the_tables_of_the_next_page() -> None:
    # The limits on the output are exceeded at different places of the first page.
    small = "<table><caption>k</caption><tr><td>a</table>"
    for columns in range(900, 1000):
        big = f"<table><caption>{'c' * 400}</caption><tr><td colspan={columns}>{'x' * 60}</table>"
        assert values(arrow.html_tables(column([big, small])))[1] == [{"caption": "k", "rows": [["a"]]}]


def test_the_type_of_a_record_ignores_case(tmp_path: pathlib.Path) -> None:
    from hedgerow.arrow.warc import read_warc

    kinds = {"Response": b"HTTP/1.1 200 OK\r\n\r\n<p>", "Resource": b"<p>", "CONVERSION": b"<p>", "Metadata": b"<p>"}
    path = tmp_path / "test.warc"
    with path.open("wb") as file:
        for kind, block in kinds.items():
            head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Length: {len(block)}\r\n\r\n"
            file.write(head.encode() + block + b"\r\n\r\n")
    rows = list(na.ArrayStream(read_warc(str(path), ["payload"])).read_all().to_pylist())
    assert [row["payload"] for row in rows] == [b"<p>", b"<p>", b"<p>", None]


def test_records_are_read_by_their_offsets(tmp_path: pathlib.Path) -> None:
    from hedgerow.arrow.warc import read_records

    path = tmp_path / "test.warc.gz"
    ranges: list[tuple[pathlib.Path, int, int]] = []
    with path.open("wb") as file:
        for number in range(4):
            member = gzip.compress(f"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\n{number}\r\n\r\n".encode())
            ranges.append((path, file.tell(), len(member)))
            file.write(member)
    rows = na.ArrayStream(read_records([ranges[2], ranges[0]], ["payload", "record_offset"])).read_all().to_pylist()
    assert [(row["payload"], row["record_offset"]) for row in rows] == [(b"2", ranges[2][1]), (b"0", 0)]
