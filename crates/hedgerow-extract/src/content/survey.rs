//! The survey of a page: its text as blocks, each with the element that contains it, in one walk.
//!
//! A block is the text between two boundaries of blocks: the lines that a reader sees as one paragraph, item or cell.

use std::collections::HashMap;
use std::ops::{Add, AddAssign, Range, Sub};

use hedgerow_base::{ElementName, NameId, Namespace, known};
use hedgerow_dom::{NodeKind, NodeRef, search};

use super::names::Hints;
use super::view::{logarithm, mean, share};
use crate::markdown::walk::{is_hidden, is_without_text};

/// The places of an element by its tag or role, a bit for each. The places of its ancestors are among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Places(pub(crate) u32);

impl Places {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const MAIN: Self = Self(1);
    pub(crate) const ARTICLE: Self = Self(1 << 1);
    pub(crate) const NAVIGATION: Self = Self(1 << 2);
    pub(crate) const HEADER: Self = Self(1 << 3);
    pub(crate) const FOOTER: Self = Self(1 << 4);
    pub(crate) const ASIDE: Self = Self(1 << 5);
    pub(crate) const FORM: Self = Self(1 << 6);
    pub(crate) const TABLE: Self = Self(1 << 7);
    pub(crate) const DIALOG: Self = Self(1 << 8);
    pub(crate) const QUOTE: Self = Self(1 << 9);
    pub(crate) const DETAILS: Self = Self(1 << 10);
    pub(crate) const ADDRESS: Self = Self(1 << 11);
    pub(crate) const HIDDEN: Self = Self(1 << 12);
    pub(crate) const BUTTON: Self = Self(1 << 13);
    pub(crate) const ARTICLE_FOOTER: Self = Self(1 << 14);
    pub(crate) const LABEL: Self = Self(1 << 15);
    pub(crate) const NOSCRIPT: Self = Self(1 << 16);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Counts of the text of a block or of several blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) blocks: u32,
    pub(crate) characters: u32,
    pub(crate) words: u32,
    pub(crate) link_characters: u32,
    pub(crate) links: u32,
    pub(crate) sentences: u32,
    pub(crate) commas: u32,
    pub(crate) digits: u32,
    /// The words of blocks with the form of running text.
    pub(crate) good: u32,
    pub(crate) images: u32,
    /// Blocks with the form of running text.
    pub(crate) good_blocks: u32,
    pub(crate) copyright: u32,
}

macro_rules! each_count {
    ($($name:ident)*) => {
        impl Add for Counts {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self { $($name: self.$name + other.$name,)* }
            }
        }
        impl Sub for Counts {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self { $($name: self.$name - other.$name,)* }
            }
        }
    };
}
each_count!(blocks characters words link_characters links sentences commas digits good images good_blocks copyright);

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Counts {
    /// The share of characters in links.
    pub(crate) fn link_density(&self) -> f32 {
        if self.characters == 0 && self.links > 0 {
            1.0
        } else {
            share(self.link_characters, self.characters)
        }
    }

    /// The mean number of words of a block: 1 for about fifty words, on a logarithmic scale.
    pub(crate) fn words_per_block(&self) -> f32 {
        (logarithm(mean(self.words, self.blocks)) / 4.0).min(1.0)
    }

    /// The mean number of sentences of a block, at most three, as a share of three.
    pub(crate) fn sentences_per_block(&self) -> f32 {
        mean(self.sentences, self.blocks).min(3.0) / 3.0
    }
}

/// A block of text.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The index of the innermost box around it.
    pub(crate) parent: u32,
    /// Its leaves.
    pub(crate) leaves: Range<u32>,
    pub(crate) counts: Counts,
}

/// An element that begins and ends blocks.
#[derive(Clone, Debug)]
pub(crate) struct Container<'d> {
    pub(crate) element: NodeRef<'d>,
    pub(crate) name: NameId,
    pub(crate) parent: u32,
    pub(crate) places: Places,
    /// The meanings of its own names.
    pub(crate) own: Hints,
    /// The meanings of its names and those of its ancestors.
    pub(crate) hints: Hints,
    /// Its blocks.
    pub(crate) blocks: Range<u32>,
    pub(crate) depth: u32,
    /// A hash of the name and the class.
    pub(crate) kind: u64,
}

/// The blocks and the boxes of a page.
pub(crate) struct Survey<'d> {
    pub(crate) blocks: Vec<Block>,
    pub(crate) containers: Vec<Container<'d>>,
    /// The nodes with text, and the images.
    pub(crate) leaves: Vec<NodeRef<'d>>,
    /// The counts of all blocks before each block, and of all blocks.
    sums: Vec<Counts>,
}

