//! Selectors on small documents, each with the ids of the expected matches.

use hedgerow::dom::Namespace;
use hedgerow::{Context, Document, NodeRef};
use hedgerow_select::{Select, Selector, SelectorBuilder};

/// The ids of the matches, each followed by a space.
fn ids<'d>(scope: impl Select<'d>, selector: &str) -> String {
    let matches = scope.select(selector).unwrap_or_else(|error| panic!("{selector}\n{error}"));
    matches.map(|node| node.attribute("id").unwrap_or("?").to_owned() + " ").collect()
}

/// Checks each selector of a table.
#[track_caller]
fn check(html: &str, table: &[(&str, &str)]) {
    let document = hedgerow::parse(html);
    for (selector, expected) in table {
        let found = ids(&document, selector);
        assert_eq!(found.trim_end(), *expected, "{selector}");
        let text = Selector::parse(selector).unwrap().to_string();
        assert_eq!(ids(&document, &text).trim_end(), *expected, "{selector} as {text}");
    }
}

const HEDGE: &str = "<!DOCTYPE html><html id=html><head id=head><title id=title>Hedge</title></head>\
    <body id=body class='page Page'>\
    <div id=a class='one two'><p id=b class=two>1<p id=c title='Hello World'>2<em id=d></em></div>\
    <ul id=e><li id=f class=one><li id=g><!-- --><li id=h lang=en-GB> <li id=i></ul>\
    <x-y id=j x-z=Q><span id=k data-n='one-two'></span></x-y></body></html>";

#[test]
fn types_classes_ids_and_attributes() {
    check(
        HEDGE,
        &[
            ("li", "f g h i"),
            ("LI", "f g h i"),
            ("#g", "g"),
            ("#G", ""),
            (".two", "a b"),
            (".page", "body"),
            (".PAGE", ""),
            ("p.two", "b"),
            (".one.two", "a"),
            ("#a.one", "a"),
            ("x-y", "j"),
            ("X-Y", "j"),
            ("x-y[x-z]", "j"),
            ("[X-Z]", "j"),
            ("[x-z=q]", ""),
            ("[x-z=q i]", "j"),
            ("no-such", ""),
            ("[no-such]", ""),
            (":not([no-such], p, li, html, head, title, body, ul, div)", "d j k"),
            ("div, ul", "a e"),
            ("ul, div, #e", "a e"),
            ("*", "html head title body a b c d e f g h i j k"),
            ("[title]", "c"),
            ("[title='Hello World']", "c"),
            ("[title~=World]", "c"),
            ("[title^=Hell]", "c"),
            ("[title$=ld]", "c"),
            ("[title*='lo Wo']", "c"),
            ("[title*='']", ""),
            ("[title=hello\\ world i]", "c"),
            ("[lang|=en]", "h"),
            ("[lang|=EN]", "h"),
            ("[data-n|=one]", "k"),
            ("[data-n|=two]", ""),
            ("[class~='two']", "a b"),
            (".one\\ two", ""),
        ],
    );
}

#[test]
fn combinators() {
    check(
        HEDGE,
        &[
            ("div p", "b c"),
            ("body p", "b c"),
            ("div > p", "b c"),
            ("body > p", ""),
            ("p + p", "c"),
            ("li ~ li", "g h i"),
            ("div + ul > li.one", "f"),
            ("body > :not(ul) > span", "k"),
            ("div em, x-y > span", "d k"),
            ("p ~ p em", "d"),
            ("span div", ""),
        ],
    );
}

#[test]
fn tree_structural_pseudo_classes() {
    check(
        HEDGE,
        &[
            (":root", "html"),
            ("li:first-child", "f"),
            ("li:last-child", "i"),
            ("li:nth-child(2n+1)", "f h"),
            ("li:nth-child(even)", "g i"),
            ("li:nth-child(-n+2)", "f g"),
            ("li:nth-last-child(2)", "h"),
            ("p:only-child", ""),
            (":only-child:is(em, title, span)", "title d k"),
            ("p:first-of-type", "b"),
            ("p:last-of-type", "c"),
            (":only-of-type:is(ul, div, p)", "a e"),
            (":nth-of-type(2)", "c g"),
            (":nth-last-of-type(4)", "f"),
            (":nth-child(1 of :not(.one)):is(li)", "g"),
            (":nth-last-child(2 of li)", "h"),
            ("li:empty", "f g i"),
            (":is(li, p):not(.one, .two)", "c g h i"),
            (":where(#a, #b)", "a b"),
            (":is(p:hover, #b, ::before, $)", "b"),
            (":not(:is(*))", ""),
        ],
    );
}

