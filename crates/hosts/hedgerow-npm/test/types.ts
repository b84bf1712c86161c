// Compiles only if the types of the package say what its functions take and return.

import {
    Document, HedgerowError, Rewriter, extract, format, hast, metadata, select, selectFirst, tree, xpath,
} from "hedgerow";
import { check } from "hedgerow/check";
import { sanitize, sanitizeWithReport } from "hedgerow/sanitize";

const links: string[] = select("<a href=/b>", "a::attr(href)", { context: "div", limits: { depth: 512 } });
const first: string | undefined = selectFirst(new Uint8Array(), "a");
const value: string | number | boolean | string[] = xpath("", "1", { variables: { a: 1 } });
const html: string = sanitize("", { elements: ["p", { name: "a", attributes: ["href"] }] }, { linkRel: "nofollow" });
const same: string = sanitize("", "basic");
const line: number | undefined = check(new Uint8Array())[0]?.start.line;
// @ts-expect-error: a document is in another module.
check(new Document(""));
const report: { html: string; removals: { message: string }[] } = sanitizeWithReport("");

const fields = extract("", { title: "h1", all: ["a"], rows: ["tr", { cell: "td", more: { deep: ["b"] } }] });
const title: string | null = fields.title;
const all: string[] = fields.all;
const deep: string[] | undefined = fields.rows[0]?.more.deep;
const kind: "article" | string = metadata("").kind;

// @ts-expect-error: the option belongs to format().
select("", "a", { width: 80 });
format("", { width: 80, indent: "\t" });
// @ts-expect-error: a page is not a number.
select(1, "a");
// @ts-expect-error: there is no such field.
fields.titel;
// @ts-expect-error: there is no such preset.
sanitize("", "everything");

const document = new Document("<p>", { positions: true });
const changed: number = document.insertAdjacentHTML("p", "beforeend", "x");
const again: string[] = select(document, "p");
const root = tree(document, { positions: true });
const element: string | undefined = hast("<p>").children.find((node) => node.type === "element")?.tagName;
const [child] = root.childNodes;
const data: string | undefined = child?.nodeName === "#comment" && "data" in child ? child.data : undefined;
const bytes: ReadableStream<Uint8Array> = new ReadableStream<string>().pipeThrough(
    new Rewriter([{ selector: "a", setAttribute: ["rel", "nofollow"] }, { selector: "i", remove: true }]),
);
// @ts-expect-error: there is no such action.
new Rewriter([{ selector: "a", explode: true }]);

try {
    select("", "[");
} catch (error) {
    if (error instanceof HedgerowError && error.code === "invalid-selector") console.log(error.place?.line);
}

export const results = [element, changed, again, data, bytes, links, first, value, html, same, report, title, all, deep, kind];
