//! The outline of a document: of its tree, and of its Markdown.

use hedgerow::NodeRef;
use hedgerow::dom::{NodeKind, known};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The parts of a document that Markdown keeps. White space is left out of texts.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    text: Vec<String>,
    headings: Vec<String>,
    links: Vec<String>,
    items: Vec<String>,
    tables: Vec<String>,
    code: Vec<String>,
    /// Whether the Markdown has footnotes, whose links and items are not those of the tree.
    pub(crate) has_notes: bool,
    /// The text that belongs to each open heading, link, cell, …
    open: Vec<String>,
}

impl Outline {
    pub(crate) fn parts(&self) -> [Vec<String>; 6] {
        // The text is compared in pieces of forty characters, so that a difference is shown at its place.
        let text: Vec<char> = self.text.concat().chars().collect();
        let text = text.chunks(40).map(|piece| piece.iter().collect()).collect();
        [
            text,
            self.headings.clone(),
            self.links.clone(),
            self.items.clone(),
            self.tables.clone(),
            self.code.clone(),
        ]
    }

    fn add(&mut self, text: &str) {
        let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        for open in &mut self.open {
            open.push_str(&text);
        }
        self.text.push(text);
    }

    /// Adds a row. Empty cells are left out, because the slots that a cell spans are empty.
    fn row(&mut self, cells: &[String]) {
        let cells: Vec<&str> = cells.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        self.tables.push(cells.join("|"));
    }

    /// Adds a code span. In a link, code with a bracket and a colon is written as text.
    fn code_span(&mut self, text: &str) {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if !words.join(" ").contains("]:") {
            self.code.push(text.split_whitespace().collect());
        }
    }

    fn begin(&mut self) {
        self.open.push(String::new());
    }

    fn end(&mut self) -> String {
        self.open.pop().unwrap_or_default()
    }
}

/// The outline of Markdown.
pub(crate) fn of_markdown(markdown: &str) -> Outline {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let mut outline = Outline::default();
    let mut lists: Vec<Option<u64>> = Vec::new();
    let mut code: Option<String> = None;
    let mut rows: Vec<Vec<String>> = Vec::new();
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::TableCell) => outline.begin(),
            Event::Start(Tag::Link { dest_url, .. }) => {
                outline.begin();
                outline.links.push(dest_url.into_string());
            }
            Event::End(TagEnd::Link) => {
                let text = outline.end();
                let index = outline.links.iter().rposition(|link| !link.contains('\n')).unwrap();
                outline.links[index] = format!("{}\n{text}", outline.links[index]);
            }
            Event::Start(Tag::Image { .. }) => outline.begin(),
            Event::End(TagEnd::Image) => {
                outline.end();
            }
            Event::End(TagEnd::Heading(level)) => {
                let text = outline.end();
                let level = match level {
                    HeadingLevel::H1 => 1,
                    HeadingLevel::H2 => 2,
                    HeadingLevel::H3 => 3,
                    HeadingLevel::H4 => 4,
                    HeadingLevel::H5 => 5,
                    HeadingLevel::H6 => 6,
                };
                outline.headings.push(format!("{level} {text}"));
            }
            Event::Start(Tag::List(start)) => lists.push(start),
            Event::End(TagEnd::List(_)) => {
                lists.pop();
            }
            Event::Start(Tag::Item) => {
                let depth = lists.len();
                let number = lists.last_mut().and_then(Option::as_mut).map(|number| {
                    *number += 1;
                    *number - 1
                });
                outline.items.push(format!("{depth} {number:?}"));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                assert!(matches!(kind, CodeBlockKind::Fenced(_)), "all blocks of code have fences");
                code = Some("\n".to_owned());
            }
            Event::End(TagEnd::CodeBlock) => {
                let code = code.take().unwrap_or_default();
                outline.add(code.split_once('\n').unwrap().1);
                outline.code.push(code.trim_end_matches('\n').to_owned());
            }
            Event::Start(Tag::Table(_)) => rows.clear(),
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let text = outline.end();
                rows.last_mut().unwrap().push(text);
            }
            Event::End(TagEnd::Table) => {
                for row in &rows {
                    outline.row(row);
                }
            }
            Event::Text(text) => match &mut code {
                Some(code) => code.push_str(&text),
                None => outline.add(&text),
            },
            Event::Code(text) => {
                outline.add(&text);
                outline.code_span(&text);
            }
            Event::InlineHtml(html) | Event::Html(html) => {
                if &*html != "<br>" {
                    outline.add(&format!("HTML:{html}"));
                }
            }
            Event::FootnoteReference(_) => outline.has_notes = true,
            Event::TaskListMarker(_) => {}
            Event::Rule | Event::SoftBreak | Event::HardBreak | Event::Start(_) | Event::End(_) => {}
            other => panic!("{other:?}"),
        }
    }
    outline
}

/// The outline of a tree, by recursion.
pub(crate) fn of_tree(top: NodeRef<'_>) -> Outline {
    let mut model = Model::default();
    model.node(top);
    model.outline
}

