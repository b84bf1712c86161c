"""parse, parse_fragment, detect_encoding, check, and their exceptions."""

from __future__ import annotations

import array
import mmap
import pathlib
import pickle
import tempfile
import threading
from typing import Any

import pytest

import hedgerow


def test_text_and_bytes_have_the_same_tree() -> None:
    html = "<title>Ä</title><p>1<p>2"
    assert hedgerow.parse(html).html == hedgerow.parse(html.encode(), encoding="utf-8").html
    assert hedgerow.parse(html).title == "Ä"


@pytest.mark.parametrize("wrap", [bytearray, memoryview, lambda data: memoryview(b"xx" + data)[2:], lambda data: array.array("B", data)])
def test_buffers(wrap: Any) -> None:
    assert hedgerow.parse(wrap(b"<p>caf\xc3\xa9")).text() == "café"


def test_a_mapped_file() -> None:
    with tempfile.TemporaryFile() as file:
        file.write(b"<title>mapped</title>")
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            assert hedgerow.parse(mapped).title == "mapped"


def test_lone_surrogates_become_replacement_characters() -> None:
    assert hedgerow.parse("<p>a\udc80b\ud83d\ude00c").text() == "a\N{REPLACEMENT CHARACTER}b😀c"


def test_encodings() -> None:
    data = b"<title>\x90\xb6\x8a_</title>"
    document = hedgerow.parse(data, content_type="text/html; charset=shift_jis")
    assert (document.title, document.encoding) == ("生垣", "Shift_JIS")
    assert hedgerow.parse(data, encoding="shift-jis").title == "生垣"
    assert hedgerow.parse("<p>").encoding is None
    # Names of Python's codecs that are not labels of the Encoding Standard.
    assert hedgerow.parse(b"<p>\xe9", encoding="latin-1").encoding == "windows-1252"
    for codec, name in [("utf_8", "UTF-8"), ("utf-16-le", "UTF-16LE"), ("cp932", "Shift_JIS"), ("mac_roman", "macintosh")]:
        assert hedgerow.parse(b"", encoding=codec).encoding == name


def test_unknown_encodings_are_lookup_errors() -> None:
    with pytest.raises(LookupError, match=r'unknown encoding label "utf-9"; all labels'):
        hedgerow.parse(b"", encoding="utf-9")
    with pytest.raises(ValueError, match="a str is decoded already"):
        hedgerow.parse("", encoding="utf-8")


def test_detect_encoding() -> None:
    found = hedgerow.detect_encoding(b"<meta charset=koi8-r>")
    assert (found.name, found.certain, str(found)) == ("KOI8-R", False, "KOI8-R")
    assert found.reason == "a meta element in the first 1024 bytes"
    assert hedgerow.detect_encoding(b"\xef\xbb\xbf") == hedgerow.detect_encoding(b"\xef\xbb\xbf<p>")
    assert hedgerow.detect_encoding(b"", content_type="text/html;charset=big5").certain
    with pytest.raises(TypeError, match="pass the bytes"):
        hedgerow.detect_encoding("<p>")  # type: ignore[arg-type]


def test_fragments() -> None:
    row = hedgerow.parse_fragment("<td>1<td>2", "tr")
    assert row.root is not None
    assert row.root.kind == "fragment"
    assert [cell.text() for cell in row.root.iter()] == ["1", "2"]
    assert hedgerow.parse_fragment("<td>1").html == "1"
    path = hedgerow.parse_fragment("<lineargradient>", "svg defs")
    assert path.html == "<linearGradient></linearGradient>"
    with pytest.raises(ValueError, match="invalid context element \"a b\""):
        hedgerow.parse_fragment("", "a b")


def test_scripting() -> None:
    html = "<noscript><p>x</noscript>"
    assert len(hedgerow.parse(f"<body>{html}").css("p")) == 1
    assert len(hedgerow.parse(f"<body>{html}", scripting=True).css("p")) == 0


