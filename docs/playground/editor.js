// The source editor: a text area with transparent text, above the same text with highlights.
//
// The highlights are ranges of a single text node (CSS custom highlights), so they need no elements. The area and the
// node have only a window of the rows of the model.

import { BIDIRECTIONAL, CONTROLS, element, pictureOf, withCode } from "playground/element.js";
import { Model } from "playground/model.js";

const editor = document.getElementById("editor");
const sheet = document.getElementById("sheet");
const space = document.getElementById("space");
const gutter = document.getElementById("gutter");
const backdrop = document.getElementById("backdrop");
const source = document.getElementById("source");
const tip = document.getElementById("tip");

const text = document.createTextNode("");
backdrop.append(text);

/** A text of at most this number of rows is shown as a whole. */
const MOST_ROWS = 250;

/** The number of rows in the text area before the visible ones, and after them. */
const MARGIN = 50;

/** If the mean length of the visible rows is greater, the margin is smaller. */
const LONG_ROWS = 200;

/** Longer pasted text is put directly into the model. */
const LONG_PASTE = 20_000;

/** The maximum number of highlights of a kind: more of them make scrolling slow. */
const MOST_MARKS = 1000;

/** The kinds of highlights; later ones are drawn above earlier ones. */
const KINDS = ["tag", "name", "value", "comment", "reference", "unread", "control", "warning", "error", "found", "marked", "marked-tag"];
const canMark = "highlights" in CSS;
if (canMark) {
    KINDS.forEach((kind, priority) => {
        const highlight = new Highlight();
        highlight.priority = priority;
        CSS.highlights.set(kind, highlight);
    });
}

const model = new Model();

/** The rows in the text area, the first offset, and the offsets at which a line feed was added. */
let shown = { first: 0, end: 1, start: 0, breaks: [], text: "" };

/** The highlighted places, by kind. */
const places = Object.fromEntries(KINDS.map((kind) => [kind, []]));

let findings = [];
let isAllSelected = false;
let isRendering = false;
let listeners = { changed() {}, moved() {}, scrolled() {}, restored() {} };

/** The current source. */
export const getText = () => model.text;

/** Line and column of an offset, from 1. */
export const lineAndColumn = (offset) => model.lineAndColumn(offset);

/** The offset of the caret. */
export const getCaret = () => model.selection[0];

/** Start and end of the source in the window. */
export const getWindow = () => [model.starts[shown.first], model.starts[shown.end]];

/** Replaces the source. If the settings before and after are given, the change can be undone; otherwise the history is cleared. */
export function setText(html, settings) {
    // A text area does the same.
    const normalized = html.replace(/\r\n?/g, "\n");
    if (settings) {
        model.replace(0, model.text.length, normalized, settings);
        model.selection = [0, 0];
    } else {
        model.reset(normalized);
    }
    editor.scrollTop = 0;
    changed();
    listeners.moved(0);
}

/** Registers callbacks: changes of the source, moves of the caret, changes of the window, and settings that undo restores. */
export function onChange(callbacks) {
    listeners = callbacks;
}

function changed() {
    for (const kind of KINDS) places[kind] = [];
    render(true);
    listeners.changed();
}

/** Whether the text of the window has characters that change the order of others. */
export const hasBidirectional = () => BIDIRECTIONAL.test(model.text.slice(...getWindow()));

let height = 0;
const lineHeight = () => (height ||= parseFloat(getComputedStyle(backdrop).lineHeight));

/** Shows the rows around the visible ones. */
function render(isChanged) {
    let [first, end] = [0, model.rowCount];
    if (end > MOST_ROWS) {
        const height = lineHeight();
        const top = Math.floor(editor.scrollTop / height);
        const bottom = top + Math.ceil(editor.clientHeight / height);
        const isInside = (shown.first === 0 || top > shown.first + 2) && (shown.end >= end || bottom < shown.end - 2);
        if (!isChanged && isInside) return;
        const length = model.starts[Math.min(bottom, end)] - model.starts[Math.min(top, end)];
        const margin = length > LONG_ROWS * (bottom - top) ? MARGIN / 10 : MARGIN;
        first = Math.max(0, Math.min(top, end) - margin);
        end = Math.min(end, bottom + margin);
    } else if (!isChanged) {
        return;
    }
    isRendering = true;
    const parts = [];
    const numbers = [];
    const breaks = [];
    for (let row = first; row < end; row += 1) {
        parts.push(model.text.slice(model.starts[row], model.starts[row + 1]));
        numbers.push(model.continues(row) ? "" : model.lines[row]);
        if (row + 1 < end && model.continues(row + 1)) {
            breaks.push(model.starts[row + 1]);
            parts.push("\n");
        }
    }
    // A line feed at the end of the window would show an empty row.
    const isAtEnd = end === model.rowCount;
    let content = parts.join("");
    if (!isAtEnd && content.endsWith("\n")) content = content.slice(0, -1);
    shown = { first, end, start: model.starts[first], breaks, text: content };
    places.control = [];
    if (CONTROLS.test(content)) {
        places.control = controlsOf(content);
        // The model keeps the characters, because only changes by the user are read from the text area.
        content = shown.text = content.replaceAll(new RegExp(CONTROLS, "gu"), pictureOf);
    }
    const isSame = source.value === content;
    if (!isSame) source.value = content;
    // The extra space gives the last line its full height, and makes the end of the source a range that can be highlighted.
    text.data = `${content} `;
    gutter.textContent = numbers.join("\n");
    space.style.height = model.rowCount > MOST_ROWS ? `calc(${model.rowCount} * var(--line-height) + 1.5rem)` : "";
    sheet.style.top = `calc(${first} * var(--line-height))`;
    if (!isSame || source.selectionStart !== toView(model.selection[0])) showSelection();
    KINDS.forEach(draw);
    isRendering = false;
    listeners.scrolled();
}

