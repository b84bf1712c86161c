// Tests the playground in a browser, for `cargo xtask extra playground --test`.
// Usage: node browser.mjs FOLDER [WORDS]: FOLDER has the built page, and screenshots go into FOLDER/screenshots; with WORDS, only
// the tests whose names contain them run. The variable AXE is the path of axe.min.js; without it, accessibility is not checked.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { mkdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { Chromium } from "./chromium.mjs";

const folder = resolve(process.argv[2]);
const screenshots = join(folder, "screenshots");
const words = process.argv[3] ?? "";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** A static file server. */
const server = createServer(async (request, response) => {
    const path = join(folder, new URL(request.url, "http://localhost").pathname);
    const isThere = await stat(path).then((file) => file.isFile(), () => false);
    response.writeHead(isThere ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    if (isThere) createReadStream(path).pipe(response);
    else response.end();
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const served = `http://127.0.0.1:${server.address().port}/playground.html`;
const file = pathToFileURL(join(folder, "playground.html")).href;

const page = await Chromium.launch();
await mkdir(screenshots, { recursive: true });

/** An expression for the rows of a tree as texts, indented by their depth. */
const treeOf = (panel) => `[...document.querySelectorAll("#panel-${panel} .tree .row")].map((row) => " ".repeat(row.getAttribute("aria-level") - 1) + [...row.childNodes].filter((part) => !part.classList?.contains("change")).map((part) => part.textContent).join(""))`;
const TREE = treeOf("tree");
const HASH = "Object.fromEntries(new URLSearchParams(location.hash.slice(1)))";
const SHOWN = "Number(document.documentElement.dataset.shown ?? 0)";
const text = (selector) => page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
const sourceText = () => page.evaluate("playground.editor.getText()");

/** Returns the coordinates of the middle of an element. */
const middle = (selector) =>
    page.evaluate(`(() => {
        const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);

/** Returns the parts of the source that a highlight marks. */
const marked = (kind) => page.evaluate(`playground.editor.marked("${kind}")`);

/** Returns the parts of the source that are underlined. */
const underlined = (level) => page.evaluate(`[...document.querySelectorAll(".cm-lintRange-${level}")].map((part) => part.textContent)`);

const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");

/** The text of the active row. */
const active = () => page.evaluate(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.querySelector(".label").textContent`);

/** Opens the page with a state. */
async function open(url, state = {}) {
    await page.open(`${url}#${new URLSearchParams(state)}`);
    await page.until(SHOWN);
}

/** Runs an action, and waits until the page shows the result of parsing. */
async function andShown(action) {
    const before = await page.evaluate(SHOWN);
    await action();
    await page.until(`${SHOWN} > ${before}`);
}

const chooseView = async (view) => {
    await page.evaluate(`document.getElementById("tab-${view}").click()`);
    await page.until(`document.documentElement.dataset.view === "${view}"`);
};

const chooseExample = (name) =>
    andShown(() =>
        page.evaluate(`(() => {
            const example = document.getElementById("example");
            example.value = ${JSON.stringify(name)};
            example.dispatchEvent(new Event("change"));
        })()`),
    );

const exampleNames = () => page.evaluate(`[...document.querySelectorAll("#example option")].map(({ value }) => value).filter(Boolean)`);

/** Pastes a text, as the clipboard does. */
const paste = (expression) =>
    page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", ${expression});
        document.getElementById("source").focus();
        document.getElementById("source").dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    })()`);

/** The number of the step and the number of steps. */
const position = async () => (await text("[data-part=position]")).split(" / ").map((number) => Number(number.replaceAll(",", "")));

const toStep = async (number) => {
    await page.evaluate(`(() => {
        const slider = document.querySelector("[data-part=slider]");
        slider.value = ${number};
        slider.dispatchEvent(new Event("input"));
    })()`);
    await page.until(`document.querySelector("#panel-steps").dataset.step === "${number}"`);
};

/** Returns the violations that axe finds; null without axe. */
async function accessibilityFindings() {
    if (!process.env.AXE) return null;
    await page.evaluate(await readFile(process.env.AXE, "utf8"));
    return page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).slice(0, 3).join("; ")))`);
}

const CONTROL = 2;
const SHIFT = 8;

