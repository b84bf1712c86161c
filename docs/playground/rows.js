// The rows of a tree: a row for each node, and a heading over template contents and shadow roots.

const PREFIXES = { "http://www.w3.org/2000/svg": "svg", "http://www.w3.org/1998/Math/MathML": "math" };

/** The maximum number of characters of a text in a row; an ellipsis may follow. */
const MOST_CHARACTERS = 1000;

const excerpt = (text) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);

const isWhitespace = (node) => node.nodeName === "#text" && !/[^\t\n\f\r ]/.test(node.value);

/** Combines the path of a parent with the position and the name of a child (FNV-1a), so that rows are recognized after an edit. */
function keyOf(parent, position, name) {
    let hash = Math.imul(parent ^ position, 0x01000193);
    for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
    return hash >>> 0;
}

export class Rows {
    #entries = [];
    /** The indexes of the entries that are not hidden. */
    #shown = [];
    #folds;

    /**
     * @param root a tree of the package
     * @param folding `{ fold, collapsed }`: whether white space is folded, and the keys of the rows whose descendants are hidden
     * @param numbers the numbers of the nodes in tree order; without them, a node's number is its index
     */
    constructor(root, { fold, collapsed }, numbers) {
        this.#folds = fold;
        let [order, hiddenBelow] = [0, Infinity];
        const tasks = [];
        const addChildren = (parent, depth, key) => {
            for (let index = parent.childNodes.length - 1; index >= 0; index -= 1) tasks.push([parent.childNodes[index], depth, index, key, false]);
        };
        addChildren(root, 0, 0);
        while (tasks.length > 0) {
            const [node, depth, position, parentKey, isHeading] = tasks.pop();
            const key = keyOf(parentKey, position, node.nodeName);
            const id = numbers ? numbers[order] : order;
            order += 1;
            if (node.childNodes) addChildren(node, depth + 1, key);
            if (node.shadowRoot) tasks.push([node.shadowRoot, depth + 1, -1, key, true]);
            if (node.content) tasks.push([node.content, depth + 1, -2, key, true]);
            if (fold && isWhitespace(node)) continue;
            const isCollapsed = collapsed.has(key);
            if (depth <= hiddenBelow) {
                hiddenBelow = isCollapsed ? depth : Infinity;
                this.#shown.push(this.#entries.length);
            }
            this.#entries.push({ node, depth, key, id, isHeading, isCollapsed });
        }
        this.nodeCount = order;
    }

    /** Some of the rows that are not hidden, and their number. */
    slice(from, count) {
        return { rows: this.#shown.slice(from, from + count).map((index) => this.#row(index)), count: this.#shown.length };
    }

    /** The index of the row of a node, or of its nearest ancestor that is not hidden; -1 without such a row. */
    indexOf(id) {
        const entry = this.#entries.findIndex((entry) => entry.id === id);
        // The rows between a hidden row and the last shown one before it are in the same collapsed ancestor.
        return this.#shown.findLastIndex((shown) => shown <= entry);
    }

    /** The index of the row of the innermost node at an offset of the source; -1 without such a row. */
    at(offset) {
        let [best, smallest] = [-1, Infinity];
        this.#shown.forEach((index, row) => {
            const { startOffset, endOffset } = this.#entries[index].node.sourceCodeLocation ?? {};
            if (startOffset <= offset && offset < endOffset && endOffset - startOffset <= smallest) [best, smallest] = [row, endOffset - startOffset];
        });
        return best;
    }

    #row(index) {
        const { node, depth, key, id, isHeading, isCollapsed } = this.#entries[index];
        const hasContent = this.#entries[index + 1]?.depth > depth;
        const row = { id, key, depth, isOpen: hasContent ? !isCollapsed : null, name: "", text: "", origin: "source", ...this.#content(node, isHeading) };
        const place = (location) => (location ? [location.startOffset, location.endOffset] : null);
        const location = node.sourceCodeLocation;
        row.span = place(location);
        row.endTag = place(location?.endTag);
        row.startTag = place(location?.startTag);
        if (row.kind === "element" && !row.startTag) {
            // The place of a copy is the tag of the element that was copied.
            row.origin = location ? "copy" : "implied";
            row.startTag = row.span;
        }
        return row;
    }

    #content(node, isHeading) {
        if (isHeading) return node.mode ? { kind: "shadow-root", name: node.mode } : { kind: "contents" };
        switch (node.nodeName) {
            case "#text":
                return { kind: "text", text: excerpt(this.#folds ? node.value.trim().replace(/\s+/g, " ") : node.value) };
            case "#comment":
                return { kind: "comment", text: excerpt(node.data) };
            case "#documentType":
                return { kind: "doctype", text: excerpt(node.publicId || node.systemId ? `${node.name} "${node.publicId}" "${node.systemId}"` : node.name) };
            case "#processing-instruction":
                return { kind: "processing-instruction", name: node.target, text: excerpt(node.data) };
            default:
                return {
                    kind: "element",
                    name: node.tagName,
                    namespace: PREFIXES[node.namespaceURI] ?? "",
                    attributes: node.attrs.map(({ prefix, name, value }) => ({ name: prefix ? `${prefix}:${name}` : name, value: excerpt(value) })),
                };
        }
    }
}
