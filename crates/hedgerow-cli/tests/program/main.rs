//! The program as its users run it: each module tests one command, or one kind of input or output.

mod batch;
mod check;
mod codes;
mod encoding;
mod extension;
mod extract;
mod inputs;
mod install;
mod rewrite;
mod sanitize;
mod select;
mod support;
mod tokens;
mod tree;
mod warc;
mod write;
