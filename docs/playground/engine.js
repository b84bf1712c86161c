// The parser, in a worker: the page stays responsive, and the parse of an outdated text can be stopped.

/** The number of characters that are parsed before the first parse that is measured. */
const WARM_UP = 10000;

/** The milliseconds after which a parse is cancelled if the source has changed. */
const CANCEL_DELAY = 300;

/** The module: embedded in the page, compressed, if the page is one file; otherwise a file next to it. */
function loadModule() {
    const inlined = document.getElementById("parser-module");
    if (!inlined) return WebAssembly.compileStreaming(fetch(new URL("parser_bg.wasm", document.baseURI)));
    const compressed = new Blob([Uint8Array.fromBase64(inlined.textContent)]);
    const module = compressed.stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compileStreaming(new Response(module, { headers: { "Content-Type": "application/wasm" } }));
}

/** A worker, whose scripts have the addresses that the import map of the page gives them. */
function startWorker() {
    const [engine, parser] = ["engine.js", "parser.js"].map((name) => JSON.stringify(import.meta.resolve(`playground/${name}`)));
    const script = `import { serve } from ${engine}; import * as parser from ${parser}; serve(self, parser);`;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    return new Worker(address, { type: "module" });
}

/** Runs the parser in the page, if the browser refuses workers to pages that are files. */
async function startInPage() {
    const parser = await import("playground/parser.js");
    const port = { postMessage: (data) => queueMicrotask(() => outside.onmessage?.({ data })) };
    const outside = { postMessage: (data) => queueMicrotask(() => port.onmessage({ data })), terminate() {} };
    serve(port, parser);
    return outside;
}

export class Engine {
    #module;
    #worker;
    #isInPage = false;
    #calls = new Map();
    #next = 0;
    /** The running parse, and the text to parse after it. */
    #parsing = null;
    #waiting = null;
    /** For each method, the call that waits until an earlier one has returned. */
    #latest = new Map();

    async start() {
        this.#module = await loadModule();
        try {
            await this.#begin(startWorker());
        } catch {
            this.#isInPage = true;
            await this.#begin(await startInPage());
        }
    }

    #begin(worker) {
        this.#worker = worker;
        const ready = this.#call("start", [this.#module]);
        worker.onmessage = ({ data }) => this.#answer(data);
        worker.onerror = (event) => {
            event.preventDefault?.();
            for (const { reject } of this.#calls.values()) reject(new Error(event.message || "The worker failed."));
            this.#calls.clear();
        };
        return ready;
    }

    #answer({ id, answer, error }) {
        const call = this.#calls.get(id);
        this.#calls.delete(id);
        if (error === undefined) call?.resolve(answer);
        else call?.reject(new Error(error));
    }

    #call(method, args) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#calls.set(id, { resolve, reject });
            this.#worker.postMessage({ id, method, args });
        });
    }

    /** Parses a text. Returns the summary, or `undefined` if a later text replaces it. */
    open(...args) {
        this.#latest.clear();
        if (!this.#parsing) return this.#open(args);
        this.#waiting?.resolve(undefined);
        const parsing = this.#parsing;
        const rest = CANCEL_DELAY - (performance.now() - parsing.start);
        setTimeout(() => this.#waiting && this.#parsing === parsing && this.#cancel(), Math.max(0, rest));
        return new Promise((resolve, reject) => {
            this.#waiting = { args, resolve, reject };
        });
    }

    async #open(args) {
        const parsing = { start: performance.now() };
        this.#parsing = parsing;
        try {
            const answer = await this.#call("open", args);
            return this.#waiting ? undefined : answer;
        } catch (error) {
            // `#cancel` stopped the worker.
            if (this.#parsing !== parsing) return undefined;
            throw error;
        } finally {
            if (this.#parsing === parsing) {
                this.#parsing = null;
                this.#openWaiting();
            }
        }
    }

    #openWaiting() {
        const waiting = this.#waiting;
        this.#waiting = null;
        if (waiting) this.#open(waiting.args).then(waiting.resolve, waiting.reject);
    }

    /** Stops the worker, and starts another one. */
    #cancel() {
        if (this.#isInPage) return;
        this.#worker.terminate();
        this.#parsing = null;
        const calls = [...this.#calls.values()];
        this.#calls.clear();
        this.#begin(startWorker()).catch(() => {});
        for (const { reject } of calls) reject(new Cancelled());
        this.#openWaiting();
    }

    /** Calls a method of the session. Returns `undefined` if the worker was stopped. */
    ask(method, ...args) {
        return this.#call(method, args).catch(() => undefined);
    }

    /** Calls a method. Of the calls that arrive while it runs, only the last is made, later; the others return `undefined`. */
    async askLatest(method, ...args) {
        if (this.#latest.has(method)) {
            return new Promise((resolve) => {
                this.#latest.get(method)?.(undefined);
                this.#latest.set(method, (isTurn) => resolve(isTurn ? this.askLatest(method, ...args) : undefined));
            });
        }
        this.#latest.set(method, null);
        try {
            return await this.ask(method, ...args);
        } finally {
            const next = this.#latest.get(method);
            this.#latest.delete(method);
            next?.(true);
        }
    }
}

/** The error of a call whose worker was stopped. */
export class Cancelled extends Error {}

// The other side, in the worker: keeps the session, and calls its methods.

/** The methods that return JSON. */
const IN_JSON = new Set(["summary", "rows", "tokens", "colors", "overview", "step"]);

/** The number of findings that are returned with a parsed text. */
const MOST_FINDINGS = 2000;

/** Answers messages: `{ id, method, args }` with `{ id, answer }` or `{ id, error }`. */
export function serve(port, parser) {
    let session = null;
    let isStarted = null;

    const methods = {
        start: (module) => (isStarted = parser.default({ module_or_path: module }).then(() => true)),
        open(html, context, scripting, isFolded, collapsed) {
            // The first parse takes longer, because the browser compiles the module during it.
            if (!session) new parser.Session(html.slice(0, WARM_UP), context, scripting).free();
            const start = performance.now();
            const opened = new parser.Session(html, context, scripting);
            const elapsed = performance.now() - start;
            session?.free();
            session = opened;
            session.fold(isFolded, collapsed);
            return { ...JSON.parse(session.summary(MOST_FINDINGS)), elapsed };
        },
        select(selector, most) {
            try {
                return JSON.parse(session.select(selector, most));
            } catch (error) {
                return { message: error.message };
            }
        },
    };

    async function answer(method, args) {
        if (method !== "start") await isStarted;
        if (method in methods) return methods[method](...args);
        const answer = session[method](...args);
        return IN_JSON.has(method) ? JSON.parse(answer) : answer;
    }

    port.onmessage = async ({ data: { id, method, args } }) => {
        try {
            port.postMessage({ id, answer: await answer(method, args) });
        } catch (error) {
            port.postMessage({ id, error: String(error.message ?? error) });
        }
    };
}
