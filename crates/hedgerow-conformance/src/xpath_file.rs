//! The readers of the XPath suites: `domxpath` of web-platform-tests, and the expressions of libxml2 with their results.
//!
//! The documents of the suites are XML. They are read as trees of HTML elements, so that names need no prefix.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use hedgerow::dom::Namespace;
use hedgerow::{Document, NodeId};

/// A test of an XPath suite.
#[derive(Clone, Debug)]
pub(crate) struct XPathCase {
    /// The expression.
    pub(crate) expression: String,
    /// The document as XML; may be empty.
    pub(crate) xml: String,
    /// The result.
    pub(crate) expected: Expected,
}

/// The result of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Expected {
    /// One element: its local name, and its position among the elements of that name, from 0. The context node is the document
    /// element.
    Element { local_name: String, position: usize },
    /// The lines that libxml2 prints. The context node is the document.
    Lines(Vec<String>),
}

/// A case, and the reason if it is left out.
type Listed = (XPathCase, Option<&'static str>);

/// Reads `xml_xpath_tests.xml`.
pub(crate) fn parse_domxpath(bytes: &[u8]) -> Result<Vec<XPathCase>> {
    let text = str::from_utf8(bytes).context("not UTF-8")?;
    let case = |case: &str| {
        Ok(XPathCase {
            expression: unescape(between(case, "<xpath>", "</xpath>")?),
            xml: between(case, "<tree>", "</tree>")?.to_owned(),
            expected: Expected::Element {
                local_name: between(case, "<localname>", "</localname>")?.to_owned(),
                position: between(case, "<nth>", "</nth>")?.parse().context("not a position")?,
            },
        })
    };
    text.split("<test>").skip(1).map(case).collect()
}

/// Returns the text between two tags.
fn between<'t>(text: &'t str, start: &str, end: &str) -> Result<&'t str> {
    let inner = text.split_once(start).and_then(|(_, rest)| rest.split_once(end)).map(|(inner, _)| inner);
    inner.with_context(|| format!("no {start} in a case"))
}

/// Reads a result file of libxml2. `file` is its path below the results, such as `tests/simplebase`. The name of a file in
/// `tests` begins with the name of the document that its expressions are evaluated in.
pub(crate) fn parse_libxml2(
    file: &str,
    bytes: &[u8],
    documents: &BTreeMap<String, String>,
) -> Result<Vec<Listed>> {
    let text = str::from_utf8(bytes).context("not UTF-8")?;
    let (kind, test) = file.split_once('/').with_context(|| format!("no folder in {file}"))?;
    let document = documents.iter().find(|(name, _)| kind == "tests" && test.starts_with(&***name));
    let xml = document.map_or("", |(_, xml)| xml);
    if kind == "tests" && xml.is_empty() {
        bail!("no document for {file}");
    }
    let case = |case: &str| {
        let (first, rest) = case.split_once('\n').context("a case without a result")?;
        let expression = first.strip_prefix("Expression: ").context("a case without an expression")?;
        let case = XPathCase {
            expression: expression.to_owned(),
            xml: xml.to_owned(),
            expected: Expected::Lines(result_lines(rest)),
        };
        Ok((case, left_out(kind, test, expression)))
    };
    text.split("========================\n").skip(1).map(case).collect()
}

/// Returns the lines that print a value. For a node set, these are only the lines of its nodes, without the number at their
/// start.
fn result_lines(text: &str) -> Vec<String> {
    if !text.starts_with("Object is a Node Set") {
        return text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    }
    let numbered = |line: &str| {
        let (number, rest) = line.split_once(' ')?;
        number.parse::<u32>().ok().map(|_| rest.trim().to_owned())
    };
    text.lines().filter_map(numbered).collect()
}

/// Returns the reason why an expression of libxml2 is left out, if it is.
fn left_out(kind: &str, test: &str, expression: &str) -> Option<&'static str> {
    if kind == "xptr" {
        return Some("XPointer");
    }
    let has_exponent = expression
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '.')
        .any(|word| {
            word.starts_with(|first: char| first.is_ascii_digit() || first == '.') && word.contains('e')
        });
    if has_exponent {
        return Some("XPath 1.0 has no numbers with exponents");
    }
    let is_pattern = expression.split('|').any(|part| !part.starts_with('/'));
    match (test, expression) {
        ("mixedpat", _) if is_pattern => Some("a pattern, which matches at any depth"),
        ("nssimple", "/doc/elem/namespace::*/self::node()[true()]") => {
            Some("the order of namespace nodes is free")
        }
        ("base", "self::-name") => Some("the dump of an error"),
        ("strings", "string(12345678901234567890)" | "string(-12345678901234567890)") => {
            Some("strings of numbers have no exponents in XPath 1.0")
        }
        _ => None,
    }
}

