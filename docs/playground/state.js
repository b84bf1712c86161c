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

/** Makes the address say the state; whether it could. */
export function writeState(state) {
    const isShort = state.html.length <= MOST_CHARACTERS;
    const words = new URLSearchParams();
    if (state.context) words.set("context", state.context);
    if (state.scripting) words.set("scripting", "");
    if (state.view !== DEFAULTS.view) words.set("view", state.view);
    if (state.form !== DEFAULTS.form) words.set("form", state.form);
    if (isShort) words.set("html", state.html);
    history.replaceState(null, "", `#${words}`);
    return isShort;
}
