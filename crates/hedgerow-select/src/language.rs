//! `:lang()`: the language of a node, and extended filtering of language ranges.

use hedgerow_base::{AttributeName, Namespace, known};
use hedgerow_dom::{NodeRef, search};

use crate::matcher::{Effort, Matcher, parent_or_host};
use crate::query_cache::{QueryCache, Question};
use crate::slots::CacheSlot;

/// Whether the language of an element is in one of the ranges.
/// <https://drafts.csswg.org/selectors-4/#the-lang-pseudo>
pub(crate) fn matches<'q>(
    matcher: &mut Matcher<'_, 'q>,
    slot: CacheSlot,
    element: NodeRef<'q>,
    ranges: &[Box<str>],
) -> bool {
    let is_in_ranges = |language: &str| ranges.iter().any(|range| is_in_range(language, range));
    let document = matcher.document();
    let own = |node: NodeRef<'_>, effort: &mut Effort<'_>| {
        let language = own(node)?;
        // Many elements may share a long value, so the answers for it are cached.
        Some(effort.long_texts.pass(language, Question::Language(slot), || is_in_ranges(language)))
    };
    let or_else = |cache: &QueryCache<'q>| {
        let find = || search::pragma_set_default_language(document.root()).map(Box::from);
        // The language tag of a node whose language is unknown is the empty string.
        is_in_ranges(cache.default_language(document).get_or_init(find).as_deref().unwrap_or_default())
    };
    let short_cuts = QueryCache::short_cuts(document);
    let next =
        |node| short_cuts.and_then(|short_cuts| short_cuts.next(node)).or_else(|| parent_or_host(node));
    let start = matcher.cache.steps();
    let answer = matcher.inherited_by(slot, element, next, own, or_else);
    QueryCache::count_language_steps(document, matcher.cache.steps() - start);
    answer
}

/// The language that a node itself declares. <https://html.spec.whatwg.org/multipage/dom.html#language>
pub(crate) fn own(node: NodeRef<'_>) -> Option<&str> {
    let value = |namespace| {
        let name = AttributeName { namespace, local: known::LANG };
        search::attribute_value(node, name)
    };
    // 1. A `lang` attribute in the XML namespace. 2. A `lang` attribute in no namespace, if the element is an HTML element
    // or, as SVG 2 defines, an SVG element.
    let plain = matches!(node.namespace(), Some(Namespace::Html | Namespace::Svg));
    value(Namespace::Xml).or_else(|| if plain { value(Namespace::None) } else { None })
}

/// Extended filtering: RFC 4647, with the two rules that the Selectors specification adds, for empty strings and a lone `*`.
fn is_in_range(language: &str, range: &str) -> bool {
    if language.is_empty() || range.is_empty() {
        return language.is_empty() && range.is_empty();
    }
    let mut tags = language.split('-');
    let mut subtags = range.split('-');
    // 2. The first subtags match if they are equal, or if the range begins with the wildcard.
    let (Some(tag), Some(subtag)) = (tags.next(), subtags.next()) else { return false };
    if subtag != "*" && !subtag.eq_ignore_ascii_case(tag) {
        return false;
    }
    // 3. The other subtags of the range must occur in the language in the same order. Subtags of the language are skipped,
    // except singletons.
    for subtag in subtags.filter(|subtag| *subtag != "*") {
        loop {
            let Some(tag) = tags.next() else { return false };
            if tag.eq_ignore_ascii_case(subtag) {
                break;
            }
            if tag.len() == 1 {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_filtered_as_in_the_rfc() {
        let in_range =
            ["de-de", "de-DE", "de-Latn-DE", "de-Latf-DE", "de-DE-x-goethe", "de-Latn-DE-1996", "de-Deva-DE"];
        for language in in_range {
            assert!(is_in_range(language, "de-DE"), "{language}");
            assert!(is_in_range(language, "de-*-DE"), "{language}");
            assert!(is_in_range(language, "*-de"), "{language}");
        }
        for language in ["de", "de-x-DE", "de-Deva", "en-DE", ""] {
            assert!(!is_in_range(language, "de-DE"), "{language}");
        }
        assert!(is_in_range("de", "*") && !is_in_range("", "*"));
        assert!(is_in_range("", "") && !is_in_range("de", ""));
        assert!(!is_in_range("den", "de"));
    }
}
