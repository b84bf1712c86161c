// Documents that stay in the module.

import assert from "node:assert/strict";
import test from "node:test";

import { Document, select, text } from "hedgerow";
import { check } from "hedgerow/check";

import { border } from "../node_modules/hedgerow/js/full.js";

const BODY = /^<html><head><\/head><body>(.*)<\/body><\/html>$/s;

/** The HTML of the body of a document. */
const body = (document) => document.toString().match(BODY)[1];

test("a document answers the same questions as its page", () => {
    const document = new Document("<p class=a>x<b>y</b><a href=/z>z</a>");
    assert.deepEqual(document.select("b::text"), ["y"]);
    assert.equal(document.selectFirst("a::attr(href)"), "/z");
    assert.equal(document.xpath("count(//p)"), 1);
    assert.deepEqual(document.extract({ all: "p" }), { all: "xyz" });
    assert.equal(text(document), "xyz");
    assert.deepEqual(select(document, "p::attr(class)"), ["a"]);
});

test("changes apply to all elements that match, and return their number", () => {
    const document = new Document("<ul><li>a<li>b</ul><p>c");
    assert.equal(document.setAttribute("li", "class", "x"), 2);
    assert.equal(document.removeAttribute("li:first-child", "class"), 1);
    assert.equal(document.setInnerHTML("li:last-child", "<i>d</i>"), 1);
    assert.equal(document.replaceWith("p", "<hr><p>e"), 1);
    assert.equal(document.insertAdjacentHTML("hr", "beforebegin", "f"), 1);
    assert.equal(document.setText("p", "<g>"), 1);
    assert.equal(document.rename("ul", "ol"), 1);
    assert.equal(body(document), '<ol><li>a</li><li class="x"><i>d</i></li></ol>f<hr><p>&lt;g&gt;</p>');
    assert.equal(document.unwrap("i"), 1);
    assert.equal(document.remove("li:first-child, hr, article"), 2);
    assert.equal(body(document), '<ol><li class="x">d</li></ol>f<p>&lt;g&gt;</p>');
});

test("an element that goes with one around it is changed once", () => {
    const document = new Document("<div><div><div>x</div></div></div>");
    assert.equal(document.remove("div"), 1);
    assert.equal(body(document), "");
});

test("a change that the DOM does not allow is refused", () => {
    const document = new Document("<p>");
    assert.throws(() => document.setAttribute("p", "a b", ""), { code: "refused" });
    assert.throws(() => document.replaceWith("html", "<p>"), { code: "refused" });
    assert.throws(() => document.remove("p::text"), { code: "invalid-argument" });
    assert.throws(() => document.remove("["), { code: "invalid-selector" });
});

test("the checker refuses a document, which is in another module", () => {
    assert.throws(() => check(new Document("<p>")), TypeError);
});

test("lone surrogates survive in documents and in changes", () => {
    const document = new Document("<p>\ud800\u{F0000}");
    assert.deepEqual(document.select("p::text"), ["\ud800\u{F0000}"]);
    const other = new Document("<p>\u{F0000}");
    other.setText("p", "\u{F0001}\udfff");
    assert.deepEqual(other.select("p::text"), ["\u{F0001}\udfff"]);
    other.setAttribute("p", "title", "\ud834\ud834");
    assert.deepEqual(other.select('p[title="\ud834\ud834"]::attr(title)'), ["\ud834\ud834"]);
});

test("a disposed document is an error, and its handle is used again", () => {
    const before = border.documents;
    const document = new Document("<p>a");
    const copy = new Document("<p>b");
    assert.equal(border.documents, before + 2);
    document.dispose();
    document.dispose();
    assert.equal(border.documents, before + 1);
    assert.throws(() => document.select("p"), { code: "disposed" });
    const next = new Document("<p>c");
    assert.deepEqual([copy.select("p::text"), next.select("p::text")], [["b"], ["c"]]);
    copy[Symbol.dispose]();
    next[Symbol.dispose]();
});

test("a document that is collected is freed", { skip: typeof gc === "undefined" && "needs --expose-gc" }, async () => {
    const before = border.documents;
    for (let index = 0; index < 100; index++) new Document("<p>a");
    for (let round = 0; round < 20 && border.documents > before + 1; round++) {
        gc();
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.ok(border.documents <= before + 1, `${border.documents - before} documents are left`);
});

test("a large document is kept apart from those that are opened after it", () => {
    const large = new Document("<p>x".repeat(4_000_000));
    const small = new Document("<p>small");
    assert.equal(text(small), "small");
    assert.equal(large.selectFirst("p:first-child::text"), "x");
    large.dispose();
    assert.equal(text(small), "small");
    const last = new Document("<p>last");
    assert.equal(text(small) + text(last), "smalllast");
    small.dispose();
    last.dispose();
});
