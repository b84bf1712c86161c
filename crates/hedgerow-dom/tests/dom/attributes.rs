//! Attributes: shared lists, copying before a change, and long lists, compared with a model that has a `Vec` for each
//! element.

use hedgerow_base::{AttributeName, ElementName, NameId, Namespace, known};
use hedgerow_dom::{AttributeList, Document, NodeId, search};
use hedgerow_serialize::ToHtml;
use hedgerow_testing::assert_linear_time;

use crate::{element, element_named, element_with};
use hedgerow_testing::Random;

type ModelAttributes = Vec<(AttributeName, String)>;

fn compare(document: &Document, element: NodeId, model: &ModelAttributes) {
    let attributes: ModelAttributes = document
        .node(element)
        .attributes()
        .map(|attribute| (search::attribute_name(attribute), attribute.value().to_owned()))
        .collect();
    assert_eq!(attributes, *model);
    assert_eq!(document.node(element).attributes().len(), model.len());
    for (name, value) in model {
        assert_eq!(search::attribute_value(document.node(element), *name), Some(&**value));
        let (namespace, text) = key_of(document, *name);
        assert_eq!(document.node(element).attribute((namespace, &text)), Some(&**value));
    }
}

/// Returns a name in the form that checked methods take.
fn key_of(document: &Document, name: AttributeName) -> (Namespace, String) {
    (name.namespace, search::names(document).text(name.local).to_owned())
}

fn names(document: &mut Document, count: usize) -> Vec<NameId> {
    (0..count).map(|number| document.unchecked().intern(&format!("data-{number}"))).collect()
}

#[test]
fn random_sequences_agree_with_the_model() {
    for seed in 0..60 {
        println!("seed {seed}");
        let mut random = Random::new(seed);
        let mut document = Document::new();
        let mut all_names: Vec<_> =
            names(&mut document, 2 + random.below(50)).into_iter().map(AttributeName::plain).collect();
        all_names.push(AttributeName { namespace: Namespace::XLink, local: known::HREF });
        all_names.push(AttributeName::plain(known::HREF));
        let mut elements: Vec<(NodeId, ModelAttributes)> = vec![(element(&mut document, "p"), Vec::new())];
        for step in 0..400 {
            let value = step.to_string();
            let name = random.pick(&all_names);
            let chosen = random.below(elements.len());
            let (element, model) = &mut elements[chosen];
            let place = model.iter().position(|(present, _)| *present == name);
            match random.below(11) {
                0..=3 => {
                    let (namespace, text) = key_of(&document, name);
                    document.set_attribute(*element, (namespace, &text), &value).unwrap();
                    match place {
                        Some(place) => model[place].1 = value,
                        None => model.push((name, value)),
                    }
                }
                4 | 5 => {
                    let other = random.pick(&all_names);
                    let slot = document.node(*element).slot();
                    document
                        .unchecked()
                        .add_missing_attributes(slot, [(name, &*value), (other, "other"), (name, "no")]);
                    for (name, value) in [(name, &*value), (other, "other")] {
                        if model.iter().all(|(present, _)| *present != name) {
                            model.push((name, value.to_owned()));
                        }
                    }
                }
                6 => {
                    let (namespace, text) = key_of(&document, name);
                    let was_removed = document.remove_attribute(*element, (namespace, &text)).unwrap();
                    assert_eq!(was_removed, place.is_some());
                    if let Some(place) = place {
                        model.remove(place);
                    }
                }
                7 => {
                    let list = AttributeList::of(document.node(*element));
                    let copy =
                        document.unchecked().create_element_with_list(ElementName::html(known::P), list);
                    let model = model.clone();
                    let copy = copy.node(&document);
                    assert!(list.is_same_as(AttributeList::of(copy), &document));
                    elements.push((copy.id(), model));
                }
                9 => {
                    let to = random.pick(&all_names);
                    if model.iter().all(|(present, _)| *present != to) {
                        let [(from, from_text), (into, into_text)] =
                            [name, to].map(|name| key_of(&document, name));
                        let renamed =
                            document.rename_attribute(*element, (from, &from_text), (into, &into_text));
                        assert_eq!(renamed.unwrap(), place.is_some());
                        if let Some(place) = place {
                            model[place].0 = to;
                        }
                    }
                }
                8 => {
                    let copy = document.clone_subtree(*element).unwrap();
                    let model = model.clone();
                    elements.push((copy, model));
                }
                _ => {
                    let mut model: ModelAttributes = Vec::new();
                    for &name in &all_names {
                        if random.below(2) == 0 {
                            model.push((name, value.clone()));
                        }
                    }
                    let attributes = model.iter().map(|(name, value)| (*name, &**value));
                    let created = element_named(&mut document, ElementName::html(known::P), attributes);
                    elements.push((created, model));
                }
            }
        }
        assert_eq!(document.validate(), Ok(()));
        for (element, model) in &elements {
            compare(&document, *element, model);
        }
        let copies: Vec<NodeId> = (elements.iter())
            .map(|(element, model)| {
                let mut other = Document::new();
                let imported = other.import(document.node(*element)).unwrap();
                assert_eq!(other.node(imported).outer_html(), document.node(*element).outer_html());
                assert_eq!(other.validate(), Ok(()));
                assert_eq!(other.node(imported).attributes().len(), model.len());
                document.clone_subtree(*element).unwrap()
            })
            .collect();
        document.shrink_to_fit();
        assert_eq!(document.validate(), Ok(()));
        for ((element, model), copy) in elements.iter().zip(copies) {
            compare(&document, *element, model);
            compare(&document, copy, model);
        }
    }
}

