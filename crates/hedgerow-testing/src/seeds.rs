//! The seeds: the inputs of this repository's conformance cases, and the expected outputs of its
//! serializer cases.
//!
//! Other expected results are ignored. Escapes in the files are not decoded, because they do no
//! harm in a seed.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;

/// The folder of the cases.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../html5lib-tests/cases");

/// Returns the distinct seeds, each with a last byte that means no choices.
///
/// # Errors
///
/// If the cases, which are part of the repository, cannot be read.
pub fn seeds() -> io::Result<Vec<Vec<u8>>> {
    let mut inputs = BTreeSet::new();
    let mut folders = vec![Path::new(CASES).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path)?;
            if path.extension().is_some_and(|extension| extension == "test") {
                let file: Value = serde_json::from_slice(&bytes)?;
                let tests = file.get("tests").and_then(Value::as_array).into_iter().flatten();
                inputs.extend(tests.flat_map(texts_of_test).map(String::into_bytes));
            } else {
                inputs.extend(data_sections(&bytes));
            }
        }
    }
    let without_choices = |mut input: Vec<u8>| {
        input.push(0);
        input
    };
    Ok(inputs.into_iter().map(without_choices).collect())
}

/// Returns the input of a tokenizer test, or the expected output of a serializer test.
fn texts_of_test(test: &Value) -> Vec<String> {
    let texts = test.get("expected").and_then(Value::as_array).into_iter().flatten();
    texts.chain(test.get("input")).filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the lines between `#data` and the next heading.
fn data_sections(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut sections: Vec<Vec<u8>> = Vec::new();
    let mut is_inside = false;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match line.trim_ascii_end() {
            b"#data" => {
                is_inside = true;
                sections.push(Vec::new());
            }
            b"#errors" | b"#encoding" => is_inside = false,
            _ if is_inside => sections.last_mut().into_iter().for_each(|section| section.extend(line)),
            _ => {}
        }
    }
    for section in &mut sections {
        section.pop();
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_end_before_the_next_heading() {
        let file = b"#data\n<p>\n\n#errors\nx\n#document\n| y\n\n#data\n\xFF\n#encoding\nbig5\n";
        assert_eq!(data_sections(file), [b"<p>\n".to_vec(), b"\xFF".to_vec()]);
    }
}
