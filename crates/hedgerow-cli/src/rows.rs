//! [`Rows`]: the fields of each match, as TSV, CSV or lines of JSON.

use std::io::{self, Write};

use anyhow::{Result, bail};
use hedgerow::NodeRef;
use hedgerow::serialize::OutputLimit;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::input::Name;
use crate::json_text::write_line;
use crate::query::{Found, Query};

/// The format of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowFormat {
    Tsv,
    Csv,
    Json,
}

/// Writes rows.
pub(crate) struct Rows {
    fields: Vec<Field>,
    format: RowFormat,
    /// Whether the first field is the name of the document.
    has_names: bool,
}

/// A field of a row.
struct Field {
    name: String,
    /// Whether the value is a list of all results that are not blank.
    is_list: bool,
    query: Query,
}

/// A row as a JSON object, whose members are in the order of the fields.
struct Object(Vec<(String, Value)>);

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Returns the texts of nodes, for the values of fields.
pub(crate) trait TextOf {
    fn text_of(&self, node: NodeRef<'_>) -> Result<String, OutputLimit>;

    /// The maximum number of bytes of the values of a field, which are in memory together.
    fn most_bytes(&self) -> u64;
}

impl Field {
    /// Parses `[NAME=]QUERY`.
    fn parse(text: &str) -> Result<Self> {
        let is_of_name = |character: char| character.is_alphanumeric() || "_-".contains(character);
        let is_name = |text: &str| {
            let name = text.strip_suffix("[]").unwrap_or(text);
            !name.is_empty() && name.chars().all(is_of_name)
        };
        // No selector begins with a name and `=`, so this name is that of the field.
        let (name, query) = match text.split_once('=') {
            Some((name, query)) if is_name(name) => (name, query),
            _ => (text, text),
        };
        let list = if query.len() < text.len() { name.strip_suffix("[]") } else { None };
        let query = match query.strip_prefix("xpath:") {
            Some(expression) => Query::xpath(expression)?,
            // A selector finds elements inside the match only.
            None if matches!(query.trim(), ":scope" | ".") => Query::xpath(".")?,
            None => Query::css(query)?,
        };
        Ok(Self { name: list.unwrap_or(name).to_owned(), is_list: list.is_some(), query })
    }

    /// The value for a row: the first result that is not blank, or a list of all such results.
    fn value(&self, row: NodeRef<'_>, texts: &impl TextOf) -> Result<Value> {
        let mut values = Vec::new();
        let mut left = texts.most_bytes();
        self.query.find(row, false, usize::MAX, &mut |found| {
            if values.is_empty() || self.is_list {
                let value = match &found {
                    Found::Node(node) => texts.text_of(*node)?.into(),
                    Found::Text(text) => text.trim().into(),
                    scalar @ Found::Scalar(_) => serde_json::to_value(scalar)?,
                };
                let length = if let Value::String(text) = &value { text.len() as u64 } else { 0 };
                let most = texts.most_bytes();
                left = left.checked_sub(length).ok_or(OutputLimit { most })?;
                values.extend((value != "").then_some(value));
            }
            Ok(())
        })?;
        Ok(if self.is_list { values.into() } else { values.into_iter().next().unwrap_or_default() })
    }
}

impl Rows {
    pub(crate) fn new(fields: &[String], format: RowFormat, has_names: bool) -> Result<Self> {
        let fields: Vec<Field> = fields.iter().map(|text| Field::parse(text)).collect::<Result<_>>()?;
        let mut names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        names.sort_unstable();
        if let Some([name, ..]) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("--field: two fields have the name {name:?}; name them with NAME=QUERY");
        }
        Ok(Self { fields, format, has_names })
    }

    /// Writes the names of the fields, if the format has them in the first row.
    pub(crate) fn write_header(&self, output: &mut impl Write) -> io::Result<()> {
        let file = self.has_names.then(|| "file".to_owned());
        let names = file.into_iter().chain(self.fields.iter().map(|field| field.name.clone()));
        self.write_cells(names, output)
    }

    /// Writes the row of a match.
    pub(crate) fn write(
        &self,
        name: &Name,
        found: &Found<'_>,
        texts: &impl TextOf,
        output: &mut impl Write,
    ) -> Result<()> {
        let Found::Node(row) = found else {
            bail!(
                "--field: each row is an element, but the query finds strings; leave out ::text, ::attr() or /@name"
            )
        };
        let values = self.fields.iter().map(|field| field.value(*row, texts));
        if self.format == RowFormat::Json {
            let mut members = Vec::new();
            if self.has_names {
                members.extend(name.members());
            }
            for (field, value) in self.fields.iter().zip(values) {
                members.push((field.name.clone(), value?));
            }
            return Ok(write_line(&Object(members), output)?);
        }
        let file = self.has_names.then(|| Ok(name.text().into_owned()));
        let cells: Vec<String> =
            file.into_iter().chain(values.map(|value| Ok(cell(value?)))).collect::<Result<_>>()?;
        Ok(self.write_cells(cells, output)?)
    }

    fn write_cells(
        &self,
        cells: impl IntoIterator<Item = String>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let (separator, quoted): (&str, fn(&str) -> String) = match self.format {
            RowFormat::Tsv => ("\t", tsv),
            RowFormat::Csv => (",", csv),
            RowFormat::Json => return Ok(()),
        };
        let end = if self.format == RowFormat::Csv { "\r\n" } else { "\n" };
        let cells: Vec<String> = cells.into_iter().map(|cell| quoted(&cell)).collect();
        output.write_all((cells.join(separator) + end).as_bytes())
    }
}

/// The text of a value in a table.
fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(values) => values.into_iter().map(cell).collect::<Vec<_>>().join("|"),
        other => other.to_string(),
    }
}

/// Escapes a cell as `@tsv` of jq does.
fn tsv(cell: &str) -> String {
    cell.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}

/// Quotes a cell. <https://www.rfc-editor.org/rfc/rfc4180>
fn csv(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_escaped() {
        assert_eq!(tsv("a\tb\n\\c\r"), "a\\tb\\n\\\\c\\r");
        assert_eq!(csv("a b"), "a b");
        assert_eq!(csv("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
    }

    #[test]
    fn a_field_may_have_a_name() {
        for (text, name, is_list) in [
            ("h2::text", "h2::text", false),
            ("title=h2", "title", false),
            ("tags[]=.tag", "tags", true),
            ("a[href=x]", "a[href=x]", false),
            ("n=xpath:count(//a[@b='c'])", "n", false),
            ("xpath:a = b", "xpath:a = b", false),
        ] {
            let field = Field::parse(text).unwrap();
            assert_eq!((field.name.as_str(), field.is_list), (name, is_list), "{text}");
        }
        assert!(Rows::new(&["a=b".to_owned(), "a=c".to_owned()], RowFormat::Csv, false).is_err());
    }
}
