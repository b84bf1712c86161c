// The entry point for Node, Deno and Bun: each module is compiled at its first call.

import { border } from "./full.js";
import { loader } from "./load-now.js";
import { module } from "./module.js";

border.setLoader(loader(module));

export { init } from "./bytes-node.js";
export * from "./index.js";
