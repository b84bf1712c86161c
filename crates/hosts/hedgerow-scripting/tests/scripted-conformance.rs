//! The conformance program with an engine for the scripts of the cases.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    hedgerow_conformance::main(Some(hedgerow_scripting::ENGINE))
}
