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
export const span = (className, text) => element("span", { className }, text);

/** Splits a text into nodes, with `code` elements for the parts in backticks. */
export const withCode = (text) => text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));

/** A button below a list that is shown in part; the number of all items may be unknown. */
export function moreButton(shown, count, showMore) {
    const numbers = [shown, count].filter(Number.isInteger).map((number) => number.toLocaleString("en"));
    const label = `Show more (${numbers.join(" of ")} shown)`;
    const button = element("button", { type: "button", className: "more" }, label);
    button.addEventListener("click", showMore);
    return button;
}

/** Copies a text to the clipboard. The button shows the result for a moment. */
export async function copy(text, button) {
    const label = button.textContent;
    // Browsers may provide no clipboard to pages that were not loaded through HTTPS.
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Not allowed";
    button.disabled = true;
    setTimeout(() => {
        button.textContent = label;
        button.disabled = false;
    }, 1500);
}
