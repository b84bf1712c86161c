//! Each public function that returns text or a list from a tree has a bounded form.
//!
//! Elements of a tree can share attributes and texts, so a short input can have a very long output: HTML repeats the shared
//! parts for each element. The rule: a list is lazy, and a text has a form that takes a limit, usually a method that writes to a
//! [`LimitedWriter`]. The test finds the functions in the sources, so that a new function without an entry in [`FUNCTIONS`]
//! fails it, and runs the bounded form of each on trees with shared parts.
//!
//! There is only one test, because memory is counted for the whole process.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use hedgerow::extract::{ContentOptions, Extract as _, LinkStyle, MarkdownOptions, ToMarkdown as _};
use hedgerow::json::ToJson as _;
use hedgerow::sanitize::{Sanitizer, sanitize};
use hedgerow::select::SelectorBuilder;
use hedgerow::serialize::{
    LimitedWriter, RenderedTextOptions, SerializeOptions, ToTestFormat as _, ToXml as _, WriteOptions,
    XmlOptions,
};
use hedgerow::xpath::{Limits, XPath};
use hedgerow::{Document, NodeRef, Select as _, ToHtml as _};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The crates whose functions return parts of trees.
const CRATES: [&str; 10] = [
    "hedgerow", "hedgerow-dom", "hedgerow-extract", "hedgerow-json", "hedgerow-sanitize", "hedgerow-select",
    "hedgerow-serialize", "hedgerow-source", "hedgerow-trace", "hedgerow-xpath",
];

