//! [`Levels`]: the severity of each kind of error, set by `--allow` and `--deny`.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use hedgerow::errors::{self, ErrorKind, ParseError};

use crate::args::LeastLevel;
use crate::codes;

/// The severity of an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    /// Not reported.
    Allowed,
    /// Reported if `--level` asks for it.
    Advice,
    /// Reported.
    Warning,
    /// Reported, and sets the exit code.
    Error,
}

impl From<LeastLevel> for Level {
    fn from(level: LeastLevel) -> Self {
        match level {
            LeastLevel::Advice => Self::Advice,
            LeastLevel::Warning => Self::Warning,
            LeastLevel::Error => Self::Error,
        }
    }
}

/// The codes and groups of `--allow` or `--deny`.
#[derive(Clone, Debug, Default)]
struct Selection {
    kinds: BTreeSet<ErrorKind>,
    all: bool,
    warnings: bool,
}

impl Selection {
    fn new(names: &[String]) -> Result<Self> {
        let mut selection = Self::default();
        for name in names {
            match name.as_str() {
                "all" => selection.all = true,
                "warnings" => selection.warnings = true,
                code => selection.kinds.extend([codes::find(code, &codes::GROUPS)?]),
            }
        }
        Ok(selection)
    }

    /// Whether a kind with this level is in one of the selected groups.
    fn has_group_of(&self, level: Level) -> bool {
        self.all || (self.warnings && level == Level::Warning)
    }
}

/// The severity of each kind of error.
#[derive(Clone, Debug)]
pub(crate) struct Levels {
    allowed: Selection,
    denied: Selection,
    /// The lowest level that is reported.
    least: Level,
}

impl Levels {
    /// Parses the arguments: codes, and the groups `warnings` and `all`.
    pub(crate) fn new(allow: &[String], deny: &[String], least: Level) -> Result<Self> {
        Ok(Self {
            least,
            allowed: Selection::new(allow).context("--allow")?,
            denied: Selection::new(deny).context("--deny")?,
        })
    }

    /// Returns the severity of a kind. A code takes precedence over a group, and `--deny` over `--allow`.
    pub(crate) fn of(&self, kind: ErrorKind) -> Level {
        self.with_default(kind, default_level(kind))
    }

    /// Returns the severity of an error, whose default may differ from that of its kind.
    pub(crate) fn of_error(&self, error: &ParseError) -> Level {
        self.with_default(error.kind(), level_of(error.level()))
    }

    fn with_default(&self, kind: ErrorKind, default: Level) -> Level {
        if self.denied.kinds.contains(&kind) {
            Level::Error
        } else if self.allowed.kinds.contains(&kind) {
            Level::Allowed
        } else if self.denied.has_group_of(default) {
            Level::Error
        } else if self.allowed.has_group_of(default) || default < self.least {
            Level::Allowed
        } else {
            default
        }
    }

    /// Whether any rule for authors is reported.
    pub(crate) fn has_authoring_rules(&self) -> bool {
        ErrorKind::all().any(|kind| !kind.is_parse_error() && self.of(kind) != Level::Allowed)
    }

    /// Iterates over the kinds that are not reported.
    pub(crate) fn allowed(&self) -> impl Iterator<Item = ErrorKind> {
        ErrorKind::all().filter(|&kind| self.of(kind) == Level::Allowed)
    }
}

/// Returns the severity of a kind without `--allow` and `--deny`.
pub(crate) fn default_level(kind: ErrorKind) -> Level {
    level_of(kind.level())
}

fn level_of(level: errors::Level) -> Level {
    match level {
        errors::Level::Advice => Level::Advice,
        errors::Level::Warning => Level::Warning,
        errors::Level::Error => Level::Error,
    }
}

impl Level {
    /// Returns the name of the level, which is the same in all formats.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Allowed => "none",
            Self::Advice => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(allow: &[&str], deny: &[&str], code: &str) -> Level {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        Levels::new(&owned(allow), &owned(deny), Level::Warning).unwrap().of(codes::find(code, &[]).unwrap())
    }

    #[test]
    fn codes_precede_groups_and_deny_precedes_allow() {
        for (allow, deny, expected) in [
            (&[][..], &[][..], Level::Error),
            (&["eof-in-tag"], &[], Level::Allowed),
            (&["all"], &[], Level::Allowed),
            (&["all"], &["eof-in-tag"], Level::Error),
            (&["eof-in-tag"], &["all"], Level::Allowed),
            (&["eof-in-tag"], &["eof-in-tag"], Level::Error),
            (&["warnings"], &[], Level::Error),
        ] {
            assert_eq!(level(allow, deny, "eof-in-tag"), expected, "{allow:?} {deny:?}");
        }
        for (allow, deny, expected) in [
            (&[][..], &[][..], Level::Warning),
            (&["warnings"], &[], Level::Allowed),
            (&[], &["warnings"], Level::Error),
            (&["missing-language"], &["warnings"], Level::Allowed),
            (&["warnings"], &["missing-language"], Level::Error),
        ] {
            assert_eq!(level(allow, deny, "missing-language"), expected, "{allow:?} {deny:?}");
        }
    }
}
