"""The sanitizer."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import hedgerow
from hedgerow.compat import nh3
from hedgerow import Sanitizer

HTML = "<p onclick=x() id=i class='a b'>Oak <script>x()</script><a href='java\nscript:x()'>elm</a><!-- c --><h1>H</h1>"


def test_default() -> None:
    assert hedgerow.sanitize(HTML) == "<p>Oak <a>elm</a></p><h1>H</h1>"
    assert hedgerow.sanitize(HTML, "default") == Sanitizer().sanitize(HTML) == hedgerow.sanitize(HTML)
    assert hedgerow.sanitize("") == ""


@pytest.mark.parametrize(
    "sanitizer",
    [
        Sanitizer(),
        Sanitizer("comments"),
        Sanitizer("email").allow_element("h1").remove_attribute("title"),
        Sanitizer(
            {"elements": ["a", "p"], "attributes": ["href", "id", "class", "style"]}, url_schemes=["https"], remove_relative_urls=True,
            link_rel="nofollow", link_target="_blank", prefix_ids="u-", classes=["a"], css_properties=["color"],
        ),
        Sanitizer("comments").replace_element_with_children("b").allow_attribute("lang"),
    ],
)  # fmt: skip
def test_sanitizers_are_pickled_and_copied(sanitizer: Sanitizer) -> None:
    html = HTML + "<h1 lang=en title=t>H</h1><a href=/x class='a b' style='color:red;top:0' id=y>x</a><a href=https://a.example>y</a><b>z</b>"
    for copied in (pickle.loads(pickle.dumps(sanitizer)), copy.copy(sanitizer), copy.deepcopy(pickle.loads(pickle.dumps(sanitizer)))):
        assert copied == sanitizer
        assert copied.sanitize(html) == sanitizer.sanitize(html)


def test_presets() -> None:
    html = "<h1>H</h1><a href=https://a.example/>x</a><img src=ftp://a.example/ alt=y>"
    assert hedgerow.sanitize(html, "basic") == 'H<a href="https://a.example/">x</a>'
    assert hedgerow.sanitize(html, "comments") == (
        '<h1>H</h1><a href="https://a.example/" rel="nofollow noopener ugc">x</a><img alt="y">'
    )
    assert 'target="_blank"' in hedgerow.sanitize(html, "email")
    assert "<h1>" in hedgerow.sanitize(html, Sanitizer("article"))


def test_configurations() -> None:
    config: dict[str, Any] = {"elements": ["p", {"name": "a", "attributes": ["href"]}], "attributes": ["id"]}
    html = "<p id=1 class=2><a href=/x id=2>y</a><b>z</b>"
    assert hedgerow.sanitize(html, config) == '<p id="1"><a href="/x" id="2">y</a></p>'
    sanitizer = Sanitizer(config)
    assert repr(sanitizer) == "<Sanitizer, 2 elements, 1 attributes>"
    assert repr(Sanitizer({"removeElements": ["p", "a"]})) == "<Sanitizer, all elements except 2, all attributes except 0>"
    assert [element["name"] for element in sanitizer.config()["elements"]] == ["a", "p"]
    assert Sanitizer(sanitizer.config()) == sanitizer != Sanitizer()
    assert sanitizer.allow_element("b").sanitize(html) == '<p id="1"><a href="/x" id="2">y</a><b>z</b></p>'
    assert sanitizer.remove_element("a").sanitize(html) == '<p id="1"></p>'
    assert sanitizer.replace_element_with_children("a").sanitize(html) == '<p id="1">y</p>'
    assert sanitizer.allow_attribute("class").sanitize(html) == '<p id="1" class="2"><a href="/x" id="2">y</a></p>'
    assert sanitizer.remove_attribute("id").sanitize(html) == '<p><a href="/x">y</a></p>'
    # The original is unchanged, and a script is removed whatever a configuration says.
    assert sanitizer == Sanitizer(config)
    assert hedgerow.sanitize("<script>x</script>y", {"elements": ["script"]}) == "y"
    assert hedgerow.sanitize("<p onclick=x>y", {}) == "<p>y</p>"


def test_rules() -> None:
    html = "<a href=http://a.example/ class='note x' id=top>a</a><a href=/b style='color: red; top: 0'>b</a>"
    base = {"elements": [{"name": "a", "attributes": ["href", "class", "id", "style"]}]}
    assert Sanitizer(base, url_schemes=["https"]).sanitize(html).count("href") == 1
    assert Sanitizer(base, remove_relative_urls=True).sanitize(html).count("href") == 1
    assert Sanitizer(base, link_rel="nofollow", link_target="_blank").sanitize(html).count('rel="nofollow"') == 2
    assert 'id="u-top"' in Sanitizer(base, prefix_ids="u-").sanitize(html)
    assert 'class="note"' in Sanitizer(base, classes=["note"]).sanitize(html)
    assert 'style="color: red"' in Sanitizer(base, css_properties={"color"}).sanitize(html)


def test_report() -> None:
    html = "<p>é\n<b onclick=x()>a</b><script>b</script><!-- c -->"
    text, removals = Sanitizer().sanitize_with_report(html)
    assert text == hedgerow.sanitize(html)
    attribute, script, comment = removals
    assert str(attribute) == attribute.message == "removed attribute onclick of b: not allowed by the configuration"
    assert (attribute.element, attribute.attribute) == ("b", "onclick")
    assert attribute.span is not None and html[slice(*attribute.span)] == "onclick=x()"
    assert (attribute.line, attribute.column) == (2, 4)
    assert (script.element, script.attribute) == ("script", None)
    assert comment.element is None and comment.message.startswith("removed comment")
    assert Sanitizer().sanitize_with_report("<p>x</p>")[1] == []


def test_trees() -> None:
    document = Sanitizer().parse("<title>T</title><p onclick=x>Oak<script>x</script>")
    assert document.css_first("body").inner_html == "<p>Oak</p>"
    assert Sanitizer().parse("<td onclick=x>1", "tr").html == "<td>1</td>"
    document = hedgerow.parse(HTML)
    removals = document.css_first("body").sanitize()
    assert document.css_first("body").inner_html == "<p>Oak <a>elm</a></p><h1>H</h1>"
    assert {removal.element for removal in removals} >= {"p", "script"}
    assert document.css_first("body").sanitize("basic") != []
    assert document.css_first("h1") is None
    gone = document.css_first("a")
    gone.decompose()
    with pytest.raises(hedgerow.StaleNodeError):
        gone.sanitize()


def test_limits() -> None:
    with pytest.raises(hedgerow.LimitError) as raised:
        hedgerow.sanitize("<p>" * 100, limits=hedgerow.Limits(nodes=10))
    assert 0 < len(raised.value.document.css("p")) < 10
    with pytest.raises(hedgerow.LimitError):
        Sanitizer().parse("<p>" * 100, limits=hedgerow.Limits(nodes=10))


@pytest.mark.parametrize(
    ("config", "error", "message"),
    [
        ("strict", ValueError, 'unknown preset "strict"; the presets are default, basic, comments, email, article'),
        ({"element": ["p"]}, ValueError, 'unknown member "element"; the members are elements, removeElements'),
        ({"elements": ["p"], "removeElements": ["b"]}, ValueError, "invalid configuration"),
        ({"elements": [True]}, ValueError, r'expected the name of an element.*, at the end of \{"elements": \[true'),
        ({"comments": "no"}, ValueError, 'expected a boolean, at the end of .*"no"'),
        ({"elements": [{"name": "a", "attributes": ["x", "x"]}]}, ValueError, "x"),
        ({"elements": [object()]}, TypeError, "JSON"),
        (["p"], TypeError, "a sanitizer is the name of a preset, a dict or a Sanitizer, not list"),
    ],
)
def test_invalid_configurations(config: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Sanitizer(config)
    with pytest.raises(error, match=message):
        hedgerow.sanitize("", config)


def test_invalid_arguments() -> None:
    with pytest.raises(TypeError, match="decode the bytes first"):
        hedgerow.sanitize(b"<p>")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot be combined with a preset or a Sanitizer"):
        Sanitizer("comments", link_rel="me")
    with pytest.raises(TypeError, match="classes is a list of str, not a str"):
        Sanitizer(classes="note")
    with pytest.raises(ValueError, match="expected the name of an attribute"):
        Sanitizer().allow_attribute([])  # type: ignore[arg-type]


NH3: list[tuple[str, str]] = [
    ("<p onclick=x()>Hi <script>x()</script><a href=https://x.y title=t>l</a><!--c--><b>b</b><custom>c</custom>",
     '<p>Hi <a href="https://x.y" title="t" rel="noopener noreferrer">l</a><b>b</b>c</p>'),
    ("<a href=javascript:x>l</a>", "<a>l</a>"),
    ("a < b & c", "a &lt; b &amp; c"),
    ("<style>p{}</style>x<svg><a href=javascript:x>k</a></svg>", "x"),
    ("<img src=x onerror=y alt=z>", '<img src="x" alt="z">'),
    ("<form><input><button class=a>b</button></form>", "b"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), NH3)
def test_the_call_of_nh3(html: str, expected: str) -> None:
    assert nh3.clean(html) == expected


def test_the_arguments_of_nh3_and_bleach() -> None:
    assert nh3.clean("<b data-x=1 id=a>x</b><i>y", tags={"b"}, attributes={"b": {"id"}}, generic_attribute_prefixes={"data-"}, id_prefix="p-") == '<b data-x="1" id="p-a">x</b>y'
    assert nh3.clean("<a href=x:y>z</a><!--c-->", link_rel=None, url_schemes={"x"}, strip_comments=False) == '<a href="x:y">z</a><!--c-->'
    assert nh3.clean("<i>a<b>c</b></i>", tags={"b"}, clean_content_tags={"i"}) == ""
    assert nh3.clean_text("<a b='c\">&") == "&lt;a b=&#39;c&quot;&gt;&amp;"
    assert nh3.bleach_clean("<p>a<a href=https://b title=c id=d>e</a><script>f</script>", strip=True) == 'a<a href="https://b" title="c">e</a>'
    assert nh3.bleach_clean("<b class=a>x</b>", tags=["b"], attributes=["class"], strip=True) == '<b class="a">x</b>'
    with pytest.raises(NotImplementedError):
        nh3.clean("", attribute_filter=str)
    with pytest.raises(NotImplementedError):
        nh3.bleach_clean("")
    with pytest.raises(NotImplementedError):
        nh3.bleach_clean("", attributes=str, strip=True)
