// The functions that answer a question about a page, one by one.

import assert from "node:assert/strict";
import test from "node:test";

import * as hedgerow from "hedgerow";
import { check } from "hedgerow/check";
import { sanitize } from "hedgerow/sanitize";

const PAGE = `<!DOCTYPE html><html lang=en><title>Oaks | Trees</title><meta name=author content=Ann>
<nav><a href=/>Home</a></nav>
<main><h1>Oaks</h1><p>Oaks grow <em>slowly</em>, and they live for a long time.</p>
<ul><li><a href=/oak rel=next>Oak</a><li><a href=/elm>Elm</a></ul>
<table><tr><th>Tree<th>Age<tr><td>oak<td>500<tr><td>yew<td>900</table></main>`;

/** Fails unless a function throws an error of this package with a code. */
function throws(call, code, place) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof hedgerow.HedgerowError, String(error));
        assert.equal(error.code, code, error.message);
        if (place) assert.deepEqual(error.place, place);
        return true;
    });
}

test("select returns strings for ::text and ::attr, and HTML for elements", () => {
    assert.deepEqual(hedgerow.select(PAGE, "li a::attr(href)"), ["/oak", "/elm"]);
    assert.deepEqual(hedgerow.select(PAGE, "h1::text"), ["Oaks"]);
    assert.deepEqual(hedgerow.select(PAGE, "em"), ["<em>slowly</em>"]);
    assert.deepEqual(hedgerow.select(PAGE, "article"), []);
    assert.equal(hedgerow.selectFirst(PAGE, "li a::text"), "Oak");
    assert.equal(hedgerow.selectFirst(PAGE, "article"), undefined);
});

test("find returns elements with their places", () => {
    const html = "\u{1F332}<p id=a>b</p><p>c";
    assert.deepEqual(hedgerow.find(html, "p"), [
        { html: '<p id="a">b</p>', start: 2, startTagEnd: 10, end: 15 },
        { html: "<p>c</p>", start: 15, startTagEnd: 18, end: 19 },
    ]);
    assert.deepEqual(hedgerow.find(html, "head"), [{ html: "<head></head>", start: null, startTagEnd: null, end: null }]);
    throws(() => hedgerow.find(html, "p::text"), "invalid-argument");
});

test("a mistake in a selector is an error with its place", () => {
    throws(() => hedgerow.select(PAGE, "a\n[=b]"), "invalid-selector", { line: 2, column: 2, offset: 3 });
});

test("extract reads strings, lists and objects", () => {
    const fields = {
        title: "h1::text",
        missing: "h2",
        addresses: ["li a::abs(href)"],
        trees: ["tr:has(td)", { name: "td", age: "td:nth-child(2)", html: "::html" }],
        first: { text: "li a", rel: "li a::attr(rel)" },
    };
    assert.deepEqual(hedgerow.extract(PAGE, fields, { url: "https://trees.example/" }), {
        title: "Oaks",
        missing: null,
        addresses: ["https://trees.example/oak", "https://trees.example/elm"],
        trees: [
            { name: "oak", age: "500", html: "<tr><td>oak</td><td>500</td></tr>" },
            { name: "yew", age: "900", html: "<tr><td>yew</td><td>900</td></tr>" },
        ],
        first: { text: "Oak", rel: "next" },
    });
    assert.deepEqual(hedgerow.extract("<title> A \n B </title><p>x <b> y</b>\n<p> z", { title: "title", all: "body" }), {
        title: "A B",
        all: "x y z",
    });
    throws(() => hedgerow.extract(PAGE, { a: { b: "p[" } }), "invalid-selector");
    throws(() => hedgerow.extract(PAGE, { a: ["p::text", { b: "i" }] }), "invalid-argument");
});

test("xpath returns lists, strings, numbers and booleans", () => {
    assert.deepEqual(hedgerow.xpath(PAGE, "//li/a/@href"), ["/oak", "/elm"]);
    assert.deepEqual(hedgerow.xpath(PAGE, "//em"), ["<em>slowly</em>"]);
    assert.equal(hedgerow.xpath(PAGE, "string(//h1)"), "Oaks");
    assert.equal(hedgerow.xpath(PAGE, "count(//li)"), 2);
    assert.equal(hedgerow.xpath(PAGE, "number('x')"), NaN);
    assert.equal(hedgerow.xpath(PAGE, "1 div 0"), Infinity);
    assert.equal(hedgerow.xpath(PAGE, "//li = 'Oak'"), true);
    const named = hedgerow.xpath(PAGE, "//td[. = $tree]/following-sibling::td/text()", { variables: { tree: "yew" } });
    assert.deepEqual(named, ["900"]);
    throws(() => hedgerow.xpath(PAGE, "//a["), "invalid-xpath");
    throws(() => hedgerow.xpath(PAGE, "$x"), "xpath-evaluation");
    throws(() => hedgerow.xpath(PAGE, "//*//*//*", { steps: 10 }), "limit");
});

test("text, markdown and mainContent read the page as a reader does", () => {
    assert.equal(hedgerow.text("<p>a<p>b<script>c</script>"), "a\n\nb");
    assert.equal(hedgerow.markdown("<h1>A</h1><p><a href=/b>c</a>", { url: "https://d.example" }), "# A\n\n[c](https://d.example/b)\n");
    assert.equal(hedgerow.markdown("<a href=/b>c</a>", { links: "text" }), "c\n");
    const content = hedgerow.mainContent(PAGE);
    assert.match(content.text, /^Oaks\n\nOaks grow slowly/);
    assert.doesNotMatch(content.markdown, /Home/);
    assert.ok(content.words > 10 && content.confidence > 0);
});

