// Characters that cannot be seen, or that change the order of others.

/** Control and format characters, except tabs and line feeds. */
export const CONTROLS = /[\0-\x08\x0B-\x1F\x7F-\x9F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** Characters that change the direction of the text after them. */
export const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

const NAMES = {
    "\u00AD": "SHY", "\u061C": "ALM", "\u200B": "ZWSP", "\u200C": "ZWNJ", "\u200D": "ZWJ", "\u200E": "LRM", "\u200F": "RLM",
    "\u202A": "LRE", "\u202B": "RLE", "\u202C": "PDF", "\u202D": "LRO", "\u202E": "RLO", "\u2060": "WJ", "\u2066": "LRI",
    "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\uFEFF": "BOM",
};

/** A visible character in place of one that cannot be seen. */
export const pictureOf = (character) => (character < " " ? String.fromCodePoint(0x2400 + character.codePointAt(0)) : character === "\x7F" ? "␡" : "\uFFFD");

/** Splits a text into nodes: a character that cannot be seen becomes an element with its name. */
export function visible(text) {
    return text.split(new RegExp(`(${CONTROLS.source})`, "u")).filter(Boolean).map((part) => {
        if (part.length > 1 || !CONTROLS.test(part)) return part;
        const name = document.createElement("span");
        name.className = "control";
        const code = part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
        name.textContent = NAMES[part] ?? (code < "0020" ? pictureOf(part) : `U+${code}`);
        name.title = `U+${code}`;
        return name;
    });
}
