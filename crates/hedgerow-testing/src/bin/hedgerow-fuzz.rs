//! The program that libFuzzer drives: one for all targets, so that it is built once. `HEDGEROW_FUZZ_TARGET` names the target.
//!
//! If `HEDGEROW_FUZZ_FILES` names a folder, the program only writes the dictionary, the seeds and the list of targets there.
#![no_main]
#![forbid(unsafe_code)]

use std::sync::LazyLock;

use hedgerow_testing::Target;

/// The selected target.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("HEDGEROW_FUZZ_TARGET").unwrap_or_default();
    let names: Vec<&str> = hedgerow_testing::TARGETS.iter().map(|target| target.name).collect();
    let target = hedgerow_testing::TARGETS.iter().find(|target| target.name == name);
    target
        .unwrap_or_else(|| panic!("HEDGEROW_FUZZ_TARGET is {name:?}; set it to one of: {}", names.join(", ")))
});

/// Writes the files and ends the program, if a folder for them is given.
fn write_files_if_asked() {
    if let Some(folder) = std::env::var_os("HEDGEROW_FUZZ_FILES") {
        let folder = std::path::PathBuf::from(folder);
        if let Err(error) = hedgerow_testing::write_files(&folder) {
            eprintln!("cannot write to {}: {error:#}", folder.display());
            std::process::exit(1);
        }
        std::process::exit(0);
    }
}

libfuzzer_sys::fuzz_target!(init: write_files_if_asked(), |data: &[u8]| TARGET.run(data));
