// Border: the one way into a WebAssembly module, and out of it. `src/lib.rs` describes the steps of a call.
//
// A failure inside the module, such as a panic, an overflow of the stack or a lack of memory, may leave it in any state. So
// the instance is dropped, and the next call creates a new one. Documents of the dropped instance are lost.

import { HedgerowError } from "./errors.js";
import { freeBlock, hide, isWellFormed, restore, toJson } from "./surrogates.js";
import { parseUrl } from "./urls.js";

/**
 * The exports of a module.
 * @typedef {{
 *     memory: WebAssembly.Memory,
 *     reserve(bytes: number): number,
 *     has_replacement(): boolean,
 *     output(): number,
 *     output_length(): number,
 * } & Record<string, (page: number, kind: number, text: number, query: number, options: number) => number>} Exports
 */

/** The key of the place of a document in the module, and of the characters that stand for lone surrogates in it. */
export const KEPT = Symbol("kept");

/** @typedef {{ readonly [KEPT]: { handle: number, block: number, chunk?: Uint8Array } }} Keeper */

/**
 * A tree as numbers and texts: see `src/tree.rs`.
 * @typedef {{ numbers: Int32Array, lines: Int32Array, names: string[], text: string, block: number }} Flat
 */

/** The kinds of answers. */
const TEXT = 0;
const JSON_TEXT = 1;
const NOTHING = 2;
const FAILURE = 3;
const NUMBER = 4;
const TREE = 5;
const BYTE_LIST = 6;

/** The kinds of pages. */
const STRING = 0;
const BYTES = 1;

/** Says that a page has lone surrogates. */
const MALFORMED = Symbol("malformed");

/** The size of the memory, in bytes, above which an instance without documents is replaced after a call. Memory never shrinks. */
const LARGE = 256 * 2 ** 20;

/** The size of the memory, in bytes, above which a failure is taken for a lack of memory. */
const FULL = 3.9 * 2 ** 30;

const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

export class Border {
    /** The module that decodes bytes for this one. @type {Border | undefined} */
    #decoder;
    /** @type {(() => WebAssembly.Module) | undefined} */
    #load;
    /** @type {WebAssembly.Module | undefined} */
    #module;
    /** @type {Exports | undefined} */
    #exports;
    #bytes = new Uint8Array();

    /** @param {Border} [decoder] the module that decodes bytes for this one */
    constructor(decoder) {
        this.#decoder = decoder;
    }

    /** The number of instances that were dropped. A document is lost when this number changes. */
    generation = 0;

    /** The number of documents in the instance. */
    documents = 0;

    /**
     * Sets the function that compiles the module at the first call.
     * @param {() => WebAssembly.Module} load
     */
    setLoader(load) {
        this.#load = load;
    }

    /** Whether calls are possible. */
    get isReady() {
        return this.#load !== undefined;
    }

