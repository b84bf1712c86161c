// Calls each function many times, and prints the latency and the memory of each tenth: both must stay the same.
// Usage: node million.mjs [calls]

import * as hedgerow from "hedgerow";
import { check } from "hedgerow/check";
import { sanitize } from "hedgerow/sanitize";

const PAGE = "<h1>Oaks</h1><p onclick=x()>Oaks grow <em>slowly</em>.<ul><li><a href=/oak>Oak</a><li><a href=/elm>Elm</a></ul>";
const CALLS = Number(process.argv[2] ?? 1_000_000);

const FUNCTIONS = {
    sanitize: () => sanitize(PAGE),
    select: () => hedgerow.select(PAGE, "a::attr(href)"),
    extract: () => hedgerow.extract(PAGE, { title: "h1", links: ["a::attr(href)"] }),
    xpath: () => hedgerow.xpath(PAGE, "//a/@href"),
    tree: () => hedgerow.tree(PAGE),
    text: () => hedgerow.text(PAGE),
    markdown: () => hedgerow.markdown(PAGE),
    mainContent: () => hedgerow.mainContent(PAGE),
    minify: () => hedgerow.minify(PAGE),
    format: () => hedgerow.format(PAGE),
    links: () => hedgerow.links(PAGE),
    tables: () => hedgerow.tables(PAGE),
    metadata: () => hedgerow.metadata(PAGE),
    check: () => check(PAGE),
    Document: () => {
        const document = new hedgerow.Document(PAGE);
        document.setAttribute("a", "rel", "nofollow");
        document.dispose();
    },
};

for (const [name, call] of Object.entries(FUNCTIONS)) {
    const times = [];
    const sizes = [];
    for (let part = 0; part < 10; part++) {
        const start = performance.now();
        for (let index = 0; index < CALLS / 10; index++) call();
        times.push(((performance.now() - start) / (CALLS / 10)) * 1000);
        sizes.push(process.memoryUsage().rss / 2 ** 20);
    }
    const show = (numbers, digits) => numbers.map((number) => number.toFixed(digits)).join(" ");
    console.log(`${name}: ${show(times, 1)} µs a call; ${show(sizes, 0)} MB`);
}
