"""Trees of other packages: characters and names that their formats cannot represent."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

from bs4 import BeautifulSoup, Comment, SoupStrainer

from hedgerow.compat import etree


def test_trees_of_lxml_can_be_serialized_as_xml() -> None:
    root = etree.fromstring(
        "<p title='a\fb'>c\fd\x01</p><svg xmlns:xlink='http://www.w3.org/1999/xlink' xml:lang=en xlink:href=#x></svg>"
    )
    paragraph, svg = root[1]
    assert (paragraph.text, paragraph.get("title")) == ("c d\N{REPLACEMENT CHARACTER}", "a b")
    assert svg.attrib == {
        "xlink": "http://www.w3.org/1999/xlink",
        "{http://www.w3.org/XML/1998/namespace}lang": "en",
        "{http://www.w3.org/1999/xlink}href": "#x",
    }
    again = ElementTree.fromstring(etree.tostring(root, method="xml"))
    assert again[1][0].text == paragraph.text and again[1][1].attrib == svg.attrib


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
