//! The project's own commands. `cargo xtask help` lists them.

mod codegen;
mod workspace;

fn main() -> anyhow::Result<()> {
    codegen::run(std::env::args().any(|argument| argument == "--check"))
}
