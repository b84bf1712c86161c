//! The files for `cargo xtask fuzz`: libFuzzer's dictionary, the seeds, and the list of targets.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::{TARGETS, dictionary, seeds};

/// Writes `dictionary.txt`, `targets.json`, and the folder `seeds` with a file for each seed.
///
/// # Errors
///
/// If the seeds cannot be read, or a file cannot be written.
pub fn write_files(folder: &Path) -> io::Result<()> {
    let seeds_folder = folder.join("seeds");
    fs::create_dir_all(&seeds_folder)?;
    for (number, seed) in seeds()?.iter().enumerate() {
        write_if_changed(&seeds_folder.join(number.to_string()), seed)?;
    }
    let words: String = dictionary().into_iter().map(|word| dictionary_line(&word)).collect();
    fs::write(folder.join("dictionary.txt"), words)?;
    let describe = |target: &crate::Target| -> Value {
        json!({ "name": target.name, "about": target.about, "longest": target.longest })
    };
    let targets: Vec<Value> = TARGETS.iter().map(describe).collect();
    fs::write(folder.join("targets.json"), Value::from(targets).to_string())
}

/// Returns the line of a word in libFuzzer's format.
fn dictionary_line(word: &str) -> String {
    let escaped: String = word
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\x{byte:02X}"),
        })
        .collect();
    format!("\"{escaped}\"\n")
}

fn write_if_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    fs::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped() {
        assert_eq!(dictionary_line("a\"\\\0"), "\"a\\\"\\\\\\x00\"\n");
    }
}
