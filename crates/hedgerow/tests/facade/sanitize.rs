//! Properties of the sanitizer, each tested with an input that a wrong sanitizer may handle differently.

use hedgerow::dom::Namespace;
use hedgerow::limits::{Limit, Stop};
use hedgerow::sanitize::{
    Action, AttributeAction, Policy, Preset, Sanitizer, SanitizerConfig, Subject, parse_sanitized, sanitize,
};
use hedgerow::{Context, Limits, NodeRef, Parser, Select as _, ToHtml as _};
use hedgerow_testing::{assert_linear_time, processor_time};

#[test]
fn newlines_at_the_start_of_preformatted_text_are_kept() {
    for count in [1, 2, 9, 40] {
        // The parser drops the first line feed of the input.
        let html = format!("<p><b>bold</b></p><pre>{}x</pre>", "\n".repeat(count + 1));
        let sanitized = sanitize(&html, &Sanitizer::new());
        assert_eq!(sanitized, html, "{count}");
        assert_eq!(sanitize(&sanitized, &Sanitizer::new()), sanitized);
    }
}

#[test]
fn limits_are_those_of_the_input_and_do_not_cut_the_output() {
    let html = "<p>a".repeat(200);
    for steps in (400..1000).step_by(20) {
        let sanitized =
            Parser::new().limits(Limits::UNLIMITED.steps(steps)).sanitize(&html, &Sanitizer::new());
        let paragraphs = sanitized.html.matches("<p>").count();
        assert!(sanitized.stop.is_some() || paragraphs == 200, "{steps} steps: {paragraphs} paragraphs");
    }
}

#[test]
fn safe_rules_hold_with_any_number_of_elements() {
    let names: Vec<String> = (0..70_000).map(|number| format!("x-{number}")).collect();
    let config = SanitizerConfig {
        remove_elements: Some(names.iter().map(|name| name.as_str().into()).collect()),
        ..SanitizerConfig::default()
    };
    let sanitizer = Sanitizer::from_config(config).expect("a valid configuration");
    let context = Context::html("div");
    let parsed = Parser::new().parse_fragment_sanitized(
        "<script>1</script><iframe></iframe><x-69999>",
        &context,
        &sanitizer,
    );
    assert_eq!(parsed.document().root().first_child(), None);
}

#[test]
fn replaced_formatting_elements_take_linear_time() {
    let config = SanitizerConfig {
        remove_elements: Some(Vec::new()),
        replace_with_children_elements: Some(vec!["b".into()]),
        ..SanitizerConfig::default()
    };
    let sanitizer = Sanitizer::from_config(config).expect("a valid configuration");
    let time = |count: usize| {
        let start: Vec<String> = (0..count).map(|number| format!("<b id={number}>")).collect();
        let html = start.concat() + "<div>" + &"<br>".repeat(count) + &"</b>".repeat(count);
        let context = Context::html("div");
        let times = (0..3).map(|_| {
            let start = processor_time();
            let _ = Parser::new().parse_fragment_sanitized(&html, &context, &sanitizer);
            processor_time().saturating_sub(start)
        });
        times.min().unwrap_or_default()
    };
    let (short, long) = (time(1000), time(8000));
    // Quadratic time would be 64 times as long.
    assert!(long < short * 30, "{short:?}, {long:?}");
}

#[test]
fn a_finished_tree_has_all_its_parts_sanitized() {
    let mut document = hedgerow::parse("<template><p onclick=x()>a</p></template>");
    let template = document.root().descendant_elements().find(|node| node.template_contents().is_some());
    let template = template.map(NodeRef::id).expect("a template");
    let foreign = document.create_element((Namespace::None, "p")).expect("a valid name");
    document.set_attribute(foreign, "onclick", "x()").expect("a valid attribute");
    let body = document.body().map(NodeRef::id).expect("a body");
    document.append(body, foreign).expect("a valid place");
    let root = document.root_id();
    Sanitizer::new().sanitize_tree(&mut document, template);
    Sanitizer::new().sanitize_tree(&mut document, root);
    assert!(!document.root().outer_html().contains("onclick"), "{}", document.root().outer_html());
}

