//! Completes a WebAssembly module that uses wasm-bindgen, as the program `wasm-bindgen` does, which need not be installed.
//!
//! Usage: `hedgerow-bind MODULE FOLDER NAME`. The module is written to `FOLDER/NAME_bg.wasm`, and the JavaScript that calls it to
//! `FOLDER/NAME.js`.
#![forbid(unsafe_code)]

use std::env;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder, name] = &arguments[..] else {
        anyhow::bail!("usage: hedgerow-bind MODULE FOLDER NAME")
    };
    Bindgen::new()
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .input_path(module)
        .out_name(name)
        .generate(folder)
        .with_context(|| format!("cannot bind {module}"))
}
