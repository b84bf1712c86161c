// The lists of tokens and of findings, and the serialization.

import { button, copy, digits, element, link, plural, span, visible, withCode } from "playground/element.js";
import { lineAndColumn, point, reveal, select } from "playground/editor.js";
import { VirtualList } from "playground/virtual_list.js";

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

// The findings: message, position, and fix.

/** The number of findings that are shown at first. */
const SHOWN_AT_FIRST = 200;

/** Shows the findings in a panel. */
export function showErrors(panel, { findings, findingCount, hasMore }, shown = SHOWN_AT_FIRST) {
    if (findings.length === 0) {
        panel.replaceChildren(element("p", { className: "empty" }, "No errors, and no warnings."));
        return;
    }
    const part = findings.slice(0, shown);
    panel.replaceChildren(element("ol", { className: "errors" }, ...part.map(makeFinding)));
    if (part.length < findings.length) {
        const numbers = `${digits(part.length)} of ${digits(findingCount)}${hasMore ? " or more" : ""}`;
        const more = () => showErrors(panel, { findings, findingCount, hasMore }, shown + 5 * SHOWN_AT_FIRST);
        panel.append(button(`Show more (${numbers} shown)`, more, { className: "more" }));
    } else if (findings.length < findingCount) {
        panel.append(element("p", { className: "empty" }, `These are the first ${digits(findings.length)} of ${digits(findingCount)} findings.`));
    }
}

function makeFinding(finding) {
    const position = lineAndColumn(finding.span[0]).join(":");
    const place = button(position, () => select(finding.span), { className: "place", ariaLabel: `${position}, show in the source` });
    const code = link(finding.address, finding.code);
    const also = finding.also.length
        ? [element("details", {}, element("summary", {}, `The same characters also cause ${plural(finding.also.length, "other error")}`), element("ul", {}, ...finding.also.map((message) => element("li", {}, ...withCode(message)))))]
        : [];
    const item = element(
        "li",
        { className: finding.isParseError ? "error" : "warning" },
        element("div", { className: "error-head" }, place, code, ...(finding.isParseError ? [] : [span("badge", "warning")])),
        element("p", { className: "message" }, ...withCode(finding.message, visible)),
        element("p", { className: "note" }, ...withCode([finding.details, finding.fix].filter(Boolean).join(" "))),
        ...also,
    );
    for (const event of ["pointerenter", "focusin"]) {
        item.addEventListener(event, () => {
            point(finding.span);
            reveal(finding.span);
        });
    }
    item.addEventListener("pointerleave", () => point(null));
    return item;
}

// The serialization: standard, indented or minified; and the dump of the conformance suite.

/** The forms: their names in the parser, and their labels. */
export const FORMS = { html: "Standard", indented: "Indented", minified: "Minified", dump: "Dump" };

/** Of a longer text, only the start is shown at first, because browsers take seconds to lay it out. */
const MOST_CHARACTERS = 200_000;

/** Connects the panel; `host` has the engine, the state and `changed()`. */
export function makeHtmlView(panel, { engine, state, changed }) {
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
    const output = element("pre", { className: "output", tabIndex: 0, role: "region", "aria-label": "Serialization" });
    const showAll = (more) => {
        output.replaceChildren(...visible(text));
        more.hidden = true;
    };
    const more = button("", showAll, { className: "more", hidden: true });
    panel.append(element("div", { className: "toolbar" }, group, button("Copy", (copying) => copy(text, copying))), output, more);
    return {
        async show() {
            group.querySelector(`[value=${state.form}]`).checked = true;
            const answer = await engine.askLatest("text", state.form);
            if (answer === undefined) return;
            text = answer;
            output.replaceChildren(...visible(text.slice(0, MOST_CHARACTERS)));
            more.hidden = text.length <= MOST_CHARACTERS;
            more.textContent = `Show all ${digits(text.length)} characters`;
        },
    };
}
