// The entry point hedgerow/check for Node, Deno and Bun.

import { border } from "./check.js";
import { module } from "./check-module.js";
import { loader } from "./load-now.js";

border.setLoader(loader(module));

export { init } from "./bytes-node.js";
export { check, HedgerowError } from "./check.js";
