//! Checked changes of attributes and classes.

use std::borrow::Cow;

use hedgerow_base::{
    AttributeKey, AttributeName, Namespace, SideTable, is_valid_attribute_local_name, known,
};

use super::error::{Algorithm, Checked, MutationError, MutationRule};
use crate::attribute_data::Attribute;
use crate::attributes::{AttributeRef, SHORT_LIST};
use crate::document::Document;
use crate::node_id::{NodeId, Slot};
use crate::text::TextSpan;
use crate::tree_accessors::joined_by_spaces;

/// The namespaces in which attributes have no prefix. A parser uses only the first one.
const UNPREFIXED: [Namespace; 4] = [Namespace::None, Namespace::Html, Namespace::MathMl, Namespace::Svg];

/// Whether a name has no upper alphas and no colon. The check is a single range of bytes, so it is also `false` for a
/// name with `;`, `<`, `=`, `>`, `?` or `@`.
#[inline]
fn is_plain(name: &str) -> bool {
    !name.bytes().any(|byte| (b':'..=b'Z').contains(&byte))
}

impl Document {
    /// Sets the value of an attribute, which is added if the element does not have it.
    /// <https://dom.spec.whatwg.org/#dom-element-setattribute>
    ///
    /// ```
    /// use hedgerow::Document;
    /// use hedgerow::ToHtml;
    /// let mut document = Document::new();
    /// let element = document.create_element("p")?;
    /// document.set_attribute(element, "id", "x")?;
    /// document.set_attribute(element, "ID", "y")?;
    /// assert_eq!(document.node(element).outer_html(), r#"<p id="y"></p>"#);
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `element` is not an element, if the name is not a valid attribute name, or if the value does not fit.
    #[doc(alias("setAttribute", "set_attr", "attr"))]
    pub fn set_attribute<'t>(
        &mut self,
        element: NodeId,
        name: impl Into<AttributeKey<'t>>,
        value: &str,
    ) -> Result<(), MutationError> {
        let (attempt, element) = self.attempt_on_element("set an attribute of", element)?;
        self.ensure_room_for_text(attempt, value)?;
        let name = self.attribute_name_of(element, name.into())?;
        let value = self.text.push(value);
        self.set_attribute_span(element, name, value);
        self.reclaim_if_worthwhile();
        Ok(())
    }

    /// Removes an attribute, and returns whether the element had it. <https://dom.spec.whatwg.org/#dom-element-removeattribute>
    ///
    /// # Errors
    ///
    /// If `element` is not an element.
    #[doc(alias("removeAttribute", "remove_attr"))]
    pub fn remove_attribute<'t>(
        &mut self,
        element: NodeId,
        name: impl Into<AttributeKey<'t>>,
    ) -> Result<bool, MutationError> {
        let (_, element) = self.attempt_on_element("remove an attribute of", element)?;
        let Some(name) = self.find_attribute_name(element, name.into()) else { return Ok(false) };
        let found = self.find_attribute(element, name);
        self.change_attribute(element, found, None);
        self.reclaim_if_worthwhile();
        Ok(true)
    }

    /// Removes an attribute if the element has it, and otherwise adds it with an empty value. With `force`, the attribute is
    /// only added (`true`) or only removed (`false`). Returns whether the element has the attribute afterwards.
    /// <https://dom.spec.whatwg.org/#dom-element-toggleattribute>
    ///
    /// # Errors
    ///
    /// In the same cases as [`set_attribute`](Self::set_attribute).
    #[doc(alias = "toggleAttribute")]
    pub fn toggle_attribute<'t>(
        &mut self,
        element: NodeId,
        name: impl Into<AttributeKey<'t>>,
        force: Option<bool>,
    ) -> Result<bool, MutationError> {
        let (_, element) = self.attempt_on_element("toggle an attribute of", element)?;
        let name = self.attribute_name_of(element, name.into())?;
        let found = self.find_attribute(element, name);
        let shall_have_it = force.unwrap_or(found.is_none());
        if shall_have_it != found.is_some() {
            let new = shall_have_it.then_some(Attribute { name, value: TextSpan::EMPTY });
            self.change_attribute(element, found, new);
            self.reclaim_if_worthwhile();
        }
        Ok(shall_have_it)
    }

    /// Renames an attribute, which keeps its value and its position. Returns whether the element had the attribute
    /// `from`.
    ///
    /// # Errors
    ///
    /// In the same cases as [`set_attribute`](Self::set_attribute), and if the element has another attribute of the new name.
    pub fn rename_attribute<'from, 'to>(
        &mut self,
        element: NodeId,
        from: impl Into<AttributeKey<'from>>,
        to: impl Into<AttributeKey<'to>>,
    ) -> Result<bool, MutationError> {
        let (attempt, element) = self.attempt_on_element("rename an attribute of", element)?;
        let to = self.attribute_name_of(element, to.into())?;
        let Some(from) = self.find_attribute_name(element, from.into()) else { return Ok(false) };
        if from == to {
            return Ok(true);
        }
        if self.find_attribute(element, to).is_some() {
            return Err(self.refusal(attempt, None, MutationRule::AttributeExists));
        }
        let found = self.find_attribute(element, from);
        let renamed = found.map(|(_, attribute)| Attribute { name: to, ..attribute });
        self.change_attribute(element, found, renamed);
        self.reclaim_if_worthwhile();
        Ok(true)
    }

    /// Adds a class, and returns whether it is new. As in the DOM, the new value of the `class` attribute has each class once,
    /// with one space between them. <https://dom.spec.whatwg.org/#dom-domtokenlist-add>
    ///
    /// The time is linear in the length of that value, because each call compares the class with all others and writes the value
    /// again. So adding n classes to one element takes time quadratic in n, as in browsers. To add many classes, set the attribute
    /// once.
    ///
    /// ```
    /// use hedgerow::Document;
    /// let mut document = Document::new();
    /// let element = document.create_element("p")?;
    /// document.set_attribute(element, "class", " a  b a ")?;
    /// assert!(document.add_class(element, "c")?);
    /// assert_eq!(document.node(element).attribute("class"), Some("a b c"));
    /// # Ok::<(), hedgerow::dom::MutationError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `element` is not an element, if the class is empty or contains whitespace, or if the value does not fit.
    #[doc(alias = "classList")]
    pub fn add_class(&mut self, element: NodeId, class: &str) -> Result<bool, MutationError> {
        self.change_classes(element, class, true)
    }

    /// Removes a class, and returns whether the element had it. <https://dom.spec.whatwg.org/#dom-domtokenlist-remove>
    ///
    /// # Errors
    ///
    /// In the same cases as [`add_class`](Self::add_class).
    #[doc(alias = "classList")]
    pub fn remove_class(&mut self, element: NodeId, class: &str) -> Result<bool, MutationError> {
        self.change_classes(element, class, false)
    }

    fn change_classes(&mut self, element: NodeId, class: &str, adds: bool) -> Result<bool, MutationError> {
        const CLASS: AttributeName = AttributeName::plain(known::CLASS);
        let (attempt, element) = self.attempt_on_element("change the classes of", element)?;
        let rule = if class.is_empty() {
            Some(MutationRule::EmptyClass)
        } else {
            class.contains(|c: char| c.is_ascii_whitespace()).then_some(MutationRule::WhitespaceInClass)
        };
        if let Some(rule) = rule {
            return Err(Self::refused_text(Algorithm::CHANGE_CLASSES, rule, "change the class", class));
        }
        let value = self.attribute_value(element, CLASS);
        let mut classes: SideTable<&str, ()> = value.unwrap_or_default().split_ascii_whitespace().collect();
        let was_changed = adds != classes.contains_key(&class);
        if adds {
            classes.add(class);
        } else if was_changed {
            classes.retain(|other, ()| *other != class);
        }
        // <https://dom.spec.whatwg.org/#concept-dtl-update>
        if value.is_some() || !classes.is_empty() {
            let text = joined_by_spaces(classes.into_keys().into_iter());
            self.ensure_room_for_text(attempt, &text)?;
            let value = self.text.push(&text);
            self.set_attribute_span(element, CLASS, value);
            self.reclaim_if_worthwhile();
        }
        Ok(was_changed)
    }

    /// Returns the value of the attribute with this name; `None` if the node is not an element, or does not have the attribute.
    #[inline]
    pub(crate) fn attribute_by_key(&self, element: Slot, key: AttributeKey<'_>) -> Option<&str> {
        match key {
            AttributeKey::Qualified(text) => self.attribute_by_qualified_name(element, text),
            _ => self.attribute_value(element, self.names_of_key(element, key)[0]?),
        }
    }

    fn attribute_by_qualified_name(&self, element: Slot, text: &str) -> Option<&str> {
        // OPTIMIZATION: nearly all names are in lower case and have no prefix.
        if !is_plain(text) {
            return self.attribute_by_unusual_name(element, text);
        }
        let local = self.names.find(text)?;
        let mut attributes = self.attributes_of(element);
        if local == known::XMLNS || attributes.len() > SHORT_LIST {
            return self.attribute_by_unusual_name(element, text);
        }
        let is_it = |name: AttributeName| name.local == local && UNPREFIXED.contains(&name.namespace);
        attributes.find(|attribute| is_it(attribute.interned_name())).map(AttributeRef::value)
    }

    #[cold]
    fn attribute_by_unusual_name(&self, element: Slot, text: &str) -> Option<&str> {
        let name = self.find_attribute_name(element, AttributeKey::Qualified(text))?;
        self.attribute_value(element, name)
    }

    /// Returns the name of the attribute that a key denotes. If the element does not have the attribute, returns the
    /// name that a new attribute gets, and interns it.
    fn attribute_name_of(&mut self, element: Slot, key: AttributeKey<'_>) -> Checked<AttributeName> {
        let (namespace, text) = match key {
            AttributeKey::Qualified(text) => (Namespace::None, text),
            AttributeKey::InNamespace(namespace, text) => (namespace, text),
            AttributeKey::Known(namespace, local) => {
                return match local.known_text() {
                    Some(_) => Ok(AttributeName { namespace, local }),
                    None => Err(Self::unknown_name("name an attribute", local)),
                };
            }
        };
        let found = self.find_attribute_name(element, key);
        // A parser may have created an attribute whose name the DOM does not accept.
        let is_of_element = found.is_some() && matches!(key, AttributeKey::InNamespace(..));
        // 1. If qualifiedName is not a valid attribute local name, then throw an "InvalidCharacterError" DOMException.
        if !is_of_element && !is_valid_attribute_local_name(text) {
            let (algorithm, rule) = (Algorithm::SET_ATTRIBUTE, MutationRule::InvalidAttributeName);
            return Err(Self::refused_text(algorithm, rule, "name an attribute", text));
        }
        if let Some(name) = found {
            return Ok(name);
        }
        let local = match key {
            AttributeKey::Qualified(_) => self.names.intern(&self.qualified_name_of(element, text)),
            _ => self.names.intern(text),
        };
        Ok(AttributeName { namespace, local })
    }

    /// Returns the name for a key if the element has the attribute.
    fn find_attribute_name(&self, element: Slot, key: AttributeKey<'_>) -> Option<AttributeName> {
        // Several attributes may have the same qualified name; the first one counts.
        let names = self.names_of_key(element, key).into_iter().flatten();
        let positions = names.filter_map(|name| Some((self.find_attribute(element, name)?.0, name)));
        positions.min_by_key(|&(position, _)| position).map(|(_, name)| name)
    }

    /// Returns the names that a key can denote. A qualified name such as `xlink:href` can denote an unprefixed name of
    /// that text, or a prefixed one.
    pub(crate) fn names_of_key(&self, element: Slot, key: AttributeKey<'_>) -> [Option<AttributeName>; 5] {
        let only = |name| [name, None, None, None, None];
        match key {
            AttributeKey::Known(namespace, local) => {
                only(local.known_text().map(|_| AttributeName { namespace, local }))
            }
            AttributeKey::InNamespace(namespace, text) => {
                only(self.names.find(text).map(|local| AttributeName { namespace, local }))
            }
            AttributeKey::Qualified(text) => {
                let text = self.qualified_name_of(element, text);
                let local = self.names.find(&text);
                let mut names = only(self.prefixed_name(&text));
                for (name, namespace) in names[1..].iter_mut().zip(UNPREFIXED) {
                    *name = local.map(|local| AttributeName { namespace, local });
                }
                names
            }
        }
    }

    /// Returns the name of an attribute with one of the prefixes that the parser assigns.
    fn prefixed_name(&self, qualified: &str) -> Option<AttributeName> {
        if qualified == "xmlns" {
            return Some(AttributeName { namespace: Namespace::XmlNs, local: known::XMLNS });
        }
        let (prefix, local) = qualified.split_once(':')?;
        let namespace = match prefix {
            "xlink" => Namespace::XLink,
            "xml" => Namespace::Xml,
            // The attribute xmlns has no prefix.
            "xmlns" if local != "xmlns" => Namespace::XmlNs,
            _ => return None,
        };
        Some(AttributeName { namespace, local: self.names.find(local)? })
    }

    /// Returns a qualified name as it is looked up: converted to lower case if the element is an HTML element.
    /// <https://dom.spec.whatwg.org/#dom-element-getattribute>
    fn qualified_name_of<'t>(&self, element: Slot, text: &'t str) -> Cow<'t, str> {
        let is_html = self.element_name(element).is_some_and(|name| name.namespace == Namespace::Html);
        if is_html && text.contains(|c: char| c.is_ascii_uppercase()) {
            text.to_ascii_lowercase().into()
        } else {
            text.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_upper_alphas_or_colons_are_not_plain() {
        for byte in 0..0x80_u8 {
            for place in 0..20 {
                let mut name = *b"data-long_name.of-20";
                name[place] = byte;
                let name = str::from_utf8(&name[..20 - place % 3]).unwrap();
                let is_special = name.contains(|c: char| c.is_ascii_uppercase() || c == ':');
                assert!(!is_special || !is_plain(name), "{name:?}");
            }
        }
        assert!(["href", "aria-label", "http-equiv", "data-1"].into_iter().all(is_plain));
    }
}
