//! Tests of single expressions and their values.

use hedgerow::{Document, Select as _};
use hedgerow_xpath::{EvaluationError, Limits, Value, XPath, XPathBuilder};

const PAGE: &str = "<!DOCTYPE html><!--top--><html lang=en><head><title>T</title></head><body id=b>\
<div id=d1 class='x y'><p>one</p><p lang=de-AT>two<b>bold</b></p>tail</div>\
<div id=d2><p>three</p><ul><li>1<li>2<li>3<ul><li>4<li>5</ul></ul></div>\
<svg viewBox='0 0 1 1' xmlns:xlink=x><path id=p1 xlink:href='#a'/></svg><!--end--></body></html>";

/// Shows a node-set as the names, values and data of its nodes.
fn shown(value: &Value<'_>) -> String {
    let Value::Nodes(nodes) = value else { return value.to_text().into_owned() };
    let nodes = nodes.iter().map(|node| match (node.node(), node.attribute()) {
        (Some(node), _) if node.element_name().is_some() => match node.element_id() {
            Some(id) => format!("{}#{id}", node.local_name_text()),
            None => format!("{}:{}", node.local_name_text(), node.text()),
        },
        (Some(node), _) => node.data().map_or("/".to_owned(), |data| format!("'{data}'")),
        (None, Some(attribute)) => format!("@{}={}", attribute.name_text(), attribute.value()),
        (None, None) => format!("ns {:?}", node.namespace()),
    });
    nodes.collect::<Vec<_>>().join(" ")
}

fn evaluate(document: &Document, expression: &str) -> String {
    match XPath::parse(expression) {
        Ok(xpath) => xpath.evaluate(document).map_or_else(|error| error.to_string(), |value| shown(&value)),
        Err(error) => error.to_string(),
    }
}

#[test]
fn node_sets() {
    let document = hedgerow::parse(PAGE);
    for (expression, expected) in [
        ("/", "/"),
        ("/html/body/div", "div#d1 div#d2"),
        ("//p", "p:one p:twobold p:three"),
        ("//P[2]", "p:twobold"),
        ("(//p)[2]", "p:twobold"),
        ("(//p)[last()]", "p:three"),
        ("//p[last()]", "p:twobold p:three"),
        ("//li[2]", "li:2 li:5"),
        ("//li[position()=last()]", "li:345 li:5"),
        ("//li[last()-1]", "li:2 li:4"),
        ("//ul//li[1]", "li:1 li:4"),
        ("//ul/descendant::li[4]", "li:4"),
        ("//li[position() > 1][1]", "li:2 li:5"),
        ("//li[. > 1][last()]", "li:345 li:5"),
        ("//li[. > 1][position() = 1]", "li:2 li:4"),
        ("//div[@id='d1']/p/text()", "'one' 'two'"),
        ("//@id", "@id=b @id=d1 @id=d2 @id=p1"),
        ("//@ID", "@id=b @id=d1 @id=d2"),
        ("//svg", ""),
        ("//svg:svg/@viewBox", "@viewBox=0 0 1 1"),
        ("//svg:path/@xlink:href", "@href=#a"),
        ("//svg:*", "svg: path#p1"),
        ("//*[@viewBox]", "svg:"),
        ("//*[@viewbox]", ""),
        ("//svg:SVG", ""),
        ("//*[@ID = 'p1']", ""),
        ("//*[@xmlns]", ""),
        ("//*[@xlink:href]", "path#p1"),
        ("//html:DIV", "div#d1 div#d2"),
        ("//comment()", "'top' 'end'"),
        ("//b/ancestor::*", "html:Tonetwoboldtailthree12345 body#b div#d1 p:twobold"),
        ("//b/ancestor::*[1]", "p:twobold"),
        ("//b/ancestor-or-self::*[2]", "p:twobold"),
        ("//p/..", "div#d1 div#d2"),
        ("//b/following::p", "p:three"),
        ("//b/following::node()[1]", "'tail'"),
        ("//ul/preceding::p", "p:one p:twobold p:three"),
        ("//ul/preceding::p[1]", "p:three"),
        ("//p/following-sibling::*[1]", "p:twobold ul:12345"),
        ("//p/preceding-sibling::p", "p:one"),
        ("//li/preceding-sibling::li[1]", "li:1 li:2 li:4"),
        ("//@class/following::b", "b:bold"),
        ("//@class/..", "div#d1"),
        ("//@class/ancestor-or-self::node()[1]", "@class=x y"),
        ("//p | //div | //p", "div#d1 p:one p:twobold div#d2 p:three"),
        ("id('d2 d1 nope')", "div#d1 div#d2"),
        ("id(//@id)/p[1]", "p:one p:three"),
        ("//*[lang('de')]", "p:twobold b:bold"),
        ("//p[lang('en')]", "p:one p:three"),
        ("//div[p='three']", "div#d2"),
        ("//div[not(ul)]", "div#d1"),
        ("//div[count(p) = 2 and @class]", "div#d1"),
        ("//*[self::b or self::title]", "title:T b:bold"),
        ("//div[.//b]/p[b]", "p:twobold"),
        ("//li[../../ul]", "li:1 li:2 li:345 li:4 li:5"),
        ("//ul[li[2]]/li[ul]", "li:345"),
        ("//div/*/*", "b:bold li:1 li:2 li:345"),
        ("//div//ul/li[3]/ul/li", "li:4 li:5"),
        ("//*[starts-with(name(), 'u')]", "ul:12345 ul:45"),
        ("/descendant::p[2]", "p:twobold"),
        ("//ul/self::ul[1]", "ul:12345 ul:45"),
        ("//path[1] | //b", "b:bold"),
        ("//p/namespace::*/..", "p:one p:twobold p:three"),
        ("//b/namespace::*", "ns Some((\"xml\", \"http://www.w3.org/XML/1998/namespace\"))"),
        ("//node()[self::comment()]", "'top' 'end'"),
        ("//div[2]/p | //div[1]/p[1]", "p:one p:three"),
    ] {
        assert_eq!(evaluate(&document, expression), expected, "{expression}");
    }
}