def test_errors() -> None:
    document = hedgerow.parse("<!DOCTYPE html>\n<p>é<b id=a id=b>", errors=True)
    first = document.errors[0]
    # The standard reports the error after the name.
    assert (first.code, first.line, first.column) == ("duplicate-attribute", 2, 15)
    assert first.message == "Duplicate attribute `id`"
    assert document.source is not None
    assert document.source[first.span[0] :] == "=b>"
    assert str(first) == "2:15: Duplicate attribute `id` (duplicate-attribute)"
    assert repr(first) == "<ParseError 2:15 duplicate-attribute>"
    assert hedgerow.parse("<p id=a id=b>").errors == []


def test_check() -> None:
    codes = [error.code for error in hedgerow.check("<!DOCTYPE html><html lang=en><title>x</title><p id=a><p id=a>")]
    assert "duplicate-id" in codes
    assert hedgerow.check("<!DOCTYPE html><html lang=en><title>x</title><p>x") == []
    assert hedgerow.check("<p>", fragment="div") == []
    (finding,) = hedgerow.check("<ul><p>a</ul>", fragment="body", max_errors=1)
    assert (finding.code, finding.message) == ("disallowed-element", "`p` is not allowed in `ul`")
    with pytest.raises(hedgerow.LimitError, match="more than 1 errors"):
        hedgerow.check("<ul><p>a</ul></b>", fragment="body", max_errors=1)


def test_limits() -> None:
    limits = hedgerow.Limits(depth=10, bytes=1000)
    assert repr(limits) == "Limits(bytes=1000, depth=10)"
    assert limits == hedgerow.Limits(bytes=1000, depth=10)
    with pytest.raises(hedgerow.LimitError, match="more than 10 elements are nested") as raised:
        hedgerow.parse("<div>" * 20, limits=limits)
    assert len(raised.value.document.css("div")) == 9
    assert issubclass(hedgerow.LimitError, ValueError)
    assert hedgerow.Limits.browser().depth == 512
    assert pickle.loads(pickle.dumps(limits)) == limits


def test_files_are_parsed(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes("<title>Дуб</title><p>x".encode("koi8-r"))
    for name in (path, str(path)):
        document = hedgerow.parse_file(name, content_type="text/html; charset=koi8-r", url="https://trees.example/")
        assert (document.title, document.url) == ("Дуб", "https://trees.example/")


def test_errors_have_levels() -> None:
    (error,) = hedgerow.parse("<!DOCTYPE html><p></b>", errors=True).errors
    assert (error.code, error.level) == ("ordinary-end-tag-without-open-element", "error")
    assert {error.level for error in hedgerow.check("<!DOCTYPE html><title>x</title><h1></h1><br/>")} == {"advice", "warning"}
    assert hedgerow.parse("<div>" * 20, limits=hedgerow.Limits()).css_first("div").tag == "div"


def test_quirks_mode() -> None:
    modes = [hedgerow.parse(html).quirks_mode for html in ["<p>", "<!DOCTYPE html>"]]
    assert modes == ["quirks", "no-quirks"]
    html4 = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">'
    assert hedgerow.parse(html4).quirks_mode == "limited-quirks"


def test_other_threads_run_while_a_document_is_parsed() -> None:
    html = "<p>word <b>bold</b></p>" * 100_000
    done = threading.Event()
    steps = 0

    def count() -> None:
        nonlocal steps
        while not done.is_set():
            steps += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = steps
    hedgerow.parse(html)
    after = steps
    done.set()
    thread.join()
    assert after > before


def test_deep_trees() -> None:
    document = hedgerow.parse("<div>" * 100_000 + "x")
    assert document.text() == "x"
    deepest = document.css("div")[-1]
    assert sum(1 for _ in deepest.ancestors()) == 100_002
    assert document.html.count("</div>") == 100_000
    assert document.xpath("count(//div)") == 100_000.0
