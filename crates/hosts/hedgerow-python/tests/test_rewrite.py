"""Rewriting documents while they pass, and reading their tokens."""

from __future__ import annotations

import doctest
import io
import threading
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

import hedgerow
from hedgerow import Rewriter, rewrite, tokens

PAGE = "<H1 >Hedges</H1><table><tr><td>Oak<tr><td>Yew</table><I>a</I><u>b</u>\r\n"
EXPECTED = '<H1 >Hedges</H1><hr><table><tr><td>Oak<tr><td class="even">Yew</table><I>1 &lt; 2</I>\r\n'


def handlers() -> dict[str, Callable[[rewrite.Element], object]]:
    """Handlers of each kind of edit."""
    return {
        "tr:nth-child(2n) > td": lambda cell: cell.set_attribute("class", "even"),
        "h1": lambda heading: heading.after("<hr>"),
        "i": lambda element: element.set_contents("1 < 2", text=True),
        "u": rewrite.Element.remove,
    }


def test_everything_that_no_edit_changes_stays() -> None:
    assert Rewriter(handlers()).rewrite(PAGE) == EXPECTED
    assert Rewriter(handlers()).rewrite(PAGE.encode()) == EXPECTED.encode()
    for chunks in ([PAGE], list(PAGE), ["", PAGE, ""]):
        assert "".join(Rewriter(handlers()).pieces(chunks)) == EXPECTED
    assert b"".join(Rewriter(handlers()).pieces(io.BytesIO(PAGE.encode()))) == EXPECTED.encode()
    assert "".join(Rewriter(handlers()).pieces(io.StringIO(PAGE, newline=""))) == EXPECTED
    rewriter = Rewriter(handlers())
    assert "".join([rewriter.feed(part) for part in PAGE]) + rewriter.finish() == EXPECTED
    assert Rewriter().rewrite("") == "" and Rewriter().finish() == "" and list(Rewriter().pieces([])) == []
    japanese = Rewriter({"p": lambda p: p.set_attribute("lang", "ja")}, encoding="shift_jis")
    assert japanese.rewrite(b"<p>\x90\xb6") == b'<p lang="ja">\x90\xb6'


def test_handlers_of_all_kinds_are_decorators() -> None:
    rewriter = Rewriter()
    seen: list[object] = []

    @rewriter.on("p[id]")
    def paragraph(element: rewrite.Element) -> None:
        seen.append((element.local_name, element.namespace, element.attributes, element.attribute("CLASS"), element.source_offset))
        seen.append((element.has_start_tag, element.can_have_contents, element.is_in_source_order, element.is_removed, element.contents))
        assert element.remove_attribute("class") and not element.remove_attribute("class")
        element.prepend("<b>0</b>")

        @element.on_end
        def end(tag: rewrite.EndTag) -> None:
            seen.append((tag.local_name, tag.has_tag))
            tag.before("!")

    @rewriter.on_contents("q")
    def quotation(element: rewrite.Element) -> None:
        seen.append(element.contents)
        element.rename("cite")
        element.append("<!>")

    @rewriter.on_text("q")
    def text(chunk: rewrite.TextChunk) -> None:
        seen.append((chunk.text, chunk.is_literal))
        if chunk.is_literal:
            chunk.replace(chunk.text.upper(), text=True)

    @rewriter.on_comment()
    def comment(node: rewrite.Comment) -> None:
        node.set_text(f"{node.text}?")

    @rewriter.on_doctype()
    def doctype(node: rewrite.Doctype) -> None:
        seen.append(node.source)

    @rewriter.on_document_end()
    def document_end(end: rewrite.DocumentEnd) -> None:
        end.append("<x>", text=True)

    output = rewriter.rewrite("<!doctype html><p ID=a class=c>x<!--y--></p><q>z&amp;</q>")
    assert output == "<!doctype html><p ID=a><b>0</b>x<!--y?-->!</p><cite>Z&amp;<!></cite>&lt;x&gt;"
    assert seen == [
        "<!doctype html>",
        ("p", "html", {"id": "a", "class": "c"}, "c", 15),
        (True, True, True, False, None),
        ("p", True),
        "z&amp;",
        ("z", True),
        ("&", False),
    ]
    with pytest.raises(ValueError, match="finished"):
        rewriter.feed("x")
    with pytest.raises(ValueError, match="finished"):
        rewriter.on("p")(paragraph)


def test_selectors_may_need_later_siblings_within_a_limit() -> None:
    remove = {"p:not(:has(b))": rewrite.Element.remove}
    page = "<i>0</i><p>1</p><p><b>2</b></p>"
    assert "".join(Rewriter(remove).pieces(page)) == "<i>0</i><p><b>2</b></p>"
    long = f"{page}<p>{'x' * 100}<i>3</i></p>"
    with pytest.raises(hedgerow.LimitError, match="max_held"):
        Rewriter(remove, max_held=60).rewrite(long)
    assert Rewriter(remove, max_held=60, keep_held=True).rewrite(long) == long.replace("<p>1</p>", "")


