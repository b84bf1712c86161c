// The entry point for Node, Deno and Bun: each module is compiled at its first call.

import { module as bytesModule } from "./bytes-module.js";
import { bytes, border } from "./full.js";
import { loader } from "./load-now.js";
import { module } from "./module.js";

border.setLoader(loader(module));
bytes.setLoader(loader(bytesModule));

export * from "./index.js";

/** Does nothing: programs that also run in browsers may await it everywhere. */
export async function init() {}