impl<'d> Survey<'d> {
    pub(crate) fn of(top: NodeRef<'d>) -> Self {
        let mut walk = Walk {
            survey: Survey {
                blocks: Vec::new(),
                containers: Vec::new(),
                leaves: Vec::new(),
                sums: Vec::new(),
            },
            open: Vec::new(),
            links: 0,
            current: Current::default(),
            texts: HashMap::new(),
        };
        walk.run(top);
        let mut survey = walk.survey;
        let mut sum = Counts::default();
        survey.sums.reserve(survey.blocks.len() + 1);
        survey.sums.push(sum);
        for block in &survey.blocks {
            sum += block.counts;
            survey.sums.push(sum);
        }
        survey
    }

    pub(crate) fn container(&self, index: u32) -> Option<&Container<'d>> {
        self.containers.get(index as usize)
    }

    pub(crate) fn counts(&self, blocks: &Range<u32>) -> Counts {
        let at = |index: u32| self.sums.get(index as usize).copied().unwrap_or_default();
        at(blocks.end) - at(blocks.start)
    }
}

#[derive(Default)]
struct Current {
    counts: Counts,
    first_leaf: u32,
}

struct Walk<'d> {
    survey: Survey<'d>,
    open: Vec<u32>,
    links: u32,
    current: Current,
    texts: HashMap<(*const u8, usize), Counts>,
}

/// How the walk treats an element.
enum Role {
    Skipped,
    Inline,
    Link,
    Break,
    Image,
    Container,
}

fn role(name: ElementName) -> Role {
    match name.namespace {
        Namespace::Html => {}
        Namespace::MathMl => return Role::Inline,
        _ => return Role::Skipped,
    }
    match name.local {
        name if is_without_text(name) => Role::Skipped,
        known::BR | known::WBR => Role::Break,
        known::IMG => Role::Image,
        known::A => Role::Link,
        known::B
        | known::STRONG
        | known::EM
        | known::I
        | known::ABBR
        | known::ACRONYM
        | known::BDI
        | known::BDO
        | known::BIG
        | known::CITE
        | known::CODE
        | known::DEL
        | known::DFN
        | known::FONT
        | known::INS
        | known::KBD
        | known::MARK
        | known::NOBR
        | known::PICTURE
        | known::Q
        | known::RUBY
        | known::RT
        | known::S
        | known::SAMP
        | known::SMALL
        | known::SPAN
        | known::STRIKE
        | known::SUB
        | known::SUP
        | known::TIME
        | known::TT
        | known::U
        | known::VAR
        | known::DATA
        | known::OUTPUT
        | known::SLOT => Role::Inline,
        _ => Role::Container,
    }
}

impl<'d> Walk<'d> {
    fn run(&mut self, top: NodeRef<'d>) {
        let mut node = top;
        loop {
            if let Some(child) = self.enter(node) {
                node = child;
                continue;
            }
            loop {
                if node == top {
                    self.flush();
                    return;
                }
                if let Some(next) = node.next_sibling() {
                    node = next;
                    break;
                }
                let Some(parent) = node.parent() else { return };
                node = parent;
                self.leave(node);
            }
        }
    }

