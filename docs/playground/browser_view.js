// The browser beside the parser: the tree that the browser makes of the same source, compared line by line.

import { dump, treeOf } from "./dump.js";
import { button, copy, element, milliseconds, plural, span, visible } from "./element.js";

/** The numbers of lines that are shown: on each side of the first difference, and of equal dumps. */
const [CONTEXT, MOST_EQUAL] = [12, 200];

/** Matches the attribute of a `template` that declares a shadow root. */
const SHADOW_ROOT = /shadowrootmode/i;

/** The browser's tree of a source, as a document or a fragment. It is inert: no script runs, and nothing is loaded. */
function parseInBrowser(html, context) {
    if (!context) {
        // Unlike DOMParser, parseHTMLUnsafe attaches declarative shadow roots; but in Chromium 156 it drops comments.
        if (SHADOW_ROOT.test(html) && "parseHTMLUnsafe" in Document) return Document.parseHTMLUnsafe(html);
        return new DOMParser().parseFromString(html, "text/html");
    }
    const inert = document.implementation.createHTMLDocument("");
    const [first, second] = context.split(" ");
    const namespaces = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };
    const element = second ? inert.createElementNS(namespaces[first], second) : inert.createElement(first);
    if ("setHTMLUnsafe" in element) element.setHTMLUnsafe(html);
    else element.innerHTML = html;
    return element.localName === "template" && !second ? element.content : element;
}

