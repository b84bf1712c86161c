// Making elements of the page. Nothing is ever written as markup: what is shown comes from strangers.

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

/** A text as nodes, with what stands between backticks as code. */
export const withCode = (text) => text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));

/** What is shown below a list of which only the beginning is shown; the count may be unknown. */
export function moreButton(shown, count, showMore) {
    const numbers = [shown, count].filter(Number.isInteger).map((number) => number.toLocaleString("en"));
    const label = `Show more: ${numbers.join(" of ")} are here`;
    const button = element("button", { type: "button", className: "more" }, label);
    button.addEventListener("click", showMore);
    return button;
}

/** Copies a text, and says on the button for a moment whether that went well. */
export async function copy(text, button) {
    const label = button.textContent;
    // A page that does not come by way of HTTPS may have no clipboard.
    const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Not allowed";
    button.disabled = true;
    setTimeout(() => {
        button.textContent = label;
        button.disabled = false;
    }, 1500);
}
