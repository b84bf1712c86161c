// Helpers that create elements of the page, and show characters that cannot be seen. All texts are inserted as text, never as
// markup, because they are untrusted.

/** An element with a class, attributes or properties, and children. */
export function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key in made) made[key] = value;
        else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

/** A run of text with a class. */
export const span = (className, ...children) => element("span", { className }, ...children);

/** Splits a text into nodes, with `code` elements for the parts in backticks. */
export const withCode = (text, nodes = (part) => [part]) =>
    text.split("`").flatMap((part, index) => (index % 2 ? [element("code", {}, ...nodes(part))] : nodes(part)));

/** A link to another page. */
export const link = (href, ...children) => element("a", { href, target: "_blank", rel: "noreferrer" }, ...children);

/** A button that calls a function. */
export function button(text, clicked, properties = {}) {
    const made = element("button", { type: "button", ...properties }, text);
    made.addEventListener("click", () => clicked(made));
    return made;
}

/** The elements with the attribute `data-part`, by its value. */
export const partsOf = (root) => Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));

/** A number with separators. */
export const digits = (number) => number.toLocaleString("en");

/** A number and a word, which gets `s` or `es` if the number is not 1. */
export const plural = (count, word, ending = "s") => `${digits(count)} ${word}${count === 1 ? "" : ending}`;

/** A time in milliseconds. The clocks of browsers are not more exact. */
export const milliseconds = (time) => (time < 0.1 ? "less than 0.1 ms" : `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`);

/** Shows a message on a button for a moment. */
export function flash(button, message) {
    const label = button.dataset.label ?? button.textContent;
    button.dataset.label = label;
    button.textContent = message;
    clearTimeout(button.timer);
    button.timer = setTimeout(() => (button.textContent = label), 1800);
}

/** Copies a text to the clipboard. The button shows the result for a moment. */
export async function copy(text, button) {
    // Browsers may provide no clipboard to pages that were not loaded through HTTPS.
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    flash(button, isCopied ? "Copied" : "Not allowed");
    return isCopied;
}

/** Control and format characters, except tabs and line feeds. */
export const CONTROLS = /[\0-\x08\x0B-\x1F\x7F-\x9F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** Characters that change the direction of the text after them. */
export const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

const NAMES = {
    "\u00AD": "SHY", "\u061C": "ALM", "\u200B": "ZWSP", "\u200C": "ZWNJ", "\u200D": "ZWJ", "\u200E": "LRM", "\u200F": "RLM",
    "\u202A": "LRE", "\u202B": "RLE", "\u202C": "PDF", "\u202D": "LRO", "\u202E": "RLO", "\u2060": "WJ", "\u2066": "LRI",
    "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI", "\uFEFF": "BOM",
};

/** A visible character for an invisible one. */
export const pictureOf = (character) => (character < " " ? String.fromCodePoint(0x2400 + character.codePointAt(0)) : character === "\x7F" ? "␡" : "\uFFFD");

/** Splits a text into nodes: a character that cannot be seen becomes an element with its name. */
export function visible(text) {
    return text.split(new RegExp(`(${CONTROLS.source})`, "u")).filter(Boolean).map((part) => {
        if (part.length > 1 || !CONTROLS.test(part)) return part;
        const code = part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
        const name = NAMES[part] ?? (code < "0020" ? pictureOf(part) : `U+${code}`);
        return element("span", { className: "control", title: `U+${code}` }, name);
    });
}
