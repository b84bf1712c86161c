"""XPath limits and hints, strings, hints for names of other packages, copies and pickles."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import pytest

import hedgerow
from hedgerow import Node

PAGE = "<title>T</title><p class='a b' title=x>One <b>two</b></p><p>three</p><svg><path d=M0 /></svg><a href=/x>l</a>"


@pytest.fixture
def document() -> hedgerow.Document:
    """The page."""
    return hedgerow.parse(PAGE)


def test_strings(document: hedgerow.Document) -> None:
    assert document.css_text("p") == ["One two", "three"]
    assert document.css_text("p::text") == ["One ", "three"]
    assert document.css_text("p::attr(title)") == ["x"]
    assert document.css_text_first("p") == "One two"
    assert document.css_text_first("i") is None and document.css_text_first("i", "-") == "-"
    with pytest.raises(ValueError, match=r"use css_text\(\)"):
        document.css("p::text")


def test_xpath_by_kind(document: hedgerow.Document) -> None:
    body = document.body
    assert body is not None
    for scope in (document, body):
        assert [node.tag for node in scope.xpath_nodes("//p")] == ["p", "p"]
        assert scope.xpath_text("//p") == ["One two", "three"]
        assert scope.xpath_text("//p/@class | //p/text()") == ["a b", "One ", "three"]
        assert scope.xpath_text("string(//b)") == ["two"]
        with pytest.raises(ValueError, match=r"use xpath_text\(\)"):
            scope.xpath_nodes("//p/@class")
        with pytest.raises(ValueError, match=r"use xpath\(\)"):
            scope.xpath_text("count(//p)")


def test_ordinary_expressions_are_within_the_limit_on_steps() -> None:
    page = hedgerow.parse("<link rel=x href=/0>" + "<p><a class=x href=/{0}>x</a></p>".replace("{0}", "1") * 1_500)
    assert page.xpath("//a[@href=//link/@href]") == []
    assert len(page.xpath_nodes("//*[count(preceding::*)>2500]")) > 0
    assert len(page.xpath_nodes("//a[@href=//a[@class='x']/@href]")) == 1_500
    with pytest.raises(hedgerow.XPathError, match=r"raise the limit on steps: xpath\(expression, steps=\.\.\.\)"):
        page.xpath("//p/a", steps=100)
    assert len(page.xpath_nodes("//p/a", steps=1_000_000)) == 1_500


def test_prefixes_of_foreign_elements_are_declared(document: hedgerow.Document) -> None:
    assert [node.tag for node in document.xpath_nodes("//svg:svg/svg:path")] == ["path"]
    with pytest.warns(UserWarning, match="use //svg:svg"):
        assert document.xpath("//svg/path") == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert document.xpath("//a[@svg='svg']") == document.xpath("//*[name()='svgs']") == []
    assert len(document.xpath_nodes("//a[re:test(@href, '^/[a-z]$')]")) == 1


@pytest.mark.parametrize(
    ("selector", "hint"),
    [
        ("p:-soup-contains('x')", ':contains("text")'),
        ("p[class!=a]", ":not([name=value])"),
        ("> p", ":scope > name"),
        ("p:first", "css_first()"),
        ("p:eq(1)", "css()[n]"),
    ],
)
def test_hints_for_selectors(document: hedgerow.Document, selector: str, hint: str) -> None:
    with pytest.raises(hedgerow.SelectorError) as raised:
        document.css(selector)
    assert f"hint: use {hint}" in str(raised.value)
    with pytest.raises(hedgerow.SelectorError) as raised:
        document.css("p[")
    assert "hint" not in str(raised.value)


@pytest.mark.parametrize(
    ("expression", "hint"), [("//p[has-class('a')]", "css()"), ("//p[ends-with(@class, 'b')]", "re:test(@name, 'text$')")]
)
def test_hints_for_expressions(document: hedgerow.Document, expression: str, hint: str) -> None:
    with pytest.raises(hedgerow.XPathError) as raised:
        document.xpath(expression)
    assert f"hint: use {hint}" in str(raised.value)


def test_hints_for_names_of_other_packages(document: hedgerow.Document) -> None:
    node: Any = document.css_first("p")
    for name, hint in {"select": "css()", "name": "tag", "attrib": "attrs", "text_content": "text()", "getparent": "parent"}.items():
        with pytest.raises(AttributeError, match=f'Node has no attribute "{name}"; use ') as raised:
            getattr(node, name)
        assert str(raised.value).endswith(hint)
    with pytest.raises(AttributeError, match=r"use document\.root\.children"):
        document.children  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError, match='has no attribute "nonsense"$'):
        node.nonsense
    with pytest.raises(TypeError, match=r"node\.children\[0\]"):
        node[0]
    assert node.get("missing", default=1) == 1 and node.attrs.get("missing", default=1) == 1


def test_lone_surrogates_are_in_no_name(document: hedgerow.Document) -> None:
    node: Any = document.css_first("p")
    assert "\ud800" not in node and "\ud800" not in node.attrs
    with pytest.raises(KeyError):
        node["\ud800"]


VALUES = [
    hedgerow.Selector("p > a::attr(href)"),
    hedgerow.XPath("//s:a[@b = $c]", namespaces={"s": "x"}, steps=5),
    hedgerow.Limits(nodes=5, seconds=1.5),
    hedgerow.Page(b"x", url="https://a.example/", content_type="text/html"),
    hedgerow.Field("a", default=1, required=True),
    hedgerow.detect_encoding(b"<meta charset=koi8-r>"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_copied_and_pickled(value: Any) -> None:
    for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(copied) is type(value) and repr(copied) == repr(value)


def test_nodes_are_copied_but_not_pickled() -> None:
    document = hedgerow.parse(PAGE + "<table><tr><td>x</table><form></form>")
    node = document.css_first("p")
    assert isinstance(node, Node)
    for copied in (copy.copy(node), copy.deepcopy(node)):
        assert copied != node and copied.html == node.html and copied.parent is None
    assert copy.deepcopy({"d": document})["d"].html == document.html
    for value, hint in {
        node: "pass node.html",
        document: r"pass document\.to_html\(\)",
        document.links()[0]: r"use link\.to_dict\(\)",
        document.tables()[0]: r"use table\.rows",
        document.forms()[0]: r"use form\.fields",
    }.items():
        with pytest.raises(TypeError, match=hint):
            pickle.dumps(value)


def test_paths_find_their_nodes() -> None:
    page = hedgerow.parse("<!doctype html><!--a--><p>x<b>y</b>z</p><p id=i><svg><g><path/><path/></g></svg><x-y>q</x-y><?t u?><math><mi>")
    for node in page.descendants():
        path = node.xpath_path
        if node.kind == "doctype":
            assert path is None
        elif node.kind == "text":
            assert path is not None and page.xpath_text(path) == [node.data]
        else:
            assert path is not None and page.xpath_nodes(path) == [node], path
        if node.kind == "element":
            assert node.css_path is not None and page.css(node.css_path) == [node]
        else:
            assert node.css_path is None


@pytest.mark.parametrize(
    "page",
    [
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>x',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><p>x<table>',
        "<p>x<table>", "<!doctype html><pre>\n\nx</pre><textarea>\n\ny</textarea>", "<!doctype html><p>a&nbsp;&lt;b",
    ],
)  # fmt: skip
def test_html_that_is_written_back_has_the_same_tree_in_the_same_mode(page: str) -> None:
    document = hedgerow.parse(page)
    again = hedgerow.parse(document.to_html())
    assert again.quirks_mode == document.quirks_mode and again.to_test_format() == document.to_test_format()
    assert again.to_html() == document.to_html()
