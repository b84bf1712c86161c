"""Extractors: what fields read of a page."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import hedgerow
from hedgerow import Extractor, Field

PAGE = "<title>\n A  tree\n</title><h1>\n <span>Oak</span> and <b>elm</b>\n</h1><ul>" + (
    "<li class=x><a href=/1> Tree <b>one</b></a> <i>x</i><i>y</i>" * 2 + "<li>none</ul>"
)
LINK = "<a href=/x> X <b>y</b></a>"


def read(page: Any, field: Any, **arguments: Any) -> Any:
    """The value of a field of a page."""
    return Extractor({"it": field})(page, **arguments)["it"]


FIELDS: list[tuple[str, Any, Any]] = [
    # The text of an element is its whole text, with or without ::text.
    (PAGE, "h1", "Oak and elm"),
    (PAGE, "h1::text", "Oak and elm"),
    (PAGE, "h1 ::text", "Oak and elm"),
    (PAGE, "title::text", "A tree"),
    (PAGE, "h2", None),
    (PAGE, "h2::attr(x)", None),
    (PAGE, ["i"], ["x", "y", "x", "y"]),
    (PAGE, ["i::text"], ["x", "y", "x", "y"]),
    (PAGE, ["h2"], []),
    # The match itself.
    (LINK, ["a", {"t": ""}], [{"t": "X y"}]),
    (LINK, ["a", {"t": "::text"}], [{"t": "X y"}]),
    (LINK, ["a", {"t": ":scope"}], [{"t": "X y"}]),
    (LINK, ["a", {"t": ":scope::text", "b": "b"}], [{"t": "X y", "b": "y"}]),
    (LINK, ["a", {"u": "::attr(href)"}], [{"u": "/x"}]),
    (LINK, ["a", {"u": ":scope::attr('href')"}], [{"u": "/x"}]),
    (LINK, ["a", {"h": "::html"}], [{"h": '<a href="/x"> X <b>y</b></a>'}]),
    ("<div><p class=x>", ["div", {"c": "::attr(class)"}], [{"c": None}]),
    # Attributes and HTML.
    (LINK, "a::attr(HREF)", "/x"),
    (LINK, ["a::attr(href)"], ["/x"]),
    (LINK, "b::html", "<b>y</b>"),
    ("<svg viewBox='0 0'>", "svg::attr(viewBox)", "0 0"),
    ("<a x=1>a</a><a y=2>b</a>", ["a::attr(x)"], ["1"]),
    # Lists of selectors.
    ("<h2>b</h2><h1>a</h1>", ["h1::text, h2::text"], ["b", "a"]),
    ("<a href=1></a><img src=2>", ["a::attr(href), img::attr(src)"], ["1", "2"]),
    ("<svg xlink:href=1>", "svg::attr(*|href)", "1"),
    # Selector objects.
    (LINK, hedgerow.Selector("a::attr(href)"), "/x"),
    (LINK, [hedgerow.Selector("b")], ["y"]),
    # Options.
    (PAGE, Field("h2", default="-"), "-"),
    (PAGE, Field("h1", default="-"), "Oak and elm"),
    (PAGE, Field(["h2"], default=["-"]), ["-"]),
    (PAGE, Field("h1", strip=False), "\n Oak and elm\n"),
    (PAGE, ["li.x", {"a": "a", "n": Field("u", default=0)}], [{"a": "Tree one", "n": 0}] * 2),
]


@pytest.mark.parametrize(("page", "field", "value"), FIELDS)
def test_fields(page: str, field: Any, value: Any) -> None:
    assert read(page, field) == value
    assert read(page.encode(), field) == value
    assert read(hedgerow.parse(page), field) == value
    extract = Extractor({"it": field})
    assert list(extract.many([page] * 3)) == [{"it": value}] * 3


def test_the_title_is_that_of_the_document() -> None:
    for page in (PAGE, "<title>a\tb</title>", "<title></title>", "<p>", "<title>\u00a0a\u00a0</title>", "<title> a<!--b-->c</title>"):
        assert read(page, "title::text") == read(page, "title") == hedgerow.parse(page).title


def test_whitespace_is_kept_without_strip() -> None:
    assert Extractor({"t": "h1"}, strip=False)(PAGE) == {"t": "\n Oak and elm\n"}
    assert Extractor({"t": Field("h1", strip=True)}, strip=False)(PAGE) == {"t": "Oak and elm"}


def test_pieces_of_text_are_joined_before_whitespace_is_collapsed() -> None:
    assert read("<p> a<b> b</b><i>c </i> <u> </u>d\n", "p") == "a bc d"


def test_addresses_are_resolved() -> None:
    page = "<a href=' x?q=é '></a><a href='https://[/'></a><a></a><img src=y>"
    field: Any = ["a", {"u": "::abs(href)"}]
    found = [{"u": "https://a.example/b/x?q=%C3%A9"}, {"u": None}, {"u": None}]
    assert read(page, field, url="https://a.example/b/") == found
    assert read(hedgerow.parse(page, url="https://a.example/b/"), field) == found
    assert read(page, field)[0] == {"u": "x?q=é"}
    assert read("<base href=/c/>" + page, "img::abs(src)", url="https://a.example/b") == "https://a.example/c/y"
    latin = "<meta charset=iso-8859-1>" + page
    assert read(latin.encode("latin-1"), "a::abs(href)", url="https://a.example/") == "https://a.example/x?q=%E9"
    assert read(hedgerow.parse(page).css_first("img"), "::abs(src)", url="https://a.example/") == "https://a.example/y"


def test_required_fields() -> None:
    extract = Extractor({"rows": ["li", {"a": Field("a", required=True)}]})
    with pytest.raises(hedgerow.ExtractionError, match=r"required field \"rows\.a\"") as raised:
        extract(PAGE)
    assert raised.value.field == "rows.a"
    with pytest.raises(hedgerow.ExtractionError):
        read(PAGE, Field(["h2"], required=True))
    assert read(PAGE, Field(["i"], required=True)) == ["x", "y", "x", "y"]
    assert pickle.loads(pickle.dumps(raised.value)).field == "rows.a"


MISTAKES: list[tuple[Any, type[Exception], str]] = [
    (["a::text", {"b": "c"}], ValueError, "would be lost"),
    (["a::attr(href)", {"b": "c"}], ValueError, "would be lost"),
    ([""], ValueError, "leave the brackets out"),
    ([], ValueError, "a field is"),
    (["a", {}, {}], ValueError, "a field is"),
    (Field(Field("a")), ValueError, "not a Field"),
    ("a[", hedgerow.SelectorError, "a\\["),
    ("a::attr()", hedgerow.SelectorError, "attr"),
    (1, TypeError, "int"),
    (["a", "b"], TypeError, "not str"),
]


@pytest.mark.parametrize(("field", "kind", "message"), MISTAKES)
def test_mistakes(field: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as raised:
        Extractor({"it": field})
    assert any('the field "it"' in note for note in getattr(raised.value, "__notes__", []))


def test_nested_fields_are_bounded() -> None:
    fields: dict[str, Any] = {"a": "b"}
    for _ in range(100):
        fields = {"a": ["li", fields]}
    with pytest.raises(ValueError, match="levels"):
        Extractor(fields)


def test_limits_of_extractors() -> None:
    extract = Extractor({"a": "b"}, limits=hedgerow.Limits(depth=5))
    with pytest.raises(hedgerow.LimitError):
        extract("<div>" * 10)
    extract = Extractor({"a": "b"}, scripting=True, limits=hedgerow.Limits(nodes=6))
    with pytest.raises(hedgerow.LimitError) as raised:
        extract("<noscript><p></noscript>" + "<p>" * 10)
    assert "<noscript><p></noscript>" in raised.value.document.html


COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]


@pytest.mark.parametrize("copied", COPIES)
def test_copies_of_extractors(copied: Callable[[Any], Any]) -> None:
    fields: dict[str, Any] = {"t": Field("h1", default="-", strip=False), "a": ["a", {"u": hedgerow.Selector("b")}]}
    extract = Extractor(fields, content_type="text/html; charset=koi8-r", limits=hedgerow.Limits(nodes=50, seconds=9))
    fields["a"][1]["new"] = "i"
    data = "<h1> Дуб</h1>".encode("koi8-r")
    assert copied(extract)(data) == extract(data) == {"t": " Дуб", "a": []}
    with pytest.raises(hedgerow.LimitError):
        copied(extract)(b"<p>" * 100)
