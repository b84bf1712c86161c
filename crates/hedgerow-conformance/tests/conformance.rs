//! The conformance program. It is a test, so that cargo builds it with the features that the tests of the other crates need;
//! otherwise, the parser would be built again after these tests.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    hedgerow_conformance::main(None)
}
