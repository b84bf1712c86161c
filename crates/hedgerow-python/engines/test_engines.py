"""The functions of columns in pyarrow, Polars, DuckDB, Daft and Spark, and the programs of docs/scale.md.

``cargo xtask python --engines`` runs these tests.
"""

from __future__ import annotations

import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hedgerow
from hedgerow import arrow
from hedgerow.arrow.batches import Extraction

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs" / "scale.md"

PAGE = "<html lang=en><title>Oak</title><meta name=Author content=Ann><h1 id=x>H</h1><a href=/x rel=me>l</a>"
LINK = {"url": "https://a.example/x", "text": "l", "rel": "me", "element": "a", "attribute": "href"}

#: The pages that the programs read: among good ones, one in another encoding, no HTML, a hostile one, none.
ROWS: list[dict[str, Any]] = [
    {"url": "https://a.example/", "content_type": "text/html", "payload": PAGE.encode()},
    {"url": "https://b.example/", "content_type": "text/html; charset=koi8-r", "payload": b"<title>\xe4\xd5\xc2</title>"},
    {"url": "https://c.example/", "content_type": "application/pdf", "payload": b"%PDF"},
    {"url": "https://d.example/", "content_type": None, "payload": b"<div>" * 1000},
    {"url": "https://e.example/", "content_type": None, "payload": None},
    {"url": "https://f.example/", "content_type": None, "payload": b"\xff\x00<a href=\xff>"},
]


@pytest.fixture
def table() -> pa.Table:
    """The pages, in two chunks."""
    whole = pa.Table.from_pylist(ROWS)
    return pa.concat_tables([whole.slice(0, 2), whole.slice(2)])


TITLES = ["Oak", "Дуб", None, None, None, None]


def test_pyarrow(table: pa.Table) -> None:
    titles = arrow.html_title(table["payload"], content_type=table["content_type"])
    assert pa.chunked_array(titles).num_chunks == 2
    assert pa.array(titles).to_pylist() == TITLES
    assert pa.array(titles, type=pa.string()).type == pa.string()
    reasons = pa.array(titles.reasons).to_pylist()
    assert [reason is None for reason in reasons] == [True, True, False, False, True, True]
    links = pa.array(arrow.html_links(table["payload"], url=table["url"])).to_pylist()
    assert links[0] == [LINK] and links[5][0]["element"] == "a"
    assert pa.array(arrow.html_meta(table["payload"])).to_pylist()[0] == [("author", "Ann")]
    found = pa.array(arrow.html_select(table["payload"], "h1")).to_pylist()[0]
    assert found == [{"text": "H", "html": '<h1 id="x">H</h1>', "attributes": [("id", "x")]}]
    rows = pa.table(arrow.html_extract(table["payload"], {"title": "html_title"}, content_type=table["content_type"]))
    assert rows["title"].to_pylist() == TITLES and rows["reason"].to_pylist() == reasons
    sliced = table["payload"].combine_chunks().slice(1, 3)
    assert pa.array(arrow.html_title(sliced)).to_pylist()[2] is None and len(arrow.html_title(sliced)) == 3
    for kind in (pa.string_view(), pa.large_string(), pa.binary_view(), pa.large_binary()):
        assert pa.array(arrow.html_title(pa.array([PAGE, None]).cast(kind))).to_pylist() == ["Oak", None]
    with pytest.raises(TypeError, match="the column of documents has the type Dictionary"):
        arrow.html_title(pa.array([PAGE]).dictionary_encode())


def test_batches(table: pa.Table) -> None:
    extraction = Extraction({"title": "html_title"}, page="payload", url="url", content_type="content_type")
    extraction = pickle.loads(pickle.dumps(extraction))
    result = extraction(table)
    assert result.schema.names == ["url", "content_type", "title", "reason"] == extraction.schema(table.schema).names
    assert result["title"].to_pylist() == TITLES
    batch = extraction(table.to_batches()[0])
    assert isinstance(batch, pa.RecordBatch) and batch["title"].to_pylist() == TITLES[:2]
    assert Extraction({}, page="payload", keep=[])(table).schema.names == ["reason"]
    with pytest.raises(ValueError, match="html_titel"):
        Extraction({"title": "html_titel"}, page="payload")
    with pytest.raises(KeyError, match="body"):
        Extraction({"title": "html_title"}, page="body")(table)


