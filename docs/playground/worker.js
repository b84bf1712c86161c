// The other side of engine.js: keeps the session, and calls its methods.

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
