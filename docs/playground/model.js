// The text of the editor as data: its rows, its selection, and its history.
//
// A row is a line, or a part of a long line. The text area shows only a window of the rows, because browsers take seconds to lay
// out a megabyte in a text area; a part of a long line ends there with a line feed that is not in the text.

/** The maximum length of a row, and that of a row of a long text. */
const [MOST_CHARACTERS, FEWER_CHARACTERS] = [2000, 400];

const LONG_TEXT = 100_000;

/** Changes within this time, in milliseconds, are undone together if they are adjacent. */
const TYPING_PAUSE = 800;

/** The maximum number of characters that the history keeps. */
const MOST_HISTORY = 60_000_000;

export class Model {
    text = "";
    /** The offset of the start of each row, and the end of the text. */
    starts = [0, 0];
    /** The line number of each row, from 1. */
    lines = [1];
    selection = [0, 0];
    #undone = [];
    #done = [];
    #lastChange = 0;

    /** Replaces the text, and clears the history. */
    reset(text) {
        this.text = text;
        this.#done = this.#undone = [];
        this.selection = [0, 0];
        this.#findRows();
    }

    get rowCount() {
        return this.lines.length;
    }

    /** Finds the rows between two offsets, which are starts of lines or the end of the text. */
    #rowsBetween(from, to, firstLine, isToEnd = true) {
        const { text } = this;
        const most = text.length > LONG_TEXT ? FEWER_CHARACTERS : MOST_CHARACTERS;
        const [starts, lines] = [[], []];
        const add = (start, line) => {
            starts.push(start);
            lines.push(line);
        };
        let [start, line] = [from, firstLine];
        while (start < to || (isToEnd && start === to)) {
            add(start, line);
            const feed = text.indexOf("\n", start);
            const end = feed < 0 ? text.length : feed + 1;
            while (end - start > most) {
                start += most;
                // A part does not end within a pair of surrogates, or before a line feed.
                if (/[\uDC00-\uDFFF\n]/.test(text[start])) start -= 1;
                add(start, line);
            }
            if (feed < 0) break;
            [start, line] = [end, line + 1];
        }
        return [starts, lines];
    }

    #findRows() {
        [this.starts, this.lines] = this.#rowsBetween(0, this.text.length, 1);
        this.starts.push(this.text.length);
    }

    /** The row of an offset. */
    rowOf(offset) {
        let [low, high] = [0, this.rowCount - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.starts[middle] <= offset) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    /** Line and column of an offset, from 1. The column counts characters. */
    lineAndColumn(offset) {
        const start = this.text.lastIndexOf("\n", offset - 1) + 1;
        const pairs = this.text.slice(start, offset).match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
        return [this.lines[this.rowOf(offset)], offset - start - pairs + 1];
    }

    /** Whether a row starts within a line. */
    continues(row) {
        return row > 0 && this.lines[row] === this.lines[row - 1];
    }

    /** Replaces a part of the text; the settings of the page before and after may be part of the change. */
    replace(start, end, inserted, settings) {
        const removed = this.text.slice(start, end);
        const before = this.selection;
        this.#apply(start, end, inserted, [start + inserted.length, start + inserted.length]);
        const now = performance.now();
        const last = this.#done.at(-1);
        const isTyping = last && !settings && !last.settings && now - this.#lastChange < TYPING_PAUSE;
        this.#lastChange = now;
        this.#undone = [];
        const isTyped = removed === "" && inserted.length === 1;
        if (isTyping && last.isTyped && isTyped && start === last.start + last.inserted.length && inserted !== "\n") {
            last.inserted += inserted;
            last.after = this.selection;
        } else if (isTyping && inserted === "" && last.inserted === "" && end === last.start) {
            last.removed = removed + last.removed;
            last.start = start;
            last.after = this.selection;
        } else {
            this.#done.push({ start, removed, inserted, before, after: this.selection, settings, isTyped });
            let size = 0;
            const first = this.#done.findLastIndex((change) => (size += change.removed.length + change.inserted.length) > MOST_HISTORY);
            // The last change can always be undone.
            this.#done.splice(0, Math.min(first + 1, this.#done.length - 1));
        }
    }

    #apply(start, end, inserted, selection) {
        let first = this.rowOf(start);
        while (this.continues(first)) first -= 1;
        let last = this.rowOf(end);
        while (last + 1 < this.rowCount && this.continues(last + 1)) last += 1;
        const isToEnd = last + 1 === this.rowCount;
        const [from, line, lineAfter] = [this.starts[first], this.lines[first], this.lines[last] + 1];
        const shift = inserted.length - (end - start);
        const to = this.starts[last + 1] + shift;
        this.text = this.text.slice(0, start) + inserted + this.text.slice(end);
        this.selection = selection;
        // Only the changed lines are searched; the rows after them are shifted.
        const [starts, lines] = this.#rowsBetween(from, to, line, isToEnd);
        const shiftOfLines = isToEnd ? 0 : lines.at(-1) + 1 - lineAfter;
        const after = last + 1;
        this.starts = this.starts.slice(0, first).concat(starts, this.starts.slice(after).map((offset) => offset + shift));
        this.lines = this.lines.slice(0, first).concat(lines, shiftOfLines ? this.lines.slice(after).map((number) => number + shiftOfLines) : this.lines.slice(after));
    }

    /** Undoes the last change; returns its settings. */
    undo() {
        const change = this.#done.pop();
        if (!change) return undefined;
        this.#undone.push(change);
        this.#apply(change.start, change.start + change.inserted.length, change.removed, change.before);
        return { settings: change.settings?.[0] };
    }

    /** Repeats the last undone change; returns its settings. */
    redo() {
        const change = this.#undone.pop();
        if (!change) return undefined;
        this.#done.push(change);
        this.#apply(change.start, change.start + change.removed.length, change.inserted, change.after);
        return { settings: change.settings?.[1] };
    }
}
