// The entry point hedgerow/sanitize for browsers and Workers.

import { Border } from "./border.js";
import { load } from "./load-later.js";
import { sanitizers } from "./sanitizers.js";
import { module } from "./sanitize-module.js";

const border = new Border();

export { HedgerowError } from "./errors.js";
export const { sanitize, sanitizeWithReport } = sanitizers(border);

/**
 * Compiles the module. Must be awaited before the first call.
 * @param {WebAssembly.Module} [compiled] a module that was compiled elsewhere
 */
export const init = (compiled) => load(border, module, compiled);
