//! `cargo xtask python`: builds the wheel of `hedgerow-python`, installs it into a virtual environment, runs its tests, and
//! checks its types with mypy and pyright.
//!
//! The environments are in `target/python/`, one for each version of Python. They are kept, so that the next run installs only
//! changed packages.

mod stubs;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::training::Training;
use crate::workspace;

const PACKAGE: &str = "crates/hosts/hedgerow-python";

/// The package with the functions of columns.
const ARROW: &str = "crates/hosts/hedgerow-arrow";

/// The oldest interpreter that the stable ABI of the wheel supports.
const OLDEST: (u32, u32) = (3, 10);

/// The names of free-threaded interpreters. `PyO3` does not support older ones.
const FREE_THREADED: [&str; 2] = ["python3.15t", "python3.14t"];

/// The maximum size of the wheel of the parser, in bytes.
const MAX_WHEEL: u64 = 2_000_000;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Do nothing, with a warning, on a machine without Python 3.10 or newer
    #[arg(long)]
    if_available: bool,
    /// The interpreter; by default $PYTHON, or the first that is new enough
    #[arg(long)]
    interpreter: Option<PathBuf>,
    /// Also run the tests with this free-threaded interpreter, which has no global lock; by default `$PYTHON_FREE_THREADED`, or the first of
    /// python3.15t and python3.14t
    #[arg(long)]
    free_threaded: Option<PathBuf>,
    /// Build without optimizations, which is faster to build
    #[arg(long)]
    dev: bool,
    /// Build in the profile of the other gates, which is faster to build than the wheel for users
    #[arg(long, conflicts_with_all = ["dev", "profile_guided"])]
    ci: bool,
    /// Train the native module on generated pages, if `llvm-tools` is installed, which takes another build
    #[arg(long, conflicts_with = "dev")]
    profile_guided: bool,
    /// Write the type stubs of the native module instead of comparing them
    #[arg(long)]
    stubs: bool,
    /// Also run the test suites of other packages with the shims; needs the network
    #[arg(long)]
    suites: bool,
    /// Only test the functions of columns, with query engines: pyarrow, Polars, `DuckDB`, Daft and Spark; needs the network for
    /// 500 MB of packages, and Java for Spark
    #[arg(long)]
    engines: bool,
    /// Compare the speed with other packages instead of running the tests; needs the network
    #[arg(long)]
    bench: bool,
    /// Arguments for pytest, or for the benchmark
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// Builds and tests the Python package. Returns whether all checks passed.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let Some(interpreter) = find_interpreter(options.interpreter.clone()) else {
        let message = format!(
            "Python {}.{} or newer was not found; install it, or set PYTHON to it",
            OLDEST.0, OLDEST.1
        );
        if options.if_available {
            eprintln!("WARNING: the Python package is NOT tested: {message}");
            return Ok(true);
        }
        bail!("{message}");
    };
    let environment = Environment::create(&interpreter)?;
    environment.install(&["--requirement", &file("requirements-dev.txt")])?;
    let wheel = environment.build_wheel(options)?;
    environment.install_wheel(&wheel)?;
    let size = std::fs::metadata(&wheel)?.len();
    if !options.bench && !options.suites {
        environment.install_wheel(&environment.build_wheel_with(ARROW, options.profile(), &[])?)?;
    }
    if options.bench {
        environment.install(&["--requirement", &file("benches/requirements.txt")])?;
        let mut arguments = vec![file("benches/compare.py")];
        arguments.extend(options.arguments.iter().cloned());
        return environment.python(&arguments);
    }
    if options.suites {
        return environment.python(&[file("suites/run.py")]);
    }
    if options.engines {
        environment.install(&["--requirement", &file("engines/requirements.txt")])?;
        let mut pytest: Vec<String> =
            ["-m", "pytest", "--quiet", "tests/test_arrow.py", "engines"].map(str::to_owned).to_vec();
        pytest.extend(options.arguments.iter().cloned());
        let passed = environment.python(&pytest)?;
        if std::env::var_os("HEDGEROW_PROGRAM").is_none() {
            eprintln!("NOT TESTED: the rows of `hedgerow sql`; `cargo xtask extra scale --spark` tests them");
        }
        return Ok(passed);
    }
    let mut passed = environment.check_stubs(options.stubs)?;
    let mut pytest = vec!["-m".to_owned(), "pytest".to_owned(), "--quiet".to_owned()];
    pytest.extend(options.arguments.iter().cloned());
    passed &= environment.python(&pytest)?;
    passed &= environment.python(&["-m", "mypy"])?;
    passed &= environment.python(&[
        "-m",
        "pyright",
        "--pythonpath",
        &environment.program("python").to_string_lossy(),
    ])?;
    if options.profile() == "python" && size > MAX_WHEEL {
        eprintln!("FAILED: the wheel has more than {MAX_WHEEL} bytes");
        passed = false;
    }
    Ok(passed & test_free_threaded(options)?)
}

