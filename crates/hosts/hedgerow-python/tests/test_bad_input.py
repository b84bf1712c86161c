"""Invalid arguments raise the exception that Python's users expect, with the place of the mistake in its message."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import hedgerow as typed

# `Any`, because many of the arguments have wrong types.
hedgerow: Any = typed

DOCUMENT = hedgerow.parse("<p id=a>Oak <b>elm</b></p><div></div>")
NODE = DOCUMENT.css_first("p")
TEXT = NODE.first_child


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        # Selectors.
        (lambda: DOCUMENT.css("p >"), hedgerow.SelectorError, r"1:4: .*\np >\n   \^"),
        (lambda: DOCUMENT.css(""), hedgerow.SelectorError, "1:1: "),
        (lambda: DOCUMENT.css_first("a,\n b["), hedgerow.SelectorError, "2:4: "),
        (lambda: NODE.css("é > é["), hedgerow.SelectorError, "1:7: "),
        (lambda: NODE.css_first("p:nth-child(x)"), hedgerow.SelectorError, "1:13: "),
        (lambda: NODE.matches("::nope"), hedgerow.SelectorError, "1:"),
        (lambda: NODE.closest("p::text"), ValueError, "finds nodes"),
        (lambda: DOCUMENT.css(None), TypeError, "a selector is a str or a Selector, not NoneType"),
        (lambda: DOCUMENT.css(b"p"), TypeError, "not bytes"),
        (lambda: hedgerow.Selector("p["), hedgerow.SelectorError, "1:3: "),
        (lambda: hedgerow.Extractor({"a": {"b": "p"}}), TypeError, "not dict"),
        (lambda: hedgerow.Extractor({"a": ["p", {"b": "p["}]}), hedgerow.SelectorError, '1:3: (.|\n)*in the field "b"\nin the field "a"'),
        (lambda: hedgerow.Extractor({"a": None}), TypeError, 'not NoneType\nin the field "a"'),
        (lambda: hedgerow.Extractor({"a": ["p", "b"]}), TypeError, "fields are a dict from names to selectors, not str"),
        (lambda: hedgerow.Extractor({"a": []}), ValueError, "a field is a selector, "),
        (lambda: hedgerow.Extractor({"a": ["p::text", {}]}), ValueError, "finds elements"),
        (lambda: hedgerow.Extractor("p"), TypeError, "not str"),
        (lambda: hedgerow.ElementStream("p:has(b)"), hedgerow.SelectorError, "1:2: "),
        (lambda: hedgerow.ElementStream("p::text"), ValueError, "finds nodes"),
        (lambda: DOCUMENT.css(), TypeError, "selector"),
        (lambda: DOCUMENT.css_first("p", defalt=1), TypeError, "defalt"),
        # XPath.
        (lambda: DOCUMENT.xpath("//p["), hedgerow.XPathError, r"1:5: "),
        (lambda: DOCUMENT.xpath("//p[é]/é/"), hedgerow.XPathError, r"1:10: "),
        (lambda: NODE.xpath("x:p"), hedgerow.XPathError, "1:1: "),
        (lambda: NODE.xpath("f()"), hedgerow.XPathError, "1:1: "),
        (lambda: NODE.xpath("p", namespaces={"x": 1}), TypeError, "int"),
        (lambda: NODE.xpath("p", namespaces=1), TypeError, "int"),
        (lambda: NODE.xpath_first("$x"), hedgerow.XPathError, r"the variable \$x has no value"),
        (lambda: NODE.xpath(hedgerow.XPath("//*", steps=1)), hedgerow.XPathError, "more than 1 steps .* the limit on steps"),
        (lambda: NODE.xpath("$x/p", x=1), hedgerow.XPathError, r"requires a node-set\n\$x/p"),
        (lambda: NODE.xpath("p", x=object()), TypeError, "not object"),
        (lambda: NODE.xpath("$x", x=hedgerow.parse("").root), ValueError, "belongs to another document"),
        (lambda: NODE.xpath(1), TypeError, "an expression is a str or an XPath, not int"),
        # Data and encodings.
        (lambda: hedgerow.parse(1), TypeError, "expected str, bytes or a buffer of bytes, not int"),
        (lambda: hedgerow.parse(open(__file__)), TypeError, r"pass its content: parse\(path.read_bytes\(\)\)"),
        (lambda: hedgerow.parse(["<p>"]), TypeError, "not list"),
        (lambda: hedgerow.parse(b"", encoding="klingon"), LookupError, 'unknown encoding label "klingon"'),
        (lambda: hedgerow.parse(b"", encoding=1), TypeError, "encoding"),
        (lambda: hedgerow.parse("", content_type="text/html"), ValueError, "a str is decoded already"),
        (lambda: hedgerow.parse("", scripting=None), TypeError, "scripting"),
        (lambda: hedgerow.parse("", limits=10), TypeError, "limits"),
        (lambda: hedgerow.parse("", mode="x"), TypeError, "mode"),
        (lambda: hedgerow.detect_encoding(b"", encoding="x"), LookupError, '"x"'),
        (lambda: list(hedgerow.parse_many(["abc"], encoding="utf-8")), ValueError, "decoded already"),
        (lambda: list(hedgerow.parse_many([b"", None])), TypeError, "not NoneType(.|\n)*the index 1"),
        (lambda: list(hedgerow.parse_many(["", "<p><b>"], limits=hedgerow.Limits(nodes=5))), hedgerow.LimitError, "5 nodes(.|\n)*the index 1"),
        (lambda: list(hedgerow.parse_many(1)), TypeError, "int"),
        (lambda: list(hedgerow.parse_many("<p>")), TypeError, "expected an iterable of pages, not one str"),
        (lambda: list(hedgerow.parse_many(b"<p>")), TypeError, "not one bytes"),
        (lambda: list(hedgerow.Extractor({}).many("<p>")), TypeError, "not one str"),
        (lambda: list(hedgerow.Extractor({}).many(["", 1])), TypeError, "not int(.|\n)*the index 1"),
        (lambda: list(hedgerow.Extractor({}, limits=hedgerow.Limits(nodes=5)).many([""] * 300 + ["<p><b>"])), hedgerow.LimitError, "the index 300"),
        (lambda: hedgerow.Extractor({}, encoding="klingon"), LookupError, '"klingon"'),
        (lambda: hedgerow.detect_encoding("<p>"), TypeError, "a str has no encoding; pass the bytes"),
        (lambda: hedgerow.Stream().feed(1), TypeError, "not int"),
        (lambda: hedgerow.Stream(encoding="klingon"), LookupError, '"klingon"'),
        (lambda: list(hedgerow.iter_elements(["<p>"], "p", encoding="utf-8")), ValueError, "a str is decoded already"),
        (lambda: list(hedgerow.iter_elements([None], "p")), TypeError, "not NoneType"),
        (lambda: hedgerow.sanitize(b""), TypeError, "decode the bytes first"),
        (lambda: hedgerow.sanitize("", "none"), ValueError, 'unknown preset "none"; the presets are default, '),
        (lambda: hedgerow.Sanitizer({"element": []}), ValueError, 'unknown member "element"; the members are elements, '),
        (lambda: hedgerow.Limits(bytes=-1), ValueError, "bytes is a number from 0 to 18446744073709551615, or None for no bound"),
        (lambda: hedgerow.Limits(nodes=-1), ValueError, "nodes is a number from 0 to 4294967295"),
        (lambda: hedgerow.Limits(nodes=1 << 32), ValueError, "nodes is a number from 0 to 4294967295"),
        (lambda: hedgerow.Limits(depth="x"), TypeError, "str"),
        (lambda: hedgerow.parse_file("/no/such/page.html"), FileNotFoundError, "page.html"),
        (lambda: hedgerow.parse_file(1), TypeError, "int"),
        (lambda: hedgerow.Limits(byte=1), TypeError, "byte"),
        # Contexts.
        (lambda: hedgerow.parse_fragment("", ""), ValueError, 'invalid context element ""'),
        (lambda: hedgerow.parse_fragment("", "p>q"), ValueError, 'invalid context element "p>q"'),
        (lambda: hedgerow.parse_fragment("", 1), TypeError, "context"),
        (lambda: hedgerow.check("", fragment="a b c"), ValueError, "invalid context element"),
        # Changes.
        (lambda: NODE.append(NODE), hedgerow.MutationError, "cannot insert #. <p> into #. <p>: a node cannot be inserted into itself"),
        (lambda: DOCUMENT.root.append(DOCUMENT.document_node), hedgerow.MutationError, "into itself or its descendants"),
        (lambda: TEXT.append("x"), hedgerow.MutationError, "only documents, fragments and elements can have children"),
        (lambda: NODE.append(1), TypeError, "a Node, a Document or a str can be inserted, not int"),
        (lambda: NODE.attrs.update({"a b": "x"}), ValueError, "a b"),
        (lambda: NODE.attrs.__setitem__("a", 1), TypeError, "int"),
        (lambda: NODE["missing"], KeyError, "missing"),
        (lambda: NODE.attrs.pop("missing"), KeyError, "missing"),
        (lambda: NODE.attrs.pop("id", 1, 2), TypeError, "at most 2 arguments, got 3"),
        (lambda: DOCUMENT.create_element("a b"), ValueError, "a b"),
        (lambda: DOCUMENT.create_element(""), ValueError, "not a valid element name"),
        (lambda: DOCUMENT.strip_tags("p"), TypeError, "tags is a list of str, not a str"),
        (lambda: NODE.unwrap_tags("b"), TypeError, "not a str"),
        (lambda: NODE.strip_tags(["b", 1]), TypeError, "int"),
        (lambda: NODE.add_class("a b"), ValueError, 'cannot change the class "a b"'),
        (lambda: NODE.wrap(1), TypeError, "a wrapper is a Node or the name of an element, not int"),
        (lambda: NODE.to_html(pretty=True, minify=True), ValueError, "pretty and minify cannot be combined"),
        (lambda: NODE.text(seperator=" "), TypeError, "seperator"),
        (lambda: setattr(NODE, "inner_html", 1), TypeError, "int"),
        (lambda: setattr(NODE, "text", None), TypeError, "text"),
        (lambda: setattr(NODE, "parent", NODE), AttributeError, "parent"),
        (lambda: hedgerow.Node(), TypeError, "Node"),
    ],
)
def test_invalid_arguments(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    before = DOCUMENT.html
    with pytest.raises(error, match=message) as raised:
        call()
    assert type(raised.value) is error or isinstance(raised.value, hedgerow.HedgerowError)
    assert DOCUMENT.html == before


def test_places() -> None:
    with pytest.raises(hedgerow.SelectorError) as raised:
        DOCUMENT.css("a,\n b[")
    assert (raised.value.line, raised.value.column, raised.value.selector) == (2, 4, "a,\n b[")
    assert isinstance(raised.value, ValueError)
    with pytest.raises(hedgerow.XPathError) as failed:
        DOCUMENT.xpath("//p[")
    assert (failed.value.line, failed.value.column, failed.value.expression) == (1, 5, "//p[")
    with pytest.raises(hedgerow.MutationError) as refused:
        NODE.append(NODE)
    assert refused.value.name == "HierarchyRequestError"


def test_exceptions_reach_another_process() -> None:
    failures: list[Callable[[], Any]] = [
        lambda: DOCUMENT.css("p["),
        lambda: DOCUMENT.xpath("//["),
        lambda: DOCUMENT.root.append(DOCUMENT.document_node),
        lambda: hedgerow.parse("<p>" * 9, limits=hedgerow.Limits(nodes=5)),
    ]
    for fail in failures:
        with pytest.raises(hedgerow.HedgerowError) as raised:
            fail()
        error = raised.value
        copied = pickle.loads(pickle.dumps(error))
        assert type(copied) is type(error)
        assert str(copied) == str(error)
        ours = {key: value for key, value in vars(error).items() if key != "document"}
        assert {key: vars(copied)[key] for key in ours} == ours


def test_output_longer_than_the_limit_is_an_error() -> None:
    # The paragraphs share the attribute of one tag.
    html = "<p><b title='" + "x" * 20_000 + "'>" + "<p>y" * 1000
    document = hedgerow.parse(html)
    calls: list[Callable[[], Any]] = [
        lambda: document.html,
        lambda: str(document.root),
        lambda: document.css_first("body").inner_html,
        lambda: document.to_html(minify=True),
        lambda: document.to_test_format(),
        lambda: document.css_text("b::attr(title)"),
        lambda: hedgerow.Extractor({"titles": ["b::attr(title)"]})(document),
        lambda: hedgerow.Extractor({"titles": ["b::attr(title)"]})(html),
    ]
    for call in calls:
        with pytest.raises(hedgerow.LimitError, match="the output is longer than .* raise Document.max_output"):
            call()
    document.max_output = 1 << 30
    assert len(document.html) > 20_000_000
    with pytest.raises(hedgerow.LimitError, match="the output is longer than"):
        hedgerow.sanitize(html)
    assert len(hedgerow.sanitize(html, limits=hedgerow.Limits(output=1 << 30))) > 20_000_000
    links = hedgerow.parse("<base href='http://a/" + "x" * 20_000 + "/'>" + "<a href=a>" * 1000)
    with pytest.raises(hedgerow.LimitError, match="raise Document.max_output"):
        links.links()
