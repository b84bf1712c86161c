// The tree of the document: collapsing, and folding of whitespace.

import { element } from "playground/element.js";
import { treeList } from "playground/tree_rows.js";

/** Connects the panel; `host` has the engine, the state, `folded()` and `showStepOf(row)`. */
export function makeTreeView(panel, host) {
    const { engine, state } = host;
    const bar = element("div", { className: "toolbar" });
    const scroller = element("div", { className: "scroller" });
    panel.append(bar, scroller);
    const fold = element("input", { type: "checkbox", checked: state.fold });
    const button = (text, title, action) => {
        const made = element("button", { type: "button", className: "quiet", title }, text);
        made.addEventListener("click", action);
        return made;
    };
    const collapseAll = button("Collapse", "Collapse all elements below body", async () => {
        const { rows } = await engine.ask("rows", false, 0, 100_000);
        state.collapsed = new Set(rows.filter((row) => row.isOpen && row.depth >= 2).map((row) => row.key));
        host.folded();
    });
    const expandAll = button("Expand", "Expand all elements", () => {
        state.collapsed = new Set();
        host.folded();
    });
    bar.append(
        element("label", { className: "check small" }, fold, "Fold whitespace"),
        element("span", { className: "buttons" }, collapseAll, expandAll),
    );
    fold.addEventListener("change", () => {
        state.fold = fold.checked;
        host.folded();
    });
    const list = treeList(scroller, "Tree", {
        load: (from, count) => engine.ask("rows", false, from, count).catch(() => undefined),
        toggle: host.toggle,
        parent: (row) => parentOf(list, row),
        made: host.showStepOf,
        note: (row) => (host.found?.has(row.id) ? { classes: ["found"], badges: [] } : undefined),
    });
    return {
        show: () => {
            fold.checked = state.fold;
            return list.refresh();
        },
        async showCaret(offset) {
            const index = await engine.askLatest("rowAt", false, offset).catch(() => undefined);
            if (index === undefined || index < 0) return;
            list.active = index;
            await list.scrollTo(index);
            await list.refresh();
        },
    };
}

/** The index of the parent of the active row, looking upwards through the rows at hand. */
export async function parentOf(list, row) {
    for (let index = list.active - 1; index >= 0; index -= 1) {
        const other = list.rowAt(index) ?? (await list.options.load(index, 1))?.rows[0];
        if (!other || other.depth < row.depth) return index;
    }
    return 0;
}