const tests = {
    async "what is typed is parsed"() {
        await open(served, { html: "" });
        await page.evaluate(`document.getElementById("source").focus()`);
        await andShown(() => page.type("<p id=a>one\n<b>two"));
        assert.deepEqual(await page.evaluate(TREE), [
            "<html>implied",
            " <head>implied",
            " <body>implied",
            '  <p id="a">',
            '   "one⏎"',
            "   <b>",
            '    "two"',
        ]);
        await page.until(`location.hash.includes("z=")`);
        assert.match(await text("#status"), /quirks/);
    },

    async "tabs are chosen by keys"() {
        await open(served, { html: "<p>x" });
        await page.evaluate(`document.getElementById("tab-tree").focus()`);
        for (const name of ["steps", "tokens", "check", "select", "output", "browser", "tree"]) {
            await page.press("ArrowRight");
            assert.equal(await focused(), `tab-${name}`);
            assert.equal(await page.evaluate(`document.getElementById("panel-${name}").hidden`), false);
        }
        await page.press("End");
        await page.press("ArrowLeft");
        assert.equal(await focused(), "tab-output");
        await page.until(`document.querySelector(".output").textContent === "<html><head></head><body><p>x</p></body></html>"`);
        assert.equal(await page.evaluate(`document.querySelectorAll("[role=tab][tabindex='0']").length`), 1);
        await page.press("Tab");
        await page.press("ArrowRight");
        await page.until(`document.querySelector(".output").textContent.includes("\\n  <p>x</p>\\n")`);
        await page.until(`${HASH}.form === "indented" && ${HASH}.view === "output"`);
    },

    async "findings say where they are"() {
        await open(served, { html: "<!DOCTYPE html><html lang=en>\n<title>x</title>\n\u{1F332}<p class=a class=b>\n</b>", view: "check" });
        const places = `[...document.querySelectorAll(".errors .place")].map((place) => place.textContent)`;
        assert.equal((await page.evaluate(places)).length, 2);
        assert.equal(await text("#finding-count"), "2");
        await page.until(`document.querySelector(".cm-lintRange-error")`);
        assert.equal((await underlined("error")).at(-1), "</b>");
        await page.point(await middle(".errors li:nth-child(2)"));
        assert.deepEqual(await marked("marked"), ["</b>"]);
        await page.evaluate(`document.querySelector(".errors li:nth-child(2) .place").click()`);
        assert.equal(await page.evaluate("getSelection().toString()"), "</b>");
        assert.equal(await focused(), "source");
    },

    async "one mistake is one finding"() {
        await open(served, { html: "<table>one text of many characters</table>", context: "body", view: "check" });
        assert.equal(await text("#finding-count"), "1");
        assert.equal(await page.evaluate(`document.querySelectorAll(".errors > li").length`), 1);
    },

    async "a finding is shown at the pointer"() {
        await open(served, { html: "<!DOCTYPE html><title>x</title>\n<p></b>" });
        await page.until(`document.querySelector(".cm-lintRange-error")`);
        await page.point(await middle(".cm-lintRange-error"));
        await page.until(`/^error · /.test(document.querySelector(".cm-diagnostic")?.textContent)`);
        await page.point({ x: 5, y: 5 });
        await page.until(`!document.querySelector(".cm-diagnostic")`);
    },

    async "a node and its source mark each other"() {
        await open(served, { html: "<div><p>one</p>two</div>", context: "body" });
        await page.point(await middle("#panel-tree .row:nth-child(2)"));
        assert.deepEqual(await marked("marked"), ["<p>one</p>"]);
        assert.deepEqual(await marked("marked-tag"), ["<p>", "</p>"]);
        await page.evaluate("playground.editor.select([16, 16])");
        await page.until(`document.querySelector("#panel-tree .active .label")?.textContent === '"two"'`);
        assert.equal(await text("#caret"), "1:17");
    },

    async "the tree is walked by keys, and stays collapsed while the source changes"() {
        await open(served, { html: "<ul><li>1<li><b>2</b></ul>x", context: "body" });
        await page.evaluate(`document.querySelector("#panel-tree .tree").focus()`);
        for (const [key, expected] of [
            ["ArrowDown", "<li>"],
            ["ArrowRight", '"1"'],
            ["ArrowLeft", "<li>"],
            ["ArrowLeft", "<li>"],
            ["ArrowDown", "<li>"],
            ["ArrowRight", "<b>"],
            ["End", '"x"'],
            ["Home", "<ul>"],
            ["ArrowLeft", "<ul>"],
            ["ArrowDown", '"x"'],
            ["ArrowUp", "<ul>"],
            ["ArrowRight", "<ul>"],
            ["ArrowDown", "<li>"],
            ["ArrowDown", "<li>"],
        ]) {
            await page.press(key);
            await page.until(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.querySelector(".label").textContent === ${JSON.stringify(expected)}`);
        }
        const all = ["<ul>", " <li>", " <li>", "  <b>", '   "2"', '"x"'];
        await page.until(`JSON.stringify(${TREE}) === ${JSON.stringify(JSON.stringify(all))}`);
        await page.press("Enter");
        assert.equal(await page.evaluate("getSelection().toString()"), "<li><b>2</b>");
        await page.evaluate("playground.editor.select([27, 27])");
        await andShown(() => page.type("y"));
        assert.deepEqual(await page.evaluate(TREE), [...all.slice(0, 5), '"xy"'], "collapsed rows stay collapsed");
    },

    async "tokens say how they were read"() {
        await open(served, { html: "<b>&amp;", view: "tokens" });
        const tokens = `[...document.querySelectorAll(".token")].map((token) => [...token.children].map((part) => part.textContent))`;
        assert.deepEqual(await page.evaluate(tokens), [
            ["1:1", "start tag", "<b>", "data → tag open → tag name", "in body"],
            ["1:4", "characters", '"&"', "data → character reference → named character reference", "in body"],
            ["1:9", "end-of-file", "", "data", "in body"],
        ]);
        await page.point(await middle(".token:nth-child(2)"));
        assert.deepEqual(await marked("marked"), ["&amp;"]);
    },

    async "a step says what the parser does"() {
        await open(served, { html: "<table>x<b>y</b></table>", context: "body", view: "steps", step: 3 });
        await page.until(`document.querySelector("#panel-steps").dataset.step === "3"`);
        assert.deepEqual(await position(), [3, 7]);
        assert.equal(await text(".step-token code"), "<b>");
        assert.deepEqual(await marked("marked-tag"), ["<b>"]);
        assert.deepEqual(await marked("unread"), ["y</b></table>"]);
        const rules = await page.evaluate(`[...document.querySelectorAll(".rule .mode")].map((mode) => mode.textContent)`);
        assert.deepEqual(rules, ["in table text", "in body", "in table", "in body"]);
        assert.match(await text(".rules"), /Anything else/);
        assert.match(await text(".rules"), /insert "x" into .* before table.*foster parenting/);
        assert.match(await page.evaluate(`document.querySelector(".rule a").href`), /^https:\/\/html\.spec\.whatwg\.org\/multipage\/parsing\.html#parsing-main-intabletext/);
        const names = (part) => page.evaluate(`[...document.querySelectorAll("[data-part=${part}] li")].map((node) => node.firstChild.textContent)`);
        assert.deepEqual(await names("stack"), ["html", "table", "b"]);
        assert.deepEqual(await names("formatting"), ["b"]);
        assert.deepEqual(await page.evaluate(treeOf("steps")), ['"x"', "<b>", "<table>"]);
        assert.match(await text("#panel-steps .row.inserted .change"), /foster parenting/);
        await page.evaluate(`document.querySelector("[data-part=slider]").focus()`);
        await page.press("ArrowRight");
        await page.until(`document.querySelector("#panel-steps").dataset.step === "4"`);
        assert.equal(await text(".step-token code"), '"y"');
        await page.evaluate(`document.querySelector("[data-part=play]").click()`);
        await page.until(`document.querySelector("#panel-steps").dataset.step === "7"`);
        await page.until(`document.querySelector("[data-part=play]").getAttribute("aria-pressed") === "false"`);
    },

    async "the adoption agency says from where it moves"() {
        await open(served, { html: "<b>1<p>2</b>3", context: "body", view: "steps", step: 5 });
        await page.until(`document.querySelector("#panel-steps").dataset.step === "5"`);
        assert.match(await text(".rules"), /move p\d+ from b\d+ to .*adoption agency/);
        assert.match(await text("#panel-steps .row.moved .change"), /from b#\d+ · adoption agency/);
    },

    async "a step is found by its node"() {
        await open(served, { html: "<p>a<i>b</i>", context: "body" });
        await page.evaluate(`document.querySelector("#panel-tree .tree").focus()`);
        await page.press("ArrowDown");
        await page.press("ArrowDown");
        assert.equal(await active(), "<i>");
        await page.press("s");
        await page.until(`document.querySelector("#panel-steps").dataset.step === "3"`);
        assert.equal(await text(".step-token code"), "<i>");
        assert.equal(await focused(), "tab-steps");
    },

    async "the active row of a step is what the step has changed"() {
        await open(served, { html: "<!DOCTYPE html>\n<table> <b>y</table></x>", view: "steps" });
        const expected = [["<!DOCTYPE html>"], [], ["<table>"], ["<table>"], ["<b>"], ['"y"'], ["<body>"], ["<body>"], []];
        // Forward, back, and far jumps.
        for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 9, 5, 2, 6]) {
            await toStep(number);
            const rows = await page.evaluate(`[...document.querySelectorAll("#panel-steps .row.active .label")].map((label) => label.textContent)`);
            assert.deepEqual(rows, expected[number - 1], `step ${number}`);
            const named = await page.evaluate(`document.getElementById(document.querySelector("#panel-steps .tree").getAttribute("aria-activedescendant"))?.querySelector(".label").textContent ?? null`);
            assert.equal(named, expected[number - 1][0] ?? null, `step ${number}`);
        }
    },

    async "the active row of the tree is that of another source, or of the same node"() {
        await open(served, { html: "<div><div><ul><li>a</ul></div></div>x", context: "body" });
        await page.evaluate(`document.querySelector("#panel-tree .tree").focus()`);
        await page.press("End");
        await page.until(`document.querySelector("#panel-tree .active .label").textContent === '"x"'`);
        await page.evaluate(`[...document.querySelectorAll("#panel-tree .toolbar button")].find((button) => button.textContent === "Collapse").click()`);
        await page.until(`document.querySelectorAll("#panel-tree .row").length === 4`);
        await page.until(`document.querySelector("#panel-tree .active .label").textContent === '"x"'`);
        await chooseExample((await exampleNames())[0]);
        await page.until(`document.querySelector("#panel-tree .active .label").textContent === "<!DOCTYPE html>"`);
        assert.equal(await text("#caret"), "1:1");
    },

    async "each example steps forward and back, and ends with the tree"() {
        await open(served);
        const names = await exampleNames();
        assert.ok(names.length > 8);
        for (const name of names) {
            await chooseExample(name);
            await chooseView("tree");
            const tree = await page.evaluate(TREE);
            await chooseView("steps");
            await page.until(`document.querySelector("#panel-steps").dataset.step === "1"`);
            const [, count] = await position();
            for (let number = 2; number <= count; number += 1) {
                await page.evaluate(`document.querySelector("[data-part=forward]").click()`);
                await page.until(`document.querySelector("#panel-steps").dataset.step === "${number}"`);
            }
            // The panel has only the visible rows.
            const last = await page.evaluate(treeOf("steps"));
            assert.ok(last.length > 5);
            for (const row of last) assert.ok(tree.includes(row), `${name}: ${row}`);
            assert.equal(await page.evaluate(`document.querySelector("[data-part=forward]").disabled`), true, name);
            for (let number = count - 1; number >= 1; number -= 1) {
                await page.evaluate(`document.querySelector("[data-part=back]").click()`);
                await page.until(`document.querySelector("#panel-steps").dataset.step === "${number}"`);
            }
            assert.deepEqual(await position(), [1, count]);
        }
    },

    async "context and scripting change the tree"() {
        await open(served, { html: "<td><noscript><b>", context: "tr", scripting: "" });
        assert.deepEqual(await page.evaluate(TREE), ["<td>", " <noscript>", '  "<b>"']);
        await andShown(() => page.evaluate(`document.getElementById("scripting").click()`));
        assert.deepEqual(await page.evaluate(TREE), ["<td>", " <noscript>", "  <b>"]);
        await page.evaluate(`document.getElementById("context").select()`);
        await andShown(() => page.type("svg"));
        const top = `document.querySelector("main").getBoundingClientRect().top`;
        const before = await page.evaluate(top);
        await page.type(" <");
        await page.until(`/invalid context element "svg <"/.test(document.getElementById("context-error").textContent)`);
        assert.equal(await page.evaluate(top), before, "the panes do not move");
        assert.equal(await page.evaluate(`document.getElementById("context").getAttribute("aria-invalid")`), "true");
    },

    async "a link is a document"() {
        const html = "<p>é &amp; 🌲 + # %20\n";
        await open(served, { html, view: "output", context: "div" });
        assert.equal(await sourceText(), html);
        await page.until(`document.querySelector(".output").textContent === ${JSON.stringify("<p>é &amp; 🌲 + # %20\n</p>")}`);
        const { z } = await page.evaluate(`playground.linkTo({ html: ${JSON.stringify(html.repeat(100))}, view: "tree", form: "html", preset: "default", selector: "", context: "" }).then(({ address }) => Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1))))`);
        assert.ok(z.length < 200, "it is compressed");
        await andShown(() => page.evaluate(`location.hash = ${JSON.stringify(`z=${z}`)}`));
        assert.equal(await sourceText(), html.repeat(100));
        await andShown(() => page.evaluate(`location.hash = ${JSON.stringify(`z=${z.slice(0, 40)}`)}`));
        assert.match(await text("#context-error"), /link is damaged/);
    },

    async "a link that would be too long is not copied, and the text is kept"() {
        await open(served, { html: "" });
        await andShown(() => paste(`Array.from({ length: 30_000 }, (_, index) => "<p>" + Math.imul(index, 2654435761).toString(36)).join("\\n")`));
        await page.evaluate(`document.getElementById("share").click()`);
        await page.until(`document.getElementById("share").textContent === "Too long"`);
        assert.match(await text("#status"), /No link was copied/);
        const typed = await sourceText();
        await page.until(`location.hash === ""`);
        await page.open("about:blank");
        await page.open(served);
        await page.until(SHOWN);
        assert.equal((await sourceText()).length, typed.length, "the text is there after a reload");
    },

    async "undo brings back what an example replaced"() {
        await open(served, { html: "<p>mine", context: "div" });
        await page.evaluate(`document.getElementById("source").focus()`);
        await chooseExample((await exampleNames())[0]);
        assert.notEqual(await sourceText(), "<p>mine");
        await page.evaluate(`document.getElementById("source").focus()`);
        await andShown(() => page.press("z", CONTROL));
        assert.equal(await sourceText(), "<p>mine");
        assert.equal(await page.evaluate(`document.getElementById("context").value`), "div");
        await andShown(() => page.press("Z", CONTROL | SHIFT));
        assert.notEqual(await sourceText(), "<p>mine");
        await andShown(() => page.press("z", CONTROL));
        await page.press("End", CONTROL);
        for (const letter of "abc") await andShown(() => page.type(letter));
        assert.equal(await sourceText(), "<p>mineabc");
        await andShown(() => page.press("z", CONTROL));
        assert.equal(await sourceText(), "<p>mine");
    },

    async "theme, split and whitespace are kept"() {
        await open(served, { html: "<ul> <li>a  b</ul>", context: "body" });
        await page.evaluate(`document.getElementById("theme").click()`);
        await page.evaluate(`document.getElementById("splitter").focus()`);
        await page.press("ArrowRight");
        await andShown(async () => {
            await page.evaluate(`document.querySelector("#panel-tree input[type=checkbox]").click()`);
            await page.until(`JSON.stringify(${TREE}) === ${JSON.stringify(JSON.stringify(["<ul>", " <li>", '  "a b"']))}`);
            await page.until(`location.hash.includes("fold")`);
            await page.evaluate(`location.reload()`).catch(() => {});
            await page.until(`document.readyState === "complete" && document.documentElement.dataset.theme`);
        }).catch(() => {});
        await page.until(SHOWN);
        assert.equal(await page.evaluate(`document.documentElement.dataset.theme`), "dark");
        assert.equal(await page.evaluate(`document.getElementById("splitter").getAttribute("aria-valuenow")`), "46");
        assert.deepEqual(await page.evaluate(TREE), ["<ul>", " <li>", '  "a b"']);
        await page.evaluate("localStorage.clear()");
    },

    async "a selector marks its matches in the source and in the tree"() {
        await open(served, { html: "<ul><li>one<li class=a>two</ul>", context: "body", view: "select" });
        await page.evaluate(`document.getElementById("selector").focus()`);
        await page.type("li");
        await page.until(`document.getElementById("matches").textContent === "2 matches"`);
        assert.deepEqual(await marked("found"), ["<li>", "<li class=a>"]);
        await page.evaluate(`document.querySelector("#panel-select .place").click()`);
        assert.equal(await page.evaluate("getSelection().toString()"), "<li>one");
        await chooseView("tree");
        await page.until(`document.querySelectorAll("#panel-tree .row.found").length === 2`);
        await chooseView("select");
        await page.evaluate(`document.getElementById("selector").focus()`);
        await page.type("::attr(class)");
        await page.until(`document.getElementById("matches").textContent === "1 match"`);
        assert.equal(await text("#panel-select .match code"), "a");
        await page.type("[");
        await page.until(`document.getElementById("selector").getAttribute("aria-invalid") === "true"`);
        assert.deepEqual(await marked("found"), []);
    },

    async "the checker says the level of each finding, while the source is typed"() {
        await open(served, { html: "<!DOCTYPE html><html lang=en><title>x</title><p><img src=a>", view: "check" });
        const badges = `[...document.querySelectorAll(".errors .badge")].map((badge) => badge.textContent)`;
        assert.deepEqual(await page.evaluate(badges), ["error"]);
        await page.evaluate(`playground.editor.select([58, 58])`);
        await andShown(() => page.type(" alt=b"));
        assert.deepEqual(await page.evaluate(badges), []);
        assert.match(await text("#panel-check"), /no mistakes/);
    },

    async "100 KB are checked within 30 ms of a key"() {
        await open(served, { html: "" });
        const part = "<section><h2 id=x>Oaks</h2><p class=a>They <b>grow</b> <a href=/b>slowly</a><img src=c></p><ul><li>one<li>two</ul></section>\n";
        await andShown(() => paste(`"<!DOCTYPE html><html lang=en><title>x</title>" + ${JSON.stringify(part)}.repeat(${Math.floor(100_000 / part.length)})`));
        const times = [];
        for (let index = 0; index < 61; index += 1) {
            const time = await page.evaluate(`(async () => {
                const { engine, editor } = playground;
                const html = editor.getText() + " ".repeat(${index});
                const start = performance.now();
                const { findingCount } = await engine.open(html, "", false, false, []);
                return findingCount > 100 ? performance.now() - start : Infinity;
            })()`);
            times.push(time);
        }
        const median = times.toSorted((one, other) => one - other)[30];
        const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
        console.log(`    parsed and checked ${median.toFixed(1)} ms after the key (median of 61; ${fastest.toFixed(1)} to ${slowest.toFixed(1)})`);
        // Other programs may use the processor meanwhile, so the fastest is judged.
        assert.ok(fastest <= 30, `${fastest} ms`);
    },

    async "the output is HTML, sanitized HTML, Markdown or text"() {
        await open(served, { html: "<h1 onclick=x()>a</h1><script>b</script><p>c", view: "output", form: "sanitized" });
        const chooseForm = (form) => page.evaluate(`document.querySelector("[name=form][value=${form}]").click()`);
        const shows = (expected) => page.until(`document.querySelector(".output").textContent === ${JSON.stringify(expected)}`);
        await shows("<h1>a</h1><p>c</p>");
        assert.match(await text(".removals"), /2 parts removed or changed/);
        for (const [form, expected] of [["markdown", "# a\n\nc\n"], ["text", "a\n\nc"], ["minified", "<h1 onclick=x()>a</h1><script>b</script><p>c"]]) {
            await chooseForm(form);
            await shows(expected);
        }
    },

    async "characters that cannot be seen are shown"() {
        await open(served, { html: "<p title='\u202E evil'>a\u0001b", context: "body" });
        const controls = await page.evaluate(`[...document.querySelectorAll("#panel-tree .control")].map((control) => control.textContent)`);
        assert.deepEqual(controls, ["RLO", "␁"]);
        assert.equal(await page.evaluate(`document.querySelectorAll(".cm-specialChar").length`), 2);
        assert.equal(await sourceText(), "<p title='\u202E evil'>a\u0001b", "the text itself is not changed");
        assert.match(await text("#status"), /bidirectional/);
    },

    async "large documents react to keys at once"() {
        await open(served, { html: "" });
        for (const [name, expression] of [
            ["1 MB of lines", `"<p class=x>hello <b>world</b> & more text here to fill a line\\n".repeat(16_000)`],
            ["5 MB of lines", `"<p class=x>hello <b>world</b> & more text here to fill a line\\n".repeat(80_000)`],
            ["5 MB in one line", `"<p class=x>hello <b>world</b> & more text here to fill a line ".repeat(80_000)`],
        ]) {
            await page.evaluate(`document.getElementById("source").focus()`);
            await page.press("a", CONTROL);
            const start = Date.now();
            await andShown(() => paste(expression));
            const length = (await sourceText()).length;
            await page.until(`/^${length.toLocaleString("en")} characters/.test(document.getElementById("status").textContent)`);
            const shown = Date.now() - start;
            await page.evaluate(`playground.editor.select([${length >> 1}, ${length >> 1}])`);
            await page.evaluate("new Promise((done) => setTimeout(done, 300))");
            const [walls, times] = [[], []];
            for (let index = 0; index < 6; index += 1) {
                const before = await page.processorTime();
                const wall = await page.evaluate(`(async () => {
                    const start = performance.now();
                    document.execCommand("insertText", false, "k");
                    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                    return Math.round(performance.now() - start);
                })()`);
                walls.push(wall);
                times.push(Math.round((await page.processorTime()) - before));
            }
            await page.until(`/^${(length + 6).toLocaleString("en")} characters/.test(document.getElementById("status").textContent)`);
            assert.equal((await sourceText()).length, length + 6, "the last state is shown");
            console.log(`    ${name}: shown after ${shown} ms; a key takes ${times.join(", ")} ms of the processor, and is drawn after ${walls.join(", ")} ms`);
            // Other programs may use the processor meanwhile, so only the processor time is judged.
            const median = times.toSorted((one, other) => one - other)[3];
            assert.ok(median <= 100, `${name}: the keys take ${times.join(", ")} ms`);
            assert.ok((await page.evaluate(`document.querySelectorAll("#panel-tree .row").length`)) < 200);
        }
        await page.evaluate("localStorage.clear()");
    },

    async "the browser makes the same trees"() {
        await open(served, { html: "<table>x<tr><td>y" , view: "browser" });
        await page.until(`/makes the same tree/.test(document.querySelector(".verdict").textContent)`);
        await open(served, { html: "<p>a<?b c?>", view: "browser" });
        await page.until(`document.querySelector(".verdict").textContent`);
        const results = await page.evaluate(`(async () => {
            const { compareWithBrowser, engine } = playground;
            let seed = ${Number(process.env.SEED ?? 1)};
            const random = (count) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor((seed / 2 ** 32) * count); };
            const pieces = ["a", " ", "\\n", "b c", "&amp;", "&lt", "&notit;", "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>", "</i>", "<a href=x>", "</a>", "<nobr>", "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<tbody>", "<caption>", "</caption>", "<colgroup>", "<col>", "<ul>", "<li>", "</ul>", "<dl>", "<dt>", "<dd>", "<h1>", "</h2>", "<form>", "</form>", "<input>", "<input type=hidden>", "<button>", "</button>", "<select>", "</select>", "<option>", "<optgroup>", "<hr>", "<br>", "</br>", "<img>", "<image>", "<svg>", "</svg>", "<g/>", "<title>", "</title>", "<desc>", "<foreignObject>", "<math>", "<mi>", "</mi>", "<annotation-xml encoding=text/html>", "<template>", "</template>", "<script>x</script>", "<style>y</style>", "<textarea>\\n", "</textarea>", "<noscript>", "</noscript>", "<object>", "</object>", "<frameset>", "<frame>", "<body class=c>", "</body>", "<html lang=en>", "</html>", "<head>", "</head>", "<meta>", "<!-- c -->", "<!--", "-->", "<!DOCTYPE html>", "<![CDATA[x]]>", "<ruby>", "<rt>", "<rp>", "<pre>\\n", "</pre>", "<plaintext>", "<p a=1 a=2 b>", "</x>", "<x-y>", "<", "</", "<?p q?>", "<iframe>", "</iframe>", "<font color=red>", "</font>", "<marquee>", "<center>"];
            const contexts = ["", "", "", "div", "table", "tr", "td", "select", "template", "svg svg", "math mi", "svg foreignObject", "title", "body"];
            let [equal, explained] = [0, {}];
            const unexplained = [];
            for (let index = 0; index < 1000; index += 1) {
                const html = Array.from({ length: 3 + random(30) }, () => pieces[random(pieces.length)]).join("");
                const context = contexts[random(contexts.length)];
                await engine.open(html, context, false, false, []);
                const { difference } = compareWithBrowser(await engine.ask("dump"), { html, context });
                if (!difference) equal += 1;
                else if (difference.explanation) (explained[difference.explanation] ??= []).push({ html, context, ours: difference.ours, theirs: difference.theirs });
                else unexplained.push({ html, context, ours: difference.ours, theirs: difference.theirs });
            }
            return { equal, explained, unexplained };
        })()`);
        console.log(`    ${results.equal} of 1000 trees are equal`);
        for (const [explanation, found] of Object.entries(results.explained)) console.log(`    ${found.length}: ${explanation}`, process.env.VERBOSE ? found.slice(0, 6) : "");
        if (results.unexplained.length) console.log(results.unexplained.length, results.unexplained.slice(0, 12));
        assert.equal(results.unexplained.length, 0);
    },

    async "untrusted markup stays text"() {
        await open(served, { html: `<img src=x onerror="document.title='run'"><script>document.title='run'</script>` });
        for (const view of ["tree", "steps", "tokens", "check", "select", "output", "browser"]) await chooseView(view);
        await page.until(`document.querySelector(".verdict").textContent`);
        assert.equal(await page.evaluate("document.title"), "hedgerow playground");
        assert.equal(await page.evaluate(`document.querySelectorAll("main img, main script").length`), 0);
    },

    async "one file is the whole page"() {
        await open(file, { html: "<p>from a file" });
        assert.deepEqual((await page.evaluate(TREE)).at(-1), '   "from a file"');
        await andShown(() => paste(`"<p>more".repeat(3000)`));
        await chooseView("steps");
        await page.until(`document.querySelector(".step-token code")?.textContent`);
    },

    async "axe finds nothing, and nothing overflows, in any size and theme"() {
        await open(served);
        const names = await exampleNames();
        for (const [width, height] of [[320, 720], [1600, 900]]) {
            for (const isDark of [false, true]) {
                await page.emulate({ width, height, isDark });
                await open(served);
                await chooseExample(names[1]);
                for (const view of ["tree", "steps", "tokens", "check", "select", "output", "browser"]) {
                    await chooseView(view);
                    await page.evaluate("new Promise((done) => setTimeout(done, 250))");
                    const overflow = await page.evaluate(`document.documentElement.scrollWidth - innerWidth`);
                    assert.ok(overflow <= 0, `${view} at ${width} is ${overflow} pixels too wide`);
                    const found = await accessibilityFindings();
                    if (found === null) console.log("    SKIPPED: axe is not available; set AXE to the path of axe.min.js");
                    else assert.deepEqual(found, [], `${view} at ${width}, dark: ${isDark}`);
                    if (found === null) return;
                }
            }
        }
        await page.emulate({ width: 1280, height: 800 });
    },
};

/** Takes screenshots of the views in several sizes and colour schemes. */
async function takeScreenshots() {
    const take = async (name) => {
        await page.evaluate("new Promise((done) => setTimeout(done, 300))");
        await page.screenshot(join(screenshots, `${name}.png`));
    };
    for (const [size, window] of Object.entries({ wide: { width: 1600, height: 900 }, usual: { width: 1280, height: 800 }, narrow: { width: 320, height: 1400 } })) {
        for (const [scheme, isDark] of [["light", false], ["dark", true]]) {
            if (size === "usual" && isDark) continue;
            await page.emulate({ ...window, isDark });
            await open(served);
            for (const view of ["tree", "tokens", "check", "select", "output", "browser"]) {
                if (size === "narrow" && !["tree", "browser"].includes(view)) continue;
                await chooseView(view);
                await take(`${view}-${size}-${scheme}`);
            }
            const names = await exampleNames();
            await chooseExample(names[1]);
            await toStep(11);
            await take(`steps-adoption-${size}-${scheme}`);
            await chooseExample(names[2]);
            await toStep(9);
            await take(`steps-table-${size}-${scheme}`);
        }
    }
}

let [passed, failed] = [0, 0];
await page.emulate({ width: 1280, height: 800 });
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(words))) {
    try {
        page.complaints.length = 0;
        await test();
        assert.deepEqual(page.complaints, [], "the page complains");
        passed += 1;
        console.log(`ok: ${name}`);
    } catch (error) {
        failed += 1;
        console.log(`FAILED: ${name}\n${error.stack}`);
    }
}
if (!words) await takeScreenshots();
await page.close();
server.close();
console.log(`${passed} passed, ${failed} failed; the screenshots are in ${screenshots}`);
process.exitCode = failed ? 1 : 0;
