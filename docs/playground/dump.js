// The dump of a tree: a line for each node and attribute, as in the conformance suites.

const PREFIXES = {
    "http://www.w3.org/1999/xhtml": "",
    "http://www.w3.org/2000/svg": "svg ",
    "http://www.w3.org/1998/Math/MathML": "math ",
    "http://www.w3.org/1999/xlink": "xlink ",
    "http://www.w3.org/XML/1998/namespace": "xml ",
    "http://www.w3.org/2000/xmlns/": "xmlns ",
};

/** The lines for a tree in the form of the package. */
export function dump(root) {
    const lines = [];
    const add = (depth, line) => lines.push(`| ${"  ".repeat(depth)}${line}`);
    const tasks = [[root, -1]];
    while (tasks.length > 0) {
        const [node, depth] = tasks.pop();
        let inner = depth + 1;
        if (typeof node === "string") add(depth, node);
        else if (node.nodeName === "#text") add(depth, `"${node.value}"`);
        else if (node.nodeName === "#comment") add(depth, `<!-- ${node.data} -->`);
        else if (node.nodeName === "#documentType") add(depth, `<!DOCTYPE ${node.name}${node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : ""}>`);
        else if (node.nodeName === "#processing-instruction") add(depth, `<?${node.target} ${node.data}?>`);
        else if (node.attrs) {
            add(depth, `<${PREFIXES[node.namespaceURI]}${node.tagName}>`);
            const attributes = node.attrs.map(({ name, value, namespace }) => `${PREFIXES[namespace] ?? ""}${name}="${value}"`);
            for (const attribute of attributes.sort()) add(inner, attribute);
        }
        for (const child of node.childNodes?.toReversed() ?? []) tasks.push([child, inner]);
        inner += 1;
        if (node.shadowRoot) {
            for (const child of node.shadowRoot.childNodes.toReversed()) tasks.push([child, inner]);
            tasks.push([`#shadow-root (${node.shadowRoot.mode})`, inner - 1]);
        }
        if (node.content) {
            for (const child of node.content.childNodes.toReversed()) tasks.push([child, inner]);
            tasks.push(["content", inner - 1]);
        }
    }
    return lines.join("\n").split("\n");
}

/** A tree of the browser in the form of the package. Browsers limit the depth of trees, so recursion is safe. */
export function treeOf(node) {
    const childNodes = [];
    for (let child = node.firstChild; child; child = child.nextSibling) {
        // Browsers split long texts.
        if (child.nodeType === Node.TEXT_NODE && childNodes.at(-1)?.nodeName === "#text") childNodes.at(-1).value += child.data;
        else childNodes.push(leafOf(child) ?? { ...treeOf(child), ...elementOf(child) });
    }
    return { nodeName: node.nodeName, childNodes };
}

function leafOf(node) {
    switch (node.nodeType) {
        case Node.TEXT_NODE:
            return { nodeName: "#text", value: node.data };
        case Node.COMMENT_NODE:
            return { nodeName: "#comment", data: node.data };
        case Node.DOCUMENT_TYPE_NODE:
            return { nodeName: "#documentType", name: node.name, publicId: node.publicId, systemId: node.systemId };
        case Node.PROCESSING_INSTRUCTION_NODE:
            return { nodeName: "#processing-instruction", target: node.target, data: node.data };
        default:
            return undefined;
    }
}

const elementOf = ({ localName, namespaceURI, attributes, content, shadowRoot }) => ({
    tagName: localName,
    namespaceURI,
    attrs: [...attributes].map(({ localName, value, namespaceURI }) => ({ name: localName, value, namespace: namespaceURI ?? "" })),
    ...(content instanceof DocumentFragment && { content: treeOf(content) }),
    ...(shadowRoot && { shadowRoot: { ...treeOf(shadowRoot), mode: shadowRoot.mode } }),
});
