//! Compares the functions with the results of the library, on real pages and on hostile ones.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray, StructArray,
};
use hedgerow::errors::ParseError;
use hedgerow::extract::{ContentOptions, Extract as _, MarkdownOptions, ToMarkdown as _};
use hedgerow::sanitize::{Preset, sanitize};
use hedgerow::xpath::{XPath, XPathNode};
use hedgerow::{Document, Parser, Select as _, Selector, ToHtml as _};
use hedgerow_columns::{
    Column, Documents, Extraction, Function, Options, html_attribute, html_decode, html_errors, html_extract,
    html_fingerprint, html_json_ld, html_lang, html_links, html_main_text, html_markdown, html_meta,
    html_reason, html_sanitize, html_select, html_select_text, html_tables, html_text, html_title,
    html_xpath,
};

const URL: &str = "https://page.example/folder/";

/// Returns the generated pages, and the real pages if `HEDGEROW_SHARED` is set.
fn pages() -> Vec<String> {
    let mut pages = hedgerow_bench::generated();
    match std::env::var_os("HEDGEROW_SHARED") {
        Some(shared) => pages.extend(hedgerow_bench::load(&[PathBuf::from(shared).join("corpus")]).unwrap()),
        None => {
            // The test harness does not capture what is written directly.
            let _ = writeln!(std::io::stderr(), "NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
        }
    }
    pages.into_iter().map(|page| page.text).collect()
}

/// Limits that no page of the tests exceeds.
fn generous() -> Options {
    let mut options = Options::default();
    options.limits = hedgerow::Limits::UNLIMITED;
    options.output_bytes_per_byte = 1000;
    options.errors = 1_000_000;
    options
}

fn text(array: &dyn Array, row: usize) -> Option<String> {
    let texts = array.as_string::<i64>();
    texts.is_valid(row).then(|| texts.value(row).to_owned())
}

/// The texts of a list.
fn texts(column: &Column, row: usize) -> Vec<Option<String>> {
    let list = column.values.as_list::<i32>().value(row);
    (0..list.len()).map(|index| text(&list, index)).collect()
}

/// A field of each struct of a list.
fn field(column: &Column, row: usize, name: &str) -> Vec<Option<String>> {
    let list = column.values.as_list::<i32>().value(row);
    let field = list.as_struct().column_by_name(name).unwrap();
    (0..list.len()).map(|index| text(field, index)).collect()
}

fn map(array: &dyn Array, row: usize) -> Vec<(String, String)> {
    let entries = array.as_map().value(row);
    let get = |column: usize, index| text(entries.column(column), index).unwrap();
    (0..entries.len()).map(|index| (get(0, index), get(1, index))).collect()
}

fn some(texts: impl IntoIterator<Item = impl Into<String>>) -> Vec<Option<String>> {
    texts.into_iter().map(|text| Some(text.into())).collect()
}

#[test]
fn the_functions_give_the_answers_of_the_library() {
    let pages = pages();
    let array = StringArray::from_iter_values(&pages);
    let documents = Documents::new(&array).unwrap().with_url(Some(URL));
    let options = generous();
    let selector = Selector::parse("p, li, a[href]").unwrap();
    let xpath = XPath::parse("//h2 | //@id").unwrap();
    let titles = html_title(&documents, &options);
    let whole_texts = html_text(&documents, &options);
    let main_texts = html_main_text(&documents, &options);
    let markdown = html_markdown(&documents, &options);
    let languages = html_lang(&documents, &options);
    let links = html_links(&documents, &options);
    let selected = html_select(&documents, &selector, &options);
    let selected_texts = html_select_text(&documents, &selector, &options);
    let attributes = html_attribute(&documents, &selector, "href", &options);
    let tables = html_tables(&documents, &options);
    let metadata = html_meta(&documents, &options);
    let scripts = html_json_ld(&documents, &options);
    let errors = html_errors(&documents, &options);
    let fingerprints = html_fingerprint(&documents, &options);
    let found = html_xpath(&documents, &xpath, &options);
    let decoded = html_decode(&documents, &options);
    let sanitized = html_sanitize(&documents, Preset::Article, &options);
    for (row, page) in pages.iter().enumerate() {
        let parsed = Parser::new().collect_errors(true).parse(page);
        let document: &Document = parsed.document();
        for column in
            [&titles, &whole_texts, &languages, &links, &selected, &tables, &metadata, &errors, &found]
        {
            assert!(column.reasons.is_null(row), "{}", column.reasons.value(row));
        }
        assert_eq!(text(&titles.values, row), document.title());
        assert_eq!(text(&whole_texts.values, row), Some(document.rendered_text()));
        let main = document.main_content(&ContentOptions::default());
        assert_eq!(text(&main_texts.values, row), Some(main.text()));
        let expected = document.to_markdown(&MarkdownOptions::default().base(Some(URL)));
        assert_eq!(text(&markdown.values, row), Some(expected));
        assert_eq!(text(&languages.values, row).as_deref(), document.lang());
        let expected = document.links(Some(URL));
        assert_eq!(field(&links, row, "url"), expected.iter().map(|link| link.url).collect::<Vec<_>>());
        assert_eq!(field(&links, row, "attribute"), some(expected.iter().map(|link| link.attribute)));
        let anchors = || expected.iter().filter(|link| link.element == "a");
        let anchor_texts = field(&links, row, "text").into_iter().flatten();
        assert!(anchor_texts.count() >= anchors().count());
        let elements: Vec<_> = document.select(&selector).unwrap().collect();
        let html = elements.iter().map(|element| element.outer_html());
        assert_eq!(field(&selected, row, "html"), some(html));
        let rendered = some(elements.iter().map(|element| element.rendered_text()));
        assert_eq!(field(&selected, row, "text"), rendered);
        assert_eq!(texts(&selected_texts, row), rendered);
        let list = selected.values.as_list::<i32>().value(row);
        let maps = list.as_struct().column_by_name("attributes").unwrap().clone();
        for (index, element) in elements.iter().enumerate() {
            let pairs = element.attributes().map(|a| (a.name_text().to_owned(), a.value().to_owned()));
            assert_eq!(map(&maps, index), pairs.collect::<Vec<_>>());
        }
        let values = elements.iter().filter_map(|element| element.attribute("href"));
        assert_eq!(texts(&attributes, row), some(values));
        assert_eq!(field(&tables, row, "caption").len(), document.tables().iter().len());
        for (name, content) in map(&metadata.values, row) {
            let first = document.meta().find(|meta| meta.name.eq_ignore_ascii_case(&name));
            assert_eq!(first.map(|meta| meta.content), Some(&*content));
        }
        assert_eq!(texts(&scripts, row), some(document.json_ld()));
        assert_eq!(field(&errors, row, "code"), some(parsed.errors().iter().map(ParseError::code)));
        let list = errors.values.as_list::<i32>().value(row);
        let lines =
            list.as_struct().column_by_name("line").unwrap().as_primitive::<Int32Type>().values().to_vec();
        let expected = parsed.errors().iter().map(|error| error.start().line.cast_signed());
        assert_eq!(lines, expected.collect::<Vec<_>>());
        let fingerprint = fingerprints.values.as_primitive::<Int64Type>().value(row);
        assert_eq!(fingerprint.cast_unsigned(), document.fingerprint());
        let nodes = xpath.nodes(document).unwrap();
        assert_eq!(texts(&found, row), some(nodes.iter().map(XPathNode::string_value)));
        assert_eq!(text(decoded.values.as_struct().column(0), row).as_ref(), Some(page));
        assert_eq!(text(&sanitized.values, row), Some(sanitize(page, &Preset::Article.sanitizer())));
    }
}

#[test]
fn all_types_of_arrays_give_the_same_values() {
    let pages =
        [Some("<title>Eiche</title>"), None, Some(""), Some("<title>Bär</title><meta charset=utf-8>")];
    let bytes = pages.map(|page| page.map(str::as_bytes));
    let arrays: [ArrayRef; 6] = [
        Arc::new(StringArray::from_iter(pages)),
        Arc::new(LargeStringArray::from_iter(pages)),
        Arc::new(StringViewArray::from_iter(pages)),
        Arc::new(BinaryArray::from_iter(bytes)),
        Arc::new(LargeBinaryArray::from_iter(bytes)),
        Arc::new(BinaryViewArray::from_iter(bytes)),
    ];
    for array in &arrays {
        let titles = html_title(&Documents::new(array).unwrap(), &Options::default());
        let values: Vec<_> = titles.values.as_string::<i64>().iter().collect();
        assert_eq!(values, [Some("Eiche"), None, None, Some("Bär")], "{}", array.data_type());
        assert_eq!(titles.reasons.null_count(), 4);
        // A slice has an offset.
        let slice = array.slice(3, 1);
        let titles = html_title(&Documents::new(&slice).unwrap(), &Options::default());
        assert_eq!(titles.values.as_string::<i64>().value(0), "Bär");
    }
    let dictionary: DictionaryArray<Int8Type> = [pages[3], pages[0], None, pages[3]].into_iter().collect();
    let documents = Documents::new(&dictionary).unwrap().with_urls(&dictionary).unwrap();
    let titles = html_title(&documents, &Options::default());
    let values: Vec<_> = titles.values.as_string::<i64>().iter().collect();
    assert_eq!(values, [Some("Bär"), Some("Eiche"), None, Some("Bär")]);
    let nulls: DictionaryArray<Int8Type> = [None::<&str>; 2].into_iter().collect();
    let titles = html_title(&Documents::new(&nulls).unwrap(), &Options::default());
    assert_eq!(titles.values.null_count(), 2);
    let numbers = arrow_array::Int32Array::from(vec![1]);
    let error = Documents::new(&numbers).unwrap_err().to_string();
    assert_eq!(error, "the column of documents has the type Int32; cast it to Utf8 or Binary");
    let short = StringArray::from(vec!["text/html"]);
    let error = Documents::new(&arrays[0]).unwrap().with_content_types(&short).unwrap_err().to_string();
    assert_eq!(error, "the column of Content-Types has 1 rows, but there are 4 documents");
}

/// A page for which every function has a value.
const GOOD: &str = "<!DOCTYPE html><html lang=en><title>Good</title><meta name=author content=Ann>\
    <script type=application/ld+json>{}</script><p id=a>One</b><table><caption>C</caption><tr><td>1<td>2</table><a href=b>two</a>";

/// Bad rows, each followed by a good one.
fn hostile_rows() -> Vec<Vec<u8>> {
    let families =
        hedgerow_testing::families().map(|family| family.input(family.repetitions(1 << 14)).into_bytes());
    let cut = (0..GOOD.len()).step_by(7).map(|end| GOOD.as_bytes()[..end].to_vec());
    let others = [
        b"\xFF\xFE<".to_vec(),
        b"\xC3\x28\x80\xF0\x9F".to_vec(),
        vec![0; 1000],
        (0..=255).collect(),
        b"<meta charset=utf-16><meta charset=x-user-defined>\xFF".to_vec(),
        "<div>".repeat(20_000).into_bytes(),
        "<table><tr><td colspan=1000 rowspan=65534>x".repeat(100).into_bytes(),
        format!("<base href='https://a.example/{}/'>{}", "b".repeat(50_000), "<a href=c>".repeat(5_000))
            .into_bytes(),
    ];
    let rows = families.chain(cut).chain(others);
    rows.flat_map(|row| [row, GOOD.as_bytes().to_vec()]).collect()
}

/// All functions.
fn extraction() -> Extraction {
    Function::ALL.iter().fold(Extraction::new(), |extraction, (name, arguments)| {
        let given = arguments.iter().map(|argument| match *argument {
            "selector" => "p, a, div",
            "attribute" => "href",
            "preset" => "basic",
            _ => "//a | //@id",
        });
        let function = Function::new(name, &given.collect::<Vec<_>>()).unwrap();
        extraction.field(name, function).unwrap()
    })
}

#[test]
fn bad_rows_do_not_change_good_ones() {
    let rows = hostile_rows();
    let array: BinaryArray = rows.iter().map(|row| Some(&**row)).chain([None]).collect();
    let documents = Documents::new(&array).unwrap().with_url(Some(URL));
    let result = html_extract(&documents, &extraction(), &Options::default());
    let alone = BinaryArray::from_iter([Some(GOOD.as_bytes())]);
    let good = html_extract(
        &Documents::new(&alone).unwrap().with_url(Some(URL)),
        &extraction(),
        &Options::default(),
    );
    let reasons = result.column_by_name("reason").unwrap();
    let mut failed = 0;
    for row in 0..rows.len() {
        if row % 2 == 1 {
            assert_eq!(&result.slice(row, 1), &good, "{row}");
            assert!(reasons.is_null(row));
        }
        failed += usize::from(reasons.is_valid(row));
        // A document has a text unless there is a reason.
        let whole_text = result.column_by_name("html_text").unwrap();
        assert!(whole_text.is_valid(row) || reasons.is_valid(row), "{row}");
    }
    assert!(failed >= 3, "the deep and the long rows are refused: {failed}");
    assert!(result.columns().iter().all(|column| column.is_null(rows.len())), "the null has no values");
    // Each function alone gives the same values.
    for (name, function) in extraction().fields() {
        let column = function.run(&documents, &Options::default());
        assert_eq!(&column.values, result.column_by_name(name).unwrap(), "{name}");
    }
}

/// Returns the reason for a row with this HTML, and checks that the good row after it has a value.
fn reason(html: &str, function: &Function, options: &Options) -> Option<String> {
    let array = StringArray::from(vec![html, GOOD]);
    let column = function.run(&Documents::new(&array).unwrap(), options);
    assert_eq!(column.values.is_null(0), column.reasons.is_valid(0), "{html:.50}");
    assert!(column.values.is_valid(1));
    text(&column.reasons, 0)
}

#[test]
fn limits_are_reasons() {
    let options = Options::default();
    let new = |name, arguments: &[&str]| Function::new(name, arguments).unwrap();
    let deep = "<div>".repeat(1000);
    let expected = "more than 512 elements are nested in one another";
    assert_eq!(reason(&deep, &new("html_text", &[]), &options).as_deref(), Some(expected));
    // In a document, the children of a `frameset` are ignored; the sanitizer parses the page as the contents of an element.
    let frames = "<frameset>".to_owned() + &deep;
    assert_eq!(reason(&frames, &new("html_text", &[]), &options), None);
    assert_eq!(reason(&frames, &new("html_sanitize", &["basic"]), &options).as_deref(), Some(expected));
    let mut short = Options::default();
    short.limits = short.limits.bytes(1000);
    let expected = "the input is longer than 1000 bytes";
    assert_eq!(reason(&"a".repeat(1001), &new("html_title", &[]), &short).as_deref(), Some(expected));
    let mut few = Options::default();
    few.errors = 3;
    let expected = "the document has 5 parse errors, and 3 is the limit";
    assert_eq!(reason("<p></b></b></b></b>", &new("html_errors", &[]), &few).as_deref(), Some(expected));
    // The output is limited to 1 KiB, whatever the length of the document.
    let mut small = Options::default();
    (small.output_bytes, small.output_bytes_per_byte) = (1 << 10, 0);
    let nested = "<div>".repeat(80);
    for (name, arguments, html) in [
        ("html_select", &["div"][..], &*nested),
        ("html_sanitize", &["basic"], &"a".repeat(1025)),
        ("html_select_text", &["p"], &format!("<div><p>{}", "<p>text text".repeat(200))),
        ("html_links", &[], &"<a href=b>".repeat(100)),
        ("html_tables", &[], "<table><tr><td colspan=1000>a"),
        ("html_text", &[], &"a".repeat(1025)),
        ("html_markdown", &[], &"a".repeat(1025)),
        ("html_main_text", &[], &"Oaks grow slowly, and live long. ".repeat(40)),
        ("html_title", &[], &format!("<title>{}", "a".repeat(1025))),
        ("html_attribute", &["p", "id"], &format!("<p id={}>", "a".repeat(1025))),
        ("html_xpath", &["//p"], &format!("<p>{}", "a".repeat(1025))),
        ("html_meta", &[], &format!("<meta name=a content={}>", "a".repeat(1025))),
        ("html_json_ld", &[], &format!("<script type=application/ld+json>{}", "a".repeat(1025))),
        ("html_decode", &[], &"a".repeat(1025)),
    ] {
        let function = new(name, arguments);
        let expected = Some("the output is longer than 1024 bytes");
        assert_eq!(reason(html, &function, &small).as_deref(), expected, "{name}");
        assert_eq!(reason(html, &function, &generous()), None, "{name}");
    }
}

#[test]
fn the_reason_is_a_function() {
    let pages = StringArray::from(vec![Some("<title>Oak"), None, Some("%PDF"), Some(&*"<div>".repeat(600))]);
    let types = StringArray::from(vec![None, None, Some("application/pdf"), None]);
    let documents = Documents::new(&pages).unwrap().with_content_types(&types).unwrap();
    let reasons = html_reason(&documents, &Options::default());
    let texts: Vec<_> = (0..4).map(|row| text(&reasons.values, row)).collect();
    assert_eq!(
        texts,
        [
            None,
            None,
            Some("the Content-Type is application/pdf, not HTML".to_owned()),
            Some("more than 512 elements are nested in one another".to_owned())
        ]
    );
}

#[test]
fn a_field_that_fails_leaves_the_others() {
    let extraction: Extraction = r#"{"title": "html_title", "tables": "html_tables"}"#.parse().unwrap();
    let html = "<title>T</title><table><tr>".to_owned() + &"<td colspan=1000>".repeat(100);
    let array = StringArray::from(vec![&*html]);
    let mut options = Options::default();
    options.output_bytes_per_byte = 0;
    let row: StructArray = html_extract(&Documents::new(&array).unwrap(), &extraction, &options);
    assert_eq!(text(row.column_by_name("title").unwrap(), 0).as_deref(), Some("T"));
    assert!(row.column_by_name("tables").unwrap().is_null(0));
    let reason = text(row.column_by_name("reason").unwrap(), 0);
    assert_eq!(reason.as_deref(), Some("tables: the output is longer than 65536 bytes"));
}

#[test]
fn tables_and_decoded_texts_have_their_values() {
    let html = b"<meta charset=koi8-r><table><caption>\xC4\xD5\xC2</caption><tr><td rowspan=2>1<td>2<tr><td>3</table>";
    let array = BinaryArray::from_vec(vec![html]);
    let documents = Documents::new(&array).unwrap();
    let tables = html_tables(&documents, &Options::default());
    assert_eq!(field(&tables, 0, "caption"), some(["дуб"]));
    let rows = tables.values.as_list::<i32>().value(0).as_struct().column(1).as_list::<i32>().value(0);
    let row = |index: usize| {
        let cells = rows.as_list::<i32>().value(index);
        (0..cells.len()).map(|cell| text(&cells, cell).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!([row(0), row(1)], [["1", "2"], ["1", "3"]]);
    let decoded = html_decode(&documents, &Options::default());
    let field = |name| text(decoded.values.as_struct().column_by_name(name).unwrap(), 0).unwrap();
    assert!(field("text").contains("дуб"));
    assert_eq!(field("encoding"), "KOI8-R");
    assert_eq!(field("encoding_reason"), "a meta element in the first 1024 bytes");
}

#[test]
fn decoded_texts_have_the_state_of_their_encoding() {
    let cut = "<title>Дубы и вязы</title>".as_bytes().split_last_chunk::<9>().unwrap().0;
    let pages = BinaryArray::from_vec(vec![b"\xEF\xBB\xBF<p>\xFF", cut]);
    let state = |options: &Options| {
        let decoded = html_decode(&Documents::new(&pages).unwrap(), options).values;
        let decoded = decoded.as_struct().clone();
        let column = |name| decoded.column_by_name(name).unwrap().clone();
        [0, 1].map(|row| {
            let certain = column("encoding_certain").as_boolean().value(row);
            let malformed = column("malformed_sequences").as_primitive::<Int64Type>().value(row);
            (text(&column("encoding"), row).unwrap(), certain, malformed)
        })
    };
    let utf_8 = || "UTF-8".to_owned();
    assert_eq!(state(&Options::default()), [(utf_8(), true, 1), ("windows-1251".to_owned(), false, 0)]);
    let mut options = Options::default();
    options.prefer_utf8 = true;
    assert_eq!(state(&options), [(utf_8(), true, 1), (utf_8(), false, 1)]);
}

#[test]
fn specifications_have_clear_errors() {
    let parse = |json: &str| json.parse::<Extraction>().map(|extraction| extraction.to_string());
    let json = r#"{"b":{"function":"html_title"},"a":{"attribute":"href","function":"html_attribute","selector":"a"}}"#;
    assert_eq!(parse(json).as_deref(), Ok(json), "the order is kept");
    for (json, expected) in [
        ("[]", "an extraction is a JSON object"),
        (
            r#"{"a": "title"}"#,
            "field \"a\": there is no function \"title\"; the functions are html_attribute, ",
        ),
        (r#"{"a": "html_select"}"#, "field \"a\": html_select takes 1 argument (selector), but got 0"),
        (
            r#"{"a": {"function": "html_title", "selector": "p"}}"#,
            "field \"a\": html_title has no argument \"selector\"",
        ),
        (r#"{"a": {"function": "html_select", "selector": "p["}}"#, "field \"a\": "),
        (r#"{"a": "html_title", "a": "html_text"}"#, "there are two fields \"a\""),
        (r#"{"reason": "html_title"}"#, "the field \"reason\" contains the reasons"),
    ] {
        let message = parse(json).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{message}");
    }
}
