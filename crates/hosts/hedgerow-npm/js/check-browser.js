// The entry point hedgerow/check for browsers and Workers.

import { border } from "./check.js";
import { module } from "./check-module.js";
import { load } from "./load-later.js";

export { check, HedgerowError } from "./check.js";

/**
 * Compiles the module. Must be awaited before the first call. Bytes also need `init()` of `hedgerow/bytes`.
 * @param {WebAssembly.Module} [compiled] a module that was compiled elsewhere
 */
export const init = (compiled) => load(border, module, compiled);