/// Builds the package for a free-threaded interpreter and runs the tests with it. Returns whether they passed.
fn test_free_threaded(options: &Options) -> Result<bool> {
    let wanted = options.free_threaded.clone();
    let wanted = wanted.or_else(|| std::env::var_os("PYTHON_FREE_THREADED").map(PathBuf::from));
    let test = "import sys, sysconfig, venv; sys.exit(not sysconfig.get_config_var('Py_GIL_DISABLED'))";
    let is_required = wanted.is_some();
    let candidates = wanted.map_or_else(|| FREE_THREADED.map(PathBuf::from).to_vec(), |path| vec![path]);
    let Some(interpreter) = candidates.iter().find(|candidate| succeeds(candidate, test)) else {
        if is_required {
            bail!("not a free-threaded interpreter: {}", candidates[0].display());
        }
        let names = FREE_THREADED.join(" or ");
        eprintln!(
            "NOT TESTED: free threading, because {names} was not found; set PYTHON_FREE_THREADED to one"
        );
        return Ok(true);
    };
    let environment = Environment::create(interpreter)?;
    environment.install(&["--requirement", &file("requirements-threads.txt")])?;
    // Without `--interpreter`, maturin builds for the stable ABI, which needs no interpreter.
    let arguments =
        ["--interpreter".to_owned(), environment.program("python").to_string_lossy().into_owned()];
    environment.install_wheel(&environment.build_wheel_with(PACKAGE, options.profile(), &arguments)?)?;
    // The ignored tests need packages that may not support the interpreter.
    let mut pytest =
        ["-m", "pytest", "--quiet", "--ignore=tests/test_arrow.py", "--ignore=tests/test_docs.py"]
            .map(str::to_owned)
            .to_vec();
    pytest.extend(options.arguments.iter().cloned());
    environment.python(&pytest)
}

impl Options {
    /// The profile of cargo.
    fn profile(&self) -> &'static str {
        match (self.dev, self.ci) {
            (true, _) => "dev",
            (_, true) => "ci",
            _ => "python",
        }
    }
}

/// Returns the path of a file of the package.
fn file(name: &str) -> String {
    workspace::path(PACKAGE).join(name).to_string_lossy().into_owned()
}

/// Returns the first interpreter that is new enough.
pub(crate) fn find_interpreter(wanted: Option<PathBuf>) -> Option<PathBuf> {
    let candidates = match wanted.or_else(|| std::env::var_os("PYTHON").map(PathBuf::from)) {
        Some(path) => vec![path],
        None => [
            "python3", "python", "python3.15", "python3.14", "python3.13", "python3.12", "python3.11",
            "python3.10",
        ]
        .map(PathBuf::from)
        .to_vec(),
    };
    let test = format!("import sys, venv; sys.exit(sys.version_info < {OLDEST:?})");
    candidates.into_iter().find(|candidate| succeeds(candidate, &test))
}

/// Whether an interpreter exists and runs a program without an error.
fn succeeds(interpreter: &Path, program: &str) -> bool {
    let output = Command::new(interpreter).args(["-c", program]).output();
    output.is_ok_and(|output| output.status.success())
}

