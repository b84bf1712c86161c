//! The XML serialization: what it writes, what it refuses, and that a parser of XML reads the same tree.

use hedgerow_base::{AttributeName, ElementName, Namespace};
use hedgerow_dom::{Document, NodeId, NodeKind, NodeRef};
use hedgerow_serialize::{LimitedWriter, ToXml, XmlOptions, XmlRule};
use hedgerow_testing::Random;

fn xml(html: &str) -> String {
    hedgerow::parse(html).to_xml().unwrap_or_else(|error| panic!("{html}: {error}"))
}

fn coerced<'d>(tree: impl ToXml<'d>) -> String {
    let mut xml = String::new();
    tree.write_xml(&mut xml, XmlOptions::default().coerce(true)).unwrap();
    xml
}

/// The contents of the body of a page, as it is written with replacements.
fn coerced_body(html: &str) -> String {
    let xml = coerced(&hedgerow::parse(html));
    xml.split_once("<body>").and_then(|(_, rest)| Some(rest.split_once("</body>")?.0.to_owned())).unwrap()
}

const HTML: &str = "xmlns=\"http://www.w3.org/1999/xhtml\"";

#[test]
fn a_page_is_written_as_xhtml() {
    assert_eq!(
        xml(
            "<!DOCTYPE html><p id=a title='&quot;<>&\n'>1 &amp; 2<br><script>a<b</script><div></div><!-- c --><?t d>"
        ),
        format!(
            "<!DOCTYPE html><html {HTML}><head></head><body><p id=\"a\" title=\"&quot;&lt;&gt;&amp;&#xA;\">1 &amp; 2<br />\
             <script>a&lt;b</script></p><div></div><!-- c --><?t d?></body></html>"
        )
    );
    assert_eq!(
        xml("<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN'><template><b>x</b></template>"),
        format!(
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"\"><html {HTML}><head><template><b>x</b></template>\
             </head><body></body></html>"
        )
    );
    assert_eq!(
        xml(
            "<svg xml:lang=en xlink:href=a><a xlink:href=b /><foreignObject><p></p></foreignObject></svg><math><mi>"
        ),
        format!(
            "<html {HTML}><head></head><body><svg xmlns=\"http://www.w3.org/2000/svg\" xml:lang=\"en\" \
             xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"a\"><a xlink:href=\"b\"/><foreignObject><p {HTML}></p>\
             </foreignObject></svg><math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi/></math></body></html>"
        )
    );
    // The declarations of the source are used.
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" xlink:href=\"a\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"/>";
    assert!(xml(svg).contains(svg), "{}", xml(svg));
}

#[test]
fn what_xml_cannot_represent_is_refused() {
    for (html, rule) in [
        ("a\u{C}b", XmlRule::Character),
        ("<p title='&#1;'>", XmlRule::Character),
        ("<a<b>", XmlRule::Name),
        ("<p a:b>", XmlRule::Name),
        ("<p 1>", XmlRule::Name),
        ("<html xmlns='http://www.w3.org/1999/xhtml'>", XmlRule::Namespace),
        ("<!-- a--b -->", XmlRule::Comment),
        ("<!--a--->", XmlRule::Comment),
        ("<?a \u{1}?>", XmlRule::ProcessingInstruction),
        ("<!DOCTYPE>", XmlRule::Doctype),
        ("<!DOCTYPE html PUBLIC '<'>", XmlRule::Doctype),
        ("<svg xmlns:xlink=''></svg>", XmlRule::Namespace),
    ] {
        let document = hedgerow::parse(html);
        let error = document.to_xml().expect_err(html);
        // The parser drops a declaration with another value than that of XLink.
        assert_eq!(error.rule(), Some(rule), "{html}: {error}");
        assert!(document.get(error.node().unwrap()).is_some(), "{html}");
        let xml = coerced(&document);
        roxmltree_of(&xml);
    }
    assert_eq!(Document::new().to_xml().unwrap_err().rule(), Some(XmlRule::NoRootElement));
    let document = hedgerow::parse("<p>");
    let mut writer = LimitedWriter::new(String::new(), 10);
    assert_eq!(document.write_xml(&mut writer, XmlOptions::default()).unwrap_err().rule(), None);
}

