// Rewriter: changes HTML while it passes. The edits are data, so that no callback crosses the border.

import { KEPT } from "./border.js";
import { HedgerowError } from "./errors.js";
import { bytes as border } from "./full.js";

/**
 * An edit of all elements that match a selector. It has a selector and one action; `before`, `after`, `prepend`, `append`,
 * `setInnerHTML` and `replaceWith` take HTML.
 * @typedef {{ selector: string } & ({ setAttribute: [name: string, value: string] } | { removeAttribute: string }
 *     | { rename: string } | { before: string } | { after: string } | { prepend: string } | { append: string }
 *     | { setInnerHTML: string } | { setText: string } | { replaceWith: string } | { remove: true } | { unwrap: true })} Edit
 */

/**
 * A stream that takes chunks of a document, strings or bytes in any encoding, and returns the chunks with the edits.
 *
 * Everything that no edit changes is returned byte for byte. An edit that would change another part of the tree, too, is an error
 * with the code `refused`.
 * @extends {TransformStream<string | Uint8Array, Uint8Array>}
 */
export class Rewriter extends TransformStream {
    /**
     * @param {Edit[]} edits
     * @param {{ contentType?: string, encoding?: string, scripting?: boolean, maxHeld?: number, keepHeld?: boolean }} [options]
     *     the encoding of strings is UTF-8. At most `maxHeld` bytes (1 MiB by default) are held back: of a long tag, or of an element
     *     until its later siblings or its contents decide whether a selector such as `:last-child` or `:has()` matches. Beyond, the
     *     stream ends with an error with the code `limit`, or, with `keepHeld`, the source stays as it is.
     */
    constructor(edits, options) {
        // In Rust, the name of an action is written as other names are.
        const actions = edits.map((edit) => {
            if (!("setInnerHTML" in edit)) return edit;
            const { setInnerHTML, ...others } = edit;
            return { ...others, setInnerHtml: setInnerHTML };
        });
        const { handle, generation } = border.open("rewrite", new Uint8Array(), actions, options);
        const encoder = new TextEncoder();
        /** @param {Uint8Array} chunk @returns {Uint8Array} */
        const pass = (chunk) => {
            if (generation !== border.generation) throw new HedgerowError("disposed", "the stream was lost when the module failed");
            try {
                return border.call("rewrite_chunk", { [KEPT]: { handle, block: 0, chunk } }, "", undefined);
            } catch (error) {
                border.close(generation);
                throw error;
            }
        };
        super({
            transform(chunk, controller) {
                const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
                if (bytes.length === 0) return;
                const output = pass(bytes);
                if (output.length > 0) controller.enqueue(output);
            },
            flush(controller) {
                const output = pass(new Uint8Array());
                border.close(generation);
                if (output.length > 0) controller.enqueue(output);
            },
        });
    }
}