#[test]
fn upper_alphas_do_not_hide_names() {
    let config = SanitizerConfig {
        remove_elements: Some(Vec::new()),
        remove_attributes: Some(Vec::new()),
        ..SanitizerConfig::default()
    };
    let sanitizer = Sanitizer::from_config(config).expect("a valid configuration");
    for (element, attribute) in
        [("A", "href"), ("a", "HREF"), ("A", "HREF"), ("FORM", "Action"), ("p", "ONclick")]
    {
        let mut document = hedgerow::parse("");
        let made = document.create_element((Namespace::Html, element)).expect("a valid name");
        document
            .set_attribute(made, (Namespace::None, attribute), "javascript:x()")
            .expect("a valid attribute");
        let body = document.body().map(NodeRef::id).expect("a body");
        document.append(body, made).expect("a valid place");
        sanitizer.sanitize_tree(&mut document, body);
        let html = document.root().outer_html();
        assert!(!html.contains("javascript:"), "{element} {attribute}: {html}");
    }
}

/// Each paragraph has a clone of the link, and all clones share the address.
#[test]
fn many_clones_of_a_link_with_a_long_address_take_linear_time() {
    let parse = |size: usize| {
        let html = format!("<p><a href={}>{}", "a".repeat(size), "<p>x".repeat(size / 5));
        hedgerow::parse_fragment(&html, &Context::html("div"))
    };
    let sanitizer = Preset::Comments.sanitizer();
    assert_linear_time(2_000, parse, |document| {
        let root = document.root_id();
        sanitizer.sanitize_tree(document, root);
    });
}

#[test]
fn many_clones_with_a_long_class_or_rel_take_linear_time() {
    let policy = Policy::new().classes(["a", "b"]).link_rel("nofollow");
    let everything =
        Sanitizer::from_config_unsafe(SanitizerConfig::default()).expect("a valid configuration");
    let sanitizer = everything.with_policy(policy);
    for attributes in ["class='X'", "class='X c'", "rel='X'"] {
        let parse = |size: usize| {
            let attributes = attributes.replace('X', &"a b ".repeat(size / 4));
            let html = format!("<p><a href=/x {attributes}>{}", "<p>x".repeat(size / 5));
            hedgerow::parse_fragment(&html, &Context::html("div"))
        };
        assert_linear_time(2_000, parse, |document| {
            let root = document.root_id();
            sanitizer.sanitize_tree(document, root);
        });
    }
}

#[test]
fn clones_share_a_long_value_that_is_changed() {
    let kept = ["a b"; 20].join(" ");
    let html = format!("<p><a class='{kept} c' rel=x href=/x>1<p>2<p>3");
    let mut document = hedgerow::parse_fragment(&html, &Context::html("div"));
    let root = document.root_id();
    let policy = Policy::new().classes(["a", "b"]).link_rel("nofollow");
    let report = Sanitizer::from_config_unsafe(SanitizerConfig::default())
        .expect("a valid configuration")
        .with_policy(policy)
        .sanitize_tree(&mut document, root);
    let link = |text| format!("<p><a class=\"{kept}\" rel=\"x nofollow\" href=\"/x\">{text}</a></p>");
    assert_eq!(document.root().inner_html(), [1, 2, 3].map(link).concat());
    assert_eq!(report.count(), 6);
    let mut values = document.select("a").expect("a valid selector").map(|link| link.attribute("class"));
    let first = values.next().flatten().expect("a class");
    assert!(values.all(|value| value.is_some_and(|value| std::ptr::eq(value, first))));
}

#[test]
fn link_types_are_added_to_the_value_that_a_callback_chose() {
    let policy = Policy::new().link_rel("nofollow").on_attribute(|attribute| match attribute.name {
        "rel" => AttributeAction::Replace("safe".to_owned()),
        _ => AttributeAction::Keep,
    });
    let everything =
        Sanitizer::from_config_unsafe(SanitizerConfig::default()).expect("a valid configuration");
    let sanitizer = everything.with_policy(policy);
    let html = "<a href=\"x\" rel=\"other tag\">1</a>";
    let mut document = hedgerow::parse_fragment(html, &Context::html("div"));
    let root = document.root_id();
    sanitizer.sanitize_tree(&mut document, root);
    assert_eq!(document.root().inner_html(), "<a href=\"x\" rel=\"safe nofollow\">1</a>");
}

