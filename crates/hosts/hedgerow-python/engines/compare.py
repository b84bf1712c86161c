"""Compares the throughput of hedgerow, selectolax, resiliparse, and BeautifulSoup with lxml, in one job of Spark.

    python engines/compare.py FOLDER

It needs the packages beautifulsoup4, lxml, resiliparse and selectolax. The pages are the HTML files of the folder, in two archives that
hedgerow reads. The parsers run in turn in the same worker, on the same batches of pages. Each parser extracts the
title, the text, and the links, which are resolved against the address of the page. hedgerow extracts more: rendered
text, and the links of all attributes.
"""

from __future__ import annotations

import gzip
import os
import pathlib
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urljoin

import pyarrow as pa
import pyspark
from pyspark.sql import SparkSession

from hedgerow.arrow.batches import Extraction
from hedgerow.arrow.spark import read_warc

ROUNDS = 3


def resolved(url: str, address: str) -> str | None:
    try:
        return urljoin(url, address)
    except ValueError:
        return None


def with_hedgerow(batch: pa.RecordBatch) -> pa.RecordBatch:
    specification = {"title": "html_title", "text": "html_text", "links": "html_links"}
    return Extraction(specification, page="payload", url="url", content_type="content_type", keep=["url"])(batch)


def with_resiliparse(batch: pa.RecordBatch) -> pa.RecordBatch:
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    from resiliparse.parse.html import HTMLTree

    rows: list[dict[str, Any]] = []
    for row in batch.to_pylist():
        page = bytes_to_str(row["payload"], detect_encoding(row["payload"], html5_compatible=True))
        tree = HTMLTree.parse(page)
        # values() copies the elements into a list, because the collection searches the tree again for each element.
        links = tree.document.query_selector_all("a[href]").values()
        found = [{"url": resolved(row["url"], link["href"]), "text": link.text} for link in links]
        rows.append({"url": row["url"], "title": tree.title, "text": tree.body.text if tree.body else "", "links": found})
    return pa.RecordBatch.from_pylist(rows)


def with_selectolax(batch: pa.RecordBatch) -> pa.RecordBatch:
    from selectolax.lexbor import LexborHTMLParser

    rows: list[dict[str, Any]] = []
    for row in batch.to_pylist():
        tree = LexborHTMLParser(row["payload"])
        links = tree.css("a[href]")
        found = [{"url": resolved(row["url"], link.attributes["href"] or ""), "text": link.text()} for link in links]
        title, body = tree.css_first("title"), tree.body
        texts = {"title": title.text() if title else None, "text": body.text() if body else ""}
        rows.append({"url": row["url"], **texts, "links": found})
    return pa.RecordBatch.from_pylist(rows)


def with_beautiful_soup(batch: pa.RecordBatch) -> pa.RecordBatch:
    from bs4 import BeautifulSoup

    rows: list[dict[str, Any]] = []
    for row in batch.to_pylist():
        soup = BeautifulSoup(row["payload"], "lxml")
        links = soup.find_all("a", href=True)
        found = [{"url": resolved(row["url"], str(link["href"])), "text": link.get_text()} for link in links]
        title = soup.title.get_text() if soup.title else None
        rows.append({"url": row["url"], "title": title, "text": soup.get_text(), "links": found})
    return pa.RecordBatch.from_pylist(rows)


PARSERS = {
    "hedgerow": with_hedgerow,
    "selectolax": with_selectolax,
    "resiliparse": with_resiliparse,
    "BeautifulSoup": with_beautiful_soup,
}


def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        size = sum(len(page) for page in batch["payload"].to_pylist())
        for number in range(ROUNDS):
            for name, parse in PARSERS.items():
                processor, clock = time.process_time(), time.perf_counter()
                parse(batch)
                row = {"parser": name, "round": number, "bytes": size, "processor": time.process_time() - processor}
                yield pa.RecordBatch.from_pylist([row | {"clock": time.perf_counter() - clock}])


def write_archive(path: pathlib.Path, pages: list[pathlib.Path]) -> None:
    with path.open("wb") as file:
        for number, page in enumerate(pages):
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.read_bytes()
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Date: 2024-05-01T12:00:00Z\r\n"
                f"WARC-Target-URI: https://a.example/{number}/\r\nContent-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(block)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + block + b"\r\n\r\n"))


def main() -> None:
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    pages = sorted(pathlib.Path(sys.argv[1]).rglob("*.html"))
    with tempfile.TemporaryDirectory() as folder:
        for worker in range(2):
            write_archive(pathlib.Path(folder) / f"{worker}.warc.gz", pages[worker::2])
        spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
        records = read_warc(spark, f"{folder}/*.warc.gz", ["url", "content_type", "payload"])
        measured = records.mapInArrow(run, "parser string, round long, bytes long, processor double, clock double").collect()
        spark.stop()
    print(f"{sum(row.bytes for row in measured if row.parser == 'hedgerow') / ROUNDS / 1e6:.1f} MB")
    own: dict[str, float] = {}
    for name in PARSERS:
        # The first round also imports the parser.
        rows = [row for row in measured if row.parser == name and row.round > 0]
        size = sum(row.bytes for row in rows) / 1e6
        own[name] = size / sum(row.processor for row in rows)
        ratio = own["hedgerow"] / own[name]
        elapsed = size / sum(row.clock for row in rows)
        print(f"{name:13} {own[name]:7.2f} MB/s of processor time, {elapsed:7.2f} MB/s of a worker; hedgerow: {ratio:.1f} times")


if __name__ == "__main__":
    main()
