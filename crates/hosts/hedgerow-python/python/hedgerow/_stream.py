"""Reading the elements of long documents one by one."""

from __future__ import annotations

from hedgerow._hedgerow import ElementStream

# Importing `typing` would take longer than importing this whole package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol

    from hedgerow._hedgerow import Limits, Node, Selector

    class Readable(Protocol):
        """An open file."""

        def read(self, size: int, /) -> Any:
            """Returns at most ``size`` bytes or characters."""


#: The number of bytes or characters that are read at a time.
BLOCK = 1 << 16


def iter_elements(
    source: Readable | Iterable[Any],
    selector: str | Selector,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    scripting: bool = False,
    shadow_roots: bool = False,
    limits: Limits | None = None,
) -> Iterator[Node]:
    """Reads a document of any length in little memory, and yields each element that matches a selector when it is finished.

    source: an open file, or chunks of str or bytes. See ElementStream.

    A match inside another match is also a part of the copy of the outer match, so the time is proportional to the sum
    of the sizes of all matches. If matches may be nested deeply, pass a selector that matches only the outermost
    elements, such as ``li:not(li li)``, or set ``Limits(depth=...)``.

    >>> from io import BytesIO
    >>> [item.text() for item in iter_elements(BytesIO(b"<ul><li>Oak<li>Elm</ul>"), "li")]
    ['Oak', 'Elm']
    """
    if isinstance(source, str | bytes | bytearray | memoryview) or hasattr(source, "__fspath__"):
        raise TypeError(
            f"the source must be an open file or an iterable of chunks, not {type(source).__name__}; "
            "for a path, pass open(path, 'rb'); for markup in memory, pass [markup]"
        )
    stream = ElementStream(
        selector,
        content_type=content_type,
        encoding=encoding,
        scripting=scripting,
        shadow_roots=shadow_roots,
        limits=limits,
    )
    return _elements(stream, source)


def _elements(stream: ElementStream, source: Any) -> Iterator[Node]:
    """Feeds all chunks to a stream."""
    read = getattr(source, "read", None)
    for chunk in source if read is None else iter(lambda: read(BLOCK) or None, None):
        yield from stream.feed(chunk)
    yield from stream.finish()
