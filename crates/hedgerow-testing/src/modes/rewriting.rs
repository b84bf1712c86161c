//! Rewriting with handlers for everything, and the reader of tokens.

use hedgerow::rewrite::{Beyond, Checks, Content, EditResult, Element, Reader, Rewriter};
use hedgerow::{Parser, Selector};

use super::{Outcome, Row, driven};

/// The length of the chunks in bytes.
const CHUNK: usize = 4096;

/// Selectors with each kind of combinator and counter.
const SELECTORS: &str =
    "div b, p > i, a + a, b ~ i, :nth-child(2n), :nth-of-type(3), :not(b > i, p ~ p), :nth-child(3n of .c)";

/// Selectors that are decided later.
const LATER: &str = ":has(i), :has(> b p), :has(+ a), :not(:has(~ i + p)), :last-child b, :empty, :nth-last-child(2n), \
                     :nth-last-of-type(3), :nth-last-child(3n of .c)";

pub(super) fn rows() -> Vec<Row> {
    vec![
        driven("rewrite: handlers", |parser, input| rewritten(parser, input, "*", |_| Ok(()))),
        driven("rewrite: selectors", |parser, input| rewritten(parser, input, SELECTORS, |_| Ok(()))),
        driven("rewrite: later", |parser, input| rewritten(parser, input, LATER, |_| Ok(()))),
        driven("rewrite: attributes", |parser, input| {
            rewritten(parser, input, "*", |element| {
                element.set_attribute("title", "a")?;
                element.remove_attribute("class")?;
                element.rename("x-y")
            })
        }),
        driven("rewrite: insert", |parser, input| {
            rewritten(parser, input, "*", |element| {
                element.before(Content::Text("a"))?;
                element.prepend(Content::Html("<i>b</i>"))?;
                element.append(Content::Text("c"))?;
                element.after(Content::Html("<i>d</i>"))
            })
        }),
        driven("rewrite: remove", |parser, input| {
            rewritten(parser, input, ":nth-child(2n)", |element| {
                element.remove_attribute("class")?;
                element.remove()
            })
        }),
        driven("rewrite: unwrap", |parser, input| {
            rewritten(parser, input, "*", |element| {
                element.after(Content::Text("a"))?;
                element.remove_and_keep_contents()
            })
        }),
        driven("rewrite: tokens", |parser, input| {
            let mut reader = Reader::new(input);
            let tokens = std::iter::from_fn(|| reader.next_token().map(drop)).count();
            Outcome { written: tokens, ..Outcome::of(&parser.parse(input)) }
        }),
    ]
}

/// Edits each element that matches, although the tree may change, and reads all ends, texts and comments. The nodes of a plain parse are
/// counted, because the parser may create more of them than the output has bytes.
fn rewritten(
    parser: &Parser,
    input: &str,
    selector: &str,
    edit: fn(&mut Element<'_, '_>) -> EditResult,
) -> Outcome {
    let parsed = Outcome::of(&parser.parse(input));
    // A rewriter has no limit on nodes.
    if parsed.stop.is_some() {
        return parsed;
    }
    let selector = Selector::parse(selector).expect("a valid selector");
    let rewriter =
        Rewriter::new().checks(Checks::Report).limit(usize::MAX, Beyond::Error).on(&selector, |element| {
            // Refused edits are ignored, and void elements have no end.
            let _ = edit(element);
            let _ = element.on_end(|_| Ok(()));
            Ok(())
        });
    let rewriter = rewriter.expect("the selector can be decided");
    let mut stream = rewriter.on_every_text(|_| Ok(())).on_every_comment(|_| Ok(())).stream_text(Vec::new());
    let result = input.as_bytes().chunks(CHUNK).try_for_each(|chunk| stream.feed(chunk));
    let (output, _) = result.and_then(|()| stream.finish()).expect("no edit ends the run");
    Outcome { written: output.len(), ..parsed }
}