#[test]
fn scalars() {
    let document = hedgerow::parse(PAGE);
    for (expression, expected) in [
        ("1 + 2 * 3 - 4 div 2", "5"),
        ("-7 mod 3", "-1"),
        ("5 mod -2", "1"),
        ("- - 3", "3"),
        ("1 div 0", "Infinity"),
        ("-1 div 0", "-Infinity"),
        ("0 div 0", "NaN"),
        ("1 = 1 = true()", "true"),
        ("3 > 2 > 1", "false"),
        ("'a' = \"a\"", "true"),
        ("'1' = 1.0", "true"),
        ("true() = 'x'", "true"),
        ("//nope = //nope", "false"),
        ("//nope != 1", "false"),
        ("//p = 'one'", "true"),
        ("//p != 'one'", "true"),
        ("//li > 4", "true"),
        ("//li[1] >= //li[2]", "true"),
        ("5 < //li", "true"),
        ("count(//p)", "3"),
        ("sum(//li[not(ul)])", "12"),
        ("string(//p)", "one"),
        ("string-length('hé')", "2"),
        ("concat('a', 1, true())", "a1true"),
        ("substring('12345', 1.5, 2.6)", "234"),
        ("substring('12345', 0 div 0, 3)", ""),
        ("substring('12345', -42, 1 div 0)", "12345"),
        ("substring('12345', -1 div 0, 1 div 0)", ""),
        ("substring('12345', 2)", "2345"),
        ("substring-before('1999/04/01', '/')", "1999"),
        ("substring-after('1999/04/01', '/')", "04/01"),
        ("substring-after('a', '')", "a"),
        ("substring-before('a', 'b')", ""),
        ("normalize-space('  a \n b ')", "a b"),
        ("translate('--aaa--', 'abc-', 'ABC')", "AAA"),
        ("translate('aa', 'aa', 'bc')", "bb"),
        ("round(-2.5)", "-2"),
        ("floor(-2.5)", "-3"),
        ("ceiling(2.1)", "3"),
        ("boolean('false')", "true"),
        ("not(//nope)", "true"),
        ("number(' 12 ')", "12"),
        ("number('1e3')", "NaN"),
        ("name(//svg:path/@xlink:href)", "xlink:href"),
        ("local-name(//svg:path/@xlink:href)", "href"),
        ("namespace-uri(//p)", "http://www.w3.org/1999/xhtml"),
        ("name(/)", ""),
        ("contains('abc', '') and starts-with('', '')", "true"),
        ("string(.5)", "0.5"),
        ("8.", "8"),
        ("string(-0)", "0"),
        ("position() + last()", "2"),
        ("true() or $unbound", "true"),
    ] {
        assert_eq!(evaluate(&document, expression), expected, "{expression}");
    }
}

#[test]
fn errors_have_positions() {
    for (expression, offset, message) in [
        ("", 0, "expected a step"),
        ("//", 2, "expected a step"),
        ("a[", 2, "expected a step"),
        ("a]", 1, "expected an operator"),
        ("(a", 2, "expected a closing parenthesis"),
        ("count(1)", 6, "must be a node-set"),
        ("count()", 0, "takes 1 argument"),
        ("nope()", 0, "unknown function nope()"),
        ("x:a", 0, "prefix x is not declared"),
        ("1 | a", 0, "must be a node-set"),
        ("a | 'b'", 4, "must be a node-set"),
        ("nope::a", 0, "unknown axis nope"),
        ("'a'[1]", 0, "must be a node-set"),
        ("a b", 2, "expected an operator"),
        ("child::", 7, "expected a step"),
        ("..[1]", 2, "expected an operator"),
        ("$a:b", 0, "prefix a is not declared"),
        ("$svg:*", 1, "expected the name of a variable"),
    ] {
        let error = XPath::parse(expression).unwrap_err();
        assert_eq!(error.offset(), offset, "{expression}: {error}");
        assert!(error.message().contains(message), "{expression}: {error}");
    }
}

