// The list of tokens: each with its position, the states that read it, and the insertion mode after it.

import { element, moreButton, span } from "playground/element.js";
import { point, reveal } from "playground/editor.js";

/** Shows the tokens in a panel. */
export function showTokens(panel, { tokens, isComplete }, showMore) {
    const list = element("ol", { className: "tokens" }, ...tokens.map(makeItem));
    panel.replaceChildren(list);
    if (!isComplete) panel.append(moreButton(tokens.length, undefined, showMore));
}

function makeItem(token) {
    const place = element("button", { type: "button", className: "place" }, `${token.line}:${token.column}`);
    place.setAttribute("aria-label", `Line ${token.line}, column ${token.column}: show it in the source`);
    const item = element(
        "li",
        { className: `token ${token.kind.replaceAll(" ", "-")}` },
        place,
        span("kind", token.kind),
        element("code", {}, token.text),
        element("p", { className: "note" }, token.states.join(" → "), span("mode", token.insertionMode)),
    );
    place.addEventListener("click", () => reveal(token.span));
    for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, () => point(token.span));
    item.addEventListener("pointerleave", () => point(null));
    return item;
}