#[test]
fn a_list_outlives_the_first_changes() {
    let mut document = Document::new();
    let first = element_with(&mut document, "b", &[("id", "x"), ("class", "y")]);
    let list = AttributeList::of(document.node(first));
    document.set_attribute(first, known::ID, "changed").unwrap();
    document.remove_attribute(first, known::CLASS).unwrap();
    let second = document.unchecked().create_element_with_list(ElementName::html(known::B), list);
    assert_eq!(second.node(&document).outer_html(), "<b id=\"x\" class=\"y\"></b>");
    assert_eq!(document.node(first).outer_html(), "<b id=\"changed\"></b>");
}

/// Returns the list of a new element with these attributes.
fn list_of(document: &mut Document, attributes: &[(AttributeName, &str)]) -> AttributeList {
    let created = element_named(document, ElementName::html(known::B), attributes.iter().copied());
    AttributeList::of(document.node(created))
}

#[test]
fn lists_are_the_same_in_any_order() {
    let mut document = Document::new();
    let [a, b] = [known::ID, known::CLASS].map(AttributeName::plain);
    let foreign = AttributeName { namespace: Namespace::XLink, local: known::ID };
    let base = list_of(&mut document, &[(a, "1"), (b, "2")]);
    for (attributes, is_same) in [
        (&[(a, "1"), (b, "2")][..], true),
        (&[(b, "2"), (a, "1")], true),
        (&[(a, "1")], false),
        (&[(a, "1"), (b, "3")], false),
        (&[(a, "2"), (b, "1")], false),
        (&[(foreign, "1"), (b, "2")], false),
        (&[], false),
    ] {
        let other = list_of(&mut document, attributes);
        assert_eq!(base.is_same_as(other, &document), is_same, "{attributes:?}");
        assert_eq!(other.is_same_as(base, &document), is_same, "{attributes:?}");
    }
}

#[test]
fn long_lists_are_compared_in_linear_time() {
    let lists = |count: usize| {
        let mut document = Document::new();
        let names: Vec<_> = names(&mut document, count).into_iter().map(AttributeName::plain).collect();
        let attributes: Vec<_> = names.iter().map(|&name| (name, "value")).collect();
        let mut turned = attributes.clone();
        turned.reverse();
        let one = list_of(&mut document, &attributes);
        let other = list_of(&mut document, &turned);
        turned[count / 2].1 = "another";
        let different = list_of(&mut document, &turned);
        (document, one, other, different)
    };
    assert_linear_time(5_000, lists, |&mut (ref mut document, one, other, different)| {
        assert!(one.is_same_as(other, document));
        assert!(!one.is_same_as(different, document));
    });
}

