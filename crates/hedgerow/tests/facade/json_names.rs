//! Documents from untrusted JSON: the markup of an accepted document has only the elements and attributes that the JSON names.

use std::collections::HashSet;

use hedgerow::json::{FromJson as _, ToJson as _};
use hedgerow::serialize::{ToTestFormat, WriteOptions};
use hedgerow::{Document, NodeRef, ToHtml, parse};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Elements whose text is written literally, as documented.
const LITERAL: [&str; 4] = ["script", "style", "xmp", "iframe"];

#[derive(Clone, Debug)]
enum Node {
    Element {
        name: String,
        namespace: &'static str,
        attributes: Vec<(String, &'static str, String)>,
        children: Vec<Node>,
    },
    Text(String),
    Comment(String),
    Instruction(String, String),
}

fn name() -> impl Strategy<Value = String> {
    let fit = prop::sample::select(vec![
        "p", "b", "a", "svg", "math", "table", "td", "select", "template", "textarea", "title", "script",
        "style", "xmp", "iframe", "mi", "desc", "annotation-xml", "a<", "b\"", "c<b\"'=!?",
    ]);
    let unfit = prop::sample::select(vec![
        "foreignObject", "image", "IMG", "foreignobject", "_p", "b onclick", "a/", ">",
    ]);
    prop_oneof![16 => fit.prop_map(str::to_owned), 1 => unfit.prop_map(str::to_owned), 1 => "[ab<>\"'=/ &!_?A\u{E9}-]{0,4}"]
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab<>\"'=/ &!-]{0,8}",
        Just("</style><img src=x onerror=alert(1)>".to_owned()),
        Just("a onmouseover=alert(1) b".to_owned()),
        Just("--><i>".to_owned()),
    ]
}

fn nodes() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        8 => value().prop_map(Node::Text),
        4 => "[ab -]{0,5}".prop_map(Node::Comment),
        1 => (name(), value()).prop_map(|(target, data)| Node::Instruction(target, data)),
    ];
    leaf.prop_recursive(5, 24, 4, |inner| {
        let namespace =
            || prop_oneof![12 => Just("html"), 4 => Just("svg"), 2 => Just("math"), 1 => Just("none")];
        let attribute_name = prop_oneof![
            prop::sample::select(vec!["id", "href", "viewBox", "ONCLICK", "xlink:href"])
                .prop_map(str::to_owned),
            name()
        ];
        let attribute_namespace = prop_oneof![
            8 => Just("none"), 1 => Just("xlink"), 1 => Just("xml"), 1 => Just("xmlns"), 1 => Just("html")
        ];
        let attributes = prop::collection::vec((attribute_name, attribute_namespace, value()), 0..3);
        let children = prop::collection::vec(inner, 0..4);
        (name(), namespace(), attributes, children).prop_map(|(name, namespace, attributes, children)| {
            Node::Element { name, namespace, attributes, children }
        })
    })
}

/// Returns the JSON of a node, and adds the names of its elements and attributes to `names`, in lowercase.
fn to_json(node: &Node, parent: &str, names: &mut [HashSet<String>; 2]) -> Value {
    match node {
        Node::Element { name, namespace, attributes, children } => {
            names[0].insert(name.to_ascii_lowercase());
            let children: Vec<Value> = children.iter().map(|child| to_json(child, name, names)).collect();
            let attributes: Vec<Value> = attributes
                .iter()
                .map(|(name, namespace, value)| {
                    let prefix = match *namespace {
                        "xmlns" if name == "xmlns" => String::new(),
                        "xlink" | "xml" | "xmlns" => format!("{namespace}:"),
                        _ => String::new(),
                    };
                    names[1].insert(format!("{prefix}{name}").to_ascii_lowercase());
                    json!({ "name": name, "namespace": namespace, "value": value })
                })
                .collect();
            json!({
                "type": "element", "name": name, "namespace": namespace,
                "attributes": attributes, "children": children,
            })
        }
        Node::Text(data) if LITERAL.contains(&parent) => {
            json!({ "type": "text", "data": data.replace('<', "") })
        }
        Node::Text(data) => json!({ "type": "text", "data": data }),
        Node::Comment(data) => json!({ "type": "comment", "data": data }),
        Node::Instruction(target, data) => {
            json!({ "type": "processing-instruction", "target": target, "data": data })
        }
    }
}

/// Calls a function for all nodes, including those in template contents.
fn for_each_node<'d>(root: NodeRef<'d>, mut visit: impl FnMut(NodeRef<'d>)) {
    let mut roots = vec![root];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            visit(node);
            roots.extend(node.template_contents());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn accepted_json_writes_only_the_names_that_it_contains(nodes in prop::collection::vec(nodes(), 1..4)) {
        let mut names = [HashSet::new(), HashSet::new()];
        let children: Vec<Value> = nodes.iter().map(|node| to_json(node, "", &mut names)).collect();
        let json = json!({ "type": "document-fragment", "children": children }).to_string();
        let Ok(document) = Document::from_json(&json) else { return Ok(()) };
        document.validate().unwrap();
        let [mut elements, attributes] = names;
        let implied = ["html", "head", "body", "tbody", "tr", "colgroup", "p", "br"];
        elements.extend(implied.map(str::to_owned));
        if elements.contains("image") {
            // An `image` element in SVG is valid, but the HTML parser changes the name of its start tag to `img`.
            elements.insert("img".to_owned());
        }
        for options in [WriteOptions::default(), WriteOptions::minify(), WriteOptions::pretty()] {
            let html = document.root().to_html(&options);
            for_each_node(parse(&html).root(), |node| {
                if node.element_name().is_none() {
                    return;
                }
                let name = node.local_name_text().to_ascii_lowercase();
                assert!(elements.contains(&name), "element {name:?}\n{json}\n{html}");
                for attribute in node.attributes() {
                    let name = attribute.name().to_string();
                    assert!(attributes.contains(&name.to_ascii_lowercase()), "attribute {name:?}\n{json}\n{html}");
                }
            });
        }
    }

    /// The JSON of a parsed document is accepted and round-trips.
    #[test]
    fn parsed_names_are_accepted(html in "(<[a-cA-C/!?]?[a-c<\"'=:A-C\u{E9}\0]{0,5}[ =/]?[a-c<\"'=:A-C]{0,4}>?|<svg>|<math>|<image>|<viewbox viewbox>){0,8}") {
        let document = parse(&html);
        let read = Document::from_json(&document.to_json());
        prop_assert!(read.is_ok(), "{html:?}: {read:?}");
        prop_assert_eq!(read.unwrap().to_test_format(), document.to_test_format());
    }
}
