"""Compares the readers of web archives: hedgerow, FastWARC and warcio.

    python engines/readers.py FOLDER

It needs the packages fastwarc and warcio. The HTML files of the folder become an archive with a gzip member for each response. Each
reader returns the address and the body of each response, in turn, and the median of the processor times of its rounds is printed.
"""

from __future__ import annotations

import pathlib
import statistics
import sys
import tempfile
import time

import pyarrow as pa
from compare import write_archive

from hedgerow.arrow.warc import read_warc

ROUNDS = 7


def with_hedgerow(path: str) -> tuple[int, int]:
    count = size = 0
    for batch in pa.RecordBatchReader.from_stream(read_warc(path, ["url", "payload"])):
        count += batch.num_rows
        payload = batch["payload"]
        size += sum(payload[row].as_buffer().size for row in range(batch.num_rows))
    return count, size


def with_fastwarc(path: str) -> tuple[int, int]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    count = size = 0
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            assert record.headers["WARC-Target-URI"]
            count += 1
            size += len(record.reader.read())
    return count, size


def with_warcio(path: str) -> tuple[int, int]:
    from warcio.archiveiterator import ArchiveIterator

    count = size = 0
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            assert record.rec_headers.get_header("WARC-Target-URI")
            count += 1
            size += len(record.content_stream().read())
    return count, size


READERS = {"hedgerow": with_hedgerow, "FastWARC": with_fastwarc, "warcio": with_warcio}


def main() -> None:
    pages = sorted(pathlib.Path(sys.argv[1]).rglob("*.html"))
    times: dict[str, list[float]] = {name: [] for name in READERS}
    found = set()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "pages.warc.gz"
        write_archive(path, pages)
        print(f"{len(pages)} pages, {path.stat().st_size / 1e6:.1f} MB in gzip members")
        # The first round also imports the reader.
        for _ in range(ROUNDS + 1):
            for name, read in READERS.items():
                begin = time.process_time()
                found.add(read(str(path)))
                times[name].append(time.process_time() - begin)
    assert len(found) == 1, found
    own = {name: statistics.median(rounds[1:]) for name, rounds in times.items()}
    for name, seconds in own.items():
        print(f"{name:10} {seconds:6.3f} s; {seconds / own['hedgerow']:.2f} times the time of hedgerow")


if __name__ == "__main__":
    main()