function controlsOf(content) {
    const found = [];
    for (const { index } of content.matchAll(new RegExp(CONTROLS, "gu"))) {
        const start = toModel(index);
        found.push([start, start + 1]);
        if (found.length === MOST_MARKS) break;
    }
    return found;
}

/** The offset in the text area of an offset in the text. */
function toView(offset) {
    const before = shown.breaks.filter((place) => place <= offset).length;
    return Math.min(Math.max(0, offset - shown.start + before), shown.text.length);
}

/** The offset in the text of an offset in the text area. */
function toModel(offset) {
    let place = shown.start + offset;
    for (const start of shown.breaks) {
        if (place <= start) break;
        place -= 1;
    }
    return place;
}

const isInWindow = (offset) => offset >= shown.start && offset <= model.starts[shown.end];

function showSelection() {
    const [start, end] = model.selection;
    if (isInWindow(start) || isInWindow(end)) source.setSelectionRange(toView(start), toView(end));
}

/** Scrolls to the caret, if it is outside the window. */
function showCaret() {
    if (isInWindow(model.selection[0])) return;
    reveal(model.selection);
}

// Changes by the user.

source.addEventListener("input", () => {
    const [old, now] = [shown.text, source.value];
    const most = Math.min(old.length, now.length);
    let before = 0;
    while (before < most && old[before] === now[before]) before += 1;
    // The change starts before the caret; if "a" becomes "aa", only the caret shows which "a" is new.
    before = Math.min(before, source.selectionStart);
    let after = 0;
    while (after < most - before && old.at(-1 - after) === now.at(-1 - after)) after += 1;
    const [start, end] = [toModel(before), toModel(old.length - after)];
    model.replace(start, end, now.slice(before, now.length - after));
    changed();
});

/** Replaces the selection, or everything if all is selected. */
function replaceSelection(inserted) {
    const [start, end] = isAllSelected ? [0, model.text.length] : model.selection;
    isAllSelected = false;
    model.replace(start, end, inserted.replace(/\r\n?/g, "\n"));
    changed();
    reveal(model.selection);
}

function restore(change) {
    if (!change) return;
    changed();
    if (change.settings) listeners.restored(change.settings);
    reveal(model.selection);
}

source.addEventListener("beforeinput", (event) => {
    const { inputType, data } = event;
    if (inputType === "historyUndo" || inputType === "historyRedo") {
        event.preventDefault();
        restore(inputType === "historyUndo" ? model.undo() : model.redo());
        return;
    }
    showCaret();
    if (!isAllSelected || !event.cancelable) return;
    event.preventDefault();
    replaceSelection(inputType.startsWith("delete") ? "" : (data ?? (inputType === "insertLineBreak" ? "\n" : "")));
});

source.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && !event.altKey && (key === "z" || key === "y")) {
        event.preventDefault();
        restore(key === "y" || event.shiftKey ? model.redo() : model.undo());
    } else if (isCommand && key === "a" && model.rowCount > MOST_ROWS) {
        event.preventDefault();
        source.select();
        isAllSelected = true;
    } else if (isCommand && (key === "home" || key === "end") && model.rowCount > MOST_ROWS) {
        event.preventDefault();
        const place = key === "home" ? 0 : model.text.length;
        select([place, place]);
    } else if (event.key === "Escape") {
        hideTip();
    } else if (!isCommand) {
        showCaret();
    }
});

source.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= LONG_PASTE && !isAllSelected) return;
    event.preventDefault();
    replaceSelection(pasted);
});