#[test]
fn a_value_that_cannot_be_replaced_is_removed() {
    let mut document = hedgerow::parse_fragment("<p class='a b'>x", &Context::html("div"));
    let root = document.root_id();
    document.unchecked().limit_text(0);
    let sanitizer = Sanitizer::new().with_policy(Policy::new().classes(["a"]));
    let report = sanitizer.sanitize_tree(&mut document, root);
    assert_eq!(document.root().inner_html(), "<p>x</p>");
    assert!(matches!(report.removals(), [removal] if matches!(removal.subject, Subject::Attribute { .. })));
}

#[test]
fn shadow_roots_need_permission_only_while_parsing() {
    let html = "<p><template shadowrootmode=open><b onclick=x()>a</template>";
    let mut with_template = Sanitizer::new();
    with_template.allow_element("template");
    let mut with_both = with_template.clone();
    with_both.allow_attribute("shadowrootmode");
    let parser = Parser::new().allow_declarative_shadow_roots(true);
    let shadow = |document: &hedgerow::Document| {
        let p = document.body().and_then(NodeRef::first_child).unwrap();
        (p.shadow_root().map(hedgerow::ToHtml::inner_html), p.inner_html())
    };
    let attached = (Some("<b>a</b>".to_owned()), String::new());
    for (sanitizer, while_parsing) in [
        (Sanitizer::new(), (None, String::new())),
        (with_template, (None, "<template><b>a</b></template>".to_owned())),
        (with_both, attached.clone()),
    ] {
        assert_eq!(shadow(&parse_sanitized(html, &sanitizer)), while_parsing);
        let mut finished = parser.parse(html).into_document();
        let root = finished.root_id();
        sanitizer.sanitize_tree(&mut finished, root);
        assert_eq!(shadow(&finished), attached);
    }
}

#[test]
fn lists_of_urls_are_checked_only_by_a_policy() {
    let config = || {
        let mut sanitizer = Sanitizer::new();
        sanitizer.allow_element("img");
        for name in ["srcset", "src", "ping"] {
            sanitizer.allow_attribute(name);
        }
        sanitizer
    };
    let html = "<img src=\"javascript:1\" srcset=\"javascript:1 1x\"><a ping=\"javascript:1\"></a>";
    assert_eq!(sanitize(html, &config()), html.replace(" src=\"javascript:1\"", ""));
    let policy = Policy::new().url_schemes(["https"]);
    assert_eq!(sanitize(html, &config().with_policy(policy)), "<img><a></a>");
}

#[test]
fn presets_keep_the_text_of_harmless_elements() {
    let html = "<div>one</div><section><font>two</font><form><label>three</label><input></form></section>\
                <script>x</script><style>x</style><textarea>x</textarea><svg><text>x</text></svg><template>x</template>";
    for preset in [Preset::Basic, Preset::Comments] {
        assert_eq!(sanitize(html, &preset.sanitizer()), "onetwothree", "{preset}");
    }
    assert_eq!(sanitize(html, &Preset::Email.sanitizer()), "<div>one</div><font>two</font>three");
    assert_eq!(sanitize("<table><tr><td>a<data value=b>c", &Preset::Basic.sanitizer()), "ac");
    // Unknown elements are shown by browsers, too. What the configuration says about an element counts.
    let html = "<o:p onclick=x>one<my-tag>two<script>x</script></my-tag></o:p>\
                <svg><my-tag>x</my-tag></svg><constructor>three</constructor>";
    for preset in Preset::ALL.into_iter().filter(|preset| *preset != Preset::Default) {
        assert_eq!(sanitize(html, &preset.sanitizer()), "onetwothree", "{preset}");
        let mut document = hedgerow::parse(html);
        let body = document.body().unwrap().id();
        preset.sanitizer().sanitize_tree(&mut document, body);
        assert_eq!(document.body().unwrap().inner_html(), "onetwothree", "{preset}");
    }
    let remove = |_, name: &str| if name == "o:p" { Action::Remove } else { Action::Keep };
    let mut sanitizer = Preset::Comments.sanitizer().with_policy(Policy::new().on_element(remove));
    sanitizer.allow_element("my-tag");
    assert_eq!(sanitize("<o:p>one</o:p><my-tag>two</my-tag>", &sanitizer), "<my-tag>two</my-tag>");
}

