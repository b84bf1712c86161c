// The entry point for browsers and Workers: the module is compiled by `init()`.

import { load } from "./load-later.js";
import { border } from "./full.js";
import { module } from "./module.js";

export * from "./index.js";

/**
 * Compiles the module. Must be awaited before the first call. Bytes and streams also need `init()` of `hedgerow/bytes`.
 * @param {WebAssembly.Module} [compiled] a module that was compiled elsewhere
 */
export const init = (compiled) => load(border, module, compiled);
