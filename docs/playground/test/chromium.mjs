// Controls a headless Chromium with the DevTools protocol over two pipes, so that only the browser must be installed.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** The names under which the browser may be installed. */
const PROGRAMS = [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"].filter(Boolean);

const OPTIONS = [
    "--headless",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

/** The maximum time of a command or a wait, in milliseconds. */
const TIMEOUT = 20_000;

/** Starts the first browser that is installed. */
async function start(profile) {
    for (const program of PROGRAMS) {
        const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
        const browser = spawn(program, [...OPTIONS, `--user-data-dir=${profile}`], { stdio });
        const isStarted = await new Promise((resolve) => {
            browser.once("spawn", () => resolve(true));
            browser.once("error", () => resolve(false));
        });
        if (isStarted) return browser;
    }
    throw new Error(
        `there is no Chromium (looked for ${PROGRAMS.join(", ")}): install it (on Debian: apt-get install chromium), ` +
            "or name it in the variable CHROMIUM",
    );
}

/** A browser with one page. */
export class Chromium {
    #browser;
    #profile;
    #session;
    #answers = new Map();
    #next = 1;
    #rest = "";
    /** The exceptions, errors and warnings of the page. */
    complaints = [];

    /** Starts a browser. */
    static async launch() {
        const chromium = new Chromium();
        chromium.#profile = await mkdtemp(join(tmpdir(), "playground-"));
        chromium.#browser = await start(chromium.#profile);
        chromium.#browser.stdio[4].setEncoding("utf8").on("data", (text) => chromium.#receive(text));
        const { targetId } = await chromium.send("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await chromium.send("Target.attachToTarget", { targetId, flatten: true });
        chromium.#session = sessionId;
        await chromium.send("Page.enable");
        await chromium.send("Runtime.enable");
        await chromium.send("Performance.enable", { timeDomain: "threadTicks" });
        return chromium;
    }

    async close() {
        const ended = new Promise((resolve) => this.#browser.once("exit", resolve));
        this.#browser.kill();
        await ended;
        await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
    }

    /** Sends a command of the protocol, and returns its result. */
    async send(method, params = {}) {
        const id = this.#next++;
        const answer = new Promise((resolve, reject) => this.#answers.set(id, { resolve, reject }));
        this.#browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.#session })}\0`);
        const late = wait(TIMEOUT, null, { ref: false }).then(() => {
            throw new Error(`no answer to ${method}`);
        });
        return Promise.race([answer, late]);
    }

    #receive(text) {
        const messages = (this.#rest + text).split("\0");
        this.#rest = messages.pop();
        for (const { id, result, error, method, params } of messages.map((message) => JSON.parse(message))) {
            const waiting = this.#answers.get(id);
            this.#answers.delete(id);
            if (error) waiting?.reject(new Error(error.message));
            else waiting?.resolve(result);
            if (method === "Runtime.exceptionThrown") {
                this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
            }
            if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(params.type)) {
                this.complaints.push(params.args.map(({ value, description }) => value ?? description).join(" "));
            }
        }
    }

    /** Loads a page. */
    async open(url) {
        // Going to another fragment of the same page does not load it.
        await this.send("Page.navigate", { url: "about:blank" });
        await this.send("Page.navigate", { url });
        await this.until("document.readyState === 'complete'");
    }

    /** The value of an expression in the page. */
    async evaluate(expression) {
        const answer = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
        if (answer.exceptionDetails) {
            throw new Error(`${expression}: ${answer.exceptionDetails.exception?.description}`);
        }
        return answer.result.value;
    }

    /** Waits until an expression is true. */
    async until(expression) {
        for (const end = Date.now() + TIMEOUT; Date.now() < end; await wait(20)) {
            if (await this.evaluate(`Boolean(${expression})`).catch(() => false)) return;
        }
        throw new Error(`this did not become true: ${expression}`);
    }

    /** Types text where the focus is. */
    async type(text) {
        await this.send("Input.insertText", { text });
    }

    /** Presses a key, by its name. */
    async press(key, modifiers = 0) {
        const codes = { Tab: 9, Enter: 13, Escape: 27, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
        const event = { key, code: key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), modifiers };
        await this.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
        await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    }

    /** Moves the pointer. */
    async point({ x, y }) {
        await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    }

    /** Sets the size of the window, and whether the user prefers a dark page. */
    async emulate({ width, height, isDark = false }) {
        const features = [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }];
        await this.send("Emulation.setEmulatedMedia", { features });
        await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 2, mobile: false });
    }

    /** The processor time that the page's thread has used, in milliseconds. */
    async processorTime() {
        const { metrics } = await this.send("Performance.getMetrics");
        return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
    }

    /** Writes a screenshot to a file. */
    async screenshot(file) {
        const { data } = await this.send("Page.captureScreenshot", { format: "png" });
        await writeFile(file, Buffer.from(data, "base64"));
    }
}
