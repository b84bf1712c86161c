"""The functions as SQL functions of DuckDB. Needs pyarrow and numpy."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

import duckdb
import pyarrow as pa

from hedgerow import arrow
from hedgerow._hedgerow import Limits
from hedgerow_arrow import Function

__all__ = ["register"]


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    extractions: Mapping[str, arrow.Specification] | None = None,
    limits: Limits | None = None,
) -> None:
    """Adds the functions to a connection, or replaces them: ``html_title(page)``, ``html_select_text(page, 'h1')`` and all others.

    The page is a BLOB or a VARCHAR. The last argument, which may be left out, is the Content-Type. ``html_links`` and
    ``html_markdown`` take the address of the page as the argument before the Content-Type.

    extractions: names of further functions, each with the specification of what it extracts in one parse. Their arguments
    are the page, its address and its Content-Type.
    """
    for name, parameters in Function.all().items():
        _create(connection, name, name, (), len(parameters), limits)
    for name, specification in (extractions or {}).items():
        _create(connection, name, "html_extract", (specification,), 0, limits)


def _create(
    connection: duckdb.DuckDBPyConnection, name: str, kernel: str, fixed: tuple[Any, ...], count: int, limits: Limits | None
) -> None:
    """Adds a function whose first argument is the page, followed by some constants and some columns."""

    def run(*columns: Any) -> Any:
        if len(columns) <= count:
            raise TypeError(f"{name} takes a page and {count} more arguments, but got {len(columns)} arguments")
        constants = zip(*(column.to_pylist() for column in columns[1 : 1 + count]), strict=True) if count else None
        columns = (columns[0], *columns[1 + count :])
        if constants is None:
            return pa.array(arrow.call(kernel, fixed, columns, limits))
        # Consecutive rows with the same constants are computed in one call. Usually, these are all rows.
        results, start = [], 0
        for values, rows in groupby(constants):
            length = sum(1 for _ in rows)
            if None in values:
                results.append(pa.nulls(length, kind))
            else:
                part = [column.slice(start, length) for column in columns]
                results.append(pa.array(arrow.call(kernel, values, part, limits)))
            start += length
        return pa.concat_arrays(results) if results else pa.nulls(0, kind)

    # The type of the result does not depend on the constants. "default" is valid as each kind of constant: a selector,
    # an expression, an attribute and a preset.
    kind = pa.field(arrow.function(kernel, *(fixed or ("default",) * count))).type
    result = connection.from_arrow(pa.table({"result": pa.nulls(0, kind)})).types[0]
    # DuckDB refuses a second function with the same name.
    with suppress(duckdb.Error):
        connection.remove_function(name)
    options: Any = {"type": "arrow", "null_handling": "special"}
    connection.create_function(name, run, None, result, **options)