def test_an_edit_that_a_parser_would_read_differently_is_refused() -> None:
    rewriter = Rewriter({"p": lambda p: p.append("<div>")})
    with pytest.raises(hedgerow.RewriteError, match=r"at byte 3: a parser would put this content elsewhere") as raised:
        rewriter.feed("1é<p>")
    assert raised.value.offset == 3 and isinstance(raised.value, hedgerow.HedgerowError)
    with pytest.raises(ValueError, match="ended with an exception"):
        rewriter.finish()
    with pytest.raises(hedgerow.RewriteError, match="moves nodes") as departure:
        Rewriter({"b": rewrite.Element.remove}).rewrite("<b><p></b>x</p>")
    assert departure.value.offset == 6


def test_a_handler_sees_its_own_edits() -> None:
    def check(p: rewrite.Element) -> None:
        p.set_attribute("CLASS", "b")
        p.set_attribute("id", "x")
        assert (p.attributes, p.attribute("Class")) == ({"class": "b", "id": "x"}, "b")
        assert p.remove_attribute("id") and not p.remove_attribute("id") and not p.is_removed
        p.replace("<hr>")
        assert p.is_removed and p.attributes == {"class": "b"}

    assert Rewriter({"p": check}).rewrite("<p class=a>x</p>") == "<hr>"


def test_an_exception_of_a_handler_is_unchanged_and_ends_the_run() -> None:
    mistake = KeyError("x")

    def fail(_: object) -> None:
        raise mistake

    rewriter = Rewriter({"b": fail})
    with pytest.raises(KeyError) as raised:
        rewriter.feed("a<b>")
    assert raised.value is mistake
    with pytest.raises(ValueError, match="ended with an exception; create another one"):
        rewriter.feed("c")

    def fail_at_the_end(element: rewrite.Element) -> None:
        element.on_end(fail)

    with pytest.raises(KeyError):
        Rewriter({"b": fail_at_the_end}).rewrite("<b></b>")


def test_objects_can_be_read_after_their_handler_but_not_changed() -> None:
    kept: list[rewrite.Element] = []

    def remove(element: rewrite.Element) -> None:
        element.remove()
        kept.append(element)

    assert Rewriter({"p": remove}).rewrite("<body><p>") == "<body>"
    assert kept.pop().is_removed
    Rewriter({"p": kept.append}).rewrite("<p id=x>")
    assert (kept[0].local_name, kept[0].attributes) == ("p", {"id": "x"})
    with pytest.raises(RuntimeError, match="only while the handler runs"):
        kept[0].remove()
    assert not kept[0].is_removed

    def fail(element: rewrite.Element) -> None:
        kept.append(element)
        raise KeyError

    with pytest.raises(KeyError):
        Rewriter({"p": fail}).rewrite("<p>")
    with pytest.raises(RuntimeError, match="only while the handler runs"):
        kept[1].on_end(print)


def test_edits_may_come_from_other_threads_and_from_other_handlers() -> None:
    def from_another_thread(element: rewrite.Element) -> None:
        thread = threading.Thread(target=element.set_attribute, args=("a", "1"))
        thread.start()
        thread.join()

    assert Rewriter({"p": from_another_thread}).rewrite("<p>") == '<p a="1">'

    def nested(element: rewrite.Element) -> None:
        assert Rewriter({"b": lambda _: element.set_attribute("a", "2")}).rewrite("<b>") == "<b>"

    assert Rewriter({"p": nested}).rewrite("<p>") == '<p a="2">'


def test_a_rewriter_in_use_refuses_calls() -> None:
    rewriter = Rewriter()

    @rewriter.on("p")
    def again(_: rewrite.Element) -> None:
        with pytest.raises(RuntimeError, match="in use"):
            rewriter.feed("x")
        with pytest.raises(RuntimeError, match="in use"):
            rewriter.finish()

    assert rewriter.feed("<p>") + rewriter.finish() == "<p>"


