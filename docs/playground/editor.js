// The source editor: a text area with transparent text, above the same text with highlights.
//
// The highlights are ranges of a single text node (CSS custom highlights), so they need no elements.

import { element, withCode } from "playground/element.js";

const editor = document.getElementById("editor");
const gutter = document.getElementById("gutter");
const backdrop = document.getElementById("backdrop");
const source = document.getElementById("source");
const tip = document.getElementById("tip");

const text = document.createTextNode("");
backdrop.append(text);

/** The kinds of highlights; later ones are drawn above earlier ones. */
const KINDS = ["tag", "name", "value", "comment", "reference", "warning", "error", "marked", "marked-tag"];
const canMark = "highlights" in CSS;
if (canMark) {
    KINDS.forEach((kind, priority) => {
        const highlight = new Highlight();
        highlight.priority = priority;
        CSS.highlights.set(kind, highlight);
    });
}

/** The number of lines in the gutter. */
let lineCount = 1;

/** The errors that have a tooltip, with their ranges. */
let findings = [];

/** The current source. */
export const getText = () => source.value;

/** Replaces the source. */
export function setText(html) {
    source.value = html;
    refresh();
}

/** Registers callbacks for changes of the source and for moves of the caret. */
export function onChange(changed, moved) {
    source.addEventListener("input", () => {
        refresh();
        changed();
    });
    document.addEventListener("selectionchange", () => {
        if (document.activeElement === source) moved(source.selectionStart);
    });
}

/** Updates the text below the text area, and the line numbers. */
function refresh() {
    clearMarks(KINDS);
    // The extra space gives the last line its full height, and makes the end of the source a range that can be highlighted.
    text.data = `${source.value} `;
    const lines = source.value.split("\n").length;
    if (lines !== lineCount) {
        lineCount = lines;
        gutter.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
    }
}

/** A visible range of the text: at least one character, and not only a line feed. */
function rangeOf([start, end]) {
    const isLineFeed = end <= start + 1 && start > 0 && source.value[start] === "\n";
    const from = Math.min(isLineFeed ? start - 1 : start, source.value.length);
    const range = new Range();
    range.setStart(text, from);
    range.setEnd(text, Math.min(Math.max(end, from + 1), text.length));
    return range;
}

function clearMarks(kinds) {
    if (canMark) kinds.forEach((kind) => CSS.highlights.get(kind).clear());
}

function add(kind, place) {
    const range = rangeOf(place);
    if (canMark) CSS.highlights.get(kind).add(range);
    return range;
}

/** Highlights places by kind: `[kind, [start, end]]`. Replaces all highlights of these kinds. */
export function mark(kinds, places) {
    clearMarks(kinds);
    for (const [kind, place] of places) add(kind, place);
}

/** Highlights the errors. */
export function markErrors(errors) {
    clearMarks(["error", "warning"]);
    findings = errors.map((error) => {
        const range = add(error.isParseError ? "error" : "warning", error.span);
        return { range, error };
    });
    hideTip();
}

/** Highlights a node and its tags, or a token; with no place, removes the highlight. */
export function point(place, tags = []) {
    const marks = tags.filter(Boolean).map((tag) => ["marked-tag", tag]);
    mark(["marked", "marked-tag"], place ? [["marked", place], ...marks] : marks);
}

/** Selects a place and scrolls to it. */
export function select([start, end]) {
    source.focus({ preventScroll: true });
    source.setSelectionRange(start, end);
    reveal([start, end]);
}

/** Scrolls until a place is visible. */
export function reveal(place) {
    const box = editor.getBoundingClientRect();
    const mark = rangeOf(place).getBoundingClientRect();
    const left = gutter.getBoundingClientRect().right;
    const isSeen = mark.top >= box.top && mark.top + 20 <= box.bottom && mark.left >= left && mark.left <= box.right;
    if (isSeen) return;
    editor.scrollBy({ top: mark.top - box.top - box.height / 3, left: mark.left - left - box.width / 3 });
}

/** Line and column of an offset, from 1. */
export function lineAndColumn(offset) {
    const before = source.value.slice(0, offset);
    const start = before.lastIndexOf("\n") + 1;
    return [before.split("\n").length, [...before.slice(start)].length + 1];
}

// The tooltip for the error under the pointer.

function findingAt(x, y) {
    const isThere = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    return findings.find(({ range }) => [...range.getClientRects()].some(isThere));
}

function showTip({ range, error }) {
    const box = range.getClientRects()[0];
    tip.replaceChildren(element("strong", {}, error.code), ...withCode(error.message));
    tip.className = error.isParseError ? "tip" : "tip warning";
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
        const finding = findingAt(clientX, clientY);
        if (finding) showTip(finding);
        else hideTip();
    });
});
source.addEventListener("pointerleave", hideTip);
editor.addEventListener("scroll", hideTip);
source.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
});