/// The `xmlViolationTests` of the conformance suite, and the examples of the standard.
#[test]
fn a_tree_is_coerced_into_an_infoset() {
    for (html, expected) in [
        ("a\u{FFFF}b", "a\u{FFFD}b"),
        ("<p>a\u{C}b", "<p>a b</p>"),
        ("<p><!-- foo -- bar -->", "<p><!-- foo - - bar --></p>"),
        ("<a b=''\u{C}c=''>", "<a b=\"\" c=\"\"></a>"),
        ("<p><!------->", "<p><!--- - - --></p>"),
        ("<foo<bar>", "<fooU00003Cbar></fooU00003Cbar>"),
        ("<p xlink:href=a>", "<p xlinkU00003Ahref=\"a\"></p>"),
        ("<a::>x</a::>", "<aU00003AU00003A>x</aU00003AU00003A>"),
        ("<p xmlns=a xmlns:b=c 1a=d>", "<p U000031a=\"d\"></p>"),
        ("<p title='&#x1;&#xC;'>", "<p title=\"\u{FFFD} \"></p>"),
    ] {
        assert_eq!(coerced_body(html), expected, "{html}");
    }
}

fn roxmltree_of(xml: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(xml, options).unwrap_or_else(|error| panic!("{error} in {xml}"))
}

/// The children of a node as lines, with namespaces and with joined texts. The declarations of namespaces are left out.
fn lines_of_dom(node: NodeRef<'_>, depth: usize, lines: &mut Vec<String>) {
    let container = node.template_contents().unwrap_or(node);
    let mut ends_with_text = false;
    for child in container.children() {
        let data = child.data().unwrap_or_default();
        match child.kind() {
            NodeKind::Text if data.is_empty() => continue,
            NodeKind::Text if ends_with_text => lines.last_mut().unwrap().push_str(data),
            NodeKind::Text => lines.push(format!("{depth} text {data}")),
            NodeKind::Comment => {
                lines.push(format!("{depth} comment {}", data.replace("\r\n", "\n").replace('\r', "\n")));
            }
            NodeKind::ProcessingInstruction => {
                let (target, data) = child.processing_instruction().unwrap();
                let data = data
                    .trim_start_matches([' ', '\t', '\r', '\n'])
                    .replace("\r\n", "\n")
                    .replace('\r', "\n");
                lines.push(format!("{depth} target {target} {data}"));
            }
            NodeKind::Element => {
                let mut attributes: Vec<String> = child
                    .attributes()
                    .filter(|attribute| attribute.namespace() != Namespace::XmlNs)
                    .map(|attribute| {
                        format!("{} {}={}", attribute.namespace(), attribute.name_text(), attribute.value())
                    })
                    .collect();
                attributes.sort();
                let namespace = child.namespace().unwrap();
                lines.push(format!("{depth} <{namespace} {}> {attributes:?}", child.local_name_text()));
                lines_of_dom(child, depth + 1, lines);
            }
            _ => continue,
        }
        ends_with_text = child.kind() == NodeKind::Text;
    }
}

fn lines_of_xml(node: roxmltree::Node<'_, '_>, depth: usize, lines: &mut Vec<String>) {
    for child in node.children() {
        match child.node_type() {
            roxmltree::NodeType::Text => lines.push(format!("{depth} text {}", child.text().unwrap())),
            roxmltree::NodeType::Comment => lines.push(format!("{depth} comment {}", child.text().unwrap())),
            roxmltree::NodeType::PI => {
                let instruction = child.pi().unwrap();
                lines.push(format!(
                    "{depth} target {} {}",
                    instruction.target,
                    instruction.value.unwrap_or_default()
                ));
            }
            _ => {
                let mut attributes: Vec<String> = child
                    .attributes()
                    .map(|attribute| {
                        format!(
                            "{} {}={}",
                            attribute.namespace().unwrap_or_default(),
                            attribute.name(),
                            attribute.value()
                        )
                    })
                    .collect();
                attributes.sort();
                let name = child.tag_name();
                lines.push(format!(
                    "{depth} <{} {}> {attributes:?}",
                    name.namespace().unwrap_or_default(),
                    name.name()
                ));
                lines_of_xml(child, depth + 1, lines);
            }
        }
    }
}

#[track_caller]
fn check_same_tree(document: &Document, xml: &str) {
    let read = roxmltree_of(xml);
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    lines_of_dom(document.root(), 0, &mut expected);
    lines_of_xml(read.root(), 0, &mut found);
    assert_eq!(found, expected, "{xml}");
}

