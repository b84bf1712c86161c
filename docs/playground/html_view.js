// The serialization: standard, indented or minified; and the dump of the conformance suite.

import { visible } from "playground/characters.js";
import { copy, element } from "playground/element.js";

/** The forms: their names in the parser, and their labels. */
export const FORMS = { html: "Standard", indented: "Indented", minified: "Minified", dump: "Dump" };

/** A longer text is shown in part at first, because browsers take seconds to lay it out. */
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
    const button = element("button", { type: "button" }, "Copy");
    button.addEventListener("click", () => copy(text, button));
    const output = element("pre", { className: "output", tabIndex: 0, role: "region", "aria-label": "Serialization" });
    const more = element("button", { type: "button", className: "more", hidden: true });
    more.addEventListener("click", () => {
        output.replaceChildren(...visible(text));
        more.hidden = true;
    });
    panel.append(element("div", { className: "toolbar" }, group, button), output, more);
    return {
        async show() {
            group.querySelector(`[value=${state.form}]`).checked = true;
            const answer = await engine.askLatest("text", state.form).catch(() => undefined);
            if (answer === undefined) return;
            text = answer;
            output.replaceChildren(...visible(text.slice(0, MOST_CHARACTERS)));
            more.hidden = text.length <= MOST_CHARACTERS;
            more.textContent = `Show all ${text.length.toLocaleString("en")} characters`;
        },
    };
}
