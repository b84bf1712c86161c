// The steps of the parser: a slider over the tokens, and the states, rules and operations that processed each token.

import { digits, element, link, partsOf, span, visible } from "./element.js";
import { getLength, mark, point, reveal } from "./editor.js";
import { treeList } from "./tree_view.js";
import { classOf } from "./views.js";

/** The time between steps while they play, in milliseconds. */
const BEAT = 900;

/** The anchors of algorithms in the standard, if they differ from the names. */
const ANCHORS = {
    "adoption agency": "adoption-agency-algorithm",
    "foster parenting": "foster-parent",
    "clear the stack back to a context": "clear-the-stack-back-to-a-table-context",
};
const addressOf = (algorithm) => `https://html.spec.whatwg.org/multipage/parsing.html#${ANCHORS[algorithm] ?? algorithm.replaceAll(" ", "-")}`;

const MARKS = { m: "moves nodes", f: "inserts before a table", c: "closes by implication", e: "has a parse error" };

/** The effects of such steps, in plain words. */
const SENTENCES = {
    m: "Elements overlap here. The tree cannot overlap, so nodes move, and an element that is still open is copied.",
    f: "A table cannot contain this here, so it is put before the table.",
    c: "An element ends here, although its end tag is missing.",
};

/** A sign for each kind of operation. */
const SIGNS = {
    insert: "+", "insert-text": "+", move: "→", "move-children": "→", remove: "−", "clone-children": "⧉", "add-attribute": "+",
    "attach-shadow-root": "+", close: "✓", "close-by-implication": "✓", "set-quirks-mode": "·", "mark-script": "·",
};

/** The node that an operation changes; the class and the badge of its row. */
function changeOf({ type, node, from, parent, by }) {
    switch (type) {
        case "insert":
        case "insert-text":
            if (by.includes("foster parenting")) return [node, "inserted", "inserted before the table · foster parenting"];
            return [node, "inserted", by.at(-1) === "reconstruct the active formatting elements" && "reconstructed"];
        case "move":
            return [node, "moved", [`from ${from.name}#${from.number}`, ...by.slice(-1)].join(" · ")];
        case "move-children":
            return [parent, "moved", `has the children of ${from.name}#${from.number}`];
        case "clone-children":
            return [node, "inserted", "cloned content"];
        case "add-attribute":
        case "attach-shadow-root":
            return [node, "inserted"];
        case "close":
            return [node, "closed", "closed"];
        case "close-by-implication":
            return [node, "closed", "closed by implication"];
        default:
            return [];
    }
}

/** Connects the panel; `host` has the engine, the state, `toggle(row)` and `showStepOf(row)`. */
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
        const marks = [...overview.marks];
        const kinds = Object.keys(MARKS).filter((kind) => marks.includes(kind));
        const lines = kinds.map((kind) => {
            const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
            path.setAttribute("class", kind);
            path.setAttribute("d", marks.map((mark, index) => (mark === kind ? `M${index} 0V1` : "")).join(""));
            return path;
        });
        parts.marks.setAttribute("viewBox", `0 0 ${Math.max(1, overview.count - 1)} 1`);
        parts.marks.replaceChildren(...lines);
        parts.legend.replaceChildren(...kinds.map((kind) => span(`key ${kind}`, MARKS[kind])));
    }

    function showStep() {
        const { token, rules, errors } = step;
        parts.token.className = `step-token ${classOf(token)}`;
        parts.token.replaceChildren(
            span("place", `${token.line}:${token.column}`),
            element("code", {}, ...(token.text ? visible(token.text) : [token.kind])),
            span("kind", token.text ? token.kind : ""),
        );
        parts.states.replaceChildren(...chain(token.states.map((state) => span("state", state))), ...folded(errors).map((code) => span("code error", code)));
        parts.rules.replaceChildren(...rules.map(makeRules));
        if (rules.length === 0) parts.rules.append(element("li", { className: "rule note" }, "The tree construction ignores this line feed."));
        parts.mode.textContent = token.insertionMode;
        parts.sentence.textContent = SENTENCES[overview.marks[step.index]] ?? "";
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

    /** The codes, each run of equal ones with their number. */
    function folded(codes) {
        const runs = [];
        for (const code of codes) {
            if (runs.at(-1)?.code === code) runs.at(-1).count += 1;
            else runs.push({ code, count: 1 });
        }
        return runs.map(({ code, count }) => (count > 1 ? `${code} × ${digits(count)}` : code));
    }

    const chain = (parts) => parts.flatMap((part, index) => (index ? [span("arrow", "→"), part] : [part]));

    /** A list item with the name and the number of a node. */
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
            ...folded(applied.errors).map((code) => element("p", { className: "code error" }, code)),
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
        if (algorithm) line.append(link(addressOf(algorithm), span("by", algorithm)));
        return line;
    }

    /** Finds the changes of each node, for the rows of the tree. */
    function findChanges() {
        changes = new Map();
        const add = (id, className, badge) => {
            if (!changes.has(id)) changes.set(id, { classes: new Set(), badges: new Set() });
            changes.get(id).classes.add(className);
            if (badge) changes.get(id).badges.add(badge);
        };
        for (const operation of step.rules.flatMap(({ operations }) => operations)) {
            const [node, ...change] = changeOf(operation);
            if (node) add(node.number, ...change);
        }
        const current = step.openElements.at(-1)?.split("#")[1];
        if (current) add(Number(current), "current");
    }

    /** Marks the token in the source, and dims the text after it. */
    function showPlace() {
        const { span: place } = step.token;
        mark(["unread"], [["unread", [place[1], getLength()]]]);
        point(null, [place[0] === place[1] ? null : place]);
        reveal(place);
    }

    /** Activates the row of the first moved node, else of the last inserted node, else of the current node. */
    async function markChange() {
        const shown = step;
        const has = (name) => [...changes.keys()].filter((id) => changes.get(id).classes.has(name));
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
