// hast(): a whole tree as plain objects, in the form of hast, which rehype uses.

import { COMMON, HTML, SVG } from "./hast-names.js";
import { tree } from "./tree.js";

/** @typedef {import("./places.js").Point} Point */

/** @typedef {{ start: Point, end: Point }} Position */

/** @typedef {string | number | boolean | (string | number)[]} PropertyValue */

/** @typedef {{ type: "root", children: HastNode[], data?: { quirksMode: boolean }, position?: Position }} HastRoot */

/**
 * @typedef {{
 *     type: "element", tagName: string, properties: Record<string, PropertyValue>, children: HastNode[], content?: HastRoot,
 *     position?: Position,
 * }} HastElement
 */

/**
 * @typedef {HastElement | { type: "text" | "comment", value: string, position?: Position } | { type: "doctype", position?: Position }
 *     | { type: "instruction", name: string, value: string, position?: Position }} HastNode
 */

/** @param {string[]} lists @returns {Map<string, { property: string, kinds: string }>} */
function schemaOf(...lists) {
    const schema = new Map();
    for (const entry of lists.join(" ").trim().split(/\s+/)) {
        const [attribute, name, kinds] = entry.split(",");
        const property = name || attribute;
        schema.set(property.toLowerCase(), { property, kinds });
        schema.set(attribute.toLowerCase(), { property, kinds });
    }
    return schema;
}

const HTML_SCHEMA = schemaOf(COMMON, HTML);
const SVG_SCHEMA = schemaOf(COMMON, SVG);

/**
 * Returns the tree of a page as plain objects, as `fromHtml()` of hast-util-from-html does; with a `context`, that of a fragment.
 * @param {import("./functions.js").Page} html
 * @param {import("./functions.js").PageOptions & { positions?: boolean }} [options]
 * @returns {HastRoot}
 */
export function hast(html, options) {
    const parsed = tree(html, options);
    const quirksMode = "mode" in parsed && parsed.mode !== "no-quirks";
    /** @type {HastRoot} */
    const root = { type: "root", children: [], data: { quirksMode } };
    /** Parents whose children are left, in both forms. @type {any[]} */
    const tasks = [[parsed, root]];
    /** Elements, each after the elements around it. @type {[any, HastElement][]} */
    const elements = [];
    while (tasks.length > 0) {
        const [from, to] = tasks.pop();
        for (const child of from.childNodes) {
            const node = nodeOf(child);
            to.children.push(node);
            if (node.type !== "element") continue;
            elements.push([child, node]);
            tasks.push([child, node]);
            if (child.content) {
                node.content = { type: "root", children: [], data: { quirksMode: false } };
                const { startTag, endTag } = child.sourceCodeLocation ?? {};
                if (startTag && endTag) {
                    node.content.position = { start: positionOf(startTag).end, end: positionOf(endTag).start };
                }
                tasks.push([child.content, node.content]);
            }
        }
    }
    // An element without an end tag ends with its last child, whose end is known first.
    for (const [{ sourceCodeLocation }, node] of elements.reverse()) {
        const end = node.children.at(-1)?.position?.end;
        if (node.position && end && !sourceCodeLocation.endTag) node.position.end = { ...end };
    }
    return root;
}

/** @param {import("./tree.js").Location} place @returns {Position} */
const positionOf = (place) => ({
    start: { line: place.startLine, column: place.startCol, offset: place.startOffset },
    end: { line: place.endLine, column: place.endCol, offset: place.endOffset },
});

/** @param {any} node @returns {HastNode} */
function nodeOf(node) {
    const position = node.sourceCodeLocation && { position: positionOf(node.sourceCodeLocation) };
    if (node.nodeName === "#text") return { type: "text", value: node.value, ...position };
    if (node.nodeName === "#comment") return { type: "comment", value: node.data, ...position };
    if (node.nodeName === "#documentType") return { type: "doctype", ...position };
    if (node.nodeName === "#processing-instruction") {
        return { type: "instruction", name: node.target, value: node.data, ...position };
    }
    const schema = node.namespaceURI.endsWith("svg") ? SVG_SCHEMA : HTML_SCHEMA;
    /** @type {Record<string, PropertyValue>} */
    const properties = {};
    for (const { prefix, name, value } of node.attrs) {
        const attribute = prefix ? `${prefix}:${name}` : name;
        if (attribute in Object.prototype) continue;
        const known = schema.get(attribute.toLowerCase());
        const property = known?.property ?? dataProperty(attribute);
        properties[property] = valueOf(known?.kinds ?? "", property, value);
    }
    return { type: "element", tagName: node.tagName, properties, children: [], ...position };
}

/** The property of an attribute without a schema: `dataFooBar` for `data-foo-bar`. @param {string} attribute */
function dataProperty(attribute) {
    if (!/^data-[-\w.:]*$/i.test(attribute)) return attribute;
    const rest = attribute.slice(5).replace(/-[a-z]/g, (part) => part.charAt(1).toUpperCase());
    return `data${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** @param {string} kinds @param {string} property @param {string} value @returns {PropertyValue} */
function valueOf(kinds, property, value) {
    if (kinds === "") return value;
    const words = (/** @type {string} */ text) => (text.trim() === "" ? [] : text.trim().split(/[ \t\n\r\f]+/g));
    const items = () => (value.trim() === "" ? [] : value.split(",").map((item) => item.trim()));
    /** @type {(item: string) => any} */
    const primitive = (item) => {
        if (kinds.includes("n") && item && !Number.isNaN(Number(item))) return Number(item);
        const isFlag = item === "" || item.toLowerCase() === property.toLowerCase();
        return /[bo]/.test(kinds) && isFlag ? true : item;
    };
    if (kinds.includes("s")) return words(value).map(primitive);
    if (kinds.includes("c")) return items().map(primitive);
    if (kinds.includes("m")) return words(items().join(" ")).map(primitive);
    return primitive(value);
}
