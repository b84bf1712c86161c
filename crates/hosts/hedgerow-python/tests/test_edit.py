"""Changes of documents."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import hedgerow


def body(html: str) -> hedgerow.Node:
    found = hedgerow.parse(html).body
    assert found is not None
    return found


def test_attributes_are_a_live_mapping() -> None:
    node = body("<p id=x class=a>").css_first("p")
    attrs = node.attrs
    assert issubclass(hedgerow.Attributes, Mapping)
    attrs["title"] = "t"
    assert node["title"] == "t" and len(attrs) == 3
    node["id"] = "y"
    assert attrs["id"] == "y" and node.id == "y"
    del attrs["class"]
    assert list(attrs) == attrs.keys() == ["id", "title"]
    assert attrs.items() == [("id", "y"), ("title", "t")] and attrs.values() == ["y", "t"]
    assert attrs.pop("title") == "t" and attrs.pop("title", None) is None
    with pytest.raises(KeyError):
        attrs.pop("title")
    with pytest.raises(KeyError):
        del node["title"]
    assert attrs.setdefault("id", "z") == "y" and attrs.setdefault("lang", "en") == "en"
    attrs.update({"a": "1"}, b="2")
    attrs.update([("c", "3")])
    assert attrs.copy() == {"id": "y", "lang": "en", "a": "1", "b": "2", "c": "3"} == attrs
    assert repr(attrs) == repr(attrs.copy())
    assert 3 not in attrs and "A" in attrs
    attrs.clear()
    assert node.html == "<p></p>"
    with pytest.raises(TypeError):
        attrs["x"] = 1  # type: ignore[assignment]  # pyright: ignore[reportArgumentType]
    with pytest.raises(hedgerow.MutationError, match="not a valid attribute name"):
        attrs["a b"] = ""


def test_classes() -> None:
    node = body("<p class='a b'>").css_first("p")
    assert node.add_class("c") and not node.add_class("a") and node.remove_class("b")
    assert node.classes == ["a", "c"]


def test_a_removed_node_is_still_that_node() -> None:
    root = body("<p>1</p><p>2</p>")
    first, second = root.css("p")
    first.remove()
    assert first.parent is None and first.text() == "1" and not first.is_connected
    created = [root.document.create_element("i") for _ in range(100)]
    assert first.html == "<p>1</p>" and first not in created
    second.insert_after(first)
    assert root.inner_html == "<p>2</p><p>1</p>" and first.is_connected


def test_a_destroyed_node_raises_an_error() -> None:
    root = body("<p>1<b>2</b></p>")
    paragraph, bold = root.css_first("p"), root.css_first("b")
    paragraph.decompose()
    for _ in range(10):
        root.append(root.document.create_element("i"))
    for use in [
        lambda: bold.tag,
        lambda: bold.parent,
        lambda: bold.text(),
        lambda: bold.css("x"),
        lambda: bold.remove(),
        lambda: bold.attrs["x"],
        lambda: root.append(bold),
        lambda: list(bold.descendants()),
    ]:
        with pytest.raises(hedgerow.StaleNodeError, match="destroyed"):
            use()  # type: ignore[no-untyped-call]
    assert repr(bold) == "<Node, destroyed>"
    assert bold == bold and hash(bold) == hash(bold)
    assert issubclass(hedgerow.StaleNodeError, ReferenceError)


def test_inserting() -> None:
    root = body("<p>x</p>")
    document, paragraph = root.document, root.css_first("p")
    paragraph.append("a < b", document.create_element("br"))
    paragraph.prepend(document.create_comment("c"), "t")
    paragraph.insert_before("before", document.create_element("hr", {"id": "h"}))
    paragraph.insert_after(document.create_element("i", text="after"), "end")
    assert root.inner_html == 'before<hr id="h"><p><!--c-->txa &lt; b<br></p><i>after</i>end'
    paragraph.append()
    with pytest.raises(TypeError, match="not int"):
        paragraph.append(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_nodes_of_other_documents_are_copied() -> None:
    root, other = body("<ul></ul>"), body("<li>1</li><li>2</li>")
    items = root.css_first("ul")
    items.append(other.css_first("li"))
    assert other.inner_html == "<li>1</li><li>2</li>"
    items.append(hedgerow.parse_fragment("<li>3<li>4", "ul"))
    assert items.html == "<ul><li>1</li><li>3</li><li>4</li></ul>"
    items.replace_with(hedgerow.parse_fragment("<ol></ol>text"))
    assert root.inner_html == "<ol></ol>text" and items.parent is None


def test_refused_changes_leave_the_tree_as_it_was() -> None:
    root = body("<p><b>1</b></p>")
    paragraph, bold = root.css_first("p"), root.css_first("b")
    for change in [
        lambda: bold.append(paragraph),
        lambda: bold.append(bold),
        lambda: bold.first_child.append("x"),
        lambda: root.document.document_node.append("x"),
        lambda: root.document.document_node.decompose(),
        lambda: root.document.create_element("a b"),
        lambda: paragraph.clone().unwrap(),
    ]:
        with pytest.raises(hedgerow.MutationError):
            change()  # type: ignore[no-untyped-call]
    with pytest.raises(hedgerow.MutationError) as raised:
        bold.append(paragraph)
    assert raised.value.name == "HierarchyRequestError"
    assert root.inner_html == "<p><b>1</b></p>"


def test_a_refused_change_of_several_nodes_moves_none_of_them() -> None:
    document = hedgerow.parse("<!doctype html><!--c--><p><b>1</b></p><i>2</i>")
    root = document.body
    assert root is not None and document.root is not None
    paragraph, bold, italic = root.css_first("p"), root.css_first("b"), root.css_first("i")
    detached = document.create_element("u")
    node = document.document_node
    doctype, comment, other = node.children[0], node.children[1], hedgerow.parse_fragment("<s>3</s>4")
    before, count = document.html, repr(document)
    element = document.root
    assert element is not None
    for change in [
        lambda: bold.append(italic, paragraph),
        lambda: bold.append("x", italic, bold),
        lambda: bold.prepend("x", other, root),
        lambda: bold.insert_before(italic, "x", paragraph),
        lambda: bold.insert_after(italic, paragraph),
        lambda: bold.replace_with(italic, paragraph, "x"),
        lambda: bold.first_child.append(italic, "x"),
        lambda: detached.insert_before(italic, "x"),
        lambda: detached.replace_with(italic, "x"),
        lambda: detached.replace_with("x"),
        lambda: detached.insert_after(other),
        lambda: detached.unwrap(),
        lambda: node.append(italic, comment),
        lambda: node.append(other),
        lambda: node.prepend(comment, "x"),
        lambda: root.append(italic, doctype),
        lambda: root.append(italic, node),
        lambda: element.replace_with(italic, paragraph),
        lambda: element.unwrap(),
        lambda: detached.wrap("p"),
        lambda: doctype.wrap("p"),
        lambda: document.create_element("p", {"a b": "x"}),
    ]:
        with pytest.raises(hedgerow.MutationError):
            change()  # type: ignore[no-untyped-call]
        assert document.html == before
        # No node was created.
        assert repr(document) == count
    with pytest.raises(hedgerow.MutationError):
        italic.attrs.update({"id": "x", "a b": "y"})
    assert document.html == before
    stale = document.create_element("s")
    stale.decompose()
    for change in [lambda: root.append(italic, stale), lambda: stale.replace_with(stale)]:
        with pytest.raises(hedgerow.StaleNodeError):
            change()
    assert document.html == before


def test_unwrapping_tags_of_a_document_is_refused_as_a_whole() -> None:
    document = hedgerow.parse("<body><p>1<b>2</b></p>")
    assert document.head is not None
    document.head.remove()
    before = document.html
    with pytest.raises(hedgerow.MutationError):
        document.unwrap_tags(["html", "body", "p", "b"])
    assert document.html == before
    html, body, bold = document.root, document.body, document.css_first("b")
    document.unwrap_tags(["html", "body", "b"])
    assert document.html == "<p>12</p>"
    assert html is not None and body is not None
    assert [node.parent for node in (html, body, bold)] == [None, None, None]


def test_an_inserted_fragment_stays_usable_without_children() -> None:
    fragment = hedgerow.parse_fragment("<p>1<b>2</b></p>")
    root = fragment.document_node
    copy = root.clone()
    root.append(copy)
    assert fragment.html == "<p>1<b>2</b></p>" * 2 and copy.children == []
    detached = fragment.create_element("div")
    detached.append(root)
    assert detached.inner_html == "<p>1<b>2</b></p>" * 2 and root.children == []


def test_wrap_and_unwrap() -> None:
    root = body("<p>1<b>2<i>3</i></b>4</p>")
    bold = root.css_first("b")
    bold.unwrap()
    assert root.inner_html == "<p>12<i>3</i>4</p>" and bold.html == "<b></b>"
    wrapper = root.css_first("i").wrap("u")
    assert wrapper.tag == "u" and root.inner_html == "<p>12<u><i>3</i></u>4</p>"
    assert wrapper.wrap(bold) == bold
    assert root.inner_html == "<p>12<b><u><i>3</i></u></b>4</p>"
    with pytest.raises(ValueError, match="another document"):
        bold.wrap(body("<p>").css_first("p"))


def test_replace_with() -> None:
    root = body("<p>1</p><p>2</p>")
    first, second = root.css("p")
    first.replace_with(second, "text")
    assert root.inner_html == "<p>2</p>text"
    second.replace_with(second)
    assert root.inner_html == "<p>2</p>text"
    second.replace_with()
    assert root.inner_html == "text"
    second.replace_with()
    third = root.document.create_element("i")
    root.append(second, third, "x")
    third.replace_with("a", third, second)
    assert root.inner_html == "texta<i></i><p>2</p>x"
    third.replace_with(second, "b")
    assert root.inner_html == "texta<p>2</p>bx" and third.parent is None
    second.insert_before(second, second.next, "c")
    assert root.inner_html == "texta<p>2</p>bcx"
    second.insert_after("d", second, second.next)
    assert root.inner_html == "textad<p>2</p>bcx"
    first = root.first_child
    assert first is not None
    root.prepend("e", first)
    assert root.inner_html == "etextad<p>2</p>bcx"


def test_the_element_of_a_document_is_replaced() -> None:
    document = hedgerow.parse("<!doctype html><p>")
    assert document.root is not None
    new = document.create_element("html")
    document.root.replace_with(document.create_comment("c"), new)
    assert document.html == "<!DOCTYPE html><!--c--><html></html>" and document.root == new
    body = document.create_element("body")
    new.append(body)
    new.replace_with(body)
    assert document.html == "<!DOCTYPE html><!--c--><body></body>"


def test_strip_and_unwrap_tags() -> None:
    document = hedgerow.parse("<p>1<i>2<b>3</b></i><script>4</script><svg><title>5</title></svg>")
    document.strip_tags(["SCRIPT", "title"])
    document.unwrap_tags(["i", "b"])
    assert document.body is not None
    assert document.body.inner_html == "<p>123<svg></svg></p>"
    nested = body("<i><i><i>x</i></i></i>")
    nested.strip_tags(["i"])
    assert nested.inner_html == ""
    with pytest.raises(TypeError):
        nested.strip_tags("i")


def test_setters() -> None:
    root = body("<p>1<b>2</b></p>")
    paragraph = root.css_first("p")
    paragraph.text = "a < b"
    assert root.inner_html == "<p>a &lt; b</p>"
    paragraph.inner_html = "<i>x"
    assert root.inner_html == "<p><i>x</i></p>"
    root.css_first("i").outer_html = "<td>y<u>z"
    assert root.inner_html == "<p>y<u>z</u></p>"
    root.css_first("u").tag = "s"
    assert root.inner_html == "<p>y<s>z</s></p>"
    paragraph.first_child.data = "w"
    assert root.inner_html == "<p>w<s>z</s></p>"
    table = body("<table><tr></table>")
    table.css_first("tr").inner_html = "<td>1<td>2"
    assert len(table.css("td")) == 2
    with pytest.raises(TypeError):
        paragraph.text = 1  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]


def test_clones() -> None:
    root = body("<p id=a>1<b>2</b></p>")
    copy = root.css_first("p").clone()
    assert copy.html == '<p id="a">1<b>2</b></p>' and copy.parent is None
    assert root.css_first("p").clone(deep=False).html == '<p id="a"></p>'


def test_normalize() -> None:
    paragraph = body("<p>a</p>").css_first("p")
    paragraph.append("b", "", "c")
    assert len(paragraph.children) == 4
    paragraph.normalize()
    assert [child.data for child in paragraph.children] == ["abc"]


def test_iteration_survives_changes() -> None:
    document = hedgerow.parse("<p>1<b>2<i>3</i></b></p><p>4</p>")
    tags = []
    for node in document.descendants():
        tags.append(node.tag)
        if node.tag == "b":
            node.decompose()
    # The nodes in the destroyed node are left out.
    assert tags == ["html", "head", "body", "p", None, "b", "p", None]
    for node in document.css_first("body").iter():
        node.remove()
    assert document.css_first("body").children == []


def test_changes_invalidate_queries() -> None:
    document = hedgerow.parse("<p class=a>1</p>")
    for _ in range(5):
        assert len(document.css(".a")) == 1
    document.css_first("p").attrs["class"] = "b"
    assert document.css(".a") == [] and len(document.css(".b")) == 1


def test_inserting_without_arguments_is_allowed_anywhere() -> None:
    document = hedgerow.parse("<p>1</p>")
    detached = document.create_element("b")
    detached.insert_before()
    detached.insert_after()
    text = document.css_first("p").first_child
    assert text is not None
    text.append()
    text.prepend()
    assert document.css_first("p").inner_html == "1"


def test_a_renamed_foreign_element_has_attributes_in_lower_case() -> None:
    svg = hedgerow.parse("<svg viewBox=1 a=2 xlink:href=3></svg>").css_first("svg")
    svg.tag = "div"
    assert dict(svg.attrs) == {"viewbox": "1", "a": "2", "xlink:href": "3"}
    assert svg["viewBox"] == "1" and "viewBox" in svg and list(svg.attrs) == ["viewbox", "a", "xlink:href"]
    svg.attrs["viewBox"] = "4"
    assert svg.html == '<div viewbox="4" a="2" xlink:href="3"></div>'
    svg.attrs.clear()
    assert svg.html == "<div></div>" and dict(svg.attrs) == {}


def test_clear_removes_attributes_of_any_name() -> None:
    svg = hedgerow.parse("<svg viewBox=1 xlink:href=2 xml:lang=en xmlns:xlink=x></svg>").css_first("svg")
    svg.attrs["viewbox"] = "3"
    svg.attrs.clear()
    assert svg.html == "<svg></svg>"