#[test]
fn a_parser_of_xml_reads_the_same_tree_or_there_is_an_error() {
    const PIECES: [&str; 40] = [
        "<p>",
        "</p>",
        "<div title=\"a&quot;b&#10;&#9;\">",
        "<svg>",
        "</svg>",
        "<svg xmlns:xlink=http://www.w3.org/1999/xlink>",
        "<a xlink:href=x>",
        "<math>",
        "<mi>",
        "<foreignObject>",
        "<template>",
        "</template>",
        "<table>",
        "<td>",
        "x",
        " ",
        "&amp;",
        "&lt;&gt;]]>",
        "&#13;",
        "\n",
        "<!--c-->",
        "<!--a-b-->",
        "<?t d>",
        "<?t  d?e?>",
        "<br>",
        "<script>",
        "</script>",
        "a<b",
        "<style>",
        "</style>",
        "<svg:g>",
        "<p xml:lang=en>",
        "<svg xml:lang=en>",
        "<!--a--b-->",
        "\u{C}",
        "<p 1>",
        "é",
        "<select><option>",
        "<input disabled>",
        "<annotation-xml encoding=text/html>",
    ];
    let mut random = Random::new(3);
    let mut written = 0;
    for _ in 0..400 {
        let html: String = (0..random.below(14)).map(|_| random.pick(&PIECES)).collect();
        let document = hedgerow::parse(&html);
        match document.to_xml() {
            Ok(xml) => {
                check_same_tree(&document, &xml);
                assert!(!coerced(&document).contains("U0000"), "{html}");
                written += 1;
            }
            Err(error) => assert!(error.rule().is_some(), "{html}"),
        }
        roxmltree_of(&coerced(&document));
    }
    assert!(written > 100, "{written}");
}

/// Builds a tree with elements, attributes and declarations in all namespaces.
fn random_tree(random: &mut Random) -> Document {
    const NAMESPACES: [Namespace; 6] = [
        Namespace::Html,
        Namespace::Svg,
        Namespace::MathMl,
        Namespace::None,
        Namespace::Xml,
        Namespace::XLink,
    ];
    // The parser that reads the output does not support elements in the XML namespace.
    const ELEMENT_NAMESPACES: [Namespace; 5] =
        [Namespace::Html, Namespace::Svg, Namespace::MathMl, Namespace::None, Namespace::XLink];
    const PREFIXES: [&str; 6] = ["xmlns", "xlink", "ns1", "ns2", "svg", "xml"];
    let mut document = Document::new();
    let mut parents: Vec<NodeId> = vec![document.root_id()];
    for index in 0..=random.below(9) {
        let name = document.unchecked().intern(random.pick(&["a", "br", "p", "xlink", "template"]));
        let mut attributes: Vec<(AttributeName, &str)> = Vec::new();
        for _ in 0..random.below(4) {
            let (namespace, name, value) = if random.below(2) == 0 {
                let value = random.pick(&NAMESPACES).as_str();
                (Namespace::XmlNs, random.pick(&PREFIXES), value)
            } else {
                (
                    random.pick(&NAMESPACES),
                    random.pick(&["a", "href", "ns1"]),
                    random.pick(&["", "v", "\t\n\r\"<&>"]),
                )
            };
            let name = AttributeName { namespace, local: document.unchecked().intern(name) };
            if attributes.iter().all(|(other, _)| *other != name) {
                attributes.push((name, value));
            }
        }
        let name = ElementName { namespace: random.pick(&ELEMENT_NAMESPACES), local: name };
        let element = document.unchecked().create_element(name, attributes).node(&document).id();
        let parent = if index == 0 { parents[0] } else { random.pick(parents.get(1..).unwrap()) };
        document.append(parent, element).unwrap();
        if index > 0 && random.below(3) == 0 {
            document.append_text(element, "t").unwrap();
        }
        parents.push(element);
    }
    document
}

#[test]
fn namespaces_are_read_as_they_were_written() {
    let mut random = Random::new(5);
    let mut written = 0;
    for _ in 0..3000 {
        let document = random_tree(&mut random);
        if let Ok(xml) = document.to_xml() {
            check_same_tree(&document, &xml);
            written += 1;
        }
        check_same_tree(&document, &coerced(&document));
    }
    assert!(written > 500, "{written}");
}
