//! Documents as JSON trees and back, and the errors of invalid JSON.

use hedgerow_base::Namespace;
use hedgerow_dom::{
    Document, NodeId, NodeKind, NodeRef, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment,
};
use hedgerow_json::{FromJson as _, ToJson as _};
use hedgerow_serialize::ToTestFormat;
use proptest::prelude::*;

/// The depth of a tree that overflows the stack of a recursive reader or writer.
const LEVELS: usize = 100_000;

fn element_with(document: &mut Document, name: &str, attributes: &[(&str, &str)]) -> NodeId {
    let element = document.create_element(name).unwrap();
    for &(name, value) in attributes {
        document.set_attribute(element, name, value).unwrap();
    }
    element
}

/// Returns the data of a document that its JSON must contain.
fn summary(document: &Document) -> (String, QuirksMode, NodeKind, Vec<ShadowRootInit>) {
    document.validate().unwrap();
    let init = |node: NodeRef<'_>| node.shadow_root_init();
    let inits = document.root().descendants().filter_map(init).collect();
    (document.to_test_format(), document.quirks_mode(), document.root().kind(), inits)
}

/// Returns the same JSON with the keys of each object in alphabetical order, or in the reverse order.
fn reordered(json: &str, is_reversed: bool) -> String {
    fn write(value: &serde_json::Value, is_reversed: bool, output: &mut String) {
        match value {
            serde_json::Value::Object(object) => {
                let mut entries: Vec<_> = object.iter().collect();
                entries.sort_by_key(|(key, _)| key.as_str());
                if is_reversed {
                    entries.reverse();
                }
                output.push_str(" {\n");
                for (index, (key, value)) in entries.into_iter().enumerate() {
                    output.push_str(if index == 0 { "" } else { " ,\t" });
                    output.extend(["\"", key, "\" : "]);
                    write(value, is_reversed, output);
                }
                output.push('}');
            }
            serde_json::Value::Array(items) => {
                output.push('[');
                for (index, item) in items.iter().enumerate() {
                    output.push_str(if index == 0 { "" } else { ", " });
                    write(item, is_reversed, output);
                }
                output.push(']');
            }
            other => output.push_str(&other.to_string()),
        }
    }
    let mut output = String::new();
    write(&serde_json::from_str(json).unwrap(), is_reversed, &mut output);
    output
}

fn check_round_trips(document: &Document) {
    let expected = summary(document);
    let json = document.to_json();
    for json in [json.clone(), reordered(&json, false), reordered(&json, true)] {
        let read = Document::from_json(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
        assert_eq!(summary(&read), expected, "{json}");
    }
    let string = hedgerow_json::serialize(document, serde_json::value::Serializer).unwrap();
    assert_eq!(summary(&hedgerow_json::deserialize(string).unwrap()), expected, "{json}");
}

/// A document with nodes of all kinds, template contents and a shadow root.
fn example() -> Document {
    let mut document = Document::new();
    document.set_quirks_mode(QuirksMode::LimitedQuirks);
    let root = document.root_id();
    let doctype = document.create_doctype("html", "-//x", "about:legacy-compat").unwrap();
    let comment = document.create_comment(" \u{1F333} \"note\" \\ \0 \u{2028}");
    let instruction = document.create_processing_instruction("target", "data?").unwrap();
    let html = element_with(&mut document, "html", &[("id", ""), ("data-x", "\t\n\r")]);
    for child in [doctype, comment, instruction, html] {
        document.append(root, child).unwrap();
    }
    let svg = document.create_element((Namespace::Svg, "svg")).unwrap();
    document.set_attribute(svg, (Namespace::XLink, "href"), "#").unwrap();
    let template = document.create_element("template").unwrap();
    for child in [svg, template] {
        document.append(html, child).unwrap();
    }
    document.append_text(template, "a child outside the contents").unwrap();
    document.append_text(document.node(template).template_contents().unwrap().id(), "contents").unwrap();
    let host = document.create_element("my-element").unwrap();
    document.append(svg, host).unwrap();
    let init = ShadowRootInit::default()
        .mode(ShadowRootMode::Closed)
        .slot_assignment(SlotAssignment::Manual)
        .clonable(true)
        .declarative(true);
    let shadow = document.attach_shadow_root(host, init).unwrap();
    let slot = document.create_element("slot").unwrap();
    document.append(shadow, slot).unwrap();
    for text in ["one", "", "two"] {
        let text = document.create_text(text);
        document.append(host, text).unwrap();
    }
    document
}

#[test]
fn everything_comes_back() {
    check_round_trips(&example());
    check_round_trips(&Document::new());
    let mut document = example();
    let fragment = document.create_document_fragment();
    let html = document.root().first_element_child().unwrap().id();
    document.append(fragment, html).unwrap();
    document.set_root(fragment).unwrap();
    document.set_quirks_mode(QuirksMode::Quirks);
    check_round_trips(&document);
}

#[test]
fn other_nodes_come_back_in_a_fragment() {
    let document = example();
    for node in document.root().descendants().filter(|node| node.kind() != NodeKind::DocumentType) {
        let read = Document::from_json(&node.to_json()).unwrap();
        assert_eq!(read.root().kind(), NodeKind::DocumentFragment);
        assert_eq!(read.to_test_format(), node.to_test_format());
        read.validate().unwrap();
    }
    let shadow = document.root().descendants().find_map(NodeRef::shadow_root).unwrap();
    let error = Document::from_json(&shadow.to_json()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 1: the outermost node cannot be a node of type \"shadow-root\""
    );
}

#[test]
fn depth_does_not_overflow_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(|| {
        let mut document = Document::new();
        let mut parent = document.root_id();
        for _ in 0..LEVELS {
            parent = document.build("p").append_to(parent).unwrap();
        }
        let read = Document::from_json(&document.to_json()).unwrap();
        assert_eq!(read.node_count(), document.node_count());
    });
    thread.unwrap().join().unwrap();
}

