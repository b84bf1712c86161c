// Runs a program of wasm32-wasip1 under Node: cargo's runner for `cargo xtask wasm`.
// Usage: node run.mjs program.wasm [argument]…
//
// The program sees the whole file system, by absolute paths, and the environment.
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Node 20 crashes at the end of some programs if it compiles system calls to direct calls.
setFlagsFromString("--no-turbo-fast-api-calls");

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({
    version: "preview1",
    args: [program, ...rest],
    env: process.env,
    preopens: { "/": "/" },
});

/** The error code of the C library for an unsupported operation. */
const ENOTSUP = 58;

// Functions that the C libraries of some systems lack. Starting a thread fails, and so does resolving a path.
const env = {
    pthread_attr_destroy: () => 0,
    pthread_attr_init: () => 0,
    pthread_attr_setstacksize: () => 0,
    pthread_create: () => ENOTSUP,
    pthread_detach: () => ENOTSUP,
    pthread_join: () => ENOTSUP,
    realpath: () => 0,
};

const module = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, { env, ...wasi.getImportObject() }));
