//! `cargo xtask extra compare generate`: difficult documents and fragments, determined by a seed.
//!
//! The cases are for comparing trees with other parsers and browsers, and have no expectations.

use std::io::{self, BufWriter, Write as _};

use anyhow::Result;
use clap::Args;
use hedgerow_testing::{AttackGenerator, CONTEXTS};
use serde_json::json;

/// The command line of `cargo xtask extra compare generate`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The number of cases
    #[arg(long, default_value_t = 1000)]
    count: usize,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A document or a fragment.
pub(crate) struct Case {
    pub(crate) html: String,
    /// The context element, if the case is a fragment: `td`, `svg path`.
    pub(crate) context: Option<&'static str>,
}

/// Writes the cases to the standard output.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for (id, case) in cases(options.seed).take(options.count).enumerate() {
        let case = json!({ "id": id, "html": case.html, "context": case.context });
        if let Err(error) = writeln!(out, "{case}") {
            // The reader has closed the pipe.
            return if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error.into()) };
        }
    }
    out.flush()?;
    Ok(())
}

/// Returns an infinite iterator over the cases of a seed.
pub(crate) fn cases(seed: u64) -> impl Iterator<Item = Case> {
    let mut generator = AttackGenerator::new(seed);
    std::iter::repeat_with(move || {
        let context = (generator.below(4) == 0).then(|| generator.choose(&CONTEXTS));
        Case { html: generator.tangle(), context }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_documents() {
        let documents = |seed| cases(seed).take(50).map(|case| case.html).collect::<Vec<_>>();
        assert_eq!(documents(7), documents(7));
        assert_ne!(documents(7), documents(8));
    }
}
