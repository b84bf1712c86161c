// Strings cross the border unchanged.

import assert from "node:assert/strict";
import test from "node:test";

import * as hedgerow from "hedgerow";
import { check } from "hedgerow/check";
import { sanitize } from "hedgerow/sanitize";

/** The texts of all elements `p`. */
const texts = (html) => hedgerow.select(html, "p ::text");

test("lone surrogates survive in pages, queries and answers", () => {
    for (const lone of ["\ud800", "\udfff", "\udc00\ud800", "x\ud83c"]) {
        assert.deepEqual(texts(`<p>${lone}</p>`), [lone]);
        assert.deepEqual(hedgerow.select(`<p title="${lone}">`, `p[title="${lone}"]::attr(title)`), [lone]);
        assert.equal(sanitize(`<b>${lone}</b>`), `<b>${lone}</b>`);
        assert.deepEqual(hedgerow.extract(`<p>${lone}`, { [lone]: "p" }), { [lone]: lone });
    }
});

test("private-use characters beside lone surrogates stay what they are", () => {
    // All characters of the first block, and one of the second.
    const blocks = String.fromCodePoint(0xf0000, 0xf07ff, 0xf0800);
    assert.deepEqual(texts(`<p>\ud800${blocks}\udfff</p>`), [`\ud800${blocks}\udfff`]);
    assert.deepEqual(texts(`<p>${blocks}</p>`), [blocks]);
});

test("places count a lone surrogate as one code unit", () => {
    const findings = check("<!DOCTYPE html><html lang=en><title>t</title><p>\ud800\u{F0000}</b>");
    const finding = findings.find(({ message }) => message.includes("</b>"));
    assert.deepEqual(finding.start, { line: 1, column: 52, offset: 51 });
});

test("NULs are handled as the standard says", () => {
    assert.deepEqual(texts("<p>a\0b</p>"), ["ab"]);
    assert.deepEqual(hedgerow.select('<p title="a\0b">', "p::attr(title)"), ["a\ufffdb"]);
    assert.deepEqual(texts("<svg><desc><p>a\0</p></desc></svg><p>c</p>"), ["a", "c"]);
});

test("a byte order mark at the start of a string is a character", () => {
    assert.deepEqual(texts("<p>\ufeff</p>"), ["\ufeff"]);
    assert.equal(sanitize("\ufeffa"), "\ufeffa");
});

test("long strings of any characters arrive whole", () => {
    for (const character of ["a", "\u00e9", "\u751f", "\u{1F332}"]) {
        for (const length of [0, 1, 15, 16, 17, 1000, 100_000]) {
            const text = character.repeat(length);
            assert.deepEqual(texts(`<p>${text}</p>`), length ? [text] : []);
        }
    }
});
