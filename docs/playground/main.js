// The page: parses the source after each change, and shows the selected view.

import * as editor from "./editor.js";
import { copy, digits, element, flash, milliseconds, partsOf, plural, withCode } from "./element.js";
import { Engine } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { compareWithBrowser, makeBrowserView } from "./browser_view.js";
import { makeSplitter, onSelect, panelOf, selectTab } from "./layout.js";
import { linkTo, readSettings, readState, storeSettings, storeState } from "./state.js";
import { makeStepsView } from "./steps_view.js";
import { makeTreeView } from "./tree_view.js";
import { FORMS, PRESETS, makeOutputView, makeSelectView, makeTokensView, showFindings } from "./views.js";

/** A source of more characters is parsed after a pause in typing of this number of milliseconds. */
const [QUICKLY_PARSED, PARSE_DELAY] = [300_000, 150];

/** The state is stored if it has not changed for this time, in milliseconds. */
const STORE_DELAY = 400;

const byId = (id) => document.getElementById(id);
const controls = Object.fromEntries(["example", "context", "scripting", "share", "theme", "status", "caret"].map((id) => [id, byId(id)]));
const complaint = byId("context-error");
const settings = readSettings();
const engine = new Engine();
const state = { collapsed: new Set() };
let summary = null;
let isLost = false;

/** A message to show until the source is changed. */
let notice = "";

const host = {
    engine,
    state,
    found: new Set(),
    toggle(row) {
        if (row.isOpen) state.collapsed.add(row.key);
        else state.collapsed.delete(row.key);
        host.folded();
    },
    async folded() {
        await engine.ask("fold", state.fold, [...state.collapsed]);
        storeSoon();
        if (state.view === "steps") views.steps.refresh();
        else show();
    },
    changed() {
        storeSoon();
        show();
    },
    async showStep(index) {
        state.step = index;
        state.view = selectTab("steps");
        byId("tab-steps").focus();
        await show();
        storeSoon();
    },
    async showStepOf(row) {
        const index = await engine.ask("stepMaking", row.id);
        if (index >= 0) await host.showStep(index);
    },
    address: async () => (await linkTo(state)).address,
};

const views = {
    tree: makeTreeView(panelOf("tree"), host),
    steps: makeStepsView(panelOf("steps"), host),
    tokens: makeTokensView(panelOf("tokens"), host),
    check: { show: () => showFindings(panelOf("check"), summary) },
    select: makeSelectView(panelOf("select"), host),
    output: makeOutputView(panelOf("output"), host),
    browser: makeBrowserView(panelOf("browser"), host),
};

let updating = 0;

/** Parses the source: a long one after a pause in typing. */
function updateSoon() {
    state.html = editor.getText();
    // A changed example is no example.
    if (EXAMPLES[controls.example.value]?.html !== state.html) controls.example.value = "";
    clearTimeout(updating);
    if (state.html.length > QUICKLY_PARSED) updating = setTimeout(update, PARSE_DELAY);
    else update();
}

/** Parses the source, and shows it. Only the last of several changes is shown. */
async function update() {
    state.html = editor.getText();
    storeSoon();
    let answer;
    try {
        answer = await engine.open(state.html, state.context, state.scripting, state.fold, [...state.collapsed]);
    } catch (error) {
        complain(error.message);
        return;
    }
    if (!answer) return;
    summary = { ...answer, ...(await engine.ask("measure")) };
    complain(notice);
    notice = "";
    editor.markFindings(answer.findings);
    byId("finding-count").textContent = answer.findingCount ? digits(answer.findingCount) : "";
    showStatus();
    color();
    if (state.selector && state.view !== "select") await views.select.show();
    await show();
    document.documentElement.dataset.shown = Number(document.documentElement.dataset.shown ?? 0) + 1;
}

function showStatus() {
    const { error, warning, advice } = summary.counts;
    const words = [
        plural(state.html.length, "character"),
        plural(summary.nodeCount, "node"),
        plural(error, "error"),
        ...(warning ? [plural(warning, "warning")] : []),
        ...(advice ? [plural(advice, "piece of advice", "").replace("piece", advice === 1 ? "piece" : "pieces")] : []),
        ...(summary.mode ? [`${summary.mode} mode`] : []),
        `parsed in ${milliseconds(summary.elapsed)}`,
    ];
    if (editor.hasBidirectional()) words.push("bidirectional control characters are marked");
    if (isLost) words.push("too long to be kept when the page is closed");
    controls.status.textContent = words.join("  ·  ");
}

