//! A page as HTML, and as text.

use hedgerow::ToHtml as _;
use hedgerow::serialize::{Indentation, RenderedTextOptions, ShadowRoots, WriteOptions};

use crate::border::{Answer, Call};
use crate::failure::Failure;
use crate::options::Indent;
use crate::pages::{Page, Records, ask};

/// Writes a page.
fn written(page: &Page<'_>, options: WriteOptions) -> Result<Answer, Failure> {
    let shadow_roots = if page.options.shadow_roots { ShadowRoots::All } else { ShadowRoots::None };
    let options = options.scripting(page.options.scripting).shadow_roots(shadow_roots);
    let html = page.output().whole(|html| page.document.root().write_html(html, &options))?;
    Ok(Answer::Text(html))
}

pub(crate) fn serialize(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| written(page, WriteOptions::default()))
}

pub(crate) fn minify(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| written(page, WriteOptions::minify()))
}

pub(crate) fn format(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| {
        let indentation = match &page.options.indent {
            None => Indentation::default(),
            Some(Indent::Spaces(spaces)) => Indentation::Spaces(*spaces),
            Some(Indent::Text(text)) if text == "\t" => Indentation::Tab,
            Some(Indent::Text(_)) => {
                return Err(Failure::argument("indent is a number of spaces, or \"\\t\""));
            }
        };
        written(page, WriteOptions::pretty().indentation(indentation).max_line_width(page.options.width))
    })
}

pub(crate) fn text(call: &mut Call) -> Result<Answer, Failure> {
    ask(call, Records::Nothing, |page| {
        let root = page.document.root();
        Ok(Answer::Text(
            page.output().whole(|text| root.write_rendered_text(text, RenderedTextOptions::default()))?,
        ))
    })
}
