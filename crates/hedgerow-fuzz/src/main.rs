//! The program that libFuzzer drives: one for all targets, so that it is built once. `HEDGEROW_FUZZ_TARGET` names the target.
#![no_main]
#![forbid(unsafe_code)]

use std::sync::LazyLock;

use hedgerow_fuzz::Target;

/// The selected target.
static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("HEDGEROW_FUZZ_TARGET").unwrap_or_default();
    let names: Vec<&str> = hedgerow_fuzz::TARGETS.iter().map(|target| target.name).collect();
    let target = hedgerow_fuzz::TARGETS.iter().find(|target| target.name == name);
    target
        .unwrap_or_else(|| panic!("HEDGEROW_FUZZ_TARGET is {name:?}; set it to one of: {}", names.join(", ")))
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET.run(data));
