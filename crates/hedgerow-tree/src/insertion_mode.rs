//! [`InsertionMode`]. "Reset the insertion mode appropriately" is in `reset.rs`.

use std::fmt;

use hedgerow_base::NameId;
use hedgerow_base::known::{BODY, CAPTION, COL, COLGROUP, HTML, TABLE, TBODY, TD, TFOOT, TH, THEAD, TR};
use hedgerow_tokenizer::words_of_name;

/// The insertion mode.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum InsertionMode {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    #[default]
    Initial,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    BeforeHtml,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    BeforeHead,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    InHead,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript>
    InHeadNoscript,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode>
    AfterHead,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    InBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata>
    Text,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable>
    InTable,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext>
    InTableText,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption>
    InCaption,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup>
    InColumnGroup,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody>
    InTableBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr>
    InRow,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd>
    InCell,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate>
    InTemplate,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody>
    AfterBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset>
    InFrameset,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset>
    AfterFrameset,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode>
    AfterAfterBody,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode>
    AfterAfterFrameset,
}

/// Writes the standard's name of the mode, such as "in column group".
impl fmt::Display for InsertionMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&words_of_name(&format!("{self:?}")))
    }
}

impl InsertionMode {
    /// Returns the anchor of the mode in the page `parsing.html` of the standard.
    ///
    /// ```
    /// assert_eq!(hedgerow_tree::InsertionMode::InRow.anchor(), "parsing-main-intr");
    /// ```
    #[must_use]
    pub fn anchor(self) -> &'static str {
        match self {
            Self::Initial => "the-initial-insertion-mode",
            Self::BeforeHtml => "the-before-html-insertion-mode",
            Self::BeforeHead => "the-before-head-insertion-mode",
            Self::InHead => "parsing-main-inhead",
            Self::InHeadNoscript => "parsing-main-inheadnoscript",
            Self::AfterHead => "the-after-head-insertion-mode",
            Self::InBody => "parsing-main-inbody",
            Self::Text => "parsing-main-incdata",
            Self::InTable => "parsing-main-intable",
            Self::InTableText => "parsing-main-intabletext",
            Self::InCaption => "parsing-main-incaption",
            Self::InColumnGroup => "parsing-main-incolgroup",
            Self::InTableBody => "parsing-main-intbody",
            Self::InRow => "parsing-main-intr",
            Self::InCell => "parsing-main-intd",
            Self::InTemplate => "parsing-main-intemplate",
            Self::AfterBody => "parsing-main-afterbody",
            Self::InFrameset => "parsing-main-inframeset",
            Self::AfterFrameset => "parsing-main-afterframeset",
            Self::AfterAfterBody => "the-after-after-body-insertion-mode",
            Self::AfterAfterFrameset => "the-after-after-frameset-insertion-mode",
        }
    }

    /// Whether this is one of the modes that a document without tags for `html`, `head` and `body` goes through before "in body".
    #[inline(always)]
    pub(crate) fn is_before_the_body(self) -> bool {
        matches!(self, Self::Initial | Self::BeforeHtml | Self::BeforeHead | Self::InHead | Self::AfterHead)
    }

    /// Whether characters are processed using the rules of "in body".
    #[inline]
    pub(crate) fn takes_characters_as_in_body(self) -> bool {
        matches!(self, Self::InBody | Self::InCell | Self::InCaption | Self::InTemplate)
    }

    /// Whether the standard's rules for this mode process whitespace differently from other characters.
    pub(crate) fn distinguishes_whitespace(self) -> bool {
        !matches!(
            self,
            Self::InBody
                | Self::Text
                | Self::InTable
                | Self::InTableText
                | Self::InCaption
                | Self::InTableBody
                | Self::InRow
                | Self::InCell
                | Self::InTemplate
        )
    }

    /// Whether the mode is known to process tags of this name using the rules of "in body". Returns `false` for rare
    /// modes, such as "in caption", without a test, because `false` only means that the dispatcher decides.
    #[inline(always)]
    pub(crate) fn takes_tag_as_in_body(self, name: NameId) -> bool {
        match self {
            Self::InBody => true,
            // All tags except these are processed by the last rule of "in cell", "anything else".
            Self::InCell => !matches!(
                name,
                BODY | CAPTION | COL | COLGROUP | HTML | TABLE | TBODY | TD | TFOOT | TH | THEAD | TR
            ),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_the_names_of_the_standard() {
        assert_eq!(InsertionMode::Initial.to_string(), "initial");
        assert_eq!(InsertionMode::InHeadNoscript.to_string(), "in head noscript");
        assert_eq!(InsertionMode::AfterAfterFrameset.to_string(), "after after frameset");
    }
}
