// The tabs and the two panes.

// The tabs, by the ARIA practices: arrow keys, Home and End move between them; the Tab key stops only at the selected one.

const list = document.getElementById("tabs");
const tabs = [...list.querySelectorAll("[role=tab]")];

/** The name of a tab: `tree` of `tab-tree`. */
const nameOf = (tab) => tab.id.slice("tab-".length);

/** The panel of a tab, by its name. */
export const panelOf = (name) => document.getElementById(`panel-${name}`);

/** Selects the tab of a name, or else the first one; returns the name of the selected tab. */
export function selectTab(name) {
    const selected = tabs.find((tab) => nameOf(tab) === name) ?? tabs[0];
    for (const tab of tabs) {
        tab.setAttribute("aria-selected", tab === selected);
        tab.tabIndex = tab === selected ? 0 : -1;
        panelOf(nameOf(tab)).hidden = tab !== selected;
    }
    // On a narrow page, the tabs scroll.
    selected.scrollIntoView({ block: "nearest", inline: "nearest" });
    return nameOf(selected);
}

/** Calls back when the user selects another tab. */
export function onSelect(selected) {
    list.addEventListener("click", ({ target }) => {
        const tab = target.closest("[role=tab]");
        if (tab) selected(nameOf(tab));
    });
    list.addEventListener("keydown", (event) => {
        const index = tabs.indexOf(event.target.closest("[role=tab]"));
        const last = tabs.length - 1;
        const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last }[event.key];
        if (index < 0 || next === undefined) return;
        event.preventDefault();
        const tab = tabs.at(next > last ? 0 : next);
        tab.focus();
        selected(nameOf(tab));
    });
}

// The line between the two panes, which is moved by the pointer or by keys.

/** The smallest and the largest share of the first pane, in percent. */
const [LEAST, MOST] = [20, 80];

/** Connects the line; its place is `settings.split`. */
export function makeSplitter(splitter, settings, moved) {
    function move(share) {
        settings.split = Math.round(Math.max(LEAST, Math.min(MOST, share)));
        splitter.parentElement.style.setProperty("--split", `${settings.split}fr`);
        splitter.parentElement.style.setProperty("--rest", `${100 - settings.split}fr`);
        splitter.setAttribute("aria-valuenow", settings.split);
    }
    splitter.setAttribute("aria-valuemin", LEAST);
    splitter.setAttribute("aria-valuemax", MOST);
    move(settings.split ?? 42);
    splitter.addEventListener("pointerdown", (event) => splitter.setPointerCapture(event.pointerId));
    splitter.addEventListener("pointermove", (event) => {
        if (!splitter.hasPointerCapture(event.pointerId)) return;
        const box = splitter.parentElement.getBoundingClientRect();
        move((100 * (event.clientX - box.left)) / box.width);
    });
    splitter.addEventListener("pointerup", moved);
    splitter.addEventListener("dblclick", () => {
        move(42);
        moved();
    });
    splitter.addEventListener("keydown", (event) => {
        const share = { ArrowLeft: settings.split - 4, ArrowRight: settings.split + 4, Home: LEAST, End: MOST }[event.key];
        if (share === undefined) return;
        event.preventDefault();
        move(share);
        moved();
    });
}
