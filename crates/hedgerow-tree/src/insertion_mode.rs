//! [`InsertionMode`], and "reset the insertion mode appropriately".

use std::fmt;

use hedgerow_base::known::{
    BODY, CAPTION, COL, COLGROUP, FRAMESET, HEAD, HTML, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR,
};
use hedgerow_base::{ElementName, NameId, Namespace};
use hedgerow_tokenizer::words_of_name;

use crate::{TreeBuilder, TreeSink};

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

/// Writes the standard's name of the mode: "in column group".
impl fmt::Display for InsertionMode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&words_of_name(&format!("{self:?}")))
    }
}

impl InsertionMode {
    /// Returns the fragment of the page `parsing.html` of the standard.
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

    /// Whether characters are processed using the rules of "in body".
    #[inline]
    pub(crate) fn takes_characters_as_in_body(self) -> bool {
        matches!(self, Self::InBody | Self::InCell | Self::InCaption | Self::InTemplate)
    }

    /// Whether the mode has a row for whitespace characters.
    pub(crate) fn tells_whitespace_apart(self) -> bool {
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

    /// Whether the mode processes tags of this name using the rules of "in body"; `false` also for modes that are rare.
    #[inline(always)]
    pub(crate) fn takes_tag_as_in_body(self, name: NameId) -> bool {
        match self {
            Self::InBody => true,
            // OPTIMIZATION: the loop ends at certain HTML elements, and the stack knows the last entry of each name. So
            // the nearest of them is found by comparing indices.
            Self::InCell => !matches!(
                name,
                BODY | CAPTION | COL | COLGROUP | HTML | TABLE | TBODY | TD | TFOOT | TH | THEAD | TR
            ),
            _ => false,
        }
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately>
    pub(crate) fn reset_the_insertion_mode_appropriately(&mut self) {
        // Steps 4 to 15 for a node.
        let nearest =
            [TD, TH, TR, TBODY, THEAD, TFOOT, CAPTION, COLGROUP, TABLE, TEMPLATE, HEAD, BODY, FRAMESET, HTML]
                .into_iter()
                .filter_map(|name| self.stack_of_open_elements.last_index_of(name))
                .max()
                .unwrap_or(0);
        // 3. If node is the first node in the stack of open elements, then set last to true, and, if the parser's
        //    fragment context element is non-null, then set node to that element (fragment case).
        let last = nearest == 0;
        let node = match (&self.fragment_context, self.stack_of_open_elements.get(nearest)) {
            (Some(context), _) if last => context.name,
            (_, Some(entry)) => entry.name,
            (_, None) => ElementName::html(HTML),
        };
        self.insertion_mode = self.insertion_mode_for(node, last);
    }

    /// Steps 4 to 15 for one node.
    fn insertion_mode_for(&self, node: ElementName, last: bool) -> InsertionMode {
        if node.namespace != Namespace::Html {
            return InsertionMode::InBody;
        }
        match node.local {
            TD | TH if !last => InsertionMode::InCell,
            TR => InsertionMode::InRow,
            TBODY | THEAD | TFOOT => InsertionMode::InTableBody,
            CAPTION => InsertionMode::InCaption,
            COLGROUP => InsertionMode::InColumnGroup,
            TABLE => InsertionMode::InTable,
            TEMPLATE => self.template_insertion_modes.last().copied().unwrap_or(InsertionMode::InTemplate),
            HEAD if !last => InsertionMode::InHead,
            BODY => InsertionMode::InBody,
            FRAMESET => InsertionMode::InFrameset,
            HTML if self.head_element_pointer.is_none() => InsertionMode::BeforeHead,
            HTML => InsertionMode::AfterHead,
            // 15. If last is true, then switch the insertion mode to "in body" and return. (fragment case)
            _ => InsertionMode::InBody,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_is_called_as_the_standard_calls_it() {
        assert_eq!(InsertionMode::Initial.to_string(), "initial");
        assert_eq!(InsertionMode::InHeadNoscript.to_string(), "in head noscript");
        assert_eq!(InsertionMode::AfterAfterFrameset.to_string(), "after after frameset");
    }
}
