// The steps of the parser: a slider over the tokens; for each, what the tokenizer and the tree construction did with it.

import { digits, element, link, partsOf, span, visible } from "playground/element.js";
import { getText, mark, point, reveal } from "playground/editor.js";
import { treeList } from "playground/tree_view.js";
import { classOf } from "playground/views.js";

/** The time between steps while they play, in milliseconds. */
const BEAT = 900;

/** The anchors of algorithms in the standard. */
const ANCHORS = {
    "adoption agency": "adoption-agency-algorithm",
    "foster parenting": "foster-parent",
    "reconstruct the active formatting elements": "reconstruct-the-active-formatting-elements",
    "close a p element": "close-a-p-element",
    "generate implied end tags": "generate-implied-end-tags",
    "generate all implied end tags thoroughly": "generate-all-implied-end-tags-thoroughly",
    "clear the stack back to a context": "clear-the-stack-back-to-a-table-context",
    "close the cell": "close-the-cell",
};
const PARSING = "https://html.spec.whatwg.org/multipage/parsing.html#";

const MARKS = { m: "moves nodes", f: "inserts before a table", c: "closes by implication", e: "has a parse error" };

/** A sign for each kind of operation. */
const SIGNS = {
    insert: "+", "insert-text": "+", move: "→", "move-children": "→", remove: "−", "clone-children": "⧉", "add-attribute": "+",
    "attach-shadow-root": "+", close: "✓", "close-by-implication": "✓", "set-quirks-mode": "·", "mark-script": "·",
};

