// The rows of a tree, in the tree of the document and in that of a step.

import { visible } from "playground/characters.js";
import { element, span } from "playground/element.js";
import { point, reveal, select } from "playground/editor.js";
import { VirtualList } from "playground/virtual_list.js";

/** The largest indentation, in levels. Screen readers still get the real level. */
const DEEPEST_INDENTATION = 40;

/** A list of the rows of a tree. `options` are those of a list, and `toggle(row)`, `made(row)` and `note(row)`. */
export function treeList(panel, label, options) {
    const list = new VirtualList(panel, { role: "tree", className: "tree virtual", "aria-label": label }, {
        load: options.load,
        make: (row) => makeRow(row, options.note?.(row)),
        activated(row, isByKey) {
            if (!row) return;
            pointAt(row);
            if (isByKey && row.span) reveal(row.span);
        },
        keys: (event, row) => row && pressed(event, row, list, options),
    });
    list.list.addEventListener("click", (event) => {
        const row = list.rowAt(list.indexOf(event.target));
        if (!row) return;
        const isArrow = event.clientX < event.target.closest(".row").firstElementChild.getBoundingClientRect().left;
        if (isArrow && row.isOpen !== null) options.toggle(row);
        else if (row.span) reveal(row.span);
    });
    list.list.addEventListener("dblclick", (event) => {
        const row = list.rowAt(list.indexOf(event.target));
        if (row) options.made?.(row);
    });
    list.list.addEventListener("pointerover", ({ target }) => pointAt(list.rowAt(list.indexOf(target))));
    list.list.addEventListener("pointerleave", () => point(null));
    return list;
}

function pointAt(row) {
    if (row) point(row.span, [row.startTag, row.endTag]);
}

/** The keys of a tree, by the ARIA practices, and `s` for the step that made the node. */
function pressed(event, row, list, options) {
    switch (event.key) {
        case "ArrowRight":
            if (row.isOpen === false) options.toggle(row);
            else if (row.isOpen) list.activate(list.active + 1, true);
            return true;
        case "ArrowLeft":
            if (row.isOpen) options.toggle(row);
            else options.parent(row).then((index) => list.activate(index, true));
            return true;
        case "Enter":
            if (row.span) select(row.span);
            return true;
        case "s":
            options.made?.(row);
            return Boolean(options.made);
        default:
            return false;
    }
}

function makeRow(node, note) {
    const row = element("div", { role: "treeitem", className: `${node.kind} ${node.origin}` });
    row.setAttribute("aria-level", node.depth + 1);
    row.style.setProperty("--depth", Math.min(node.depth, DEEPEST_INDENTATION));
    if (node.isOpen !== null) row.setAttribute("aria-expanded", node.isOpen);
    row.append(element("span", { className: "label" }, ...label(node)));
    if (node.origin !== "source") row.append(span("badge", node.origin));
    if (node.depth > DEEPEST_INDENTATION) row.append(span("badge", `level ${node.depth + 1}`));
    if (note) {
        row.classList.add(...note.classes);
        row.append(...note.badges.map((text) => span("badge change", text)));
    }
    return row;
}

function label(node) {
    switch (node.kind) {
        case "element": {
            const prefix = node.namespace ? [span("namespace", `${node.namespace} `)] : [];
            const attributes = node.attributes.flatMap(({ name, value }) => [
                " ",
                span("name", ...visible(name)),
                ...(value ? ["=", span("value", '"', ...visible(value), '"')] : []),
            ]);
            return [span("tag", "<"), ...prefix, span("tag", ...visible(node.name)), ...attributes, span("tag", ">")];
        }
        case "text":
            return [span("text", '"', ...visible(onOneLine(node.text)), '"')];
        case "comment":
            return [span("comment", "<!--", ...visible(onOneLine(node.text)), "-->")];
        case "doctype":
            return [span("doctype", "<!DOCTYPE ", ...visible(node.text), ">")];
        case "processing-instruction":
            return [span("doctype", `<?${node.name} `, ...visible(onOneLine(node.text)), "?>")];
        case "contents":
            return [span("heading", "template contents")];
        default:
            return [span("heading", `shadow root (${node.name})`)];
    }
}

/** A text with symbols for line feeds and tabs. */
const onOneLine = (text) => text.replaceAll("\n", "⏎").replaceAll("\t", "⇥");
