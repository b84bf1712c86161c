//! Generates the JavaScript of a WebAssembly module. The output is that of the program `wasm-bindgen`, which need not
//! be installed.
//!
//! Usage: `hedgerow-playground-bind MODULE FOLDER`.
#![forbid(unsafe_code)]

use std::env;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        anyhow::bail!("usage: hedgerow-playground-bind MODULE FOLDER")
    };
    Bindgen::new()
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .input_path(module)
        .out_name("parser")
        .generate(folder)
        .with_context(|| format!("cannot bind {module}"))
}
