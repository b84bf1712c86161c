// The state of the page, kept in the fragment of its URL, so that a link contains the document.

/** The initial state, except for the source, which is the first example. */
const DEFAULTS = { html: null, context: "", scripting: false, view: "tree", form: "html" };

/** The length of the longest source that is put into the URL. */
const MOST_CHARACTERS = 200_000;

/** Reads the state from the URL. */
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

/** The URL for a state, and whether it is complete: a source that is too long is left out. */
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

/** Writes the state to the URL of the page; returns whether it is complete. */
export function writeState(state) {
    const { address, isComplete } = addressOf(state);
    try {
        history.replaceState(null, "", address);
    } catch {
        // Some browsers limit the rate of such changes; a later one will succeed.
    }
    return isComplete;
}
