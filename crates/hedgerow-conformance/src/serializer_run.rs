//! Runs a case of the serializer suite: its tokens go to the writer as events.

use hedgerow::dom::{Doctype, Namespace};
use hedgerow::serialize::{
    AttributeQuotes, EventAttribute, HtmlEvent, HtmlWriter, MetaCharset, NonAscii, OptionalTags,
    QuoteCharacter, TrailingSolidus, Whitespace, WriteOptions,
};

use super::case::{Problem, Run};
use super::serializer_file::{
    SerializerAttribute, SerializerCase, SerializerOptions, SerializerToken, namespace,
};

/// Returns all runs of a case: as HTML, and as XHTML if the case has XHTML outputs.
pub(crate) fn run(case: &SerializerCase) -> Vec<Run> {
    let one = |name: &str, options: WriteOptions, expected: &[String]| {
        Run::new(name.to_owned(), false, || compare(case, options, expected).into_iter().collect())
    };
    let mut runs = vec![one("HTML", html_options(&case.options), &case.expected)];
    if !case.xhtml.is_empty() {
        runs.push(one("XHTML", xhtml_options(&case.options), &case.xhtml));
    }
    runs
}

fn compare(case: &SerializerCase, options: WriteOptions, expected: &[String]) -> Option<Problem> {
    let attributes: Vec<Vec<EventAttribute<'_>>> = case.tokens.iter().map(attributes_of).collect();
    let mut writer = HtmlWriter::new(String::new(), options);
    let events = case.tokens.iter().zip(&attributes).map(|(token, attributes)| event(token, attributes));
    let written = events.into_iter().try_for_each(|event| writer.write(event));
    let got = written.and_then(|()| writer.finish()).unwrap_or_else(|error| error.to_string());
    if expected.contains(&got) {
        return None;
    }
    Some(Problem { what: "output", expected: expected.join("\nor "), got })
}

fn attributes_of(token: &SerializerToken) -> Vec<EventAttribute<'_>> {
    let SerializerToken::StartTag { attributes, .. } = token else { return Vec::new() };
    attributes.iter().map(event_attribute).collect()
}

fn event_attribute(attribute: &SerializerAttribute) -> EventAttribute<'_> {
    let namespace = attribute.namespace.as_deref().and_then(namespace).unwrap_or(Namespace::None);
    EventAttribute { namespace, name: &attribute.name, value: &attribute.value }
}

fn event<'t>(token: &'t SerializerToken, attributes: &'t [EventAttribute<'t>]) -> HtmlEvent<'t> {
    match token {
        SerializerToken::StartTag { namespace, name, .. } => {
            HtmlEvent::StartTag { namespace: *namespace, name, attributes }
        }
        SerializerToken::EndTag { namespace, name } => HtmlEvent::EndTag { namespace: *namespace, name },
        SerializerToken::Characters(data) => HtmlEvent::Text(data),
        SerializerToken::Comment(data) => HtmlEvent::Comment(data),
        SerializerToken::ProcessingInstruction { target, data } => {
            HtmlEvent::ProcessingInstruction { target, data }
        }
        SerializerToken::Doctype { name, public_id, system_id } => {
            HtmlEvent::Doctype(Doctype { name, public_id, system_id })
        }
    }
}

/// Returns the writer's options for the HTML output of a test. The suite's defaults are unquoted values, minimized boolean
/// attributes, attributes sorted by name, and no optional tags.
fn html_options(options: &SerializerOptions) -> WriteOptions {
    let of_the_suite = || {
        WriteOptions::default()
            .attribute_quotes(AttributeQuotes::WhereNeeded)
            .quote_character(QuoteCharacter::Fewest)
            .minimize_boolean_attributes(true)
            .alphabetical_attributes(true)
            .optional_tags(OptionalTags::Omit)
            .doctype_identifiers(true)
    };
    let base = match options.preset.as_deref() {
        Some("minify") => WriteOptions::minify(),
        Some("pretty") => WriteOptions::pretty(),
        Some(_) => WriteOptions::default(),
        None => of_the_suite(),
    };
    with_options(base, options)
}

/// Returns the writer's options for the XHTML output of a test. By default no tag is omitted, and boolean attributes are
/// never minimized.
fn xhtml_options(options: &SerializerOptions) -> WriteOptions {
    let base = WriteOptions::default()
        .quote_character(QuoteCharacter::Fewest)
        .escape_raw_text(true)
        .alphabetical_attributes(true)
        .trailing_solidus(TrailingSolidus::WithSpace)
        .doctype_identifiers(true);
    with_options(base, &SerializerOptions { minimize_boolean_attributes: None, ..options.clone() })
}

/// Returns the writer's options for a test.
///
/// `escape_lt_in_attrs` has no counterpart, because the standard always escapes angle brackets in values. The tests without
/// this option also expect escaped brackets.
fn with_options(mut base: WriteOptions, options: &SerializerOptions) -> WriteOptions {
    let set = |target: &mut bool, value: Option<bool>| *target = value.unwrap_or(*target);
    set(&mut base.escape_raw_text, options.escape_rcdata);
    set(&mut base.minimize_boolean_attributes, options.minimize_boolean_attributes);
    set(&mut base.alphabetical_attributes, options.alphabetical_attributes);
    set(&mut base.scripting, options.scripting);
    match options.non_ascii.as_deref() {
        Some("names") => base.non_ascii = NonAscii::Names,
        Some(_) => base.non_ascii = NonAscii::Numbers,
        None => {}
    }
    if let Some(quoted) = options.quote_attr_values {
        base.attribute_quotes = if quoted { AttributeQuotes::Always } else { AttributeQuotes::WhereNeeded };
    }
    if let Some(character) = options.quote_char {
        base.quote_character =
            if character == '\'' { QuoteCharacter::Single } else { QuoteCharacter::Double };
    }
    if let Some(omit) = options.omit_optional_tags {
        base.optional_tags = if omit { OptionalTags::Omit } else { OptionalTags::Write };
    }
    match (options.use_trailing_solidus, options.space_before_trailing_solidus) {
        (Some(true), Some(false)) => base.trailing_solidus = TrailingSolidus::WithoutSpace,
        (Some(true), _) => base.trailing_solidus = TrailingSolidus::WithSpace,
        (Some(false), _) => base.trailing_solidus = TrailingSolidus::None,
        (None, _) => {}
    }
    if let Some(strip) = options.strip_whitespace {
        base.whitespace = if strip { Whitespace::Collapse } else { Whitespace::Keep };
    }
    if let (Some(inject), Some(encoding)) = (options.inject_meta_charset, &options.encoding) {
        let encoding = encoding.clone().into();
        base.meta_charset =
            if inject { MetaCharset::Inject(encoding) } else { MetaCharset::Correct(encoding) };
    }
    base
}
