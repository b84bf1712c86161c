// The entry point hedgerow/bytes for Node, Deno and Bun, where the module is compiled at its first call.

/** Does nothing: programs that also run in browsers may await it everywhere. */
export async function init() {}
