// The list of findings: message, position, and fix.

import { visible } from "playground/characters.js";
import { element, span, withCode } from "playground/element.js";
import { point, reveal, select } from "playground/editor.js";

/** Each part of the list has this number of findings. */
const PART = 200;

/** Shows the findings in a panel. */
export function showErrors(panel, { findings, findingCount, hasMore }, shown = PART) {
    if (findings.length === 0) {
        panel.replaceChildren(element("p", { className: "empty" }, "No errors, and no warnings."));
        return;
    }
    const part = findings.slice(0, shown);
    panel.replaceChildren(element("ol", { className: "errors" }, ...part.map(makeItem)));
    if (part.length < findings.length) {
        const numbers = `${part.length.toLocaleString("en")} of ${findingCount.toLocaleString("en")}${hasMore ? " or more" : ""}`;
        const button = element("button", { type: "button", className: "more" }, `Show more (${numbers} shown)`);
        button.addEventListener("click", () => showErrors(panel, { findings, findingCount, hasMore }, shown + 5 * PART));
        panel.append(button);
    } else if (findings.length < findingCount) {
        panel.append(element("p", { className: "empty" }, `These are the first ${findings.length.toLocaleString("en")} of ${findingCount.toLocaleString("en")} findings.`));
    }
}

function makeItem(finding) {
    const place = element("button", { type: "button", className: "place" }, `${finding.line}:${finding.column}`);
    place.setAttribute("aria-label", `${finding.line}:${finding.column}, show in the source`);
    const code = element("a", { href: finding.address, target: "_blank", rel: "noreferrer" }, finding.code);
    const also = finding.also.length
        ? [element("details", {}, element("summary", {}, `The same characters also cause ${finding.also.length} other ${finding.also.length === 1 ? "error" : "errors"}`), element("ul", {}, ...finding.also.map((message) => element("li", {}, ...withCode(message)))))]
        : [];
    const item = element(
        "li",
        { className: finding.isParseError ? "error" : "warning" },
        element("div", { className: "error-head" }, place, code, ...(finding.isParseError ? [] : [span("badge", "warning")])),
        element("p", { className: "message" }, ...withCode(finding.message, visible)),
        element("p", { className: "note" }, ...withCode([finding.details, finding.fix].filter(Boolean).join(" "))),
        ...also,
    );
    place.addEventListener("click", () => select(finding.span));
    for (const event of ["pointerenter", "focusin"]) {
        item.addEventListener(event, () => {
            point(finding.span);
            reveal(finding.span);
        });
    }
    item.addEventListener("pointerleave", () => point(null));
    return item;
}