    fn enter(&mut self, node: NodeRef<'d>) -> Option<NodeRef<'d>> {
        match node.kind() {
            NodeKind::Text => {
                self.text(node);
                None
            }
            NodeKind::Element => {
                let name = search::element_name(node)?;
                match role(name) {
                    Role::Skipped => None,
                    Role::Break => None,
                    Role::Image => {
                        self.current.counts.images += 1;
                        self.leaf(node);
                        None
                    }
                    _ => {
                        let first = node.first_child();
                        if first.is_some() {
                            self.begin(node, name);
                        } else if matches!(role(name), Role::Container) {
                            self.flush();
                        }
                        first
                    }
                }
            }
            NodeKind::Document | NodeKind::DocumentFragment => node.first_child(),
            _ => None,
        }
    }

    fn begin(&mut self, node: NodeRef<'d>, name: ElementName) {
        match role(name) {
            Role::Link => {
                self.links += 1;
                self.current.counts.links += 1;
            }
            Role::Container => {
                self.flush();
                let index = self.survey.containers.len() as u32;
                let parent = self.open.last().copied();
                let (places, hints, depth) = parent
                    .and_then(|parent| self.survey.containers.get(parent as usize))
                    .map_or((Places::NONE, Hints::NONE, 0), |parent| {
                        (parent.places, parent.hints, parent.depth + 1)
                    });
                let own = if name.local == known::BODY || name.local == known::HTML {
                    Hints::NONE
                } else {
                    Hints::of(node)
                };
                let places = places_of(node, name.local, places);
                let start = self.survey.blocks.len() as u32;
                self.survey.containers.push(Container {
                    element: node,
                    name: name.local,
                    parent: parent.unwrap_or(index),
                    places,
                    own,
                    hints: hints.with(own),
                    blocks: start..start,
                    depth,
                    kind: u64::from(name.local.index() as u32) << 32 | u64::from(class_hash(node)),
                });
                self.open.push(index);
            }
            _ => {}
        }
    }

    fn leave(&mut self, node: NodeRef<'d>) {
        let Some(name) = search::element_name(node) else { return };
        match role(name) {
            Role::Link => self.links -= 1,
            Role::Container => {
                self.flush();
                let end = self.survey.blocks.len() as u32;
                if let Some(container) =
                    self.open.pop().and_then(|index| self.survey.containers.get_mut(index as usize))
                {
                    container.blocks.end = end;
                }
            }
            _ => {}
        }
    }

    fn leaf(&mut self, node: NodeRef<'d>) {
        self.survey.leaves.push(node);
    }

    fn text(&mut self, node: NodeRef<'d>) {
        let data = node.data().unwrap_or_default();
        let counts = if data.len() >= 64 {
            *self.texts.entry((data.as_ptr(), data.len())).or_insert_with(|| count(data))
        } else {
            count(data)
        };
        if counts.characters == 0 {
            return;
        }
        self.leaf(node);
        self.current.counts += counts;
        if self.links > 0 {
            self.current.counts.link_characters += counts.characters;
        }
    }

    fn flush(&mut self) {
        let end = self.survey.leaves.len() as u32;
        let current = std::mem::take(&mut self.current);
        let first = current.first_leaf;
        self.current.first_leaf = end;
        if first == end {
            return;
        }
        let mut counts = current.counts;
        counts.blocks = 1;
        if counts.words >= 12 && counts.link_density() < 0.35 && counts.sentences > 0 {
            counts.good = counts.words;
            counts.good_blocks = 1;
        }
        self.survey.blocks.push(Block {
            parent: self.open.last().copied().unwrap_or(0),
            leaves: first..end,
            counts,
        });
    }
}

fn class_hash(node: NodeRef<'_>) -> u32 {
    let class = node.attribute(known::CLASS).unwrap_or_default();
    class
        .bytes()
        .take(32)
        .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn places_of(node: NodeRef<'_>, name: NameId, outer: Places) -> Places {
    let is_in_article = outer.has(Places::ARTICLE) || outer.has(Places::MAIN);
    let by_name = match name {
        known::MAIN => Places::MAIN,
        known::ARTICLE => Places::ARTICLE,
        known::NAV => Places::NAVIGATION,
        known::HEADER if !is_in_article => Places::HEADER,
        known::FOOTER if is_in_article => Places::ARTICLE_FOOTER,
        known::FOOTER => Places::FOOTER,
        known::ASIDE => Places::ASIDE,
        known::FORM | known::FIELDSET => Places::FORM,
        known::TABLE => Places::TABLE,
        known::DIALOG => Places::DIALOG,
        known::BLOCKQUOTE => Places::QUOTE,
        known::DETAILS => Places::DETAILS,
        known::ADDRESS => Places::ADDRESS,
        known::BUTTON => Places::BUTTON,
        known::LABEL => Places::LABEL,
        known::NOSCRIPT => Places::NOSCRIPT,
        _ => Places::NONE,
    };
    let mut places = outer.with(by_name);
    if let Some(role) = node.attribute(known::ROLE) {
        places = places.with(match role {
            "main" => Places::MAIN,
            "article" => Places::ARTICLE,
            "navigation" | "menu" | "menubar" | "tablist" => Places::NAVIGATION,
            "banner" => Places::HEADER,
            "contentinfo" => Places::FOOTER,
            "complementary" => Places::ASIDE,
            "dialog" | "alertdialog" | "alert" => Places::DIALOG,
            "search" | "form" => Places::FORM,
            "button" | "tab" | "menuitem" => Places::BUTTON,
            _ => Places::NONE,
        });
    }
    let style = node.attribute(known::STYLE).unwrap_or_default();
    let style = style.get(..style.len().min(200)).unwrap_or_default();
    let hides = |declaration| style.contains(declaration);
    let values = ["display:none", "display: none", "visibility:hidden", "visibility: hidden"];
    if is_hidden(node) || values.into_iter().any(hides) {
        places = places.with(Places::HIDDEN);
    }
    places
}

/// Counts the characters, words and marks of a text.
fn count(text: &str) -> Counts {
    let mut counts = Counts::default();
    let mut is_in_word = false;
    let mut previous = b' ';
    for &byte in text.as_bytes() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => {
                counts.sentences += u32::from(matches!(previous, b'.' | b'!' | b'?'));
                is_in_word = false;
                previous = b' ';
                continue;
            }
            b',' | b';' => counts.commas += 1,
            b'0'..=b'9' => counts.digits += 1,
            _ => {}
        }
        counts.characters += u32::from(byte & 0xC0 != 0x80);
        counts.words += u32::from(!is_in_word);
        is_in_word = true;
        if !matches!(byte, b'"' | b'\'' | b')') {
            previous = byte;
        }
    }
    counts.sentences += u32::from(matches!(previous, b'.' | b'!' | b'?'));
    // The full stop of Chinese and Japanese.
    if !text.is_ascii() {
        counts.sentences += text.matches('。').count() as u32;
        counts.copyright += u32::from(text.contains('©'));
        let wide = text
            .chars()
            .filter(|character| matches!(character, '\u{3040}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'))
            .count() as u32;
        counts.words += wide / 2;
    }
    counts
}
