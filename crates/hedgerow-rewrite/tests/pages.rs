//! Real pages are written byte for byte without edits, wherever they are cut.
//!
//! The pages are read from the folder that `HEDGEROW_SHARED` names.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use hedgerow::EncodingHints;
use hedgerow::rewrite::{Beyond, RewriteError, Rewriter};

#[test]
fn real_pages_are_unchanged_without_edits_wherever_they_are_cut() {
    let Some(shared) = std::env::var_os("HEDGEROW_SHARED").map(PathBuf::from) else {
        // The test harness does not capture what is written directly.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: real pages, because HEDGEROW_SHARED is not set");
        return;
    };
    let folders = ["corpus/pages", "corpus/large", "content/html"];
    let folders = folders.map(|folder| fs::read_dir(shared.join(folder)).unwrap());
    let (mut pages, mut bytes) = (0, 0);
    for entry in folders.into_iter().flatten() {
        let path = entry.unwrap().path();
        let page = read(&path);
        let [head, rest] = [&page[..page.len().min(3000)], page.get(3000..).unwrap_or_default()];
        let cuts: [Vec<&[u8]>; 4] = [
            vec![&page],
            head.chunks(1).chain([rest]).collect(),
            page.chunks(61).collect(),
            page.chunks(4093).collect(),
        ];
        for (number, pieces) in cuts.iter().enumerate() {
            let output = rewritten(pieces).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            assert!(output == page, "{path:?} changes in the cutting {number}");
        }
        (pages, bytes) = (pages + 1, bytes + page.len());
    }
    println!("{pages} pages, {bytes} bytes");
    assert!(pages > 0);
}

fn read(path: &Path) -> Vec<u8> {
    let page = fs::read(path).unwrap();
    if path.extension().is_none_or(|extension| extension != "gz") {
        return page;
    }
    let mut decompressed = Vec::new();
    GzDecoder::new(page.as_slice()).read_to_end(&mut decompressed).unwrap();
    decompressed
}

/// Writes a page with handlers that read everything and change nothing.
fn rewritten(pieces: &[&[u8]]) -> Result<Vec<u8>, RewriteError> {
    // One page has a tag of 1.3 MB.
    let rewriter = Rewriter::new()
        .limit(1 << 24, Beyond::Error)
        .on("a[href], p, li:nth-child(2n), td > :first-child", |element| {
            let _ = element.on_end(|_| Ok(()));
            Ok(())
        })
        .unwrap()
        .on_every_text(|_| Ok(()))
        .on_every_comment(|_| Ok(()));
    let mut stream = rewriter.stream_bytes(&EncodingHints::new(), Vec::new());
    pieces.iter().try_for_each(|piece| stream.feed(piece))?;
    stream.finish().map(|(output, _)| output)
}
