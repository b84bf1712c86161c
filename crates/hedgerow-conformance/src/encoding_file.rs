//! The reader of the encoding suite's files: bytes below a line `#data`, and the label of their encoding below a line
//! `#encoding`.
//!
//! Two headings are our own: `#description` before `#data`; and `#sniffed` at the end, with the label of what the encoding
//! sniffing algorithm finds by itself, where the parser then changes the encoding.
//!
//! What is not here: how the tests are run (`encoding_run`).

use anyhow::{Context as _, Result, bail};
use hedgerow::{Encoding, encoding_for_label};

/// The headings.
const DESCRIPTION: &[u8] = b"#description";
const DATA: &[u8] = b"#data";
const ENCODING: &[u8] = b"#encoding";
const SNIFFED: &[u8] = b"#sniffed";

/// A test of the encoding suite.
#[derive(Debug)]
pub(crate) struct EncodingCase {
    /// What it is about; upstream does not say.
    pub(crate) description: String,
    /// The input, in whatever encoding.
    pub(crate) data: Vec<u8>,
    /// What the document is read in, in the end.
    pub(crate) encoding: &'static Encoding,
    /// What the encoding sniffing algorithm finds, if the test says so.
    pub(crate) sniffed: Option<&'static Encoding>,
    /// Whether the encoding is to be found by its frequent byte sequences.
    pub(crate) autodetect: bool,
    /// Whether scripts have to be run.
    pub(crate) is_scripted: bool,
}

/// Reads a file.
pub(crate) fn parse(bytes: &[u8], is_scripted: bool) -> Result<Vec<EncodingCase>> {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let mut cases = Vec::new();
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let (case, behind) = case(rest, is_scripted).with_context(|| format!("test {}", cases.len() + 1))?;
        cases.push(case);
        rest = behind;
    }
    Ok(cases)
}

/// A text whose encoding is to be found by its frequent byte sequences: the file is named by a label of it.
pub(crate) fn parse_text_to_autodetect(name: &str, bytes: &[u8]) -> Result<EncodingCase> {
    let stem = name.rsplit('/').next().and_then(|file| file.strip_suffix(".txt"));
    let label = stem.and_then(|stem| stem.strip_prefix("test_")).context("not named test_LABEL.txt")?;
    let encoding = encoding_for_label(label)?;
    Ok(EncodingCase {
        description: String::new(),
        data: bytes.to_vec(),
        encoding,
        sniffed: None,
        autodetect: true,
        is_scripted: false,
    })
}

/// Reads a case; the lines behind it are returned as well.
fn case<'l>(lines: &'l [&'l [u8]], is_scripted: bool) -> Result<(EncodingCase, &'l [&'l [u8]])> {
    let mut lines = lines;
    let mut description = String::new();
    if let Some((&DESCRIPTION, behind)) = lines.split_first() {
        let end = behind.iter().position(|line| *line == DATA).context("no #data")?;
        description = String::from_utf8_lossy(&behind[..end].join(&b'\n')).into_owned();
        lines = &behind[end..];
    }
    let Some((&DATA, lines)) = lines.split_first() else { bail!("it does not begin with #data") };
    let end = lines.iter().position(|line| *line == ENCODING).context("no #encoding")?;
    let data = lines[..end].join(&b'\n');
    let (encoding, mut lines) = label(&lines[end + 1..])?;
    let mut sniffed = None;
    if let Some((&SNIFFED, behind)) = lines.split_first() {
        let (encoding, rest) = label(behind)?;
        (sniffed, lines) = (Some(encoding), rest);
    }
    while let Some((line, behind)) = lines.split_first()
        && line.is_empty()
    {
        lines = behind;
    }
    Ok((EncodingCase { description, data, encoding, sniffed, autodetect: false, is_scripted }, lines))
}

/// Reads a line that is a label.
fn label<'l>(lines: &'l [&'l [u8]]) -> Result<(&'static Encoding, &'l [&'l [u8]])> {
    let (line, behind) = lines.split_first().context("no label")?;
    Ok((encoding_for_label(&String::from_utf8_lossy(line))?, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_are_bytes() {
        let cases = parse(b"#data\n\xFF\r\n\n<\n#encoding\nLatin1\n\n#description\nWhat it is\n#data\n#encoding\nbig5\n#sniffed\nutf-8\n", false);
        let cases = cases.expect("it is well-formed");
        let [first, second] = cases.as_slice() else { panic!("{} tests", cases.len()) };
        assert_eq!(first.data, b"\xFF\r\n\n<");
        assert_eq!((first.encoding.name(), first.sniffed), ("windows-1252", None));
        assert_eq!((second.description.as_str(), second.data.as_slice()), ("What it is", b"".as_slice()));
        assert_eq!((second.encoding.name(), second.sniffed.map(Encoding::name)), ("Big5", Some("UTF-8")));
    }

    #[test]
    fn refuses_what_it_does_not_understand() {
        assert!(parse(b"x\n", false).is_err());
        assert!(parse(b"#data\nx\n", false).is_err());
        assert!(parse(b"#data\nx\n#encoding\n", false).is_err());
        assert!(parse(b"#data\nx\n#encoding\nno such label\n", false).is_err());
        assert!(parse(b"#data\nx\n#encoding\nutf-8\n#sniff\nutf-8\n", false).is_err());
    }

    #[test]
    fn the_name_of_a_text_tells_its_encoding() {
        let case = parse_text_to_autodetect("encoding/chardet/test_big5.txt", b"\xA4").expect("a label");
        assert_eq!((case.encoding.name(), case.autodetect), ("Big5", true));
        assert!(parse_text_to_autodetect("encoding/chardet/README", b"").is_err());
    }
}
