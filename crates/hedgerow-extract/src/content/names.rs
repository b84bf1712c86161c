//! The meanings of the names of classes, ids and roles: a weak sign of what an element is for.

use hedgerow_base::known;
use hedgerow_dom::NodeRef;

/// A set of meanings, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hints(pub(crate) u32);

impl Hints {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NAVIGATION: Self = Self(1);
    pub(crate) const SIDE: Self = Self(1 << 1);
    pub(crate) const FOOT: Self = Self(1 << 2);
    pub(crate) const HEAD: Self = Self(1 << 3);
    pub(crate) const COMMENT: Self = Self(1 << 4);
    pub(crate) const SOCIAL: Self = Self(1 << 5);
    pub(crate) const RELATED: Self = Self(1 << 6);
    pub(crate) const PROMOTION: Self = Self(1 << 7);
    pub(crate) const META: Self = Self(1 << 8);
    pub(crate) const CONTROL: Self = Self(1 << 9);
    pub(crate) const PRODUCT: Self = Self(1 << 10);
    pub(crate) const CARD: Self = Self(1 << 11);
    pub(crate) const REVIEW: Self = Self(1 << 12);
    pub(crate) const AUTHOR: Self = Self(1 << 13);
    pub(crate) const POPUP: Self = Self(1 << 14);
    pub(crate) const CONTENTS: Self = Self(1 << 15);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The meanings of the names in the `class` and `id` of an element. Only the start of long values is read, because elements
    /// can share an attribute.
    pub(crate) fn of(element: NodeRef<'_>) -> Self {
        let mut hints = Self::NONE;
        for attribute in [known::CLASS, known::ID] {
            if let Some(value) = element.attribute(attribute) {
                hints = hints.with(Self::of_names(value));
            }
        }
        hints
    }

    fn of_names(names: &str) -> Self {
        let mut hints = Self::NONE;
        let mut word = [0; MOST_OF_WORD];
        let mut length = 0;
        let mut is_lower = false;
        for &byte in names.as_bytes().iter().take(MOST_OF_NAMES).chain([&b' ']) {
            let begins = byte.is_ascii_uppercase() && is_lower;
            is_lower = byte.is_ascii_lowercase();
            if length > 0 && (begins || !byte.is_ascii_alphabetic()) {
                hints = hints.with(word.get(..length).map_or(Self::NONE, Self::of_word));
                length = 0;
            }
            if byte.is_ascii_alphabetic() {
                if let Some(slot) = word.get_mut(length) {
                    *slot = byte.to_ascii_lowercase();
                }
                length += 1;
            }
        }
        hints
    }

    fn of_word(word: &[u8]) -> Self {
        let singular = word.strip_suffix(b"s").filter(|word| word.len() > 2).unwrap_or(word);
        match singular {
            b"nav" | b"navigation" | b"navbar" | b"menu" | b"submenu" | b"breadcrumb" | b"crumb"
            | b"pagination" | b"pager" | b"paging" | b"sitemap" | b"mega" | b"megamenu" | b"topnav"
            | b"subnav" | b"drawer" => Self::NAVIGATION,
            b"sidebar" | b"aside" | b"widget" | b"rail" | b"side" | b"secondary" | b"complementary"
            | b"sidenav" => Self::SIDE,
            b"footer" | b"foot" | b"copyright" | b"legal" | b"bottom" | b"colophon" => Self::FOOT,
            b"header" | b"masthead" | b"topbar" | b"top" | b"head" | b"logo" | b"branding" => Self::HEAD,
            b"comment" | b"disqu" | b"respond" | b"commenter" | b"commentlist" => Self::COMMENT,
            b"share" | b"sharing" | b"social" | b"follow" | b"like" | b"facebook" | b"twitter"
            | b"addtoany" | b"linkedin" | b"whatsapp" | b"pinterest" => Self::SOCIAL,
            b"related" | b"recommend" | b"recommended" | b"recommendation" | b"more" | b"popular"
            | b"trending" | b"similar" | b"also" | b"latest" | b"recent" | b"next" | b"prev" | b"previou"
            | b"upsell" | b"readmore" | b"crosssell" | b"recirc" | b"outbrain" | b"taboola" => Self::RELATED,
            b"ad" | b"advert" | b"advertisement" | b"sponsor" | b"sponsored" | b"promo" | b"promotion"
            | b"newsletter" | b"subscribe" | b"subscription" | b"signup" | b"cta" | b"dfp" | b"affiliate"
            | b"announcement" | b"marketing" => Self::PROMOTION,
            b"popup" | b"modal" | b"overlay" | b"cookie" | b"consent" | b"gdpr" | b"dialog" | b"lightbox"
            | b"toast" | b"onetrust" | b"tooltip" | b"offcanva" | b"alert" | b"notice" => Self::POPUP,
            b"meta" | b"date" | b"time" | b"tag" | b"category" | b"categorie" | b"taxonomy" | b"info"
            | b"timestamp" | b"published" => Self::META,
            b"author" | b"byline" | b"bio" | b"avatar" | b"user" | b"profile" | b"username" => Self::AUTHOR,
            b"search" | b"login" | b"filter" | b"facet" | b"sort" | b"button" | b"btn" | b"toolbar"
            | b"dropdown" | b"form" | b"skip" | b"tool" | b"action" | b"control" | b"toggle" | b"tab"
            | b"carousel" | b"slider" | b"swiper" | b"select" | b"icon" | b"print" | b"vote" => Self::CONTROL,
            b"product" | b"spec" | b"specification" | b"feature" | b"sku" | b"pdp" => Self::PRODUCT,
            b"card" | b"item" | b"tile" | b"teaser" | b"list" | b"listing" | b"grid" | b"result"
            | b"collection" | b"feed" | b"archive" => Self::CARD,
            b"review" | b"rating" | b"star" | b"testimonial" | b"feedback" => Self::REVIEW,
            b"toc" | b"tableofcontent" | b"outline" | b"index" | b"jump" | b"anchor" => Self::CONTENTS,
            _ => Self::NONE,
        }
    }
}

/// The number of bytes of a class or id that are read.
const MOST_OF_NAMES: usize = 160;

/// The length of the longest word with a meaning.
const MOST_OF_WORD: usize = 16;
