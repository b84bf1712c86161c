//! The addresses of documents; makes the addresses in a document absolute, for `hedgerow select --base`.

use anyhow::Result;
use hedgerow::Document;
use hedgerow::extract::Extract as _;
use url::Url;

use crate::input::Name;

/// Resolves all addresses against the URL of the document: the URL of its record in an archive, otherwise `base`. The
/// first `base` element with an `href` in the document takes precedence over both.
pub(crate) fn resolve_all(tree: &mut Document, name: &Name, base: &Url) -> Result<()> {
    let of_record = address(name).and_then(|address| Url::parse(address).ok());
    let page = of_record.as_ref().unwrap_or(base);
    Ok(tree.make_links_absolute(Some(page.as_str()))?)
}

/// Returns the URL of a document: that of its record in an archive.
pub(crate) fn address(name: &Name) -> Option<&str> {
    match name {
        Name::Address(address) => Some(address),
        Name::StandardInput | Name::File(_) => None,
    }
}
