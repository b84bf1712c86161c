"""The examples, and the mistakes that type checkers find."""

from __future__ import annotations

import io
import pathlib
import re
import subprocess
import sys

import pytest

from hedgerow import Page

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

import tasks  # noqa: E402


def test_rows() -> None:
    pages = [
        Page(b"<title>\n a</title><a href=x>\n X <b>y</b></a>", url="https://a.example/b/"),
        Page(b"<div>" * 1000),
        Page("<p>Дуб<a>z</a>".encode("koi8-r"), content_type="text/html; charset=koi8-r"),
    ]
    assert tasks.rows(pages) == [
        {"title": "a", "links": [{"url": "https://a.example/b/x", "text": "X y"}]},
        {"title": "", "links": []},
    ]


def test_article_text() -> None:
    page = (
        "<nav><ul><li><a href=/>Home</a><li><a href=/map>Map</a></ul></nav>"
        "<article><h1>Oak</h1><p>Oaks grow  slowly, and they live long.<script>x</script></article>"
    )
    assert tasks.article_text(page) == "Oak\n\nOaks grow slowly, and they live long."
    assert tasks.article_text("<p>x") == "x"


def test_table_records() -> None:
    html = "<table><tr><th>Tree<th>Height<tr><td rowspan=2>Oak<td>30<tr><td>20</table>"
    assert tasks.table_records(html) == [{"Tree": "Oak", "Height": "30"}, {"Tree": "Oak", "Height": "20"}]


def test_form_fields() -> None:
    html = "<form action=s method=post><input name=q value=yew><fieldset disabled><input name=r></fieldset><input type=checkbox name=c checked></form>"
    assert tasks.form_fields(html, "https://a.example/") == ("post", "https://a.example/s", [("q", "yew"), ("c", "on")])


def test_link_graph() -> None:
    pages = [Page("<a href=b>b</a><img src=c>", url="https://a.example/"), Page("<base href=/x/><a href=y>y</a>", url="https://b.example/")]
    assert tasks.link_graph(pages) == {("https://a.example/", "https://a.example/b"), ("https://b.example/", "https://b.example/x/y")}


def test_decoded() -> None:
    assert tasks.decoded("Дуб".encode("koi8-r"), "text/html; charset=koi8-r") == ("Дуб", True)
    assert tasks.decoded("Дубы и вязы".encode()[:-1], None) == ("Дубы и вяз\ufffd", False)


def test_lazy_images() -> None:
    page = '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head></head><body><img src="a"></body></html>'
    assert tasks.with_lazy_images(page) == page.replace('"a"', '"a" loading="lazy"')


def test_feed_titles() -> None:
    assert list(tasks.feed_titles(io.BytesIO(b"<feed>" + b"<item><title>Oak</title>x</item>" * 3))) == ["Oak"] * 3


def test_headings() -> None:
    assert tasks.headings(["<h1>a <b>b</b></h1>", "<p>"]) == ["a b", None]


def test_prices() -> None:
    html = "<li class='product x'><b class=price data-value=1.5></b><li class=product><i class=sold-out></i><b class=price data-value=2></b>"
    assert tasks.prices(html) == [1.5]


def marked(name: str) -> set[int]:
    """The lines that are marked as mistakes."""
    lines = (EXAMPLES / name).read_text().splitlines()
    return {number for number, line in enumerate(lines, 1) if "# mistake" in line}


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_find_the_mistakes_and_nothing_else(checker: str) -> None:
    pytest.importorskip(checker)
    arguments = ["--strict", "--no-error-summary"] if checker == "mypy" else ["--pythonpath", sys.executable]
    for name in ("tasks.py", "mistakes.py"):
        command = [sys.executable, "-m", checker, *arguments, str(EXAMPLES / name)]
        output = subprocess.run(command, capture_output=True, text=True, cwd=EXAMPLES.parent).stdout
        found = re.findall(rf"{name}:(\d+)(?::\d+)?(?: -|:) error", output)
        assert {int(line) for line in found} == marked(name), output