/// A function, by its crate and name. Functions of the same name in one crate have one entry.
struct Function(&'static str, Bound);

/// How the output of a function is bounded.
enum Bound {
    /// The output is lazy, or this is the bounded form.
    Runs(fn(&Input)),
    /// The function does not return parts of a tree that elements can share, for this reason.
    NotShared(&'static str),
}

use Bound::{NotShared, Runs};

/// A document, and a limit on the output in proportion to its input.
struct Input {
    html: String,
    document: Document,
    most: u64,
}

impl Input {
    /// The node whose output has all shared parts.
    fn root(&self) -> NodeRef<'_> {
        self.document.root()
    }
}

const OF_INPUT: &str = "the result is at most a few times as long as the argument";
const OF_NODES: &str = "the result has at most one item for each node, or is a list of the caller's items";
const FIXED: &str = "the result is short";
const INTERNAL: &str = "for the crates of this workspace";

const FUNCTIONS: &[Function] = &[
    Function("hedgerow-dom ids", Runs(|input| keep(input.document.ids().next()))),
    Function("hedgerow-dom take_freed_slots", NotShared(INTERNAL)),
    Function("hedgerow-dom nodes", NotShared(OF_NODES)),
    Function("hedgerow-dom take_link_changes", NotShared(OF_NODES)),
    Function("hedgerow-dom keyed_attributes", NotShared(INTERNAL)),
    Function(
        "hedgerow-dom text",
        Runs(|input| {
            let write = |text: &mut LimitedWriter<String>| {
                input.root().texts().try_for_each(|part| text.write_str(part))
            };
            keep(LimitedWriter::text(input.most, write));
        }),
    ),
    Function("hedgerow-dom own_text", Runs(|input| keep(input.root().own_text()))),
    Function("hedgerow-dom title", Runs(|input| keep(input.document.title()))),
    Function("hedgerow-dom instruction_attributes", NotShared("the attributes in the data of one node")),
    Function("hedgerow-serialize escape_text", NotShared(OF_INPUT)),
    Function("hedgerow-serialize escape_attribute", NotShared(OF_INPUT)),
    Function("hedgerow-serialize text", NotShared("it takes a limit")),
    Function(
        "hedgerow-serialize to_test_format",
        Runs(|input| text(input, |writer| input.root().write_test_format(writer))),
    ),
    Function(
        "hedgerow-serialize inner_html",
        Runs(|input| text(input, |html| input.root().write_inner_html(html, SerializeOptions::default()))),
    ),
    Function(
        "hedgerow-serialize outer_html",
        Runs(|input| text(input, |html| input.root().write_outer_html(html, SerializeOptions::default()))),
    ),
    Function(
        "hedgerow-serialize to_html",
        Runs(|input| {
            for options in [WriteOptions::default(), WriteOptions::minify(), WriteOptions::pretty()] {
                text(input, |html| input.root().write_html(html, &options));
            }
        }),
    ),
    Function(
        "hedgerow-serialize rendered_text",
        Runs(|input| {
            text(input, |writer| input.root().write_rendered_text(writer, RenderedTextOptions::default()));
        }),
    ),
    Function(
        "hedgerow-serialize to_xml",
        Runs(|input| {
            let mut xml = LimitedWriter::new(String::new(), input.most);
            let _ = input.root().write_xml(&mut xml, XmlOptions::default());
            keep(xml.finish());
        }),
    ),
    Function("hedgerow-select iter", NotShared("the selectors of a list")),
    Function("hedgerow-select select_text", Runs(|input| strings(input, false))),
    Function("hedgerow-select select_text_deep", Runs(|input| strings(input, true))),
    Function(
        "hedgerow-json to_json",
        Runs(|input| {
            let mut json = LimitedWriter::new(Vec::new(), input.most);
            let _ = input.root().write_json(&mut json);
            keep(json.finish());
        }),
    ),
    Function("hedgerow-sanitize name", NotShared(FIXED)),
    Function("hedgerow-sanitize added_attributes", NotShared(INTERNAL)),
    Function("hedgerow-sanitize into_parts", NotShared(INTERNAL)),
    Function("hedgerow-sanitize write_plain", NotShared("it takes a limit")),
    Function("hedgerow-source edits", NotShared(OF_NODES)),
    Function(
        "hedgerow-source apply",
        NotShared("the result is as long as the source and the caller's replacements"),
    ),
    Function("hedgerow-source attribute_spans", NotShared(OF_NODES)),
    Function("hedgerow-source text_pieces", NotShared(OF_NODES)),
    Function("hedgerow-xpath css_path", Runs(|input| keep(hedgerow::xpath::css_path(last(input))))),
    Function("hedgerow-xpath xpath_of", Runs(|input| keep(hedgerow::xpath::xpath_of(last(input))))),
    Function("hedgerow-xpath to_text", Runs(xpath)),
    Function("hedgerow-xpath iter", Runs(xpath)),
    Function("hedgerow-xpath string_value", Runs(xpath)),
    Function("hedgerow-extract iter", NotShared("it reads the result of `links` or `tables`")),
    Function("hedgerow-extract join", NotShared("one address")),
    Function("hedgerow-extract encode_query", NotShared(OF_INPUT)),
    Function("hedgerow-extract base_url", Runs(|input| keep(input.document.base_url(None)))),
    Function(
        "hedgerow-extract links",
        Runs(|input| {
            let links = input.document.links(None);
            black_box(links.iter().next().is_some());
        }),
    ),
    Function(
        "hedgerow-extract tables",
        Runs(|input| {
            let tables = input.document.tables();
            black_box(tables.iter().map(|table| table.rows().count()).sum::<usize>());
        }),
    ),
    Function("hedgerow-extract meta", Runs(|input| keep(input.document.meta().next()))),
    Function("hedgerow-extract json_ld", Runs(|input| keep(input.document.json_ld().next()))),
    Function("hedgerow-trace address", NotShared(FIXED)),
    Function("hedgerow-extract elements", NotShared("it returns a slot of a row at a time")),
    Function("hedgerow-extract rules", NotShared(FIXED)),
    Function("hedgerow-extract nodes", NotShared(OF_NODES)),
    Function(
        "hedgerow-extract markdown",
        Runs(|input| {
            let options = MarkdownOptions::default();
            text(input, |writer| input.root().write_markdown(writer, &options));
            text(input, |writer| input.root().write_markdown(writer, &options.links(LinkStyle::References)));
        }),
    ),
    Function("hedgerow-extract to_markdown", NotShared("it takes the options of `markdown`")),
    Function(
        "hedgerow-extract text",
        Runs(|input| {
            let content = input.document.main_content(&ContentOptions::default());
            text(input, |writer| content.write_text(writer));
        }),
    ),
    Function("hedgerow all", NotShared(FIXED)),
    Function("hedgerow into_parts", NotShared("`Limits::errors` bounds the errors")),
    Function("hedgerow errors_left_out", NotShared(FIXED)),
    Function("hedgerow address", NotShared(FIXED)),
    Function("hedgerow message", NotShared(FIXED)),
    Function(
        "hedgerow get_html",
        Runs(|input| {
            let options = SerializeOptions::default().serializable_shadow_roots(true);
            text(input, |html| input.root().write_inner_html(html, options));
        }),
    ),
    Function("hedgerow sanitize", Runs(|input| keep(sanitize(&input.html, &Sanitizer::new())))),
    Function(
        "hedgerow try_sanitize",
        Runs(|input| keep(hedgerow::Parser::new().try_sanitize(&input.html, &Sanitizer::new()))),
    ),
    Function("hedgerow-trace open_elements_upwards", NotShared("a name for each open element")),
    Function("hedgerow-trace active_formatting_elements", NotShared("a name for each entry of the list")),
    Function("hedgerow unescape_text", NotShared(OF_INPUT)),
    Function("hedgerow unescape_attribute", NotShared(OF_INPUT)),
];

/// Keeps the compiler from removing the computation of a value.
fn keep<T>(value: T) {
    black_box(value);
}

fn text(input: &Input, write: impl FnOnce(&mut LimitedWriter<String>) -> std::fmt::Result) {
    keep(LimitedWriter::text(input.most, write));
}

fn strings(input: &Input, is_deep: bool) {
    let selector = SelectorBuilder::new().extensions().parse("*::attr(title)").unwrap();
    let strings = if is_deep {
        input.root().select_text_deep(&selector).unwrap().take(2).count()
    } else {
        input.root().select_text(&selector).unwrap().take(2).count()
    };
    black_box(strings);
}

/// The texts of an XPath are created while the expression takes steps.
fn xpath(input: &Input) {
    let limits = Limits::UNLIMITED.steps(input.most / 16);
    for expression in
        ["string(/)", "count(//*[@title = string(@title)])", "str:concat(//b/@title)", "//@title"]
    {
        let found = XPath::parse(expression).unwrap().evaluator().limits(limits).evaluate(&input.document);
        black_box(found.is_ok_and(|value| value.into_nodes().is_some_and(|nodes| nodes.iter().count() > 0)));
    }
}

fn last(input: &Input) -> NodeRef<'_> {
    input.root().descendants().filter(|node| node.element_name().is_some()).last().unwrap()
}

