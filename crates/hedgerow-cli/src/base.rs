//! Makes the addresses in a document absolute, for `hedgerow select --base`.

use anyhow::Result;
use hedgerow::extract::Extract as _;
use hedgerow::{Document, Select as _};
use url::Url;

use crate::input::Name;

/// The attributes whose values are addresses. Lists of addresses, such as `srcset`, are not changed.
const ADDRESSES: [&str; 9] =
    ["href", "src", "action", "formaction", "cite", "data", "poster", "background", "xlink:href"];

/// Resolves all addresses against the URL of the document: the URL of its record in an archive, otherwise `base`. The
/// first `base` element with an `href` in the document takes precedence over both.
pub(crate) fn resolve_all(tree: &mut Document, name: &Name, base: &Url) -> Result<()> {
    let of_record = match name {
        Name::Address(address) => Url::parse(address).ok(),
        Name::StandardInput | Name::File(_) => None,
    };
    let page = of_record.as_ref().unwrap_or(base);
    let base = match tree.base_url(Some(page.as_str())) {
        Some(url) => Url::parse(&url)?,
        None => page.clone(),
    };
    let mut resolved = Vec::new();
    for element in tree.select_deep("*")? {
        for attribute in ADDRESSES {
            // `data` is an address for `object` only.
            let is_address = attribute != "data" || element.local_name_text() == "object";
            let value = if is_address { element.attribute(attribute) } else { None };
            if let Some(url) = value.and_then(|value| base.join(value).ok()) {
                resolved.push((element.id(), attribute, String::from(url)));
            }
        }
    }
    for (element, attribute, url) in resolved {
        tree.set_attribute(element, attribute, &url)?;
    }
    Ok(())
}