for (const type of ["copy", "cut"]) {
    source.addEventListener(type, (event) => {
        const [start, end] = isAllSelected ? [0, model.text.length] : model.selection;
        if (start === end) return;
        event.preventDefault();
        event.clipboardData.setData("text/plain", model.text.slice(start, end));
        if (type === "cut") replaceSelection("");
    });
}

document.addEventListener("selectionchange", () => {
    if (isRendering || document.activeElement !== source) return;
    const [start, end] = [source.selectionStart, source.selectionEnd];
    isAllSelected &&= start === 0 && end === source.value.length;
    const isStale = !isInWindow(model.selection[0]) && start === end;
    if (isStale || source.value !== shown.text) return;
    model.selection = [toModel(start), toModel(end)];
    listeners.moved(model.selection[0]);
});

editor.addEventListener("scroll", () => {
    hideTip();
    render(false);
});
addEventListener("resize", () => render(false));

// Highlights.

/** A visible range of the text: at least one character, and not only a line feed. */
function rangeOf([start, end]) {
    const isLineFeed = end <= start + 1 && start > 0 && model.text[start] === "\n";
    const from = toView(isLineFeed ? start - 1 : start);
    const range = new Range();
    range.setStart(text, from);
    range.setEnd(text, Math.min(Math.max(toView(end), from + 1), text.length));
    return range;
}

function draw(kind) {
    if (!canMark) return;
    const highlight = CSS.highlights.get(kind);
    highlight.clear();
    const [from, to] = getWindow();
    let count = 0;
    for (const place of places[kind]) {
        if (place[1] < from || place[0] > to) continue;
        highlight.add(rangeOf(place));
        if ((count += 1) === MOST_MARKS) break;
    }
}

/** Highlights places by kind: `[kind, [start, end]]`. Replaces all highlights of these kinds. */
export function mark(kinds, marks) {
    for (const kind of kinds) places[kind] = [];
    for (const [kind, place] of marks) places[kind].push(place);
    kinds.forEach(draw);
}

/** Highlights the findings. */
export function markFindings(found) {
    findings = found;
    // The end of the text has no character to underline.
    const underlined = found.filter(({ span: [start, end] }) => start < end && start < model.text.length);
    mark(["error", "warning"], underlined.map((finding) => [finding.isParseError ? "error" : "warning", finding.span]));
    hideTip();
}

/** Highlights a node and its tags, or only tags, instead of the previous highlight. */
export function point(place, tags = []) {
    const marks = tags.filter(Boolean).map((tag) => ["marked-tag", tag]);
    mark(["marked", "marked-tag"], place ? [["marked", place], ...marks] : marks);
}

/** Selects a place and scrolls to it. */
export function select([start, end]) {
    model.selection = [start, end];
    reveal([start, end]);
    source.focus({ preventScroll: true });
    showSelection();
}

/** Scrolls until a place is visible. */
export function reveal(place) {
    const height = lineHeight();
    const row = model.rowOf(Math.min(place[0], model.text.length));
    const top = row * height;
    if (top < editor.scrollTop || top + 2 * height > editor.scrollTop + editor.clientHeight) {
        editor.scrollTop = Math.max(0, top - editor.clientHeight / 3);
    }
    render(false);
    const mark = rangeOf(place).getBoundingClientRect();
    const box = editor.getBoundingClientRect();
    const left = gutter.getBoundingClientRect().right;
    if (mark.left < left || mark.left > box.right) editor.scrollBy({ left: mark.left - left - box.width / 3 });
}

// The tooltip for the finding under the pointer.

function findingAt(x, y) {
    const isThere = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const [from, to] = getWindow();
    for (const finding of findings) {
        if (finding.span[1] < from || finding.span[0] > to) continue;
        const box = [...rangeOf(finding.span).getClientRects()].find(isThere);
        if (box) return { finding, box };
    }
    return undefined;
}

function showTip({ finding, box }) {
    tip.replaceChildren(element("strong", {}, finding.code), ...withCode(finding.message));
    tip.className = finding.isParseError ? "tip" : "tip warning";
    tip.hidden = false;
    const left = Math.min(box.left, innerWidth - tip.offsetWidth - 12);
    const isBelow = box.bottom + tip.offsetHeight + 12 < innerHeight;
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${isBelow ? box.bottom + 6 : box.top - tip.offsetHeight - 6}px`;
}

function hideTip() {
    tip.hidden = true;
}

let isAsked = false;
source.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
        isAsked = false;
        const found = findingAt(clientX, clientY);
        if (found) showTip(found);
        else hideTip();
    });
});
source.addEventListener("pointerleave", hideTip);
