"""HTML functions and web archives for the Python package ``datafusion``."""

from typing import Any, final

import datafusion

@final
class ScalarFunction:
    """A scalar function, such as ``html_title``: an argument for ``datafusion.udf()``."""

    @property
    def name(self) -> str:
        """The name of the function in SQL."""
    def __datafusion_scalar_udf__(self) -> Any: ...

@final
class Archives:
    """The records of web archives: an argument for ``datafusion.SessionContext.register_table()``."""

    @property
    def paths(self) -> list[str]:
        """The paths of the archives."""
    def __datafusion_table_provider__(self, session: Any) -> Any: ...

def functions() -> list[ScalarFunction]:
    """Return the scalar functions."""

def register(context: datafusion.SessionContext) -> None:
    """Register the functions and the table function ``warc`` in a session.

    This also turns off the session's option ``datafusion.optimizer.enable_leaf_expression_pushdown``, which would
    parse a page once for each field of ``html_extract`` that is read.
    """

def warc(pattern: str | datafusion.Expr) -> Archives:
    """Return the records of the archives whose paths match a glob pattern.

    The pattern is a text or a constant expression, so the function is also an argument for ``datafusion.udtf()``.
    """
