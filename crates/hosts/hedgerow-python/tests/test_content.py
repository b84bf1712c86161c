"""Main content and Markdown, and the calls of ``markdownify`` and ``html2text``."""

from __future__ import annotations

import doctest
import pickle
from typing import Any

import pytest

import hedgerow
from hedgerow.compat import html2text, markdownify
from hedgerow.compat.html2text import HTML2Text

TEXT = "Oaks grow slowly, and they live for a long time. " * 5
PAGE = (
    "<html lang=en><title>Oaks | Trees</title><meta name=author content=Ann><meta property=og:type content=article><meta property=article:published_time content=2026-05-01>"
    "<nav><ul><li><a href=/>Home</a><li><a href=/map>Map</a></ul></nav>"
    f"<main><article><h1>Oaks</h1><p>{TEXT}<p>{TEXT}<a href=/elm>Elm</a></article></main><footer>© <a href=/about>Trees</a></footer>"
)


def test_documents_and_nodes_are_written_as_markdown() -> None:
    document = hedgerow.parse("<h1>Trees</h1><p>An <a href=/oak>oak</a>. <img src=a.png alt=Leaf>", url="https://trees.example/")
    assert document.markdown() == "# Trees\n\nAn [oak](https://trees.example/oak). ![Leaf](https://trees.example/a.png)\n"
    assert document.markdown(links="references", images=False, base="https://b.example") == "# Trees\n\nAn [oak][1].\n\n[1]: https://b.example/oak\n"
    (paragraph,) = document.css("p")
    assert paragraph.markdown(links="text", images=False) == "An oak.\n"
    assert hedgerow.parse("<p><a href=/oak>oak</a>").markdown() == "[oak](/oak)\n"


def test_the_main_content_has_nodes_texts_and_metadata() -> None:
    content = hedgerow.parse(PAGE, url="https://trees.example/").main_content()
    assert content.text.endswith(f"{TEXT.strip()}\n\n{TEXT}Elm") and "Map" not in content.text
    assert content.markdown.endswith(f"{TEXT.strip()}\n\n{TEXT}[Elm](https://trees.example/elm)\n")
    assert str(content) == content.text
    assert {node.tag for node in content.nodes} <= {"main", "article", "h1", "p"} and content.nodes
    assert 0.5 < content.confidence <= 1
    said = (content.title, content.author, content.date, content.language, content.site, content.kind)
    assert said == ("Oaks", "Ann", "2026-05-01", "en", None, "article")
    assert "[Elm]" not in hedgerow.parse(PAGE).main_content(links="text", prefer="precision").markdown


@pytest.mark.parametrize("options", [{"links": "no"}, {"prefer": "no"}])
def test_unknown_words_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f'{next(iter(options))} must be "'):
        hedgerow.parse("").main_content(**options)


def test_a_main_content_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match="use its text"):
        pickle.dumps(hedgerow.parse("").main_content())


def test_markdown_and_the_main_content_are_bounded() -> None:
    # Formatting elements that are opened again share their attributes.
    document = hedgerow.parse(f"<p><a href={'x' * 1000}>" + "Oaks grow slowly, and live long.<p>" * 200)
    document.max_output = 10_000
    with pytest.raises(hedgerow.LimitError, match="max_output"):
        document.markdown()
    with pytest.raises(hedgerow.LimitError, match="max_output"):
        document.main_content()


def test_a_destroyed_node_has_no_markdown() -> None:
    document = hedgerow.parse("<p>x")
    (paragraph,) = document.css("p")
    paragraph.decompose()
    with pytest.raises(hedgerow.StaleNodeError):
        paragraph.markdown()


@pytest.mark.parametrize("module", [markdownify, html2text])
def test_examples_of_the_shims(module: Any) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


def test_options_of_markdownify() -> None:
    md = markdownify.markdownify
    assert md("<p>An <b>old</b> <a href=x>oak</a>", convert=["b", "p"]) == "An **old** oak"
    assert md("<p>An <b>old</b> <a href=x>oak</a>", strip=["b"], heading_style="ATX", bullets="-") == "An old [oak](x)"
    assert md("<pre>ls</pre><pre class=lang-c>x</pre>", code_language="sh") == "```sh\nls\n```\n\n```c\nx\n```"
    assert markdownify.MarkdownConverter(strip=["a"]).convert_soup("<a href=x>oak</a>") == "oak"
    with pytest.raises(ValueError, match="not both"):
        md("", strip=["a"], convert=["b"])
    with pytest.raises(NotImplementedError, match="does not support wrap"):
        md("", wrap=True)


def test_options_of_html2text() -> None:
    markup = "<p><b>An</b> <a href=#x>old</a> <a href=/y>oak</a> <a href=mailto:z>tree</a> <img src=a alt=leaf>"
    converter = HTML2Text(baseurl="https://a.example/")
    assert converter.handle(markup) == "**An** old [oak](https://a.example/y) [tree](mailto:z) ![leaf](https://a.example/a)\n"
    converter.ignore_emphasis = converter.ignore_mailto_links = converter.images_to_alt = True
    converter.body_width = 0
    assert converter.handle(markup) == "An old [oak](https://a.example/y) tree leaf\n"
    converter.inline_links = converter.skip_internal_links = False
    assert converter.handle("<a href=#x>old</a>") == "[old][1]\n\n[1]: https://a.example/#x\n"
    converter.ignore_tables = converter.ignore_images = True
    assert converter.handle("<table><tr><th>oak<tr><td>elm<img src=a></table>") == "oak\n\nelm\n"
    with pytest.raises(AttributeError):
        converter.mark_code = True  # type: ignore[attr-defined]
