//! The JSON of import maps and speculation rules.

use json_event_parser::{JsonEvent, SliceJsonParser};

use super::url;

/// A value of JSON. Numbers, booleans and null are not distinguished.
#[derive(Debug)]
enum Value {
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
    Other,
}

/// The maximum depth of a value.
const MAX_DEPTH: usize = 64;

/// A list or object whose end was not read.
enum Open {
    List(Vec<Value>),
    Object(Vec<(String, Value)>, String),
}

impl Value {
    /// Parses JSON. The error is the reason.
    fn parse(text: &str) -> Result<Self, String> {
        let mut parser = SliceJsonParser::new(text.as_bytes());
        let mut open: Vec<Open> = Vec::new();
        let mut result = None;
        loop {
            let value = match parser.parse_next().map_err(|error| error.message().to_owned())? {
                JsonEvent::Eof => return result.ok_or_else(|| "there is no value".to_owned()),
                JsonEvent::StartArray => {
                    open.push(Open::List(Vec::new()));
                    None
                }
                JsonEvent::StartObject => {
                    open.push(Open::Object(Vec::new(), String::new()));
                    None
                }
                JsonEvent::ObjectKey(key) => {
                    if let Some(Open::Object(_, next)) = open.last_mut() {
                        *next = key.into_owned();
                    }
                    None
                }
                JsonEvent::EndArray | JsonEvent::EndObject => open.pop().map(|open| match open {
                    Open::List(list) => Self::List(list),
                    Open::Object(entries, _) => Self::Object(entries),
                }),
                JsonEvent::String(text) => Some(Self::Text(text.into_owned())),
                JsonEvent::Number(_) | JsonEvent::Boolean(_) | JsonEvent::Null => Some(Self::Other),
            };
            if open.len() > MAX_DEPTH {
                return Err("it is nested too deeply".to_owned());
            }
            if let Some(value) = value {
                match open.last_mut() {
                    None => result = Some(value),
                    Some(Open::List(list)) => list.push(value),
                    Some(Open::Object(entries, key)) => entries.push((std::mem::take(key), value)),
                }
            }
        }
    }

    fn entries(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Object(entries) => Some(entries),
            _ => None,
        }
    }

    /// Returns the entries, or the reason that there are none.
    fn object(&self, name: &str) -> Result<&[(String, Self)], String> {
        self.entries().ok_or_else(|| format!("{name} must be an object"))
    }

    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the texts of a text or of a list of texts.
    fn texts(&self, name: &str) -> Result<Vec<&str>, String> {
        let texts: Option<Vec<_>> = match self {
            Self::Text(text) => Some(vec![text.as_str()]),
            Self::List(list) => list.iter().map(Self::text).collect(),
            _ => None,
        };
        match texts {
            Some(texts) if texts.is_empty() || texts.contains(&"") => {
                Err(format!("`{name}` must not be empty"))
            }
            Some(texts) => Ok(texts),
            None => Err(format!("`{name}` must be a string or a list of strings")),
        }
    }
}

/// Returns the entry of an object with a key.
fn entry<'v>(entries: &'v [(String, Value)], key: &str) -> Option<&'v Value> {
    entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
}

/// Checks that an object has only these keys.
fn only(entries: &[(String, Value)], keys: &[&str], object: &str) -> Result<(), String> {
    match entries.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
        Some((key, _)) => Err(format!("{object} must not have the key `{key}`; it may have {}", list(keys))),
        None => Ok(()),
    }
}