/// Trees of inputs of about `size` bytes whose elements share an attribute.
fn inputs(size: usize) -> [String; 5] {
    let clones = "<selectedcontent></selectedcontent>".repeat(size / 72);
    [
        format!("<p><b title='{}'>{}", "x".repeat(size / 2), "<p>y".repeat(size / 8)),
        format!("<select><button>{clones}</button><option><img srcset='{}'>", "a ,".repeat(size / 6)),
        format!("<select><button>{clones}</button><option><a href=x>{}", "y ".repeat(size / 4)),
        format!("<select><button>{clones}</button><option><table><td>{}", "y ".repeat(size / 4)),
        format!("<table><tr>{}{}", "<td rowspan=0>".repeat(size / 28), "<tr>".repeat(size / 8)),
    ]
}

/// The size of the inputs. With it, an output with all shared parts has more than a thousand bytes for each byte.
const SIZE: usize = 1 << 15;

/// The maximum number of allocated bytes for each byte of input.
const MOST_FOR_A_BYTE: usize = 192;

#[test]
fn functions_that_return_text_or_lists_are_bounded() {
    let known: BTreeSet<&str> = FUNCTIONS.iter().map(|Function(name, _)| *name).collect();
    assert_eq!(known.len(), FUNCTIONS.len(), "a function has two entries");
    let found: BTreeSet<String> = CRATES.iter().flat_map(|name| functions(name)).collect();
    let missing: Vec<_> = found.iter().filter(|name| !known.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "without an entry that says how the output is bounded: {missing:?}");
    let gone: Vec<_> = known.iter().filter(|name| !found.contains(**name)).collect();
    assert!(gone.is_empty(), "no such functions: {gone:?}");

    let mut greedy = Vec::new();
    for html in [1, 2].into_iter().flat_map(|factor| inputs(factor * SIZE)) {
        let document = hedgerow::parse(&html);
        let input = Input { most: 16 * html.len() as u64, document, html };
        for Function(name, bound) in FUNCTIONS {
            let run = match bound {
                Runs(run) => run,
                NotShared(reason) => {
                    assert!(!reason.is_empty(), "{name} needs a reason");
                    continue;
                }
            };
            ALLOCATOR.reset_peak_usage();
            let before = ALLOCATOR.current_usage();
            run(&input);
            let for_a_byte = (ALLOCATOR.peak_usage() - before) / input.html.len();
            if for_a_byte > MOST_FOR_A_BYTE {
                greedy.push(format!("{name}: {for_a_byte} bytes for a byte of {:.20}", input.html));
            }
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}

/// The types that are, or contain, text or a list.
const TYPES: [&str; 7] = ["String", "Vec<", "Cow<", "Iterator", "Links<", "Tables<", "Strings<"];

/// Returns the public functions of a crate that return text or a list, with the name of the crate.
fn functions(name: &str) -> Vec<String> {
    let mut files = Vec::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    collect_files(&crates.join(name).join("src"), &mut files);
    let mut functions = Vec::new();
    for file in files {
        let source = fs::read_to_string(&file).unwrap();
        let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let mut is_in_trait = false;
        let mut signature: Option<String> = None;
        for line in source.lines() {
            is_in_trait = line.starts_with("pub trait ") || is_in_trait && line != "}";
            let code = line.trim_start();
            match &mut signature {
                Some(signature) => *signature += code,
                None if line.len() - code.len() <= 4 => {
                    let of_trait = code.strip_prefix("fn ").filter(|_| is_in_trait);
                    let public = code.strip_prefix("pub fn ").or_else(|| code.strip_prefix("pub const fn "));
                    signature = public.or(of_trait).map(str::to_owned);
                }
                None => {}
            }
            if line.ends_with(['{', '}', ';'])
                && let Some(signature) = signature.take()
                && let Some((_, result)) = signature.rsplit_once("-> ")
                && TYPES.iter().any(|kind| result.contains(kind))
            {
                let end = signature.find(|character: char| !character.is_alphanumeric() && character != '_');
                functions.push(format!("{name} {}", &signature[..end.unwrap_or(0)]));
            }
        }
    }
    functions
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
}
