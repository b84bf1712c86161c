"""Finalizers may change a document during any call: nothing that the garbage collector tracks is created while a tree is locked.

The calls run in another process, because a violation of this rule is a deadlock.
"""

from __future__ import annotations

import faulthandler
import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from operator import attrgetter, delitem, setitem
from typing import Any

import hedgerow
from hedgerow import Document, Node
from hedgerow.compat.selectolax import LexborHTMLParser, LexborNode, SelectolaxError

PAGE = (
    "<title>Hedges</title><a href=/oak>Oak</a><table><caption>c<tr><td>1<td>2</table>"
    "<form action=/x><input name=a value=b><select name=s><option>o</select></form><p class='a b'>x <b>y</b></p>"
)

#: The arguments of methods that need some.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "__contains__": ("href",),
    "__delitem__": ("href",),
    "__eq__": (1,),
    "__getitem__": ("href",),
    "__setitem__": ("href", "x"),
    "add_class": ("c",),
    "any_css_matches": (("b",),),
    "append": ("x",),
    "by_id": ("x",),
    "closest": ("p",),
    "create_comment": ("x",),
    "create_element": ("p", {"a": "b"}),
    "create_node": ("p",),
    "create_text": ("x",),
    "css": ("b",),
    "css_first": ("b",),
    "css_matches": ("b",),
    "css_text": ("b",),
    "css_text_first": ("b",),
    "get": ("href",),
    "insert_after": ("x",),
    "insert_before": ("x",),
    "insert_child": ("x",),
    "matches": ("p",),
    "prepend": ("x",),
    "remove_class": ("c",),
    "rewrite_links": (str.upper,),
    "replace_with": ("x",),
    "script_srcs_contain": (("x",),),
    "scripts_contain": ("x",),
    "strip_tags": (["u"],),
    "tags": ("b",),
    "unwrap_tags": (["u"],),
    "wrap": ("section",),
    "xpath": ("//b",),
    "xpath_first": ("//b",),
    "xpath_nodes": ("//b",),
    "xpath_text": ("//b",),
}

#: Further calls of these methods.
MORE: dict[str, list[tuple[Any, ...]]] = {
    "css_text": [("b::text",)],
    "css_text_first": [("b::text",)],
    "xpath": [("//b/text()",), ("name(//b)",)],
    "sanitize": [("comments",)],
}

#: The values of properties that can be set.
VALUES: dict[str, Any] = {"data": "x", "inner_html": "<i>x", "max_output": None, "outer_html": "<i>x", "tag": "q", "text": "x"}

SPECIAL = ["__contains__", "__delitem__", "__eq__", "__getitem__", "__hash__", "__iter__", "__repr__", "__setitem__", "__str__"]


class Cycle:
    """An object that only the garbage collector frees, and that changes a document then."""

    def __init__(self, document: Document) -> None:
        self.own = self
        self.document = document

    def __del__(self) -> None:
        body = self.document.body
        if body is not None:
            body.attrs["n"] = "1"


def method(name: str, arguments: tuple[Any, ...]) -> Callable[[Any], object]:
    """A call of a method."""
    return lambda it: getattr(it, name)(*arguments)


def setter(name: str) -> Callable[[Any], object]:
    """An assignment to a property."""
    return lambda it: setattr(it, name, VALUES[name])


def calls(kind: type[Any]) -> list[tuple[str, Callable[[Any], object]]]:
    """All calls of the public methods and properties of a class."""
    found: list[tuple[str, Callable[[Any], object]]] = []
    names = [name for name in dir(kind) if not name.startswith("_") or name in SPECIAL]
    for name in names:
        if callable(getattr(kind, name)):
            found.extend((name, method(name, arguments)) for arguments in [ARGUMENTS.get(name, ()), *MORE.get(name, [])])
        else:
            found.append((name, attrgetter(name)))
        if name in VALUES:
            found.append((f"{name}=", setter(name)))
    if kind in (LexborHTMLParser, LexborNode):
        found.append(("attrs", lambda it: (list(it.attrs.items()), setitem(it.attrs, "a", "b"), it.attrs.get("A"), delitem(it.attrs, "a"))))
        found.append(("insert_child(foreign)", lambda it: it.insert_child(LexborHTMLParser("<p>x").body)))
        return found
    found.append(("attrs", lambda it: (dict(it.attrs), it.attrs.update({"a": "b"}), it.attrs.pop("a"), it.attrs.clear())))
    found.append(("text()", lambda it: it.text()))
    found.append(("append(foreign)", lambda it: it.append(hedgerow.parse("<p>x").body)))
    found.append(("Extractor", hedgerow.Extractor({"a": "b", "c": ["b", {"d": "::text"}]})))
    return found


def main() -> None:
    """Calls everything, for nodes that exist and for nodes that were destroyed, while finalizers change the document."""
    faulthandler.dump_traceback_later(100, exit=True)
    gc.set_threshold(1)
    for kind in (Document, Node, LexborHTMLParser, LexborNode):
        for name, call in calls(kind):
            for selector, is_destroyed in (("p", False), ("p", True), ("a", False)):
                print(kind.__name__, name, selector, is_destroyed, flush=True)
                for _ in range(5):
                    tree: Any
                    if kind in (Document, Node):
                        tree = document = hedgerow.parse(PAGE, spans=True, errors=True)
                        document.max_output = 10 if selector == "a" else None
                    else:
                        tree = LexborHTMLParser(PAGE)
                        document = tree._document
                    node: Any = tree.css_first(selector)
                    if is_destroyed:
                        node.decompose()
                    Cycle(document)
                    try:
                        result = call(node if kind in (Node, LexborNode) else tree)
                        if isinstance(result, Iterator):
                            list(result)
                    except (hedgerow.HedgerowError, KeyError, SelectolaxError, NotImplementedError):
                        pass
                    except (AttributeError, TypeError):
                        # The extra calls are for the nodes of hedgerow; the other classes have not all of these methods.
                        assert kind is not Node and not hasattr(kind, name), name
    print("done")


def test_no_call_deadlocks_with_a_finalizer_that_changes_the_document() -> None:
    result = subprocess.run([sys.executable, __file__], capture_output=True, text=True)
    assert result.stdout.endswith("done\n"), result.stdout[-200:] + result.stderr


if __name__ == "__main__":
    main()
