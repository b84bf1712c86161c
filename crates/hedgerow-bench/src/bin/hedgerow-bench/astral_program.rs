//! The program that processes pages with astral-html. `astral.rs` builds it, and `process.rs` describes the protocol.
//!
//! The arguments are the operation, `document` or `reader`, and the version of astral-html.

use std::hint::black_box;
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::time::Instant;

use astral_html::{Document, Limits, Reader};
use cpu_time::ProcessTime;

/// The maximum limits, because the default limits refuse elements nested more than 256 deep.
const LIMITS: Limits = Limits { max_input_bytes: usize::MAX, max_nodes: usize::MAX, max_depth: usize::MAX };

fn parse(page: &str) {
    let document = Document::parse_with_limits(page, LIMITS);
    drop(black_box(document.expect("no limit can be exceeded")));
}

fn read(page: &str) {
    black_box(Reader::new(page).count());
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let run = if arguments[1] == "document" { parse } else { read };
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut pages = Vec::new();
    let mut line = String::new();
    writeln!(output, "ready {}", arguments[2])?;
    loop {
        output.flush()?;
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| words[index].parse::<usize>().expect("a number");
        if words[0] == "page" {
            let mut page = vec![0; number(1)];
            input.read_exact(&mut page)?;
            pages.push(String::from_utf8(page).expect("a page is UTF-8"));
            writeln!(output, "kept")?;
        } else {
            let (page, count) = (&pages[number(1)], number(2));
            let (clock, processor) = (Instant::now(), ProcessTime::now());
            for _ in 0..count {
                run(page);
            }
            let (clock, processor) = (clock.elapsed(), processor.elapsed());
            writeln!(output, "{} {}", clock.as_secs_f64(), processor.as_secs_f64())?;
        }
    }
}