#[test]
fn errors_name_the_function_that_requires_a_node_set() {
    let document = hedgerow::parse(PAGE);
    let builder = XPathBuilder::new().function("", "text-of", |_| Ok("x".into()));
    for (expression, expected) in [
        ("name(text-of())", "name() requires a node-set"),
        ("local-name(text-of())", "local-name() requires a node-set"),
        ("namespace-uri(text-of())", "namespace-uri() requires a node-set"),
        ("count(text-of())", "count() requires a node-set"),
        ("sum(text-of())", "sum() requires a node-set"),
    ] {
        let error = builder.parse(expression).unwrap().evaluate(&document).unwrap_err();
        assert_eq!(error.to_string(), expected, "{expression}");
    }
}

#[test]
#[cfg(feature = "exslt")]
fn functions_of_exslt() {
    let document = hedgerow::parse(PAGE);
    for (expression, expected) in [
        ("//p[re:test(., '^t.*e$', 'i')]", "p:three"),
        ("//li[re:test(., '^[45]$')]", "li:4 li:5"),
        ("re:replace('a-b-c', '-', 'g', '+')", "a+b+c"),
        ("re:replace('a-b-c', '-', '', '+')", "a+b-c"),
        ("str:concat(//li[not(ul)])", "1245"),
        ("str:replace('aXbX', 'X', '-')", "a-b-"),
        ("str:padding(5, 'ab')", "ababa"),
        ("str:align('a', '----', 'right')", "---a"),
        ("set:difference(//p, //p[2])", "p:one p:three"),
        ("set:intersection(//p, //div[1]/*)", "p:one p:twobold"),
        ("set:has-same-node(//p, //div)", "false"),
        ("count(set:distinct(//li/@class | //@id))", "4"),
        ("set:leading(//p, //p[2])", "p:one"),
        ("set:trailing(//li, //li[2])", "li:345 li:4 li:5"),
        ("re:test('a', '(')", "re:test(): regex parse error:\n    (\n    ^\nerror: unclosed group"),
        ("set:distinct(1)", "set:distinct(): takes a node-set"),
    ] {
        assert_eq!(evaluate(&document, expression), expected, "{expression}");
    }
    // The steps for reading string-values are counted.
    let deep = hedgerow::parse(&"<i>x".repeat(1000));
    for expression in
        ["str:concat(//i)", "set:distinct(//i)", "//i[re:test(., 'y')]", "//i[str:align(., 'y') = 'z']"]
    {
        let xpath = XPath::parse(expression).unwrap();
        let result = xpath.evaluator().limits(Limits::UNLIMITED.steps(100_000)).evaluate(&deep);
        assert!(matches!(result, Err(EvaluationError::TooManySteps { .. })), "{expression}");
    }
    // Large inputs have small results, or are errors.
    let document = hedgerow::parse(&"$0".repeat(5000));
    for (expression, expected) in [
        ("string-length(str:replace(string(/), '$', string(/)))", None),
        ("string-length(re:replace(string(/), '.', 'g', string(/)))", None),
        ("string-length(re:replace(string(/), '.+', '', string(/)))", None),
        ("string-length(re:replace(string(/), '.', '', string(/)))", Some("14999")),
        ("string-length(re:replace(string(/), '[$]', 'g', 'xyz'))", Some("20000")),
    ] {
        let shown = evaluate(&document, expression);
        match expected {
            Some(expected) => assert_eq!(shown, expected, "{expression}"),
            None => assert!(shown.ends_with("more than 16777216 bytes"), "{expression}: {shown}"),
        }
    }
}

#[test]
#[cfg(feature = "exslt")]
fn text_that_is_read_again_for_each_match_takes_steps() {
    let document = hedgerow::parse(&"a".repeat(20_000));
    let most = 1_000_000;
    for (expression, is_within) in [
        // Each search for the first alternative reads the rest of the text.
        ("string-length(re:replace(string(/), 'a.*z|a', 'g', 'b'))", false),
        ("string-length(re:replace(string(/), '(a.*z)?', 'g', ''))", false),
        ("string-length(re:replace(string(/), 'a', 'g', 'b'))", true),
        ("string-length(re:replace(string(/), 'a|b.*z', 'g', ''))", true),
        ("string-length(re:replace(string(/), 'a*', 'g', 'b'))", true),
        ("string-length(re:replace(string(/), 'a.*z|b', 'g', 'b'))", true),
    ] {
        let xpath = XPath::parse(expression).unwrap();
        let result = xpath.evaluator().limits(Limits::UNLIMITED.steps(most)).evaluate(&document);
        if is_within {
            assert!(result.is_ok(), "{expression}: {result:?}");
        } else {
            assert_eq!(result, Err(EvaluationError::TooManySteps { most }), "{expression}");
        }
    }
}

