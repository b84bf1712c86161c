// The entry point hedgerow/sanitize for Node, Deno and Bun.

import { Border } from "./border.js";
import { loader } from "./load-now.js";
import { sanitizers } from "./sanitizers.js";
import { module } from "./sanitize-module.js";

const border = new Border();
border.setLoader(loader(module));

export { HedgerowError } from "./errors.js";
export const { sanitize, sanitizeWithReport } = sanitizers(border);

/** Does nothing: programs that also run in browsers may await it everywhere. */
export async function init() {}
