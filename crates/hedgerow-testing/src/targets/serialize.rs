//! Checks the serializer. The output of the standard's algorithm, and minified and indented output, must parse to the same tree,
//! except where a rule of `round_trip` gives the reason. With other options, writing and parsing must not panic.

use hedgerow::serialize::{
    AttributeQuotes, Escapes, MetaCharset, NonAscii, OptionalTags, QuoteCharacter, ShadowRoots,
    TrailingSolidus, Whitespace, WriteOptions,
};
use hedgerow::{Parser, ToHtml};

use crate::input::{Choices, Input};
use crate::round_trip::{RoundTrip, RoundTripResult, SerializationForm};

pub(super) fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let html = &*input.text();
    let choices = &mut input.choices;
    let (scripting, shadow_roots) = (choices.one_in(2), choices.one_in(2));
    let trip = RoundTrip { html, context: None, scripting, shadow_roots };
    let mut standard_is_right = false;
    for form in SerializationForm::ALL {
        let result = trip.result(form, standard_is_right);
        if let RoundTripResult::Different { expected, got } = &result {
            panic!("{}:\n{expected}\nparses to\n{got}", form.name());
        }
        standard_is_right |= result == RoundTripResult::Same;
    }
    let parser = Parser::new().scripting(scripting).allow_declarative_shadow_roots(shadow_roots);
    let document = parser.parse(html).into_document();
    let options = options(choices);
    // Whether the tree is the same is not checked, because most options may change it.
    let _ = parser.parse(&document.root().to_html(&options));
}

fn options(choices: &mut Choices<'_>) -> WriteOptions {
    WriteOptions::default()
        .scripting(choices.one_in(2))
        .shadow_roots(choices.of(&[ShadowRoots::None, ShadowRoots::Serializable, ShadowRoots::All]))
        .attribute_quotes(choices.of(&[AttributeQuotes::Always, AttributeQuotes::WhereNeeded]))
        .quote_character(choices.of(&[
            QuoteCharacter::Double,
            QuoteCharacter::Single,
            QuoteCharacter::Fewest,
        ]))
        .escapes(choices.of(&[Escapes::Standard, Escapes::WhereNeeded]))
        .non_ascii(choices.of(&[NonAscii::Keep, NonAscii::Numbers, NonAscii::Names]))
        .escape_raw_text(choices.one_in(2))
        .keep_newlines(choices.one_in(2))
        .minimize_boolean_attributes(choices.one_in(2))
        .minimize_empty_attributes(choices.one_in(2))
        .alphabetical_attributes(choices.one_in(2))
        .optional_tags(choices.of(&[OptionalTags::Write, OptionalTags::Omit, OptionalTags::OmitIfRestored]))
        .trailing_solidus(choices.of(&[
            TrailingSolidus::None,
            TrailingSolidus::WithoutSpace,
            TrailingSolidus::WithSpace,
        ]))
        .whitespace(choices.of(&[
            Whitespace::Keep,
            Whitespace::Collapse,
            Whitespace::Trim,
            Whitespace::Indent,
        ]))
        .doctype_identifiers(choices.one_in(2))
        .meta_charset(match choices.below(3) {
            0 => MetaCharset::Keep,
            1 => MetaCharset::Correct("utf-8".into()),
            _ => MetaCharset::Inject("utf-8".into()),
        })
}
