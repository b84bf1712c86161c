// The source editor: CodeMirror, with the marks that the views ask for.

import { defaultKeymap, history, historyKeymap, invertedEffects, isolateHistory } from "@codemirror/commands";
import { setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { BIDIRECTIONAL, element, withCode } from "./element.js";

/** The kinds of marks; later ones are drawn around earlier ones. */
const KINDS = ["reference", "value", "name", "tag", "comment", "unread", "found", "marked", "marked-tag"];

/** The maximum number of marks of a kind, and of underlined findings. */
const MOST_MARKS = 5000;

const DECORATIONS = Object.fromEntries(KINDS.map((kind) => [kind, Decoration.mark({ class: kind })]));

/** Replaces the marks of some kinds: `{ kinds, marks }`, where a mark is `[kind, [start, end]]`. */
const setMarks = StateEffect.define();

/** The settings of the page before and after an example was chosen, so that undoing it restores them. */
const setSettings = StateEffect.define();

const marksField = StateField.define({
    create: () => Object.fromEntries(KINDS.map((kind) => [kind, RangeSet.empty])),
    update(sets, transaction) {
        let updated = sets;
        if (transaction.docChanged) {
            updated = Object.fromEntries(KINDS.map((kind) => [kind, sets[kind].map(transaction.changes)]));
        }
        for (const effect of transaction.effects.filter((effect) => effect.is(setMarks))) {
            const { kinds, marks } = effect.value;
            for (const kind of kinds) {
                const ranges = marks.filter((mark) => mark[0] === kind).slice(0, MOST_MARKS).map((mark) => clipped(mark[1], transaction.newDoc));
                const shown = ranges.filter(([start, end]) => start < end).map(([start, end]) => DECORATIONS[kind].range(start, end));
                updated = { ...updated, [kind]: RangeSet.of(shown, true) };
            }
        }
        return updated;
    },
    provide: (field) => KINDS.map((kind) => EditorView.decorations.from(field, (sets) => sets[kind])),
});

let listeners = { changed() {}, moved() {}, scrolled() {}, restored() {} };

const view = new EditorView({
    parent: document.getElementById("editor"),
    extensions: [
        lineNumbers(), history(), drawSelection(), highlightSpecialChars(), search({ top: true }), marksField,
        invertedEffects.of(({ effects }) => effects.filter((effect) => effect.is(setSettings)).map(({ value: [before, after] }) => setSettings.of([after, before]))),
        EditorState.tabSize.of(4),
        EditorView.contentAttributes.of({ id: "source", "aria-label": "Source", "aria-describedby": "status", spellcheck: "false" }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => {
            for (const transaction of update.transactions.filter((transaction) => transaction.isUserEvent("undo") || transaction.isUserEvent("redo"))) {
                for (const effect of transaction.effects) if (effect.is(setSettings)) listeners.restored(effect.value[1]);
            }
            if (update.docChanged) listeners.changed();
            if (update.docChanged || update.selectionSet) listeners.moved(getCaret());
            if (update.docChanged || update.viewportChanged) listeners.scrolled();
        }),
    ],
});

const clipped = ([start, end], { length }) => [Math.min(start, length), Math.min(end, length)];

/** The current source. */
export const getText = () => view.state.doc.toString();

/** The number of characters of the source. */
export const getLength = () => view.state.doc.length;

/** Line and column of an offset, from 1. The column counts code points. */
export function lineAndColumn(offset) {
    const line = view.state.doc.lineAt(Math.min(offset, getLength()));
    const pairs = line.text.slice(0, offset - line.from).match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
    return [line.number, offset - line.from - pairs + 1];
}

/** The offset of the caret. */
export const getCaret = () => view.state.selection.main.head;

/** Start and end of the part of the source that has elements. */
export function getWindow() {
    const ranges = view.visibleRanges;
    return ranges.length ? [ranges[0].from, ranges.at(-1).to] : [0, 0];
}

/** Whether the shown part has characters that change the order of others. */
export const hasBidirectional = () => BIDIRECTIONAL.test(view.state.sliceDoc(...getWindow()));

/** Replaces the source. If the settings before and after are given, the change can be undone; otherwise the history is cleared. */
export function setText(html, settings) {
    const changes = { from: 0, to: getLength(), insert: html };
    const annotations = isolateHistory.of("full");
    view.dispatch({ changes, selection: { anchor: 0 }, scrollIntoView: true, annotations, effects: settings ? setSettings.of(settings) : [] });
    // A text that is equal is a change, too.
    if (getLength() === 0) listeners.changed();
}

/** Registers callbacks: changes of the source, moves of the caret, changes of the window, and settings that undo restores. */
export function onChange(callbacks) {
    listeners = callbacks;
}

/** Marks places by kind: `[kind, [start, end]]`. Replaces all marks of these kinds. */
export const mark = (kinds, marks) => view.dispatch({ effects: setMarks.of({ kinds, marks }) });

/** Underlines the findings, and shows them at the pointer. */
export function markFindings(findings) {
    const severities = { error: "error", warning: "warning", advice: "info" };
    const diagnostics = findings.slice(0, MOST_MARKS).map(({ level, code, message, start, end }) => {
        const [from, to] = clipped([start.offset, end.offset], view.state.doc);
        const renderMessage = () => element("div", {}, element("strong", {}, `${level} · ${code}`), ...withCode(message));
        return { from, to, severity: severities[level], message, renderMessage };
    });
    view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Marks a node and its tags, or only tags, instead of the mark before. */
export function point(place, tags = []) {
    const marks = tags.filter(Boolean).map((tag) => ["marked-tag", tag]);
    mark(["marked", "marked-tag"], place ? [["marked", place], ...marks] : marks);
}

/** Selects a place and scrolls to it. */
export function select(place) {
    const [anchor, head] = clipped(place, view.state.doc);
    view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
    view.focus();
}

/** Scrolls until a place is visible. */
export function reveal([start]) {
    view.dispatch({ effects: EditorView.scrollIntoView(Math.min(start, getLength()), { yMargin: 60, xMargin: 60 }) });
}

/** For tests: the parts of the source that a kind of marks covers. */
export function marked(kind) {
    const found = [];
    view.state.field(marksField)[kind].between(0, getLength(), (from, to) => void found.push(view.state.sliceDoc(from, to)));
    return found;
}
