// Helpers that create elements of the page. All texts are inserted as text, never as markup, because they are untrusted.

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

/** A number and a word, which gets an "s" if the number is not 1. */
export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

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
