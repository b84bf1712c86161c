"""The rewriter, and the types of what its handlers receive."""

from hedgerow._errors import RewriteError
from hedgerow._hedgerow import Comment, Doctype, DocumentEnd, Element, EndTag, Rewriter, TextChunk

__all__ = ["Comment", "Doctype", "DocumentEnd", "Element", "EndTag", "RewriteError", "Rewriter", "TextChunk"]