    /**
     * Calls a function of the module, and returns its answer.
     * @param {string} name
     * @param {string | Uint8Array | Keeper} page
     * @param {string | object} query an object is passed as JSON
     * @param {object | undefined} options
     * @returns {any}
     */
    call(name, page, query, options) {
        const main = typeof query === "string" ? query : toJson(query);
        const others = options === undefined ? "" : toJson(options);
        let block = 0;
        if (typeof page === "string") {
            if (isWellFormed(main) && isWellFormed(others)) {
                const answer = this.#call(name, page, main, others);
                if (answer !== MALFORMED) return answer;
            }
            block = freeBlock(page + main + others);
            page = hide(page, block);
        } else if (page instanceof Uint8Array) {
            if (this.#decoder !== undefined) return this.#callDecoded(this.#decoder, name, page, query, options);
            if (!(isWellFormed(main) && isWellFormed(others))) block = freeBlock(main + others);
        } else if (page !== null && typeof page === "object" && KEPT in page) {
            ({ block } = page[KEPT]);
            if (block === 0 && !(isWellFormed(main) && isWellFormed(others))) block = freeBlock(main + others);
        } else {
            throw new TypeError("a page is a string, a Uint8Array or a Document");
        }
        if (block === 0) return this.#call(name, page, main, others);
        const hidden = hide(toJson({ ...options, surrogates: block }), block);
        return restore(this.#call(name, page, hide(main, block), hidden), block);
    }

    /**
     * Calls a function that keeps a document or a stream in the instance, which counts as a document until `close()`.
     * @param {string} name
     * @param {string | Uint8Array} page
     * @param {string | object} query
     * @param {any} options
     */
    open(name, page, query, options) {
        const { generation } = this;
        // Counted before the call, because an instance without documents may be replaced after it.
        this.documents += 1;
        try {
            return { handle: /** @type {number} */ (this.call(name, page, query, options)), generation };
        } catch (error) {
            this.close(generation);
            throw error;
        }
    }

    /** Counts a document as freed, unless it was lost with its instance. @param {number} generation */
    close(generation) {
        if (generation === this.generation) this.documents -= 1;
    }

    /**
     * Calls a function with a page whose bytes another module decodes. They are decoded again if the page declares another encoding.
     * @param {Border} decoder
     * @param {string} name
     * @param {Uint8Array} bytes
     * @param {string | object} query
     * @param {any} options
     */
    #callDecoded(decoder, name, bytes, query, options) {
        const { contentType, encoding, ...others } = options ?? {};
        for (let declared = ""; ; ) {
            const answer = decoder.call("decode", bytes, declared, { contentType, encoding });
            const textStart = 4 + new DataView(answer.buffer).getUint32(0, true);
            const decoded = JSON.parse(utf8.decode(answer.subarray(4, textStart)));
            try {
                return this.call(name, utf8.decode(answer.subarray(textStart)), query, { ...others, decoded });
            } catch (error) {
                if (!(error instanceof HedgerowError) || error.code !== "encoding") throw error;
                declared = error.message;
            }
        }
    }

    /**
     * @param {string} name
     * @param {string | Uint8Array | Keeper} page
     * @param {string} query
     * @param {string} options
     */
    #call(name, page, query, options) {
        const exports = this.#exports ?? this.#instantiate();
        let kind;
        try {
            let handle = 0;
            let isBytes = page instanceof Uint8Array ? BYTES : STRING;
            let length = 0;
            if (typeof page === "string") {
                // One allocation for all arguments.
                exports.reserve(page.length + query.length + options.length + 48);
                length = this.#write(exports, page, 0);
                if (length !== page.length && exports.has_replacement() && !isWellFormed(page)) return MALFORMED;
            } else if (page instanceof Uint8Array) length = this.#copy(exports, page);
            else {
                const kept = page[KEPT];
                handle = kept.handle;
                if (kept.chunk !== undefined) {
                    length = this.#copy(exports, kept.chunk);
                    isBytes = BYTES;
                }
            }
            const queryEnd = query === "" ? length : this.#write(exports, query, length);
            const end = options === "" ? queryEnd : this.#write(exports, options, queryEnd);
            kind = exports[name](handle, isBytes, length, queryEnd - length, end - queryEnd);
        } catch (error) {
            throw this.#failed(error);
        }
        const answer = this.#answer(exports, kind);
        if (exports.memory.buffer.byteLength > LARGE && this.documents === 0) this.#drop();
        return answer;
    }