test("minify and format keep the tree", () => {
    const minified = hedgerow.minify(PAGE);
    assert.ok(minified.length < PAGE.length);
    assert.equal(hedgerow.serialize("<p class='a'>b"), '<html><head></head><body><p class="a">b</p></body></html>');
    assert.equal(hedgerow.minify(hedgerow.format(PAGE)), minified);
    assert.equal(hedgerow.format("<ul><li>a", { context: "div", indent: "\t" }), "<ul>\n\t<li>a</li>\n</ul>");
    assert.equal(hedgerow.format("<ul><li>a", { context: "div", indent: 1 }), "<ul>\n <li>a</li>\n</ul>");
    throws(() => hedgerow.format("", { indent: "x" }), "invalid-argument");
});

test("links, tables and metadata are plain objects", () => {
    assert.deepEqual(hedgerow.links("<a href=/b rel=next> c  d</a>", { url: "https://a.example" }), [
        { url: "https://a.example/b", value: "/b", text: "c d", rel: "next", element: "a", attribute: "href" },
    ]);
    const rows = [["Tree", "Age"], ["oak", "500"], ["yew", "900"]];
    assert.deepEqual(hedgerow.tables(PAGE), [{ caption: null, headerRows: 1, rows }]);
    const metadata = hedgerow.metadata(PAGE);
    assert.equal(metadata.title, "Oaks");
    assert.equal(metadata.author, "Ann");
    assert.equal(metadata.language, "en");
    assert.deepEqual(metadata.meta, { author: "Ann" });
});

test("check returns findings with places in UTF-16 code units", () => {
    const findings = check("<!DOCTYPE html><html lang=en><title>t</title>\r\n<p>\u{1F332}</b>");
    const [{ start, end, ...finding }] = findings.filter(({ message }) => message.includes("</b>"));
    assert.equal(finding.level, "error");
    assert.match(finding.url, /^https:\/\/html\.spec\.whatwg\.org\//);
    assert.deepEqual(start, { line: 2, column: 6, offset: 52 });
    assert.deepEqual(end, { line: 2, column: 10, offset: 56 });
    assert.deepEqual(check("<!DOCTYPE html><html lang=en><title>t</title><p>a</p>"), []);
});

test("bytes are decoded as in a browser", () => {
    const page = Uint8Array.of(...Buffer.from("<title>"), 0x90, 0xb6, 0x8a, 0x5f);
    const title = (options) => hedgerow.selectFirst(page, "title::text", options);
    assert.equal(title({ contentType: "text/html; charset=shift_jis" }), "生垣");
    assert.equal(title({ encoding: "shift_jis" }), "生垣");
    throws(() => title({ encoding: "no-such-encoding" }), "invalid-argument");
    // A declaration after the first 1024 bytes: the bytes are decoded again.
    const late = Uint8Array.of(...Buffer.from(`<title>${" ".repeat(1100)}</title><meta charset=shift_jis><p>`), 0x90, 0xb6);
    assert.deepEqual(hedgerow.select(late, "p::text"), ["\u751f"]);
    const address = Uint8Array.of(...Buffer.from("<meta charset=windows-1251><a href='/?"), 0xef, ...Buffer.from("#x'>"));
    assert.equal(hedgerow.links(address, { url: "https://a.example" })[0].url, "https://a.example/?%EF#x");
    const malformed = check(Uint8Array.of(...Buffer.from("<meta charset=utf-8><p>a"), 0xff), { context: "div" });
    assert.ok(malformed.some(({ code, start }) => code === "malformed-bytes-in-input-stream" && start.offset === 24), JSON.stringify(malformed));
});

test("a limit is an error that names it", () => {
    const limits = { depth: 3 };
    throws(() => hedgerow.text("<p><b><i>x", { limits }), "limit");
    throws(() => sanitize("<b>longer", "default", { limits: { output: 5 } }), "limit");
    throws(() => hedgerow.select(PAGE, "li", { limits: { output: 60 } }), "limit");
    throws(() => hedgerow.minify(PAGE, { limits: { output: 60 } }), "limit");
    throws(() => hedgerow.text("", { limits: { dept: 3 } }), "invalid-argument");
});

test("wrong arguments are errors before anything happens", () => {
    assert.throws(() => hedgerow.text(undefined), TypeError);
    assert.throws(() => hedgerow.select("", undefined), TypeError);
    assert.throws(() => sanitize(new Uint8Array()), TypeError);
    throws(() => hedgerow.text("", { widht: 3 }), "invalid-argument");
    throws(() => hedgerow.text("", { context: "no such context" }), "invalid-argument");
});

test("require() loads the package", async () => {
    const { createRequire } = await import("node:module");
    const required = createRequire(import.meta.url)("hedgerow");
    assert.equal(required.text, hedgerow.text);
});

test("the options of sanitize() are an object, also one with a method toJSON()", () => {
    const link = "<a href=http://a.example/>x</a>";
    for (const options of [true, 5, "x", [], () => ({ urlSchemes: ["https"] })]) {
        assert.throws(() => sanitize(link, "default", options), TypeError);
    }
    class Rules {
        toJSON() {
            return { urlSchemes: ["https"] };
        }
    }
    assert.equal(sanitize(link, "default", new Rules()), "<a>x</a>");
});
