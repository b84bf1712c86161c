// The steps of the parser, which only the module of the playground has: `cargo xtask npm --ci` builds it for these tests.

import assert from "node:assert/strict";
import test from "node:test";

import { tree } from "hedgerow";

import { KEPT } from "../node_modules/hedgerow/js/border.js";
import { border } from "../node_modules/hedgerow/js/full.js";

const skip = process.env.HEDGEROW_STEPS === undefined && "the module has no steps";
const BODY = { context: "body" };

const overview = (html, options) => border.call("overview", html, "", options);

/** A step, and the tree after it. */
function step(html, index, options) {
    const { document, ...rest } = border.call("step", html, String(index), options);
    const kept = { [KEPT]: { handle: document, block: 0 } };
    const after = tree(kept, { positions: true });
    border.call("close", kept, "", undefined);
    return { ...rest, after };
}

test("the tree of the last step is the tree", { skip }, () => {
    for (const html of [
        "<!DOCTYPE html><p>1<b>2<i>3</b>4</i>5</p><b>bold<p>paragraph</b>after</p><a href=1>one<div><a href=2>two</a></div>",
        "<table>\n<b>before<tr>text<td>cell<input type=hidden><input><caption>late</caption></table>",
        "<template><tr><td>a</template><div><template shadowrootmode=open><slot></slot></template>light</div><svg><title><p>x</svg>",
    ]) {
        const options = { shadowRoots: true };
        const { count, marks, made } = overview(html, options);
        assert.equal(marks.length, count);
        assert.equal(border.call("step", html, String(count), options), undefined);
        const last = step(html, count - 1, options);
        assert.equal(last.token.kind, "end-of-file");
        assert.deepEqual(last.openElements, []);
        assert.equal(last.numbers.length, made.length);
        assert.deepEqual(last.after, tree(html, { ...options, positions: true }));
    }
});

test("a step says what was done, and which step made a node", { skip }, () => {
    const html = "<table>x<b>y</table>";
    assert.equal(overview(html, BODY).marks, "..fec.");
    const { rules, activeFormattingElements } = step(html, 2, BODY);
    const operations = rules.flatMap(({ operations }) => operations.map(({ type, node }) => `${type} ${node.name}`));
    assert.ok(operations.includes("insert b"), operations.join(", "));
    assert.match(activeFormattingElements.join(), /^b#\d+$/);
    assert.deepEqual(overview("<div>\u{1F332}<p>a</p>b</div>", BODY).made, [0, 1, 2, 3, 5]);
});

test("a token says how it was read, and which of its parts have a color", { skip }, () => {
    const html = "\u{1F332}<b\nx=1>&lt;</b>";
    const tokens = border.call("tokens", html, { indexes: [1, 3] }, BODY);
    assert.deepEqual(tokens.map(({ kind, text, span }) => [kind, text, span]), [
        ["start tag", '<b x="1">', [2, 9]],
        ["characters", '"<"', [9, 13]],
    ]);
    assert.deepEqual(tokens[0].colors, [["tag", [2, 9]], ["name", [5, 6]], ["value", [7, 8]]]);
    assert.deepEqual(tokens[1].states, ["data", "character reference", "named character reference"]);
    assert.equal(border.call("tokens", html, { span: [3, 4] }, BODY).length, 1);
});