/** Departures of browsers from the standard: each has a test that recognizes it in a difference, and an explanation. */
const DEPARTURES = [
    {
        test: ({ ours, theirs }) => /^\| *<\?/.test(ours) && /^\| *<!-- /.test(theirs),
        text: "This browser reads <?…> as a comment. Processing instructions are in the standard since June 2026.",
    },
    {
        test: ({ ours, depth }) => depth >= 500 && ours !== undefined,
        text: "This browser limits the depth of a tree: it puts elements that are nested more than 512 deep beside each other. The standard has no limit.",
    },
    {
        test: ({ theirs, next, context }) => / /.test(context) && [theirs, next].some((line) => /^\| *<!-- \[CDATA\[/.test(line)),
        text: "This browser does not read a CDATA section directly in a fragment whose context is an element of SVG or MathML.",
    },
    {
        test: ({ html, context }) => context === "select" && /<input/i.test(html),
        text: "This browser inserts an input into a fragment whose context is a select. The standard ignores the tag there.",
    },
    {
        test: ({ html, context }) => context === "template" && /<form/i.test(html),
        text: "This browser treats a form in a fragment whose context is a template by the rules before 2026, which ignore a form within a form there.",
    },
    {
        test: ({ html }) => /<template[^>]*\sfor\s*=/i.test(html),
        text: "This browser does not patch content with <template for>, which is in the standard since August 2026.",
    },
    {
        test: ({ html, context, ours }) => !context && SHADOW_ROOT.test(html) && /^\| *<!-- /.test(ours),
        text: "This browser drops comments when it parses a document with declarative shadow roots (Document.parseHTMLUnsafe).",
    },
    {
        test: ({ html }) => /shadowrootmode\s*=\s*["']?closed/i.test(html) || (!("parseHTMLUnsafe" in Document) && SHADOW_ROOT.test(html)),
        text: "A page cannot read a closed shadow root; and this browser may attach shadow roots only while it loads a page.",
    },
    {
        test: ({ html }) => !("HTMLSelectedContentElement" in window) && /<select|<selectedcontent/i.test(html),
        text: "This browser does not have customizable select, for which the rules inside select changed in 2025: it drops most tags there.",
    },
];

/** The first difference of two dumps, if they differ. */
function compare(ours, theirs, { html, context }) {
    const index = ours.findIndex((line, index) => line !== theirs[index]);
    if (index < 0 && ours.length === theirs.length) return null;
    const line = index < 0 ? ours.length : index;
    const difference = { line, ours: ours[line], theirs: theirs[line], next: theirs[line + 1], html, context, depth: ((ours[line] ?? "").search(/[^| ]/) - 2) / 2 };
    return { ...difference, explanation: DEPARTURES.find(({ test }) => test(difference))?.text };
}

/** Parses a source in the browser, and compares the dump with another one. */
export function compareWithBrowser(ours, state) {
    const start = performance.now();
    const theirs = dump(treeOf(parseInBrowser(state.html, state.context)));
    return { theirs, elapsed: performance.now() - start, difference: compare(ours, theirs, state) };
}

/** The name of the browser, for the verdict. */
function browserName() {
    const brand = navigator.userAgentData?.brands.find(({ brand }) => !/not.*brand|^Chromium$/i.test(brand));
    const known = brand && `${brand.brand} ${brand.version}`;
    const [name] = navigator.userAgent.match(/(Firefox|Edg|Chrome|Version)\/[\d.]+/) ?? ["this browser"];
    return known ?? name.replace("Version", "Safari").replace("Edg/", "Edge/").replace("/", " ").replace(/(\.0)+$/, "");
}

/** Connects the panel with the engine and the state; `address()` returns a link to the shown source, or nothing. */
export function makeBrowserView(panel, { engine, state, address }) {
    let verdict = "";
    const title = element("p", { className: "verdict", role: "status" });
    const notes = element("div", { className: "verdict-notes" });
    const share = button("Copy verdict", async () => copy([verdict, await address()].filter(Boolean).join("\n"), share));
    const sides = element("div", { className: "sides" });
    panel.append(element("div", { className: "verdict-head" }, title, share), notes, sides);

    return {
        async show() {
            const { html, context } = state;
            const ours = await engine.askLatest("dump");
            if (ours === undefined || panel.hidden) return;
            const { theirs, elapsed, difference } = compareWithBrowser(ours, state);
            const name = browserName();
            title.className = `verdict ${difference ? (difference.explanation ? "explained" : "different") : "equal"}`;
            title.textContent = difference
                ? `The tree of ${name} differs in line ${difference.line + 1}.`
                : `${name} makes the same tree.`;
            verdict = difference
                ? `hedgerow and ${name} make different trees of this source:\n  hedgerow: ${difference.ours ?? "(end)"}\n  ${name}: ${difference.theirs ?? "(end)"}${difference.explanation ? `\n${difference.explanation}` : ""}`
                : `hedgerow and ${name} make the same tree of this source: ${plural(ours.length, "line")}.`;
            const words = difference
                ? [difference.explanation ?? "No departure of browsers that is known to this page explains it: this may be an error of the browser, or of hedgerow."]
                : [`All ${plural(ours.length, "line")} of both dumps are equal.`];
            words.push(
                `The browser took ${milliseconds(elapsed)}, including the dump. Both parsed without scripting, as browsers parse documents that are not shown${state.scripting ? "; scripting is on for the other views" : ""}.`,
            );
            notes.replaceChildren(...words.map((text) => element("p", { className: "note" }, text)));
            const from = difference ? Math.max(0, difference.line - CONTEXT) : 0;
            const to = difference ? difference.line + CONTEXT : MOST_EQUAL;
            const side = (heading, lines) =>
                element(
                    "section",
                    { className: "side" },
                    element("h2", {}, heading),
                    element("pre", { tabIndex: 0, role: "region", "aria-label": `Dump of ${heading}` }, ...lines.slice(from, to).map((line, index) => makeLine(line, from + index, difference)), lines.length > to ? span("note", `… ${plural(lines.length - to, "more line")}`) : ""),
                );
            sides.replaceChildren(side("hedgerow", ours), side(name, theirs));
        },
    };
}

function makeLine(line, index, difference) {
    const made = element("span", { className: index === difference?.line ? "line differs" : "line" }, ...visible(line), "\n");
    made.dataset.line = index + 1;
    return made;
}
