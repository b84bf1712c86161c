// The rows of a tree, for the document and for a step, with collapsing and folding of whitespace.

import { button, element, span, visible } from "./element.js";
import { point, reveal, select } from "./editor.js";
import { VirtualList } from "./virtual_list.js";

/** Connects the panel; `host` has the engine, the state, `found`, `folded()`, `toggle(row)` and `showStepOf(row)`. */
export function makeTreeView(panel, host) {
    const { engine, state } = host;
    const bar = element("div", { className: "toolbar" });
    const scroller = element("div", { className: "scroller" });
    panel.append(bar, scroller);
    const fold = element("input", { type: "checkbox", checked: state.fold });
    const collapse = (rows) => {
        state.collapsed = new Set(rows.filter((row) => row.isOpen && row.depth >= 2).map((row) => row.key));
        refold();
    };
    /** Hides or shows rows; the node of the active row stays active. */
    const refold = async () => {
        const id = list.activeRow?.id;
        await host.folded();
        if (id !== undefined) await list.mark((await engine.ask("rowOf", false, id)) ?? -1);
    };
    const collapseAll = button("Collapse", async () => collapse((await engine.ask("rows", false, 0, 100_000))?.rows ?? []), { className: "quiet", title: "Collapse all elements below body" });
    const expandAll = button("Expand", () => collapse([]), { className: "quiet", title: "Expand all elements" });
    bar.append(
        element("label", { className: "check small" }, fold, "Fold whitespace"),
        element("span", { className: "buttons" }, collapseAll, expandAll),
    );
    fold.addEventListener("change", () => {
        state.fold = fold.checked;
        refold();
    });
    const list = treeList(scroller, "Tree", {
        load: (from, count) => engine.ask("rows", false, from, count),
        toggle: host.toggle,
        made: host.showStepOf,
        note: (row) => (row.kind === "element" && row.origin === "source" && host.found.has(row.startTag?.[0]) ? { classes: ["found"], badges: [] } : undefined),
    });
    return {
        show: () => {
            fold.checked = state.fold;
            return list.refresh();
        },
        async showCaret(offset) {
            const index = await engine.askLatest("rowAt", false, offset);
            if (index === undefined || index < 0) return;
            await list.mark(index);
        },
    };
}

/** The largest indentation, in levels. Screen readers still get the real level. */
const DEEPEST_INDENTATION = 40;

/** A list of the rows of a tree. `options` has `load` of a list, and `toggle(row)`, `made(row)` and `note(row)`. */
export function treeList(panel, label, options) {
    const list = new VirtualList(panel, { role: "tree", className: "tree virtual", "aria-label": label }, {
        load: options.load,
        make: (row) => makeRow(row, options.note?.(row)),
        activated(row, isByKey) {
            pointAt(row);
            if (isByKey && row?.span) reveal(row.span);
        },
        pointed: pointAt,
        opened: options.made,
        keys: (event, row) => row && pressed(event, row, list, options),
    });
    list.list.addEventListener("click", (event) => {
        const row = list.rowAt(list.indexOf(event.target));
        if (!row) return;
        const isArrow = event.clientX < event.target.closest(".row").firstElementChild.getBoundingClientRect().left;
        if (isArrow && row.isOpen !== null) options.toggle(row);
        else if (row.span) reveal(row.span);
    });
    return list;
}

/** Highlights the node of a row in the source, or nothing. */
function pointAt(row) {
    point(row?.span, [row?.startTag, row?.endTag]);
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
            else parentOf(list, row).then((index) => list.activate(index, true));
            return true;
        case "Enter":
            if (row.span) select(row.span);
            return true;
        case "s":
            options.made(row);
            return true;
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
        for (const text of note.badges) row.append(span("badge change", text));
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

/** The index of the parent of the active row. Loads rows that the list does not have. */
async function parentOf(list, row) {
    for (let index = list.active - 1; index >= 0; index -= 1) {
        const other = list.rowAt(index) ?? (await list.options.load(index, 1))?.rows[0];
        if (!other || other.depth < row.depth) return index;
    }
    return 0;
}