#[test]
fn many_additions_take_linear_time() {
    let names_and_element = |count: usize| {
        let mut document = Document::new();
        let html = element(&mut document, "html");
        (names(&mut document, count), document, html)
    };
    assert_linear_time(5_000, names_and_element, |&mut (ref names, ref mut document, html)| {
        let slot = document.node(html).slot();
        for &name in names {
            document.unchecked().add_missing_attributes(slot, [(AttributeName::plain(name), "first")]);
        }
        for &name in names {
            document.unchecked().add_missing_attributes(slot, [(AttributeName::plain(name), "second")]);
            let name = search::names(document).text(name).to_owned();
            document.set_attribute(html, &name, "third").unwrap();
        }
        assert_eq!(document.node(html).attributes().len(), names.len());
        assert!(document.node(html).attributes().all(|attribute| attribute.value() == "third"));
        assert_eq!(document.validate(), Ok(()));
    });
}

#[test]
fn missing_attributes_are_looked_for_in_linear_time() {
    let names_and_element = |count: usize| {
        let mut document = Document::new();
        let names = names(&mut document, count);
        let attributes = names.iter().map(|&name| (AttributeName::plain(name), "x"));
        let html = element_named(&mut document, ElementName::html(known::HTML), attributes);
        (names, document, html)
    };
    assert_linear_time(5_000, names_and_element, |&mut (ref names, ref mut document, html)| {
        for _ in names {
            let html = document.node(html).slot();
            document
                .unchecked()
                .add_missing_attributes(html, names.last().map(|&name| (AttributeName::plain(name), "y")));
        }
        assert_eq!(document.node(html).attributes().len(), names.len());
    });
}

#[test]
fn only_elements_get_missing_attributes() {
    let mut document = Document::new();
    let paragraph = element_with(&mut document, "p", &[("id", "x")]);
    let text = document.create_text("text");
    let class = AttributeName::plain(known::CLASS);
    let slot = document.node(text).slot();
    document.unchecked().add_missing_attributes(slot, [(class, "y")]);
    assert_eq!(document.node(text).attributes().len(), 0);
    assert_eq!(document.node(paragraph).outer_html(), r#"<p id="x"></p>"#);
}

#[test]
fn classes_added_one_by_one_are_all_kept() {
    let mut document = Document::new();
    let mut elements = [(); 2].map(|()| (element(&mut document, "p"), Vec::<String>::new()));
    let mut random = Random::new(7);
    for _ in 0..2000 {
        let class = format!("class-{}", random.below(300));
        let is_again = random.below(8) > 0;
        let (element, model) = &mut elements[usize::from(!is_again)];
        match random.below(30) {
            0 => {
                let had_it = model.contains(&class);
                model.retain(|present| *present != class);
                assert_eq!(document.remove_class(*element, &class).unwrap(), had_it);
            }
            1 => {
                let copy = document.clone_subtree(*element).unwrap();
                document.add_class(copy, "of-the-copy").unwrap();
                assert_eq!(document.add_class(*element, "a").unwrap(), !model.contains(&"a".to_owned()));
                if !model.contains(&"a".to_owned()) {
                    model.push("a".to_owned());
                }
            }
            2 => document.shrink_to_fit(),
            _ => {
                let is_new = !model.contains(&class);
                assert_eq!(document.add_class(*element, &class).unwrap(), is_new);
                if is_new {
                    model.push(class);
                }
            }
        }
        assert_eq!(document.node(*element).attribute("class").unwrap_or_default(), model.join(" "));
    }
    assert_eq!(document.validate(), Ok(()));
}

#[test]
fn a_list_that_was_changed_is_read_through_its_element() {
    let mut document = Document::new();
    let element = element(&mut document, "p");
    for number in 0..20 {
        document.set_attribute(element, &format!("a{number}"), "").unwrap();
    }
    document.set_attribute(element, "extra", "").unwrap();
    let list = AttributeList::of(document.node(element));
    // These changes are merged into a new list.
    for number in 0..20 {
        document.set_attribute(element, &format!("a{number}"), "x").unwrap();
    }
    let copy = document.unchecked().create_element_with_list(ElementName::html(known::P), list);
    document.validate().unwrap();
    let copy = copy.node(&document);
    assert!(copy.attributes().eq(document.node(element).attributes()));
    assert!(AttributeList::of(copy).is_same_as(list, &document));
}
