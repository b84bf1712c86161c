//! [`AttackGenerator`]: random markup made of constructs that have broken sanitizers, and random sanitizers.

use hedgerow::sanitize::{
    Action, AttributeAction, LinkTarget, Policy, Preset, Sanitizer, SanitizerConfig, SanitizerElement,
};

use crate::Random;

/// The elements of the generated tags.
const ELEMENTS: &[&str] = &[
    "a", "b", "i", "u", "nobr", "font", "p", "div", "span", "form", "button", "input", "select", "option",
    "optgroup", "selectedcontent", "table", "caption", "colgroup", "col", "tbody", "tr", "td", "th",
    "template", "noscript", "style", "script", "title", "textarea", "xmp", "iframe", "noembed", "noframes",
    "plaintext", "listing", "pre", "svg", "math", "foreignObject", "desc", "mi", "mo", "mtext", "mglyph",
    "malignmark", "annotation-xml", "image", "img", "use", "animate", "set", "animateTransform", "area",
    "base", "object", "embed", "frameset", "frame", "html", "head", "body", "li", "dd", "dt", "h1", "ruby",
    "rt", "rp", "hr", "br", "details", "summary", "video", "audio", "source", "meta", "link", "slot", "x-y",
    "center", "dialog", "label", "main", "marquee", "applet", "keygen", "search",
];

const ATTRIBUTES: &[&str] = &[
    "onclick=x()", "ONERROR='x()'", "onload=x", "onpointerdown=x", "onbegin=x", "ontoggle=x",
    "href=javascript:x()", "href=' java\nscript:x()'", "href=&#106;avascript:x", "href='jav&Tab;ascript:x'",
    "xlink:href=javascript:x", "action=javascript:x", "formaction=JavaScript:x", "src=x", "src=javascript:x",
    "srcdoc='<script>x</script>'", "attributeName=href", "attributeName=xlink:href", "to=javascript:x",
    "values='javascript:x'", "encoding=text/html", "encoding=application/xhtml+xml", "id=x", "name=body",
    "class='c d'", "title='</style><img src onerror=x>'", "title='--><img src onerror=x()>'",
    "alt='</textarea><script>'", "data-x='</noscript><img onerror=x()>'", "shadowrootmode=open",
    "shadowrootmode=closed", "shadowrootserializable", "for=m", "multiple", "selected", "type=hidden",
    "definitionurl=x", "color=x", "face", "size", "style='background:url(javascript:x)'", "a<b=c", "a\"b=c",
    "=x", "'=x", "<=x", "xmlns=http://www.w3.org/2000/svg", "xml:lang=x", "is=x-y", "target=_blank",
    "rel=opener", "value='`onerror=x`'", "title=`", "href=x", "href='&#1;javascript:x'", "href='\u{1b}$B'",
];

const TEXTS: &[&str] = &[
    "x", " ", "\n", "\n\n", "&lt;img src onerror=x()&gt;", "&lt;/style&gt;", "&amp;lt;", "&#60;script&#62;",
    "&lt", "&#x3c", "\0", "\u{1b}$@", "\u{1b}(B", "]]>", "<![CDATA[", "<![CDATA[x]]>",
    "<![CDATA[<img src onerror=x()>]]>", "<!--", "-->", "--!>", "<!-->", "<!--->", "<!-- x -->",
    "<!--<img src onerror=x()>-->", "<!--></style>-->", "<!--!-->", "<!---!>", "<?x y?>",
    "<?x <img src onerror=x()>?>", "<?start name=m?>", "<?end?>", "<?marker name=m?>", "<?>", "<!x>", "</>",
    "</ x>", "<", "<a", "</", "<!DOCTYPE html>", "<script>x</script>", "<style><!--</style>",
    "<style></style><script>x</script>", "<textarea>\n\n</textarea>", "<pre>\n\n", "<plaintext>",
    "<a><table><a>", "<b><p></b>", "<nobr><nobr>", "<button><button>", "<h1><h2>", "<option><option>",
    "<li><li>", "<table><td><table><b>", "<p><table>", "</p>", "</br>", "<frameset>", "<body onload=x()>",
    "<html onclick=x>", "<image src onerror=x>", "é", "\u{2028}", "\u{feff}", "\r\n", "\r",
];

const LONG_TEXTS: &[&str] = &[
    "<title>&lt;/title><img src onerror=x()></title>",
    "<noscript><p title=\"</noscript><img src onerror=x()>\">",
    "<svg><style><img src onerror=x()></style>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=x()&gt;\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=x()>",
    "<svg></p><style><a id=\"</style><img src=1 onerror=x()>\">",
    "<math><annotation-xml encoding=\"text/html\"><style><img src onerror=x()></style></annotation-xml></math>",
    "<svg><desc><table><svg><style></svg></style><img src onerror=x()>",
    "<table><svg><foreignObject><select><table><s>",
    "<select><template><style><img src onerror=x()></style>",
    "<select><style><script>x</script></style></select>",
    "<div><template shadowrootmode=open><script>x</script><b onclick=x>y</b></template></div>",
    "<?marker name=m?><template for=m><b onclick=x>z</b></template>",
];

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

    /// Returns random markup of 2 to 25 parts.
    pub fn markup(&mut self) -> String {
        let mut html = String::new();
        // Half of the names are from a short list, because the rules of a few repeated names interact more often.
        let favourites: Vec<&str> = (0..5).map(|_| self.choose(ELEMENTS)).collect();
        for _ in 0..2 + self.below(24) {
            let name = if self.below(2) == 0 { self.choose(&favourites) } else { self.choose(ELEMENTS) };
            match self.below(10) {
                0..=4 => self.push_start_tag(name, &mut html),
                5 | 6 => html.extend(["</", name, ">"]),
                7 | 8 => html.push_str(self.text()),
                // Rarely, elements are nested 200 to 699 deep, because browsers limit the depth to about 512 elements.
                _ if self.below(60) == 0 => {
                    let depth = 200 + self.below(500);
                    html.push_str(&format!("<{name}>").repeat(depth));
                }
                _ => html.push('x'),
            }
        }
        html
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
                    self.push_start_tag(name, &mut html);
                    if !VOID.contains(&name) {
                        open.push(name);
                    }
                }
                6 | 7 => html.push_str(self.choose(&["x", " ", "\n", "\n\n x", "&amp;<", "&#13;", "\t"])),
                8 if self.below(8) == 0 => html.push_str(self.text()),
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
                    sanitizer.replace_element_with_children(self.choose(ELEMENTS));
                }
                for _ in 0..self.below(6) {
                    sanitizer.remove_element(self.choose(ELEMENTS));
                }
                sanitizer
            }
            7 => scripts_allowed(),
            8 => {
                let mut sanitizer = Sanitizer::new();
                for _ in 0..4 {
                    sanitizer.allow_element(self.choose(ELEMENTS));
                    sanitizer.replace_element_with_children(self.choose(ELEMENTS));
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

    fn text(&mut self) -> &'static str {
        let index = self.below(TEXTS.len() + LONG_TEXTS.len());
        TEXTS.get(index).copied().unwrap_or_else(|| LONG_TEXTS[index - TEXTS.len()])
    }

    fn push_start_tag(&mut self, name: &str, html: &mut String) {
        html.push('<');
        html.push_str(name);
        for _ in 0..self.below(3) {
            html.push(' ');
            html.push_str(self.choose(ATTRIBUTES));
        }
        if self.below(12) == 0 {
            html.push('/');
        }
        html.push('>');
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
