"""Extractions from tables and record batches of pyarrow, which datasets of Ray Data use, too. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pyarrow as pa

from hedgerow import arrow
from hedgerow._hedgerow import Limits

__all__ = ["Extraction"]

Batch = TypeVar("Batch", pa.Table, pa.RecordBatch)


class Extraction:
    """Replaces the column of pages in tables and record batches with the columns that a specification extracts from it.

    ``Extraction({"title": "html_title"}, page="payload")(table)`` has the columns ``title`` and ``reason`` after the others.
    An extraction can be pickled, so it can be passed to the workers of an engine: with Ray Data,
    ``dataset.map_batches(extraction, batch_format="pyarrow")``; with a reader of pyarrow, ``map(extraction, reader)``.

    page, url, content_type: the names of columns. keep: the columns that are kept, by default all but that of the pages.
    """

    def __init__(
        self,
        specification: arrow.Specification,
        *,
        page: str,
        url: str | None = None,
        content_type: str | None = None,
        keep: Sequence[str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        # Compiled here, so that a mistake in the specification is reported at once and not by a worker.
        arrow.function("html_extract", specification)
        self.specification = specification
        self.page = page
        self.url = url
        self.content_type = content_type
        self.keep = keep
        self.limits = limits

    def __call__(self, batch: Batch) -> Batch:
        """Returns the columns that are kept, followed by the extracted columns."""
        column = arrow.html_extract(
            batch[self.page],
            self.specification,
            url=None if self.url is None else batch[self.url],
            content_type=None if self.content_type is None else batch[self.content_type],
            limits=self.limits,
        )
        fields: list[Any] = pa.array(column).flatten()
        return type(batch).from_arrays(
            [*(batch[name] for name in self._kept(batch.schema)), *fields], schema=self.schema(batch.schema)
        )

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """Returns the schema of the results for tables with this schema."""
        extracted = pa.field(arrow.function("html_extract", self.specification)).type
        kept = self._kept(schema)
        twice = sorted({field.name for field in extracted}.intersection(kept))
        if twice:
            raise ValueError(
                f"the extraction has the columns {', '.join(twice)}, which are kept columns, too; "
                "rename the fields, or pass keep without these columns; the column reason is always extracted"
            )
        return pa.schema([*(schema.field(name) for name in kept), *extracted])

    def _kept(self, schema: pa.Schema) -> Sequence[str]:
        return [name for name in schema.names if name != self.page] if self.keep is None else self.keep
