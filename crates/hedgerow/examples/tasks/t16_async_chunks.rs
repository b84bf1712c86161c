//! Parses chunks of bytes from an asynchronous source, for example an HTTP response with tokio.

use hedgerow::{Document, EncodingHints, Parser};

async fn parse_chunks(
    mut next_chunk: impl AsyncFnMut() -> Option<Vec<u8>>,
    hints: EncodingHints,
) -> Document {
    let mut stream = Parser::new().stream_bytes(&hints);
    while let Some(chunk) = next_chunk().await {
        stream.feed(&chunk);
    }
    stream.finish().into_document()
}

#[test]
fn chunks_are_awaited() {
    use std::task::{Context, Poll, Waker};
    let mut chunks = [b"<p>caf\xC3".to_vec(), b"\xA9".to_vec()].into_iter();
    let future = parse_chunks(async || chunks.next(), EncodingHints::new());
    let Poll::Ready(document) = std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) else {
        panic!()
    };
    assert_eq!(document.root().text(), "café");
}
