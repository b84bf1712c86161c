"""Reading documents and nodes: relatives, attributes, text, HTML, queries."""

from __future__ import annotations

import copy
import gc
import weakref

import pytest

import hedgerow

HTML = """<!DOCTYPE html><!-- c --><title> Hedges
 and trees </title>
<main id=m><h1 class="big  red">Oak</h1><p>One <b>two</b> three<br><a href=/x rel="a b">four</a></p><svg viewBox="0 0 1 1" xlink:href=#></svg></main>"""


@pytest.fixture
def document() -> hedgerow.Document:
    return hedgerow.parse(HTML)


def test_parts(document: hedgerow.Document) -> None:
    assert document.title == "Hedges and trees"
    assert document.root is not None and document.root.tag == "html"
    assert document.head is not None and document.head.tag == "head"
    assert document.body is not None and document.body.tag == "body"
    kinds = [node.kind for node in document.document_node.children]
    assert kinds == ["doctype", "comment", "element"]
    assert document.by_id("m") == document.css_first("main")
    assert document.by_id("n") is None
    assert repr(document) == f"<Document \"Hedges and trees\", {1 + sum(1 for _ in document.descendants())} nodes>"
    document.root.remove()
    assert document.root is None and repr(document).startswith('<Document "", ')
    assert repr(hedgerow.parse_fragment("x")).startswith('<Document fragment "", ')


def test_kinds(document: hedgerow.Document) -> None:
    doctype, comment, html = document.document_node.children
    assert doctype.doctype == ("html", "", "")
    assert (comment.data, comment.tag, comment.namespace) == (" c ", None, None)
    assert (html.data, html.tag, html.namespace) == (None, "html", "html")
    assert document.css_first("svg").namespace == "svg"
    instruction = hedgerow.parse("<?php echo 1?>").document_node.first_child
    assert instruction is not None
    assert (instruction.kind, instruction.target, instruction.data) == ("processing-instruction", "php", "echo 1")


def test_relatives(document: hedgerow.Document) -> None:
    main = document.css_first("main")
    heading, paragraph, svg = main.iter()
    assert (main.first_child, main.last_child) == (heading, svg)
    assert (heading.next, svg.prev, heading.prev, svg.next) == (paragraph, paragraph, None, None)
    assert heading.parent == main
    assert [node.tag for node in paragraph.ancestors()] == ["main", "body", "html", None]
    assert [node.tag or node.data for node in paragraph.descendants()] == ["One ", "b", "two", " three", "br", "a", "four"]
    assert [node.tag for node in paragraph.iter()] == ["b", "br", "a"]
    assert [node.tag or node.data for node in paragraph.iter(include_text=True)] == ["One ", "b", " three", "br", "a"]
    assert list(paragraph) == paragraph.children
    bold = document.css_first("b")
    assert bold.next_element.tag == "br" and bold.prev_element is None
    assert document.document_node.parent is None


def test_identity(document: hedgerow.Document) -> None:
    first, second = document.css_first("b"), document.css_first("b")
    assert first == second and first is not second and hash(first) == hash(second)
    assert first != document.css_first("a") and first != "b"
    assert {first: 1}[second] == 1
    other = document.clone()
    assert other.css_first("b") != first
    assert other.css_first("b") in other.css("*")
    assert copy.deepcopy(document).html == copy.copy(document).html == document.html


def test_a_node_keeps_its_document_alive() -> None:
    node = hedgerow.parse("<p>kept").css_first("p")
    gc.collect()
    assert node.text() == "kept"
    assert node.document.css_first("p") == node
    reference = weakref.ref(node.document)
    del node
    gc.collect()
    assert reference() is None


def test_attributes(document: hedgerow.Document) -> None:
    link = document.css_first("a")
    assert link["href"] == "/x" and link.get("href") == "/x" and link.attrs["HREF"] == "/x"
    assert "href" in link and "id" not in link
    assert link.get("id") is None and link.get("id", 3) == 3
    with pytest.raises(KeyError, match="id"):
        link["id"]
    assert dict(link.attrs) == {"href": "/x", "rel": "a b"} == link.attrs
    assert document.css_first("h1").classes == ["big", "red"]
    assert document.css_first("main").id == "m" and link.id is None
    svg = document.css_first("svg")
    assert list(svg.attrs) == ["viewBox", "xlink:href"]


def test_text(document: hedgerow.Document) -> None:
    paragraph = document.css_first("p")
    assert paragraph.text() == "One two threefour"
    assert paragraph.text(separator="|") == "One |two| three|four"
    assert paragraph.text("|", strip=True) == "One|two|three|four"
    assert paragraph.rendered_text == "One two three\nfour"
    assert paragraph.first_child.text() == "One "
    assert document.document_node.children[1].text() == " c "
    assert "call it" in repr(paragraph.text)
    assert document.text(strip=True).startswith("Hedges\n and trees")
    assert document.rendered_text == "Oak\n\nOne two three\nfour"


def test_html(document: hedgerow.Document) -> None:
    bold = document.css_first("b")
    assert bold.html == bold.outer_html == str(bold) == "<b>two</b>"
    assert bold.inner_html == "two"
    assert document.html.startswith("<!DOCTYPE html><!-- c --><html><head><title>")
    assert document.to_html(minify=True).startswith("<!DOCTYPE html><!-- c --><title>")
    assert "<div>\n    <div><b>x" in hedgerow.parse("<div><div><b>x</b></div></div>").to_html(pretty=True)
    with pytest.raises(ValueError, match="cannot be combined"):
        document.to_html(pretty=True, minify=True)
    assert bold.to_html() == "<b>two</b>"


