// The page: parses the source, and shows the selected view.

import init, { parse, parseColors } from "playground/parser.js";
import * as editor from "playground/editor.js";
import { EXAMPLES } from "playground/examples.js";
import { copy, element, withCode } from "playground/element.js";
import { showErrors } from "playground/errors_view.js";
import { FORMS, showHtml } from "playground/html_view.js";
import { addressOf, readState, writeState } from "playground/state.js";
import { onSelect, panelOf, selectTab } from "playground/tabs.js";
import { showTokens } from "playground/tokens_view.js";
import { showCaret, showTree } from "playground/tree_view.js";

/** The number of rows at first; "Show more" adds ten times as many. */
const ROWS = 1000;

/** A longer source has no colors, and is parsed only after a pause in typing. */
const QUICKLY_PARSED = 50_000;

const controls = Object.fromEntries(
    ["example", "context", "scripting", "share", "theme", "status", "caret"].map((id) => [id, document.getElementById(id)]),
);
const complaint = document.getElementById("context-error");

const state = readState();
let rows = ROWS;

function update() {
    state.html = editor.getText();
    const start = performance.now();
    let answer;
    try {
        const view = { html: state.form, errors: "none" }[state.view] ?? state.view;
        answer = JSON.parse(parse(state.html, state.context, state.scripting, view, rows));
    } catch (error) {
        complain(error.message);
        return;
    }
    const elapsed = performance.now() - start;
    complain("");
    color();
    editor.markErrors(answer.errors);
    editor.point(null);
    show(answer);
    const count = document.getElementById("error-count");
    count.textContent = answer.errorCount || "";
    const isShared = writeState(state);
    const words = [
        `${state.html.length.toLocaleString("en")} characters`,
        `${answer.nodeCount.toLocaleString("en")} nodes`,
        plural(answer.errorCount, "error"),
        `${answer.quirksMode} mode`,
        `${elapsed < 1 ? elapsed.toFixed(2) : Math.round(elapsed)} ms`,
    ];
    if (!isShared) words.push("too long for a link");
    controls.status.textContent = words.join("  ·  ");
}

/** Colors the source as the tokenizer reads it. */
function color() {
    const isShort = state.html.length <= QUICKLY_PARSED;
    const places = isShort ? JSON.parse(parseColors(state.html, state.context, state.scripting)) : [];
    editor.mark(["tag", "name", "value", "comment", "reference"], places);
}

function show(answer) {
    const panel = panelOf(state.view);
    const showMore = () => {
        rows += 10 * ROWS;
        update();
    };
    switch (state.view) {
        case "tree":
            return showTree(panel, answer, showMore);
        case "tokens":
            return showTokens(panel, answer, showMore);
        case "errors":
            return showErrors(panel, answer, showMore);
        default:
            return showHtml(panel, answer.text, state.form, (form) => {
                state.form = form;
                update();
            });
    }
}

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

function complain(message) {
    complaint.replaceChildren(...withCode(message));
    complaint.hidden = !message;
    controls.context.setAttribute("aria-invalid", Boolean(message));
}

let waiting = 0;
function updateSoon() {
    clearTimeout(waiting);
    rows = ROWS;
    if (editor.getText().length <= QUICKLY_PARSED) update();
    else waiting = setTimeout(update, 150);
}

function moved(offset) {
    controls.caret.textContent = editor.lineAndColumn(offset).join(":");
    if (state.view === "tree") showCaret(offset);
}

/** Shows the state in all controls. */
function showState() {
    if (!(state.form in FORMS)) state.form = "html";
    state.view = selectTab(state.view);
    controls.context.value = state.context;
    controls.scripting.checked = state.scripting;
    editor.setText(state.html ?? Object.values(EXAMPLES)[0].html);
    rows = ROWS;
    update();
}

function takeTheme(theme) {
    if (theme) document.documentElement.dataset.theme = theme;
}

function connect() {
    editor.onChange(updateSoon, moved);
    onSelect((name) => {
        state.view = selectTab(name);
        update();
    });
    controls.example.append(...Object.keys(EXAMPLES).map((name) => element("option", { value: name }, name)));
    controls.example.addEventListener("change", () => {
        const { html, context = "", scripting = false } = EXAMPLES[controls.example.value] ?? {};
        if (html === undefined) return;
        Object.assign(state, { html, context, scripting });
        showState();
    });
    controls.context.addEventListener("input", () => {
        state.context = controls.context.value.trim();
        update();
    });
    controls.scripting.addEventListener("change", () => {
        state.scripting = controls.scripting.checked;
        update();
    });
    controls.share.addEventListener("click", () => copy(addressOf(state).address, controls.share));
    controls.theme.addEventListener("click", () => {
        const isDark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
        takeTheme(isDark ? "light" : "dark");
    });
    document.getElementById("settings").addEventListener("submit", (event) => event.preventDefault());
    addEventListener("hashchange", () => {
        Object.assign(state, readState());
        showState();
    });
}

/** The WebAssembly module: embedded in the page if it is one file, otherwise a file next to it. */
function moduleSource() {
    const inlined = document.getElementById("parser-module");
    if (!inlined) return new URL("parser_bg.wasm", document.baseURI);
    return Uint8Array.from(atob(inlined.textContent), (character) => character.charCodeAt(0));
}

await init({ module_or_path: moduleSource() });
connect();
showState();
