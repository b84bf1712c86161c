// Document: a page that stays in the module, for repeated questions and for changes.

import { KEPT } from "./border.js";
import { HedgerowError } from "./errors.js";
import { border } from "./full.js";
import * as functions from "./functions.js";
import { freeBlock, isWellFormed } from "./surrogates.js";

/** @typedef {import("./functions.js").PageOptions} PageOptions */

/** The place of a document in the module. @typedef {{ handle: number, block: number, generation: number }} Place */

/** Frees the documents that nobody disposed. @type {FinalizationRegistry<Place>} */
const registry = new FinalizationRegistry(release);

/** @param {Place} place */
function release(place) {
    // The documents of a dropped instance are gone already.
    if (place.handle !== 0 && place.generation === border.generation) {
        border.call("close", { [KEPT]: place }, "", undefined);
        border.close(place.generation);
    }
    place.handle = 0;
}

/**
 * A page that is parsed once and kept. Every function that takes a page takes a document, too; the methods here are shorthands.
 *
 * Call `dispose()` when it is no longer needed, or declare it with `using`. Otherwise it is freed when it is collected.
 */
export class Document {
    /** @type {Place} */
    #place = { handle: 0, block: 0, generation: 0 };

    /**
     * @param {string | Uint8Array} html
     * @param {PageOptions & { positions?: boolean }} [options] `positions`: for `find()`, and `tree()` with positions
     */
    constructor(html, options) {
        if (typeof html === "string" && !isWellFormed(html)) this.#place.block = freeBlock(html);
        Object.assign(this.#place, border.open("open", html, "", options));
        registry.register(this, this.#place, this);
    }

    /** Frees the memory of the document. Further questions are errors with the code `disposed`. */
    dispose() {
        registry.unregister(this);
        release(this.#place);
    }

    [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
        this.dispose();
    }

    /** The place of the document in the module. @internal */
    get [KEPT]() {
        const { handle, generation } = this.#place;
        if (handle === 0 || generation !== border.generation) {
            const why = handle === 0 ? "was disposed" : "was lost when the module failed";
            throw new HedgerowError("disposed", `the document ${why}`);
        }
        return this.#place;
    }

    /** See `select()`. @param {string} selector */
    select(selector) {
        return functions.select(this, selector);
    }

    /** See `selectFirst()`. @param {string} selector */
    selectFirst(selector) {
        return functions.selectFirst(this, selector);
    }

    /** See `xpath()`. @param {string} expression @param {import("./functions.js").XPathOptions} [options] */
    xpath(expression, options) {
        return functions.xpath(this, expression, options);
    }

    /**
     * See `extract()`.
     * @template {import("./functions.js").Fields} const F
     * @param {F} fields
     * @param {import("./functions.js").UrlOptions} [options]
     */
    extract(fields, options) {
        return functions.extract(this, fields, options);
    }

    /** Returns the HTML as the standard serializes it. */
    toString() {
        return functions.serialize(this);
    }

    /** Removes the elements that match. Returns their number, like all changes. @param {string} selector */
    remove(selector) {
        return this.#change({ kind: "remove", selector });
    }

    /** Replaces the elements that match with their children. @param {string} selector */
    unwrap(selector) {
        return this.#change({ kind: "unwrap", selector });
    }

    /** @param {string} selector @param {string} name */
    rename(selector, name) {
        return this.#change({ kind: "rename", selector, name });
    }

    /** @param {string} selector @param {string} name @param {string} value */
    setAttribute(selector, name, value) {
        return this.#change({ kind: "setAttribute", selector, name, value });
    }

    /** @param {string} selector @param {string} name */
    removeAttribute(selector, name) {
        return this.#change({ kind: "removeAttribute", selector, name });
    }

    /** Replaces the contents of the elements that match. @param {string} selector @param {string} html */
    setInnerHTML(selector, html) {
        return this.#change({ kind: "setInnerHtml", selector, value: html });
    }

    /** Replaces the contents of the elements that match with text. @param {string} selector @param {string} text */
    setText(selector, text) {
        return this.#change({ kind: "setText", selector, value: text });
    }

    /** Replaces the elements that match. @param {string} selector @param {string} html */
    replaceWith(selector, html) {
        return this.#change({ kind: "replaceWith", selector, value: html });
    }

    /**
     * @param {string} selector
     * @param {"beforebegin" | "afterbegin" | "beforeend" | "afterend"} position
     * @param {string} html
     */
    insertAdjacentHTML(selector, position, html) {
        return this.#change({ kind: position, selector, value: html });
    }

    /** @param {object} change @returns {number} */
    #change(change) {
        const place = this[KEPT];
        // The first lone surrogate of a document reserves characters that the document does not contain.
        if (place.block === 0 && Object.values(change).some((text) => !isWellFormed(text))) {
            place.block = freeBlock(`${this}${Object.values(change).join("")}`);
        }
        return border.call("change", this, change, undefined);
    }
}
