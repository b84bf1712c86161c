// The entry point for Node, Deno and Bun: the module is compiled at the first call.

import { loader } from "./load-now.js";
import { border } from "./full.js";
import { module } from "./module.js";

border.setLoader(loader(module));

export * from "./index.js";

/** Does nothing: programs that also run in browsers may await it everywhere. */
export async function init() {}
