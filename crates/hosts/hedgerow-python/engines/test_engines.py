"""The functions of columns in pyarrow, Polars, DuckDB, Daft and Spark, and the programs of docs/scale.md.

``cargo xtask python --engines`` runs these tests.
"""

from __future__ import annotations

import gzip
import json
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
import pyspark
import pytest

import hedgerow
from hedgerow import arrow
from hedgerow.arrow import warc
from hedgerow.arrow.batches import Extraction

DOCUMENT = pathlib.Path(__file__).resolve().parents[4] / "docs" / "scale.md"

PAGE = "<html lang=en><title>Oak</title><meta name=Author content=Ann><h1 id=x>H</h1><a href=/x rel=me>l</a>"
LINK = {"url": "https://a.example/x", "text": "l", "rel": "me", "element": "a", "attribute": "href"}

#: The pages that the programs read: a good page, one in another encoding, a PDF, a hostile page, a null, and malformed bytes.
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


def test_an_extraction_refuses_two_columns_with_one_name(table: pa.Table) -> None:
    for columns in (table.append_column("reason", table["url"]), table.append_column("title", table["url"])):
        with pytest.raises(ValueError, match="kept columns"):
            Extraction({"title": "html_title"}, page="payload")(columns)
        assert Extraction({"title": "html_title"}, page="payload", keep=["url"])(columns).num_columns == 3


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
    assert pa.array(arrow.html_title(pa.array([PAGE, None]).dictionary_encode())).to_pylist() == ["Oak", None]


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
    linked = expression("html_links", page="payload", url=pl.lit("http://a/"), content_type=pl.lit("text/html"))
    expected = arrow.html_links(frame["payload"], url="http://a/", content_type="text/html")
    assert frame.select(linked)["payload"].to_list() == pl.Series(expected).to_list()
    without = expression("html_title", page=pl.lit(None), content_type=pl.lit(None))
    assert frame.select(pl.lit(None).alias("page"), without.alias("title"))["title"].to_list() == [None]
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
    """The Python programs of docs/scale.md, each with the heading above it."""
    found, heading = [], ""
    text = DOCUMENT.read_text(encoding="utf-8")
    for match in re.finditer(r"^#+ ([^\n]+)$|^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match[1]:
            heading = match[1]
        else:
            found.append((heading, match[2]))
    return found


def expected() -> str:
    """The output that docs/scale.md states for each program."""
    match = re.search(r"^```text\n(https://a\.example/.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert match
    return match[1]


def test_the_page_has_programs() -> None:
    assert {heading for heading, _ in programs()} >= {"pyarrow", "Polars", "DuckDB", "Daft", "Ray Data", "Spark"}


ARCHIVES = "Archives in Python"


def environment_of_spark() -> dict[str, str]:
    home = pathlib.Path(pyspark.__file__).parent
    return os.environ | {
        "PYTHONPATH": "", "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost",
        "SPARK_HOME": str(home), "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}", "DO_NOT_TRACK": "1",
    }  # fmt: skip


def run_program(program: str, folder: pathlib.Path, *arguments: str, needs_java: bool) -> str:
    """Runs a program in a folder, and returns what it prints."""
    if needs_java and shutil.which("java") is None:
        pytest.fail("the program for Spark needs Java 17 or newer, which was not found; install it, or deselect this test")
    (folder / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "program.py", *arguments]
    ran = subprocess.run(command, cwd=folder, env=environment_of_spark(), capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stderr[-5000:]
    return ran.stdout


PROGRAMS = [(heading, program) for heading, program in programs() if heading != ARCHIVES]


@pytest.mark.parametrize(("heading", "program"), PROGRAMS, ids=[heading for heading, _ in PROGRAMS])
def test_programs(heading: str, program: str, tmp_path: pathlib.Path, table: pa.Table) -> None:
    if heading == "Ray Data":
        pytest.skip("Ray is not installed; test_batches calls the extraction as Ray does, with a table of pyarrow")
    pq.write_table(table, tmp_path / "pages.parquet")
    assert run_program(program, tmp_path, needs_java=heading == "Spark") == expected()


WORDS = "oak ash hazel holly maple field hedge Weißdorn".split()


def write_archive(path: pathlib.Path, responses: int) -> None:
    """Writes an archive with a gzip member for each response.

    Three of each hundred are damaged, each differently, and a fourth states a coding that it does not have.
    """
    with path.open("wb") as file:
        for number in range(responses):
            links = "".join(f"<a href=/{word}/{number}>{word}</a> " for word in WORDS[: number % 8])
            page = f"<!DOCTYPE html><title>Page {number}</title><h1>{WORDS[number % 7]}</h1><p>{links}" * (1 + number % 5)
            damage = number % 100
            coding = "Content-Encoding: br\r\n" if damage == 17 else ""
            block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{coding}\r\n{page}".encode()
            length = len(block) + (1000 if damage == 37 else 0)
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Date: 2024-05-01T12:00:00Z\r\n"
                f"WARC-Target-URI: https://a.example/{number:05}\r\nContent-Length: {length}\r\n\r\n"
            )
            member = gzip.compress(head.encode() + block + b"\r\n\r\n", compresslevel=3)
            middle = len(member) // 2
            if damage == 57:
                member = member[:middle]
            if damage == 77:
                member = member[:middle] + b"\xff\x00\xaa\x55" + member[middle + 4 :]
            file.write(member)


#: Runs on two workers, each with an executor in a process of its own. The arguments are a pattern of archives, the number of
#: partitions, and "kill" to kill an executor after the first partition.
CLUSTER = """
import os, signal, subprocess, sys, threading, time
from hedgerow.arrow.spark import extract, read_warc
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
context = spark.sparkContext

def kill_an_executor():
    address = ":" + context.getConf().get("spark.driver.port") + " "
    while True:
        time.sleep(0.05)
        tracker = context.statusTracker()
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage and 0 < stage.numCompletedTasks and stage.numActiveTasks == 2 for stage in stages):
            break
    lines = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,args="], capture_output=True, text=True).stdout.splitlines()
    executors = [line for line in lines if "CoarseGrainedExecutorBackend" in line and address in line]
    os.kill(int(executors[0].split()[0]), signal.SIGKILL)
    done = sum(stage.numCompletedTasks for stage in stages)
    print(f"killed one of {len(executors)} executors after {done} of {sum(stage.numTasks for stage in stages)} partitions")

names = ["url", "record_offset", "reason", "content_type", "payload"]
records = read_warc(spark, sys.argv[1], names, partitions=int(sys.argv[2])).withColumnRenamed("reason", "damage")
specification = {"title": "html_title", "text": "html_text", "links": "html_links"}
parts = extract(records, specification, page="payload", url="url", content_type="content_type")
killer = threading.Thread(target=kill_an_executor, daemon=True)
if sys.argv[3:] == ["kill"]:
    killer.start()
parts.drop("content_type", "reason").write.parquet("rows.parquet")
if sys.argv[3:] == ["kill"]:
    killer.join(1)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("archive") / "crawl.warc.gz"
    write_archive(path, 20_000)
    return path


def sorted_rows(table: pa.Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.select(["url", "record_offset", "damage", "title", "text", "links"]).to_pylist()
    return sorted(rows, key=sort_key)


def sort_key(row: dict[str, Any]) -> tuple[int, str]:
    return row["record_offset"], json.dumps(without_nulls(row), sort_keys=True)


@pytest.fixture(scope="module")
def expected_rows(archive: pathlib.Path) -> list[dict[str, Any]]:
    """The rows that Spark must return, computed in this process."""
    specification = {"title": "html_title", "text": "html_text", "links": "html_links"}
    extraction = Extraction(specification, page="payload", url="url", content_type="content_type")
    names = ["url", "record_offset", "reason", "content_type", "payload"]
    records = pa.RecordBatchReader.from_stream(warc.read_warc(str(archive), names)).read_all()
    return sorted_rows(extraction(records.rename_columns(["url", "record_offset", "damage", "content_type", "payload"])))


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def test_archives(archive: pathlib.Path) -> None:
    table = pa.RecordBatchReader.from_stream(warc.read_warc(str(archive), ["url", "reason", "payload"])).read_all()
    urls = table["url"].to_pylist()
    assert len(set(urls) - {None}) >= 19_600
    # A damaged member may be two rows: a record without a payload, and the damage after it.
    assert 20_000 <= table.num_rows <= 20_200 and 500 <= table.num_rows - table["reason"].null_count <= 700
    batches = [pa.RecordBatchReader.from_stream(warc.Archive(part, ["url"])) for part in warc.parts(str(archive), 3)]
    assert len(batches) == 3
    assert [url for batch in batches for url in batch.read_all()["url"].to_pylist()] == urls
    assert pl.DataFrame(warc.read_warc(str(archive), ["url"]))["url"].to_list() == urls
    with pytest.raises(ValueError, match='no column "body"; the columns are warc_record_id, '):
        warc.read_warc(str(archive), ["body"])
    with pytest.raises(FileNotFoundError, match="no file matches"):
        warc.read_warc(str(archive.parent / "*.arc"))


@pytest.mark.skipif("HEDGEROW_PROGRAM" not in os.environ, reason="needs HEDGEROW_PROGRAM; `cargo xtask extra scale --spark` sets it")
def test_the_program_gives_the_same_rows(archive: pathlib.Path, expected_rows: list[dict[str, Any]]) -> None:
    query = (
        "SELECT url, record_offset, reason AS damage, html_title(payload, content_type) AS title, "
        "html_text(payload, content_type) AS text, html_links(payload, url, content_type) AS links "
        f"FROM warc('{archive}')"
    )
    command = [os.environ["HEDGEROW_PROGRAM"], "--format=json", query]
    lines = subprocess.run(command, capture_output=True, check=True).stdout.splitlines()
    rows = sorted(map(json.loads, lines), key=sort_key)
    assert rows == without_nulls(expected_rows)


def test_a_cluster_of_spark_gives_the_same_rows(
    archive: pathlib.Path, expected_rows: list[dict[str, Any]], tmp_path: pathlib.Path
) -> None:
    run_program(CLUSTER, tmp_path, str(archive), "8", needs_java=True)
    assert sorted_rows(pq.read_table(tmp_path / "rows.parquet")) == expected_rows


def test_an_executor_that_is_killed_loses_no_row(
    archive: pathlib.Path, expected_rows: list[dict[str, Any]], tmp_path: pathlib.Path
) -> None:
    copies = 4
    for copy in range(copies):
        os.link(archive, tmp_path / f"{copy}.warc.gz")
    printed = run_program(CLUSTER, tmp_path, str(tmp_path / "*.warc.gz"), "16", "kill", needs_java=True)
    killed = re.fullmatch(r"killed one of 2 executors after (\d+) of (\d+) partitions\n", printed)
    assert killed and 0 < int(killed[1]) < int(killed[2]), printed
    rows = sorted_rows(pq.read_table(tmp_path / "rows.parquet"))
    assert len(rows) == copies * len(expected_rows)
    assert all(row == expected_rows[index // copies] for index, row in enumerate(rows))


def test_the_commands_for_a_cluster(tmp_path: pathlib.Path) -> None:
    section = DOCUMENT.read_text(encoding="utf-8").split("### A cluster\n")[1].split("\n### ")[0]
    [_, commands] = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    [job] = re.findall(r"^```py\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    write_archive(tmp_path / "crawl.warc.gz", 10)
    (tmp_path / "titles.py").write_text(job, encoding="utf-8")
    ran = subprocess.run(
        ["bash", "-euc", commands], cwd=tmp_path, env=environment_of_spark(), capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr[-5000:]
    titles = pq.read_table(tmp_path / "titles")["title"].to_pylist()
    assert sorted(titles) == [f"Page {number}" for number in range(10)]


def test_the_program_for_archives(tmp_path: pathlib.Path) -> None:
    [program] = [program for heading, program in programs() if heading == ARCHIVES]
    write_archive(tmp_path / "crawl.warc.gz", 10)
    lines = [f"https://a.example/{number:05} Page {number}" for number in range(3)]
    assert run_program(program, tmp_path, needs_java=True).splitlines() == lines
