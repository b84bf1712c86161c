// Trees as plain objects: their form, their positions, and the conformance suite.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { Document, hast, tree } from "hedgerow";

test("a tree has the form of parse5", () => {
    const document = tree("<!DOCTYPE html><p title=a>b<!--c--><svg xlink:href=d></svg>");
    const [doctype, html] = document.childNodes;
    assert.equal(document.mode, "no-quirks");
    assert.deepEqual({ ...doctype, parentNode: 0 }, {
        nodeName: "#documentType", name: "html", publicId: "", systemId: "", parentNode: 0,
    });
    assert.equal(html.parentNode, document);
    const [paragraph] = html.childNodes[1].childNodes;
    assert.equal(paragraph.tagName, "p");
    assert.deepEqual(paragraph.attrs, [{ name: "title", value: "a" }]);
    const [text, comment, svg] = paragraph.childNodes;
    assert.deepEqual([text.nodeName, text.value, comment.data, svg.namespaceURI], ["#text", "b", "c", "http://www.w3.org/2000/svg"]);
    assert.deepEqual(svg.attrs, [
        { name: "href", value: "d", namespace: "http://www.w3.org/1999/xlink", prefix: "xlink" },
    ]);
});

test("a context makes a fragment, and a template has contents", () => {
    const fragment = tree("<td>a<template><b>", { context: "tr" });
    assert.equal(fragment.nodeName, "#document-fragment");
    const [, template] = fragment.childNodes[0].childNodes;
    assert.equal(template.content.childNodes[0].tagName, "b");
    assert.deepEqual(template.childNodes, []);
});

test("positions are those of parse5, in UTF-16 code units", () => {
    const html = "<!DOCTYPE html>\r\n<p>\u{1F332}<b\n id='x' hidden>y</b>";
    const body = tree(html, { positions: true }).childNodes[1].childNodes[1];
    const [paragraph] = body.childNodes;
    const [, bold] = paragraph.childNodes;
    const place = (location) => [location.startLine, location.startCol, location.startOffset, location.endLine, location.endCol, location.endOffset];
    assert.equal(body.sourceCodeLocation, null);
    assert.deepEqual(place(paragraph.sourceCodeLocation.startTag), [2, 1, 17, 2, 4, 20]);
    assert.deepEqual(place(bold.sourceCodeLocation), [2, 6, 22, 3, 21, 45]);
    assert.deepEqual(place(bold.sourceCodeLocation.attrs.id), [3, 2, 26, 3, 8, 32]);
    assert.deepEqual(place(bold.sourceCodeLocation.attrs.hidden), [3, 9, 33, 3, 15, 39]);
    assert.deepEqual(place(bold.sourceCodeLocation.endTag), [3, 17, 41, 3, 21, 45]);
});

test("a document with positions has a tree with positions", () => {
    const document = new Document("<p>a", { positions: true });
    document.setAttribute("p", "title", "b");
    const [, body] = tree(document, { positions: true }).childNodes[0].childNodes;
    assert.equal(body.childNodes[0].sourceCodeLocation.startOffset, 0);
    assert.deepEqual(body.childNodes[0].attrs, [{ name: "title", value: "b" }]);
});

test("lone surrogates survive in trees", () => {
    const [paragraph] = tree("<p title='\ud800'>\udc00\u{F0000}b", { context: "div" }).childNodes;
    assert.equal(paragraph.attrs[0].value, "\ud800");
    assert.equal(paragraph.childNodes[0].value, "\udc00\u{F0000}b");
});

test("hast() returns the form of rehype", () => {
    const html = '<a class="x  y" tabindex=1 data-foo-bar=z hidden aria-label=l download>b<!--c--></a><template><i>';
    const root = hast(html, { context: "div", positions: true });
    assert.deepEqual(root.data, { quirksMode: false });
    const [link, template] = root.children;
    assert.deepEqual(link.properties, {
        className: ["x", "y"], tabIndex: 1, dataFooBar: "z", hidden: true, ariaLabel: "l", download: true,
    });
    const point = (column) => ({ line: 1, column, offset: column - 1 });
    assert.deepEqual(link.children, [
        { type: "text", value: "b", position: { start: point(72), end: point(73) } },
        { type: "comment", value: "c", position: { start: point(73), end: point(81) } },
    ]);
    assert.equal(template.content.type, "root");
    assert.deepEqual(template.content.children[0].tagName, "i");
    assert.equal(JSON.stringify(hast("<svg viewBox='0 0'>", { context: "div" }).children[0].properties), '{"viewBox":"0 0"}');
});

