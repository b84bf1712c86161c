// The list of errors: message, position, and fix.

import { element, moreButton, span, withCode } from "playground/element.js";
import { point, reveal, select } from "playground/editor.js";

/** Shows the errors in a panel. */
export function showErrors(panel, { errors, errorCount }, showMore) {
    if (errors.length === 0) {
        panel.replaceChildren(element("p", { className: "empty" }, "No errors."));
        return;
    }
    panel.replaceChildren(element("ol", { className: "errors" }, ...joined(errors).map(makeItem)));
    if (errors.length < errorCount) panel.append(moreButton(errors.length, errorCount, showMore));
}

/** The errors, with equal errors of adjacent characters merged. */
function joined(errors) {
    const found = [];
    for (const error of errors) {
        const last = found.at(-1);
        if (last?.message === error.message && last.span[1] === error.span[0]) {
            last.span = [last.span[0], error.span[1]];
            last.count += 1;
        } else {
            found.push({ ...error, count: 1 });
        }
    }
    return found;
}

function makeItem(error) {
    const place = element("button", { type: "button", className: "place" }, `${error.line}:${error.column}`);
    place.setAttribute("aria-label", `Line ${error.line}, column ${error.column}: show in the source`);
    const code = element("a", { href: error.address, target: "_blank", rel: "noreferrer" }, error.code);
    const badges = [
        ...(error.isParseError ? [] : [span("badge", "warning")]),
        ...(error.count > 1 ? [span("badge", `${error.count} times`)] : []),
    ];
    const item = element(
        "li",
        { className: error.isParseError ? "error" : "warning" },
        element("div", { className: "error-head" }, place, code, ...badges),
        element("p", { className: "message" }, ...withCode(error.message)),
        element("p", { className: "note" }, ...withCode([error.details, error.fix].filter(Boolean).join(" "))),
    );
    place.addEventListener("click", () => select(error.span));
    for (const event of ["pointerenter", "focusin"]) {
        item.addEventListener(event, () => {
            point(error.span);
            reveal(error.span);
        });
    }
    item.addEventListener("pointerleave", () => point(null));
    return item;
}
