// A list that has elements only for the visible rows, with navigation by keys.
//
// The rows are loaded in parts. The focus stays on the list; `aria-activedescendant` names the active row.

import { element } from "./element.js";

/** The number of rows before and after the visible ones. */
const MARGIN = 15;

let nextId = 0;

export class VirtualList {
    /** The index of the active row, or -1. */
    active = 0;
    count = 0;
    #first = 0;
    #rows = [];
    #generation = 0;
    #pending;
    #height;
    #id = `list-${(nextId += 1)}`;

    /**
     * @param panel the element that scrolls
     * @param attributes those of the list, such as its role
     * @param options `load(from, count)`, which returns `{ rows, count }` or nothing; `make(row, index)`, which returns an element;
     *     `activated(row, isByKey)`; `pointed(row)`, with `undefined` when the pointer leaves; `opened(row, index)` after a double
     *     click; `keys(event, row)`, which returns whether it has handled the key
     */
    constructor(panel, attributes, options) {
        this.panel = panel;
        this.options = options;
        this.list = element("div", { tabIndex: 0, className: "virtual", ...attributes });
        this.panel.append(this.list);
        panel.addEventListener("scroll", () => this.#scrolled());
        new ResizeObserver(() => this.#scrolled()).observe(panel);
        this.list.addEventListener("keydown", (event) => this.#pressed(event));
        const on = (type, call) => this.list.addEventListener(type, ({ target }) => call(this.indexOf(target)));
        on("click", (index) => this.activate(index));
        on("pointerover", (index) => this.options.pointed(this.rowAt(index)));
        on("pointerleave", () => this.options.pointed());
        on("dblclick", (index) => this.rowAt(index) && this.options.opened(this.rowAt(index), index));
    }

    /** The index of the row of an element. */
    indexOf(target) {
        const row = target.closest?.(".row");
        return row && this.list.contains(row) ? Number(row.dataset.index) : -1;
    }

    /** The row with an index, if it has an element. */
    rowAt(index) {
        return this.#rows[index - this.#first];
    }

    elementAt(index) {
        return this.list.querySelector(`[data-index="${index}"]`);
    }

    get activeRow() {
        return this.rowAt(this.active);
    }

    #rowHeight() {
        this.#height ??= parseFloat(getComputedStyle(this.list).getPropertyValue("--row-height")) * parseFloat(getComputedStyle(document.documentElement).fontSize);
        return this.#height;
    }

    /** Loads the visible rows again, and shows them. */
    refresh() {
        this.#pending = this.#refresh();
        return this.#pending;
    }

    async #refresh() {
        const generation = (this.#generation += 1);
        const height = this.#rowHeight();
        const from = Math.max(0, Math.floor(this.panel.scrollTop / height) - MARGIN);
        const count = Math.ceil(this.panel.clientHeight / height) + 2 * MARGIN;
        const answer = await this.options.load(from, count);
        if (generation !== this.#generation) return this.#pending;
        if (!answer) return undefined;
        if (answer.rows.length === 0 && from > 0 && answer.count > 0) {
            this.panel.scrollTop = Math.max(0, answer.count * height - this.panel.clientHeight);
            return this.refresh();
        }
        this.count = answer.count;
        this.active = Math.min(this.active, Math.max(0, this.count - 1));
        this.#first = from;
        this.#rows = answer.rows;
        this.list.style.paddingTop = `${from * height}px`;
        this.list.style.paddingBottom = `${Math.max(0, this.count - from - answer.rows.length) * height}px`;
        this.list.replaceChildren(...answer.rows.map((row, offset) => this.#make(row, from + offset)));
        this.#showActive();
        return undefined;
    }

    #make(row, index) {
        const made = this.options.make(row, index);
        made.classList.add("row");
        made.dataset.index = index;
        made.id = `${this.#id}-${index}`;
        return made;
    }

    #showActive() {
        for (const row of this.list.children) row.classList.toggle("active", Number(row.dataset.index) === this.active);
        if (this.elementAt(this.active)) this.list.setAttribute("aria-activedescendant", `${this.#id}-${this.active}`);
        else this.list.removeAttribute("aria-activedescendant");
    }

    #scrolled() {
        if (this.panel.hidden || this.panel.clientHeight === 0) return;
        const height = this.#rowHeight();
        const top = this.panel.scrollTop / height;
        const bottom = top + this.panel.clientHeight / height;
        const last = this.#first + this.#rows.length;
        if (top < this.#first || (bottom > last && last < this.count)) this.refresh();
    }

    /** Scrolls until a row is visible, and loads it. */
    async scrollTo(index) {
        const height = this.#rowHeight();
        const [top, bottom] = [index * height, (index + 1) * height];
        const { scrollTop, clientHeight } = this.panel;
        // The rows may be in the middle of the panel, after a toolbar.
        if (top < scrollTop) this.panel.scrollTop = Math.max(0, top - height);
        else if (bottom + 24 > scrollTop + clientHeight) this.panel.scrollTop = bottom - clientHeight + height + 24;
        if (!this.rowAt(index)) await this.refresh();
    }

    /** Shows a row as the active one; -1 means that no row is active. */
    async mark(index) {
        this.active = index;
        if (index >= 0) await this.scrollTo(index);
        this.#showActive();
    }

    /** Activates a row for the user, and calls `activated`. */
    async activate(index, isByKey = false) {
        if (index < 0 || index >= this.count) return;
        await this.mark(index);
        this.options.activated?.(this.activeRow, isByKey);
    }

    #pressed(event) {
        if (event.altKey || event.ctrlKey || event.metaKey || !this.activeRow && this.count === 0) return;
        if (this.options.keys?.(event, this.activeRow)) {
            event.preventDefault();
            return;
        }
        const page = Math.max(1, Math.floor(this.panel.clientHeight / this.#rowHeight()) - 1);
        const next = {
            ArrowDown: this.active + 1,
            ArrowUp: this.active - 1,
            PageDown: Math.min(this.active + page, this.count - 1),
            PageUp: Math.max(this.active - page, 0),
            Home: 0,
            End: this.count - 1,
        }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        this.activate(next, true);
    }
}
