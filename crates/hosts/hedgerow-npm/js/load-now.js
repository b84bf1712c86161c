// Compiles a module synchronously, in Node, Deno and Bun.

import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";

/**
 * Returns a function that compiles a module.
 * @param {string} module the module, compressed with gzip, in base64
 */
export const loader = (module) => () =>
    new WebAssembly.Module(new Uint8Array(gunzipSync(Buffer.from(module, "base64"))));
