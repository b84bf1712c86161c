"""Web archives as columns: a row for each record, with the page of an HTTP response in the column ``payload``.

``pyarrow.RecordBatchReader.from_stream(read_warc("crawl.warc.gz"))`` reads an archive in batches. ``parts`` divides archives, and
parts of one file, among workers, each of which reads its parts with ``Archive``.

docs/scale.md describes the columns. A record that cannot be read is a
row with a ``reason``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from hedgerow_arrow import Archive

__all__ = ["Archive", "parts", "read_records", "read_warc"]

parts = Archive.parts


def read_records(
    records: Iterable[tuple[str | os.PathLike[str], int, int]], columns: Iterable[str] | None = None, *, batch_rows: int = 1024
) -> Archive:
    """Returns the records that an index lists: for each the path of its file, its offset and its length in bytes.

    Only these ranges are read, in the given order, and a part of up to 64 KiB after each.
    """
    names = None if columns is None else list(columns)
    ranges: list[tuple[str, int, int | None]] = [(os.fspath(path), offset, offset + length) for path, offset, length in records]
    return Archive(ranges, names, batch_rows=batch_rows)


def read_warc(pattern: str | os.PathLike[str], columns: Iterable[str] | None = None, *, batch_rows: int = 1024) -> Archive:
    """Returns the records of the archives that a path or a glob pattern denotes, with these columns, by default all.

    The files are read each time the result is read. A batch has at most ``batch_rows`` rows, and fewer where
    records are long.
    """
    names = None if columns is None else list(columns)
    return Archive([part for group in parts(os.fspath(pattern)) for part in group], names, batch_rows=batch_rows)
