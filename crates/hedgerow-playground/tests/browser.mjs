// Uses the playground as somebody would: what `cargo xtask playground --test` runs.
// Usage: node browser.mjs FOLDER, which has the built page; screenshots go into FOLDER/screenshots.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { Chromium } from "./chromium.mjs";

const folder = resolve(process.argv[2]);
const screenshots = join(folder, "screenshots");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** A file server, and nothing more. */
const server = createServer(async (request, response) => {
    const path = join(folder, new URL(request.url, "http://localhost").pathname);
    const isThere = await stat(path).then((file) => file.isFile(), () => false);
    response.writeHead(isThere ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    if (isThere) createReadStream(path).pipe(response);
    else response.end();
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const served = `http://127.0.0.1:${server.address().port}/index.html`;
const file = pathToFileURL(join(folder, "playground.html")).href;

const page = await Chromium.launch();
await mkdir(screenshots, { recursive: true });

/** The rows of the tree, as they can be read. */
const TREE = `[...document.querySelectorAll(".row")].map((row) => " ".repeat(row.getAttribute("aria-level") - 1) + row.textContent)`;
const HASH = "Object.fromEntries(new URLSearchParams(location.hash.slice(1)))";
const isShown = 'document.querySelector(".row")';

/** Where the middle of an element is. */
const middle = (selector) =>
    page.evaluate(`(() => {
        const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    })()`);

/** What of the source is marked in a way. */
const marked = (kind) => page.evaluate(`[...CSS.highlights.get("${kind}")].map(String)`);

const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");

/** Opens the page with a state. */
async function open(url, state = {}) {
    await page.open(`${url}#${new URLSearchParams(state)}`);
    await page.until(`document.getElementById("status")?.textContent`);
}

const tests = {
    async "what is typed is parsed"() {
        await open(served, { html: "" });
        await page.evaluate(`document.getElementById("source").focus()`);
        await page.type("<p id=a>one\n<b>two");
        assert.deepEqual(await page.evaluate(TREE), [
            "<html>implied",
            " <head>implied",
            " <body>implied",
            '  <p id="a">',
            '   "one⏎"',
            "   <b>",
            '    "two"',
        ]);
        assert.equal((await page.evaluate(HASH)).html, "<p id=a>one\n<b>two");
        assert.match(await page.evaluate(`document.getElementById("status").textContent`), /quirks/);
    },

    async "tabs are chosen by keys"() {
        await open(served, { html: "<p>x" });
        await page.evaluate(`document.getElementById("tab-tree").focus()`);
        for (const name of ["tokens", "errors", "html", "tree"]) {
            await page.press("ArrowRight");
            assert.equal(await focused(), `tab-${name}`);
            assert.equal(await page.evaluate(`document.getElementById("panel-${name}").hidden`), false);
            assert.equal((await page.evaluate(HASH)).view ?? "tree", name);
        }
        await page.press("End");
        assert.equal(await focused(), "tab-html");
        assert.equal(await page.evaluate(`document.querySelector(".output").textContent`), "<html><head></head><body><p>x</p></body></html>");
        assert.equal(await page.evaluate(`document.querySelectorAll("[role=tab][tabindex='0']").length`), 1);
        await page.press("Tab");
        await page.press("ArrowRight");
        assert.equal((await page.evaluate(HASH)).form, "indented");
        assert.match(await page.evaluate(`document.querySelector(".output").textContent`), /\n  <p>x<\/p>\n/);
    },

    async "errors say where they are"() {
        await open(served, { html: "<!DOCTYPE html>\n<title>x</title>\n\u{1F332}<p a a>\n</b>", view: "errors" });
        const places = `[...document.querySelectorAll(".errors .place")].map((place) => place.textContent)`;
        assert.deepEqual(await page.evaluate(places), ["3:8", "4:1"]);
        assert.deepEqual(await page.evaluate(`document.getElementById("error-count").textContent`), "2");
        assert.deepEqual(await marked("error"), [">", "</b>"]);
        await page.point(await middle(".errors li:nth-child(2)"));
        assert.deepEqual(await marked("marked"), ["</b>"]);
        await page.evaluate(`document.querySelector(".errors li:nth-child(2) .place").click()`);
        assert.equal(await page.evaluate("getSelection().toString()"), "</b>");
        assert.equal(await focused(), "source");
    },

    async "an error is told where the pointer is"() {
        await open(served, { html: "<!DOCTYPE html><title>x</title>\n<p></b>" });
        const box = `[...CSS.highlights.get("error")][0].getClientRects()[0]`;
        await page.point(await page.evaluate(`(() => { const box = ${box}; return { x: box.x + 5, y: box.y + 5 }; })()`));
        await page.until(`!document.getElementById("tip").hidden`);
        assert.match(await page.evaluate(`document.getElementById("tip").textContent`), /open.*: .*b/);
        await page.point({ x: 5, y: 5 });
        await page.until(`document.getElementById("tip").hidden`);
    },

    async "nodes stand in the source"() {
        await open(served, { html: "<div><p>one</p>two</div>", context: "body" });
        await page.point(await middle(".row:nth-child(2)"));
        assert.deepEqual(await marked("marked"), ["<p>one</p>"]);
        assert.deepEqual(await marked("marked-tag"), ["<p>", "</p>"]);
        await page.evaluate(`(() => {
            const source = document.getElementById("source");
            source.focus();
            source.setSelectionRange(16, 16);
        })()`);
        await page.until(`document.querySelector(".at-caret")`);
        assert.equal(await page.evaluate(`document.querySelector(".at-caret").textContent`), '"two"');
        assert.equal(await page.evaluate(`document.getElementById("caret").textContent`), "1:17");
    },

    async "the tree is walked by keys"() {
        await open(served, { html: "<ul><li>1<li><b>2</b></ul>x", context: "body" });
        await page.evaluate(`document.querySelector(".row").focus()`);
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
            assert.equal(await focused(), expected, key);
        }
        const hidden = `[...document.querySelectorAll(".row[hidden]")].map((row) => row.textContent)`;
        assert.deepEqual(await page.evaluate(hidden), ['"1"'], "what was collapsed inside stays so");
        await page.press("Enter");
        assert.equal(await page.evaluate("getSelection().toString()"), "<li><b>2</b>");
    },

    async "tokens say how they were read"() {
        await open(served, { html: "<b>&amp;", view: "tokens" });
        const tokens = `[...document.querySelectorAll(".token")].map((token) => [...token.children].map((part) => part.textContent))`;
        assert.deepEqual(await page.evaluate(tokens), [
            ["1:1", "start tag", "<b>", "data → tag open → tag namein body"],
            ["1:4", "characters", '"&"', "data → character reference → named character referencein body"],
            ["1:9", "end-of-file", "", "datain body"],
        ]);
        await page.point(await middle(".token:nth-child(2)"));
        assert.deepEqual(await marked("marked"), ["&amp;"]);
    },

    async "context and scripting count"() {
        await open(served, { html: "<td><noscript><b>", context: "tr", scripting: "" });
        assert.deepEqual(await page.evaluate(TREE), ["<td>", " <noscript>", '  "<b>"']);
        await page.evaluate(`document.getElementById("scripting").focus()`);
        await page.evaluate(`document.getElementById("scripting").click()`);
        assert.deepEqual(await page.evaluate(TREE), ["<td>", " <noscript>", "  <b>"]);
        assert.equal("scripting" in (await page.evaluate(HASH)), false);
        await page.evaluate(`document.getElementById("context").select()`);
        await page.type("svg");
        await page.type(" <");
        assert.match(await page.evaluate(`document.getElementById("context-error").textContent`), /invalid context element "svg <"/);
        assert.equal(await page.evaluate(`document.getElementById("context").getAttribute("aria-invalid")`), "true");
    },

    async "a link is a document"() {
        const html = "<p>é &amp; 🌲 + # %20\n";
        await open(served, { html, view: "html", context: "div" });
        assert.equal(await page.evaluate(`document.getElementById("source").value`), html);
        assert.equal(await page.evaluate(`document.querySelector(".output").textContent`), "<p>é &amp; 🌲 + # %20\n</p>");
        await page.evaluate(`location.hash = "html=%3Ci%3E"`);
        await page.until(`document.querySelector(".row:last-child")?.textContent === "<i>"`);
    },

    async "a large document is bounded"() {
        await open(served, { html: "<b></b>".repeat(3000) + "</i>", context: "div" });
        assert.equal(await page.evaluate(`document.querySelectorAll(".row").length`), 1000);
        await page.evaluate(`document.querySelector(".more").click()`);
        assert.equal(await page.evaluate(`document.querySelectorAll(".row").length`), 3000);
    },

    async "markup of strangers stays text"() {
        await open(served, { html: `<img src=x onerror="document.title='run'"><script>document.title='run'</script>` });
        for (const view of ["tree", "tokens", "errors", "html"]) {
            await page.evaluate(`document.getElementById("tab-${view}").click()`);
        }
        assert.equal(await page.evaluate("document.title"), "hedgerow playground");
        assert.equal(await page.evaluate(`document.querySelectorAll("main img, main script").length`), 0);
    },

    async "one file is the whole page"() {
        await open(file, { html: "<p>from a file" });
        assert.deepEqual((await page.evaluate(TREE)).at(-1), '   "from a file"');
    },

    async "each example has something to say"() {
        await open(served);
        const names = await page.evaluate(`[...document.querySelectorAll("#example option")].map(({ value }) => value).filter(Boolean)`);
        for (const name of names) {
            await page.evaluate(`(() => {
                const example = document.getElementById("example");
                example.value = ${JSON.stringify(name)};
                example.dispatchEvent(new Event("change"));
            })()`);
            assert.ok(await page.evaluate(isShown), name);
        }
        assert.ok(names.length > 5);
    },
};

/** The page as it looks. */
async function takeScreenshots() {
    const window = { width: 1280, height: 800 };
    const take = (name) => page.screenshot(join(screenshots, `${name}.png`));
    for (const [scheme, isDark] of [["light", false], ["dark", true]]) {
        await page.emulate({ ...window, isDark });
        await open(served);
        await page.point(await middle(".row:nth-child(5)"));
        await take(`tree-${scheme}`);
        for (const view of ["tokens", "errors", "html"]) {
            await page.evaluate(`document.getElementById("tab-${view}").click()`);
            await take(`${view}-${scheme}`);
        }
        await page.evaluate(`document.getElementById("tab-errors").click()`);
        const box = `[...CSS.highlights.get("error")].at(-1).getClientRects()[0]`;
        await page.point(await page.evaluate(`(() => { const box = ${box}; return { x: box.x + 5, y: box.y + 5 }; })()`));
        await page.until(`!document.getElementById("tip").hidden`);
        await take(`error-under-the-pointer-${scheme}`);
    }
    await page.emulate({ width: 420, height: 900 });
    await open(served);
    await take("narrow");
}

let failed = 0;
await page.emulate({ width: 1280, height: 800 });
for (const [name, test] of Object.entries(tests)) {
    try {
        page.complaints.length = 0;
        await test();
        assert.deepEqual(page.complaints, [], "the page complains");
        console.log(`ok: ${name}`);
    } catch (error) {
        failed += 1;
        console.log(`FAILED: ${name}\n${error.stack}`);
    }
}
await takeScreenshots();
await page.close();
server.close();
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed; the screenshots are in ${screenshots}`);
process.exitCode = failed ? 1 : 0;
