// The serialization: standard, indented or minified; and the dump of the conformance suite.

import { copy, element } from "playground/element.js";

/** The forms: their names in the parser, and their labels. */
export const FORMS = { html: "Standard", indented: "Indented", minified: "Minified", dump: "Dump" };

/** Shows a text in a panel, with a choice of its form. */
export function showHtml(panel, text, form, choose) {
    const existing = panel.querySelector("pre");
    if (existing) {
        existing.textContent = text;
        return;
    }
    const choices = Object.entries(FORMS).map(([value, name]) => {
        const radio = element("input", { type: "radio", name: "form", value, checked: value === form });
        radio.addEventListener("change", () => choose(value));
        return element("label", {}, radio, name);
    });
    const button = element("button", { type: "button" }, "Copy");
    const output = element("pre", { className: "output", tabIndex: 0 }, text);
    button.addEventListener("click", () => copy(output.textContent, button));
    const group = element("fieldset", { className: "forms" }, element("legend", {}, "Form"), ...choices);
    panel.replaceChildren(element("div", { className: "toolbar" }, group, button), output);
}