#[test]
fn a_rule_that_is_added_to_a_preset_removes_no_other_rule() {
    let html = "<a href='ftp://x'>f</a><a href=/y id=i>g</a><img src='data:image/svg+xml,x'>";
    let mut preset = Preset::Comments.sanitizer();
    preset.allow_attribute("id");
    let with_prefix = preset.clone().with_policy(Policy::new().prefix_ids("u-").link_rel("noreferrer"));
    let rel = "nofollow noopener noreferrer ugc";
    assert_eq!(
        sanitize(html, &with_prefix),
        format!("<a>f</a><a href=\"/y\" id=\"u-i\" rel=\"{rel}\">g</a><img>")
    );
    let remade =
        preset.clone().map_policy(|_| Preset::Comments.policy().prefix_ids("u-").link_rel("noreferrer"));
    assert_eq!(sanitize(html, &remade), sanitize(html, &with_prefix));
    let without = preset.map_policy(|_| Policy::new());
    assert!(!without.has_policy());
    assert_eq!(sanitize(html, &without), html.replace('\'', "\"").replace("/y id=i", "\"/y\" id=\"i\""));
}

#[test]
fn all_callbacks_of_a_policy_are_called() {
    let policy = Policy::new()
        .on_attribute(|attribute| AttributeAction::Replace(format!("{}1", attribute.value)))
        .on_element(|_, name| if name == "b" { Action::ReplaceWithChildren } else { Action::Keep });
    let sanitizer = Sanitizer::new().with_policy(policy).with_policy(
        Policy::new()
            .on_attribute(|attribute| AttributeAction::Replace(format!("{}2", attribute.value)))
            .on_element(|_, name| if name == "i" { Action::Remove } else { Action::Keep }),
    );
    assert_eq!(sanitize("<p title=a>x<b>y</b><i>z</i>", &sanitizer), "<p title=\"a12\">xy</p>");
}

#[test]
fn the_classes_of_one_kind_of_element_do_not_replace_those_of_all_elements() {
    let html = "<p class=\"a b c\"></p><div class=\"a b\"></div>";
    let expected = "<p class=\"a b\"></p><div class=\"a\"></div>";
    let (all, own) = (|| Policy::new().classes(["a"]), || Policy::new().classes_of("p", ["b"]));
    for policy in [all().and(own()), own().and(all()), all().classes_of("p", ["b"])] {
        let mut sanitizer = Sanitizer::new();
        sanitizer.allow_attribute("class");
        assert_eq!(sanitize(html, &sanitizer.with_policy(policy)), expected);
    }
    let mut sanitizer = Sanitizer::new();
    sanitizer.allow_attribute("class");
    assert_eq!(sanitize(html, &sanitizer.with_policy(own())), "<p class=\"b\"></p><div></div>");
}

#[test]
fn different_ids_stay_different_with_a_prefix() {
    let mut sanitizer = Sanitizer::new();
    sanitizer.allow_attribute("id");
    let sanitizer = sanitizer.with_policy(Policy::new().prefix_ids("u-"));
    let html = "<p id=\"x\"></p><p id=\"u-x\"></p><a href=\"#x\"></a><a href=\"#u-x\"></a>";
    let expected = "<p id=\"u-x\"></p><p id=\"u-u-x\"></p><a href=\"#u-x\"></a><a href=\"#u-u-x\"></a>";
    assert_eq!(sanitize(html, &sanitizer), expected);
    // The nested links are not parsed to the same tree, so the HTML is parsed a second time.
    let nested = sanitize("<table><a id=x><tr><td><a id=y>1</table>2", &sanitizer);
    assert!(nested.contains("\"u-x\"") && nested.contains("\"u-y\"") && !nested.contains("u-u-"), "{nested}");
}

