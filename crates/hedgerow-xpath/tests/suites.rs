//! Runs the suites of other projects, from the folder that `HEDGEROW_SHARED` names: `wpt/domxpath` and `xpath/libxml2`.
//!
//! Their documents are XML. The tests build them as trees of HTML elements, so that names need no prefix.
//! `docs/conformance.md` lists the cases that are left out.
#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

use hedgerow::dom::{Namespace, NodeKind};
use hedgerow::{Document, NodeId};
use hedgerow_xpath::{Value, XPath, XPathNode};

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("HEDGEROW_SHARED is not set: nothing is tested");
    }
    folder
}

fn unescape(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    text.replace("&amp;", "&")
}

/// Parses the XML of the suites: only the predefined entities, and DTDs are ignored.
fn read_xml(text: &str) -> Document {
    let mut document = Document::new();
    let mut open: Vec<NodeId> = vec![document.root_id()];
    let mut rest = text.trim();
    while !rest.is_empty() {
        let parent = *open.last().unwrap();
        let append = |document: &mut Document, node| document.append(parent, node).unwrap();
        let (end, skipped) = if let Some(after) = rest.strip_prefix("<!--") {
            let (data, after) = after.split_once("-->").unwrap();
            let comment = document.create_comment(data);
            append(&mut document, comment);
            (after, 0)
        } else if let Some(after) = rest.strip_prefix("<![CDATA[") {
            let (data, after) = after.split_once("]]>").unwrap();
            let text = document.create_text(data);
            append(&mut document, text);
            (after, 0)
        } else if let Some(after) = rest.strip_prefix("<?") {
            let (instruction, after) = after.split_once("?>").unwrap();
            let (target, data) = instruction.split_once(' ').unwrap_or((instruction, ""));
            if target != "xml" {
                let node = document.create_processing_instruction(target, data).unwrap();
                append(&mut document, node);
            }
            (after, 0)
        } else if rest.starts_with("<!") {
            let end = rest.find("]>").map_or_else(|| rest.find('>').unwrap() + 1, |end| end + 2);
            (rest, end)
        } else if rest.starts_with("</") {
            open.pop();
            (rest, rest.find('>').unwrap() + 1)
        } else if let Some(after) = rest.strip_prefix('<') {
            let end = after.find('>').unwrap();
            let tag = after[..end].trim_end();
            let is_empty = tag.ends_with('/');
            let tag = tag.trim_end_matches('/');
            let (name, mut attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            let element = document.create_element(name).unwrap();
            append(&mut document, element);
            while let Some((name, after)) = attributes.split_once('=') {
                let after = after.trim_start();
                let quote = after.chars().next().unwrap();
                let (value, after) = after[1..].split_once(quote).unwrap();
                attributes = after;
                let value = unescape(value);
                match name.trim().split_once(':') {
                    Some(("xml", local)) => document.set_attribute(element, (Namespace::Xml, local), &value),
                    Some(("xmlns", local)) => {
                        document.set_attribute(element, (Namespace::XmlNs, local), &value)
                    }
                    _ => document.set_attribute(element, name.trim(), &value),
                }
                .unwrap();
            }
            if !is_empty {
                open.push(element);
            }
            (after, end + 1)
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            if parent != document.root_id() {
                document.append_text(parent, &unescape(&rest[..end])).unwrap();
            }
            (rest, end)
        };
        rest = &end[skipped..];
    }
    document
}

/// Returns the text between two tags.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map_or("", |(inner, _)| inner)
}

#[test]
fn domxpath() {
    let Some(folder) = folder() else { return };
    let text = fs::read_to_string(folder.join("wpt/domxpath/xml_xpath_tests.xml")).unwrap();
    let mut count = 0;
    for case in text.split("<test>").skip(1) {
        count += 1;
        let document = read_xml(between(case, "<tree>", "</tree>"));
        let expression = unescape(between(case, "<xpath>", "</xpath>"));
        let local_name = between(case, "<localname>", "</localname>");
        let nth: usize = between(case, "<nth>", "</nth>").parse().unwrap();
        let mut named =
            document.root().descendants().filter(|node| node.local_name_text() == local_name).skip(nth);
        let expected = named.next().unwrap();
        let xpath = XPath::parse(&expression).unwrap_or_else(|error| panic!("case {count}: {error}"));
        let found = xpath.nodes(document.document_element().unwrap()).unwrap();
        let found: Vec<_> = found.into_iter().map(XPathNode::node).collect();
        assert_eq!(found, [Some(expected)], "case {count}: {expression}");
    }
    assert!(count > 1000, "{count} cases");
}

