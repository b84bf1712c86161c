//! Sanitizers for common purposes. Only the default is in the standard.

use std::fmt;
use std::str::FromStr;

use crate::builtins::builtins;
use crate::policy::{LinkTarget, Policy};
use crate::sanitizer::Sanitizer;

/// A sanitizer for a common purpose.
///
/// All presets except [`Default`](Self::Default) keep only relative URLs and URLs with the schemes `http`, `https` and `mailto`;
/// [`Email`](Self::Email) also keeps images with the scheme `cid`. They replace harmless elements that they do not keep, such as
/// `div`, and unknown elements, such as custom elements, with their children, so the text stays; [`Default`](Self::Default) and the
/// standard remove such elements with their contents. No preset keeps ids, classes or styles.
///
/// ```
/// use hedgerow::sanitize::{Preset, Sanitizer};
/// let sanitizer: Sanitizer = "comments".parse::<Preset>()?.sanitizer();
/// # Ok::<(), hedgerow::sanitize::UnknownPreset>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// The standard's built-in safe default configuration.
    Default,
    /// Basic formatting: paragraphs, lists, emphasis, code, quotations and links.
    Basic,
    /// Comments of users: basic formatting, headings, tables, images and `details`; links get `rel="nofollow noopener ugc"`.
    Comments,
    /// The HTML of an e-mail: formatting, tables, images, and the presentational elements and attributes that e-mails are made
    /// of; links open in a new tab.
    Email,
    /// An article: the elements of comments, and sections, figures, audio and video.
    Article,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 5] = [Self::Default, Self::Basic, Self::Comments, Self::Email, Self::Article];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Basic => "basic",
            Self::Comments => "comments",
            Self::Email => "email",
            Self::Article => "article",
        }
    }

    /// Returns the sanitizer.
    #[must_use]
    pub fn sanitizer(self) -> Sanitizer {
        if self == Self::Default {
            return Sanitizer::new();
        }
        let mut config = builtins().allow_list(self.name(), "basic-attributes");
        for (element, _) in builtins().elements("containers") {
            let is_kept = config.elements.iter().flatten().any(|kept| kept.element == *element);
            if !is_kept {
                config.replace_with_children_elements.get_or_insert_default().push(element.clone());
            }
        }
        Sanitizer::of_valid(config).with_policy(self.policy())
    }

    /// Returns the policy: the rules of the preset beyond the standard.
    ///
    /// ```
    /// use hedgerow::sanitize::{Preset, Sanitizer};
    /// let mut sanitizer = Sanitizer::new().with_policy(Preset::Comments.policy());
    /// ```
    #[must_use]
    pub fn policy(self) -> Policy {
        if self == Self::Default {
            return Policy::new();
        }
        let policy = Policy::new().replace_unknown_elements().url_schemes(["http", "https", "mailto"]);
        match self {
            Self::Default | Self::Basic => policy,
            Self::Comments => policy.link_rel("nofollow noopener ugc"),
            Self::Email => policy
                .link_rel("noopener noreferrer")
                .link_target(LinkTarget::Set("_blank".to_owned()))
                // An image of an e-mail may be a part of the message, which has a `cid:` URL.
                .url_schemes_of("img", "src", ["https", "http", "cid"]),
            Self::Article => policy.link_rel("noopener"),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The error for a text that is not the name of a [`Preset`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPreset(String);

impl fmt::Display for UnknownPreset {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown preset {:?}; the presets are ", self.0)?;
        let names: Vec<&str> = Preset::ALL.into_iter().map(Preset::name).collect();
        formatter.write_str(&names.join(", "))
    }
}

impl std::error::Error for UnknownPreset {}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        let preset = Self::ALL.into_iter().find(|preset| preset.name() == name);
        preset.ok_or_else(|| UnknownPreset(name.to_owned()))
    }
}
