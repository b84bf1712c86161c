"""Mistakes that mypy and pyright find. ``tests/test_examples.py`` compares the lines that they report with the lines marked here."""

from __future__ import annotations

import hedgerow

document = hedgerow.parse("<h1>x</h1>")
document.css("a")[0].txt  # mistake: the method is text()
document.css_first("h1").text()  # mistake: there may be no such element
document.css_text("h1")[0].html  # mistake: a str has no HTML
document.css_text_first("h1").upper()  # mistake: there may be no such element
document.xpath_nodes("//a")[0].name  # mistake: the property is tag
document.xpath("//a")[0].tag  # mistake: the value may be a str, a number or a node
document.by_id("x").html  # mistake: there may be no such element
document.css("a")[0].get("href").lower()  # mistake: the attribute may be missing
document.title.upper()  # mistake: there may be no title
document.links()[0].href  # mistake: the property is url
document.tables()[0].rows[0][0].strip()  # mistake: the slot may have no cell
hedgerow.parse("x", encodng="utf-8")  # mistake: the argument is encoding
hedgerow.Limits(node=1)  # mistake: the argument is nodes
next(hedgerow.parse_many(["x"])).titel  # mistake: the property is title
