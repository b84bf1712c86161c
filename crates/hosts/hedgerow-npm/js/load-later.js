// Compiles a module asynchronously, in browsers and Workers.

/**
 * Compiles a module for a border.
 * @param {import("./border.js").Border} border
 * @param {string} module the module, compressed with gzip, in base64
 * @param {WebAssembly.Module} [compiled] a module that was compiled elsewhere
 */
export async function load(border, module, compiled) {
    if (border.isReady) return;
    const found = compiled ?? (await WebAssembly.compile(await decompress(module)));
    border.setLoader(() => found);
}

/** @param {string} module */
async function decompress(module) {
    const compressed = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
    const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}
