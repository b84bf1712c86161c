//! Removes scripts, styles and event handlers from a page, including template contents.

use hedgerow::Error;
use hedgerow::prelude::*;

fn cleaned(html: &str) -> Result<String, Error> {
    let mut document = hedgerow::parse(html);
    document.select_deep_mut("script, style")?.remove()?;
    document
        .select_deep_mut("*")?
        .retain_attributes(|_, attribute| !attribute.name_text().starts_with("on"))?;
    Ok(document.root().inner_html())
}

#[test]
fn templates_are_cleaned_as_well() {
    let html = "<style>1</style><p onclick=x()>2<template><script>3</script><b onload=x()>4</b></template>";
    let cleaned = cleaned(html).unwrap();
    assert_eq!(cleaned, "<html><head></head><body><p>2<template><b>4</b></template></p></body></html>");
}
