//! `cargo xtask npm`: builds the npm package of `hedgerow-npm`, checks its types, installs it into an empty project, and runs its tests
//! there.
//!
//! ```text
//! target/npm/tools/     the programs from the npm registry, which are kept
//! target/npm/package/   the package
//! target/npm/project/   a project that uses it
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::Args;

use crate::gzip::gzip;
use crate::playground;
use crate::wasm::{Target, bind, require_node, succeed};
use crate::workspace;

/// The folder of the crate.
const CRATE: &str = "crates/hosts/hedgerow-npm";

/// The output folder.
const FOLDER: &str = "target/npm";

/// The folder of the programs from the npm registry.
pub(crate) const TOOLS: &str = "target/npm/tools";

/// A WebAssembly module of the package.
pub(crate) struct Module {
    /// The name of its script, without an extension.
    pub(crate) name: &'static str,
    /// The features of cargo.
    pub(crate) features: &'static [&'static str],
    /// The maximum size of the compressed module, in bytes.
    pub(crate) most: usize,
}

const MODULES: [Module; 4] = [
    Module { name: "module", features: &[], most: 420_000 },
    Module {
        name: "bytes-module",
        features: &["--no-default-features", "--features", "bytes"],
        most: 390_000,
    },
    Module {
        name: "sanitize-module",
        features: &["--no-default-features", "--features", "sanitize"],
        most: 236_000,
    },
    Module {
        name: "check-module",
        features: &["--no-default-features", "--features", "check"],
        most: 370_000,
    },
];

/// The options of `cargo xtask npm`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Do nothing, with a warning, on a machine without Node.js or npm
    #[arg(long)]
    if_available: bool,
    /// Build quickly, without optimizations for size
    #[arg(long)]
    ci: bool,
    /// Compare the speed with other packages instead of running the tests; needs the network
    #[arg(long)]
    bench: bool,
    /// Only build the package
    #[arg(long)]
    build: bool,
}

/// Builds and tests the package.
pub(crate) fn run(options: &Options) -> Result<bool> {
    if let Err(reason) = require_node().and_then(|()| require_npm()) {
        if options.if_available {
            eprintln!("WARNING: the npm package is NOT tested: {reason:#}");
            return Ok(true);
        }
        return Err(reason);
    }
    let package = build(options.ci)?;
    if options.build {
        return Ok(true);
    }
    let project = install(&package)?;
    if options.bench {
        return bench(&project);
    }
    check_types(&project)?;
    let tests = list(&project.join("test"), ".test.mjs")?;
    let mut node = Command::new("node");
    node.args(["--expose-gc", "--test", "--test-reporter=dot"]).args(tests).current_dir(&project);
    node.env("HEDGEROW_SUITE", workspace::path("html5lib-tests").canonicalize()?);
    if options.ci {
        node.env("HEDGEROW_STEPS", "1");
    }
    Ok(node.status()?.success())
}

/// Fails if there is no npm.
fn require_npm() -> Result<()> {
    let version = npm(Path::new("")).arg("--version").output();
    version.context("there is no npm, which installs the tools: install it with Node.js")?;
    Ok(())
}

/// Returns a command of npm in a folder.
fn npm(folder: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(workspace::path(folder));
    command
}

/// Installs packages into a folder that has a `package.json`.
fn npm_install(folder: &Path, packages: &[&str]) -> Result<()> {
    let options =
        ["install", "--no-audit", "--no-fund", "--no-package-lock", "--no-save", "--loglevel=error"];
    succeed(npm(folder).args(options).args(packages))
}

/// Returns the path of a program from the npm registry, which is installed first.
pub(crate) fn tool(package: &str, program: &str) -> Result<PathBuf> {
    let folder = workspace::path(TOOLS);
    let manifest = fs::read_to_string(workspace::path(CRATE).join("tools/package.json"))?;
    let installed = folder.join("package.json");
    let is_installed = folder.join("node_modules").join(package).exists();
    if !is_installed || fs::read_to_string(&installed).ok().as_ref() != Some(&manifest) {
        fs::create_dir_all(&folder)?;
        fs::write(installed, manifest)?;
        npm_install(&folder, &[])?;
    }
    Ok(folder.join("node_modules/.bin").join(program))
}

/// Builds the package, and returns its folder.
fn build(is_quick: bool) -> Result<PathBuf> {
    let package = workspace::path(FOLDER).join("package");
    // For the tests, the module has the steps, too.
    let mut modules = MODULES.each_ref();
    if is_quick {
        modules[0] = &playground::MODULE;
    }
    assemble(&package, &modules, is_quick)?;
    for name in ["package.json", "README.md"] {
        fs::copy(workspace::path(CRATE).join(name), package.join(name))?;
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-WHATWG"] {
        fs::copy(workspace::path(name), package.join(name))?;
    }
    // The types are generated from the comments of the scripts, which are checked with them.
    let tsc = tool("typescript", "tsc")?;
    let types = workspace::path(TOOLS).join("node_modules/@types");
    succeed(
        Command::new(tsc)
            .args(["--project", "js", "--typeRoots"])
            .arg(types.canonicalize()?)
            .current_dir(&package),
    )?;
    fs::remove_file(package.join("js/tsconfig.json"))?;
    for module in &MODULES {
        fs::remove_file(package.join("js").join(module.name).with_extension("d.ts"))?;
    }
    Ok(package)
}

