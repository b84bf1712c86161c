"""The parts of pages: links, tables, forms, language."""

from __future__ import annotations

import pytest

import hedgerow


def test_links() -> None:
    document = hedgerow.parse(
        "<base href=/wood/><link rel=stylesheet href=a.css><a href=' oak ' rel='next tag'>The\n <b>oak</b></a>"
        "<img src=1.png srcset='2.png, 3.png 2x'><a name=x>none</a><a href='http://['>bad</a><area href=#map alt=Map>"
    )
    links = document.links("https://trees.example/page")
    assert [link.url for link in links] == [
        "https://trees.example/wood/a.css",
        "https://trees.example/wood/oak",
        "https://trees.example/wood/1.png",
        "https://trees.example/wood/2.png",
        "https://trees.example/wood/3.png",
        None,
        "https://trees.example/wood/#map",
    ]
    oak = links[1]
    assert (oak.value, oak.text, oak.rel, oak.element, oak.attribute) == (" oak ", "The oak", "next tag", "a", "href")
    assert oak.node == document.css_first("a")
    assert [link.attribute for link in links] == ["href", "href", "src", "srcset", "srcset", "href", "href"]
    assert (links[0].text, links[0].rel, links[6].text) == ("", "stylesheet", "Map")
    assert [link.url for link in document.links()][:2] == ["a.css", "oak"]
    assert repr(oak) == '<Link a href=" oak ">'
    assert oak.to_dict() == {
        "url": "https://trees.example/wood/oak",
        "value": " oak ",
        "text": "The oak",
        "rel": "next tag",
        "element": "a",
        "attribute": "href",
    }
    assert links[5].to_dict()["url"] is None


def test_tables() -> None:
    document = hedgerow.parse(
        "<table><caption> Trees </caption><tr><th>Name<th colspan=2>Where<tr><td rowspan=2>Oak<td>wood<td>park"
        "<tr><td>hedge</table><table><tr><td>a<table><tr><td>b</table></table>"
    )
    trees, outer, inner = document.tables()
    assert trees.caption == "Trees"
    assert trees.rows == [["Name", "Where", "Where"], ["Oak", "wood", "park"], ["Oak", "hedge"]]
    assert trees.node == document.css_first("table")
    assert (outer.caption, inner.rows) == (None, [["b"]])
    assert repr(trees) == '<Table "Trees", 3 rows>'
    assert trees.rows is trees.rows


def test_tables_have_a_limit_on_their_slots() -> None:
    table = "<table><tr><td colspan=3 rowspan=2>a<tr><td>b</table>"
    document = hedgerow.parse(table * 2)
    row = ["a"] * 3
    assert [table.rows for table in document.tables(max_slots=14)] == [[row, [*row, "b"]]] * 2
    with pytest.raises(hedgerow.LimitError, match="more than 13 slots.*max_slots") as caught:
        document.tables(max_slots=13)
    assert caught.value.document is document
    # Each cell spans 1000 columns, and each row but the first has all columns of the first.
    hostile = hedgerow.parse(f"<table><tr>{'<td colspan=1000 rowspan=9999>x' * 1000}{'<tr>' * 5000}</table>")
    with pytest.raises(hedgerow.LimitError, match="slots"):
        hostile.tables()
    # All slots of a cell share its text.
    shared = hedgerow.parse(f"<table><tr><td colspan=1000 rowspan=900>{'x' * 1_000_000}{'<tr>' * 899}</table>")
    rows = shared.tables()[0].rows
    assert len(rows) == 900 and rows[0][0] is rows[899][999]
    plain = hedgerow.parse("<table>" + "<tr><td>a<td>b<td>c" * 1000 + "</table>")
    assert len(plain.tables()[0].rows) == 1000


def test_lang() -> None:
    assert hedgerow.parse("<html lang=de-CH>").lang == "de-CH"
    assert hedgerow.parse("<meta http-equiv=content-language content=fr>").lang == "fr"
    assert hedgerow.parse("<p lang=de>").lang is None


FORM = """
<form id=f action="../search?x=1" method=POST enctype=multipart/form-data>
  <input name=q value=oak><input name=empty><input value=unnamed><input name=off value=1 disabled>
  <input type=hidden name=token value=" a b ">
  <input type=checkbox name=c1><input type=checkbox name=c2 checked><input type=checkbox name=c3 value=x checked>
  <input type=radio name=r value=1 checked><input type=radio name=r value=2 checked><input type=radio name=r value=3>
  <input type=file name=file><input type=submit name=go value=Go><input type=image name=i><button name=b value=1>B</button>
  <fieldset disabled><legend><input name=in-legend value=1></legend><input name=in-fieldset value=1></fieldset>
  <select name=one><option disabled>0</option><option>  first
     option <script>x</script></option><option value=2>second</select>
  <select name=some multiple><option selected value=a>A<option>B<option selected>C<option selected disabled>D</select>
  <select name=last><option selected value=1>1<option selected value=2>2</select>
  <textarea name=t>
a
b</textarea>
  <datalist id=d><input name=in-datalist value=1></datalist>
  <output name=o>1</output>
</form>
<input name=outside form=f value=1><input name=nobody value=1><input name=nowhere form=x value=1>
<form><input name=second form=f value=2><input name=own value="a&#10;b"></form>
<form method=dialog action=" "></form>
"""


