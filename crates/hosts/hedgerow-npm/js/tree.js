// tree(): a whole tree as plain objects, in the form of parse5. `src/tree.rs` describes the numbers from which it is built.

import { border } from "./full.js";
import { locator } from "./places.js";
import { restore } from "./surrogates.js";

/** @typedef {import("./places.js").Point} Point */

/**
 * The place of a node or a tag: lines and columns from 1, offsets from 0, in UTF-16 code units.
 * @typedef {{ startLine: number, startCol: number, startOffset: number, endLine: number, endCol: number, endOffset: number }} Location
 */

/** @typedef {Location & { startTag?: Location, endTag?: Location, attrs?: Record<string, Location> }} ElementLocation */

/** @typedef {{ name: string, value: string, namespace?: string, prefix?: string }} Attribute */

/** @typedef {Element | Text | Comment | DocumentType | Instruction} ChildNode */

/** @typedef {{ nodeName: "#document", mode: "no-quirks" | "limited-quirks" | "quirks", childNodes: ChildNode[] }} DocumentNode */

/** @typedef {{ nodeName: "#document-fragment", childNodes: ChildNode[] }} Fragment */

/**
 * @typedef {{
 *     nodeName: string, tagName: string, attrs: Attribute[], namespaceURI: string, childNodes: ChildNode[], parentNode: Parent,
 *     content?: Fragment, shadowRoot?: Fragment & { mode: "open" | "closed" }, sourceCodeLocation?: ElementLocation | null,
 * }} Element
 */

/** @typedef {Element | DocumentNode | Fragment} Parent */

/** @typedef {{ nodeName: "#text", value: string, parentNode: Parent, sourceCodeLocation?: Location | null }} Text */

/** @typedef {{ nodeName: "#comment", data: string, parentNode: Parent, sourceCodeLocation?: Location | null }} Comment */

/**
 * @typedef {{
 *     nodeName: "#documentType", name: string, publicId: string, systemId: string, parentNode: Parent,
 *     sourceCodeLocation?: Location | null,
 * }} DocumentType
 */

/**
 * A processing instruction, which parse5 does not know.
 * @typedef {{
 *     nodeName: "#processing-instruction", target: string, data: string, parentNode: Parent, sourceCodeLocation?: Location | null,
 * }} Instruction
 */

const MODES = /** @type {const} */ (["no-quirks", "limited-quirks", "quirks"]);

const NAMESPACES = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"];

/** The namespaces of attributes, by their prefixes. @type {Record<string, string>} */
const PREFIXES = {
    xlink: "http://www.w3.org/1999/xlink",
    xml: "http://www.w3.org/XML/1998/namespace",
    xmlns: "http://www.w3.org/2000/xmlns/",
};

/**
 * Returns the tree of a page as plain objects, as `parse5.parse()` does, or `parse5.parseFragment()` with a `context`.
 * @param {import("./functions.js").Page} html
 * @param {import("./functions.js").PageOptions & { positions?: boolean }} [options] `positions`: nodes have `sourceCodeLocation`
 * @returns {DocumentNode | Fragment}
 */
export const tree = (html, options) => new Builder(border.call("tree", html, "", options), options?.positions ?? false).build();

/** Builds the objects. */
class Builder {
    /** The index of the next number, and the offset of the next text. */
    #at = 0;
    #offset = 0;

    /** @param {import("./border.js").Flat} flat @param {boolean} hasPositions */
    constructor({ numbers, lines, names, text, block }, hasPositions) {
        this.numbers = numbers;
        this.text = text;
        this.block = block;
        this.names = block === 0 ? names : restore(names, block);
        this.locate = hasPositions ? locator(lines) : undefined;
    }

