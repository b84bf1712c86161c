"""Trees of other packages: characters and names that their formats cannot represent."""

from __future__ import annotations

from xml.etree import ElementTree

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
