//! Selectors: matching in wide and deep trees, and long selectors.

use crate::Family;
use crate::Feeding::{Selector, Used};
use crate::Part::{Numbered, Once, Times};
use crate::Use::{Matched, Selected, SelectedOften};

/// Children of an element with many attributes.
const CHILDREN_OF_MANY_ATTRIBUTES: &[crate::Part] =
    &[Once("<div "), Numbered("a# "), Once(">"), Times("<img>")];

pub(super) const FAMILIES: &[Family] = &[
    Family::new("selected: a class", &[Times("<p class='a b'>")]).fed(Used(Selected(".b"))),
    Family::new("selected: an id", &[Numbered("<p id=a#>")]).fed(Used(Selected("#a7"))),
    Family::new("selected: a long class", &[Once("<p class='"), Times("a b "), Once("'>")])
        .fed(Used(Selected(".c"))),
    Family::new(
        "selected: a long class, cloned often",
        &[Once("<p><b class='"), Times("a b "), Once("'></p>"), Times("<p>x")],
    )
    .fed(Used(Selected(".c"))),
    Family::new(
        "selected: a long attribute, cloned often",
        &[Once("<p><b title='"), Times("a b "), Once("'></p>"), Times("<p>x")],
    )
    .fed(Used(Selected("[title*=c]"))),
    Family::new(
        "selected: one of many attributes, cloned often",
        &[Once("<p><b "), Numbered("a# "), Once("></p>"), Times("<p>x")],
    )
    .fed(Used(Selected("p [class]"))),
    Family::new(
        "selected: the last of many attributes, cloned often",
        &[Once("<p><b "), Numbered("a# "), Once("class='b c'></p>"), Times("<p>x")],
    )
    .fed(Used(Selected(".c"))),
    Family::new(
        "selected: a long class that matches, cloned often",
        &[Once("<p><b class='"), Times("a b "), Once("c'></p>"), Times("<p>x")],
    )
    .fed(Used(Selected(".c"))),
    Family::new(
        "selected repeatedly: a long class, cloned often",
        &[Once("<p><b class='"), Times("a b "), Once("c'></p>"), Times("<p>x")],
    )
    .fed(Used(SelectedOften(".c"))),
    Family::new(
        "selected repeatedly: a long id, cloned often",
        &[Once("<p><b id='"), Times("a"), Once("'></p>"), Times("<p>x")],
    )
    .fed(Used(SelectedOften("#c"))),
    Family::new("selected: attributes", &[Numbered("<p title='a # b' lang=c>")])
        .fed(Used(Selected("[title~=b][lang|=d], [title^='a 1'], [title$=' b'], [title*='# ']"))),
    Family::new("selected: deep descendants", &[Times("<div>")])
        .fed(Used(Selected("div div div div div p, div > div > div > div i"))),
    Family::new("selected: deep descendants, no match", &[Times("<div><span>")])
        .fed(Used(Selected("b div span div span, i > span div"))),
    Family::new("selected: later siblings", &[Times("<p></p><i></i>a")])
        .fed(Used(Selected("b ~ p ~ i, p ~ i ~ p ~ b, p + i + p + b"))),
    Family::new(
        "selected: siblings after texts and comments",
        &[Once("<b></b>"), Times("a<!---->"), Times("<i></i>")],
    )
    .fed(Used(Selected("u + i, u ~ i, i:first-child, i:last-child"))),
    Family::new("selected: siblings in deep trees", &[Times("<i></i><div>")])
        .fed(Used(Selected("b ~ div i ~ div, i ~ div > u ~ div"))),
    Family::new("selected: nth-child", &[Times("<p></p><i></i>")])
        .fed(Used(Selected(":nth-child(3n + 1), :nth-last-child(7n)"))),
    Family::new("selected: nth-child of a selector", &[Times("<p class=a></p><i></i>")])
        .fed(Used(Selected(":nth-child(3n of .a), :nth-last-child(7n of p ~ i)"))),
    Family::new("selected: nth-of-type", &[Numbered("<x#></x#>")])
        .fed(Used(Selected(":nth-of-type(2), :nth-last-of-type(3n), :only-of-type"))),
    Family::new("selected: has, in a deep tree", &[Times("<div><p></p>")])
        .fed(Used(Selected("div:has(b), div:has(> p + i), :has(div p i)"))),
    Family::new("selected: has, in a wide tree", &[Times("<p></p><i></i>")])
        .fed(Used(Selected(":has(~ b), :has(+ i ~ b), body:has(> p ~ u)"))),
    Family::new("selected: has of lists", &[Times("<div><p></p>")])
        .fed(Used(Selected("div:has(> div:not(:is(i, u b))):has(p b), :is(div:has(u), p:has(~ i))"))),
    Family::new("selected: not and is", &[Times("<div><p class=a></p>")])
        .fed(Used(Selected(":not(:is(div div, .b ~ p)):not(div > p), :where(i, div p):not(p)"))),
    Family::new(
        "selected: empty, in wide elements",
        &[Once("<div>"), Times("<!---->"), Once("</div>"), Times("<p><!----></p>")],
    )
    .fed(Used(Selected(":empty, :not(:empty)"))),
    Family::new("selected: languages", &[Once("<div lang=en>"), Times("<div>")])
        .fed(Used(Selected(":lang(de), p:lang(en)"))),
    Family::new("selected: languages, in an element with many attributes", CHILDREN_OF_MANY_ATTRIBUTES)
        .fed(Used(Selected(":lang(de)"))),
    Family::new("selected: directions", &[Times("<div dir=auto>1")]).fed(Used(Selected(":dir(rtl)"))),
    Family::new("selected: states of forms", &[Times("<fieldset><legend><input></legend>")])
        .fed(Used(Selected(":disabled, :enabled, :read-only, :required, :checked"))),
    Family::new(
        "selected: disabled, in nested fieldsets",
        &[Once("<fieldset disabled>"), Times("<fieldset><input>")],
    )
    .fed(Used(Selected(":disabled, :read-write"))),
    Family::new(
        "selected: a long language, cloned often",
        &[Once("<p><b lang='"), Times("a-"), Once("'></p>"), Times("<p>x")],
    )
    .fed(Used(Selected(":lang('*-zz')"))),
    Family::new(
        "selected: an attribute in any namespace, many attributes cloned often",
        &[Once("<p><b "), Numbered("a# "), Once("></p>"), Times("<p>x")],
    )
    .fed(Used(Selected("[*|id]"))),
    Family::new(
        "selected: directions, a long text cloned often",
        &[
            Once("<select><button>"),
            Times("<selectedcontent dir=auto></selectedcontent>"),
            Once("</button><option>"),
            Times("1 "),
            Once("</select>"),
        ],
    )
    .fed(Used(Selected(":dir(rtl)"))),
    Family::new("selected: has, above comments", &[Times("<div>"), Times("<!---->")])
        .fed(Used(Selected("div:has(a)"))),
    Family::new("selected: contains, in a deep tree", &[Times("<div>a"), Once("b")])
        .fed(Used(Selected("div:contains(ab), div:not(:contains(ba)) > div:contains(aaaaab)"))),
    Family::new("selected: contains, in a wide tree", &[Times("<p>a</p>b"), Times("<i>a b</i>")])
        .fed(Used(Selected(":contains(aba) p, p ~ i:contains('AAA' i), :has(~ :contains(bb))"))),
    Family::new("selected: contains, nearly", &[Times("<div>"), Times("aaaaaaab"), Times("<b>a</b>")])
        .fed(Used(Selected(":contains(aaaaaaaaaaaaaaab), b:not(:contains(a))"))),
    Family::new("selected: strings of a deep tree", &[Times("<div title=a>a")])
        .fed(Used(Selected("b ::text, div div::text, div i ::attr(title), div > ::attr(title)"))),
    Family::new("selected: strings of a wide tree", &[Times("<p title=a>a</p>b<!---->")])
        .fed(Used(Selected("b ~ p::text, p + p::text, body::text, :is(p ~ p, i)::attr(title)"))),
    Family::new("matched: checked", &[Times("<input type=radio name=a checked>")])
        .fed(Used(Matched(":checked"))),
    Family::new("matched: languages", &[Times("<p></p>")]).fed(Used(Matched(":lang(en)"))),
    Family::new("matched: languages, in an element with many attributes", CHILDREN_OF_MANY_ATTRIBUTES)
        .fed(Used(Matched(":lang(en)"))),
    Family::new("matched: children of an element with many attributes", CHILDREN_OF_MANY_ATTRIBUTES)
        .fed(Used(Matched("[title] > img"))),
    Family::new("a list of selectors", &[Once("p"), Numbered(", .a#")]).fed(Selector),
    Family::new("one long selector", &[Once("p"), Numbered(".a# > ")]).fed(Selector),
    Family::new("one long compound selector", &[Once("p"), Numbered(".a#[b#]")]).fed(Selector),
    Family::new("nested selectors", &[Times(":not("), Once("p"), Times(")")]).fed(Selector),
    Family::new("nested has", &[Times(":has("), Once("p"), Times(")")]).fed(Selector),
    Family::new("one long name in a selector", &[Once("#"), Times("\\41 a")]).fed(Selector),
    Family::new("an unterminated selector", &[Once("[a='"), Times("\\'b")]).fed(Selector),
];
