// Compares hedgerow with other packages, side by side in one process, and prints a table. `cargo xtask npm --bench`
//
// The pages are the HTML files of the folder in HEDGEROW_PAGES, and one small page that is written here. Each pair takes turns, so
// that a loaded machine slows both.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import * as cheerio from "cheerio";
import * as cssSelect from "css-select";
import createDOMPurify from "dompurify";
import * as hedgerow from "hedgerow";
import { sanitize } from "hedgerow/sanitize";
import { minify as terser } from "html-minifier-terser";
import { parseDocument } from "htmlparser2";
import { JSDOM } from "jsdom";
import * as parse5 from "parse5";
import sanitizeHtml from "sanitize-html";
import TurndownService from "turndown";

const SMALL = "<h1>Oaks</h1><p>Oaks grow <em>slowly</em>.<ul><li><a href=/oak>Oak</a><li><a href=/elm>Elm</a></ul>";

/** The pages, in a group each. */
const groups = { "small page": [SMALL] };
const folder = process.env.HEDGEROW_PAGES;
if (folder !== undefined && existsSync(folder)) {
    const names = readdirSync(folder).filter((name) => /\.html?$/.test(name));
    groups[`${names.length} pages`] = names.map((name) => readFileSync(join(folder, name), "utf8"));
}

const turndown = new TurndownService();
const purify = createDOMPurify(new JSDOM("").window);
const minifying = {
    collapseWhitespace: true, collapseBooleanAttributes: true, removeAttributeQuotes: true, removeOptionalTags: true,
    continueOnParseError: true,
};

/** The tasks: the function of hedgerow, that of another package, and the wanted factor. */
const TASKS = [
    ["tree", "parse5", 3, (html) => hedgerow.tree(html), (html) => parse5.parse(html)],
    ["tree, positions", "parse5", 3, (html) => hedgerow.tree(html, { positions: true }),
        (html) => parse5.parse(html, { sourceCodeLocationInfo: true })],
    ["select a::attr(href)", "cheerio", 5, (html) => hedgerow.select(html, "a::attr(href)"),
        (html) => cheerio.load(html)("a[href]").map((_, link) => link.attribs.href).get()],
    ["select a::attr(href)", "htmlparser2 + css-select", 1, (html) => hedgerow.select(html, "a::attr(href)"),
        (html) => cssSelect.selectAll("a[href]", parseDocument(html)).map((link) => link.attribs.href)],
    ["sanitize", "sanitize-html", 5, (html) => sanitize(html), (html) => sanitizeHtml(html)],
    ["sanitize", "DOMPurify + jsdom", 20, (html) => sanitize(html), (html) => purify.sanitize(html)],
    ["minify", "html-minifier-terser", 10, (html) => hedgerow.minify(html), (html) => terser(html, minifying)],
    ["markdown", "turndown", 10, (html) => hedgerow.markdown(html), (html) => turndown.turndown(html)],
];

/** Returns the milliseconds of a pass over pages, and how many pages failed. */
async function pass(pages, call) {
    let failed = 0;
    const start = performance.now();
    for (const html of pages) {
        try {
            await call(html);
        } catch {
            failed += 1;
        }
    }
    return [performance.now() - start, failed];
}

/** Returns the median of numbers. */
const median = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1];

console.log("| pages | task | hedgerow, ms | other, ms | factor | wanted |\n|---|---|---:|---:|---:|---:|");
for (const [group, pages] of Object.entries(groups)) {
    const rounds = Number(process.env.ROUNDS ?? 5);
    const repeated = pages.length === 1 ? Array(1000).fill(pages[0]) : pages;
    for (const [task, other, wanted, ours, theirs] of TASKS) {
        const times = [[], []];
        const failures = [0, 0];
        for (let round = 0; round < rounds; round++) {
            for (const [index, call] of [ours, theirs].entries()) {
                const [time, failed] = await pass(repeated, call);
                times[index].push(time / repeated.length);
                failures[index] = failed;
            }
        }
        const [here, there] = times.map(median);
        const notes = failures[0] + failures[1] > 0 ? ` (failed: ${failures[0]}, ${failures[1]})` : "";
        console.log(`| ${group} | ${task} / ${other}${notes} | ${here.toFixed(4)} | ${there.toFixed(4)} | ${(there / here).toFixed(1)} | ${wanted} |`);
    }
}