#[derive(Default)]
struct Model {
    outline: Outline,
    /// The lists around the current node that have an item.
    lists: usize,
    /// Whether the current block has content, and the number of line breaks at its end.
    has_content: bool,
    breaks: usize,
    /// Whether the current node is in a line: a heading or a cell.
    is_in_line: bool,
    is_in_table: bool,
    /// Items without content so far.
    pending: Vec<String>,
    /// The links whose text ends with the block.
    open_link: Option<(String, bool)>,
}

fn is_any(node: NodeRef<'_>, names: &str) -> bool {
    node.namespace() == Some(hedgerow::dom::Namespace::Html)
        && names.split(' ').any(|name| name == node.local_name_text())
}

const OMITTED: &str = "script style template head title select datalist textarea iframe object video audio canvas embed \
    noembed noframes meter progress colgroup rp input";
const BLOCKS: &str = "address article aside body center dd details dialog div dl fieldset figure footer form frameset header \
    hgroup html legend main nav noscript optgroup option p search section tbody tfoot thead h1 h2 h3 h4 h5 h6 blockquote ul ol \
    menu dir li dt summary figcaption caption table tr td th pre listing xmp plaintext hr";

impl Model {
    /// Something visible follows.
    fn visible(&mut self) {
        self.has_content = true;
        self.breaks = 0;
        for item in std::mem::take(&mut self.pending) {
            self.outline.items.push(item);
        }
        if let Some((address, is_begun)) = &mut self.open_link
            && !*is_begun
        {
            *is_begun = true;
            let address = address.clone();
            self.outline.links.push(address);
            self.outline.begin();
        }
    }

    fn add(&mut self, text: &str) {
        if !text.trim_matches(|character: char| character.is_ascii_whitespace()).is_empty() {
            self.visible();
            self.outline.add(text);
        }
    }

    /// A block ends.
    fn end_block(&mut self) {
        if self.is_in_line {
            return;
        }
        self.has_content = false;
        self.breaks = 0;
        if self.open_link.as_ref().is_some_and(|(_, is_begun)| *is_begun) {
            self.end_link();
        }
    }

    fn end_link(&mut self) {
        if let Some((_, true)) = self.open_link.take() {
            let text = self.outline.end();
            let last = self.outline.links.last_mut().unwrap();
            last.push('\n');
            last.push_str(&text);
        }
    }

    fn children(&mut self, node: NodeRef<'_>) {
        for child in node.children() {
            self.node(child);
        }
    }

    fn node(&mut self, node: NodeRef<'_>) {
        match node.kind() {
            NodeKind::Text => return self.add(node.data().unwrap()),
            NodeKind::Document => return self.children(node),
            NodeKind::Element => {}
            _ => return,
        }
        let is_svg = node.namespace() == Some(hedgerow::dom::Namespace::Svg);
        if is_any(node, OMITTED)
            || is_svg
            || node.attribute(known::HIDDEN).is_some_and(|state| state != "until-found")
        {
            return;
        }
        let is_block = is_any(node, BLOCKS);
        if is_block {
            self.end_block();
        }
        self.element(node);
        if is_block {
            self.end_block();
        }
    }