#[test]
fn the_relational_pseudo_class() {
    check(
        HEDGE,
        &[
            (":has(em)", "html body a c"),
            (":has(> em)", "c"),
            (":has(+ ul)", "a"),
            (":has(~ ul)", "a"),
            ("li:has(~ #h)", "f g"),
            ("li:has(+ * + #i)", "g"),
            ("p:has(~ p > em)", "b"),
            ("div:has(p + p em)", "a"),
            ("body:has(ul > li:empty)", "body"),
            ("div:has(> li)", ""),
            ("body:has(> div, > nothing)", "body"),
            (":not(:has(*))", "title b d f g h i k"),
            ("div:has(~ x-y span)", "a"),
            ("div:has(+ x-y span)", ""),
            ("p:has(+ p):has(+ p > em)", "b"),
            ("body :has(:is(p em))", "a c"),
            ("div:has(x-y, p[title])", "a"),
            ("li:has(> li, + li)", "f g h"),
        ],
    );
}

#[test]
fn classes_and_ids_ignore_case_in_quirks_mode() {
    let html = "<p id=One class='Red bold'><b id=two class=RED></b>";
    check(
        html,
        &[(".red", "One two"), ("#ONE", "One"), ("p.RED", "One"), ("p .red", "two"), ("#TWO.rEd", "two")],
    );
    let no_quirks = format!("<!DOCTYPE html>{html}");
    check(&no_quirks, &[(".red", ""), ("#ONE", ""), ("p.Red", "One"), (".RED", "two")]);
}

#[test]
fn names_in_other_namespaces_are_case_sensitive() {
    let html = "<!DOCTYPE html><a id=a href=x></a><svg id=b viewBox=x xlink:href=y><a id=c xlink:href=y></a>\
        <foreignObject id=d><p id=e TITLE=t></p></foreignObject></svg><math id=f definitionurl=u></math>";
    check(
        html,
        &[
            ("a", "a c"),
            ("svg|a", "c"),
            ("html|a", "a"),
            ("math|*:not(p)", "f"),
            ("svg|*", "b c d"),
            ("*|a", "a c"),
            ("|a", ""),
            ("foreignObject", "d"),
            ("foreignobject", ""),
            ("FOREIGNOBJECT p", ""),
            ("foreignObject p", "e"),
            ("[viewBox]", "b"),
            ("[viewbox]", ""),
            ("[title]", "e"),
            ("[TITLE=t]", "e"),
            ("[definitionURL=u]", "f"),
            ("[href]", "a"),
            ("[*|href]", "a b c"),
            ("[xlink|href=y]", "b c"),
            ("[|href]", "a"),
            (":link", "a c"),
        ],
    );
    let document = hedgerow::parse(html);
    let builder = SelectorBuilder::new().default_namespace(Namespace::Svg).prefix("s", Namespace::Svg);
    let count = |selector| document.select(builder.parse(selector).unwrap()).unwrap().count();
    assert_eq!((count("a"), count("*"), count("#a"), count("s|a"), count("*|a")), (1, 3, 0, 1, 2));
}

#[test]
fn some_html_attribute_values_ignore_case() {
    check(
        "<input id=a type=TEXT name=N><svg><a id=b type=TEXT /></svg>",
        &[
            ("[type=text]", "a"),
            ("[type=TEXT]", "a b"),
            ("[type=text s]", ""),
            ("[name=n]", ""),
            ("[TYPE^=te]", "a"),
        ],
    );
}

