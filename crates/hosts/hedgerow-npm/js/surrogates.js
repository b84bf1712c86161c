// Strings of JavaScript may contain lone surrogates, which UTF-8 cannot represent. They survive by this rule:
//
// If a string has lone surrogates, each of them is passed as a private-use character: U+D800 + n as B + n, where B is the
// start of a block of 2048 characters of planes 15 and 16. In the strings of the answer, the characters of the block become
// surrogates again. The block is the first one of which the string contains no character, so the rule changes nothing else.

/** The size of a block: the number of surrogates. */
const SIZE = 0x800;

/** The start of the first block. */
const FIRST = 0xf0000;

/** The first code point after the last block. */
const END = 0x110000;

/** @param {string} text */
const hasCompletePairs = (text) => !/\p{Surrogate}/u.test(text);

/**
 * Whether a string has no lone surrogates.
 * @param {string} text
 * @returns {boolean}
 */
export const isWellFormed =
    typeof String.prototype.isWellFormed === "function" ? (/** @type {string} */ text) => text.isWellFormed() : hasCompletePairs;

/**
 * Returns a value as JSON in which lone surrogates are themselves and not escapes.
 * @param {unknown} value
 * @returns {string}
 */
export function toJson(value) {
    const json = JSON.stringify(value);
    if (!json.includes("\\ud")) return json;
    return json.replace(/\\\\|\\u(d[89a-f]..)/g, (escape, code) => (code ? String.fromCharCode(parseInt(code, 16)) : escape));
}

/**
 * Returns the start of a block of which the strings contain no character, or 0 if they contain characters of all blocks.
 * @param {string} text
 */
export function freeBlock(text) {
    const used = new Set();
    for (const [character] of text.matchAll(/[\u{F0000}-\u{10FFFF}]/gu)) {
        used.add(Math.floor((/** @type {number} */ (character.codePointAt(0)) - FIRST) / SIZE));
    }
    // The last two characters of a plane are noncharacters, so the last block of each plane is left out.
    for (let block = 0; FIRST + block * SIZE < END; block++) {
        if (!used.has(block) && block % 32 !== 31) return FIRST + block * SIZE;
    }
    return 0;
}

/**
 * Replaces the lone surrogates of a string by characters of a block.
 * @param {string} text
 * @param {number} block
 */
export function hide(text, block) {
    return text.replace(/\p{Surrogate}/gu, (lone) => String.fromCodePoint(lone.charCodeAt(0) - 0xd800 + block));
}

/**
 * Replaces the characters of a block by lone surrogates, in all strings of a value.
 * @template T
 * @param {T} value
 * @param {number} block
 * @returns {T}
 */
export function restore(value, block) {
    /** @type {any} */
    const any = value;
    if (typeof any === "string") {
        const inBlock = new RegExp(`[\\u{${block.toString(16)}}-\\u{${(block + SIZE - 1).toString(16)}}]`, "gu");
        const lone = (/** @type {string} */ character) =>
            String.fromCharCode(/** @type {number} */ (character.codePointAt(0)) - block + 0xd800);
        return /** @type {T} */ (any.replace(inBlock, lone));
    }
    if (Array.isArray(any)) return /** @type {T} */ (any.map((item) => restore(item, block)));
    // The texts of a tree are cut before they are restored.
    if (any?.numbers instanceof Int32Array) return { ...any, block };
    if (any !== null && typeof any === "object") {
        return /** @type {T} */ (
            Object.fromEntries(Object.entries(any).map(([key, item]) => [restore(key, block), restore(item, block)]))
        );
    }
    return value;
}
