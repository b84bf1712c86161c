//! Generates a web archive of HTML responses, some of them damaged. The same seed gives the same bytes.

use std::fmt::Write as _;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

/// A response of the archive.
#[allow(dead_code, reason = "each test reads other fields")]
pub(crate) struct Response {
    /// The address.
    pub(crate) url: String,
    /// The title of the page, which is unique.
    pub(crate) title: String,
    /// The number of links on the page.
    pub(crate) links: usize,
    /// How the response is damaged.
    pub(crate) damage: Damage,
}

/// The kind of damage of a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    /// The response is complete.
    None,
    /// The second half of the gzip member is missing.
    CutMember,
    /// Some bytes in the gzip member are wrong.
    WrongBytes,
    /// The body is not valid in its content coding.
    WrongCoding,
    /// The record states a length that is too long.
    WrongLength,
}

/// A random number generator: xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

const WORDS: [&str; 24] = [
    "hawthorn", "hazel", "oak", "ash", "field", "maple", "holly", "the", "and", "of", "in", "a", "hedge",
    "grows", "between", "two", "fields", "birds", "nest", "blackthorn", "winter", "spring", "Hecke",
    "Weißdorn",
];

/// Writes an archive with `count` responses, each in a gzip member, and returns a description of them.
///
/// # Errors
///
/// The errors of the writer.
pub(crate) fn write_archive(output: &mut impl Write, count: usize, seed: u64) -> io::Result<Vec<Response>> {
    let mut random = Random(seed | 1);
    let mut responses = Vec::with_capacity(count);
    for number in 0..count {
        let damage = match random.below(100) {
            0 => Damage::CutMember,
            1 => Damage::WrongBytes,
            2 => Damage::WrongCoding,
            3 => Damage::WrongLength,
            _ => Damage::None,
        };
        let url = format!("https://site{}.example/page/{number}", number % 97);
        let (title, links, page) = page(number, &mut random);
        let request = record("request", &url, number, b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", 0);
        output.write_all(&gzip(&request)?)?;
        let block = response(&page, damage, &mut random)?;
        let added = if damage == Damage::WrongLength { 1000 } else { 0 };
        let mut member = gzip(&record("response", &url, number, &block, added))?;
        match damage {
            Damage::CutMember => member.truncate(member.len() / 2),
            Damage::WrongBytes => {
                let middle = member.len() / 2;
                member[middle..middle + 4].copy_from_slice(&[0xFF, 0x00, 0xAA, 0x55]);
            }
            _ => {}
        }
        output.write_all(&member)?;
        responses.push(Response { url, title, links, damage });
    }
    Ok(responses)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(3));
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Returns a record whose stated length is `added` bytes too long.
fn record(kind: &str, url: &str, number: usize, block: &[u8], added: usize) -> Vec<u8> {
    let length = block.len() + added;
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n\
         WARC-Date: 2024-05-01T12:{:02}:{:02}Z\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\n\
         WARC-Identified-Payload-Type: text/html\r\nContent-Length: {length}\r\n\r\n",
        number / 60 % 60,
        number % 60,
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns an HTTP response with a page, with one of several codings.
fn response(page: &[u8], damage: Damage, random: &mut Random) -> io::Result<Vec<u8>> {
    let mut head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n".to_owned();
    let mut body = page.to_vec();
    match random.below(4) {
        0 => {
            head += "Content-Encoding: gzip\r\n";
            body = gzip(page)?;
        }
        1 => {
            head += "Content-Encoding: deflate\r\n";
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(page)?;
            body = encoder.finish()?;
        }
        2 if damage != Damage::WrongCoding => {
            head += "Transfer-Encoding: chunked\r\n";
            let chunks = page
                .chunks(4096)
                .map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
            body = chunks.chain([b"0\r\n\r\n".to_vec()]).collect::<Vec<_>>().concat();
        }
        _ => {}
    }
    if damage == Damage::WrongCoding {
        head = head.replace("deflate", "br").replace("gzip", "br");
        if !head.contains("br") {
            head += "Content-Encoding: br\r\n";
        }
    }
    Ok([head.as_bytes(), b"\r\n", &body].concat())
}

/// Returns a page with its title and the number of its links. Most pages are short, and a few are long.
fn page(number: usize, random: &mut Random) -> (String, usize, Vec<u8>) {
    let title = format!("Page {number} about {}", WORDS[random.below(WORDS.len())]);
    let blocks = 2 + random.below(12) * if random.below(50) == 0 { 40 } else { 1 };
    let mut links = 0;
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>{title}</title>\
         <meta name=description content=\"page {number}\"></head><body>\n"
    );
    for block in 0..blocks {
        let _ = write!(html, "<div class=\"block b{}\"><h2 id=h{block}>Section {block}</h2><p>", block % 5);
        for _ in 0..20 + random.below(60) {
            let word = WORDS[random.below(WORDS.len())];
            match random.below(25) {
                0 => {
                    links += 1;
                    let _ = write!(html, "<a href=\"/{word}/{block}\">{word}</a> ");
                }
                1 => {
                    let _ = write!(html, "<b>{word}</b> ");
                }
                _ => {
                    let _ = write!(html, "{word} ");
                }
            }
        }
        html += "\n</div>\n";
    }
    html += "</body></html>\n";
    (title, links, html.into_bytes())
}