/** The folder of the suite: that of the repository. */
const SUITE = process.env.HEDGEROW_SUITE;

const PREFIXES = { "http://www.w3.org/2000/svg": "svg ", "http://www.w3.org/1998/Math/MathML": "math " };

/** Whether a file has cases that need no script. */
const isTested = (name) => name.endsWith(".dat") && !name.includes("scripted");

/** Writes a tree in the format of the suite. */
function dump(root) {
    const lines = [];
    const walk = (node, indent) => {
        const put = (line) => lines.push(`| ${indent}${line}`);
        if (node.nodeName === "#text") put(`"${node.value}"`);
        else if (node.nodeName === "#comment") put(`<!-- ${node.data} -->`);
        else if (node.nodeName === "#processing-instruction") put(`<?${node.target} ${node.data}?>`);
        else if (node.nodeName === "#documentType") {
            const ids = node.publicId || node.systemId ? ` "${node.publicId}" "${node.systemId}"` : "";
            put(`<!DOCTYPE ${node.name}${ids}>`);
        } else {
            put(`<${PREFIXES[node.namespaceURI] ?? ""}${node.tagName}>`);
            const attributes = node.attrs.map(({ namespace, prefix, name, value }) => {
                return `${namespace ? `${prefix || "xmlns"} ` : ""}${name}="${value}"`;
            });
            for (const line of attributes.sort()) lines.push(`| ${indent}  ${line}`);
            if (node.shadowRoot) {
                lines.push(`| ${indent}  #shadow-root (${node.shadowRoot.mode})`);
                for (const child of node.shadowRoot.childNodes) walk(child, `${indent}    `);
            }
            if (node.content) {
                lines.push(`| ${indent}  content`);
                for (const child of node.content.childNodes) walk(child, `${indent}    `);
            }
            for (const child of node.childNodes) walk(child, `${indent}  `);
        }
    };
    for (const child of root.childNodes) walk(child, "");
    return lines.join("\n");
}

/** Reads the cases of a file: sections of lines after their names. */
function* cases(path) {
    for (const part of `\n${readFileSync(path, "utf8")}`.split("\n#data\n").slice(1)) {
        const sections = { data: [] };
        let section = "data";
        for (const line of part.split("\n")) {
            if (/^#(errors|new-errors|document-fragment|document|script-on|script-off|description|feature)$/.test(line)) {
                section = line.slice(1);
                sections[section] = [];
            } else sections[section].push(line);
        }
        const expected = sections.document.join("\n").replace(/\n+$/, "");
        yield { html: sections.data.join("\n"), expected, sections };
    }
}

test("the trees are those of the conformance suite", { skip: !SUITE && "HEDGEROW_SUITE is not set" }, () => {
    const folders = ["upstream/tree-construction", "cases/tree-construction"].map((name) => join(SUITE, name));
    let count = 0;
    const failures = [];
    for (const folder of folders.filter((folder) => existsSync(folder))) {
        for (const file of readdirSync(folder, { recursive: true }).filter(isTested)) {
            for (const { html, expected, sections } of cases(join(folder, file))) {
                const context = sections["document-fragment"]?.[0];
                const scripting = "script-on" in sections;
                const shadowRoots = !file.includes("not-allowed");
                const found = dump(tree(html, { scripting, shadowRoots, ...(context && { context }) }));
                count += 1;
                if (found !== expected) failures.push({ file, html, expected, found });
            }
        }
    }
    console.log(`${count} trees, ${failures.length} differ`);
    assert.deepEqual(failures.slice(0, 3), []);
    assert.ok(count > 100);
});
