// check(), which has a module of its own, because the tables of its rules are larger than the rest of the package.

import { Border } from "./border.js";
import { bytes } from "./full.js";
import { findingsOf } from "./places.js";

export { HedgerowError } from "./errors.js";

export const border = new Border(bytes);

/**
 * Checks a page: parse errors, and violations of the standard's requirements for authors.
 * @param {string | Uint8Array} html
 * @param {import("./functions.js").PageOptions} [options]
 * @returns {import("./places.js").Finding[]}
 */
export function check(html, options) {
    if (typeof html !== "string" && !(html instanceof Uint8Array)) throw new TypeError("the page is a string or a Uint8Array");
    return findingsOf(border.call("check", html, "", options));
}
