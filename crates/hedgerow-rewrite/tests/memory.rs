//! The memory of a rewriter, measured alone in its process.

use hedgerow::EncodingHints;
use hedgerow::rewrite::Rewriter;
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

#[test]
fn a_long_document_takes_memory_for_its_depth_only() {
    let mut memory = 0;
    for pages in [1, 10] {
        let mut stream = Rewriter::new()
            .on("li:nth-child(2n) > a.x", |a| Ok(a.set_attribute("href", "/")?))
            .unwrap()
            .stream_bytes(&EncodingHints::new(), std::io::sink());
        PEAK.reset_peak_usage();
        let before = PEAK.current_usage();
        for _ in 0..pages {
            for _ in 0..4_000 {
                stream
                    .feed(b"<ul><li><a href=x class=y>1</a><li><b><a class=x>2</b></a></ul><table>x<td></table>\r\n")
                    .unwrap();
            }
            stream.feed(b"</table>").unwrap();
        }
        memory = PEAK.peak_usage() - before;
        stream.finish().unwrap();
    }
    assert!(memory < 2_000_000, "{memory}");
}
