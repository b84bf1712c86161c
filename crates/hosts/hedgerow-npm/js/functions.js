// The functions that answer a question about a page in one call.

import { border } from "./full.js";

/**
 * A page: a string, bytes, whose encoding is determined as in a browser, or a document.
 * @typedef {string | Uint8Array | import("./document.js").Document} Page
 */

/**
 * The options of every function that reads a page.
 * @typedef {{
 *     limits?: import("./sanitize.js").Limits,
 *     context?: string,
 *     contentType?: string,
 *     encoding?: string,
 *     scripting?: boolean,
 *     shadowRoots?: boolean,
 * }} PageOptions
 * - `context`: the page is a fragment, the contents of this element, such as `div` or `svg path`.
 * - `contentType`, `encoding`: for bytes, the Content-Type header, and the encoding whatever the page says.
 * - `scripting`: `noscript` contains text. Scripts never run.
 * - `shadowRoots`: `<template shadowrootmode>` attaches a shadow root.
 */

/** @typedef {PageOptions & { url?: string }} UrlOptions `url`: the address of the page, which makes addresses absolute. */

/** @typedef {PageOptions & { indent?: number | "\t", width?: number }} FormatOptions */

/**
 * @typedef {UrlOptions & { links?: "inline" | "references" | "text", images?: boolean, tables?: boolean }} MarkdownOptions
 */

/**
 * @typedef {MarkdownOptions & { prefer?: "balance" | "precision" | "recall", comments?: boolean }} MainContentOptions
 */

/**
 * @typedef {PageOptions & { namespaces?: Record<string, string>, variables?: Record<string, string | number | boolean>,
 *     steps?: number }} XPathOptions
 */

/** @typedef {{ text: string, markdown: string, words: number, confidence: number }} MainContent */

/**
 * @typedef {{ url: string | null, value: string, text: string, rel: string | null, element: string, attribute: string }} Link
 */

/** @typedef {{ caption: string | null, headerRows: number, rows: (string | null)[][] }} Table */

/**
 * @typedef {{
 *     title: string | null, author: string | null, date: string | null, site: string | null, description: string | null,
 *     language: string | null, kind: "unknown" | "article" | "forum" | "product" | "collection" | "documentation" | "other",
 *     meta: Record<string, string>, jsonLd: string[],
 * }} Metadata
 */

/**
 * @typedef {string | [string] | [string, Fields] | Fields} Field
 * A selector reads the first match, or null; `[selector]` all matches; `[selector, fields]` an object for each match.
 * @typedef {{ [name: string]: Field }} Fields
 */

/**
 * The type of the value of a field.
 * @template F
 * @typedef {F extends string ? string | null
 *     : F extends readonly [string] ? string[]
 *     : F extends readonly [string, infer R] ? Extracted<R>[]
 *     : F extends object ? Extracted<F> : unknown} FieldValue
 */

/**
 * @template F
 * @typedef {{ -readonly [N in keyof F]: FieldValue<F[N]> }} Extracted
 */

/** Fails unless an argument has a type. @template T @param {T} argument @param {"string" | "object"} type @returns {T} */
function checked(argument, type) {
    if (typeof argument !== type || argument === null) throw new TypeError(`the second argument is of type ${type}`);
    return argument;
}

/**
 * Returns the strings that a selector with `::text` or `::attr(name)` finds, or the HTML of the elements that match.
 * @param {Page} html
 * @param {string} selector
 * @param {PageOptions} [options]
 * @returns {string[]}
 */
export const select = (html, selector, options) => border.call("select", html, checked(selector, "string"), options);

/**
 * An element with the offsets of its start, of the end of its start tag, and of its end, in UTF-16 code units; null without a tag.
 * @typedef {{ html: string, start: number | null, startTagEnd: number | null, end: number | null }} Found
 */

/**
 * Returns the elements that match a selector, with their places.
 * @param {Page} html a document must have been parsed with `positions`
 * @param {string} selector
 * @param {PageOptions} [options]
 * @returns {Found[]}
 */
export const find = (html, selector, options) =>
    border.call("select", html, checked(selector, "string"), { ...options, positions: true });

/**
 * Returns the first string that a selector finds, or the HTML of the first element that matches.
 * @param {Page} html
 * @param {string} selector
 * @param {PageOptions} [options]
 * @returns {string | undefined}
 */
export const selectFirst = (html, selector, options) =>
    border.call("select", html, checked(selector, "string"), { ...options, first: true });

/**
 * Returns the value of an XPath 1.0 expression: for nodes, the HTML of elements and the strings of texts and attributes.
 * @param {Page} html
 * @param {string} expression
 * @param {XPathOptions} [options]
 * @returns {string[] | string | number | boolean}
 */
export const xpath = (html, expression, options) => border.call("xpath", html, checked(expression, "string"), options);

/**
 * Reads fields from a page. A selector may end in `::text` (the default), `::html`, `::attr(name)` or `::abs(name)`.
 * @template {Fields} const F
 * @param {Page} html
 * @param {F} fields
 * @param {UrlOptions & { steps?: number }} [options] `steps` bounds the nodes that are searched, once for each match around them
 * @returns {Extracted<F>}
 */
export const extract = (html, fields, options) => border.call("extract", html, checked(fields, "object"), options);

/**
 * Returns the text as a browser renders it without a style sheet.
 * @param {Page} html
 * @param {PageOptions} [options]
 * @returns {string}
 */
export const text = (html, options) => border.call("text", html, "", options);

/**
 * Returns the page as Markdown.
 * @param {Page} html
 * @param {MarkdownOptions} [options]
 * @returns {string}
 */
export const markdown = (html, options) => border.call("markdown", html, "", options);

/**
 * Returns the main content of a page, without navigation, advertisements and the like.
 * @param {Page} html
 * @param {MainContentOptions} [options]
 * @returns {MainContent}
 */
export const mainContent = (html, options) => border.call("main_content", html, "", options);

/**
 * Returns HTML that is as short as possible for the same tree.
 * @param {Page} html
 * @param {PageOptions} [options]
 * @returns {string}
 */
export const minify = (html, options) => border.call("minify", html, "", options);

/**
 * Returns indented HTML for the same tree.
 * @param {Page} html
 * @param {FormatOptions} [options]
 * @returns {string}
 */
export const format = (html, options) => border.call("format", html, "", options);

/**
 * Parses a page, and returns it as the standard serializes it.
 * @param {Page} html
 * @param {PageOptions} [options]
 * @returns {string}
 */
export const serialize = (html, options) => border.call("serialize", html, "", options);

/**
 * Returns the addresses in the attributes of a page.
 * @param {Page} html
 * @param {UrlOptions} [options]
 * @returns {Link[]}
 */
export const links = (html, options) => border.call("links", html, "", options);

/**
 * Returns the tables of a page. A cell that spans several rows or columns is repeated.
 * @param {Page} html
 * @param {PageOptions} [options]
 * @returns {Table[]}
 */
export const tables = (html, options) => border.call("tables", html, "", options);

/**
 * Returns what a page says about itself.
 * @param {Page} html
 * @param {PageOptions} [options]
 * @returns {Metadata}
 */
export const metadata = (html, options) => border.call("metadata", html, "", options);
