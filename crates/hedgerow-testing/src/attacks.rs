//! [`AttackGenerator`]: random markup made of constructs that have broken sanitizers and parsers, and random sanitizers.

use hedgerow::sanitize::{
    Action, AttributeAction, LinkTarget, Policy, Preset, Sanitizer, SanitizerConfig, SanitizerElement,
};

use crate::Random;
use crate::words::{Vocabulary, WORDS};

/// A generator of random numbers, of markup that attacks sanitizers, and of sanitizers.
#[derive(Debug)]
pub struct AttackGenerator(Random);

impl AttackGenerator {
    /// Creates a generator. The same seed generates the same markup.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// Returns a number below a bound, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// Returns one of the items. There must be at least one.
    pub fn choose<T: Copy>(&mut self, of: &[T]) -> T {
        self.0.pick(of)
    }

    /// Returns random markup that attacks sanitizers. Rarely, elements are nested 200 to 699 deep, because browsers limit the depth
    /// to about 512 elements.
    pub fn markup(&mut self) -> String {
        let mut html = self.of_words(&WORDS.attacks);
        if self.below(50) == 0 {
            let depth = 200 + self.below(500);
            let nest = format!("<{}>", self.word(&WORDS.attacks.tags)).repeat(depth);
            let tags: Vec<usize> = html.match_indices('<').map(|(index, _)| index).collect();
            let position = if tags.is_empty() { 0 } else { self.choose(&tags) };
            html.insert_str(position, &nest);
        }
        html
    }

    /// Returns a random document or fragment, for comparing trees with other parsers and browsers.
    pub fn tangle(&mut self) -> String {
        let doctype = if self.below(5) == 0 { "<!doctype html>" } else { "" };
        doctype.to_owned() + &self.of_words(&WORDS.tangles)
    }

    /// Returns markup of 4 to 40 words. Mostly, it has few different tags, because the rules of a few repeated names interact more
    /// often. End tags come in any order, and characters, comments and references are in between.
    fn of_words(&mut self, vocabulary: &'static Vocabulary) -> String {
        let Vocabulary { tags, favourites, texts, others, .. } = vocabulary;
        let name = |generator: &mut Self| {
            let is_favourite = !favourites.is_empty() && generator.below(3) == 0;
            generator.word(if is_favourite { favourites } else { tags })
        };
        let few: Vec<&str> = (0..2 + self.below(7)).map(|_| name(self)).collect();
        let is_focused = self.below(5) < 3;
        let mut html = String::new();
        for _ in 0..self.choose(&[4, 6, 8, 12, 16, 25, 40]) {
            let name = if is_focused { self.choose(&few) } else { name(self) };
            match self.below(100) {
                0..50 => self.push_start_tag(name, &vocabulary.attributes, &mut html),
                50..75 => html.extend(["</", name, ">"]),
                75..93 => html.push_str(self.word(texts)),
                _ => html.push_str(self.word(if others.is_empty() { texts } else { others })),
            }
        }
        html
    }