/** Colors the visible source as the tokenizer reads it. */
async function color() {
    const kinds = ["tag", "name", "value", "comment", "reference"];
    const colors = await engine.askLatest("colors", ...editor.getWindow());
    if (colors) editor.mark(kinds, colors);
}

async function show() {
    if (!summary) return;
    const { view } = state;
    delete document.documentElement.dataset.view;
    if (view !== "steps") views.steps.hide();
    editor.point(null);
    await views[view].show();
    // For tests: the view shows the current source.
    if (state.view === view) document.documentElement.dataset.view = view;
}

function complain(message) {
    complaint.replaceChildren(...withCode(message));
    complaint.hidden = !message;
    controls.context.setAttribute("aria-invalid", Boolean(message));
}

let storing = 0;
function storeSoon() {
    clearTimeout(storing);
    storing = setTimeout(async () => {
        const was = isLost;
        isLost = !(await storeState(state));
        if (isLost !== was && summary) showStatus();
    }, STORE_DELAY);
}

function moved(offset) {
    controls.caret.textContent = editor.lineAndColumn(offset).join(":");
    if (state.view === "tree") views.tree.showCaret(offset);
}

/** Shows the state in all controls. */
function showState() {
    if (!(state.form in FORMS)) state.form = "html";
    if (!PRESETS.includes(state.preset)) state.preset = "default";
    state.view = selectTab(state.view);
    controls.context.value = state.context;
    controls.scripting.checked = state.scripting;
}

function takeTheme(theme) {
    if (theme) document.documentElement.dataset.theme = theme;
}

async function open(opened) {
    const { isDamaged, ...rest } = opened;
    Object.assign(state, rest);
    showState();
    notice = isDamaged ? "The link is damaged: its end is missing, or a character was changed. This is the first example." : "";
    editor.setText(state.html ?? Object.values(EXAMPLES)[0].html);
}

function connect() {
    editor.onChange({
        changed: updateSoon,
        moved,
        scrolled: color,
        restored(restored) {
            Object.assign(state, restored);
            showState();
        },
    });
    onSelect((name) => {
        state.view = selectTab(name);
        storeSoon();
        show();
    });
    controls.example.append(...Object.keys(EXAMPLES).map((name) => element("option", { value: name }, name)));
    controls.example.addEventListener("change", () => {
        const { html, context = "", scripting = false, view } = EXAMPLES[controls.example.value] ?? {};
        if (html === undefined) return;
        const before = { context: state.context, scripting: state.scripting };
        Object.assign(state, { context, scripting, step: 0 });
        if (view) state.view = view;
        showState();
        editor.setText(html, [before, { context, scripting }]);
        // The arrow keys move through the steps.
        if (view === "steps") partsOf(panelOf("steps")).slider.focus();
    });
    controls.context.addEventListener("input", () => {
        state.context = controls.context.value.trim();
        update();
    });
    controls.scripting.addEventListener("change", () => {
        state.scripting = controls.scripting.checked;
        update();
    });
    controls.share.addEventListener("click", async () => {
        const { address, length } = await linkTo(state);
        if (address) return copy(address, controls.share);
        flash(controls.share, "Too long");
        const size = Number.isFinite(length) ? `would have ${digits(length)} characters` : "would be far too long";
        controls.status.textContent = `No link was copied: it ${size}, and many programs cut links after 30,000. Share the file instead.`;
        return undefined;
    });
    controls.theme.addEventListener("click", () => {
        const isDark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
        settings.theme = isDark ? "light" : "dark";
        takeTheme(settings.theme);
        storeSettings(settings);
    });
    makeSplitter(byId("splitter"), settings, () => storeSettings(settings));
    byId("settings").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", async () => open(await readState()));
}

/** For tests. */
globalThis.playground = { compareWithBrowser, editor, engine, linkTo };

takeTheme(settings.theme);
connect();
readState().then(open);
