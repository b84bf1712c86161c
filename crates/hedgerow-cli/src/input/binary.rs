//! The formats of files that are not HTML, by their first bytes.

/// The first bytes of a format, its name with an article, and the advice for users.
const FORMATS: [(&[u8], &str); 27] = [
    (b"PK\x03\x04", "a zip archive: unpack it, and name the folder"),
    (b"filedesc://", "an ARC file, the web archive format before WARC: convert it to WARC"),
    (b"\xFD7zXZ\0", "compressed with xz: decompress it with `xz -dc`, and pipe it in"),
    (b"BZh", "compressed with bzip2: decompress it with `bzip2 -dc`, and pipe it in"),
    (b"\x1F\x9D", "compressed with compress: decompress it with `gzip -dc`, and pipe it in"),
    (b"\x04\x22\x4D\x18", "compressed with lz4: decompress it with `lz4 -dc`, and pipe it in"),
    (b"LZIP", "compressed with lzip: decompress it with `lzip -dc`, and pipe it in"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive: unpack it, and name the folder"),
    (b"Rar!\x1A\x07", "a rar archive: unpack it, and name the folder"),
    (b"%PDF-", "a PDF document, not HTML"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image, not HTML"),
    (b"\xFF\xD8\xFF", "a JPEG image, not HTML"),
    (b"GIF87a", "a GIF image, not HTML"),
    (b"GIF89a", "a GIF image, not HTML"),
    (b"RIFF", "a RIFF file, such as a WebP image, not HTML"),
    (b"\x7FELF", "a program, not HTML"),
    (b"MZ\x90\0", "a program, not HTML"),
    (b"\xCF\xFA\xED\xFE", "a program, not HTML"),
    (b"\xCA\xFE\xBA\xBE", "a program, not HTML"),
    (b"\0asm", "a WebAssembly module, not HTML"),
    (b"!<arch>\n", "a library of object files, not HTML"),
    (b"SQLite format 3\0", "an SQLite database, not HTML"),
    (b"PAR1", "a Parquet file, not HTML"),
    (b"wOFF", "a font, not HTML"),
    (b"wOF2", "a font, not HTML"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a Microsoft Office document, not HTML"),
    (b"bplist00", "a property list, such as a .webarchive of Safari: save the page as HTML"),
];

/// The offset of the first bytes of the header of a tar archive, and these bytes.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// Returns the description of a format that cannot be HTML.
pub(super) fn format_of(bytes: &[u8]) -> Option<&'static str> {
    if bytes.get(TAR.0..).is_some_and(|bytes| bytes.starts_with(TAR.1)) && bytes.contains(&0) {
        return Some("a tar archive: unpack it, and name the folder");
    }
    let is_block = |bytes: &[u8]| matches!(bytes, [b'1'..=b'9', b'1' | 0x17, ..]);
    let (magic, description) = FORMATS.iter().find(|(magic, _)| bytes.starts_with(magic))?;
    // Text may begin with the short signature of bzip2 or of RIFF.
    let is_text = match *magic {
        b"BZh" => !is_block(&bytes[magic.len()..]),
        b"RIFF" | b"LZIP" | b"PAR1" | b"wOFF" | b"wOF2" => !bytes.iter().take(64).any(|byte| *byte < 9),
        _ => false,
    };
    (!is_text).then_some(description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognized_by_their_first_bytes() {
        let is = |bytes: &[u8], start: &str| format_of(bytes).is_some_and(|name| name.starts_with(start));
        assert!(is(b"\xFD7zXZ\0\0\x04", "compressed with xz"));
        assert!(is(b"BZh91AY&SY", "compressed with bzip2") && is(b"BZh9\x17\x72", "compressed with bzip2"));
        assert!(is(b"\x7FELF\x02", "a program") && is(b"%PDF-1.7", "a PDF document"));
        assert!(is(&[&[b'a'; 257][..], b"ustar\0"].concat(), "a tar archive"));
        assert!(is(b"RIFF\x24\0\0\0WEBP", "a RIFF file"));
        for text in ["", "<p>", "BZh is a signature", "RIFF and <b>RAFF</b>", "MZ", "\0<p>", "text"] {
            assert_eq!(format_of(text.as_bytes()), None, "{text:?}");
        }
    }
}
