"""Changes of the source."""

from __future__ import annotations

import doctest

import pytest

import hedgerow
from hedgerow import SourceEdits

SOURCE = "<!doctype html>\r\n<P  Class=a>été <b >old</b> <A  HREF='/x'>one</A><!-- c --><p>two"


def test_the_rest_of_the_source_stays() -> None:
    document = hedgerow.parse(SOURCE, spans=True)
    (first, second), (bold,), (link,) = document.css("p"), document.css("b"), document.css("a")
    comment = link.next
    assert comment is not None
    edits = SourceEdits(document)
    edits.set_attribute(first, "class", "a b")
    edits.set_attribute(first, "id", 'x"')
    edits.rename(bold, "strong")
    edits.set_text(bold, "a < b")
    edits.rename_attribute(link, "href", "data-href")
    edits.append(link, "<i>!</i>")
    edits.prepend(link, "?")
    edits.insert_before(link, "<hr>")
    edits.insert_after(link, "<br>")
    edits.replace(comment, "")
    edits.set_inner_html(second, "<u>three</u>")
    expected = (
        "<!doctype html>\r\n<P  Class=\"a b\" id=\"x&quot;\">été <strong >a &lt; b</strong> <hr>"
        "<A  data-href='/x'>?one<i>!</i></A><br><p><u>three</u>"
    )
    assert edits.apply() == expected
    changed, end = "", 0
    source = document.source
    assert source is not None
    for start, stop, text in edits.edits():
        changed += source[end:start] + text
        end = stop
    assert changed + source[end:] == expected
    assert document.css("b") == [bold], "the document does not change"
    assert repr(edits) == "<SourceEdits, 11 changes>"


def test_what_cannot_be_changed_is_an_error() -> None:
    document = hedgerow.parse("<p id=a>x", spans=True)
    edits = SourceEdits(document)
    (paragraph,) = document.css("p")
    with pytest.raises(ValueError, match="attribute"):
        edits.remove_attribute(paragraph, "class")
    with pytest.raises(ValueError, match="another document"):
        edits.replace(hedgerow.parse("<p>").css("p")[0], "")
    edits.replace(paragraph, "a")
    edits.set_text(paragraph, "b")
    with pytest.raises(ValueError, match="two edits change the same part"):
        edits.apply()
    without = hedgerow.parse("<p>")
    with pytest.raises(ValueError):
        SourceEdits(without).rename(without.css("p")[0], "b")
    paragraph.decompose()
    with pytest.raises(hedgerow.StaleNodeError):
        edits.replace(paragraph, "")


def test_the_example() -> None:
    globs = {"parse": hedgerow.parse, "SourceEdits": SourceEdits}
    for test in doctest.DocTestFinder().find(SourceEdits, "SourceEdits", module=hedgerow, globs=globs):
        assert doctest.DocTestRunner().run(test).failed == 0