/** Connects the panel; `host` has the engine, the state and `toggle(row)`. */
export function makeStepsView(panel, host) {
    const { engine, state } = host;
    const parts = partsOf(panel);
    let overview = { count: 0, marks: "" };
    let step = null;
    let changes = new Map();
    let timer = 0;

    const list = treeList(parts.tree, "Tree after this step", {
        load: (from, count) => engine.ask("rows", true, from, count),
        toggle: host.toggle,
        made: host.showStepOf,
        note: (row) => changes.get(row.id),
    });

    const view = {
        /** Shows the steps of the current source; the index of the step is kept, as far as possible. */
        async show() {
            delete panel.dataset.step;
            const answer = await engine.askLatest("overview");
            if (!answer) return;
            overview = answer;
            parts.slider.max = Math.max(1, overview.count);
            drawMarks();
            await view.go(state.step);
        },
        async go(index) {
            state.step = Math.max(0, Math.min(index, overview.count - 1));
            showPosition();
            const answer = await engine.askLatest("step", state.step);
            if (!answer || panel.hidden) return;
            step = answer;
            showStep();
        },
        hide() {
            stop();
            mark(["unread"], []);
        },
        refresh: () => list.refresh(),
    };

    function showPosition() {
        parts.slider.value = state.step + 1;
        parts.slider.setAttribute("aria-valuetext", `Step ${state.step + 1} of ${overview.count}`);
        parts.position.textContent = `${digits(state.step + 1)} / ${digits(overview.count)}`;
        const isFirst = state.step === 0;
        const isLast = state.step >= overview.count - 1;
        for (const part of [parts.first, parts.back]) part.disabled = isFirst;
        for (const part of [parts.forward, parts.last]) part.disabled = isLast;
    }

    /** Draws a line under the slider for each step that does something unusual. */
    function drawMarks() {
        const svg = parts.marks;
        const marks = [...overview.marks];
        svg.setAttribute("viewBox", `0 0 ${Math.max(1, overview.count - 1)} 1`);
        const lines = marks.flatMap((kind, index) => {
            if (kind === ".") return [];
            const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
            line.setAttribute("class", kind);
            line.setAttribute("d", `M${index} 0V1`);
            return [line];
        });
        svg.replaceChildren(...lines);
        parts.legend.replaceChildren(
            ...Object.entries(MARKS).filter(([kind]) => marks.includes(kind)).map(([kind, text]) => span(`key ${kind}`, text)),
        );
    }

    function showStep() {
        const { token, rules, errors } = step;
        parts.token.className = `step-token ${classOf(token)}`;
        parts.token.replaceChildren(
            span("place", `${token.line}:${token.column}`),
            element("code", {}, ...(token.text ? visible(token.text) : [token.kind])),
            span("kind", token.text ? token.kind : ""),
        );
        parts.states.replaceChildren(...chain(token.states.map((state) => span("state", state))), ...errors.map((code) => span("code error", code)));
        parts.rules.replaceChildren(...rules.map(makeRules));
        if (rules.length === 0) parts.rules.append(element("li", { className: "rule note" }, "The tree construction ignores this line feed."));
        parts.mode.textContent = token.insertionMode;
        const labels = new Set(touched());
        parts.stack.replaceChildren(...step.openElements.map((text) => node(text, labels.has(text))));
        const hidden = step.openElementCount - step.openElements.length;
        if (hidden > 0) parts.stack.prepend(element("li", { className: "note" }, `${hidden} more`));
        parts.stackCount.textContent = step.openElementCount || "";
        parts.formatting.replaceChildren(
            ...step.activeFormattingElements.map((text) => (text === null ? element("li", { className: "marker" }, "marker") : node(text, labels.has(text)))),
        );
        findChanges();
        showPlace();
        list.refresh().then(markChange).then(() => (panel.dataset.step = step.index + 1));
    }

    const touched = () =>
        step.rules.flatMap(({ operations }) => operations.filter(({ type }) => type === "insert").map(({ node }) => `${node.name}#${node.number}`));

    const chain = (parts) => parts.flatMap((part, index) => (index ? [span("arrow", "→"), part] : [part]));

    /** A node as `p` with a small number. */
    function node(label, isNew = false) {
        const [name, number] = label.split("#");
        return element("li", { className: isNew ? "new" : "" }, ...visible(name), span("number", number));
    }

    function makeRules(applied) {
        const used = applied.used.map((other) => element("p", { className: "used" }, "using the rules for ", link(other.address, span("mode", other.name)), span("row-heading", other.row)));
        const operations = applied.operations.map(makeOperation);
        return element(
            "li",
            { className: "rule" },
            element("p", {}, link(applied.address, span("mode", applied.name)), span("row-heading", applied.row)),
            ...used,
            ...applied.errors.map((code) => element("p", { className: "code error" }, code)),
            element("ul", { className: "operations" }, ...operations),
        );
    }

    function makeOperation(operation) {
        const name = ({ name, number }) => span("node", ...visible(name), span("number", number));
        const { type, node, text, from, parent, before, by } = operation;
        const quoted = () => span("text", JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));
        const words = {
            insert: () => ["insert ", name(node), " into ", name(parent)],
            "insert-text": () => ["insert ", quoted(), " into ", name(parent)],
            move: () => ["move ", name(node), " from ", name(from), " to ", name(parent)],
            "move-children": () => ["move the children of ", name(from), " to ", name(parent)],
            remove: () => ["remove ", name(node), ...(from ? [" from ", name(from)] : [])],
            "clone-children": () => ["fill ", name(node), " with clones of the children of ", name(from)],
            "add-attribute": () => ["add ", quoted(), " to ", name(node)],
            "attach-shadow-root": () => [`attach ${text} `, name(node), " to ", name(parent)],
            "set-quirks-mode": () => [`set the document to ${text} mode`],
            "mark-script": () => ["mark ", name(node), " as already started"],
            close: () => ["close ", name(node)],
            "close-by-implication": () => ["close ", name(node), " by implication"],
        };
        const line = element("li", { className: type }, span("sign", SIGNS[type] ?? "·"), element("span", {}, ...(words[type]?.() ?? [type])));
        if (before && type !== "close") line.lastChild.append(" before ", name(before));
        const algorithm = by.at(-1);
        if (algorithm) line.append(link(PARSING + ANCHORS[algorithm], span("by", algorithm)));
        return line;
    }

    /** What happened to each node, for the rows of the tree. */
    function findChanges() {
        changes = new Map();
        const add = (id, className, badge) => {
            const change = changes.get(id) ?? { classes: [], badges: [] };
            if (!change.classes.includes(className)) change.classes.push(className);
            if (badge && !change.badges.includes(badge)) change.badges.push(badge);
            changes.set(id, change);
        };
        for (const { operations } of step.rules) {
            for (const { type, node, from, parent, by } of operations) {
                const algorithm = by.at(-1);
                const how = algorithm ? ` · ${algorithm}` : "";
                if (type === "insert" || type === "insert-text") {
                    add(node.number, "inserted", by.includes("foster parenting") ? "inserted before the table · foster parenting" : algorithm === "reconstruct the active formatting elements" ? "reconstructed" : "");
                } else if (type === "move") {
                    add(node.number, "moved", `from ${from.name}#${from.number}${how}`);
                } else if (type === "move-children") {
                    add(parent.number, "moved", `has the children of ${from.name}#${from.number}`);
                } else if (type === "clone-children" || type === "add-attribute" || type === "attach-shadow-root") {
                    add(node.number, "inserted", type === "clone-children" ? "cloned content" : "");
                } else if (type === "close-by-implication") {
                    add(node.number, "closed", "closed by implication");
                } else if (type === "close") {
                    add(node.number, "closed", "closed");
                }
            }
        }
        const current = step.openElements.at(-1)?.split("#")[1];
        if (current) add(Number(current), "current", "");
    }

    /** Marks the token in the source, and dims what is not yet read. */
    function showPlace() {
        const { span: place } = step.token;
        mark(["unread"], place[1] < getText().length ? [["unread", [place[1], getText().length]]] : []);
        point(null, [place[0] === place[1] ? null : place]);
        reveal(place);
    }

    /** Makes the row of what has changed the active one: a node that was moved, or the last one that was inserted. */
    async function markChange() {
        const shown = step;
        const has = (name) => [...changes.keys()].filter((id) => changes.get(id).classes.includes(name));
        const id = has("moved")[0] ?? has("inserted").at(-1) ?? has("current")[0];
        const index = id === undefined ? -1 : await engine.ask("rowOf", true, id);
        // Another step may have been asked for meanwhile.
        if (shown === step) await list.mark(index ?? -1);
    }

    // The controls.

    function play() {
        if (timer) return stop();
        if (state.step >= overview.count - 1) view.go(0);
        timer = setInterval(() => {
            if (state.step >= overview.count - 1) stop();
            else view.go(state.step + 1);
        }, BEAT);
        showPlaying();
    }

    function stop() {
        clearInterval(timer);
        timer = 0;
        showPlaying();
    }

    function showPlaying() {
        parts.play.setAttribute("aria-pressed", timer !== 0);
        parts.play.setAttribute("aria-label", timer ? "Pause" : "Play");
        parts.play.classList.toggle("playing", timer !== 0);
    }

    const go = (index) => {
        stop();
        view.go(index());
    };
    const moves = {
        first: () => 0,
        back: () => state.step - 1,
        forward: () => state.step + 1,
        last: () => overview.count - 1,
    };
    for (const [name, index] of Object.entries(moves)) parts[name].addEventListener("click", () => go(index));
    parts.play.addEventListener("click", play);
    parts.slider.addEventListener("input", () => go(() => Number(parts.slider.value) - 1));
    panel.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || parts.tree.contains(event.target)) return;
        const isSlider = event.target === parts.slider;
        const index = { ArrowLeft: moves.back, ArrowRight: moves.forward, Home: moves.first, End: moves.last }[event.key];
        if (index && !isSlider) go(index);
        else if (event.key === " " && event.target.tagName !== "BUTTON") play();
        else return;
        event.preventDefault();
    });
    return view;
}
