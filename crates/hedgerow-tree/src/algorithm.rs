//! [`Algorithm`]: the named algorithms of tree construction that traces report.

use std::fmt;

use hedgerow_tokenizer::words_of_name;

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
    ClearTheStackBackToAContext,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell>
    CloseTheCell,
}

/// Writes the standard's name of the algorithm, such as "close a p element".
impl fmt::Display for Algorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&words_of_name(&format!("{self:?}")))
    }
}
