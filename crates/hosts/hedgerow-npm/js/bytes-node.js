// The entry point hedgerow/bytes for Node, Deno and Bun.

import { module } from "./bytes-module.js";
import { bytes } from "./full.js";
import { loader } from "./load-now.js";

bytes.setLoader(loader(module));

/** Does nothing: programs that also run in browsers may await it everywhere. */
export async function init() {}
