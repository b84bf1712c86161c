// The search: a CSS selector, whose matches are marked in the source and in the tree, or a text in the source.

import { digits, partsOf, plural } from "playground/element.js";
import { getCaret, getText, mark, select } from "playground/editor.js";

/** The maximum number of matches that are marked. */
const MOST = 5000;

/** Connects the field; `host` has the engine, `found` (a set of numbers of nodes) and `refreshTree()`. */
export function makeFind(form, host) {
    const { field, kind, result, previous, next } = partsOf(form);
    let places = [];
    let current = -1;

    async function find() {
        const query = field.value;
        const isSelector = kind.value === "selector";
        let [count, nodes, message] = [0, [], ""];
        places = [];
        if (query.trim() && isSelector) {
            const answer = await host.engine.askLatest("select", query, MOST);
            if (answer === undefined) return;
            ({ count = 0, nodes = [], message = "" } = answer);
            places = (answer.places ?? []).filter(Boolean);
        } else if (query) {
            places = placesOf(query);
            count = places.length;
        }
        current = -1;
        host.found = new Set(nodes);
        mark(["found"], places.map((place) => ["found", place]));
        field.setAttribute("aria-invalid", Boolean(message));
        field.title = message;
        result.textContent = message ? "invalid" : query.trim() ? plural(count, "match", "es") : "";
        previous.disabled = next.disabled = places.length === 0;
        host.refreshTree();
    }

    function placesOf(query) {
        const [text, word] = [getText().toLowerCase(), query.toLowerCase()];
        const found = [];
        // A few characters change their length in lower case; then only the exact text is found.
        const isSame = text.length === getText().length;
        const [source, wanted] = isSame ? [text, word] : [getText(), query];
        for (let at = source.indexOf(wanted); at >= 0 && found.length < MOST; at = source.indexOf(wanted, at + wanted.length)) {
            found.push([at, at + wanted.length]);
        }
        return found;
    }

    function go(step) {
        if (places.length === 0) return;
        if (current < 0) {
            const caret = getCaret();
            const after = places.findIndex(([start]) => start >= caret);
            current = step > 0 ? (after < 0 ? 0 : after) : (after <= 0 ? places.length : after) - 1;
        } else {
            current = (current + step + places.length) % places.length;
        }
        const hadFocus = document.activeElement;
        select(places[current]);
        hadFocus.focus();
        result.textContent = `${digits(current + 1)} of ${digits(places.length)}`;
    }

    field.addEventListener("input", find);
    kind.addEventListener("change", find);
    previous.addEventListener("click", () => go(-1));
    next.addEventListener("click", () => go(1));
    field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
        else if (event.key === "Escape") {
            field.value = "";
            find();
        } else return;
        event.preventDefault();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    return { find, focus: () => field.focus() };
}
