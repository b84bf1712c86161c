"""
The native part of hedgerow.arrow.
"""

from _typeshed import ReadableBuffer as Buffer
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from typing import SupportsIndex, final

__all__ = ["Archive", "Column", "Function"]

@final
class Archive:
    """
    The records of parts of web archives, read in batches when a consumer asks for them. An Archive has the Arrow
    PyCapsule interface, so pyarrow.RecordBatchReader.from_stream(), polars.DataFrame() and others take it.
    """
    def __arrow_c_schema__(self, /) -> "object": ...
    def __arrow_c_stream__(self, /, requested_schema: "object | None" = None) -> "object": ...
    def __new__(cls, /, parts: "list[tuple[str, int, int | None]]", columns: "list[str] | None" = None, *, batch_rows: SupportsIndex = 1024) -> Archive: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def parts(pattern: "str", count: "int" = 1) -> "list[list[tuple[str, int, int | None]]]":
        """
        Divides the files that a path or a glob pattern denotes among at most `count` workers, in parts of about equal length.
        """

@final
class Column:
    """
    The result of a function: a column of values, or of the reasons for nulls. It has the Arrow PyCapsule interface, so
    pyarrow.chunked_array(), polars.Series() and others take it without a copy.
    """
    def __arrow_c_array__(self, /, requested_schema: "object | None" = None) -> "tuple[object, object]": ...
    def __arrow_c_schema__(self, /) -> "object": ...
    def __arrow_c_stream__(self, /, requested_schema: "object | None" = None) -> "object": ...
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    @property
    def reasons(self, /) -> Column:
        """
        For each page that could not be processed, the reason; otherwise null.
        """

@final
class Function:
    """
    A function of pages, or several of them in one parse, compiled once.
    """
    def __arrow_c_schema__(self, /) -> "object":
        """
        The type of the result.
        """
    def __call__(self, /, pages: "Any", *, content_type: "Any" = None, url: "Any" = None, limits: "Any" = None, prefer_utf8: bool = False) -> Column:
        """
        Computes the function for each page.
        """
    def __new__(cls, /, name: "str | None", *arguments: "str") -> Function:
        """
        Compiles the function with this name and these arguments; without a name, the only argument is the specification of
        an extraction.
        """
    def __repr__(self, /) -> str: ...
    @staticmethod
    def all() -> "dict[str, tuple[str, ...]]":
        """
        The names of all functions, with the names of their arguments.
        """
