// Hostile pages give an answer or an error with a code, and the next call works.

import assert from "node:assert/strict";
import test from "node:test";

import * as hedgerow from "hedgerow";
import { sanitize } from "hedgerow/sanitize";

import { Border } from "../node_modules/hedgerow/js/border.js";

const PAGES = {
    "deep nesting": "<div>".repeat(200_000),
    "deep nesting of formatting": "<b>".repeat(20_000),
    "many attributes": `<p ${Array.from({ length: 20_000 }, (_, index) => `a${index}=b`).join(" ")}>`,
    "misnested formatting": "<a><b><p></a></b>".repeat(10_000),
    "formatting before blocks": "<b><i><p>".repeat(2_000),
    "attributes that elements share": `<p><b title=${"x".repeat(10_000)}>`.repeat(1) + "<p>x".repeat(10_000),
    "nested tables": "<table><tr><td>".repeat(10_000),
    "text before tables": "<table>x".repeat(10_000),
    "nested templates": "<template>".repeat(10_000),
    "options in a selectedcontent": `<select><button><selectedcontent></button>${"<option selected>x".repeat(5_000)}`,
    "an unclosed comment": "<!--".repeat(100_000),
};

const FUNCTIONS = {
    sanitize: (html) => sanitize(html),
    select: (html) => hedgerow.select(html, "b + p > i::attr(title)"),
    "select nested HTML": (html) => hedgerow.select(html, "div, p, b"),
    extract: (html) => hedgerow.extract(html, { all: ["div", { p: "p" }], html: ["p::html"] }),
    xpath: (html) => hedgerow.xpath(html, "//b/ancestor::p/@title"),
    text: (html) => hedgerow.text(html),
    markdown: (html) => hedgerow.markdown(html),
    mainContent: (html) => hedgerow.mainContent(html),
    minify: (html) => hedgerow.minify(html),
    format: (html) => hedgerow.format(html),
    links: (html) => hedgerow.links(html),
    tables: (html) => hedgerow.tables(html),
    metadata: (html) => hedgerow.metadata(html),
};

for (const [what, html] of Object.entries(PAGES)) {
    test(`every function survives ${what}`, () => {
        for (const [name, call] of Object.entries(FUNCTIONS)) {
            try {
                call(html);
            } catch (error) {
                assert.equal(error.code, "limit", `${name}: ${error}`);
            }
        }
        assert.equal(hedgerow.text("<p>a"), "a");
    });
}

test("many failing calls leak nothing that matters", () => {
    for (let index = 0; index < 1000; index++) {
        assert.throws(() => hedgerow.select(`<p>${index}`, `p:no-such-class-${index}(`), { code: "invalid-selector" });
    }
});

// (module (memory (export "memory") 1) (func (export "reserve") (param i32) (result i32) i32.const 0)
//     (func (export "panic") (param i32 i32 i32 i32 i32) (result i32) unreachable)
//     (func $recurse (export "recurse") (param i32 i32 i32 i32 i32) (result i32) … call $recurse))
const FAILING = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0,
    // Types: (i32) -> i32, and (i32 × 5) -> i32.
    1, 15, 2, 96, 1, 127, 1, 127, 96, 5, 127, 127, 127, 127, 127, 1, 127,
    // Functions.
    3, 4, 3, 0, 1, 1,
    // Memory.
    5, 3, 1, 0, 1,
    // Exports.
    7, 38, 4, 6, 109, 101, 109, 111, 114, 121, 2, 0, 7, 114, 101, 115, 101, 114, 118, 101, 0, 0, 5, 112, 97, 110, 105, 99, 0, 1,
    7, 114, 101, 99, 117, 114, 115, 101, 0, 2,
    // Code.
    10, 26, 3, 4, 0, 65, 0, 11, 3, 0, 0, 11, 15, 0, 32, 0, 32, 1, 32, 2, 32, 3, 32, 4, 16, 2, 15, 11,
);

test("a panic and an overflow of the stack become errors, and a new instance takes over", () => {
    const border = new Border();
    border.setLoader(() => new WebAssembly.Module(FAILING));
    for (const name of ["panic", "recurse", "panic"]) {
        const { generation } = border;
        assert.throws(() => border.call(name, "<p>", "", undefined), { code: "internal", name: "HedgerowError" });
        assert.equal(border.generation, generation + 1);
    }
});

test("calls before init() are errors", () => {
    assert.throws(() => new Border().call("text", "<p>", "", undefined), { code: "not-initialized" });
});
