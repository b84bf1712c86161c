"""The functions on Spark: as Arrow UDFs, and as an extraction with ``mapInArrow``. Needs pyarrow."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema, to_arrow_type

from hedgerow import arrow
from hedgerow._hedgerow import Limits
from hedgerow.arrow.batches import Extraction

__all__ = ["extract", "read_warc", "udf"]


def udf(name: str, *arguments: Any, limits: Limits | None = None) -> Callable[..., Any]:
    """Returns a function of columns: ``udf("html_title")("payload", "content_type")``.

    The columns are the pages, their addresses for ``html_links``, ``html_markdown`` and ``html_extract``, and their Content-Types. Only the first
    is required.
    """
    kind = from_arrow_schema(pa.schema([pa.field(arrow.function(name, *arguments)).with_name("value")])).fields[0].dataType

    def run(*columns: pa.Array) -> pa.Array:
        result = pa.array(arrow.call(name, arguments, columns, limits))
        return result.cast(to_arrow_type(kind))

    function: Callable[..., Any] = arrow_udf(run, kind)
    return function


def extract(
    frame: DataFrame,
    specification: arrow.Specification,
    *,
    page: str,
    url: str | None = None,
    content_type: str | None = None,
    keep: Sequence[str] | None = None,
    limits: Limits | None = None,
) -> DataFrame:
    """Replaces the column of pages in a data frame with the columns that a specification extracts; see ``batches.Extraction``."""
    extraction = Extraction(specification, page=page, url=url, content_type=content_type, keep=keep, limits=limits)
    result = from_arrow_schema(extraction.schema(to_arrow_schema(frame.schema)))
    schema = to_arrow_schema(result)

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield extraction(batch).cast(schema)

    return frame.mapInArrow(run, result)


def read_warc(
    spark: SparkSession, pattern: str, columns: Iterable[str] | None = None, *, partitions: int | None = None
) -> DataFrame:
    """Reads web archives as a data frame with a row for each record; see ``hedgerow.arrow.warc``.

    The pattern is expanded in this process, and each worker reads its part of the files by the same absolute paths. The
    number of partitions is by default the number of Spark's cores; large files are divided among partitions.
    """
    from hedgerow.arrow import warc

    context = spark.sparkContext
    groups = warc.parts(os.path.abspath(pattern), partitions or context.defaultParallelism)
    rows = context.parallelize(groups, len(groups)).flatMap(lambda group: group)
    parts = spark.createDataFrame(rows, "path string, start long, end long")
    names = None if columns is None else list(columns)
    result = from_arrow_schema(pa.schema(warc.Archive([], names)))
    schema = to_arrow_schema(result)

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            group = [(part["path"], part["start"], part["end"]) for part in batch.to_pylist()]
            for records in pa.RecordBatchReader.from_stream(warc.Archive(group, names)):
                yield records.cast(schema)

    return parts.mapInArrow(run, result)
