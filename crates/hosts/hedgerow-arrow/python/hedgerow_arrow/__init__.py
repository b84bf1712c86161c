"""The native part of ``hedgerow.arrow``."""

from hedgerow_arrow._hedgerow_arrow import Archive, Column, Function

__all__ = ["Archive", "Column", "Function"]
