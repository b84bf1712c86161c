//! `srcset` and `sizes`. <https://html.spec.whatwg.org/multipage/images.html#srcset-attributes>

use super::{Checked, Flaw, css, fail, numbers, url};

/// The kinds of descriptors that a `srcset` contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Width,
    Density,
}

/// A candidate: where it begins and ends, its URL, and its descriptors.
struct Candidate<'v> {
    at: usize,
    url: &'v str,
    descriptors: &'v str,
}

/// Splits a `srcset` into candidates. <https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute>
fn candidates(value: &str) -> impl Iterator<Item = Result<Candidate<'_>, Flaw>> {
    let mut at = 0;
    let mut ended_by_comma = false;
    std::iter::from_fn(move || {
        let rest = value[at..].trim_ascii_start();
        at = value.len() - rest.len();
        if rest.is_empty() {
            let is_wrong = std::mem::take(&mut ended_by_comma);
            return is_wrong.then(|| fail("an image candidate is missing after the last comma"));
        }
        if rest.starts_with(',') {
            let part = at..at + 1;
            at = value.len();
            ended_by_comma = false;
            return Some(Err(Flaw::at(part, "an image candidate is missing before the comma")));
        }
        let end = rest.find(|character: char| character.is_ascii_whitespace()).unwrap_or(rest.len());
        let start = at;
        let url = rest[..end].trim_end_matches(',');
        at += end;
        if url.len() + 1 < end {
            let part = start + url.len()..at;
            at = value.len();
            ended_by_comma = false;
            return Some(Err(Flaw::at(part, "an image candidate is missing between the commas")));
        }
        ended_by_comma = url.len() < end;
        if ended_by_comma {
            return Some(Ok(Candidate { at: start, url, descriptors: "" }));
        }
        let mut depth = 0_usize;
        let end = value[at..].bytes().position(|byte| {
            depth = match byte {
                b'(' => depth + 1,
                b')' => depth.saturating_sub(1),
                _ => depth,
            };
            byte == b',' && depth == 0
        });
        let descriptors = end.map_or(&value[at..], |end| &value[at..at + end]);
        at += descriptors.len() + usize::from(end.is_some());
        ended_by_comma = end.is_some();
        Some(Ok(Candidate { at: start, url, descriptors: descriptors.trim_ascii() }))
    })
}

/// Whether a `srcset` has a candidate with a width descriptor.
pub(crate) fn has_width_descriptor(value: &str) -> bool {
    candidates(value).flatten().any(|candidate| candidate.descriptors.ends_with('w'))
}

/// <https://html.spec.whatwg.org/multipage/images.html#srcset-attribute>
pub(super) fn srcset(value: &str) -> Checked {
    let mut first: Option<(Kind, Range)> = None;
    let mut seen = std::collections::HashSet::new();
    let mut is_empty = true;
    for candidate in candidates(value) {
        let Candidate { at, url, descriptors } = candidate?;
        is_empty = false;
        url::url(url).map_err(|flaw| flaw.shifted(at, url.len()))?;
        if url.starts_with(',') {
            return Err(Flaw::at(at..at + 1, "a URL must not begin with a comma"));
        }
        let start =
            if descriptors.is_empty() { at } else { descriptors.as_ptr() as usize - value.as_ptr() as usize };
        let span = start..start + if descriptors.is_empty() { url.len() } else { descriptors.len() };
        let (kind, number) = descriptor(descriptors).map_err(|flaw| flaw.shifted(span.start, span.len()))?;
        match &first {
            Some((other, _)) if *other != kind => {
                let reason = "either all image candidates have a width descriptor, or none has";
                return Err(Flaw::at(span, reason));
            }
            Some(_) => {}
            None => first = Some((kind, span.clone())),
        }
        if !seen.insert(number.to_bits()) {
            return Err(Flaw::at(span, "another image candidate has the same descriptor"));
        }
    }
    if is_empty { fail("an image candidate is missing") } else { Ok(()) }
}

type Range = std::ops::Range<usize>;

/// Reads the descriptors of a candidate: its kind and number.
fn descriptor(text: &str) -> Result<(Kind, f64), Flaw> {
    if text.is_empty() {
        return Ok((Kind::Density, 1.0));
    }
    let mut words = text.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let number =
        first.get(..first.len() - first.chars().next_back().map_or(0, char::len_utf8)).unwrap_or_default();
    let found = match first.chars().next_back() {
        Some('w') => {
            numbers::positive_integer(number)?;
            (Kind::Width, number.parse().unwrap_or(0.0))
        }
        Some('x') => {
            numbers::positive_float(number)?;
            (Kind::Density, number.parse().unwrap_or(0.0))
        }
        Some('h') => return fail("height descriptors are not allowed"),
        _ => return fail(format!("`{first}` is not a descriptor such as `2x` or `100w`")),
    };
    match words.next() {
        Some(second) => fail(format!("a second descriptor, `{second}`, is not allowed")),
        None => Ok(found),
    }
}

/// <https://html.spec.whatwg.org/multipage/images.html#sizes-attributes>
pub(super) fn sizes(value: &str) -> Checked {
    let lower = value.trim_ascii_start();
    if lower.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("auto")) {
        let rest = lower[4..].trim_ascii_start();
        if rest.is_empty() {
            return Ok(());
        }
        if let Some(others) = rest.strip_prefix(',') {
            return css::source_sizes(others)
                .map_err(|flaw| flaw.shifted(value.len() - others.len(), others.len()));
        }
    }
    css::source_sizes(value)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn candidates_have_one_descriptor() {
        accepts(srcset, &["a", "a 1x, b 2x", "a 100w,b 200w", "a, b 2x", "data:,a 1x", "a 0.5x", "a 1e2x"]);
        rejects(
            srcset,
            &[
                "", " ", ",", "a,", "a 1x 2x", "a 1x,", ",a", "a 100h", "a 100w 50h", "a 0w", "a -1w",
                "a 1.5w", "a 1", "a 100w, b 2x", "a 1x, b 1x", "a, b", "a 1x, b 1.0x", "a b 1x", "a 0x",
                "a 1e0w", "a -1x", "a  ,, b 2x",
            ],
        );
        assert!(has_width_descriptor("a 100w") && !has_width_descriptor("aw 1x"));
    }

    #[test]
    fn sizes_are_lengths_after_conditions() {
        accepts(
            sizes,
            &[
                "100vw",
                "(min-width: 30em) 50vw, 100vw",
                "auto",
                "AUTO, 100px",
                "calc(1px + 2vw)",
                "not (width:500px) 100px, 1px",
                "(min-width:500px) and (max-width:1000px) 1px, 0",
            ],
        );
        rejects(
            sizes,
            &[
                "", "100", "100%", "-1px", "50dpi", "badvalue", "1px,", "(min-width: 1px) 1px,", "1px, 2px",
                "1px, (width: 1px) 2px", "1px 2px", "auto 1px",
            ],
        );
    }
}
