// Rewriting streams.

import assert from "node:assert/strict";
import test from "node:test";

import { Rewriter } from "hedgerow";

/** Passes chunks through a rewriter, and returns the output as text. */
async function rewrite(chunks, edits, options) {
    const stream = ReadableStream.from(chunks).pipeThrough(new Rewriter(edits, options));
    const parts = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts);
}

test("everything that no edit changes passes byte for byte", async () => {
    const edits = [
        { selector: "tr:nth-child(2n) > td", setAttribute: ["class", "even"] },
        { selector: "h1", after: "<hr>" },
        { selector: "i", setInnerHTML: "<b>x</b>" },
        { selector: "u", remove: true },
    ];
    const page = "<H1 >Hedges</H1><table><tr><td>Oak<tr><td>Yew</table><I>a</I><u>b</u>\r\n";
    const expected = '<H1 >Hedges</H1><hr><table><tr><td>Oak<tr><td class="even">Yew</table><I><b>x</b></I>\r\n';
    assert.equal((await rewrite([page], edits)).toString(), expected);
    assert.equal((await rewrite([...page], edits)).toString(), expected);
});

test("bytes stay in their encoding", async () => {
    const page = Uint8Array.of(...Buffer.from("<p>"), 0x90, 0xb6, 0x8a, 0x5f);
    const edits = [{ selector: "p", setAttribute: ["lang", "ja"] }];
    const options = { contentType: "text/html; charset=shift_jis" };
    assert.equal((await rewrite([page], edits, options)).toString("latin1"), '<p lang="ja">\x90\xb6\x8a_');
});

test("selectors may need later siblings and contents, within a limit", async () => {
    const edits = [{ selector: "p:not(:has(b))", remove: true }];
    const page = "<i>0</i><p>1</p><p><b>2</b></p>";
    assert.equal((await rewrite([...page], edits)).toString(), "<i>0</i><p><b>2</b></p>");
    const long = `${page}<p>${"x".repeat(100)}<i>3</i></p>`;
    // Until the encoding is known, the whole page is held.
    const options = { contentType: "text/html; charset=utf-8", maxHeld: 60 };
    await assert.rejects(rewrite([long], edits, options), { code: "limit" });
    const kept = await rewrite([long], edits, { ...options, keepHeld: true });
    assert.equal(kept.toString(), long.replace("<p>1</p>", ""));
});

test("mistakes are errors with a code", async () => {
    assert.throws(() => new Rewriter([{ selector: "p[" , remove: true }]), { code: "invalid-selector" });
    assert.throws(() => new Rewriter([{ selector: "p", explode: true }]), { code: "invalid-argument" });
    assert.throws(() => new Rewriter([{ selector: "p:lang(en)", remove: true }]), { code: "invalid-selector" });
    await assert.rejects(rewrite(["<p>x"], [{ selector: "p", prepend: "<div>" }]), { code: "refused" });
    await assert.rejects(rewrite([`<p title="${"x".repeat(3_000_000)}`], [{ selector: "p", remove: true }]), { code: "limit" });
});