/// Empties a folder, and writes the scripts and modules of the package to it.
pub(crate) fn assemble(package: &Path, modules: &[&Module], is_quick: bool) -> Result<()> {
    if package.exists() {
        fs::remove_dir_all(package).with_context(|| format!("cannot empty {}", package.display()))?;
    }
    copy(&workspace::path(CRATE).join("js"), &package.join("js"))?;
    for module in modules {
        let wasm = fs::read(build_module(module, is_quick)?)?;
        let compressed = gzip(&wasm)?;
        println!("{}: {} bytes, {} compressed", module.name, wasm.len(), compressed.len());
        if !is_quick && compressed.len() > module.most {
            bail!("{} has more than {} bytes", module.name, module.most);
        }
        let script = format!("export const module = \"{}\";\n", BASE64_STANDARD.encode(&compressed));
        fs::write(package.join("js").join(module.name).with_extension("js"), script)?;
    }
    Ok(())
}

/// Builds a module, and returns its path.
fn build_module(module: &Module, is_quick: bool) -> Result<PathBuf> {
    Target::Unknown.install()?;
    let profile = if is_quick { "npm-ci" } else { "npm" };
    let mut build =
        Target::Unknown.cargo(&["build", "--package", "hedgerow-npm", "--lib", "--profile", profile]);
    build.args(module.features).current_dir(workspace::path(workspace::HOSTS));
    let is_small = !is_quick && Target::Unknown.make_small(&mut build);
    eprintln!("==> {}: building the module", module.name);
    succeed(&mut build)?;
    let built: PathBuf =
        ["target/wasm", Target::Unknown.name(), profile, "hedgerow_npm.wasm"].iter().collect();
    let mut built = workspace::path(built);
    if is_small {
        built = optimize(&built)?;
    }
    let folder = workspace::path(FOLDER).join("bound").join(module.name);
    bind(&built.canonicalize()?, &folder, "module")?;
    Ok(folder.join("module_bg.wasm"))
}

/// The passes of `wasm-opt`. `--low-memory-unused` is allowed, because the stack is at the beginning of memory.
const PASSES: [&str; 6] =
    ["--flatten", "--rereloop", "-Oz", "--low-memory-unused", "--dae-optimizing", "-Oz"];

/// The features that compilers enable by default and that `wasm-opt` needs as options.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory", "--enable-multivalue", "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-sign-ext", "--enable-simd",
];

/// Writes a smaller module with `wasm-opt`.
///
/// The module must be optimized before the bindings are generated, because the bindings add a second table, and older
/// versions of `wasm-opt` then export the wrong table.
fn optimize(module: &Path) -> Result<PathBuf> {
    let smaller = module.with_extension("small.wasm");
    let program = tool("binaryen", "wasm-opt")?;
    eprintln!("==> optimizing the module");
    succeed(Command::new(program).args(PASSES).args(FEATURES).arg(module).arg("-o").arg(&smaller))?;
    Ok(smaller)
}

/// Packs the package, and installs it into an empty project with the tests. Returns the folder of the project.
fn install(package: &Path) -> Result<PathBuf> {
    let folder = workspace::path(FOLDER);
    let project = folder.join("project");
    if project.exists() {
        fs::remove_dir_all(&project)?;
    }
    fs::create_dir_all(&project)?;
    fs::write(project.join("package.json"), "{\"private\": true}\n")?;
    let packed =
        workspace::output(npm(package).args(["pack", "--silent", "--pack-destination", ".."]))?.stdout;
    let archive = folder.canonicalize()?.join(String::from_utf8(packed)?.trim());
    println!("{}: {} bytes", archive.display(), fs::metadata(&archive)?.len());
    npm_install(&project, &[&archive.to_string_lossy()])?;
    copy(&workspace::path(CRATE).join("test"), &project.join("test"))?;
    Ok(project)
}

/// Checks programs in TypeScript against the types of the installed package.
fn check_types(project: &Path) -> Result<()> {
    let tsc = tool("typescript", "tsc")?;
    eprintln!("==> tsc");
    succeed(Command::new(tsc).args(["--project", "test"]).current_dir(project))
}

/// Runs the comparison with other packages.
fn bench(project: &Path) -> Result<bool> {
    copy(&workspace::path(CRATE).join("bench"), project)?;
    npm_install(project, &[])?;
    Ok(Command::new("node").arg("compare.mjs").current_dir(project).status()?.success())
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Returns the files in a folder whose names end with a text, in order.
fn list(folder: &Path, end: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(end) {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    Ok(files)
}