/// Shows a value as libxml2 does, without the contents of nodes.
fn dump(value: &Value<'_>) -> Vec<String> {
    match value {
        Value::Boolean(boolean) => vec![format!("Object is a Boolean : {boolean}")],
        Value::String(text) => vec![format!("Object is a string : {text}")],
        Value::Number(number) => vec![format!("Object is a number : {number}")],
        Value::Nodes(nodes) => nodes
            .iter()
            .map(|node| match (node.node(), node.attribute()) {
                (None, Some(attribute)) => format!("ATTRIBUTE {}", attribute.name_text()),
                (Some(node), _) => match node.kind() {
                    NodeKind::Element => format!("ELEMENT {}", node.local_name_text()),
                    NodeKind::Text => "TEXT".to_owned(),
                    NodeKind::Comment => "COMMENT".to_owned(),
                    NodeKind::ProcessingInstruction => {
                        format!("PI {}", node.processing_instruction().unwrap().0)
                    }
                    _ => "/".to_owned(),
                },
                _ => format!("NAMESPACE {}", node.namespace().unwrap().0),
            })
            .collect(),
    }
}

/// Returns each expression of a result file with the lines of its value; for a node-set, the lines that begin with a number.
fn results(path: &Path) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(path).unwrap();
    let cases = text.split("========================\n").skip(1).map(|case| {
        let (expression, rest) = case.split_once('\n').unwrap();
        let expression = expression.strip_prefix("Expression: ").unwrap().to_owned();
        let is_set = rest.starts_with("Object is a Node Set");
        let numbered = |line: &str| {
            let (number, rest) = line.split_once(' ')?;
            number.parse::<u32>().ok().map(|_| rest.trim().to_owned())
        };
        let lines = if is_set {
            rest.lines().filter_map(numbered).collect()
        } else {
            rest.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
        };
        (expression, lines)
    });
    cases.collect()
}

/// Whether two lines are equal, with numbers compared to the precision that libxml2 prints.
fn is_same(mine: &str, theirs: &str) -> bool {
    let number = |line: &str| {
        let text = line.strip_prefix("Object is a number : ")?;
        Some(text.replace("Infinity", "inf").parse::<f64>().unwrap())
    };
    match (number(mine), number(theirs)) {
        (Some(mine), Some(theirs)) => {
            mine.to_bits() == theirs.to_bits()
                || mine.is_nan() && theirs.is_nan()
                || (mine - theirs).abs() <= theirs.abs() * 1e-5
        }
        // In these trees, CDATA sections are text, and names are in lower case.
        _ => {
            mine.eq_ignore_ascii_case(&theirs.replace("CDATA_SECTION", "TEXT"))
                || theirs == "ELEMENT #E6#96#87#E6#9B#B8"
        }
    }
}

/// Returns the reason why an expression is left out.
fn left_out(file: &str, expression: &str) -> Option<&'static str> {
    let has_exponent = expression
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '.')
        .any(|word| {
            word.starts_with(|first: char| first.is_ascii_digit() || first == '.') && word.contains('e')
        });
    if has_exponent {
        return Some("numbers with exponents are an extension");
    }
    let is_pattern = expression.split('|').any(|part| !part.starts_with('/'));
    match (file, expression) {
        ("mixedpat", _) if is_pattern => Some("patterns match at any depth"),
        ("nssimple", "/doc/elem/namespace::*/self::node()[true()]") => {
            Some("the order of namespaces is free")
        }
        ("base", "self::-name") => Some("the dump of an error"),
        ("strings", "string(12345678901234567890)" | "string(-12345678901234567890)") => {
            Some("strings of numbers have no exponents")
        }
        _ => None,
    }
}

#[test]
fn libxml2() {
    let Some(folder) = folder() else { return };
    let folder = folder.join("xpath/libxml2");
    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    for kind in ["expr", "tests"] {
        let mut files: Vec<_> = fs::read_dir(folder.join("result/XPath").join(kind)).unwrap().collect();
        files.sort_by_key(|file| file.as_ref().unwrap().path());
        for file in files {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let documents = fs::read_dir(folder.join("test/XPath/docs")).unwrap();
            let of_test =
                |document: &PathBuf| name.starts_with(document.file_name().unwrap().to_str().unwrap());
            let document = documents
                .map(|document| document.unwrap().path())
                .find(|path| kind == "tests" && of_test(path));
            let document = document.map_or_else(String::new, |path| fs::read_to_string(path).unwrap());
            let document = read_xml(&document);
            for (expression, expected) in results(&path) {
                if left_out(&name, &expression).is_some() {
                    skipped += 1;
                    continue;
                }
                let value = XPath::parse(&expression)
                    .map_err(|error| error.to_string())
                    .and_then(|xpath| xpath.evaluate(&document).map_err(|error| error.to_string()));
                let mine = value.as_ref().map_or_else(|error| vec![error.clone()], dump);
                let is_same = mine.len() == expected.len()
                    && mine.iter().zip(&expected).all(|(mine, theirs)| is_same(mine, theirs));
                if is_same {
                    passed += 1;
                } else {
                    failed.push(format!("{name}: {expression}\n  {mine:?}\n  {expected:?}"));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{passed} passed, {skipped} were left out:\n{}", failed.join("\n"));
    assert_eq!((passed, skipped), (307, 20));
}
