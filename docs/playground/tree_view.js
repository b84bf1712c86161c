// The tree: a row for each node, with keyboard navigation by the ARIA practices.

import { element, moreButton, span } from "playground/element.js";
import { point, reveal, select } from "playground/editor.js";

/** The largest indentation, in levels. Screen readers still get the real level. */
const DEEPEST_INDENTATION = 40;

let nodes = [];
let rows = [];
/** The indexes of the rows whose children are hidden. */
let collapsed = new Set();
let current = 0;

/** Shows the tree in a panel. */
export function showTree(panel, answer, showMore) {
    nodes = answer.rows;
    collapsed = new Set();
    current = Math.min(current, Math.max(0, nodes.length - 1));
    rows = nodes.map(makeRow);
    const tree = element("div", { role: "tree", className: "tree", "aria-label": "Tree" }, ...rows);
    tree.addEventListener("keydown", move);
    tree.addEventListener("click", clicked);
    tree.addEventListener("pointerover", ({ target }) => pointAt(target));
    tree.addEventListener("focusin", ({ target }) => pointAt(target));
    tree.addEventListener("pointerleave", () => point(null));
    panel.replaceChildren(tree);
    if (nodes.length === 0) panel.append(element("p", { className: "empty" }, "The tree is empty."));
    if (nodes.length < answer.count) panel.append(moreButton(nodes.length, answer.count, showMore));
}

/** Marks the row of the innermost node at an offset of the source. */
export function showCaret(offset) {
    let best = -1;
    nodes.forEach(({ span: place }, index) => {
        if (!place || place[0] > offset || place[1] <= offset) return;
        const smallest = best < 0 ? Infinity : nodes[best].span[1] - nodes[best].span[0];
        if (place[1] - place[0] <= smallest) best = index;
    });
    rows.forEach((row, index) => row.classList.toggle("at-caret", index === best));
    if (best >= 0) scrollTo(rows[best]);
}

/** Scrolls the panel, but nothing around it, until a row is visible. */
function scrollTo(row) {
    const panel = row.closest(".panel");
    const [seen, box] = [panel.getBoundingClientRect(), row.getBoundingClientRect()];
    if (box.top < seen.top) panel.scrollTop -= seen.top - box.top;
    else if (box.bottom > seen.bottom) panel.scrollTop += box.bottom - seen.bottom;
}

const hasContent = (index) => (nodes[index + 1]?.depth ?? 0) > nodes[index].depth;

function makeRow(node, index) {
    const row = element("div", { role: "treeitem", className: `row ${node.kind} ${node.origin}` });
    row.setAttribute("aria-level", node.depth + 1);
    row.tabIndex = index === current ? 0 : -1;
    row.style.setProperty("--depth", Math.min(node.depth, DEEPEST_INDENTATION));
    if (hasContent(index)) row.setAttribute("aria-expanded", true);
    row.append(...label(node));
    return row;
}

function label(node) {
    switch (node.kind) {
        case "element": {
            const prefix = node.namespace ? [span("namespace", `${node.namespace} `)] : [];
            const attributes = node.attributes.flatMap(({ name, value }) => [
                " ",
                span("name", name),
                ...(value ? ["=", span("value", `"${value}"`)] : []),
            ]);
            const note = { implied: "implied", copy: "copy" }[node.origin];
            return [
                span("tag", "<"),
                ...prefix,
                span("tag", node.name),
                ...attributes,
                span("tag", ">"),
                ...(note ? [span("badge", note)] : []),
            ];
        }
        case "text":
            return [span("text", visible(node.text))];
        case "comment":
            return [span("comment", `<!--${node.text}-->`)];
        case "doctype":
            return [span("doctype", `<!DOCTYPE ${node.text}>`)];
        case "processing-instruction":
            return [span("doctype", `<?${node.name} ${node.text}?>`)];
        case "contents":
            return [span("heading", "template contents")];
        default:
            return [span("heading", `shadow root (${node.name})`)];
    }
}

/** A text in quotes, with symbols for line feeds and tabs. */
const visible = (text) => `"${text.replaceAll("\n", "⏎").replaceAll("\t", "⇥")}"`;

const indexOf = (target) => rows.indexOf(target.closest(".row"));

function pointAt(target) {
    const node = nodes[indexOf(target)];
    if (node) point(node.span, [node.startTag, node.endTag]);
}

function clicked(event) {
    const index = indexOf(event.target);
    if (index < 0) return;
    focusRow(index);
    const isArrow = event.clientX < rows[index].firstChild.getBoundingClientRect().left;
    if (isArrow && hasContent(index)) toggle(index, !collapsed.has(index));
    else if (nodes[index].span) reveal(nodes[index].span);
}

function move(event) {
    const index = indexOf(event.target);
    const shown = (from, step) => {
        let next = from + step;
        while (rows[next]?.hidden) next += step;
        return next;
    };
    const actions = {
        ArrowDown: () => focusRow(shown(index, 1)),
        ArrowUp: () => focusRow(shown(index, -1)),
        Home: () => focusRow(0),
        End: () => focusRow(shown(rows.length, -1)),
        ArrowRight: () => (collapsed.has(index) ? toggle(index, false) : hasContent(index) && focusRow(index + 1)),
        ArrowLeft: () => (hasContent(index) && !collapsed.has(index) ? toggle(index, true) : focusRow(parentOf(index))),
        Enter: () => nodes[index].span && select(nodes[index].span),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
}

function parentOf(index) {
    let parent = index - 1;
    while (parent >= 0 && nodes[parent].depth >= nodes[index].depth) parent -= 1;
    return parent;
}

function focusRow(index) {
    const row = rows[index];
    if (!row) return;
    rows[current].tabIndex = -1;
    current = index;
    row.tabIndex = 0;
    row.focus();
}

/** Shows or hides the descendants of a node. Those of a collapsed node inside it stay hidden. */
function toggle(index, isCollapsed) {
    if (isCollapsed) collapsed.add(index);
    else collapsed.delete(index);
    rows[index].setAttribute("aria-expanded", !isCollapsed);
    let hiddenBelow = isCollapsed ? nodes[index].depth : Infinity;
    for (let next = index + 1; next < nodes.length && nodes[next].depth > nodes[index].depth; next += 1) {
        const { depth } = nodes[next];
        if (depth <= hiddenBelow) hiddenBelow = Infinity;
        rows[next].hidden = depth > hiddenBelow;
        if (hiddenBelow === Infinity && collapsed.has(next)) hiddenBelow = depth;
    }
}
