// The lists of tokens, of findings and of matches, and the output.

import { button, copy, digits, element, link, plural, span, visible, withCode } from "./element.js";
import { lineAndColumn, mark, point, reveal, select } from "./editor.js";
import { VirtualList } from "./virtual_list.js";

// The tokens: each with its position, the states that read it, and the insertion mode after it.

/** Connects the panel; `host` has the engine and `showStep(index)`. */
export function makeTokensView(panel, host) {
    const list = new VirtualList(panel, { role: "listbox", className: "tokens virtual", "aria-label": "Tokens" }, {
        load: (from, count) => host.engine.ask("tokens", from, count),
        make: makeToken,
        activated(row) {
            if (!row) return;
            point(row.span);
            reveal(row.span);
        },
        pointed: (row) => point(row?.span),
        opened: (row, index) => host.showStep(index),
        keys(event, row) {
            if (event.key === "Enter") select(row.span);
            else if (event.key === "s") host.showStep(list.active);
            else return false;
            return true;
        },
    });
    return { show: () => list.refresh() };
}

/** The class of a token by its kind. */
export const classOf = (token) => token.kind.replaceAll(" ", "-");

function makeToken(token) {
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

// Lists of places in the source: findings and matches.

/** The number of items that are shown at first. */
const SHOWN_AT_FIRST = 200;

/** Shows items in a panel, of which `count` exist. */
function showItems(panel, items, count, make, shown = SHOWN_AT_FIRST) {
    const part = items.slice(0, shown);
    panel.replaceChildren(element("ol", { className: "errors" }, ...part.map(make)));
    if (part.length < items.length) {
        const more = () => showItems(panel, items, count, make, shown + 5 * SHOWN_AT_FIRST);
        panel.append(button(`Show more (${digits(part.length)} of ${digits(count)} shown)`, more, { className: "more" }));
    } else if (items.length < count) {
        panel.append(element("p", { className: "empty" }, `These are the first ${digits(items.length)} of ${digits(count)}.`));
    }
}

/** Makes an item, which marks its place in the source while the pointer is over it. */
function makeItem(className, place, ...contents) {
    const item = element("li", { className }, ...contents);
    if (!place) return item;
    for (const event of ["pointerenter", "focusin"]) {
        item.addEventListener(event, () => {
            point(place);
            reveal(place);
        });
    }
    item.addEventListener("pointerleave", () => point(null));
    return item;
}

function placeButton(place) {
    const position = lineAndColumn(place[0]).join(":");
    return button(position, () => select(place), { className: "place", ariaLabel: `${position}, show in the source` });
}

/** Shows the findings of the checker. */
export function showFindings(panel, { findings, findingCount }) {
    if (findings.length === 0) panel.replaceChildren(element("p", { className: "empty" }, "The checker finds no mistakes."));
    else showItems(panel, findings, findingCount, makeFinding);
}

function makeFinding({ code, level, message, details, fix, allowed, url, also, start, end }) {
    const place = [start.offset, end.offset];
    const others = also.length
        ? [element("details", {}, element("summary", {}, `The same characters also cause ${plural(also.length, "other error")}`), element("ul", {}, ...also.map((message) => element("li", {}, ...withCode(message)))))]
        : [];
    const notes = [details, fix, allowed && `Allowed: ${allowed}.`].filter(Boolean).join(" ");
    return makeItem(
        level,
        place,
        element("div", { className: "error-head" }, placeButton(place), link(url, code), span("badge", level)),
        element("p", { className: "message" }, ...withCode(message, visible)),
        element("p", { className: "note" }, ...withCode(notes)),
        ...others,
    );
}

/** The maximum number of characters that are shown of a match. */
const MOST_OF_MATCH = 500;

/** Connects the panel of selectors; `host` has the engine, the state, `found` (offsets of start tags) and `changed()`. */
export function makeSelectView(panel, host) {
    const field = element("input", { id: "selector", "aria-label": "Selector", placeholder: "td:has(b), or a::attr(href)", spellcheck: false, "aria-describedby": "matches" });
    const result = element("p", { id: "matches", className: "note", role: "status" });
    const list = element("div", {});
    panel.append(element("div", { className: "toolbar" }, field, result), list);
    field.addEventListener("input", () => {
        host.state.selector = field.value;
        host.changed();
    });
    const view = {
        /** Finds the matches, marks them in the source, and shows them. */
        async show() {
            const { selector } = host.state;
            if (field.value !== selector) field.value = selector;
            const answer = selector.trim() ? await host.engine.askLatest("select", selector) : { found: [], count: 0 };
            if (answer === undefined) return;
            const { found, count, message = "" } = answer;
            const places = found.filter(({ start }) => start !== null);
            host.found = new Set(places.map(({ start }) => start));
            mark(["found"], places.map(({ start, startTagEnd }) => ["found", [start, startTagEnd]]));
            field.setAttribute("aria-invalid", Boolean(message));
            result.replaceChildren(...withCode(message || (selector.trim() ? plural(count, "match", "es") : "Matches are marked in the source and in the tree.")));
            showItems(list, found, count, makeMatch);
        },
    };
    return view;
}

function makeMatch({ html, start, end }) {
    const place = start === null ? null : [start, end];
    const text = html.length > MOST_OF_MATCH ? `${html.slice(0, MOST_OF_MATCH)}…` : html;
    return makeItem("match", place, ...(place ? [placeButton(place)] : []), element("code", {}, ...visible(text)));
}

// The output: HTML in several forms, Markdown and text.

/** The forms: their names in the worker, and their labels. */
export const FORMS = { html: "Standard", indented: "Indented", minified: "Minified", sanitized: "Sanitized", markdown: "Markdown", text: "Text" };

/** The presets of sanitizers. */
export const PRESETS = ["default", "basic", "comments", "email", "article"];

/** Of a longer text, only the start is shown at first, because browsers take seconds to lay it out. */
const MOST_CHARACTERS = 200_000;

/** Connects the panel; `host` has the engine, the state and `changed()`. */
export function makeOutputView(panel, { engine, state, changed }) {
    let text = "";
    const choices = Object.entries(FORMS).map(([value, name]) => {
        const radio = element("input", { type: "radio", name: "form", value });
        radio.addEventListener("change", () => {
            state.form = value;
            changed();
        });
        return element("label", {}, radio, name);
    });
    const group = element("fieldset", { className: "forms" }, element("legend", {}, "Form"), ...choices);
    const preset = element("select", { "aria-label": "Rules of the sanitizer" }, ...PRESETS.map((name) => element("option", {}, name)));
    preset.addEventListener("change", () => {
        state.preset = preset.value;
        changed();
    });
    const removals = element("details", { className: "removals" });
    const output = element("pre", { className: "output", tabIndex: 0, role: "region", "aria-label": "Output" });
    const showAll = () => {
        output.replaceChildren(...visible(text));
        more.hidden = true;
    };
    const more = button("", showAll, { className: "more", hidden: true });
    panel.append(element("div", { className: "toolbar" }, group, preset, button("Copy", (copying) => copy(text, copying))), removals, output, more);
    return {
        async show() {
            const isSanitized = state.form === "sanitized";
            group.querySelector(`[value=${state.form}]`).checked = true;
            preset.value = state.preset;
            preset.hidden = removals.hidden = !isSanitized;
            const answer = await engine.askLatest("output", state.form, state.preset);
            if (answer === undefined) return;
            text = isSanitized ? answer.html : answer;
            if (isSanitized) showRemovals(removals, answer.removals);
            output.replaceChildren(...visible(text.slice(0, MOST_CHARACTERS)));
            more.hidden = text.length <= MOST_CHARACTERS;
            more.textContent = `Show all ${digits(text.length)} characters`;
        },
    };
}

function showRemovals(panel, removals) {
    const items = removals.slice(0, SHOWN_AT_FIRST).map(({ message }) => element("li", {}, ...withCode(message, visible)));
    panel.replaceChildren(element("summary", {}, removals.length ? `${plural(removals.length, "part")} removed or changed` : "Nothing was removed."), element("ul", {}, ...items));
}