/// A virtual environment.
pub(crate) struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Creates the environment if there is none for this interpreter.
    pub(crate) fn create(interpreter: &Path) -> Result<Self> {
        let version = "import sys, sysconfig; print('%d.%d' % sys.version_info[:2] + 't' * \
                       bool(sysconfig.get_config_var('Py_GIL_DISABLED')))";
        let version = workspace::output(Command::new(interpreter).args(["-c", version]))?.stdout;
        let folder = workspace::path("target/python").join(String::from_utf8(version)?.trim());
        let environment = Self { folder };
        if !environment.program("python").exists() {
            workspace::output(Command::new(interpreter).args(["-m", "venv"]).arg(&environment.folder))?;
        }
        Ok(environment)
    }

    /// Returns the path of a program in the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        if cfg!(windows) {
            self.folder.join("Scripts").join(name).with_extension("exe")
        } else {
            self.folder.join("bin").join(name)
        }
    }

    /// Runs pip.
    pub(crate) fn install(&self, arguments: &[&str]) -> Result<()> {
        let prefix = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        if !self.python(&[&prefix, arguments].concat())? {
            bail!("pip install {} failed", arguments.join(" "));
        }
        Ok(())
    }

    /// Runs Python in the folder of the package. Returns whether it succeeded.
    fn python(&self, arguments: &[impl AsRef<OsStr>]) -> Result<bool> {
        let words: Vec<_> = arguments.iter().map(|argument| argument.as_ref().to_string_lossy()).collect();
        eprintln!("==> python {}", words.join(" "));
        let mut command = Command::new(self.program("python"));
        command.args(arguments).current_dir(workspace::path(PACKAGE)).env("VIRTUAL_ENV", &self.folder);
        Ok(command.status().context("cannot start Python")?.success())
    }

    /// Runs maturin in the folder of a package.
    fn maturin(&self, package: &str, arguments: &[&OsStr]) -> Result<()> {
        let mut command = Command::new(self.program("maturin"));
        command.args(arguments).current_dir(workspace::path(package)).env("VIRTUAL_ENV", &self.folder);
        eprintln!("==> {command:?}");
        if !command.status().context("cannot start maturin")?.success() {
            bail!("maturin failed");
        }
        Ok(())
    }

    /// Builds the wheel and returns its path.
    fn build_wheel(&self, options: &Options) -> Result<PathBuf> {
        let training = if options.profile_guided { Training::new()? } else { None };
        let Some(training) = training else { return self.build_wheel_with(PACKAGE, options.profile(), &[]) };
        let pages = training.pages()?.to_string_lossy().into_owned();
        let wheel = self.build_wheel_with(PACKAGE, options.profile(), &training.counting())?;
        self.install_wheel(&wheel)?;
        if !self.python(&[file("benches/train.py"), pages])? {
            bail!("the training failed");
        }
        self.build_wheel_with(PACKAGE, options.profile(), &training.guided()?)
    }

    fn build_wheel_with(&self, package: &str, profile: &str, arguments: &[String]) -> Result<PathBuf> {
        let folder = workspace::path("target/python/wheels");
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        let mut all: Vec<&OsStr> = ["build", "--quiet", "--profile", profile, "--out"].map(OsStr::new).into();
        all.push(folder.as_ref());
        all.extend(arguments.iter().map(OsStr::new));
        self.maturin(package, &all)?;
        let wheel = std::fs::read_dir(&folder)?.next().context("maturin built no wheel")??.path();
        eprintln!("{}: {} bytes", wheel.display(), std::fs::metadata(&wheel)?.len());
        Ok(wheel)
    }

    fn install_wheel(&self, wheel: &Path) -> Result<()> {
        self.install(&["--force-reinstall", "--no-deps", &wheel.to_string_lossy()])
    }

    /// Generates the stubs of the native modules, and writes them or compares them with those of the packages.
    fn check_stubs(&self, write: bool) -> Result<bool> {
        let parser = self.check_stubs_of(PACKAGE, &["stubs"], "hedgerow/_hedgerow.pyi", write)?;
        let features = ["stubs", "--no-default-features"];
        Ok(self.check_stubs_of(ARROW, &features, "hedgerow_arrow/_hedgerow_arrow.pyi", write)? && parser)
    }

    /// Generates the stubs of a native module. `features` are those of cargo, and `name` is the path of the stubs.
    fn check_stubs_of(&self, package: &str, features: &[&str], name: &str, write: bool) -> Result<bool> {
        let folder = workspace::path("target/python/stubs");
        let mut arguments: Vec<&OsStr> =
            ["generate-stubs", "--quiet", "--profile", "ci", "--bindings=pyo3", "--features"]
                .map(OsStr::new)
                .into();
        arguments.extend(features.iter().map(OsStr::new));
        arguments.extend(["--out".as_ref(), folder.as_os_str()]);
        self.maturin(package, &arguments)?;
        let generated = std::fs::read_to_string(folder.join(name))?;
        let generated = stubs::completed(&generated)?;
        let path = workspace::path(package).join("python").join(name);
        if write {
            std::fs::write(&path, &generated)?;
        }
        let is_current = std::fs::read_to_string(&path).is_ok_and(|committed| committed == generated);
        if !is_current {
            let path = path.display();
            eprintln!("FAILED: {path} is out of date; write it with: cargo xtask python --stubs");
        }
        Ok(is_current)
    }
}