def test_forms() -> None:
    document = hedgerow.parse(FORM)
    first, second, third = document.forms("https://trees.example/a/b")
    assert (first.action, first.method, first.enctype) == ("https://trees.example/search?x=1", "post", "multipart/form-data")
    assert first.fields == [
        ("q", "oak"),
        ("empty", ""),
        ("token", " a b "),
        ("c2", "on"),
        ("c3", "x"),
        ("r", "2"),
        ("file", ""),
        ("in-legend", "1"),
        ("one", "first option"),
        ("some", "a"),
        ("some", "C"),
        ("last", "2"),
        ("t", "a\nb"),
        ("outside", "1"),
        ("second", "2"),
    ]
    assert first.node == document.by_id("f")
    assert [control.get("name") for control in first.controls if control.tag == "button"] == ["b"]
    assert len(first.controls) == 26
    assert (second.action, second.method, second.enctype, second.fields) == (
        "https://trees.example/a/b",
        "get",
        "application/x-www-form-urlencoded",
        [("own", "ab")],
    )
    assert (third.method, third.fields, third.controls) == ("dialog", [], [])
    assert repr(second) == '<Form get "https://trees.example/a/b", 1 fields>'
    assert document.forms()[0].action == "../search?x=1" and document.forms()[1].action is None
    assert hedgerow.parse("<input name=a>").forms() == []
    fragment = hedgerow.parse_fragment("<form id=f><input name=a form=x></form>")
    assert fragment.forms()[0].fields == [("a", "")]


def test_options_that_do_not_belong_to_their_select_are_not_submitted() -> None:
    document = hedgerow.parse(
        "<form><select name=s multiple><option selected>1<optgroup><option selected>2</optgroup></select></form>"
    )
    select = document.css_first("select")

    def option(value: str) -> hedgerow.Node:
        return document.create_element("option", {"selected": ""}, value)

    datalist = document.create_element("datalist")
    datalist.append(option("in a datalist"))
    group = document.create_element("optgroup")
    group.append(option("in a nested group"))
    inner = document.create_element("select", {"name": "inner"})
    inner.append(option("3"))
    select.css("option")[0].append(option("in an option"))
    select.css_first("optgroup").append(group, option("4"))
    select.append(datalist, inner, option("5"))
    fields = document.forms()[0].fields
    assert [(name, value) for name, value in fields if name == "s"] == [
        ("s", "1in an option"),
        ("s", "2"),
        ("s", "4"),
        ("s", "5"),
    ]
    assert ("inner", "3") in fields


def test_charset_and_directions_are_submitted() -> None:
    page = (
        "<form{}><input type=hidden name=_CHARSET_ value=x><input name=_charset_ value=y>"
        "<input name=a dirname=a.dir dir=rtl><textarea name=b dirname=b.dir dir=auto>\u05d0</textarea>"
        "<input type=number name=c dirname=c.dir><input name=d dirname=''><input dirname=e.dir></form>"
    )

    def charset(document: hedgerow.Document) -> str:
        return document.forms()[0].fields[0][1]

    assert hedgerow.parse(page.format("")).forms()[0].fields == [
        ("_CHARSET_", "UTF-8"),
        ("_charset_", "y"),
        ("a", ""),
        ("a.dir", "rtl"),
        ("b", "\u05d0"),
        ("b.dir", "rtl"),
        ("c", ""),
        ("d", ""),
    ]
    assert charset(hedgerow.parse(page.format(" accept-charset='x latin1 koi8-r'"))) == "windows-1252"
    assert charset(hedgerow.parse(page.format(" accept-charset=x"))) == "UTF-8"
    for encoding, submitted in [("koi8-r", "KOI8-R"), ("utf-16le", "UTF-8")]:
        assert charset(hedgerow.parse(page.format("").encode(encoding, "replace"), encoding=encoding)) == submitted


def test_forms_of_hostile_documents_take_linear_time() -> None:
    deep = hedgerow.parse("<form>" + "<div><input name=a>" * 20_000)
    assert len(deep.forms()[0].fields) == 20_000
    options = hedgerow.parse("<form><select name=s>" + "<option>" + "<b>x" * 20_000)
    assert options.forms()[0].fields == [("s", "x" * 20_000)]
    selects = hedgerow.parse("<form>" + "<select name=s><option value=x><table><td>" * 20_000)
    assert len(selects.forms()[0].fields) == 20_000


def test_parts_of_nodes() -> None:
    page = hedgerow.parse("<nav><a href=1>a</a></nav><article><a href=2>b</a><table><tr><td>c</table><form action=x></form></article>", url="https://a.example/")
    nav, article = page.css("nav, article")
    assert [link.url for link in nav.links()] == ["https://a.example/1"]
    assert [link.value for link in article.links()] == ["2", "x"]
    assert (len(nav.tables()), len(article.tables()), len(nav.forms()), len(article.forms())) == (0, 1, 0, 1)
    (table,) = article.tables()
    assert table.node.tables()[0].rows == [["c"]]