def test_mistakes_are_errors() -> None:
    for call, error in [
        (lambda: Rewriter({"p[": print}), hedgerow.SelectorError),
        (lambda: Rewriter({"p:lang(en)": print}), hedgerow.SelectorError),
        (lambda: Rewriter({"p::text": print}), ValueError),
        (lambda: Rewriter({"p": 1}), TypeError),  # type: ignore[dict-item]
        (lambda: Rewriter(encoding="x"), LookupError),
        (lambda: Rewriter(encoding="utf-8").feed("x"), ValueError),
        (lambda: Rewriter().feed(1), TypeError),  # type: ignore[arg-type]
        (lambda: Rewriter({"p": lambda p: p.set_attribute("a b", "")}).rewrite("<p>"), hedgerow.RewriteError),
        (lambda: tokens(1), TypeError),
        (lambda: list(tokens(["a", b"b"])), TypeError),
        (lambda: list(tokens([1])), TypeError),
    ]:
        with pytest.raises(error):
            call()  # type: ignore[no-untyped-call]
    rewriter = Rewriter()
    rewriter.feed("a")
    with pytest.raises(TypeError, match="all str or all bytes"):
        rewriter.feed(b"b")
    with pytest.raises(ValueError, match="before the first chunk"):
        rewriter.on("p")(print)
    assert rewriter.feed("c") + rewriter.finish() in ("c", "ac")
    rewriter = Rewriter()
    with pytest.raises(hedgerow.SelectorError):
        rewriter.on("p[")
    rewriter.on("p")(rewrite.Element.remove)
    assert rewriter.rewrite("<body><p>x") == "<body>"


SOURCE = "<!DOCTYPE html PUBLIC 'a' 'b'>\r\n<A HREF=/1 x>é&amp;</a><br/><title><b></title><!-- c --><?d e>"


def test_tokens_have_kinds_names_attributes_texts_and_spans() -> None:
    found = list(tokens(SOURCE))
    assert [(token.kind, token.name, token.text) for token in found] == [
        ("doctype", "html", None),
        ("text", None, "\n"),
        ("start-tag", "a", None),
        ("text", None, "é"),
        ("text", None, "&"),
        ("end-tag", "a", None),
        ("start-tag", "br", None),
        ("start-tag", "title", None),
        ("text", None, "<b>"),
        ("end-tag", "title", None),
        ("comment", None, " c "),
        ("processing-instruction", None, "d e"),
    ]
    assert "".join(SOURCE[slice(*token.span)] for token in found) == SOURCE
    assert (found[0].public_identifier, found[0].system_identifier) == ("a", "b")
    assert found[2].attributes == {"href": "/1", "x": ""} and found[6].is_self_closing
    assert repr(found[2]) == '<Token start-tag "a">'
    data = SOURCE.encode()
    for chunks in (data, [bytes([byte]) for byte in data], io.BytesIO(data)):
        read = list(tokens(chunks, encoding="utf-8"))
        assert b"".join(data[slice(*token.span)] for token in read) == data
        assert "".join(token.text or "" for token in read) == "".join(token.text or "" for token in found)
    read = list(tokens(iter(SOURCE)))
    assert "".join(SOURCE[slice(*token.span)] for token in read) == SOURCE


@pytest.mark.parametrize("source", ["a<!-- x", "x &amp", "a<", "<title>a&am", "<svg><![CDATA[x"])
def test_tokens_at_the_end_do_not_depend_on_the_kind_of_source(source: str) -> None:
    whole, cut = list(tokens(source)), list(tokens(iter(source)))
    assert "".join(token.text or "" for token in whole) == "".join(token.text or "" for token in cut)
    assert (whole[-1].kind, whole[-1].span[1]) == (cut[-1].kind, len(source))


def test_pieces_are_not_for_their_own_source() -> None:
    def chunks() -> Iterator[str]:
        yield "<p>"
        with pytest.raises(RuntimeError, match="in use by its own source"):
            next(pieces)
        yield "x"

    pieces = Rewriter().pieces(chunks())
    assert "".join(pieces) == "<p>x"


def test_tokens_of_long_documents_take_little_memory() -> None:
    def chunks() -> Iterator[str]:
        for _ in range(300):
            yield "<p class=é>x</p>" * 1000

    tracemalloc.start()
    count = sum(1 for token in tokens(chunks()) if token.kind == "start-tag")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 300_000 and peak < 2_000_000
    with pytest.raises(hedgerow.LimitError, match="max_held"):
        list(tokens(["<a href='", *["x" * 900] * 3], max_held=1000))


def test_the_source_of_tokens_may_fail() -> None:
    def chunks() -> Iterator[str]:
        yield "<p>"
        raise KeyError

    iterator = tokens(chunks())
    assert next(iterator).name == "p"
    with pytest.raises(KeyError):
        next(iterator)
    with pytest.raises(RuntimeError, match="raised an exception"):
        next(iterator)


def test_the_examples() -> None:
    globs = {"Rewriter": Rewriter, "tokens": tokens}
    for thing in (Rewriter, tokens):
        for test in doctest.DocTestFinder().find(thing, "it", module=hedgerow, globs=globs):
            assert doctest.DocTestRunner().run(test).failed == 0