    /// Returns one of the words.
    fn word(&mut self, words: &'static [String]) -> &'static str {
        &words[self.below(words.len())]
    }

    /// Returns markup such as users write: it is well nested, except for a few tags.
    pub fn nearly_plain(&mut self) -> String {
        // "svg" occurs twice, which makes foreign content more likely.
        const PLAIN: &[&str] = &[
            "a", "b", "i", "code", "font", "span", "p", "div", "ul", "ol", "li", "dl", "dt", "dd", "h1",
            "h2", "pre", "blockquote", "table", "caption", "colgroup", "col", "thead", "tbody", "tr", "td",
            "th", "ruby", "rt", "rp", "br", "hr", "img", "wbr", "sub", "section", "details", "summary",
            "video", "source", "track", "menu", "small", "center", "figure", "svg", "svg", "g", "path",
            "text", "title", "desc", "textPath", "hgroup",
        ];
        const VOID: &[&str] = &["br", "hr", "img", "wbr", "col", "source", "track"];
        // The children that some elements are likely to have.
        let likely = |parent: &str| -> &[&str] {
            match parent {
                "table" => &["tbody", "thead", "caption", "colgroup"],
                "tbody" | "thead" => &["tr"],
                "tr" => &["td", "th"],
                "colgroup" => &["col"],
                "ul" | "ol" | "menu" => &["li"],
                "dl" => &["dt", "dd"],
                "ruby" => &["rt", "rp"],
                "svg" | "g" => &["g", "path", "title", "a", "svg", "desc", "text"],
                _ => &[],
            }
        };
        let mut html = String::new();
        let mut open: Vec<&str> = Vec::new();
        for _ in 0..4 + self.below(40) {
            let parent = open.last().copied().unwrap_or_default();
            match self.below(12) {
                0..=5 => {
                    let name = match likely(parent) {
                        [] => self.choose(PLAIN),
                        _ if self.below(8) == 0 => self.choose(PLAIN),
                        names => self.choose(names),
                    };
                    self.push_start_tag(name, &WORDS.attacks.attributes, &mut html);
                    if !VOID.contains(&name) {
                        open.push(name);
                    }
                }
                6 | 7 => html.push_str(self.choose(&["x", " ", "\n", "\n\n x", "&amp;<", "&#13;", "\t"])),
                8 if self.below(8) == 0 => html.push_str(self.word(&WORDS.attacks.texts)),
                9 if self.below(8) == 0 => html.extend(["</", self.choose(PLAIN), ">"]),
                _ => {
                    if let Some(name) = open.pop() {
                        html.extend(["</", name, ">"]);
                    }
                }
            }
        }
        while let Some(name) = open.pop().filter(|_| self.below(6) > 0) {
            html.extend(["</", name, ">"]);
        }
        html
    }

    /// Returns a built-in sanitizer, a preset, one with random lists, one that allows scripts, or one with a
    /// policy.
    #[must_use]
    pub fn sanitizer(&mut self) -> Sanitizer {
        match self.below(10) {
            0 | 1 => Sanitizer::new(),
            2 => Sanitizer::from_config(SanitizerConfig::default()).unwrap_or_default(),
            3 => everything(),
            4 => Preset::ALL[self.below(Preset::ALL.len())].sanitizer(),
            5 | 6 => {
                let mut sanitizer = everything();
                for _ in 0..self.below(6) {
                    sanitizer.replace_element_with_children(self.word(&WORDS.attacks.tags));
                }
                for _ in 0..self.below(6) {
                    sanitizer.remove_element(self.word(&WORDS.attacks.tags));
                }
                sanitizer
            }
            7 => scripts_allowed(),
            8 => {
                let mut sanitizer = Sanitizer::new();
                for _ in 0..4 {
                    sanitizer.allow_element(self.word(&WORDS.attacks.tags));
                    sanitizer.replace_element_with_children(self.word(&WORDS.attacks.tags));
                }
                for name in ["id", "class", "name", "target", "src", "shadowrootmode", "for"] {
                    sanitizer.allow_attribute(name);
                }
                sanitizer.set_comments(true);
                sanitizer.set_data_attributes(true);
                sanitizer
            }
            _ => everything().with_policy(policy()),
        }
    }

    fn push_start_tag(&mut self, name: &str, attributes: &'static [String], html: &mut String) {
        html.push('<');
        html.push_str(&if self.below(20) == 0 { name.to_ascii_uppercase() } else { name.to_owned() });
        for _ in 0..self.below(3) {
            html.push_str(self.word(attributes));
        }
        html.push_str(if self.below(12) == 0 { "/>" } else { ">" });
    }
}

/// Returns a sanitizer whose configuration keeps everything.
fn everything() -> Sanitizer {
    Sanitizer::from_config_unsafe(SanitizerConfig::default()).unwrap_or_default()
}

/// Returns a sanitizer that allows elements and attributes that can run scripts.
fn scripts_allowed() -> Sanitizer {
    let mut sanitizer = Sanitizer::new();
    for name in ["script", "iframe", "a", "style", "template", "form", "div"] {
        sanitizer.allow_element(name);
    }
    for name in ["svg", "a", "title", "style", "script", "use", "animate", "foreignObject", "desc"] {
        sanitizer.allow_element(SanitizerElement::svg(name));
    }
    for name in ["math", "mtext", "mglyph", "annotation-xml", "mi"] {
        sanitizer.allow_element(SanitizerElement::mathml(name));
    }
    for name in ["href", "onclick", "onerror", "src", "id", "srcdoc", "style"] {
        sanitizer.allow_attribute(name);
    }
    sanitizer.set_javascript_urls_unsafe(true);
    sanitizer.set_comments(true);
    sanitizer
}

/// Returns a policy with most kinds of rules, among them a scheme and a callback that try to reintroduce scripts.
fn policy() -> Policy {
    Policy::new()
        .url_schemes(["https", "javascript"])
        .link_rel("noopener")
        .link_target(LinkTarget::Set("_blank".to_owned()))
        .prefix_ids("x-")
        .classes(["c"])
        .on_element(|_, name| if name == "i" { Action::ReplaceWithChildren } else { Action::Keep })
        .on_attribute(|attribute| match attribute.name {
            "title" => AttributeAction::Remove,
            "href" if attribute.value == "x" => AttributeAction::Replace("javascript:x()".to_owned()),
            _ => AttributeAction::Keep,
        })
}