    /** @returns {DocumentNode | Fragment} */
    build() {
        const [isFragment, mode] = this.numbers;
        this.#at = 2;
        /** @type {DocumentNode | Fragment} */
        const root = isFragment
            ? { nodeName: "#document-fragment", childNodes: [] }
            : { nodeName: "#document", mode: MODES[mode], childNodes: [] };
        /** @type {any} */
        let parent = root;
        /** @type {any[]} */
        const open = [];
        while (this.#at < this.numbers.length) {
            const kind = this.numbers[this.#at++];
            if (kind === 0) {
                parent = open.pop();
                continue;
            }
            open.push(parent);
            if (kind === 6) parent = parent.content = { nodeName: "#document-fragment", childNodes: [] };
            else if (kind === 7) {
                const mode = this.numbers[this.#at++] === 0 ? "open" : "closed";
                parent = parent.shadowRoot = { nodeName: "#document-fragment", mode, childNodes: [] };
            } else {
                const node = kind === 1 ? this.#element(parent) : this.#leaf(kind, parent);
                parent.childNodes.push(node);
                parent = node;
            }
        }
        return root;
    }

    /** @param {Parent} parentNode @returns {Element} */
    #element(parentNode) {
        const { numbers, names } = this;
        const tagName = names[numbers[this.#at++]];
        const namespaceURI = NAMESPACES[numbers[this.#at++]];
        const count = numbers[this.#at++];
        /** @type {Attribute[]} */
        const attrs = [];
        for (let index = 0; index < count; index++) {
            const name = names[numbers[this.#at++]];
            const value = this.#text();
            if (name.includes(" ")) {
                const [prefix, local] = name.split(" ");
                attrs.push({ name: local, value, namespace: PREFIXES[prefix], prefix: local === "xmlns" ? "" : prefix });
            } else {
                attrs.push({ name, value });
            }
        }
        /** @type {Element} */
        const element = { nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode };
        if (this.locate !== undefined) element.sourceCodeLocation = this.#elementLocation(attrs);
        return element;
    }

    /** The place of an element and its attributes. @param {Attribute[]} attrs @returns {ElementLocation | null} */
    #elementLocation(attrs) {
        /** @type {ElementLocation | null} */
        const location = this.#location();
        const startTag = this.#location();
        const endTag = this.#location();
        /** @type {Record<string, Location> | undefined} */
        let places;
        for (const { name, prefix } of attrs) {
            const place = this.#location();
            if (place !== null) (places ??= {})[prefix ? `${prefix}:${name}` : name] = place;
        }
        if (location === null) return null;
        if (startTag !== null) location.startTag = startTag;
        if (endTag !== null) location.endTag = endTag;
        if (places !== undefined) location.attrs = places;
        return location;
    }

    /** @param {number} kind @param {Parent} parentNode @returns {ChildNode} */
    #leaf(kind, parentNode) {
        const text = this.#text();
        /** @type {ChildNode} */
        let node;
        if (kind === 2) node = { nodeName: "#text", value: text, parentNode };
        else if (kind === 3) node = { nodeName: "#comment", data: text, parentNode };
        else if (kind === 4) {
            const [publicId, systemId] = [this.#text(), this.#text()];
            node = { nodeName: "#documentType", name: text, publicId, systemId, parentNode };
        } else node = { nodeName: "#processing-instruction", target: text, data: this.#text(), parentNode };
        if (this.locate !== undefined) node.sourceCodeLocation = this.#location();
        return node;
    }

    /** The next text. */
    #text() {
        const start = this.#offset;
        this.#offset += this.numbers[this.#at++];
        const text = this.text.slice(start, this.#offset);
        return this.block === 0 ? text : restore(text, this.block);
    }

    /** The next place. @returns {Location | null} */
    #location() {
        const [from, to] = [this.numbers[this.#at++], this.numbers[this.#at++]];
        if (from < 0 || this.locate === undefined) return null;
        const start = this.locate(from);
        const end = this.locate(to);
        return {
            startLine: start.line,
            startCol: start.column,
            startOffset: from,
            endLine: end.line,
            endCol: end.column,
            endOffset: to,
        };
    }
}
