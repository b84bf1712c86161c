//! The arguments of `hedgerow rewrite`: a table of the edits, which are options with one or two values.

use std::ffi::OsString;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use hedgerow::rewrite::{Content, EditResult, Element};

use super::documents::{EncodingHintArguments, FolderArguments, size};

pub(crate) const ABOUT: &str = "\
Edit documents by selector while they pass from the input to the output.

Everything that no edit concerns is written byte for byte, in the encoding of the input. The selectors match the tree that a browser \
builds. If a selector needs later siblings or the contents of an element, as `:last-child` and `:has()` do, the source is held back \
until it is decided, up to `--max-held` bytes. A single document is written while it is read, in memory of a bounded size. Several files are each printed after their names.

An edit is refused if it has another effect on the tree that a browser builds from the output: for example, text in a table is moved \
before the table. Refused edits are reported on the standard error, and the other edits are made. If such an effect is noticed only after \
the edit was written, the output ends there, and a file that would be rewritten in place stays as it is.

The exit code is 0 if all edits were made, 1 if edits were refused, and 2 if an argument is invalid or a document could not be \
read or rewritten.";

pub(crate) const EXAMPLES: &str = examples_and_inputs!(
    "\
Examples:
  hedgerow rewrite --set 'img:not([loading])' loading=lazy page.html > lazy.html
  curl -s https://example.org | hedgerow rewrite --remove script --unset '[onclick]' onclick
  hedgerow rewrite --append head '<link rel=stylesheet href=/site.css>' --write site/
  hedgerow rewrite --rename b strong --unwrap font page.html"
);

/// A kind of edit, which is an option of the command.
#[derive(Debug)]
pub(crate) struct EditKind {
    /// The name of the option.
    pub(crate) option: &'static str,
    /// The name of the value after the selector, or an empty string.
    value: &'static str,
    help: &'static str,
    /// Makes the edit with the value.
    pub(crate) make: fn(&mut Element<'_, '_>, &str) -> EditResult,
}

const EDITS: &[EditKind] = &[
    EditKind {
        option: "set",
        value: "NAME=VALUE",
        help: "Set an attribute of the elements that match",
        make: |element, text| {
            let (name, value) = text.split_once('=').unwrap_or((text, ""));
            element.set_attribute(name, value)
        },
    },
    EditKind {
        option: "unset",
        value: "NAME",
        help: "Remove an attribute",
        make: |element, name| element.remove_attribute(name).map(drop),
    },
    EditKind {
        option: "rename",
        value: "NAME",
        help: "Change the name of the elements to one that is parsed by the same rules",
        make: |element, name| element.rename(name),
    },
    EditKind {
        option: "before",
        value: "HTML",
        help: "Insert HTML before the elements",
        make: |element, html| element.before(Content::Html(html)),
    },
    EditKind {
        option: "after",
        value: "HTML",
        help: "Insert HTML after the elements",
        make: |element, html| element.after(Content::Html(html)),
    },
    EditKind {
        option: "prepend",
        value: "HTML",
        help: "Insert HTML at the start of the contents",
        make: |element, html| element.prepend(Content::Html(html)),
    },
    EditKind {
        option: "append",
        value: "HTML",
        help: "Insert HTML at the end of the contents",
        make: |element, html| element.append(Content::Html(html)),
    },
    EditKind {
        option: "contents",
        value: "HTML",
        help: "Replace the contents",
        make: |element, html| element.set_contents(Content::Html(html)),
    },
    EditKind {
        option: "replace",
        value: "HTML",
        help: "Replace the elements with HTML",
        make: |element, html| element.replace(Content::Html(html)),
    },
    EditKind {
        option: "remove",
        value: "",
        help: "Remove the elements with their contents",
        make: |element, _| element.remove(),
    },
    EditKind {
        option: "unwrap",
        value: "",
        help: "Remove the elements, and keep their contents",
        make: |element, _| element.remove_and_keep_contents(),
    },
];

/// An edit of the elements that a selector matches.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) kind: &'static EditKind,
    pub(crate) selector: String,
    pub(crate) value: String,
}

/// The edits, in the order of the arguments.
#[derive(Clone, Debug)]
pub(crate) struct Edits(pub(crate) Vec<Edit>);

impl Args for Edits {
    fn augment_args(command: Command) -> Command {
        EDITS.iter().fold(command, |command, kind| {
            let names = ["SELECTOR", kind.value];
            let names = if kind.value.is_empty() { &names[..1] } else { &names };
            command.arg(
                Arg::new(kind.option)
                    .long(kind.option)
                    .help(kind.help)
                    .help_heading("Edits, each of which may be repeated")
                    .num_args(names.len())
                    .value_names(names.iter().copied())
                    .allow_hyphen_values(true)
                    .action(ArgAction::Append),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Edits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut all = Vec::new();
        for kind in EDITS {
            let mut places = matches.indices_of(kind.option).into_iter().flatten();
            for mut values in matches.get_occurrences::<String>(kind.option).into_iter().flatten() {
                let place = places.next();
                let selector = values.next().cloned().unwrap_or_default();
                let value = values.next().cloned();
                if value.is_some() {
                    places.next();
                }
                all.push((place, Edit { kind, selector, value: value.unwrap_or_default() }));
            }
        }
        all.sort_by_key(|(place, _)| *place);
        Ok(Self(all.into_iter().map(|(_, edit)| edit).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Args, Debug)]
pub(crate) struct RewriteArguments {
    /// Files, folders or web archives; `-` is the standard input, which is the default unless it is a terminal
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    #[command(flatten)]
    pub(crate) edits: Edits,

    /// Rewrite the files in place, and print the names of changed files
    #[arg(long, short, conflicts_with = "stdin_filename")]
    pub(crate) write: bool,

    /// Also make edits whose effect on the tree differs, and report them
    #[arg(long)]
    pub(crate) force: bool,

    /// Parse as if scripting were enabled: `noscript` contains only text. No script is run
    #[arg(long)]
    pub(crate) scripting: bool,

    /// Maximum number of bytes of a document that are held before they can be written: those of a long tag, or those from an element to
    /// the place that decides whether it matches
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size)]
    pub(crate) max_held: usize,

    /// Leave the source as it is where more than `--max-held` bytes would be held, instead of ending with an error
    #[arg(long)]
    pub(crate) keep_held: bool,

    /// Maximum size of each of several documents in bytes, after decompression: `500000`, `64M`; at most `1G`
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
    pub(crate) max_bytes: usize,

    #[command(flatten)]
    pub(crate) encoding: EncodingHintArguments,

    #[command(flatten)]
    pub(crate) folders: FolderArguments,
}