#[test]
fn paths_select_their_node() {
    let mut document = hedgerow::parse(PAGE);
    let other = document.create_text("more");
    let paragraph = document.select_first("p").unwrap().unwrap().id();
    document.append(paragraph, other).unwrap();
    for node in document.root().inclusive_descendants() {
        let Some(path) = hedgerow_xpath::xpath_of(node) else {
            assert_eq!(node.kind(), hedgerow::dom::NodeKind::DocumentType);
            continue;
        };
        let found = XPath::parse(&path).unwrap().nodes(&document).unwrap();
        assert_eq!(found.len(), 1, "{path}");
        let found = found.first().unwrap().node();
        assert!(found == Some(node) || found == node.previous_sibling(), "{path}");
        if let Some(path) = hedgerow_xpath::css_path(node) {
            let found: Vec<_> = document.select(&*path).unwrap().collect();
            assert_eq!(found, [node], "{path}");
        }
    }
    let bold = document.select_first("b").unwrap().unwrap();
    assert_eq!(hedgerow_xpath::xpath_of(bold).unwrap(), "id('d1')/p[2]/b");
    assert_eq!(hedgerow_xpath::css_path(bold).unwrap(), "#d1 > p:nth-of-type(2) > b:only-of-type");
}

#[test]
fn hostile_expressions_are_refused() {
    let nested = |open: &str, close: &str| format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
    for expression in [nested("(", ")"), nested("a[", "]"), nested("not(", ")"), "(".repeat(50_000)] {
        assert!(XPath::parse(&expression).unwrap_err().message().contains("nested more than 100 deep"));
    }
    assert!(XPath::parse(&" ".repeat(2 << 20)).is_err());

    let document = hedgerow::parse(&("<i></i>".repeat(2000) + &"<div>".repeat(2000)));
    let deepest = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert_eq!(evaluate(&document, &deepest), "1");
    let deepest = format!("{}.{}", "//*[".repeat(100), "]".repeat(100));
    let result = XPath::parse(&deepest)
        .unwrap()
        .evaluator()
        .limits(Limits::UNLIMITED.steps(100_000))
        .evaluate(&document);
    assert!(matches!(result, Ok(_) | Err(EvaluationError::TooManySteps { .. })));
    for (expression, is_stopped) in [
        ("-".repeat(100_000) + "1", false),
        (vec!["1"; 100_000].join("+"), false),
        (vec!["//a"; 100_000].join("|"), true),
        ("/.".repeat(100_000), false),
        ("//*".repeat(100_000), true),
        ("/*/..".repeat(1000), false),
        ("//*[following::*[following::*[following::x]]]".to_owned(), true),
        ("//*[.//*[.//*[.//x]]]".to_owned(), true),
    ] {
        let expression_limits = Limits::UNLIMITED.steps(1_000_000);
        let result =
            XPath::parse(&expression).unwrap().evaluator().limits(expression_limits).evaluate(&document);
        let is_error = matches!(result, Err(EvaluationError::TooManySteps { .. }));
        assert_eq!(is_error, is_stopped, "{}", expression.chars().take(60).collect::<String>());
    }

    // The default limits stop an evaluation, too.
    let result = XPath::parse("//*[.//*[.//*[.//x]]]").unwrap().evaluate(&document);
    assert!(matches!(result, Err(EvaluationError::TooManySteps { .. })));

    let attributes: Vec<String> = (0..50_000).map(|number| format!("a{number}=''")).collect();
    let attributes = attributes.join(" ");
    let document = hedgerow::parse(&format!("<p {attributes}>"));
    for (expression, is_stopped) in [
        ("//p[@a49999]", false),
        ("//@*[../@x]", true),
        ("//@*[. = 'x']", false),
        ("//@*[name() = 'x']", false),
    ] {
        let result = XPath::parse(expression).unwrap().evaluate(&document);
        assert_eq!(result.is_err(), is_stopped, "{expression}");
    }
}

#[test]
fn an_id_is_found_without_an_index() {
    // The `class` attribute that all `b` elements share is too long for an index.
    let html = format!("<p><b id=x class='{}'>1{}", "a b ".repeat(1000), "<p>y".repeat(200));
    let document = hedgerow::parse(&html);
    let expression = XPath::parse("id('x')").unwrap();
    for _ in 0..30 {
        assert_eq!(expression.nodes(&document).unwrap().len(), 1);
    }
}
