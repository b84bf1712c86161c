//! Edits of a source that change how a parser reads what stays: text must not become markup, nor markup text.

use hedgerow::source::{SourceEditError, SourceEdits};
use hedgerow::{Document, NodeId, Parser};

/// Text that runs a script if it is written where a parser reads markup.
const HOSTILE: &str = "<img src=x onerror=alert(1)>";

type Insertion = fn(&mut SourceEdits<'_>, NodeId, &str) -> Result<(), SourceEditError>;

type Change = fn(&mut SourceEdits<'_>, &dyn Fn(&str) -> NodeId) -> Result<(), SourceEditError>;

fn document(html: &str) -> Document {
    Parser::new().source_spans(true).parse(html).into_document()
}

/// Returns the source after a change, which finds the elements by their names.
fn edited(html: &str, change: Change) -> Result<String, SourceEditError> {
    let document = document(html);
    let find = |name: &str| {
        let mut nodes = document.root().deep_descendants();
        nodes.find(|node| node.local_name_text() == name).unwrap().id()
    };
    let mut edits = SourceEdits::new(&document);
    change(&mut edits, &find)?;
    edits.apply()
}

#[track_caller]
fn check(html: &str, change: Change, expected: &str) {
    assert_eq!(edited(html, change).as_deref(), Ok(expected));
}

#[track_caller]
fn refused(html: &str, change: Change) {
    let result = edited(html, change);
    let is_refused = matches!(
        result,
        Err(SourceEditError::ContentsOfOtherKind { .. }
            | SourceEditError::RawTextAfterMarkup { .. }
            | SourceEditError::EndsForeignElements { .. })
    );
    assert!(is_refused, "{html}: {result:?}");
}

#[test]
fn contents_are_not_moved_to_another_namespace() {
    let hostile: Change = |edits, find| edits.set_text(find("style"), HOSTILE);
    check("<div><style>x</style></div>", hostile, &format!("<div><style>{HOSTILE}</style></div>"));
    refused("<div><style>x</style></div>", |edits, find| {
        edits.rename_element(find("div"), "svg")?;
        edits.set_text(find("style"), HOSTILE)
    });
    refused("<div><p><style>x</style></div>", |edits, find| {
        edits.set_text(find("style"), HOSTILE)?;
        edits.rename_element(find("div"), "MATH")
    });
    // Text that stays would become markup, too.
    refused("<div><style><img src=x onerror=alert(1)></style></div>", |edits, find| {
        edits.rename_element(find("div"), "svg")
    });
    refused("<svg><foreignObject><style>x</style></foreignObject></svg>", |edits, find| {
        edits.rename_element(find("foreignObject"), "g")
    });
    refused("<svg><desc><style>x</style></desc></svg>", |edits, find| {
        edits.rename_element(find("desc"), "a-b")
    });
    refused("<math><mi><b><style>x</style></b></mi></math>", |edits, find| {
        edits.rename_element(find("b"), "mglyph")
    });
    refused("<math><mi><style>x</style></mi></math>", |edits, find| edits.rename_element(find("mi"), "mrow"));
    refused("<svg><style>a<b/></style></svg>", |edits, find| edits.rename_element(find("svg"), "div"));
    // The element would not end with its own tag, or at all.
    refused("<svg><script/></svg>", |edits, find| edits.rename_element(find("svg"), "div"));
    refused("<svg><title></svg>", |edits, find| edits.rename_element(find("svg"), "div"));
    refused("<div/>x</div>", |edits, find| edits.rename_element(find("div"), "svg"));
    check("<svg/>x", |edits, find| edits.rename_element(find("svg"), "div"), "<div/></div>x");
    check("<svg/>x", |edits, find| edits.rename_element(find("svg"), "math"), "<math/>x");
    check("<svg>a</svg>", |edits, find| edits.rename_element(find("svg"), "p"), "<p>a</p>");
    check("<p>a</p>", |edits, find| edits.rename_element(find("p"), "svg"), "<svg>a</svg>");
    let foreign = "<svg><desc><p>x</p></desc></svg>";
    check(
        foreign,
        |edits, find| edits.rename_element(find("desc"), "foreignObject"),
        &foreign.replace("desc", "foreignObject"),
    );
    check(
        "<svg><g><path/></g></svg>",
        |edits, find| edits.rename_element(find("g"), "a"),
        "<svg><a><path/></a></svg>",
    );
}

#[test]
fn text_is_escaped_for_the_new_namespace() {
    check(
        "<svg>x</svg>",
        |edits, find| {
            edits.rename_element(find("svg"), "style")?;
            edits.set_text(find("svg"), "a>b")
        },
        "<style>a>b</style>",
    );
    check(
        "<math>x</math>",
        |edits, find| {
            edits.rename_element(find("math"), "script")?;
            edits.set_text(find("math"), "a && b")
        },
        "<script>a && b</script>",
    );
    check(
        "<svg><g>x</g></svg>",
        |edits, find| {
            edits.rename_element(find("g"), "style")?;
            edits.set_text(find("g"), "<a>")
        },
        "<svg><style>&lt;a&gt;</style></svg>",
    );
    check(
        "<div>x</div>",
        |edits, find| {
            edits.rename_element(find("div"), "svg")?;
            edits.set_text(find("div"), "<a>")
        },
        "<svg>&lt;a&gt;</svg>",
    );
}

#[test]
fn attributes_that_change_a_namespace_keep_the_contents() {
    let html = "<math><annotation-xml encoding=text/html><style>x</style></annotation-xml></math>";
    refused(html, |edits, find| edits.remove_attribute(find("annotation-xml"), "encoding"));
    refused(html, |edits, find| edits.set_attribute(find("annotation-xml"), "encoding", "text/plain"));
    refused(html, |edits, find| edits.rename_attribute(find("annotation-xml"), "encoding", "x"));
    refused(html, |edits, find| edits.rename_element(find("annotation-xml"), "mtext"));
    let html = "<math><annotation-xml x=text/html><a>x</a></annotation-xml></math>";
    refused(html, |edits, find| edits.rename_attribute(find("annotation-xml"), "x", "encoding"));
    refused(html, |edits, find| edits.set_attribute(find("annotation-xml"), "encoding", "text/html"));
    check(
        "<math><annotation-xml encoding=text/html>x</annotation-xml></math>",
        |edits, find| edits.remove_attribute(find("annotation-xml"), "encoding"),
        "<math><annotation-xml>x</annotation-xml></math>",
    );
    refused("<svg><font></font><style>x</style></svg>", |edits, find| {
        edits.set_attribute(find("font"), "size", "1")
    });
    let html = "<svg><g><font size=1>a</font><style>x</style>";
    let expected = "<svg><g></g></svg><font>a</font><style>x</style>";
    check(html, |edits, find| edits.remove_attribute(find("font"), "size"), expected);
    // The element in the first cell is a copy.
    let html = "<div><svg><font size=1><p>a</div><p>b";
    check(
        html,
        |edits, find| edits.remove_attribute(find("font"), "size"),
        "<div><svg></svg><font><p>a</div><p>b",
    );
}

#[test]
fn elements_that_end_foreign_elements_do_so_after_edits() {
    let html = "<svg><g></g><p>a</p><style>x</style>";
    let remove: Change = |edits, find| {
        edits.replace(find("p"), "")?;
        edits.set_text(find("style"), HOSTILE)
    };
    check(html, remove, &format!("<svg><g></g></svg><style>{HOSTILE}</style>"));
    let rename: Change = |edits, find| edits.rename_element(find("p"), "a-b");
    check(html, rename, "<svg><g></g></svg><a-b>a</a-b><style>x</style>");
    let html = "<svg><g></g><style>x</style></svg>";
    for name in ["p", "IMG", "font", "table"] {
        let document = document(html);
        let g = document.root().deep_descendants().find(|node| node.local_name_text() == "g").unwrap();
        let mut edits = SourceEdits::new(&document);
        edits.rename_element(g.id(), name).unwrap();
        assert!(matches!(edits.apply(), Err(SourceEditError::EndsForeignElements { .. })), "{name}");
        let markup = format!("<{name} size=1>");
        for inside in [true, false] {
            let mut edits = SourceEdits::new(&document);
            if inside { edits.append_html(g.id(), &markup) } else { edits.insert_after(g.id(), &markup) }
                .unwrap();
            assert!(matches!(edits.apply(), Err(SourceEditError::EndsForeignElements { .. })), "{name}");
        }
    }
    check(
        "<svg><g></g></svg>",
        |edits, find| edits.append_html(find("g"), "<desc><p>a</p></desc>"),
        "<svg><g><desc><p>a</p></desc></g></svg>",
    );
}

#[test]
fn foreign_elements_end_although_their_last_html_element_is_replaced() {
    let html = "<table><tr><td><svg><desc><p>a</desc></svg><td><style>x</style></table>";
    let cell = "<td><style>x</style></table>";
    let check = |change, expected: &str| check(html, change, &format!("<table><tr><td>{expected}{cell}"));
    check(|edits, find| edits.set_html(find("svg"), "<g/>"), "<svg><g/></svg>");
    check(|edits, find| edits.replace(find("desc"), ""), "<svg></svg>");
    check(|edits, find| edits.set_text(find("desc"), "b"), "<svg><desc>b</desc></svg>");
    check(
        |edits, find| edits.insert_after(find("desc"), "<g/>"),
        "<svg><desc><p>a</desc></svg></p></desc><g/>",
    );
    check(
        |edits, find| edits.insert_after(find("svg"), "b"),
        "<svg><desc><p>a</desc></svg></p></desc></svg>b",
    );
    check(|edits, find| edits.replace(find("svg"), ""), "");
}

#[test]
fn cdata_sections_stay_in_foreign_elements() {
    refused("<svg><![CDATA[x<y]]></svg>", |edits, find| edits.rename_element(find("svg"), "div"));
    refused("<svg><g><![CDATA[x<y]]></g></svg>", |edits, find| edits.rename_element(find("svg"), "div"));
    refused("<div><![CDATA[x]]></div>", |edits, find| edits.rename_element(find("div"), "svg"));
    let set: Change = |edits, find| {
        edits.rename_element(find("svg"), "div")?;
        edits.set_text(find("svg"), "x<y")
    };
    check("<svg><![CDATA[x<y]]></svg>", set, "<div>x&lt;y</div>");
    check(
        "<svg><![CDATA[x<y]]></svg>",
        |edits, find| edits.rename_element(find("svg"), "SVG"),
        "<SVG><![CDATA[x<y]]></SVG>",
    );
}

#[test]
fn literal_text_is_refused_after_markup_that_leaves_something_open() {
    let html = "<p>a</p><style>x</style>";
    for markup in ["<svg>", "<math>", "</svg>", "<!--", "<b title='", "<title>", "<", "<script><!--</script>"]
    {
        let document = document(html);
        let find = |name: &str| {
            document.root().deep_descendants().find(|node| node.local_name_text() == name).unwrap().id()
        };
        let changes: [Insertion; 6] = [
            |edits, p, markup| edits.insert_before(p, markup),
            |edits, p, markup| edits.insert_after(p, markup),
            |edits, p, markup| edits.replace(p, markup),
            |edits, p, markup| edits.set_html(p, markup),
            |edits, p, markup| edits.prepend_html(p, markup),
            |edits, p, markup| edits.append_html(p, markup),
        ];
        for change in changes {
            let mut edits = SourceEdits::new(&document);
            change(&mut edits, find("p"), markup).unwrap();
            edits.set_text(find("style"), "a").unwrap();
            assert!(edits.apply().is_ok(), "{markup}: the text means the same everywhere");
            let mut edits = SourceEdits::new(&document);
            change(&mut edits, find("p"), markup).unwrap();
            edits.set_text(find("style"), HOSTILE).unwrap();
            let result = edits.apply();
            assert!(
                matches!(result, Err(SourceEditError::RawTextAfterMarkup { .. })),
                "{markup}: {result:?}"
            );
        }
    }
    refused("<style>x</style>", |edits, find| {
        edits.prepend_html(find("style"), "</style>")?;
        edits.set_text(find("style"), HOSTILE)
    });
    refused("<svg><desc><style>x</style></desc></svg>", |edits, find| {
        edits.insert_before(find("desc"), "<g>")?;
        edits.set_text(find("style"), HOSTILE)
    });
    check(
        "<style>x</style>",
        |edits, find| {
            edits.insert_before(find("style"), "<svg><path/></svg><link rel=x><!-- <svg> -->")?;
            edits.insert_after(find("style"), "<svg>")?;
            edits.set_text(find("style"), "a>b")
        },
        "<svg><path/></svg><link rel=x><!-- <svg> --><style>a>b</style><svg>",
    );
}
