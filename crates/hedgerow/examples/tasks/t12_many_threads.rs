//! Many documents, parsed by several threads and shared between them.

use std::sync::Arc;
use std::thread;

use hedgerow::Document;

fn parse_all(pages: &[String]) -> Vec<Arc<Document>> {
    let share = pages.len().div_ceil(4).max(1);
    thread::scope(|scope| {
        let parse =
            |pages: &[String]| pages.iter().map(|page| Arc::new(hedgerow::parse(page))).collect::<Vec<_>>();
        let workers: Vec<_> = pages.chunks(share).map(|pages| scope.spawn(move || parse(pages))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}

#[test]
fn documents_are_shared_between_threads() {
    let pages: Vec<String> = (0..1000).map(|number| format!("<title>{number}</title>")).collect();
    let documents = parse_all(&pages);
    let other = Arc::clone(&documents[999]);
    assert_eq!(thread::spawn(move || other.title()).join().unwrap().as_deref(), Some("999"));
    assert_eq!(documents.len(), 1000);
}
