// The entry point hedgerow/sanitize for Node, Deno and Bun.

import { loader } from "./load-now.js";
import { border } from "./sanitize.js";
import { module } from "./sanitize-module.js";

border.setLoader(loader(module));

export { HedgerowError, sanitize, sanitizeWithReport } from "./sanitize.js";

/** Does nothing: programs that also run in browsers may await it everywhere. */
export async function init() {}
