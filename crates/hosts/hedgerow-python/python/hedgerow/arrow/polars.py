"""The functions as expressions of Polars."""

from __future__ import annotations

from typing import Any

import polars as pl

from hedgerow import arrow
from hedgerow._hedgerow import Limits

__all__ = ["expression"]


def expression(name: str, *arguments: Any, page: Any, url: Any = None, content_type: Any = None, limits: Limits | None = None) -> pl.Expr:
    """Returns the expression that computes a function of a column of pages.

    ``expression("html_select_text", "h1", page="payload")`` has the arguments of ``hedgerow.arrow.function``; ``page``,
    ``url`` and ``content_type`` are expressions or names of columns. An expression with one value, such as a literal, applies to all
    pages.
    """
    function = arrow.function(name, *arguments)
    columns = {"page": page, "url": url, "content_type": content_type}
    columns = {key: column for key, column in columns.items() if column is not None}

    def run(series: Any) -> pl.Series:
        # The type of a column without values cannot be exported.
        pages, *others = (one.cast(pl.String) if one.dtype == pl.Null else one for one in series)
        values = [other[0] if len(other) == 1 else other for other in others]
        given = dict(zip(list(columns)[1:], values, strict=True))
        return pl.Series(pages.name, function(pages, **given, limits=limits))

    dtype = pl.Series(function(pl.Series([], dtype=pl.Binary))).dtype
    expressions = [pl.col(column) if isinstance(column, str) else column for column in columns.values()]
    return pl.map_batches(expressions, run, return_dtype=dtype, is_elementwise=True)
