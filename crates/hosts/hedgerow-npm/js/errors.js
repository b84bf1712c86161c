// HedgerowError: the one class of errors of this package.

/** The place of a mistake in an argument, such as a selector: line and column from 1, and the offset in UTF-16 code units. */
/** @typedef {{ line: number, column: number, offset: number }} Place */

/**
 * What went wrong, for programs.
 * - `invalid-argument`: an option or a configuration cannot be used.
 * - `invalid-selector`, `invalid-xpath`: the text has a mistake at `place`.
 * - `xpath-evaluation`: an expression cannot be evaluated.
 * - `limit`: the input or the result exceeds a limit.
 * - `refused`: the standard does not allow a change or an edit.
 * - `not-initialized`: `init()`, or that of `hedgerow/bytes` for bytes and streams, has not finished.
 * - `disposed`: the document or rewriter was disposed, or lost when its module failed.
 * - `out-of-memory`, `internal`: the module failed. It was replaced by a new one, so further calls work.
 * - `encoding`: never thrown; modules ask each other with it to decode bytes again.
 * @typedef {"encoding" | "invalid-argument" | "invalid-selector" | "invalid-xpath" | "xpath-evaluation" | "limit" | "refused"
 *     | "not-initialized" | "disposed" | "out-of-memory" | "internal"} ErrorCode
 */

/** An error of this package, with a code for programs and a message for people. */
export class HedgerowError extends Error {
    /**
     * @param {ErrorCode} code
     * @param {string} message
     * @param {{ place?: Place, cause?: unknown }} [details]
     */
    constructor(code, message, { place, cause } = {}) {
        super(message, cause === undefined ? undefined : { cause });
        /** @type {ErrorCode} */
        this.code = code;
        /** The place of the mistake in the argument, if it has one. */
        this.place = place;
    }

    get name() {
        return "HedgerowError";
    }
}