def test_polars(table: pa.Table) -> None:
    from hedgerow.arrow.polars import expression

    frame = pl.DataFrame(table)
    title = expression("html_title", page="payload", content_type=pl.col("content_type")).alias("title")
    assert frame.select(title)["title"].to_list() == TITLES
    assert frame.lazy().select(title).collect_schema() == {"title": pl.String}
    links = expression("html_links", page="payload", url="url")
    assert frame.lazy().select(links).collect()["payload"].to_list()[0] == [LINK]
    assert pl.Series(arrow.html_title(frame["payload"].cast(pl.Binary), content_type=frame["content_type"])).to_list() == TITLES
    limited = expression("html_title", page="payload", limits=hedgerow.Limits(bytes=40))
    assert frame.select(limited)["payload"].to_list()[0] is None
    with pytest.raises(ValueError, match="1:3"):
        expression("html_select", "p[", page="payload")


def test_duckdb(table: pa.Table) -> None:
    from hedgerow.arrow.duckdb import register

    connection = duckdb.connect()
    register(connection, extractions={"page_parts": {"title": "html_title", "links": "html_links"}})
    connection.register("pages", table)

    def values(expression: str) -> list[Any]:
        return [row[0] for row in connection.sql(f"SELECT {expression} FROM pages ORDER BY url").fetchall()]

    assert values("html_title(payload, content_type)") == TITLES
    assert values("html_title(payload)")[0] == "Oak"
    assert values("html_links(payload, url)")[0] == [LINK]
    assert values("html_select_text(payload, 'h1')")[0] == ["H"]
    assert values("html_attribute(payload, 'h1', CASE WHEN url LIKE '%a.%' THEN 'id' END)")[:2] == [["x"], None]
    assert values("html_meta(payload)")[0] == {"author": "Ann"}
    parts = values("page_parts(payload, url, content_type)")
    assert parts[0] == {"title": "Oak", "links": [LINK], "reason": None} and "HTML" in parts[2]["reason"]
    many = "SELECT count(html_title('<title>' || range || '</title>')) FROM range(10000)"
    assert connection.sql(many).fetchall() == [(10_000,)]
    with pytest.raises(duckdb.Error, match="1:3"):
        values("html_select_text(payload, 'p[')")
    with pytest.raises(duckdb.Error, match="takes a page and 1 more arguments, but got 1"):
        values("html_select_text(payload)")


def programs() -> list[tuple[str, str]]:
    """The programs of the page, each with the heading above it."""
    found, heading = [], ""
    text = DOCUMENT.read_text(encoding="utf-8")
    for match in re.finditer(r"^#+ ([^\n]+)$|^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match[1]:
            heading = match[1]
        else:
            found.append((heading, match[2]))
    return found


def expected() -> str:
    """What the page says that each of its programs prints."""
    match = re.search(r"^```text\n(https://a\.example/.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert match
    return match[1]


def test_the_page_has_programs() -> None:
    assert {heading for heading, _ in programs()} >= {"pyarrow", "Polars", "DuckDB", "Daft", "Ray Data", "Spark"}


@pytest.mark.parametrize(("heading", "program"), programs(), ids=[heading for heading, _ in programs()])
def test_programs(heading: str, program: str, tmp_path: pathlib.Path, table: pa.Table) -> None:
    if heading == "Ray Data":
        pytest.skip("Ray is not installed; test_batches calls the extraction as Ray does, with a table of pyarrow")
    if heading == "Spark" and shutil.which("java") is None:
        pytest.fail("the program for Spark needs Java 17 or newer, which was not found; install it, or deselect this test")
    pq.write_table(table, tmp_path / "pages.parquet")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    environment = os.environ | {
        "PYTHONPATH": "", "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost",
        "DO_NOT_TRACK": "1",
    }  # fmt: skip
    ran = subprocess.run(
        [sys.executable, "program.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == 0, ran.stderr[-5000:]
    assert ran.stdout == expected()