    fn element(&mut self, node: NodeRef<'_>) {
        let name = node.local_name_text();
        match name {
            "img" => {
                let usual = |address: &&str| !address.trim().is_empty() && !address.starts_with("data:");
                if node.attribute("src").filter(usual).or(node.attribute("data-src").filter(usual)).is_some()
                {
                    self.visible();
                    self.outline.begin();
                    self.outline.end();
                }
                let alternative = node.attribute("alt").unwrap_or_default();
                self.add(alternative);
            }
            "br" if !self.is_in_line && self.has_content => {
                self.breaks += 1;
                if self.breaks == 2 {
                    self.end_block();
                }
            }
            "br" => {}
            "hr" if !self.is_in_line => {
                let link = self.open_link.take();
                self.visible();
                self.open_link = link;
            }
            "code" | "kbd" | "samp" | "tt" => self.code(&text_with_breaks(node)),
            "pre" | "listing" | "xmp" | "plaintext" => self.preformatted(node),
            "q" if node.first_child().is_some() => {
                self.add("\"");
                self.children(node);
                self.add("\"");
            }
            // A link in the text of another is not a link.
            "a" if node.has_attribute(known::HREF) && self.open_link.is_none() => {
                let address = node.attribute(known::HREF).unwrap();
                let address =
                    address.trim_matches(|character: char| character <= ' ').replace(['\n', '\t', '\r'], "");
                self.open_link = Some((address, false));
                self.children(node);
                self.end_link();
                self.open_link = None;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if !self.is_in_line => {
                self.is_in_line = true;
                self.outline.begin();
                self.children(node);
                self.is_in_line = false;
                let text = self.outline.end();
                if self.has_content {
                    self.outline.headings.push(format!("{} {text}", &name[1..]));
                }
            }
            "ul" | "ol" | "menu" | "dir" if !self.is_in_line => self.list(node),
            "table" if !self.is_in_line && is_table(node) => {
                self.is_in_table = true;
                self.children(node);
                self.is_in_table = false;
            }
            "tr" if self.is_in_table => self.row(node),
            _ => self.children(node),
        }
    }

    fn code(&mut self, text: &str) {
        if text.split_ascii_whitespace().next().is_some() {
            self.add(text);
            self.outline.code_span(text);
        }
    }

    fn preformatted(&mut self, node: NodeRef<'_>) {
        let text = lines_of(node);
        if self.is_in_line {
            return self.code(&text_with_breaks(node));
        }
        let text = text.strip_suffix('\n').unwrap_or(&text);
        if text.trim_ascii().is_empty() {
            return;
        }
        let link = self.open_link.take();
        self.add(text);
        self.open_link = link;
        self.outline.code.push(format!("\n{text}").trim_end_matches('\n').to_owned());
    }

    fn list(&mut self, list: NodeRef<'_>) {
        let mut number = list.is_html(known::OL).then(|| {
            list.attribute(known::START).and_then(|start| start.trim().parse::<u64>().ok()).unwrap_or(1)
        });
        let mut is_first = true;
        for child in list.children() {
            if child.is_html(known::LI) {
                self.lists += usize::from(is_first);
                // An item without content has no marker and no number.
                let is_empty = self.pending.pop_if(|item| depth_of(item) == self.lists).is_some();
                number = number.map(|number| number + u64::from(!is_first && !is_empty));
                is_first = false;
                self.pending.push(format!("{} {number:?}", self.lists));
            }
            self.node(child);
        }
        if !is_first {
            self.pending.pop_if(|item| depth_of(item) == self.lists);
            self.lists -= 1;
        }
    }

    fn row(&mut self, row: NodeRef<'_>) {
        let mut cells = Vec::new();
        let link = self.open_link.take();
        self.visible();
        self.open_link = link;
        self.is_in_line = true;
        for cell in row.child_elements().filter(|cell| is_any(*cell, "td th")) {
            self.outline.begin();
            self.children(cell);
            if self.open_link.as_ref().is_some_and(|(_, is_begun)| *is_begun) {
                self.end_link();
            }
            let text = self.outline.end();
            cells.push(text);
        }
        self.is_in_line = false;
        self.end_block();
        self.outline.row(&cells);
    }
}

/// Whether a table has the form of a table of Markdown.
fn is_table(table: NodeRef<'_>) -> bool {
    const IN_CELL: &str = "table ul ol menu dl pre blockquote h1 h2 h3 h4 h5 h6 hr form details";
    const GROUPS: &str = "thead tbody tfoot";
    let mut rows = Vec::new();
    for child in table.children() {
        let is_first_caption = is_any(child, "caption") && rows.is_empty();
        if is_any(child, "tr") {
            rows.push(child);
        } else if is_any(child, GROUPS) {
            for row in child.children() {
                if is_any(row, "tr") {
                    rows.push(row);
                } else if !is_unseen(row) {
                    return false;
                }
            }
        } else if !is_first_caption && !is_unseen(child) {
            return false;
        }
    }
    let mut columns = 0;
    for row in &rows {
        let mut cells = 0;
        for cell in row.children() {
            if !is_any(cell, "td th") {
                if is_unseen(cell) {
                    continue;
                }
                return false;
            }
            cells += 1;
            if cell.descendants().any(|node| is_any(node, IN_CELL)) {
                return false;
            }
        }
        columns = columns.max(cells);
    }
    rows.len() >= 2 && columns >= 2
}

/// Whether a node in a table is not written.
fn is_unseen(node: NodeRef<'_>) -> bool {
    match node.kind() {
        NodeKind::Text => node.data().unwrap().trim_ascii().is_empty(),
        NodeKind::Element => is_any(node, "colgroup col script style template"),
        _ => true,
    }
}

/// The depth of the list of an item.
fn depth_of(item: &str) -> usize {
    item.split(' ').next().unwrap().parse().unwrap()
}

/// The text of a node, with a space for each line break.
fn text_with_breaks(node: NodeRef<'_>) -> String {
    let text = |node: NodeRef<'_>| {
        if node.is_html(known::BR) { " ".into() } else { node.data().unwrap_or_default().to_owned() }
    };
    node.descendants().filter(|node| node.kind() != NodeKind::Comment).map(text).collect()
}

/// The text of a `pre`: a line break for each `br`, and after each block that does not end in one.
fn lines_of(node: NodeRef<'_>) -> String {
    let mut text = String::new();
    for child in node.children() {
        if child.kind() == NodeKind::Text {
            text.push_str(child.data().unwrap());
        } else if child.is_html(known::BR) {
            text.push('\n');
        } else if child.kind() == NodeKind::Element {
            text.push_str(&lines_of(child));
            if is_any(child, "div p li tr") && !text.ends_with('\n') {
                text.push('\n');
            }
        }
    }
    text
}