#[test]
fn a_later_tag_does_not_bring_back_a_removed_attribute() {
    let html = "<html lang=en><body background='evil:x'><p><body background='https://ok/' title=a>\
                <body title=b><html title=c>";
    let mut sanitizer = Sanitizer::new();
    sanitizer.allow_attribute("background");
    let sanitizer = sanitizer.with_policy(Policy::new().url_schemes(["https"]));
    let mut finished = hedgerow::parse(html);
    let root = finished.root_id();
    sanitizer.sanitize_tree(&mut finished, root);
    let while_parsing = parse_sanitized(html, &sanitizer);
    assert_eq!(while_parsing.root().inner_html(), finished.root().inner_html());
    assert_eq!(
        finished.root().inner_html(),
        "<html lang=\"en\" title=\"c\"><head></head><body title=\"a\"><p></p></body></html>"
    );
}

/// Returns paragraphs that share an attribute of an element, so that their HTML is quadratic.
fn sharing(element: &str, count: usize) -> String {
    format!("<p><{element} title='{}'>{}", "\"x".repeat(count), "<p>y".repeat(count))
}

#[test]
fn the_html_ends_at_the_limit_on_output() {
    let mut sanitizer = Sanitizer::new();
    // Trees with such an element are not plain, so their HTML is parsed again.
    sanitizer.allow_element("x-y");
    sanitizer.allow_element("template");
    let returns = format!("<p>a<p>b<p title='{0}'>{0}", "&#13;".repeat(300));
    let contents = format!("<p>a<template><p>{0}<p>{0}</template><p>b", "text ".repeat(200));
    for html in
        [sharing("b", 200), sharing("b", 200) + "<x-y>z</x-y>", "text ".repeat(500), returns, contents]
    {
        let complete = Parser::new().sanitize(&html, &sanitizer);
        assert_eq!(complete.stop, None);
        for most in [0, 1, 100, 1000, 1999, 10_000, complete.html.len() - 1] {
            let parser = Parser::new().limits(Limits::UNLIMITED.output(most as u64));
            let sanitized = parser.sanitize(&html, &sanitizer);
            let limit = Limit::Output { most: most as u64 };
            assert_eq!(sanitized.stop, (most < complete.html.len()).then_some(Stop::Limit(limit)), "{most}");
            assert!(sanitized.html.len() <= most, "{} of {most} bytes", sanitized.html.len());
            assert_eq!(sanitize(&sanitized.html, &sanitizer), sanitized.html, "the elements are closed");
            let text = |html: &str| Parser::new().parse(html).document().root().text();
            assert!(text(&complete.html).starts_with(&text(&sanitized.html)), "{most}");
        }
        let most = complete.html.len() as u64;
        let parser = Parser::new().limits(Limits::UNLIMITED.output(most));
        assert_eq!(parser.sanitize(&html, &sanitizer), complete);
    }
}

#[test]
fn the_default_limit_on_output_is_a_multiple_of_the_input() {
    let html = sharing("b", 8000);
    let sanitized = Parser::new().sanitize(&html, &Sanitizer::new());
    let most = 16 * html.len() + (1 << 20);
    assert_eq!(sanitized.stop, Some(Stop::Limit(Limit::Output { most: most as u64 })));
    assert!((most / 2..=most).contains(&sanitized.html.len()), "{} of {most} bytes", sanitized.html.len());
    assert_eq!(sanitize(&html, &Sanitizer::new()), sanitized.html);
    let message = Stop::Limit(Limit::Output { most: 9 }).to_string();
    assert_eq!(
        message,
        "the output is longer than 9 bytes, which is the limit; Limits::output sets it; the output ends there"
    );
}

#[test]
fn parsing_the_written_html_stays_within_the_limit_on_nodes() {
    let mut sanitizer = Sanitizer::new();
    sanitizer.replace_element_with_children("button");
    // Without the buttons, each paragraph closes the previous one and gets all formatting elements.
    let formatting: String =
        (0..100).flat_map(|number| ["<b title=".to_owned(), number.to_string(), ">".to_owned()]).collect();
    let html = format!("<p>{formatting}<button>{}", "<p>x".repeat(500));
    let parser = Parser::new().limits(Limits::UNLIMITED.nodes(5000));
    let sanitized = parser.sanitize(&html, &sanitizer);
    assert_eq!(sanitized.stop, Some(Stop::Limit(Limit::Nodes { most: 5000 })));
    let nodes = Parser::new().parse(&sanitized.html).document().node_count();
    assert!(nodes < 2 * 5000, "{nodes} nodes");
}
