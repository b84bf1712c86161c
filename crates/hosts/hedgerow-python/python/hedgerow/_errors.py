"""The exceptions. The native module raises them."""

from __future__ import annotations

# Importing `typing` would take longer than importing this whole package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hedgerow._hedgerow import Document


def _unpickled(kind: type[HedgerowError], arguments: tuple[object, ...], attributes: dict[str, object]) -> HedgerowError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class HedgerowError(Exception):
    """The base of all exceptions of this package."""

    def __reduce__(self) -> tuple[object, ...]:
        # Without this, unpickling would call the constructor with the message alone. Documents cannot be pickled.
        attributes = {name: value for name, value in vars(self).items() if name != "document"}
        return _unpickled, (type(self), self.args, attributes)


class SelectorError(HedgerowError, ValueError):
    """A CSS selector is invalid. The message shows the place."""

    def __init__(self, message: str, selector: str, line: int, column: int) -> None:
        super().__init__(message)
        self.selector = selector
        self.line = line
        self.column = column


class XPathError(HedgerowError, ValueError):
    """An XPath expression is invalid, or cannot be evaluated."""

    def __init__(self, message: str, expression: str, line: int, column: int) -> None:
        super().__init__(message)
        self.expression = expression
        self.line = line
        self.column = column


class MutationError(HedgerowError, ValueError):
    """A change that the DOM does not allow, such as inserting a node into itself. The tree is unchanged."""

    def __init__(self, message: str, name: str) -> None:
        super().__init__(message)
        #: The name of the DOM's exception, such as "HierarchyRequestError".
        self.name = name


class StaleNodeError(HedgerowError, ReferenceError):
    """A node was destroyed, by ``decompose()`` or because the content around it was replaced."""


class RewriteError(HedgerowError, ValueError):
    """An edit of a Rewriter is refused, because a parser would understand the output differently."""

    def __init__(self, message: str, offset: int | None) -> None:
        super().__init__(message)
        #: The place in bytes of the source, or None; for a str, in bytes of its UTF-8 form.
        self.offset = offset


class ExtractionError(HedgerowError, ValueError):
    """A page lacks a required field of an Extractor."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        #: The name of the field; in a list of records, the names of the fields that lead to it: "items.price".
        self.field = field


class LimitError(HedgerowError, ValueError):
    """The input exceeds a limit."""

    def __init__(self, message: str, document: Document) -> None:
        super().__init__(message)
        #: The document as far as it was parsed. An exception from another process has none.
        self.document = document
