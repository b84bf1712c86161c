// The package, in a worker: the page stays responsive, and the parse of an outdated text can be stopped.

/** The milliseconds after which a parse is stopped if the source has changed. */
const STOP_DELAY = 300;

/** The reason why a call fails whose worker was stopped. */
const STOPPED = new Error("The parse was stopped.");

/** Starts a worker, whose script is in the page. */
function startWorker() {
    const script = document.getElementById("worker").textContent;
    return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}

export class Engine {
    #worker;
    #calls = new Map();
    #next = 0;
    /** For each method, the call that waits until an earlier one has returned. */
    #latest = new Map();
    /** The running parse. */
    #opening = null;

    constructor() {
        this.#begin();
    }

    #begin() {
        this.#worker = startWorker();
        this.#worker.onmessage = ({ data: { id, answer, error } }) => {
            const call = this.#calls.get(id);
            this.#calls.delete(id);
            if (error === undefined) call?.resolve(answer);
            else call?.reject(new Error(error));
        };
        this.#worker.onerror = (event) => {
            event.preventDefault();
            this.#fail(new Error(event.message || "The worker failed."));
        };
    }

    #fail(error) {
        for (const { reject } of this.#calls.values()) reject(error);
        this.#calls.clear();
    }

    #call(method, args) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#calls.set(id, { resolve, reject });
            this.#worker.postMessage({ id, method, args });
        });
    }

    /** Parses and checks a text. Returns the findings, or `undefined` if a later text replaces it. */
    open(...args) {
        const running = this.#opening;
        // If the parse of an outdated text takes long, another worker continues with the last text.
        const restart = () => running === this.#opening && this.#latest.get("open") && this.#restart();
        if (running) setTimeout(restart, STOP_DELAY - (performance.now() - running.start));
        return this.#lastOf("open", async () => {
            this.#opening = { start: performance.now() };
            try {
                const answer = await this.#call("open", args);
                return this.#latest.get("open") ? undefined : answer;
            } catch (error) {
                if (error !== STOPPED) throw error;
                return undefined;
            } finally {
                this.#opening = null;
            }
        });
    }

    #restart() {
        this.#worker.terminate();
        this.#begin();
        this.#fail(STOPPED);
    }

    /** Calls a method of the worker. Returns `undefined` if it fails or the worker is stopped. */
    ask(method, ...args) {
        return this.#call(method, args).catch(() => undefined);
    }

    /** Calls a method. Of the calls that arrive while it runs, only the last is made, later; the others return `undefined`. */
    askLatest(method, ...args) {
        return this.#lastOf(method, () => this.ask(method, ...args));
    }

    async #lastOf(method, call) {
        if (this.#latest.has(method)) {
            return new Promise((resolve) => {
                this.#latest.get(method)?.(undefined);
                this.#latest.set(method, (isTurn) => resolve(isTurn ? this.#lastOf(method, call) : undefined));
            });
        }
        this.#latest.set(method, null);
        try {
            return await call();
        } finally {
            const next = this.#latest.get(method);
            this.#latest.delete(method);
            next?.(true);
        }
    }
}
