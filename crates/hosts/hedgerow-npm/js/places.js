// Places in the source: lines and columns for offsets in UTF-16 code units.

/**
 * A place in the source: line and column from 1, offset from 0, in UTF-16 code units.
 * @typedef {{ line: number, column: number, offset: number }} Point
 */

/**
 * A mistake that `check()` finds. `details` says how the parser handles it, or why it matters; `also` are the messages of other parse
 * errors at the same characters.
 * @typedef {{
 *     code: string, level: "error" | "warning" | "advice", message: string, details: string, fix: string | null,
 *     allowed: string | null, url: string, also: string[], start: Point, end: Point,
 * }} Finding
 */

/**
 * Returns a function that finds the place of an offset. `lines` are the offsets at which lines start.
 * @param {ArrayLike<number>} lines
 */
export function locator(lines) {
    let line = 0;
    /** @param {number} offset @returns {Point} */
    return (offset) => {
        // Most offsets are near the one before.
        if (lines[line] > offset || (line + 8 < lines.length && lines[line + 8] <= offset)) line = search(lines, offset);
        while (line + 1 < lines.length && lines[line + 1] <= offset) line += 1;
        return { line: line + 1, column: offset - lines[line] + 1, offset };
    };
}

/** Returns the index of the last line that starts at or before an offset. @param {ArrayLike<number>} lines @param {number} offset */
function search(lines, offset) {
    let [low, high] = [0, lines.length];
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (lines[middle] <= offset) low = middle;
        else high = middle;
    }
    return low;
}

/**
 * Adds lines and columns to findings.
 * @param {{ findings: (Omit<Finding, "start" | "end"> & { span: [number, number] })[], lines: number[] }} answer
 * @returns {Finding[]}
 */
export function findingsOf({ findings, lines }) {
    const locate = locator(lines);
    return findings.map(({ span: [start, end], ...finding }) => ({
        ...finding,
        start: locate(start),
        end: locate(end),
    }));
}