    /** @param {Exports} exports @param {number} kind */
    #answer(exports, kind) {
        if (kind === NOTHING) return undefined;
        const start = exports.output();
        const bytes = this.#view(exports).subarray(start, start + exports.output_length());
        if (kind === NUMBER) return new DataView(bytes.buffer, start, 8).getFloat64(0, true);
        if (kind === BYTE_LIST) return bytes.slice();
        if (kind === TREE) return flatOf(bytes.slice());
        const text = utf8.decode(bytes);
        if (kind === TEXT) return text;
        const value = JSON.parse(text);
        if (kind === JSON_TEXT) return value;
        throw new HedgerowError(value.code, value.message, { place: value.place });
    }

    /**
     * Writes a string to the input from an offset. Returns the offset of its end.
     * @param {Exports} exports
     * @param {string} text
     * @param {number} offset
     */
    #write(exports, text, offset) {
        let rest = text;
        // Most strings are ASCII; for others, more space is reserved after the first part.
        let room = text.length + 16;
        for (;;) {
            const start = exports.reserve(offset + room) + offset;
            const { read, written } = encoder.encodeInto(rest, this.#view(exports).subarray(start, start + room));
            offset += written;
            if (read === rest.length) return offset;
            rest = rest.slice(read);
            room = 3 * rest.length;
        }
    }

    /** @param {Exports} exports @param {Uint8Array} bytes */
    #copy(exports, bytes) {
        const start = exports.reserve(bytes.length);
        this.#view(exports).set(bytes, start);
        return bytes.length;
    }

    /** The memory. Its buffer is replaced when it grows. @param {Exports} exports */
    #view(exports) {
        if (this.#bytes.buffer !== exports.memory.buffer) this.#bytes = new Uint8Array(exports.memory.buffer);
        return this.#bytes;
    }

    #instantiate() {
        if (this.#module === undefined) {
            if (this.#load === undefined) {
                throw new HedgerowError("not-initialized", "the module is not loaded yet: await init() first, and for bytes and streams that of hedgerow/bytes");
            }
            this.#module = this.#load();
        }
        /** @type {Record<string, Record<string, () => any>>} */
        const imports = {};
        // Besides `parse_url`, the module only calls functions that set up what it does not use.
        for (const { module, name } of WebAssembly.Module.imports(this.#module)) {
            (imports[module] ??= {})[name] = name.includes("parse_url") ? () => this.#parseUrl() : () => {};
        }
        const instance = new WebAssembly.Instance(this.#module, imports);
        this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
        return this.#exports;
    }

    /** Answers a question of the module: see `src/urls.rs`. */
    #parseUrl() {
        const exports = /** @type {Exports} */ (this.#exports);
        const start = exports.output();
        const question = utf8.decode(this.#view(exports).subarray(start, start + exports.output_length()));
        const [, encoding, base, address] = /** @type {string[]} */ (/^(\S*) (\S*) (.*)$/s.exec(question));
        const url = parseUrl(address, base, encoding, (query, name) => this.#decoder?.call("encode_query", query, name, undefined));
        if (url === undefined) return false;
        // The input must end where the URL ends.
        exports.reserve(this.#write(exports, url, 0));
        return true;
    }

    /** Drops the instance with its documents. */
    #drop() {
        this.#exports = undefined;
        this.#bytes = new Uint8Array();
        this.generation += 1;
        this.documents = 0;
    }

    /** Drops the instance after a failure, and returns the error for the caller. @param {unknown} error */
    #failed(error) {
        const isFull = (this.#exports?.memory.buffer.byteLength ?? 0) > FULL;
        this.#drop();
        const [code, what] = isFull ? ["out-of-memory", "the input needs too much memory"] : ["internal", "failed"];
        const message = `hedgerow: ${what}: ${/** @type {Error} */ (error)?.message ?? error}`;
        return new HedgerowError(/** @type {import("./errors.js").ErrorCode} */ (code), message, { cause: error });
    }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Flat} */
function flatOf({ buffer }) {
    const [numberCount, lineCount, nameBytes] = new Int32Array(buffer, 0, 3);
    const numbers = new Int32Array(buffer, 12, numberCount);
    const lines = new Int32Array(buffer, 12 + 4 * numberCount, lineCount);
    const start = 12 + 4 * (numberCount + lineCount);
    const names = utf8.decode(new Uint8Array(buffer, start, nameBytes)).split("\0");
    const text = utf8.decode(new Uint8Array(buffer, start + nameBytes));
    return { numbers, lines, names, text, block: 0 };
}