fn unescape(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    text.replace("&amp;", "&")
}

/// Parses the XML of the suites. Only the predefined entities are replaced, and DTDs are ignored.
pub(crate) fn read_xml(text: &str) -> Result<Document> {
    let mut document = Document::new();
    let mut open: Vec<NodeId> = vec![document.root_id()];
    let mut rest = text.trim();
    while !rest.is_empty() {
        let parent = *open.last().context("an end tag too many")?;
        rest = if let Some(after) = rest.strip_prefix("<!--") {
            let (data, after) = after.split_once("-->").context("an open comment")?;
            let comment = document.create_comment(data);
            document.append(parent, comment)?;
            after
        } else if let Some(after) = rest.strip_prefix("<![CDATA[") {
            let (data, after) = after.split_once("]]>").context("an open CDATA section")?;
            let text = document.create_text(data);
            document.append(parent, text)?;
            after
        } else if let Some(after) = rest.strip_prefix("<?") {
            let (instruction, after) = after.split_once("?>").context("an open processing instruction")?;
            let (target, data) = instruction.split_once(' ').unwrap_or((instruction, ""));
            if target != "xml" {
                let node = document.create_processing_instruction(target, data)?;
                document.append(parent, node)?;
            }
            after
        } else if rest.starts_with("<!") {
            let has_subset = rest.find(['[', '>']).is_some_and(|at| rest[at..].starts_with('['));
            rest.split_once(if has_subset { "]>" } else { ">" }).context("an open DTD")?.1
        } else if rest.starts_with("</") {
            open.pop();
            rest.split_once('>').context("an open end tag")?.1
        } else if let Some(after) = rest.strip_prefix('<') {
            let (tag, after) = after.split_once('>').context("an open start tag")?;
            let element = append_element(&mut document, parent, tag.trim_end())?;
            if !tag.trim_end().ends_with('/') {
                open.push(element);
            }
            after
        } else {
            let (text, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
            if parent != document.root_id() {
                document.append_text(parent, &unescape(text))?;
            }
            after
        };
    }
    Ok(document)
}

/// Appends the element of a start tag.
fn append_element(document: &mut Document, parent: NodeId, tag: &str) -> Result<NodeId> {
    let tag = tag.trim_end_matches('/');
    let (name, mut attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let element = document.create_element(name)?;
    document.append(parent, element)?;
    while let Some((name, after)) = attributes.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().context("an attribute without a value")?;
        let (value, after) = after[1..].split_once(quote).context("an open attribute value")?;
        attributes = after;
        let value = unescape(value);
        match name.trim().split_once(':') {
            Some(("xml", local)) => document.set_attribute(element, (Namespace::Xml, local), &value)?,
            Some(("xmlns", local)) => document.set_attribute(element, (Namespace::XmlNs, local), &value)?,
            _ => document.set_attribute(element, name.trim(), &value)?,
        }
    }
    Ok(element)
}

#[cfg(test)]
mod tests {
    use hedgerow::serialize::ToTestFormat;

    use super::*;

    #[test]
    fn xml_is_read() {
        let xml = "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a b='1 &lt; 2' xml:id=\"i\"><!-- c -->x&amp;<d /><![CDATA[<y>]]><?p q?></a>";
        let document = read_xml(xml).expect("it is well-formed");
        let tree = "| <a>\n|   b=\"1 < 2\"\n|   xml id=\"i\"\n|   <!--  c  -->\n|   \"x&\"\n|   <d>\n|   \"<y>\"\n|   <?p q?>\n";
        assert_eq!(document.to_test_format().trim_end(), tree.trim_end());
        let without_subset = read_xml("<!DOCTYPE a SYSTEM 'b'><a>]></a>").expect("it is well-formed");
        assert_eq!(without_subset.to_test_format().trim_end(), "| <a>\n|   \"]>\"");
        for wrong in ["<a", "<a b=>", "</a></b>", "<!-- "] {
            assert!(read_xml(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn results_are_read() {
        let text = "========================\nExpression: /\nObject is a Node Set :\nSet contains 1 nodes:\n1   /\n\
                    ========================\nExpression: 1e3\nObject is a number : 1000\n";
        let cases =
            parse_libxml2("expr/floats", text.as_bytes(), &BTreeMap::new()).expect("it is well-formed");
        let [(one, None), (other, Some(_))] = &cases[..] else { panic!("{cases:?}") };
        assert!(matches!(&one.expected, Expected::Lines(lines) if lines == &["/"]));
        assert!(matches!(&other.expected, Expected::Lines(lines) if lines == &["Object is a number : 1000"]));
        assert!(parse_libxml2("tests/base", b"", &BTreeMap::new()).is_err());
    }
}
