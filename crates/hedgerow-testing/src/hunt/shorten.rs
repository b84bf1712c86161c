//! Shortens a generated family as long as it still has its flaw.

use super::case::{Case, words};
use crate::Part;

/// Removes parts and words and simplifies repeated parts, as long as `has_flaw` returns true.
///
/// Each round calls `has_flaw` at most once for each word and twice for each part. A new round begins after each
/// simplification.
pub(super) fn shortened(mut case: Case, mut has_flaw: impl FnMut(&Case) -> bool) -> Case {
    loop {
        let shorter = candidates(&case.parts).into_iter().find_map(|parts| {
            let candidate = Case { parts, ..case.clone() };
            has_flaw(&candidate).then_some(candidate)
        });
        match shorter {
            Some(shorter) => case = shorter,
            None => return case,
        }
    }
}

/// Returns variants of the parts, each with one simplification, the largest simplifications first.
fn candidates(parts: &[Part]) -> Vec<Vec<Part>> {
    let mut candidates = Vec::new();
    for index in 0..parts.len() {
        let mut without = parts.to_vec();
        without.remove(index);
        candidates.push(without);
    }
    for (index, part) in parts.iter().enumerate() {
        let all: Vec<&str> = words(part.text()).collect();
        for removed in 0..all.len() {
            if all.len() > 1 {
                let mut text = all.clone();
                text.remove(removed);
                candidates.push(with(parts, index, of_the_same_kind(part, text.concat())));
            }
        }
    }
    for (index, part) in parts.iter().enumerate() {
        match part {
            Part::Once(_) => {}
            Part::Times(text) => candidates.push(with(parts, index, Part::Once(text.clone()))),
            Part::Numbered(text) | Part::Root(text) => {
                candidates.push(with(parts, index, Part::Times(text.clone())));
            }
        }
    }
    candidates.retain(|parts| parts.iter().any(|part| !matches!(part, Part::Once(_))));
    candidates
}

fn with(parts: &[Part], index: usize, part: Part) -> Vec<Part> {
    let mut parts = parts.to_vec();
    parts[index] = part;
    parts
}

fn of_the_same_kind(part: &Part, text: String) -> Part {
    match part {
        Part::Once(_) => Part::Once(text),
        Part::Times(_) => Part::Times(text),
        Part::Numbered(_) => Part::Numbered(text),
        Part::Root(_) => Part::Root(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortening_keeps_only_the_parts_that_cause_the_growth() {
        let case = Case {
            theme: "any".to_owned(),
            mode: "parse".to_owned(),
            parts: vec![
                Part::Once("<p>x<table>".to_owned()),
                Part::Numbered("<b id=#><i>".to_owned()),
                Part::Times("</b>".to_owned()),
                Part::Once("y".to_owned()),
            ],
            length: 100,
        };
        let shortened = shortened(case, |case| {
            let input = crate::input(&case.parts, 3);
            input.contains("<table>") && input.matches("<i>").count() == 3
        });
        assert_eq!(shortened.parts, [Part::Once("<table>".to_owned()), Part::Times("<i>".to_owned())]);
    }
}
