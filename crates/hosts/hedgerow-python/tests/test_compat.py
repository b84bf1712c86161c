"""Trees of other packages: characters and names that their formats cannot represent."""

from __future__ import annotations

import io
import pathlib
import subprocess
import sys
from xml.etree import ElementTree

import lxml.etree
import lxml.html
import pytest
from bs4 import BeautifulSoup, Comment
from bs4.filter import SoupStrainer

from hedgerow.compat import etree
from hedgerow.compat.selectolax import LexborHTMLParser, SelectolaxError


def test_trees_of_lxml_are_those_of_lxml_html() -> None:
    root = etree.fromstring("<p class='a b'>One <b>two</b></p><form action=x><input name=y value=z></form><svg><path /></svg>", base_url="https://a.example/")
    assert isinstance(root, lxml.html.HtmlElement) and root.base_url == "https://a.example/"
    assert root.find_class("a")[0].text_content() == "One two"
    assert root.forms[0].fields["y"] == "z"
    assert [element.tag for element in root.xpath("//svg/path")] == ["path"]
    root.make_links_absolute()
    assert root.forms[0].action == "https://a.example/x"
    root.body[0].drop_tree()
    assert etree.tostring(root.body) == '<body><form action="https://a.example/x"><input name="y" value="z"></form><svg><path></path></svg></body>'


def test_trees_of_lxml_can_be_serialized_as_xml() -> None:
    svg = "<svg xmlns:xlink='http://www.w3.org/1999/xlink' xmlns='http://www.w3.org/2000/svg' xml:lang=en xlink:href=#x><a /></svg>"
    root = etree.fromstring(f"<p title='a\fb\t\n\"' 1a=x @b=y a:b=z>c\fd\x01\ufffe<a:b:c></a:b:c><!--a -- b---><?x y?></p>{svg}")
    paragraph, svg_element = root[1]
    assert paragraph.text == "c d\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
    assert paragraph.attrib == {"title": 'a b\t\n"', "U00031a": "x", "U00040b": "y", "a:b": "z"}
    element, comment, instruction = paragraph
    assert (element.tag, comment.text, instruction.target, instruction.text) == ("aU0003AbU0003Ac", "a -- b- ", "x", "y")
    assert svg_element.attrib == {
        "xmlnsU0003Axlink": "http://www.w3.org/1999/xlink",
        "{http://www.w3.org/XML/1998/namespace}lang": "en",
        "xlink:href": "#x",
        "xmlns": "http://www.w3.org/2000/svg",
    }
    root = etree.fromstring(f"<p>{svg}", namespaces=True)
    again = ElementTree.fromstring(etree.tostring(root, method="xml"))
    (found,) = again.findall(".//{http://www.w3.org/2000/svg}svg")
    assert found[0].tag == "{http://www.w3.org/2000/svg}a"
    assert found.attrib["{http://www.w3.org/1999/xlink}href"] == "#x"


def test_doctypes_of_lxml() -> None:
    for doctype in (
        "<!DOCTYPE html>",
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
        '<!DOCTYPE html SYSTEM "/etc/passwd">',
    ):
        tree = etree.fromstring(doctype + "<!--a--><p>x</p></html><!--b-->").getroottree()
        assert tree.docinfo.doctype == doctype
        assert etree.tostring(tree).endswith("</html><!--b-->") and "<!--a--><html>" in etree.tostring(tree)


def test_deep_elements_of_lxml() -> None:
    root = etree.fromstring("<div>" * 5000 + "x")
    assert len(root.xpath("//div")) == 5000 and root.text_content() == "x"


def test_files_and_fragments_of_lxml(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<p>Дуб".encode("koi8-r"))
    for source in (path, str(path), io.BytesIO(path.read_bytes())):
        assert etree.parse(source, encoding="koi8-r").findtext("body/p") == "Дуб"
    assert etree.document_fromstring(path.read_bytes(), etree.HTMLParser(encoding="koi8-r")).text_content() == "Дуб"
    assert [getattr(node, "tag", node) for node in etree.fragments_fromstring("a<b>c</b>d<i></i>")] == ["a", "b", "i"]
    assert etree.fragment_fromstring("<tr><td>x", context="tbody").text_content() == "x"
    assert etree.tostring(etree.fragment_fromstring("a<b>c</b>", create_parent=True)) == "<div>a<b>c</b></div>"
    with pytest.raises(lxml.etree.ParserError):
        etree.fragment_fromstring("a<b>c</b>")


def run(program: str) -> None:
    """Runs a program in a new interpreter."""
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_a_search_for_bs4_does_not_stop_the_registration() -> None:
    program = """
import hedgerow, importlib.util, sys
for _ in range(2):
    assert importlib.util.find_spec("bs4") is not None
import bs4
assert bs4.BeautifulSoup("<p>x", "hedgerow").p.string == "x"
assert not [finder for finder in sys.meta_path if type(finder).__module__.startswith("hedgerow")]
"""
    run(program)


def test_comments_do_not_depend_on_how_the_soup_is_built() -> None:
    markup = "<body><p>a<!----><!--\n\n--><!-- b --></p>"
    whole = str(BeautifulSoup(markup, "hedgerow").p)
    assert whole == "<p>a<!----><!--\n\n--><!-- b --></p>"
    assert str(BeautifulSoup(markup, "hedgerow", parse_only=SoupStrainer("p"))) == whole
    assert str(BeautifulSoup(markup, "hedgerow", element_classes={Comment: Comment}).p) == whole
    assert str(BeautifulSoup("<!-- b --><p>x", "hedgerow", parse_only=SoupStrainer("p"))) == "<p>x</p>"


def test_scripts_of_selectolax_follow_changes() -> None:
    tree = LexborHTMLParser("<script src=a.js></script><script>code</script>")
    for source in ("a.js", "b.js"):
        (script, _) = tree.css("script")
        script.attrs["src"] = source
        assert tree.script_srcs_contain(("x", source)) and not tree.script_srcs_contain(("x",))
    assert tree.scripts_contain("od") and not tree.scripts_contain("b.js")
    script.decompose()
    assert not tree.script_srcs_contain(("b.js",))


def test_nodes_of_another_parser_are_copied_without_a_trace_in_it() -> None:
    source = LexborHTMLParser("<p>A<b>c</b></p>")
    nodes = repr(source._document)
    assert "nodes" in nodes
    for _ in range(10):
        target = LexborHTMLParser("<div></div>")
        target.css_first("div").insert_child(source.css_first("p"))
        assert target.body.inner_html == "<div><p>A<b>c</b></p></div>"
    assert repr(source._document) == nodes
    for refuse in (source.root.insert_before, source.root.insert_after, source.css_first("b").child.insert_child):
        for node in (source.css_first("b"), target.css_first("p")):
            with pytest.raises(SelectolaxError):
                refuse(node)
            assert repr(source._document) == nodes


def test_a_script_is_asked_for_its_own_text_and_attributes_of_svg_in_any_case() -> None:
    tree = LexborHTMLParser("<script src=a.js>var x</script><svg viewBox='0 0'></svg>")
    script, svg = tree.css_first("script"), tree.css_first("svg")
    assert script.scripts_contain("var x") and script.script_srcs_contain(("a.js",))
    assert not svg.scripts_contain("var x")
    assert svg.attrs.get("viewbox") == svg.attrs["viewBox"] == "0 0" and "viewbox" in svg.attrs
