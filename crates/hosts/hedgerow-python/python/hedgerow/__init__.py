"""HTML parser: the tree that browsers build, for any input, with CSS selectors and XPath.

>>> import hedgerow
>>> document = hedgerow.parse("<title>Hedges</title><ul><li><a href=/oak>Oak</a><li><a href=/elm>Elm</a></ul>")
>>> document.title
'Hedges'
>>> document.css_text("li a::attr(href)")
['/oak', '/elm']
"""

# `collections.abc` has the same class, but importing it takes longer.
from _collections_abc import Mapping

from hedgerow._errors import (
    ExtractionError,
    HedgerowError,
    LimitError,
    MutationError,
    RewriteError,
    SelectorError,
    StaleNodeError,
    XPathError,
)
from hedgerow._hedgerow import (
    Attributes,
    Document,
    ElementStream,
    Encoding,
    Extractor,
    Field,
    Form,
    Limits,
    Link,
    MainContent,
    Node,
    Page,
    ParseError,
    Removal,
    Rewriter,
    Sanitizer,
    Selector,
    SourceEdits,
    Stream,
    Submission,
    Table,
    Token,
    XPath,
    __version__,
    check,
    detect_encoding,
    parse,
    parse_file,
    parse_fragment,
    parse_many,
    sanitize,
    tokens,
)
from hedgerow._stream import iter_elements

__all__ = [
    "Attributes",
    "Document",
    "ElementStream",
    "Encoding",
    "ExtractionError",
    "Extractor",
    "Field",
    "Form",
    "HedgerowError",
    "LimitError",
    "Limits",
    "Link",
    "MainContent",
    "MutationError",
    "Node",
    "Page",
    "ParseError",
    "Removal",
    "RewriteError",
    "Rewriter",
    "Sanitizer",
    "Selector",
    "SelectorError",
    "SourceEdits",
    "StaleNodeError",
    "Stream",
    "Submission",
    "Table",
    "Token",
    "XPath",
    "XPathError",
    "__version__",
    "check",
    "detect_encoding",
    "iter_elements",
    "parse",
    "parse_file",
    "parse_fragment",
    "parse_many",
    "sanitize",
    "tokens",
]

Mapping.register(Attributes)  # pyright: ignore[reportAttributeAccessIssue]  (the stubs of Mapping have no metaclass)
del Mapping

# Imported last, because the hook uses this package at once if Beautiful Soup is already imported.
from hedgerow.compat import _bs4_hook

_bs4_hook.install()
del _bs4_hook