#[test]
fn a_shadow_root_stands_before_the_children() {
    let mut document = Document::new();
    let host = document.create_element("div").unwrap();
    document.append_text(host, "a").unwrap();
    let init = ShadowRootInit::default().mode(ShadowRootMode::Closed).clonable(true);
    let shadow = document.attach_shadow_root(host, init).unwrap();
    let slot = document.create_element("slot").unwrap();
    document.append(shadow, slot).unwrap();
    assert_eq!(
        document.node(host).to_json(),
        concat!(
            r#"{"type":"element","name":"div","attributes":[],"shadowRoot":{"type":"shadow-root","mode":"closed","#,
            r#""delegatesFocus":false,"serializable":false,"clonable":true,"slotAssignment":"named","#,
            r#""declarative":false,"customElementRegistryIsNull":false,"children":["#,
            r#"{"type":"element","name":"slot","attributes":[],"children":[]}]},"#,
            r#""children":[{"type":"text","data":"a"}]}"#
        )
    );
}

#[test]
fn wrong_json_is_refused_with_its_place() {
    let child = |child: &str| format!("{{\"type\":\"document\",\"children\":[\n{child}]}}");
    let text = r#"{"type":"text","data":""}"#;
    let html = r#"{"type":"element","name":"html"}"#;
    let doctype = r#"{"type":"doctype","name":"html"}"#;
    for (json, message) in [
        (String::new(), "1:1: Unexpected end of file"),
        ("[]".into(), "1:1: a node is an object, not an array"),
        (r#"{"type":"#.into(), "1:9: Unexpected end of file"),
        ("{}".into(), "1:1: the node has no \"type\""),
        (r#"{"type":1}"#.into(), "1:9: \"type\" is a string, not a number"),
        (r#"{"type":"attribute"}"#.into(), "1:9: there is no type \"attribute\""),
        (r#"{"type":"text"}"#.into(), "1:1: a node of type \"text\" must have \"data\""),
        (r#"{"type":"text","data":"","data":""}"#.into(), "1:26: the node has \"data\" twice"),
        (r#"{"type":"text","date":""}"#.into(), "1:16: there is no key \"date\""),
        (r#"{"type":"text","data":"","name":""}"#.into(), "1:1: a node of type \"text\" can't have \"name\""),
        (
            r#"{"type":"text","data":"","children":[]}"#.into(),
            "1:1: a node of type \"text\" can't have \"children\"",
        ),
        (r#"{"type":"element"}"#.into(), "1:1: a node of type \"element\" must have \"name\""),
        (
            r#"{"type":"element","name":""}"#.into(),
            "1:1: \"\" is not the name of an element that an HTML parser can produce",
        ),
        (r#"{"type":"element","name":"a","namespace":"b"}"#.into(), "1:42: there is no namespace \"b\""),
        (
            r#"{"type":"element","name":"a","attributes":[1]}"#.into(),
            "1:44: an attribute is an object, not a number",
        ),
        (
            r#"{"type":"element","name":"a","attributes":[{"name":"b"}]}"#.into(),
            "1:44: an attribute must have \"name\" and \"value\"",
        ),
        (
            r#"{"type":"element","name":"a","attributes":[{"name":"","value":""}]}"#.into(),
            "1:43: \"\" is not the name of an attribute that an HTML parser can produce",
        ),
        (
            r#"{"type":"element","name":"a","attributes":[{"name":"b","value":""},{"value":"","name":"b"}]}"#
                .into(),
            "1:43: two attributes have the name \"b\"",
        ),
        (
            r#"{"type":"element","name":"a","content":{"type":"element","name":"b"}}"#.into(),
            "1:40: template contents cannot be a node of type \"element\"",
        ),
        (
            r#"{"type":"element","name":"a","shadowRoot":{"type":"shadow-root","mode":"ajar"}}"#.into(),
            "1:43: there is no shadow root mode \"ajar\"",
        ),
        (
            r#"{"shadowRoot":{"type":"shadow-root"},"type":"document"}"#.into(),
            "1:1: a node of type \"document\" can't have \"shadowRoot\"",
        ),
        (r#"{"type":"document","mode":"odd"}"#.into(), "1:1: there is no mode \"odd\""),
        (r#"{"type":"document","children":{}}"#.into(), "1:31: children are an array, not an object"),
        (child("1"), "2:1: a node is an object, not a number"),
        (
            child(text),
            "1:1: child 0 cannot be a node of type \"text\": the parent is a node of type \"document\"",
        ),
        (child(r#"{"type":"document"}"#), "2:1: a child cannot be a node of type \"document\""),
        (child(r#"{"type":"shadow-root"}"#), "2:1: a child cannot be a node of type \"shadow-root\""),
        (child(&format!("{html},{html}")), "1:1: child 1 of the document is a second element"),
        (child(&format!("{doctype},{doctype}")), "1:1: child 1 of the document is a second doctype"),
        (child(&format!("{html},{doctype}")), "1:1: child 1 of the document is a doctype after an element"),
        (
            r#"{"type":"element","name":"a","children":[{"type":"document-fragment"}]}"#.into(),
            "1:42: a child cannot be a node of type \"document-fragment\"",
        ),
        (
            r#"{"type":"element","name":"a","content":{"type":"document-fragment","mode":"quirks"}}"#.into(),
            "1:40: only the outermost node has the mode of the document",
        ),
        (format!("{text}{text}"), "1:26: The JSON already contains one root element"),
        (r#"{"type":"text","data":"\ud800"}"#.into(), "1:23: "),
        ("{\"type\":\"text\",\n \"data\": \"\u{1F333}\", 1}".into(), "2:15: Object keys must be strings"),
    ] {
        let error = Document::from_json(&json).unwrap_err();
        let shown = format!("{}:{}: ", error.line(), error.column());
        let found =
            error.to_string().replace(&format!("line {}, column {}: ", error.line(), error.column()), &shown);
        assert!(found.starts_with(message), "{json}\nfound    {found}\nexpected {message}");
        let lines: usize = json.split_inclusive('\n').take(error.line() - 1).map(str::len).sum();
        let column: usize = json[lines..].chars().take(error.column() - 1).map(char::len_utf8).sum();
        assert_eq!(error.offset(), lines + column);
    }
}

/// The JSON of one element.
fn with_element(name: &str, namespace: &str, attributes: &[(&str, &str)]) -> String {
    let attributes: Vec<_> = attributes
        .iter()
        .map(|(name, namespace)| serde_json::json!({ "name": name, "namespace": namespace, "value": "" }))
        .collect();
    let element = serde_json::json!({ "type": "element", "name": name, "namespace": namespace, "attributes": attributes });
    element.to_string()
}

#[test]
fn names_that_no_parser_makes_are_refused() {
    let read = |json: &str| Document::from_json(json).map(drop).map_err(|error| error.to_string());
    for (namespace, name) in [
        ("html", "p onclick=x"),
        ("html", "script>alert(1)</script"),
        ("html", "a/"),
        ("html", "a\0"),
        ("html", "SCRIPT"),
        ("html", "_p"),
        ("html", "!--"),
        ("html", "image"),
        ("html", "foreignObject"),
        ("svg", "foreignobject"),
        ("svg", "A"),
        ("none", "script"),
    ] {
        let error = read(&with_element(name, namespace, &[])).unwrap_err();
        let expected = format!("{name:?} is not the name of an element that an HTML parser can produce");
        assert_eq!(error, format!("line 1, column 1: {expected}"));
    }
    for (element, namespace, name) in [
        ("html", "none", "a><script>alert(1)</script"),
        ("html", "none", "a b"),
        ("html", "none", "a="),
        ("html", "none", "a\n"),
        ("html", "none", "ONCLICK"),
        ("html", "xlink", "=a"),
        ("html", "html", "id"),
        ("html", "none", "viewBox"),
        ("svg", "none", "viewbox"),
        ("svg", "xlink", "hREF"),
        ("math", "none", "definitionurl"),
    ] {
        let error = read(&with_element("a", element, &[(name, namespace)])).unwrap_err();
        assert!(error.contains("is not the name of an attribute that an HTML parser can produce"), "{error}");
    }
    for attributes in [[("a", "none"); 2], [("xlink:href", "none"), ("href", "xlink")]] {
        let error = read(&with_element("a", "svg", &attributes)).unwrap_err();
        assert!(error.contains("two attributes have the name"), "{error}");
    }
    for (element, namespace, attribute, attribute_namespace) in [
        ("a\"b", "html", "a\"b", "none"),
        ("a<b", "html", "a<b", "none"),
        ("a=", "html", "=", "none"),
        ("foreignObject", "svg", "viewBox", "none"),
        ("a", "svg", "href", "xlink"),
        ("a", "svg", "xlink:href", "none"),
        ("mi", "math", "definitionURL", "none"),
        ("p", "html", "lang", "xml"),
    ] {
        let json = with_element(element, namespace, &[(attribute, attribute_namespace)]);
        assert_eq!(read(&json), Ok(()), "{json:?}");
    }
}

#[test]
fn doctypes_and_instructions_that_would_not_end_are_refused() {
    let attempt = |json: &str| Document::from_json(json).map_err(|error| error.to_string());
    let doctype = |name: &str, public_id: &str, system_id: &str| {
        let doctype = serde_json::json!({
            "type": "doctype", "name": name, "publicId": public_id, "systemId": system_id
        });
        attempt(&serde_json::json!({ "type": "document", "children": [doctype] }).to_string())
    };
    let instruction = |target: &str, data: &str| {
        let json = serde_json::json!({ "type": "processing-instruction", "target": target, "data": data });
        attempt(&json.to_string())
    };
    for result in [
        doctype("html><script>1</script", "", ""),
        doctype("a b", "", ""),
        doctype("html", "a>", ""),
        doctype("html", "", "\"'"),
        instruction("a b", ""),
        instruction("a", "><script>"),
        instruction("1", ""),
    ] {
        let error = result.map(drop).unwrap_err();
        assert!(error.contains("that an HTML parser can produce"), "{error}");
    }
    for result in
        [doctype("", "", ""), doctype("html", "-//\"", "'"), instruction("a", "b?"), instruction("é", "")]
    {
        result.unwrap();
    }
}

#[test]
fn only_templates_have_template_contents() {
    let json = r#"{"type":"element","name":"a","content":{"type":"document-fragment"}}"#;
    let error = Document::from_json(json).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 1: only a template element has template contents, not \"a\""
    );
}

/// A step in building a random document.
#[derive(Clone, Debug)]
enum Step {
    Child(String),
    Text(String),
    Contents,
    ShadowRoot,
    Up,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let name = prop::sample::select(vec!["p", "template", "x-y", "a\"b", "a\u{E9}"]);
    let step = prop_oneof![
        3 => name.prop_map(|name| Step::Child(name.to_owned())),
        3 => any::<String>().prop_map(Step::Text),
        1 => Just(Step::Contents),
        1 => Just(Step::ShadowRoot),
        2 => Just(Step::Up),
    ];
    prop::collection::vec(step, 0..40)
}

/// Attaches a shadow root, even to an element that the DOM does not allow as a shadow host.
fn attach_any_shadow_root(document: &mut Document, host: NodeId) -> NodeId {
    let host = document.node(host).slot();
    let root = document.unchecked().attach_shadow_root(host, ShadowRootInit::default());
    root.node(document).id()
}

fn build(steps: &[Step]) -> Document {
    let mut document = Document::new();
    let mut at = document.create_document_fragment();
    document.set_root(at).unwrap();
    for step in steps {
        let is_element = document.node(at).kind() == NodeKind::Element;
        match step {
            Step::Child(name) => {
                let child = element_with(&mut document, name, &[("id", name)]);
                document.append(at, child).unwrap();
                at = child;
            }
            Step::Text(data) => {
                let text = document.create_text(data);
                document.append(at, text).unwrap();
            }
            Step::Contents => at = document.node(at).template_contents().map_or(at, NodeRef::id),
            Step::ShadowRoot if is_element && document.node(at).shadow_root().is_none() => {
                at = attach_any_shadow_root(&mut document, at);
            }
            Step::ShadowRoot => {}
            Step::Up => {
                let node = document.node(at);
                at = node.parent().or(node.host()).map_or(at, NodeRef::id);
            }
        }
    }
    document
}

proptest! {
    #[test]
    fn any_document_survives_a_round_trip(steps in steps()) {
        check_round_trips(&build(&steps));
    }

    /// However the JSON is damaged, it is either refused or read as a valid document.
    #[test]
    fn damage_is_refused_or_harmless(
        steps in steps(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        let document = build(&steps);
        let mut json = document.to_json();
        // The pieces between commas are reordered, so that the result is often JSON.
        for (from, to) in cuts {
            let mut pieces: Vec<&str> = json.split_inclusive(',').collect();
            let piece = pieces.remove(from.index(pieces.len()));
            pieces.insert(to.index(pieces.len() + 1), piece);
            json = pieces.concat();
        }
        if let Ok(read) = Document::from_json(&json) {
            prop_assert_eq!(read.validate(), Ok(()));
        }
    }
}
