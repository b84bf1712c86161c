"""The functions in the Python package ``datafusion``."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys

import datafusion
import hedgerow_datafusion
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "scale.md"

PAGE = "<title>Oak {0}</title><p>Text <a href=/{0}>link</a>"


@pytest.fixture
def context() -> datafusion.SessionContext:
    """A session with the functions."""
    context = datafusion.SessionContext()
    hedgerow_datafusion.register(context)
    return context


@pytest.fixture
def archive(tmp_path: pathlib.Path) -> str:
    """An archive with 100 responses and a damaged one."""
    records = []
    for number in range(100):
        body = PAGE.format(number)
        http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}"
        if number == 50:
            http = f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n1\r\n<\r\nfff\r\n"
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{number}\r\n"
        records.append(f"{head}Content-Length: {len(http)}\r\n\r\n{http}\r\n\r\n")
    path = tmp_path / "crawl.warc"
    path.write_bytes("".join(records).encode())
    return str(path)


def rows(context: datafusion.SessionContext, query: str) -> list[dict[str, object]]:
    """The rows of a query."""
    found: list[dict[str, object]] = context.sql(query).to_arrow_table().to_pylist()
    return found


def test_constants(context: datafusion.SessionContext) -> None:
    assert rows(context, "SELECT html_title('<title>Oak</title>') AS title") == [{"title": "Oak"}]
    found = rows(context, "SELECT html_select_text('<p>a<p>b', 'p') AS texts, html_attribute('<a href=1>', 'a', 'href') AS links")
    assert found == [{"texts": ["a", "b"], "links": ["1"]}]


def test_all_functions_are_registered(context: datafusion.SessionContext) -> None:
    names = [function.name for function in hedgerow_datafusion.functions()]
    assert "html_extract" in names and "html_links" in names
    for name in names:
        # The error is about the arguments, so the function is known.
        with pytest.raises(Exception, match=f"{name} takes"):
            context.sql(f"SELECT {name}()")


def test_archives(context: datafusion.SessionContext, archive: str) -> None:
    found = rows(
        context,
        f"SELECT url, html_title(payload, content_type) AS title, html_links(payload, url)[1]['url'] AS link, reason "
        f"FROM warc('{archive}') WHERE http_status = 200 AND html_lang(payload) IS NULL ORDER BY url",
    )
    assert len(found) == 100
    for row in found:
        number = str(row["url"]).rsplit("/", 1)[1]
        if number == "50":
            assert (row["title"], row["link"]) == (None, None)
            assert row["reason"] == "cannot decode the body: a chunk of 4095 bytes is cut off"
        else:
            expected = {"title": f"Oak {number}", "link": f"https://a.example/{number}", "reason": None}
            assert row == {"url": row["url"], **expected}


def test_extractions(context: datafusion.SessionContext, archive: str) -> None:
    found = rows(
        context,
        """SELECT page['title'] AS title, page['items'] AS items, page['reason'] AS reason FROM
        (SELECT html_extract(payload, '{"title": "html_title", "items": {"function": "html_select_text", "selector": "a"}}') AS page
        FROM warc('""" + archive + "') WHERE url = 'https://a.example/7')",
    )
    assert found == [{"title": "Oak 7", "items": ["link"], "reason": None}]


def test_errors(context: datafusion.SessionContext) -> None:
    with pytest.raises(Exception, match="no file matches"):
        context.sql("SELECT * FROM warc('/nowhere/*.warc')")
    with pytest.raises(Exception, match="the selector is incomplete"):
        rows(context, "SELECT html_select_text('<p>', '[')")
    with pytest.raises(Exception):
        context.sql("SELECT * FROM warc()")
    for argument in ["1", "url"]:
        with pytest.raises(Exception, match="one constant text"):
            context.sql(f"SELECT * FROM warc({argument})")
    with pytest.raises(ValueError, match="^no file matches"):
        hedgerow_datafusion.warc("/nowhere/*.warc")
    with pytest.raises(TypeError, match="one constant text"):
        hedgerow_datafusion.warc(1)  # type: ignore[arg-type]
    with pytest.raises(Exception, match="the argument selector of html_select must be a constant"):
        rows(context, "SELECT html_select('<p>', selector) FROM (VALUES ('p'), ('a')) AS selectors(selector)")


def test_no_rows(context: datafusion.SessionContext, archive: str) -> None:
    query = f"FROM warc('{archive}') WHERE http_status = 404"
    assert rows(context, f"SELECT html_select_text(payload, 'p') {query}") == []
    assert rows(context, f"SELECT html_extract(payload, '{{\"title\": \"html_title\"}}') {query}") == []


def test_tables(context: datafusion.SessionContext, archive: str) -> None:
    archives = hedgerow_datafusion.warc(archive)
    assert archives.paths == [archive]
    context.register_table("crawl", archives)
    assert rows(context, "SELECT count(*) AS records, count(DISTINCT url) AS urls FROM crawl") == [{"records": 100, "urls": 100}]
    assert len(rows(context, "SELECT url FROM crawl LIMIT 3")) == 3
    # A condition with a function that only this session has is not passed through the interface.
    function = datafusion.udf(lambda urls: urls, [pa.string()], pa.string(), "immutable", "same")
    context.register_udf(function)
    assert len(rows(context, "SELECT url FROM crawl WHERE same(url) = 'https://a.example/9'")) == 1
    largest = "SELECT max(http_status) FROM crawl"
    assert len(rows(context, f"SELECT url FROM crawl WHERE http_status = ({largest})")) == 100


def test_fields_share_a_parse(context: datafusion.SessionContext, archive: str) -> None:
    page = """html_extract(payload, '{"title": "html_title", "text": "html_text"}')"""
    query = f"SELECT page['title'], page['text'] FROM (SELECT {page} AS page FROM warc('{archive}'))"
    plans = context.sql(f"EXPLAIN {query}").to_arrow_table().to_pylist()
    physical = [str(row["plan"]) for row in plans if row["plan_type"] == "physical_plan"]
    assert [plan.count("html_extract(") for plan in physical] == [1]


def test_the_program_of_the_page(tmp_path: pathlib.Path) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    program = re.search(r"^### DataFusion\n\n```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    printed = re.search(r"^```text\n(https://a\.example/.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert program and printed
    pages: list[dict[str, object]] = [
        {"url": "https://a.example/", "content_type": "text/html", "payload": b"<title>Oak</title><a href=/x>l</a>"},
        {"url": "https://b.example/", "content_type": "text/html; charset=koi8-r", "payload": b"<title>\xe4\xd5\xc2</title>"},
        {"url": "https://c.example/", "content_type": "application/pdf", "payload": b"%PDF"},
        {"url": "https://d.example/", "content_type": None, "payload": b"<div>" * 1000},
        {"url": "https://e.example/", "content_type": None, "payload": None},
        {"url": "https://f.example/", "content_type": None, "payload": b"\xff\x00<a href=\xff>"},
    ]
    pq.write_table(pa.Table.from_pylist(pages), tmp_path / "pages.parquet")
    ran = subprocess.run([sys.executable, "-c", program[1]], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr[-5000:]
    assert ran.stdout == printed[1]
