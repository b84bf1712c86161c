//! [`Mode`]: a public operation with an input. The hunter tries each mode on generated families; a committed family has one fixed
//! [`Feeding`].

mod changing;
pub(crate) mod parsing;
pub(crate) mod reading;
pub(crate) mod sanitizing;
mod selecting;
pub(crate) mod source;

use hedgerow::{Document, Parser};

use crate::{Feeding, Outcome, Use};

/// A public operation that takes a family's input.
#[derive(Clone, Debug)]
pub struct Mode {
    /// The name, `group: operation`.
    pub name: String,
    /// The feeding of the input.
    pub feeding: Feeding,
    /// The feeding as Rust code, for findings that are pasted into `families/`. A function is represented by its name.
    pub code: String,
}

/// Returns all modes.
#[must_use]
pub fn modes() -> Vec<Mode> {
    let mut modes = parsing::modes();
    modes.extend(reading::modes());
    modes.extend(selecting::modes());
    modes.extend(changing::modes());
    modes.extend(source::modes());
    modes.extend(sanitizing::modes());
    modes
}

impl Mode {
    /// Returns the group, which is the part of the name before the colon.
    #[must_use]
    pub fn group(&self) -> &str {
        self.name.split(':').next().unwrap_or_default()
    }
}

fn fed(name: &str, code: &str, feeding: Feeding) -> Mode {
    Mode { name: name.to_owned(), feeding, code: code.to_owned() }
}

fn used(name: &str, code: &str, using: Use) -> Mode {
    fed(name, &format!("Used({code})"), Feeding::Used(using))
}

/// Modes of functions that receive the parser and the input (`driven`), that read the document (`read`) or change it (`changed`).
macro_rules! functions {
    ($kind:ident: $($name:literal => $function:path),* $(,)?) => {
        [$($crate::modes::$kind($name, stringify!($function), $function)),*]
    };
}

use functions;

fn driven(name: &str, function: &str, drive: fn(&Parser, &str) -> Outcome) -> Mode {
    fed(name, &format!("Driven({function})"), Feeding::Driven(drive))
}

fn read(name: &str, function: &str, read: fn(&Document) -> usize) -> Mode {
    used(name, &format!("Read({function})"), Use::Read(read))
}

fn changed(name: &str, function: &str, change: fn(&mut Document)) -> Mode {
    used(name, &format!("Changed({function})"), Use::Changed(change))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hedgerow::Limits;

    use super::*;

    #[test]
    fn each_mode_takes_any_input() {
        const INPUT: &str = "<html a><p id=b class='c d' title=e dir=auto lang=f>g<!--h--><table><b>i<select><option>j\
            <svg><title>k</svg><template shadowrootmode=open>l</template><script></script>\n\0\r";
        let modes = modes();
        let names: HashSet<&str> = modes.iter().map(|mode| mode.name.as_str()).collect();
        assert_eq!(names.len(), modes.len());
        for mode in &modes {
            for input in ["", INPUT, "<frameset>"] {
                let outcome = mode.feeding.run(input, Limits::UNLIMITED);
                assert!(outcome.nodes + outcome.written > 0, "{}", mode.name);
            }
        }
    }
}
