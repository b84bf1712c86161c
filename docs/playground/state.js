// What the page shows, kept in the fragment of its address: a link is a document.

/** What a fresh page shows besides its first example. */
const DEFAULTS = { html: null, context: "", scripting: false, view: "tree", form: "html" };

/** The longest source that is put into the address. */
const MOST_CHARACTERS = 200_000;

/** The state that the address says. */
export function readState() {
    const words = new URLSearchParams(location.hash.slice(1));
    return {
        html: words.get("html") ?? DEFAULTS.html,
        context: words.get("context") ?? DEFAULTS.context,
        scripting: words.has("scripting"),
        view: words.get("view") ?? DEFAULTS.view,
        form: words.get("form") ?? DEFAULTS.form,
    };
}

/** The address that says the state, but for a source that is too long, and whether it says all. */
export function addressOf(state) {
    const isComplete = state.html.length <= MOST_CHARACTERS;
    const words = new URLSearchParams();
    if (state.context) words.set("context", state.context);
    if (state.scripting) words.set("scripting", "");
    if (state.view !== DEFAULTS.view) words.set("view", state.view);
    if (state.form !== DEFAULTS.form) words.set("form", state.form);
    if (isComplete) words.set("html", state.html);
    return { address: new URL(`#${words}`, location.href).href, isComplete };
}

/** Makes the page's own address say the state; whether it says all. */
export function writeState(state) {
    const { address, isComplete } = addressOf(state);
    try {
        history.replaceState(null, "", address);
    } catch {
        // Some browsers take only so many changes in a time: the address will be that of a later one.
    }
    return isComplete;
}
