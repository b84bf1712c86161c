// The entry point hedgerow/bytes for browsers and Workers: the module for bytes and streams.

import { load } from "./load-later.js";
import { module } from "./bytes-module.js";
import { bytes } from "./full.js";

/**
 * Compiles the module. Must be awaited before the first `Uint8Array` is passed, and before the first `Rewriter`.
 * @param {WebAssembly.Module} [compiled] a module that was compiled elsewhere
 */
export const init = (compiled) => load(bytes, module, compiled);
