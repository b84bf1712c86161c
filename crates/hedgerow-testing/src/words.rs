//! [`WORDS`]: the words of generated markup, `data/words.json`.

use std::sync::LazyLock;

use serde::Deserialize;

/// A vocabulary of words that interact: tags, text and other markup. A `#` is replaced by a number.
#[derive(Debug, Deserialize)]
pub struct Theme {
    /// The name.
    pub name: String,
    pub(crate) words: Vec<String>,
}

/// The words of random markup.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vocabulary {
    /// The names of tags.
    pub(crate) tags: Vec<String>,
    /// Names that occur more often, because the standard has the most complex rules for them.
    #[serde(default)]
    pub(crate) favourites: Vec<String>,
    /// Attributes, each with a space before it, or nothing.
    pub(crate) attributes: Vec<String>,
    pub(crate) texts: Vec<String>,
    /// Comments and other markup.
    #[serde(default)]
    pub(crate) others: Vec<String>,
}

/// All words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) themes: Vec<Theme>,
    /// Long texts: the start, the repeated text, and the end.
    pub(crate) long: Vec<[String; 3]>,
    /// Constructs that have broken sanitizers.
    pub(crate) attacks: Vocabulary,
    /// Tags with the most complex rules of tree construction.
    pub(crate) tangles: Vocabulary,
}

pub(crate) static WORDS: LazyLock<Words> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/words.json")).expect("words"));

/// Returns the themes of the hunter.
#[must_use]
pub fn themes() -> &'static [Theme] {
    &WORDS.themes
}
