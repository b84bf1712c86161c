"""Encodings: whether they are certain, malformed bytes, and compressed bytes."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

import hedgerow

TEXTS = {
    "ru": "Заголовок и немного текста на русском языке. ",
    "ja": "日本語の文章がここにあります。これは見出しです。",
    "zh": "这里有一些中文文字，这是标题。",
    "fr": "Été, à l'œuvre près de l'élève très âgé déjà reçu. ",
    "de": "Über grüne Bäume, Büsche, Gräser, Straßen, Äste. ",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_utf_8_with_a_malformed_byte_can_be_read_as_utf_8(text: str) -> None:
    whole = f"<title>{text}</title><p>{text * 50}".encode()
    for data in (whole[:10] + b"\xff" + whole[10:], whole[: len(whole) - 2], whole[:-40] + b"\xc3(" + whole[-40:]):
        document = hedgerow.parse(data, prefer_utf8=True)
        assert document.encoding == "UTF-8" and text.strip()[4:] in (document.title or "")
        assert not document.encoding_certain
        stream = hedgerow.Stream(prefer_utf8=True)
        for start in range(0, len(data), 100):
            stream.feed(data[start : start + 100])
        assert stream.finish().html == document.html
        assert hedgerow.detect_encoding(data, prefer_utf8=True).name == "UTF-8"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("windows-1251", TEXTS["ru"]), ("koi8-r", TEXTS["ru"]), ("cp866", TEXTS["ru"]), ("shift_jis", TEXTS["ja"]),
     ("euc-jp", TEXTS["ja"]), ("gbk", TEXTS["zh"]), ("big5", "這裡有一些中文字，這是標題。"), ("cp1252", TEXTS["fr"]),
     ("cp1252", TEXTS["de"]), ("euc-kr", "여기에 한국어 문장이 있습니다.")],
)  # fmt: skip
def test_other_encodings_are_not_read_as_utf_8(encoding: str, text: str) -> None:
    data = f"<p>{text * 50}".encode(encoding)
    found = hedgerow.detect_encoding(data, prefer_utf8=True)
    assert found == hedgerow.detect_encoding(data) and found.name != "UTF-8"


def test_an_encoding_is_certain_if_it_was_given_or_declared() -> None:
    data = "é".encode("latin-1")
    assert not hedgerow.parse(data).encoding_certain
    assert hedgerow.parse(data, encoding="latin-1").encoding_certain
    assert hedgerow.parse(data, content_type="text/html; charset=iso-8859-1").encoding_certain
    assert hedgerow.parse(b"<meta charset=iso-8859-1>" + data).encoding_certain
    assert hedgerow.parse("é").encoding_certain


def test_malformed_sequences_are_counted() -> None:
    def count(data: Any, **options: Any) -> int | None:
        document = hedgerow.parse(data, **options)
        assert document.clone().malformed_sequences == document.malformed_sequences
        return document.malformed_sequences

    assert count(b"a\xffb\xc3c\xef\xbf\xbd", encoding="utf-8") == 2
    assert count(b"abc") == count("é".encode()) == 0
    assert count("<meta charset=utf-8>é\ufffd".encode()) == 0
    assert count(b"a" * 10_000 + b"<meta charset=utf-8>\xff\xff") == 2
    assert count("\ufffd") is None


@pytest.mark.parametrize("call", [hedgerow.parse, hedgerow.parse_fragment, hedgerow.check, hedgerow.Extractor({}), hedgerow.Stream().feed])
def test_compressed_bytes_are_refused(call: Any) -> None:
    with pytest.raises(ValueError, match=r"compressed with gzip; decompress them first: gzip.decompress\(data\)"):
        call(gzip.compress(b"<p>"))
    with pytest.raises(ValueError, match="compressed with zstd"):
        call(b"\x28\xb5\x2f\xfd")
