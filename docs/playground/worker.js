// The worker of the page: keeps the parsed source, and answers questions about it with the npm package.

import { Document, find, format, init, markdown, minify, select, serialize, text, tree } from "hedgerow/browser.js";
import { KEPT } from "hedgerow/border.js";
import { border } from "hedgerow/full.js";
import { findingsOf } from "hedgerow/places.js";
import { dump } from "./dump.js";
import { Rows } from "./rows.js";

/** The maximum number of findings, and of matches of a selector, that are sent to the page. */
const [MOST_FINDINGS, MOST_MATCHES] = [2000, 1000];

/** The number of times that the first source is parsed, because browsers compile the module while it runs for the first time. */
const FIRST_PARSES = 5;

let source = "";
let options = {};
let folding = { fold: false, collapsed: new Set() };
let page = null;
let overview = null;
/** The tree of the source, and the tree after a step with the numbers of its nodes, each with its rows. */
const shown = { whole: null, step: null };

/** Parses the source. Returns the time in milliseconds. */
function parse() {
    const start = performance.now();
    page?.dispose();
    page = new Document(source, { ...options, positions: true });
    return performance.now() - start;
}

const rowsOf = (root, numbers) => ({ root, numbers, rows: new Rows(root, folding, numbers) });

/** The tree of the source. */
function whole() {
    shown.whole ??= rowsOf(tree(page, { positions: true }));
    return shown.whole;
}

const rows = (ofStep) => (ofStep && shown.step ? shown.step : whole()).rows;

/** Calls a function about the steps. UTF-8 has no lone surrogates, so the steps read U+FFFD instead. */
const ask = (name, query) => border.call(name, source.toWellFormed(), query, options);

const FORMS = {
    html: () => serialize(page),
    indented: () => format(page),
    minified: () => minify(page),
    markdown: () => markdown(page),
    text: () => text(page),
    sanitized: (preset) => border.call("sanitize_with_report", source, preset, undefined),
};

const methods = {
    open(html, context, scripting, fold, collapsed) {
        folding = { fold, collapsed: new Set(collapsed) };
        [source, options] = [html, { scripting, shadowRoots: true, ...(context && { context }) }];
        [overview, shown.whole, shown.step] = [null, null, null];
        const parses = page === null ? FIRST_PARSES : 1;
        const elapsed = Math.min(...Array.from({ length: parses }, parse));
        const findings = findingsOf(border.call("check", page, "", undefined));
        const count = (level) => findings.filter((finding) => finding.level === level).length;
        return {
            findings: findings.slice(0, MOST_FINDINGS),
            findingCount: findings.length,
            counts: { error: count("error"), warning: count("warning"), advice: count("advice") },
            elapsed,
        };
    },
    /** The mode of the document, and the number of its nodes. */
    measure: () => ({ mode: whole().root.mode ?? "", nodeCount: whole().rows.nodeCount }),
    fold(fold, collapsed) {
        folding = { fold, collapsed: new Set(collapsed) };
        for (const name of ["whole", "step"]) if (shown[name]) shown[name] = rowsOf(shown[name].root, shown[name].numbers);
    },
    rows: (ofStep, from, count) => rows(ofStep).slice(from, count),
    rowOf: (ofStep, id) => rows(ofStep).indexOf(id),
    rowAt: (ofStep, offset) => rows(ofStep).at(offset),
    select(selector) {
        try {
            const isText = /::(text|attr\([^)]*\))\s*$/.test(selector);
            const found = isText ? select(page, selector).map((value) => ({ html: value, start: null })) : find(page, selector);
            return { count: found.length, found: found.slice(0, MOST_MATCHES) };
        } catch (error) {
            return { count: 0, found: [], message: error.message };
        }
    },
    output: (form, preset) => FORMS[form](preset),
    /** The dump of the tree as browsers make it of documents that are not shown: without scripting. */
    dump: () => dump(options.scripting ? tree(source, { ...options, scripting: false }) : whole().root),
    colors: (from, to) => ask("tokens", { span: [from, to] }).flatMap(({ colors }) => colors),
    tokens: (from, count) => ({ rows: ask("tokens", { indexes: [from, from + count] }), count: methods.overview().count }),
    overview: () => (overview ??= ask("overview", "")),
    step(index) {
        const step = ask("step", String(index));
        if (step === undefined) return undefined;
        const { document, numbers, ...rest } = step;
        const kept = { [KEPT]: { handle: document, block: 0 } };
        shown.step = rowsOf(tree(kept, { positions: true }), numbers);
        border.call("close", kept, "", undefined);
        return { ...rest, index };
    },
    /** The step that made a node of the tree; -1 if no step did. */
    stepMaking: (id) => methods.overview().made[id] ?? -1,
};

const isReady = init();

onmessage = async ({ data: { id, method, args } }) => {
    try {
        await isReady;
        postMessage({ id, answer: methods[method](...args) });
    } catch (error) {
        postMessage({ id, error: String(error.message ?? error) });
    }
};
