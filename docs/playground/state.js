// The state of the page: in the fragment of its address, so that a link contains the document, and in the storage of the browser, so
// that nothing is lost when the page is closed.

/** The initial state, except for the source, which is the first example. */
const DEFAULTS = { html: null, context: "", scripting: false, view: "tree", form: "html", preset: "default", selector: "", step: 0, fold: false };

/** The length of the longest link. Some programs cut longer links. */
const LONGEST_LINK = 30_000;

/** The maximum number of characters that are stored, compressed, for the next visit. */
const MOST_STORED = 2_000_000;

/** A longer source is neither stored nor linked: compressing it takes too long. */
const MOST_CHARACTERS = 8_000_000;

const STORED_STATE = "hedgerow-playground-state";
const STORED_SETTINGS = "hedgerow-playground-settings";

const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream));

/** Compresses a text to characters that an address may contain. */
async function compress(text) {
    const bytes = await through(text, new CompressionStream("deflate-raw")).bytes();
    return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

async function decompress(text) {
    const bytes = Uint8Array.fromBase64(text, { alphabet: "base64url" });
    return through(bytes, new DecompressionStream("deflate-raw")).text();
}

async function readWords(fragment) {
    const words = new URLSearchParams(fragment);
    const source = words.get("z");
    const html = source === null ? words.get("html") : await decompress(source).catch(() => null);
    return {
        html,
        isDamaged: source !== null && html === null,
        context: words.get("context") ?? DEFAULTS.context,
        scripting: words.has("scripting"),
        view: words.get("view") ?? DEFAULTS.view,
        form: words.get("form") ?? DEFAULTS.form,
        preset: words.get("preset") ?? DEFAULTS.preset,
        selector: words.get("selector") ?? DEFAULTS.selector,
        step: Math.max(0, Number(words.get("step")) - 1 || 0),
        fold: words.has("fold"),
    };
}

/** Reads the state from the address, or else the state of the last visit. */
export async function readState() {
    const stored = location.hash.length > 1 ? null : localValue(STORED_STATE);
    return { ...DEFAULTS, ...(await readWords(stored ?? location.hash.slice(1))) };
}

async function fragmentOf(state) {
    const words = new URLSearchParams();
    if (state.context) words.set("context", state.context);
    if (state.scripting) words.set("scripting", "");
    if (state.view !== DEFAULTS.view) words.set("view", state.view);
    for (const name of ["form", "preset", "selector"]) if (state[name] !== DEFAULTS[name]) words.set(name, state[name]);
    if (state.view === "steps") words.set("step", state.step + 1);
    if (state.fold) words.set("fold", "");
    if (state.html.length > MOST_CHARACTERS) return null;
    words.set("z", await compress(state.html));
    return String(words);
}

/** The link for a state; or, if it would be too long, its length. */
export async function linkTo(state) {
    const fragment = await fragmentOf(state);
    const length = fragment?.length ?? Infinity;
    return length <= LONGEST_LINK ? { address: new URL(`#${fragment}`, location.href).href } : { length };
}

/** Stores the state in the address, if it is short enough, and for the next visit. Returns whether it was stored at all. */
export async function storeState(state) {
    const fragment = await fragmentOf(state);
    const isShort = fragment !== null && fragment.length <= LONGEST_LINK;
    try {
        history.replaceState(null, "", isShort ? `#${fragment}` : location.pathname + location.search);
    } catch {
        // Some browsers limit the rate of such changes; a later one will succeed.
    }
    const isStored = fragment !== null && fragment.length <= MOST_STORED && setLocalValue(STORED_STATE, fragment);
    return isShort || isStored;
}

/** The settings of the page that are not part of a link: theme, and size of the panes. */
export function readSettings() {
    try {
        return JSON.parse(localValue(STORED_SETTINGS)) ?? {};
    } catch {
        return {};
    }
}

export const storeSettings = (settings) => setLocalValue(STORED_SETTINGS, JSON.stringify(settings));

// A browser may refuse the storage, for instance to pages that are opened from a file.

function localValue(name) {
    try {
        return localStorage.getItem(name);
    } catch {
        return null;
    }
}

function setLocalValue(name, value) {
    try {
        localStorage.setItem(name, value);
        return true;
    } catch {
        return false;
    }
}
