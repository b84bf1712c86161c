//! The Python module `hedgerow_datafusion`: the functions of [`hedgerow_datafusion`] for the Python package `datafusion`.
//!
//! That package contains its own `DataFusion`, to which functions and tables are passed in capsules with the C interface of
//! `datafusion-ffi`. The interface cannot pass optimizer rules, so calls for the same page do not share a parse; only
//! the fields of one `html_extract` do.
#![deny(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

use std::sync::{Arc, LazyLock};

use datafusion::catalog::TableProvider;
use datafusion::execution::TaskContextProvider;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;
use datafusion_ffi::table_provider::FFI_TableProvider;
use datafusion_ffi::udf::FFI_ScalarUDF;
use hedgerow_datafusion::{Options, WarcTable};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The session of all capsules. It is never dropped, because capsules only have weak references to it.
static SESSION: LazyLock<Arc<SessionContext>> = LazyLock::new(Arc::default);

/// A scalar function, such as `html_title`: an argument for `datafusion.udf()`.
#[pyclass(frozen, module = "hedgerow_datafusion")]
struct ScalarFunction(Arc<ScalarUDF>);

#[pymethods]
impl ScalarFunction {
    /// The name of the function in SQL.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn __datafusion_scalar_udf__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_ScalarUDF::from(Arc::clone(&self.0));
        PyCapsule::new_with_value(py, function, c"datafusion_scalar_udf")
    }

    fn __repr__(&self) -> String {
        format!("<ScalarFunction {}>", self.name())
    }
}

/// The records of web archives: an argument for `datafusion.SessionContext.register_table()`.
#[pyclass(frozen, module = "hedgerow_datafusion")]
struct Archives(Arc<WarcTable>);

#[pymethods]
impl Archives {
    /// The paths of the archives.
    #[getter]
    fn paths(&self) -> Vec<String> {
        self.0.files().iter().map(|(path, _)| path.to_string_lossy().into_owned()).collect()
    }

    #[expect(unused_variables, reason = "archives are read without functions or settings of the session")]
    fn __datafusion_table_provider__<'py>(
        &self,
        py: Python<'py>,
        session: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let table: Arc<dyn TableProvider> = Arc::<WarcTable>::clone(&self.0);
        let provider: Arc<dyn TaskContextProvider> = Arc::<SessionContext>::clone(&SESSION);
        // A table that evaluates conditions receives them in serialized form. The query fails if a condition cannot be
        // serialized, or calls a function that is not in `SESSION`.
        let evaluates_conditions = false;
        let table = FFI_TableProvider::new(table, evaluates_conditions, None, &provider, None);
        PyCapsule::new_with_value(py, table, c"datafusion_table_provider")
    }

    fn __repr__(&self) -> String {
        format!("<Archives {:?}>", self.paths())
    }
}

/// Returns the scalar functions.
#[pyfunction]
fn functions() -> Vec<ScalarFunction> {
    let options = Options::default();
    let functions = hedgerow_datafusion::functions_for_capsules(&options);
    functions.map(|function| ScalarFunction(Arc::new(function))).collect()
}

/// Returns the records of the archives whose paths match a glob pattern, a text or a constant expression of `datafusion`.
///
/// This function is also the argument for `datafusion.udtf()`, instead of a capsule with a table function: in
/// `ForeignTableFunction::call_with_args`, `datafusion-ffi` 55 reads the private data of the library that made the
/// capsule. The layout of that data depends on the features of tokio, so the process would end with a segmentation fault.
#[pyfunction]
fn warc(pattern: &Bound<'_, PyAny>) -> PyResult<Archives> {
    let Some(pattern) = constant_text(pattern) else {
        return Err(PyTypeError::new_err("warc() takes one constant text with a path or a glob pattern"));
    };
    let table =
        WarcTable::new(&pattern).map_err(|error| PyValueError::new_err(error.message().into_owned()))?;
    Ok(Archives(Arc::new(table)))
}

/// Returns the text of a Python string or of a constant expression.
fn constant_text(pattern: &Bound<'_, PyAny>) -> Option<String> {
    let mut value = pattern.clone();
    // The value of an expression is a scalar of pyarrow. A column is an expression without a value.
    for method in ["python_value", "as_py"] {
        if value.hasattr(method).ok()? {
            value = value.call_method0(method).ok()?;
        }
    }
    value.extract().ok()
}

/// Registers the functions and the table function `warc` in a `datafusion.SessionContext`.
///
/// It also turns off an option of the session, for the reason that is given at [`hedgerow_datafusion::register`].
#[pyfunction]
#[pyo3(pass_module)]
fn register(module: &Bound<'_, PyModule>, context: &Bound<'_, PyAny>) -> PyResult<()> {
    let datafusion = module.py().import("datafusion")?;
    for function in functions() {
        context.call_method1("register_udf", (datafusion.call_method1("udf", (function,))?,))?;
    }
    let function = datafusion.call_method1("udtf", (module.getattr("warc")?, "warc"))?;
    context.call_method1("register_udtf", (function,))?;
    context.call_method1("sql", ("SET datafusion.optimizer.enable_leaf_expression_pushdown = false",))?;
    Ok(())
}

/// HTML functions and web archives for the Python package `datafusion`.
#[pymodule(name = "hedgerow_datafusion", gil_used = false)]
mod hedgerow_datafusion_python {
    #[pymodule_export]
    use super::{Archives, ScalarFunction, functions, register, warc};
}
