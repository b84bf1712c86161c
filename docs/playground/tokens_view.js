// The list of tokens: each with its position, the states that read it, and the insertion mode after it.

import { visible } from "playground/characters.js";
import { element, span } from "playground/element.js";
import { point, reveal, select } from "playground/editor.js";
import { VirtualList } from "playground/virtual_list.js";

/** Connects the panel; `host` has the engine and `showStep(index)`. */
export function makeTokensView(panel, host) {
    const list = new VirtualList(panel, { role: "listbox", className: "tokens virtual", "aria-label": "Tokens" }, {
        load: (from, count) => host.engine.ask("tokens", from, count).catch(() => undefined),
        make: makeItem,
        activated(row) {
            if (!row) return;
            point(row.span);
            reveal(row.span);
        },
        keys(event, row) {
            if (event.key === "Enter") select(row.span);
            else if (event.key === "s") host.showStep(list.active);
            else return false;
            return true;
        },
    });
    list.list.addEventListener("pointerover", ({ target }) => {
        const row = list.rowAt(list.indexOf(target));
        if (row) point(row.span);
    });
    list.list.addEventListener("pointerleave", () => point(null));
    list.list.addEventListener("dblclick", ({ target }) => {
        const index = list.indexOf(target);
        if (index >= 0) host.showStep(index);
    });
    return { show: () => list.refresh() };
}

/** The class of a token by its kind. */
export const classOf = (token) => token.kind.replaceAll(" ", "-");

function makeItem(token) {
    return element(
        "div",
        { role: "option", className: `token ${classOf(token)}` },
        span("place", `${token.line}:${token.column}`),
        span("kind", token.kind),
        element("code", {}, ...visible(token.text)),
        span("note", token.states.join(" → ")),
        span("mode", token.insertionMode),
    );
}