def test_cells_and_headers_of_tables() -> None:
    page = hedgerow.parse(
        "<table><thead><tr><th colspan=2>Tree<th>Height<tr><th>Name<th>Name<th>m<tbody><tr><td><a href=1>Oak</a><td rowspan=2>Elm<td>30<tr><td>Yew</table>"
        "<table><tr><th>a<th>b<tr><th>c<td>d</table><table><tr><td>e<td>f</table>"
    )
    first, second, third = page.tables()
    assert (first.header_rows, second.header_rows, third.header_rows) == (2, 1, 0)
    assert [[cell and cell.tag for cell in row] for row in first.cells] == [["th"] * 3, ["th"] * 3, ["td"] * 3, ["td"] * 2]
    assert first.cells[2][0].css_text("a::attr(href)") == ["1"]
    assert first.cells[2][1] is first.cells[3][1]
    assert first.to_dicts() == [{"Name": "Oak", "Name_2": "Elm", "m": "30"}, {"Name": "Yew", "Name_2": "Elm", "m": None}]
    assert second.to_dicts() == [{"a": "c", "b": "d"}]
    assert third.to_dicts() == [{"0": "e", "1": "f"}]


def test_metadata() -> None:
    page = hedgerow.parse(
        '<meta name=Description content=d><meta name=description content=e><meta property="og:image" content=1><meta property="og:image" content=2>'
        '<script type="application/ld+json">{"a": [1]}</script><script type="application/ld+json">{</script>'
    )
    assert page.meta == {"description": "d", "og:image": "1"}
    assert page.opengraph == {"og:image": ["1", "2"]}
    assert page.json_ld == [{"a": [1]}]


def test_links_are_rewritten() -> None:
    page = hedgerow.parse("<a href=a>x</a><img srcset='b, c 2x' src=a><a href='#'>y</a>", url="https://a.example/p")
    page.rewrite_links(lambda url: None if url == "#" else url.upper())
    assert page.css_text("::attr(href)") == ["A", "#"] and page.css_text_first("img::attr(srcset)") == "B, C 2x"
    page.make_links_absolute()
    assert [link.value for link in page.links()] == [f"https://a.example/{name}" for name in ("A", "A", "B", "C", "p#")]
    page.make_links_absolute("https://b.example/")
    assert page.css_text_first("a::attr(href)") == "https://a.example/A"
    with pytest.raises(ZeroDivisionError):
        page.rewrite_links(lambda url: str(1 // 0))


REQUEST = """<form action=s?old method=post><input name=q value=a><input type=checkbox name=c value=1 checked><input type=checkbox name=c value=2>
<button name=go value=1>Go</button><input type=submit name=other formaction=/x formmethod=get><button type=button name=no></button></form>"""


def test_forms_are_submitted() -> None:
    form = hedgerow.parse(REQUEST).forms("https://a.example/b/")[0]
    plain = form.submit()
    assert (plain.method, plain.url, plain.body) == ("POST", "https://a.example/b/s?old", b"q=a&c=1")
    assert plain.content_type == "application/x-www-form-urlencoded"
    changed = form.submit({"c": ["1", "2"], "q": None, "new": "\u00e9\n"}, button="go")
    assert changed.body == b"c=1&c=2&new=%C3%A9%0D%0A&go=1"
    assert changed.fields == [("c", "1"), ("c", "2"), ("new", "\u00e9\n"), ("go", "1")]
    other = form.submit({"q": "x y"}, button=form.controls[4])
    assert (other.method, other.url, other.body) == ("GET", "https://a.example/x?q=x+y&c=1&other=", None)
    for button in ("no", "q", "missing"):
        with pytest.raises(ValueError, match="no such button"):
            form.submit(button=button)
    with pytest.raises(TypeError):
        form.submit({"q": 1})  # type: ignore[dict-item]


def test_forms_have_encodings() -> None:
    form = hedgerow.parse("<form method=post enctype=multipart/form-data accept-charset=iso-8859-1><textarea name='a\"b'>\u00e9\u0436", url="https://a.example/").forms()[0]
    request = form.submit()
    boundary = str(request.content_type).partition("boundary=")[2].encode()
    assert request.body == b'--%s\r\nContent-Disposition: form-data; name="a%%22b"\r\n\r\n\xe9&#1078;\r\n--%s--\r\n' % (boundary, boundary)
    search = hedgerow.parse("<form accept-charset=koi8-r><input name=q value=\u0414>", url="https://a.example/").forms()[0]
    assert search.submit().url == "https://a.example/?q=%E4"
    text = hedgerow.parse("<form method=post enctype=text/plain><input name=q value=x>", url="https://a.example/").forms()[0]
    assert text.submit().body == b"q=x\r\n"
