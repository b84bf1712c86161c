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
