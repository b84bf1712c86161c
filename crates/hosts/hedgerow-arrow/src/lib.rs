//! The native part of `hedgerow.arrow`: functions of columns, and web archives as columns.
//!
//! ```text
//! functions.rs   functions over columns of Arrow
//! archive.rs     Archive: the records of web archives as columns
//! ```
//!
//! Python's `help()` shows the doc comments of classes and functions.
#![deny(unsafe_code)]
// Input must not cause a panic. Each `#[expect]` of these lints gives the reason why its code cannot panic.
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

mod archive;
mod functions;

/// The native part of hedgerow.arrow.
#[pyo3::pymodule(gil_used = false)]
mod _hedgerow_arrow {
    #[pymodule_export]
    use crate::archive::Archive;
    #[pymodule_export]
    use crate::functions::{Column, Function};
}
