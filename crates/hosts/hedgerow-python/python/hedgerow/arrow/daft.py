"""The functions as expressions of Daft. Needs pyarrow."""

from __future__ import annotations

from typing import Any

import daft
import pyarrow as pa

from hedgerow import arrow
from hedgerow._hedgerow import Limits

__all__ = ["expression"]


def expression(
    name: str, *arguments: Any, page: Any, url: Any = None, content_type: Any = None, limits: Limits | None = None
) -> daft.Expression:
    """Returns the expression that computes a function of a column of pages.

    ``expression("html_select_text", "h1", page=frame["payload"])`` has the arguments of ``hedgerow.arrow.function``; ``page``,
    ``url`` and ``content_type`` are expressions.
    """
    columns = {"url": url, "content_type": content_type}
    columns = {key: column for key, column in columns.items() if column is not None}
    names = list(columns)

    def run(pages: Any, *others: Any) -> Any:
        given = {name: other.to_arrow() for name, other in zip(names, others, strict=True)}
        # The function is compiled here, because `run` may be called in another process.
        return pa.array(arrow.function(name, *arguments)(pages.to_arrow(), **given, limits=limits))

    kind = pa.field(arrow.function(name, *arguments)).type
    return daft.func.batch(return_dtype=daft.DataType.from_arrow_type(kind))(run)(page, *columns.values())
