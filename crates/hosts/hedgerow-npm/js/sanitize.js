// sanitize() and sanitizeWithReport(), which have a module of their own, because many pages need nothing else.

import { Border } from "./border.js";

export { HedgerowError } from "./errors.js";

export const border = new Border();

/**
 * @typedef {{
 *     bytes?: number, nodes?: number, depth?: number, attributes?: number, copiedText?: number, steps?: number, errors?: number,
 *     output?: number,
 * }} Limits
 * Bounds on the cost of a call. A call that exceeds one throws an error with the code `limit`.
 * - `bytes`: bytes of input, as UTF-8.
 * - `nodes`: nodes of the document.
 * - `depth`: elements that are nested in one another.
 * - `attributes`: attributes of an element.
 * - `copiedText`: bytes of text that the parser copies.
 * - `steps`: steps of the parser; 20 million take about a second.
 * - `errors`: parse errors.
 * - `output`: bytes of the result. The default is linear in the size of the page.
 */

/** @typedef {"default" | "basic" | "comments" | "email" | "article"} Preset */

/** @typedef {string | { name: string, namespace?: string | null }} SanitizerName */

/**
 * The standard's `SanitizerConfig`.
 * @typedef {{
 *     elements?: (SanitizerName | { name: string, namespace?: string | null, attributes?: SanitizerName[],
 *         removeAttributes?: SanitizerName[] })[],
 *     removeElements?: SanitizerName[],
 *     replaceWithChildrenElements?: SanitizerName[],
 *     attributes?: SanitizerName[],
 *     removeAttributes?: SanitizerName[],
 *     processingInstructions?: (string | { target: string })[],
 *     removeProcessingInstructions?: (string | { target: string })[],
 *     comments?: boolean,
 *     dataAttributes?: boolean,
 *     javascriptURLs?: boolean,
 * }} SanitizerConfig
 */

/**
 * Rules beyond the standard, for the preset `default` and for configurations.
 * @typedef {{
 *     limits?: Limits,
 *     urlSchemes?: string[],
 *     removeRelativeUrls?: boolean,
 *     linkRel?: string,
 *     linkTarget?: string,
 *     prefixIds?: string,
 *     classes?: string[],
 *     cssProperties?: string[],
 * }} SanitizeOptions
 */

/** @typedef {{ message: string, element: string | null, attribute: string | null }} Removal */

/** @param {string} name @param {string} html @param {Preset | SanitizerConfig} config @param {SanitizeOptions} [options] */
function call(name, html, config, options) {
    if (typeof html !== "string") throw new TypeError("the HTML is a string");
    if (options === undefined || options === null) return border.call(name, html, config, undefined);
    if (typeof options !== "object" || Array.isArray(options)) throw new TypeError("the options are an object");
    // As in JSON, an object with a method `toJSON` stands for what it returns.
    const { limits, ...rules } = "toJSON" in options && typeof options.toJSON === "function" ? options.toJSON() : options;
    return border.call(name, html, config, { limits, rules });
}

/**
 * Returns HTML that is safe in the contents of a `div`, an `li`, a `td` or another element that contains paragraphs.
 * @param {string} html
 * @param {Preset | SanitizerConfig} [config]
 * @param {SanitizeOptions} [options]
 * @returns {string}
 */
export const sanitize = (html, config = "default", options) => call("sanitize", html, config, options);

/**
 * Returns the HTML of `sanitize()`, and a list of the removals and changes.
 * @param {string} html
 * @param {Preset | SanitizerConfig} [config]
 * @param {SanitizeOptions} [options]
 * @returns {{ html: string, removals: Removal[] }}
 */
export const sanitizeWithReport = (html, config = "default", options) => call("sanitize_with_report", html, config, options);