#[test]
fn templates_and_shadow_trees_are_separate_trees() {
    let document = hedgerow::Parser::new()
        .allow_declarative_shadow_roots(true)
        .parse(
            "<div id=a><template id=b><p id=c><b id=d></b></p></template></div>\
         <div id=e><template shadowrootmode=open><p id=f></p></template><p id=g></p></div>",
        )
        .into_document();
    assert_eq!(ids(&document, "p"), "g ");
    assert_eq!(ids(&document, "div:has(#c), div:has(#f)"), "");
    let contents = document.select_first("#b").unwrap().and_then(NodeRef::template_contents).unwrap();
    assert_eq!(ids(contents, "p, :root"), "c ");
    assert_eq!(ids(contents, ":scope > p"), "c ");
    assert_eq!(ids(contents, ":scope b"), "d ");
    assert_eq!(ids(contents, ":scope > b, div p"), "");
    assert_eq!(ids(contents, ":host > p, :host b, :host(template) > p"), "");
    let bold = contents.select_first("#d").unwrap().unwrap();
    assert!(!bold.matches(":host b").unwrap());
    let host = document.select_first("#e").unwrap().unwrap();
    let shadow = host.shadow_root().unwrap();
    assert_eq!(ids(shadow, "p"), "f ");
    assert_eq!(ids(shadow, "div p, :root, :root p, :host"), "");
    assert_eq!(ids(shadow, ":scope > p"), "f ");
}

#[test]
fn a_shadow_root_stands_for_its_host() {
    let document = hedgerow::Parser::new()
        .allow_declarative_shadow_roots(true)
        .parse(
            "<!DOCTYPE html><div id=a class=x><template shadowrootmode=open><p id=b><b id=c></b></p><i id=d>\
             <template shadowrootmode=open></template><u id=e></u></i>\
             <section id=f><template shadowrootmode=open><s id=g></template></section></template></div>",
        )
        .into_document();
    let host = document.select_first("#a").unwrap().unwrap();
    let shadow = host.shadow_root().unwrap();
    let table = [
        (":host > p", "b "),
        (":host b", "c "),
        (":host(.x) > p", "b "),
        (":host(div#a) p > b", "c "),
        (":is(:host, u) > p", "b "),
        (":host:is(:host(.x)) > p", "b "),
        (":host(.y) p, :host(p) p, *:host p, div:host p, :host.x p, :host:not(.y) p", ""),
        (":host, :host + p, p :host p, div :host p", ""),
        (":host :host s", ""),
    ];
    for (selector, expected) in table {
        assert_eq!(ids(shadow, selector), expected, "{selector}");
    }
    assert!(Selector::parse(":host(body div) p").is_err());
    assert_eq!(ids(&document, ":host p, :host > *"), "");
    let bold = shadow.select_first("#c").unwrap().unwrap();
    assert!(bold.matches(":host b").unwrap() && bold.matches(":host(#a) > p > b").unwrap());
    assert!(!bold.matches(":host > b").unwrap() && !bold.matches(":scope > p > b").unwrap());
    assert!(bold.closest(":host").unwrap().is_none());
    let builder = SelectorBuilder::new().default_namespace(Namespace::Html);
    assert_eq!(shadow.select(builder.parse(":host > p").unwrap()).unwrap().count(), 1);
    assert_eq!(
        ids(shadow.select_first("#f").unwrap().unwrap().shadow_root().unwrap(), ":host(section) > s"),
        "g "
    );
}

