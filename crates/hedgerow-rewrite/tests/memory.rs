//! The memory of a rewriter, measured alone in its process.
//!
//! `HEDGEROW_MEGABYTES` is the length of the long document (4 by default).

use hedgerow::EncodingHints;
use hedgerow::rewrite::{Beyond, Content, Outcome, RewriteStream, Rewriter};
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

#[test]
fn the_memory_is_bounded() {
    a_long_document_takes_memory_for_its_depth_only();
    selectors_that_are_decided_later_take_no_memory_for_other_elements();
    a_long_document_with_held_elements_takes_memory_for_them_only();
    the_limit_holds_inside_a_chunk();
    tables_do_not_copy_the_numbers_of_the_types();
    held_text_and_names_are_limited();
}

fn length() -> usize {
    std::env::var("HEDGEROW_MEGABYTES").map_or(4, |text| text.parse().unwrap()) << 20
}

/// Returns the result of an action, and the peak of the memory that it takes in addition.
fn with_peak<T>(action: impl FnOnce() -> T) -> (T, usize) {
    PEAK.reset_peak_usage();
    let before = PEAK.current_usage();
    let result = action();
    (result, PEAK.peak_usage() - before)
}

/// Feeds a piece until a length is reached, and ends the document. Returns the number of bytes, and the result.
fn feed(mut stream: RewriteStream<'_, Counter>, piece: &str, length: usize) -> (usize, Counter, Outcome) {
    let mut fed = 0;
    while fed < length {
        stream.feed(piece.as_bytes()).unwrap();
        fed += piece.len();
    }
    let (written, outcome) = stream.finish().unwrap();
    (fed, written, outcome)
}

fn a_long_document_takes_memory_for_its_depth_only() {
    let length = length();
    let list =
        "<ul><li><a href=x class=y>1</a><li><b><a class=x>2</b></a></ul><!-- --><table>x<td></table>\r\n";
    let piece = format!("<section>{}</table></section>", list.repeat((1 << 16) / list.len()));
    let stream = Rewriter::new()
        .on("li:nth-child(2n) a.x", |a| Ok(a.set_attribute("href", "/")?))
        .unwrap()
        .on("ul", |list| {
            list.on_end(|_| Ok(()))?;
            Ok(list.append(Content::Html("<li>3</li>"))?)
        })
        .unwrap()
        .on_every_text(|_| Ok(()))
        .on_every_comment(|comment| {
            comment.remove();
            Ok(())
        })
        .stream_bytes(&EncodingHints::new(), Counter(0));
    let ((fed, written, outcome), memory) = with_peak(|| feed(stream, &piece, length));
    println!("{fed} bytes take {memory} bytes of memory");
    assert!(written.0 > fed && outcome.departure_count == 0);
    assert!(memory < 2_000_000, "{memory}");
}

fn a_long_document_with_held_elements_takes_memory_for_them_only() {
    const LIMIT: usize = 1 << 17;
    let length = length() / 4;
    let section =
        "<section><ul><li>1<li><a class=x>2</a></ul><p>3<p><b>4</b><table>x<td></table></section>\r\n";
    let piece = section.repeat((1 << 16) / section.len());
    let selector =
        "li:last-child, p:has(b), body:has(#x) section:has(ul) a.x, td:nth-last-child(2n), ul:empty";
    let rewriter = Rewriter::new().limit(LIMIT, Beyond::KeepSource);
    let rewriter = rewriter.on(selector, |element| Ok(element.set_attribute("href", "/")?)).unwrap();
    let rewriter = rewriter.on_contents("ul", |list| Ok(list.append(Content::Html("<li>3</li>"))?)).unwrap();
    let stream = rewriter.stream_bytes(&EncodingHints::new(), Counter(0));
    let ((fed, written, outcome), memory) = with_peak(|| feed(stream, &piece, length));
    println!(
        "{fed} bytes with held elements take {memory} bytes of memory, {} are not decided",
        outcome.undecided
    );
    assert!(written.0 > fed && outcome.undecided > 0 && !outcome.was_cut);
    // The limits are those of text, of decisions, and of events, which is four times as high; vectors have unused capacity.
    assert!(memory < 2_000_000 + 32 * LIMIT, "{memory}");
}

/// Counts the bytes of the output.
struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn tables_do_not_copy_the_numbers_of_the_types() {
    let rewriter = Rewriter::new().on("*:nth-of-type(2)", |_| Ok(())).unwrap();
    let mut stream = rewriter.stream_bytes(&EncodingHints::new(), std::io::sink());
    let ((), memory) = with_peak(|| {
        for number in 0..8_000 {
            stream.feed(format!("<x{number}></x{number}>").as_bytes()).unwrap();
        }
        for _ in 0..200 {
            stream.feed(b"<table><y></y></table>").unwrap();
        }
    });
    stream.finish().unwrap();
    assert!(memory < 4_000_000, "{memory}");
}

fn selectors_that_are_decided_later_take_no_memory_for_other_elements() {
    for (selector, start) in [
        ("i:nth-last-child(2n)", ""),
        ("p:has(> b:is(html:last-child b))", "<p>"),
        ("b:nth-last-child(2n)", ""),
    ] {
        let rewriter = Rewriter::new().limit(100_000, Beyond::KeepSource).on(selector, |_| Ok(())).unwrap();
        let mut stream = rewriter.stream_bytes(&EncodingHints::new(), std::io::sink());
        stream.feed(start.as_bytes()).unwrap();
        let piece = "<b></b>".repeat(1 << 8);
        let ((), memory) = with_peak(|| (0..3_000).for_each(|_| stream.feed(piece.as_bytes()).unwrap()));
        assert!(!stream.finish().unwrap().1.was_cut, "{selector}");
        assert!(memory < 2_000_000, "{selector}: {memory}");
    }
}

fn the_limit_holds_inside_a_chunk() {
    let html = "<div><b></b></div>".repeat(100_000);
    let rewriter = Rewriter::new().limit(100_000, Beyond::KeepSource);
    let rewriter = rewriter.on("body:has(#x) > div:has(b) ~ a", |_| Ok(())).unwrap();
    let mut stream = rewriter.stream_bytes(&EncodingHints::new(), std::io::sink());
    let ((), memory) = with_peak(|| stream.feed(html.as_bytes()).unwrap());
    assert!(stream.finish().unwrap().1.was_cut);
    assert!(memory < 2 * html.len() + 1_000_000, "{memory}");
}

fn held_text_and_names_are_limited() {
    let spaces = std::iter::repeat_with(|| " ".repeat(1_000));
    let names = (0..).map(|number| format!("<{number:x>1000}>"));
    for mut chunks in [Box::new(spaces) as Box<dyn Iterator<Item = String>>, Box::new(names)] {
        let rewriter = Rewriter::new().limit(100_000, Beyond::Error);
        let mut stream = rewriter.stream_bytes(&EncodingHints::new(), std::io::sink());
        stream.feed(b"<table>").unwrap();
        let fed = chunks.by_ref().take(200).position(|chunk| stream.feed(chunk.as_bytes()).is_err());
        assert!(fed.is_some_and(|fed| fed > 90), "{fed:?}");
    }
}
