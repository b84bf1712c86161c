//! Finds the main content of the pages of a folder, for measurements: `main_content FOLDER [IDS] [--effects | --time]`.
//!
//! The folder has a page in `html/ID.html.gz` for each id, and `truth.jsonl.gz`, a line of JSON for each page with its `id` and
//! its `main_content`. IDS is a file of ids, one in each line; without it, all pages are read.
//!
//! By default, prints a line of JSON for each page, with its `id` and its `text`. With `--effects`, prints the word F1, and for
//! each rule the F1 without it. With `--time`, prints how long parsing and finding the content take.

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use hedgerow::Document;
use hedgerow::extract::{ContentOptions, Extract as _, MainContent, measure};
use rayon::prelude::*;
use serde_json::{Value, json};

struct Page {
    id: String,
    html: Vec<u8>,
    content: HashMap<String, u32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, paths): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.starts_with("--"));
    let folder = Path::new(paths.first().ok_or("usage: main_content FOLDER [IDS] [--effects | --time]")?);
    let ids = paths.get(1).map(fs::read_to_string).transpose()?;
    let pages = pages(folder, ids.as_deref())?;
    match flags.first().map(|flag| flag.as_str()) {
        Some("--effects") => effects(&pages),
        Some("--time") => time(&pages),
        _ => {
            let texts: Vec<(&str, String)> = pages
                .par_iter()
                .map(|page| {
                    let document = hedgerow::parse_bytes(&page.html);
                    (page.id.as_str(), document.main_content(&ContentOptions::default()).text())
                })
                .collect();
            for (id, text) in texts {
                println!("{}", json!({ "id": id, "text": text }));
            }
        }
    }
    Ok(())
}

fn pages(folder: &Path, ids: Option<&str>) -> Result<Vec<Page>, Box<dyn Error>> {
    let wanted: Option<Vec<&str>> = ids.map(|ids| ids.split_whitespace().collect());
    let truth = BufReader::new(GzDecoder::new(File::open(folder.join("truth.jsonl.gz"))?));
    let mut pages = Vec::new();
    for line in truth.lines() {
        let page: Value = serde_json::from_str(&line?)?;
        let id = page.get("id").and_then(Value::as_str).ok_or("a page without an id")?;
        if wanted.as_ref().is_some_and(|wanted| !wanted.contains(&id)) {
            continue;
        }
        let mut html = Vec::new();
        GzDecoder::new(File::open(folder.join("html").join(format!("{id}.html.gz")))?)
            .read_to_end(&mut html)?;
        let content = page.get("main_content").and_then(Value::as_str).unwrap_or_default();
        pages.push(Page { id: id.to_owned(), html, content: words(content) });
    }
    Ok(pages)
}

/// The number of each word of a text.
fn words(text: &str) -> HashMap<String, u32> {
    let lower = text.to_lowercase();
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words = HashMap::new();
    for word in lower.split(|character| !is_word(character)).filter(|word| !word.is_empty()) {
        *words.entry(word.to_owned()).or_default() += 1;
    }
    words
}

/// The word F1 of a text.
fn f1(content: &HashMap<String, u32>, text: &str) -> f64 {
    let found = words(text);
    let both: u32 =
        found.iter().map(|(word, count)| content.get(word).copied().unwrap_or(0).min(*count)).sum();
    let all: u32 = found.values().sum::<u32>() + content.values().sum::<u32>();
    if all == 0 { 1.0 } else { 2.0 * f64::from(both) / f64::from(all) }
}

fn effects(pages: &[Page]) {
    let documents: Vec<Document> = pages.par_iter().map(|page| hedgerow::parse_bytes(&page.html)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few thousand pages")]
    let mean = |find: &(dyn for<'d> Fn(&'d Document) -> MainContent<'d> + Sync)| {
        let sum: f64 = pages
            .par_iter()
            .zip(&documents)
            .map(|(page, document)| f1(&page.content, &find(document).text()))
            .sum();
        sum / pages.len() as f64
    };
    let all = mean(&|document| document.main_content(&ContentOptions::default()));
    println!("{all:.4} with all rules");
    for (name, reason) in measure::rules() {
        let without = mean(&|document| measure::without(document, name));
        println!("{:+.4}\t{name}\t{reason}", all - without);
    }
}

fn time(pages: &[Page]) {
    let mut times: Vec<(Duration, Duration)> = Vec::new();
    for page in pages {
        let best = |run: &mut dyn FnMut()| {
            let once = |run: &mut dyn FnMut()| {
                let start = Instant::now();
                run();
                start.elapsed()
            };
            (0..5).map(|_| once(run)).min().unwrap_or_default()
        };
        let parse = best(&mut || drop(hedgerow::parse_bytes(&page.html)));
        let document = hedgerow::parse_bytes(&page.html);
        let find = best(&mut || drop(document.main_content(&ContentOptions::default())));
        times.push((parse, find));
    }
    let total = |of: fn(&(Duration, Duration)) -> Duration| times.iter().map(of).sum::<Duration>();
    println!("parse {:?}, main content {:?}", total(|time| time.0), total(|time| time.1));
    times.sort_by_key(|time| time.0 + time.1);
    println!("median page: {:?}", times.get(times.len() / 2));
    let worst = times.iter().map(|time| time.1.as_secs_f64() / time.0.as_secs_f64()).fold(0.0, f64::max);
    println!("the main content takes at most {worst:.2} times as long as the parse");
}
