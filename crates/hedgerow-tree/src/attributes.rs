//! The attributes for a new element.

use hedgerow_base::{
    AttributeName, NameId, adjust_foreign_attribute, adjust_mathml_attribute, adjust_svg_attribute,
};
use hedgerow_tokenizer::{Attributes, Text};

/// The adjustment of the names of a token's attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Adjustment {
    /// No adjustment: an HTML element.
    None,
    /// "Adjust foreign attributes."
    Foreign,
    /// "Adjust `MathML` attributes. Adjust foreign attributes."
    MathMl,
    /// "Adjust SVG attributes. Adjust foreign attributes."
    Svg,
}

impl Adjustment {
    #[inline(always)]
    fn apply(self, name: NameId) -> AttributeName {
        // OPTIMIZATION: inlined, so that the compiler removes the adjustment where it is `None`, as it is for most elements.
        if self == Self::None { AttributeName::plain(name) } else { self.apply_to_foreign(name) }
    }

    #[inline(never)]
    fn apply_to_foreign(self, name: NameId) -> AttributeName {
        match self {
            Self::None => AttributeName::plain(name),
            Self::Foreign => adjust_foreign_attribute(name),
            Self::MathMl => adjust_foreign_attribute(adjust_mathml_attribute(name)),
            Self::Svg => adjust_foreign_attribute(adjust_svg_attribute(name)),
        }
    }
}

/// The attributes for a new element: its token's attributes, with adjusted names.
#[derive(Clone, Copy, Debug)]
pub struct ElementAttributes<'a> {
    attributes: Attributes<'a>,
    adjustment: Adjustment,
}

/// No attributes.
impl Default for ElementAttributes<'_> {
    fn default() -> Self {
        Self::new(Attributes::default(), Adjustment::None)
    }
}

impl<'a> ElementAttributes<'a> {
    pub(crate) fn new(attributes: Attributes<'a>, adjustment: Adjustment) -> Self {
        Self { attributes, adjustment }
    }

    /// Returns the number of attributes.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.attributes.len()
    }

    /// Whether there are no attributes.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.attributes.is_empty()
    }

    /// Iterates over the names, in no namespace, and the places of the values, as [`Attributes::places`] does. Also returns
    /// `None` if the names may have to be adjusted.
    #[inline(always)]
    #[must_use]
    pub fn places(self) -> Option<impl ExactSizeIterator<Item = (NameId, u32, u32)> + 'a> {
        if self.adjustment == Adjustment::None { self.attributes.places() } else { None }
    }

    /// Iterates over the names and values, in source order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (AttributeName, Text<'a>)> + 'a {
        self.attributes.iter().map(move |(name, value)| (self.adjustment.apply(name), value))
    }
}
