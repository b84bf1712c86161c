// What every entry point of the whole package exports.

export { Document } from "./document.js";
export { HedgerowError } from "./errors.js";
export {
    extract, find, format, links, mainContent, markdown, metadata, minify, select, selectFirst, serialize, tables, text, xpath,
} from "./functions.js";
export { hast } from "./hast.js";
export { Rewriter } from "./rewriter.js";
export { tree } from "./tree.js";