def test_representations(document: hedgerow.Document) -> None:
    assert repr(document.css_first("a")) == '<Node <a href="/x" rel="a b">>'
    assert repr(document.css_first("b").first_child) == '<Node text "two">'
    assert repr(document.document_node) == "<Node document>"
    long = hedgerow.parse(f"<p id={'x' * 1000} class=b lang=c>{'y' * 1000}").css_first("p")
    assert len(repr(long)) < 100 and len(repr(long.first_child)) < 100
    assert bool(document.css_first("br")) is True


def test_css(document: hedgerow.Document) -> None:
    assert [node.tag for node in document.css("p > *")] == ["b", "br", "a"]
    assert document.css_text("a::attr(href)") == ["/x"]
    assert document.css_text("p::text") == ["One ", " three"]
    assert document.css_first("p").css("b") == document.css("b")
    assert document.css_first("b").css_text("::text") == ["two"] and document.css_first("a").css_text("::attr(href)") == ["/x"]
    assert document.css_first("h6") is None and document.css_first("h6", "no") == "no"
    assert document.css_text_first("a::attr(href)") == "/x" and document.css_text_first("b::attr(href)", 0) == 0
    selector = hedgerow.Selector("p > b")
    assert document.css(selector) == document.css("b")
    assert repr(selector) == "<Selector p > b>"
    assert document.css_first("b").matches("p b") and not document.css_first("b").matches("a")
    assert document.css_first("b").closest("main").id == "m"
    assert document.css_first("b").closest("table") is None


def test_xpath(document: hedgerow.Document) -> None:
    assert document.xpath("//p/b") == document.css("b")
    assert document.xpath("//a/@href") == ["/x"]
    assert document.xpath("//b/text()") == ["two"]
    assert document.xpath("string(//b)") == "two"
    assert document.xpath("count(//p/*)") == 3.0
    assert document.xpath("boolean(//table)") is False
    assert document.xpath("//*[@id = $id]", id="m") == document.css("main")
    assert document.xpath("count($node/*)", node=document.css_first("p")) == 3.0
    assert document.xpath("//s:svg", namespaces={"s": "http://www.w3.org/2000/svg"}) == document.css("svg")
    assert document.css_first("p").xpath("b") == document.css("b")
    assert document.xpath_first("//b") == document.css_first("b")
    assert document.xpath_first("//h6") is None and document.xpath_first("//h6", 1) == 1
    assert document.xpath_first("count(//b)") == 1.0
    assert document.xpath(hedgerow.XPath("//b")) == document.css("b")


def test_a_destroyed_node_in_a_variable() -> None:
    document = hedgerow.parse("<p>1<b>2</b>")
    node = document.css_first("b")
    node.decompose()
    with pytest.raises(hedgerow.StaleNodeError):
        document.xpath("$x", x=node)


def test_spans() -> None:
    html = "<ul>\r\n<li>é one\n<li>two</ul>"
    document = hedgerow.parse(html, spans=True)
    second = document.css("li")[1]
    assert document.source == html
    assert html[slice(*second.span)] == "<li>two"
    assert (second.line, second.column) == (3, 1)
    first_text = document.css("li")[0].first_child
    assert (first_text.line, first_text.column) == (2, 5)
    assert document.head is not None and document.head.span == (0, 0)
    assert hedgerow.parse(html).css_first("li").span is None


def test_every_span_in_a_long_text() -> None:
    html = "".join(f"<p>é{'x' * (n % 700)}\n" for n in range(400))
    document = hedgerow.parse(html, spans=True)
    lines = html.split("\n")
    for number, paragraph in enumerate(document.css("p")):
        start, end = paragraph.span
        assert html[start:end].startswith("<p>é")
        assert paragraph.line == number + 1 and paragraph.column == 1
        text = paragraph.first_child
        assert html[text.span[0] : text.span[1]] == lines[number][3:] + "\n"


def test_templates() -> None:
    document = hedgerow.parse("<template><p>1</template><div><template shadowrootmode=open>2</template></div>")
    contents = document.css_first("template").template_contents
    assert contents.kind == "fragment" and contents.css_first("p").text() == "1"
    assert document.css("p") == []


def test_shadow_roots() -> None:
    html = "<div><template shadowrootmode=open><p>1</template><p>2</div>"
    assert hedgerow.parse(html).css_first("div").shadow_root is None
    document = hedgerow.parse(html, shadow_roots=True)
    host = document.css_first("div")
    assert host.shadow_root.kind == "shadow-root" and host.shadow_root.css_first("p").text() == "1"
    assert [node.text() for node in document.css("p")] == ["2"]
    assert host.html == "<div><p>2</p></div>"
    assert host.to_html(shadow_roots=True) == '<div><template shadowrootmode="open"><p>1</p></template><p>2</p></div>'
    assert hedgerow.parse_fragment(html, shadow_roots=True).css_first("div").shadow_root is not None
    assert hedgerow.Stream(shadow_roots=True).feed(html).finish().css_first("div").shadow_root is not None
    assert next(hedgerow.parse_many([html], shadow_roots=True)).to_html(shadow_roots=True).count("template") == 2