#[test]
fn unknown_webkit_pseudo_elements_are_valid_and_match_nothing() {
    for text in ["::-webkit-x", "b::-WEBKIT-Scroll-Bar", "p > b::-webkit-x", "::-webkit-1"] {
        let selector = Selector::parse(text).unwrap();
        assert_eq!(selector.to_string(), text.to_ascii_lowercase());
        assert_eq!(ids(&hedgerow::parse("<p><b>"), text), "");
    }
    assert_eq!(ids(&hedgerow::parse("<p><b id=a>"), "::-webkit-x, b"), "a ");
    for text in [
        ":-webkit-x", "::-webkit", "::-webkitx", "::-webkit-x()", ":not(::-webkit-x)", "::-moz-x",
        "::-webkit-x b",
    ] {
        assert!(Selector::parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_placeholder_is_shown_as_long_as_there_is_no_text() {
    check(
        "<!DOCTYPE html><textarea id=a placeholder=p></textarea><textarea id=b placeholder=p>x</textarea>\
         <textarea id=c placeholder=p>\n</textarea><textarea id=d placeholder=p>\n\n</textarea>\
         <textarea id=e></textarea><input id=f placeholder=p><input id=g placeholder=p value=x>\
         <input id=h placeholder=p type=checkbox>",
        &[(":placeholder-shown", "a c f")],
    );
    check(
        "<!DOCTYPE html><input id=a placeholder=p value=' '><input id=b placeholder=p value='\r\n'>\
         <input id=c placeholder=p value=' \n' type=email><input id=d placeholder=p value=' , ' type=email multiple>\
         <input id=e placeholder=p value='\t' type=URL><input id=f placeholder=p value=1x type=number>\
         <input id=g placeholder=p value=-.5e+3 type=number><input id=h placeholder=p value=1. type=number>\
         <input id=i placeholder=p value=+1 type=number><input id=j placeholder=p value=12 type=number>\
         <input id=k placeholder=p value=e3 type=number><input id=l placeholder=p value='\n ' type=tel>",
        &[(":placeholder-shown", "b c e f h i k")],
    );
}

#[test]
fn the_scope_is_the_root_of_the_search() {
    let document = hedgerow::parse("<!DOCTYPE html><div id=a><div id=b><p id=c></p></div><p id=d></p></div>");
    let outer = document.select_first("#a").unwrap().unwrap();
    assert_eq!(ids(outer, ":scope > p"), "d ");
    assert_eq!(ids(outer, ":scope p"), "c d ");
    assert_eq!(ids(outer, ":scope"), "");
    assert_eq!(ids(outer, "body p"), "c d ");
    assert_eq!(ids(outer, "div > p"), "c d ");
    assert_eq!(ids(&document, ":scope > body > *"), "a ");
    assert!(outer.matches(":scope").unwrap() && outer.matches("body > div").unwrap());
    assert!(!outer.matches("p").unwrap() && !document.root().matches("*").unwrap());
    let inner = document.select_first("#c").unwrap().unwrap();
    assert_eq!(inner.closest("div").unwrap().and_then(|node| node.attribute("id")), Some("b"));
    assert_eq!(inner.closest(":has(> #d)").unwrap().and_then(|node| node.attribute("id")), Some("a"));
    assert_eq!(inner.closest(":scope").unwrap(), Some(inner));

    let fragment = hedgerow::parse_fragment("<td id=x><b id=y></b><td id=z>", &Context::html("tr"));
    assert_eq!(ids(&fragment, ":scope > td"), "x z ");
    assert_eq!(ids(&fragment, ":scope > b"), "");
    assert_eq!(ids(&fragment, ":root"), "");
    assert_eq!(ids(&fragment, "td"), "x z ");
}

#[test]
fn links_and_form_controls() {
    check(
        "<!DOCTYPE html><a id=a href=x></a><a id=b></a><map><area id=c href=x></map><link id=d href=x>\
         <input id=e><input id=f type=checkbox checked><input id=g type=radio><input id=h required disabled>\
         <input id=i type=hidden required readonly><textarea id=j required></textarea>\
         <textarea id=k readonly placeholder=p></textarea>\
         <fieldset id=l disabled><legend id=m><input id=n></legend><legend id=o><button id=p></button></legend>\
         <fieldset id=q><select id=r><optgroup id=s disabled><option id=t selected></optgroup><option id=u></select>\
         </fieldset></fieldset>\
         <div id=v contenteditable><p id=w></p><p id=x contenteditable=false></p></div>\
         <details id=y open><dialog id=z></dialog></details><my-element id=0></my-element><p id=1 is=x-y></p>\
         <font-face id=2></font-face>",
        &[
            (":link", "a c"),
            (":any-link", "a c"),
            (":-WebKit-any-link", "a c"),
            (":-webkit-full-screen, :-webkit-full-screen-ancestor, :-webkit-drag", ""),
            (":visited, :hover, :focus, :target, :default, :popover-open", ""),
            (":state(x), :active-view-transition, :active-view-transition-type(a, b), :interest-source", ""),
            (":checked", "f t"),
            (":disabled", "h l p q r s t"),
            (":enabled", "e f g i j k n u"),
            (":required", "h j"),
            (":optional", "e f g i k n r"),
            (":is(input, textarea):read-write", "e j n"),
            (":is(div, p):read-write", "v w"),
            ("textarea:read-only, p:read-only", "k x 1"),
            (":placeholder-shown", "k"),
            (":open", "y"),
            (":not(:defined)", "0 1"),
        ],
    );
}

#[test]
fn content_of_foreign_elements_is_not_editable() {
    check(
        "<div id=a contenteditable><math><mtext><b id=b></b><i id=c contenteditable><u id=d></u></i></mtext></math>\
         <svg><foreignObject><p id=e></p></foreignObject></svg><p id=f></p></div>",
        &[(":read-write", "a c d f"), ("[id]:read-only", "b e")],
    );
}

#[test]
fn one_option_of_a_select_is_checked() {
    check(
        "<option id=a selected><option id=b><datalist><option id=c selected></datalist>\
         <select><option id=d disabled><option id=e><option id=f></select>\
         <select><option id=g selected><option id=h selected><option id=i></select>\
         <select multiple><option id=j selected><option id=k selected><option id=l></select>\
         <select size=2><option id=m><option id=n></select><select size=2><option id=o selected><option id=p selected></select>\
         <select size=1><option id=q></select><select size=x><option id=r></select><select size=0><option id=s></select>\
         <select disabled><optgroup disabled><option id=t></optgroup><optgroup><option id=u></select>\
         <select><div><optgroup disabled><div><option id=v></div></optgroup></div><option id=w></select>\
         <select><option id=x disabled selected><option id=y></select>\
         <select><optgroup disabled><option id=z></select>",
        &[(":checked", "a c e h j k p q r u w x"), ("option:not(:checked)", "b d f g i l m n o s t v y z")],
    );
}

#[test]
fn options_in_excluding_elements_do_not_belong_to_the_select() {
    let mut document = hedgerow::parse("<select id=a></select>");
    let select = document.select_first("#a").unwrap().unwrap().id();
    let mut add = |parent, name: &str, id: &str| {
        let element = document.create_element(name).unwrap();
        document.set_attribute(element, "id", id).unwrap();
        document.append(parent, element).unwrap();
        element
    };
    let datalist = add(select, "datalist", "b");
    add(datalist, "option", "c");
    let rule = add(select, "hr", "d");
    add(rule, "option", "e");
    let outer = add(select, "optgroup", "f");
    let inner = add(outer, "optgroup", "g");
    add(inner, "option", "h");
    let option = add(outer, "option", "i");
    let other = add(option, "select", "j");
    add(option, "option", "k");
    add(other, "option", "l");
    add(select, "option", "m");
    assert_eq!(ids(&document, ":checked"), "i l ");
    document.set_attribute(option, "disabled", "").unwrap();
    assert_eq!(ids(&document, ":checked"), "l m ");
    document.set_attribute(inner, "id", "").unwrap();
    for id in ["c", "e", "h", "k"] {
        let option = document.select_first(&*format!("#{id}")).unwrap().unwrap().id();
        document.set_attribute(option, "selected", "").unwrap();
    }
    assert_eq!(ids(&document, ":checked"), "c e h l k m ");
}

#[test]
fn the_last_radio_button_of_a_group_is_checked() {
    check(
        "<input type=radio checked id=a name=x><input type=RADIO checked id=b name=x><input type=radio id=c name=x>\
         <form id=f><input type=radio checked id=d name=x><input type=radio checked id=e name=y>\
         <input type=radio checked id=g name=x><input type=checkbox checked id=h name=x></form>\
         <input type=radio checked id=i form=f name=y><input type=radio checked id=j form=none name=X>\
         <input type=radio checked id=k form=h name=X><input type=radio checked id=l><input type=radio checked id=m name>\
         <form id=f><input type=radio checked id=n name=x></form>",
        &[(":checked", "b g h i k l m n"), ("input:not(:checked)", "a c d e j")],
    );
    let document = hedgerow::parse(
        "<template><form id=f></form><input type=radio checked id=a form=f name=x>\
         <input type=radio checked id=b name=x></template>",
    );
    let contents = document.select_first("template").unwrap().and_then(NodeRef::template_contents).unwrap();
    assert_eq!(ids(contents, ":checked"), "b ", "the form attribute counts in documents only");
}

#[test]
fn language_queries_agree_with_matching_each_element() {
    let deep = "<i>".repeat(300);
    let html =
        format!("<div lang=de>{deep}<p lang=en><b>{deep}<u lang=''><s>{deep}<q lang=en-GB>{deep}</div><p>");
    let mut document = hedgerow::parse(&html);
    let removed = document.select_first("q").unwrap().unwrap().first_child().unwrap().id();
    for _ in 0..2 {
        for selector in [":lang(en)", ":lang(de)", ":lang('')", ":not(:lang(en))"] {
            let selected: Vec<_> = document.select(selector).unwrap().collect();
            for _ in 0..2 {
                let asked = document.root().descendants().filter(|node| node.matches(selector).unwrap());
                assert!(asked.eq(selected.iter().copied()), "{selector}");
            }
        }
        // An element outside the tree of the document does not inherit the document's language.
        document.detach(removed).unwrap();
        assert!(!document.get(removed).unwrap().matches(":lang(en)").unwrap());
    }
}

#[test]
fn languages() {
    check(
        "<!DOCTYPE html><html lang=de-AT><body><p id=a><p id=b lang=''><b id=c></b><p id=d lang=en-Latn-GB>\
         <svg id=e xml:lang=fr lang=it></svg>",
        &[
            ("p:lang(de)", "a"),
            ("p:lang(DE-at)", "a"),
            ("p:lang('*-AT')", "a"),
            (":is(p, b):lang('')", "b c"),
            ("p:lang(en-GB, fr)", "d"),
            ("svg:lang(fr)", "e"),
            ("svg:lang(it, en)", ""),
            ("p:lang('*')", "a d"),
        ],
    );
    check(
        "<!DOCTYPE html><meta http-equiv=Content-Language content='de, en'>\
         <meta http-equiv=content-language content=' cy  x'><p id=a><p id=b lang=en>",
        &[("p:lang(cy)", "a"), ("p:lang(en)", "b")],
    );
    check("<!DOCTYPE html><p id=a>", &[("p:lang('*')", ""), ("p:lang('')", "a")]);
}

#[test]
fn directions() {
    check(
        "<!DOCTYPE html><div id=a><p id=b dir=rtl><b id=c></b></p><p id=d dir=auto>1 <i dir=ltr>x</i>\u{5D0}</p>\
         <p id=e dir=auto><bdi id=f>\u{627}</bdi>x</p><input id=g type=tel><input id=h dir=auto value='\u{5D0}'>\
         <textarea id=i dir=auto>\u{5D0}</textarea><svg id=j dir=rtl></svg><p id=k dir=nonsense>\
         <input id=l dir=auto type=nonsense value='\u{5D0}'><input id=m dir=auto type=date value='\u{5D0}'></div>",
        &[
            (":is(div, div *):dir(rtl)", "b c d f h i l"),
            (":is(div, div *):dir(ltr):not(i)", "a e g j k m"),
            (":dir(sideways)", ""),
        ],
    );
}

#[test]
fn the_iterator_is_lazy_and_fused() {
    let document = hedgerow::parse("<p>1<p>2");
    let mut matches = document.select("p").unwrap();
    assert_eq!(matches.by_ref().count(), 2);
    assert!(matches.next().is_none() && matches.next().is_none());
}

#[cfg(not(target_family = "wasm"))]
#[test]
fn threads_share_a_selector_and_a_document() {
    let document = hedgerow::parse("<p>1<p>2");
    let compiled = Selector::parse("p").unwrap();
    let texts: Vec<String> = std::thread::scope(|scope| {
        let work = |_| scope.spawn(|| document.select(&compiled).unwrap().map(NodeRef::text).collect());
        [0, 1].map(work).into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(texts, ["12", "12"]);
}

#[test]
fn cached_facts_are_discarded_when_the_document_changes() {
    let mut document =
        hedgerow::parse("<meta http-equiv=content-language content=en><select><option>1<option>2</select>");
    let ids = |document: &Document, selector| {
        document.select(selector).unwrap().map(NodeRef::id).collect::<Vec<_>>()
    };
    let options = ids(&document, "option");
    let is_checked = |document: &Document| {
        options.iter().map(|option| document.node(*option).matches(":checked").unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(is_checked(&document), [true, false]);
    document.set_attribute(options[1], "selected", "").unwrap();
    assert_eq!(is_checked(&document), [false, true]);
    document.rename_element(options[1], "p").unwrap();
    assert_eq!(is_checked(&document), [true, false]);
    let other = document.create_element("option").unwrap();
    document.set_attribute(other, "selected", "").unwrap();
    document.insert_before(options[0], other).unwrap();
    assert_eq!(is_checked(&document), [false, false]);
    document.remove(other).unwrap();
    assert_eq!(is_checked(&document), [true, false]);

    let is_english = |document: &Document| document.node(options[0]).matches(":lang(en)").unwrap();
    assert!(is_english(&document));
    document.remove(ids(&document, "meta")[0]).unwrap();
    assert!(!is_english(&document));
}

#[test]
fn a_detached_tree_has_its_own_checked_controls() {
    for asks_document_first in [true, false] {
        let mut document = hedgerow::parse("<select><option>a<option>b</select>");
        let html = document.root().first_element_child().unwrap().id();
        let copy = document.clone_subtree(html).unwrap();
        let count = |node: NodeRef<'_>, selector: &str| node.select(selector).unwrap().count();
        if asks_document_first {
            assert_eq!(count(document.root(), "option:checked"), 1);
        }
        assert_eq!(count(document.node(copy), ":lang(zz), option:checked"), 1);
        assert_eq!(count(document.root(), "option:checked"), 1);
        assert_eq!(count(document.root(), ":lang(zz), option:checked"), 1);
    }
}

#[test]
fn a_part_of_a_value_is_found_without_regard_to_case() {
    let document =
        hedgerow::parse("<p title=aaAb><p title=aab><svg><p></svg><p title><p lang=DE-at><p type=SubMit>");
    let count = |selector: &str| document.select(selector).unwrap().count();
    assert_eq!(count("[title*='AAB' i]"), 2);
    assert_eq!(count("[title*='aab' s]"), 1);
    assert_eq!(count("[title*='' i]"), 0);
    // HTML compares the values of some attributes without regard to case.
    assert_eq!(count("[type*=bmi]"), 1);
    assert_eq!(count("[title*=AAB]"), 0);
    // A search that begins anew after each mismatch would take seconds.
    let long = "a".repeat(100_000);
    let document = hedgerow::parse(&format!("<p title={long}>"));
    assert_eq!(document.select(&*format!("[title*='{long}b' i]")).unwrap().count(), 0);
    let half = "A".repeat(50_000);
    assert_eq!(document.select(&*format!("[title*='{half}b' i]")).unwrap().count(), 0);
    assert_eq!(document.select(&*format!("[title*='{half}' i]")).unwrap().count(), 1);
}

#[test]
fn first_and_later_queries_find_the_same_elements() {
    let html = "<div><p class=a>1<p>2</div>".repeat(100);
    for selector in ["p", "p.a", ".a + p", "[class]", "div, .a"] {
        let document = hedgerow::parse(&html);
        let found = || document.select(selector).unwrap().collect::<Vec<_>>();
        let walked = document.root().descendants().filter(|node| node.matches(selector).unwrap());
        assert_eq!(found(), walked.collect::<Vec<_>>(), "{selector}");
        assert_eq!(found(), found(), "{selector}");
    }
}

#[test]
fn a_deep_query_asks_each_tree_for_its_checked_controls() {
    let document = hedgerow::parse(
        "<template><select><option id=a>x<option id=b>y</select><input type=radio name=a checked id=c></template>\
         <select><option id=d>x<option id=e>y</select><input type=radio name=a checked id=f>\
         <div><template shadowrootmode=open><input type=radio name=a checked id=g></template></div>",
    );
    let found = |selector: &str| -> String {
        document.select_deep(selector).unwrap().filter_map(NodeRef::element_id).collect()
    };
    assert_eq!(found(":checked"), "acdfg");
    assert_eq!(found(":is(option, input):not(:checked)"), "be");
    let contents = document.select_first("template").unwrap().unwrap().template_contents().unwrap();
    assert_eq!(
        contents.select(":checked").unwrap().filter_map(NodeRef::element_id).collect::<String>(),
        "ac"
    );
}

#[test]
fn pseudo_elements_of_css_are_valid_and_never_match() {
    let document = hedgerow::parse("<p class=before>1<p>2");
    for text in [
        "p::first-line", "p:before", "P::AFTER", "::slotted(p)", "::slotted(p.a:hover)", "::part(a b)",
        "::highlight(x)", "::view-transition-group(*)", "::-webkit-anything", "p::backdrop, .x",
    ] {
        let selector = Selector::parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(document.select(&selector).unwrap().count(), 0, "{text}");
        let shown = selector.to_string();
        assert_eq!(Selector::parse(&shown).unwrap(), selector, "{text} as {shown}");
        assert!(!selector.yields_strings(), "{text}");
    }
    // The other selectors of the list match.
    assert_eq!(document.select("p::before, .before").unwrap().count(), 1);
    assert_eq!(Selector::parse(":-webkit-any-link").unwrap().to_string(), ":any-link");
    for text in [
        ":host-context(p)", "p::nope", "::slotted(p b)", "::slotted(p, b)", "::part()", "::before b",
        ":not(::before)",
    ] {
        assert!(Selector::parse(text).is_err(), "{text}");
    }
}

#[test]
fn the_nesting_selector_is_the_scope() {
    check(
        "<html id=h><head id=e><body id=b><a id=a><p id=p>",
        &[
            ("&", "h"),
            ("& a", "a"),
            ("a &", ""),
            ("& > body > a", "a"),
            ("body:not(&)", "b"),
            (":-webkit-any(a, &)", "h a"),
        ],
    );
    let document = hedgerow::parse("<div id=d><p id=p><b id=b></b></p></div>");
    let division = document.select_first("div").unwrap().unwrap();
    assert_eq!(ids(division, "& > p"), "p ");
    assert_eq!(ids(division, "& &"), "");
}

#[test]
fn matches_come_from_both_ends() {
    let document =
        hedgerow::parse("<div><p id=1><p id=2><template><p id=t></template><p id=3></div><i></i><p id=4>");
    let id = |node: NodeRef<'_>| node.attribute("id").unwrap().to_owned();
    for run in 0..16 {
        let mut matches = document.select("p").unwrap();
        let (least, most) = matches.size_hint();
        assert!(least <= 4 && most.unwrap() >= 4, "{run}");
        assert_eq!(matches.next().map(id).as_deref(), Some("1"));
        assert_eq!(matches.next_back().map(id).as_deref(), Some("4"));
        assert_eq!(matches.size_hint(), (2, Some(2)));
        assert_eq!(matches.next().map(id).as_deref(), Some("2"));
        assert_eq!(matches.next_back().map(id).as_deref(), Some("3"));
        assert_eq!((matches.next(), matches.next_back()), (None, None));
        let reversed: String = document.select("p").unwrap().rev().map(id).collect();
        assert_eq!(reversed, "4321");
        let part: String =
            document.select_first("div").unwrap().unwrap().select("p").unwrap().rev().map(id).collect();
        assert_eq!(part, "321");
        assert_eq!(document.select_deep("p").unwrap().rev().map(id).collect::<String>(), "43t21");
    }
    assert_eq!(document.select("x-no").unwrap().size_hint(), (0, Some(0)));
}
