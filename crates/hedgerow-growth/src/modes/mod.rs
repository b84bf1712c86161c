//! [`Mode`]: the public operations, each as a way to drive it with an input. The hunter tries them on families that it makes up;
//! the families that are written down have modes of their own choice.

mod changing;
pub(crate) mod parsing;
mod reading;
mod selecting;
pub(crate) mod source;

use crate::{Feeding, Use};

/// A public operation, driven with an input.
#[derive(Clone, Debug)]
pub struct Mode {
    /// What it is called, `group: operation`.
    pub name: String,
    /// How the input is fed.
    pub feeding: Feeding,
    /// The feeding as Rust, for families that are written down; of a function the name only.
    pub code: String,
}

/// All modes.
///
/// ```
/// let modes = hedgerow_growth::modes();
/// assert_eq!(modes[0].name, "parse");
/// ```
#[must_use]
pub fn modes() -> Vec<Mode> {
    let mut modes = parsing::modes();
    modes.extend(reading::modes());
    modes.extend(selecting::modes());
    modes.extend(changing::modes());
    modes.extend(source::modes());
    modes
}

impl Mode {
    /// The group: what the name begins with.
    ///
    /// ```
    /// assert!(hedgerow_growth::modes().iter().any(|mode| mode.group() == "select"));
    /// ```
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

/// Functions that get the parser and the input.
macro_rules! driven {
    ($($name:literal => $function:path),* $(,)?) => {
        [$($crate::modes::fed(
            $name,
            concat!("Driven(", stringify!($function), ")"),
            $crate::Feeding::Driven($function),
        )),*]
    };
}

/// Functions that read the document.
macro_rules! read {
    ($($name:literal => $function:path),* $(,)?) => {
        [$($crate::modes::used(
            $name,
            concat!("Read(", stringify!($function), ")"),
            $crate::Use::Read($function),
        )),*]
    };
}

/// Functions that change the document.
macro_rules! changed {
    ($($name:literal => $function:path),* $(,)?) => {
        [$($crate::modes::used(
            $name,
            concat!("Changed(", stringify!($function), ")"),
            $crate::Use::Changed($function),
        )),*]
    };
}

use {changed, driven, read};

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
                let made = mode.feeding.run(input, Limits::UNLIMITED);
                assert!(made.nodes + made.written > 0, "{}", mode.name);
            }
        }
    }
}
