// URLs, by the parser of the platform.

/** The schemes whose queries are in the encoding of the page. */
const IN_ENCODING = /^(?:https?|ftp|file):$/;

/**
 * Parses an address.
 * @param {string} address
 * @param {string} base an absolute URL, or an empty string
 * @param {string} encoding the encoding of the page
 * @param {(query: string, encoding: string) => string} encode
 * @returns {string | undefined}
 */
export function parseUrl(address, base, encoding, encode) {
    try {
        const url = new URL(address, base || undefined);
        if (!encoding.startsWith("UTF-") && IN_ENCODING.test(url.protocol)) {
            const [, query = ""] = /^[^#?]*\?([^#]*)/.exec(address.replace(/[\t\n\r]/g, "").trimEnd()) ?? [];
            if (/[^\0-\x7f]/.test(query)) url.search = `?${encode(query, encoding)}`;
        }
        return url.href;
    } catch {
        return undefined;
    }
}
