"""The exceptions. The native module raises them."""

from __future__ import annotations

# Importing `typing` would take longer than importing this whole package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hedgerow._hedgerow import Document


class HedgerowError(Exception):
    """The base of all exceptions of this package."""


class SelectorError(HedgerowError, ValueError):
    """A CSS selector is invalid. The message shows the place."""

    def __init__(self, message: str, selector: str, line: int, column: int) -> None:
        super().__init__(message)
        self.selector = selector
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[SelectorError], tuple[str, str, int, int]]:
        return type(self), (str(self), self.selector, self.line, self.column)


class XPathError(HedgerowError, ValueError):
    """An XPath expression is invalid, or cannot be evaluated."""

    def __init__(self, message: str, expression: str, line: int, column: int) -> None:
        super().__init__(message)
        self.expression = expression
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[XPathError], tuple[str, str, int, int]]:
        return type(self), (str(self), self.expression, self.line, self.column)


class MutationError(HedgerowError, ValueError):
    """A change that the DOM does not allow, such as inserting a node into itself. The tree is unchanged."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        #: The name of the DOM's exception, such as "HierarchyRequestError".
        self.name = name

    def __reduce__(self) -> tuple[type[MutationError], tuple[str, str]]:
        return type(self), (str(self), self.name)


class StaleNodeError(HedgerowError, ReferenceError):
    """A node was destroyed, by ``decompose()`` or because the content around it was replaced."""


class LimitError(HedgerowError, ValueError):
    """The input exceeds a limit."""

    #: The document as far as it was parsed. An exception from another process has none, because a document cannot be pickled.
    document: Document

    def __init__(self, message: str, document: Document | None = None) -> None:
        super().__init__(message)
        if document is not None:
            self.document = document

    def __reduce__(self) -> tuple[type[LimitError], tuple[str]]:
        return type(self), (str(self),)
