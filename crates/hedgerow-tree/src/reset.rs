//! "Reset the insertion mode appropriately".

use hedgerow_base::known::{
    BODY, CAPTION, COLGROUP, FRAMESET, HEAD, HTML, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR,
};
use hedgerow_base::{ElementName, Namespace};

use crate::{InsertionMode, TreeBuilder, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately>
    pub(crate) fn reset_the_insertion_mode_appropriately(&mut self) {
        // OPTIMIZATION: the standard's loop ends at certain HTML elements, and the stack stores the index of the
        // last entry of each name. So the nearest of these elements is found by comparing indices.
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
