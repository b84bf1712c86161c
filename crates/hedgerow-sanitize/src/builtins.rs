//! The constants of the standard, and the lists of this crate, read from one data file.
//!
//! In the standard: "Sanitization constants".

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use hedgerow_base::Namespace;

use crate::config::{SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes};

/// The data file; its first lines describe the format.
const DATA: &str = include_str!("../data/builtins.txt");

/// The lists of the data file.
#[derive(Debug, Default)]
pub(crate) struct Builtins {
    elements: HashMap<&'static str, Vec<(SanitizerElement, Vec<SanitizerAttribute>)>>,
    names: HashMap<&'static str, Vec<&'static str>>,
    /// The built-in non-replaceable elements list.
    pub(crate) non_replaceable: HashSet<SanitizerElement>,
}

static BUILTINS: LazyLock<Builtins> = LazyLock::new(Builtins::read);

pub(crate) fn builtins() -> &'static Builtins {
    &BUILTINS
}

impl Builtins {
    fn read() -> Self {
        let mut builtins = Self::default();
        let mut section = Vec::new();
        for line in DATA.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = header.split(' ').collect();
                continue;
            }
            let mut words = line.split(' ');
            match section[..] {
                ["names", list] => builtins.names.entry(list).or_default().extend(words),
                ["elements", list, namespace] => {
                    let element =
                        SanitizerElement::new(words.next().unwrap_or_default(), namespace_of(namespace));
                    let entry = (element, words.map(attribute).collect());
                    builtins.elements.entry(list).or_default().push(entry);
                }
                _ => debug_assert!(false, "a line outside a section: {line}"),
            }
        }
        builtins.non_replaceable =
            builtins.elements("non-replaceable").iter().map(|(element, _)| element.clone()).collect();
        builtins
    }

    /// The elements of a list, with the attributes of each.
    pub(crate) fn elements(&self, list: &str) -> &[(SanitizerElement, Vec<SanitizerAttribute>)] {
        debug_assert!(self.elements.contains_key(list), "no such list: {list}");
        self.elements.get(list).map_or(&[], Vec::as_slice)
    }

    /// The words of a list.
    pub(crate) fn names(&self, list: &str) -> &[&'static str] {
        debug_assert!(self.names.contains_key(list), "no such list: {list}");
        self.names.get(list).map_or(&[], Vec::as_slice)
    }

    /// The canonical configuration that allows the elements and attributes of two lists, and nothing else.
    pub(crate) fn allow_list(&self, elements: &str, attributes: &str) -> SanitizerConfig {
        let element = |(element, attributes): &(SanitizerElement, Vec<SanitizerAttribute>)| {
            let entry = SanitizerElementWithAttributes::from(element.clone());
            if attributes.is_empty() { entry } else { entry.attributes(attributes.iter().cloned()) }
        };
        let mut config = SanitizerConfig {
            elements: Some(self.elements(elements).iter().map(element).collect()),
            attributes: Some(self.names(attributes).iter().copied().map(SanitizerAttribute::from).collect()),
            processing_instructions: Some(Vec::new()),
            comments: Some(false),
            data_attributes: Some(false),
            javascript_urls: Some(false),
            ..SanitizerConfig::default()
        };
        config.canonicalize(false);
        config
    }
}

fn namespace_of(word: &str) -> Namespace {
    match word {
        "svg" => Namespace::Svg,
        "mathml" => Namespace::MathMl,
        _ => Namespace::Html,
    }
}

fn attribute(word: &str) -> SanitizerAttribute {
    word.strip_prefix("xlink:").map_or_else(|| word.into(), SanitizerAttribute::xlink)
}

/// In the standard: built-in safe default configuration.
pub(crate) fn safe_default_configuration() -> SanitizerConfig {
    builtins().allow_list("default", "default-attributes")
}