fn list(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Whether a text can be resolved as the specifier of a module.
fn is_specifier_url(text: &str) -> bool {
    ["/", "./", "../"].iter().any(|start| text.starts_with(start)) || url::absolute_url(text).is_ok()
}

/// <https://html.spec.whatwg.org/multipage/webappapis.html#parse-an-import-map-string>
pub(crate) fn import_map(text: &str) -> Result<(), String> {
    let value = Value::parse(text)?;
    let entries = value.object("an import map")?;
    only(entries, &["imports", "scopes", "integrity"], "an import map")?;
    if let Some(imports) = entry(entries, "imports") {
        specifiers(imports.object("`imports`")?, "imports")?;
    }
    if let Some(scopes) = entry(entries, "scopes") {
        for (key, scope) in scopes.object("`scopes`")? {
            url::url(key).map_err(|_| format!("the key `{key}` of `scopes` must be a URL"))?;
            specifiers(scope.object("each value in `scopes`")?, "scopes")?;
        }
    }
    if let Some(integrity) = entry(entries, "integrity") {
        for (key, hashes) in integrity.object("`integrity`")? {
            let is_valid = is_specifier_url(key) && hashes.text().is_some();
            is_valid
                .then_some(())
                .ok_or_else(|| format!("`{key}` in `integrity` must be a URL with a string"))?;
        }
    }
    Ok(())
}

/// Checks a map from specifiers to URLs.
fn specifiers(entries: &[(String, Value)], map: &str) -> Result<(), String> {
    for (key, value) in entries {
        if key.is_empty() {
            return Err(format!("a key in `{map}` must not be empty"));
        }
        let Some(address) = value.text() else {
            return Err(format!("the value of `{key}` in `{map}` must be a string"));
        };
        if !is_specifier_url(address) {
            return Err(format!(
                "the value of `{key}` in `{map}` must be a URL, or begin with `/`, `./` or `../`"
            ));
        }
        if key.ends_with('/') && !address.ends_with('/') {
            return Err(format!("the value of `{key}` in `{map}` must end with `/`, because the key does"));
        }
    }
    Ok(())
}

/// <https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules>
pub(crate) fn speculation_rules(text: &str) -> Result<(), String> {
    let value = Value::parse(text)?;
    let entries = value.object("a set of speculation rules")?;
    only(entries, &["prefetch", "prerender", "prerender_until_script", "tag"], "a set of speculation rules")?;
    let mut has_rules = false;
    for name in ["prefetch", "prerender", "prerender_until_script"] {
        let Some(rules) = entry(entries, name) else { continue };
        has_rules = true;
        let Value::List(rules) = rules else { return Err(format!("`{name}` must be a list")) };
        for rule in rules {
            speculation_rule(rule.object("a speculation rule")?)?;
        }
    }
    if has_rules { Ok(()) } else { Err("`prefetch` or `prerender` is missing".to_owned()) }
}

fn speculation_rule(rule: &[(String, Value)]) -> Result<(), String> {
    const KEYS: [&str; 10] = [
        "source", "urls", "where", "requires", "target_hint", "referrer_policy", "relative_to", "eagerness",
        "expects_no_vary_search", "tag",
    ];
    only(rule, &KEYS, "a speculation rule")?;
    let one_of = |name: &str, values: &[&str]| match entry(rule, name) {
        Some(value) if !value.text().is_some_and(|text| values.contains(&text)) => {
            Err(format!("`{name}` must be {}", list(values)))
        }
        _ => Ok(()),
    };
    one_of("source", &["list", "document"])?;
    one_of("eagerness", &["immediate", "eager", "moderate", "conservative"])?;
    one_of("relative_to", &["ruleset", "document"])?;
    one_of(
        "referrer_policy",
        &[
            "", "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin",
            "origin-when-cross-origin", "strict-origin-when-cross-origin", "unsafe-url",
        ],
    )?;
    let (urls, condition) = (entry(rule, "urls"), entry(rule, "where"));
    let source = entry(rule, "source").and_then(Value::text);
    match (source, urls, condition) {
        (None, None, None) => return Err("a speculation rule needs `source`, `urls` or `where`".to_owned()),
        (_, Some(_), Some(_)) => {
            return Err("a speculation rule must not have both `urls` and `where`".to_owned());
        }
        (Some("list"), _, Some(_)) => {
            return Err("a rule whose source is `list` must not have `where`".to_owned());
        }
        (Some("list"), None, _) => return Err("a rule whose source is `list` needs `urls`".to_owned()),
        (Some("document"), Some(_), _) => {
            return Err("a rule whose source is `document` must not have `urls`".to_owned());
        }
        (Some("document"), _, None) => {
            return Err("a rule whose source is `document` needs `where`".to_owned());
        }
        _ => {}
    }
    if let Some(urls) = urls {
        let Value::List(urls) = urls else { return Err("`urls` must be a list".to_owned()) };
        if urls.is_empty() {
            return Err("`urls` must contain at least one URL".to_owned());
        }
        for address in urls {
            let is_url = address.text().is_some_and(|text| !text.is_empty() && url::url(text).is_ok());
            is_url.then_some(()).ok_or("each value in `urls` must be a URL")?;
        }
    }
    if let Some(requires) = entry(rule, "requires") {
        let Value::List(requires) = requires else { return Err("`requires` must be a list".to_owned()) };
        let known = "anonymous-client-ip-when-cross-origin";
        if requires.iter().any(|requirement| requirement.text() != Some(known)) {
            return Err(format!("`requires` may only contain `{known}`"));
        }
    }
    condition.map_or(Ok(()), document_rule)
}

/// <https://html.spec.whatwg.org/multipage/speculative-loading.html#parse-a-document-rule-predicate>
fn document_rule(rule: &Value) -> Result<(), String> {
    let entries = rule.object("`where`")?;
    let kinds = ["and", "or", "not", "href_matches", "selector_matches"];
    let mut found = entries.iter().filter(|(key, _)| kinds.contains(&key.as_str()));
    let (Some((kind, value)), None) = (found.next(), found.next()) else {
        return Err(format!("a document rule must have exactly one of {}", list(&kinds)));
    };
    match kind.as_str() {
        "not" => document_rule(value),
        "and" | "or" => {
            let Value::List(rules) = value else { return Err(format!("`{kind}` must be a list")) };
            if rules.is_empty() {
                return Err(format!("`{kind}` must not be empty"));
            }
            rules.iter().try_for_each(document_rule)
        }
        "href_matches" => {
            only(entries, &["href_matches", "relative_to"], "a document rule")?;
            match value {
                // A URL pattern.
                Value::Object(_) => Ok(()),
                _ => value.texts(kind).map(drop),
            }
        }
        _ => value.texts(kind).map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn import_maps_map_specifiers_to_urls() {
        for text in ["{}", r#"{"imports": {"a": "/b", "c/": "./d/"}, "scopes": {"/x": {"a": "https://e/"}}}"#]
        {
            assert_eq!(import_map(text), Ok(()), "{text}");
        }
        for text in [
            "", "[]", "{", r#"{"foo": 1}"#, r#"{"imports": []}"#, r#"{"imports": {"": "/a"}}"#,
            r#"{"imports": {"a": 1}}"#, r#"{"imports": {"a/": "/b"}}"#, r#"{"imports": {"a": "b"}}"#,
            r#"{"scopes": {"a b": {}}}"#, r#"{"scopes": {"a": 1}}"#, r#"{"integrity": {"a": "x"}}"#,
        ] {
            assert!(import_map(text).is_err(), "{text}");
        }
    }

    #[test]
    fn speculation_rules_have_urls_or_a_condition() {
        for text in [
            r#"{"prefetch": [{"source": "list", "urls": ["a", "/b"]}]}"#,
            r#"{"prerender": [{"where": {"and": [{"href_matches": "/*"}, {"not": {"selector_matches": ".a"}}]}, "eagerness": "moderate"}]}"#,
        ] {
            assert_eq!(speculation_rules(text), Ok(()), "{text}");
        }
        for text in [
            "{}",
            r#"{"prefetch": {}}"#,
            r#"{"prefetch": [{}]}"#,
            r#"{"prefetch": [{"urls": []}]}"#,
            r#"{"foo": []}"#,
            r#"{"prefetch": [{"source": "list", "where": {}}]}"#,
            r#"{"prefetch": [{"where": {"and": []}}]}"#,
            r#"{"prefetch": [{"where": {"href_matches": ""}}]}"#,
            r#"{"prefetch": [{"urls": ["a"], "eagerness": "x"}]}"#,
        ] {
            assert!(speculation_rules(text).is_err(), "{text}");
        }
    }
}
