//! [`Algorithm`]: the named algorithms of tree construction that traces report.

use std::fmt;

/// An algorithm that the rules of the insertion modes share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm>
    AdoptionAgency,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#foster-parent>
    FosterParenting,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements>
    ReconstructTheActiveFormattingElements,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element>
    CloseAPElement,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags>
    GenerateImpliedEndTags,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly>
    GenerateAllImpliedEndTagsThoroughly,
    /// For a table, a table body or a table row: <https://html.spec.whatwg.org/multipage/parsing.html#clear-the-stack-back-to-a-table-context>
    ClearTheStackBack,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell>
    CloseTheCell,
}

impl Algorithm {
    /// Returns the anchor of the algorithm in the page `parsing.html` of the standard.
    ///
    /// ```
    /// assert_eq!(hedgerow_tree::Algorithm::FosterParenting.anchor(), "foster-parent");
    /// ```
    #[must_use]
    pub fn anchor(self) -> &'static str {
        match self {
            Self::AdoptionAgency => "adoption-agency-algorithm",
            Self::FosterParenting => "foster-parent",
            Self::ReconstructTheActiveFormattingElements => "reconstruct-the-active-formatting-elements",
            Self::CloseAPElement => "close-a-p-element",
            Self::GenerateImpliedEndTags => "generate-implied-end-tags",
            Self::GenerateAllImpliedEndTagsThoroughly => "generate-all-implied-end-tags-thoroughly",
            Self::ClearTheStackBack => "clear-the-stack-back-to-a-table-context",
            Self::CloseTheCell => "close-the-cell",
        }
    }
}

/// Writes the standard's name of the algorithm, such as "close a p element".
impl fmt::Display for Algorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::AdoptionAgency => "adoption agency",
            Self::FosterParenting => "foster parenting",
            Self::ReconstructTheActiveFormattingElements => "reconstruct the active formatting elements",
            Self::CloseAPElement => "close a p element",
            Self::GenerateImpliedEndTags => "generate implied end tags",
            Self::GenerateAllImpliedEndTagsThoroughly => "generate all implied end tags thoroughly",
            Self::ClearTheStackBack => "clear the stack back to a context",
            Self::CloseTheCell => "close the cell",
        })
    }
}
