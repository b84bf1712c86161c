// The entry point hedgerow/sanitize for browsers and Workers.

import { load } from "./load-later.js";
import { border } from "./sanitize.js";
import { module } from "./sanitize-module.js";

export { HedgerowError, sanitize, sanitizeWithReport } from "./sanitize.js";

/**
 * Compiles the module. Must be awaited before the first call.
 * @param {WebAssembly.Module} [compiled] a module that was compiled elsewhere
 */
export const init = (compiled) => load(border, module, compiled);
