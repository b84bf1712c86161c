//! The source of a document: a copy of its own, or text that it shares with other owners.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Text that a document shares with other owners instead of copying it.
///
/// ```
/// use hedgerow::Document;
/// use hedgerow::dom::SharedText;
/// let text = SharedText::new(String::from("<p>text"));
/// let document = Document::with_source(text.clone());
/// assert_eq!(&*text, "<p>text");
/// ```
#[derive(Clone)]
pub struct SharedText(Arc<dyn AsRef<str> + Send + Sync>);

impl SharedText {
    /// Shares the text of an owner, for example a `String`, an `Arc<str>` or a string of another runtime. The owner has to return
    /// the same text each time. If it does not, reading the text of a document may panic.
    pub fn new(owner: impl AsRef<str> + Send + Sync + 'static) -> Self {
        Self(Arc::new(owner))
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for SharedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

/// The source of a new document.
#[derive(Clone, Debug)]
pub enum NewSource<'s> {
    /// Text that is copied.
    Copied(&'s str),
    /// Text that is not copied.
    Shared(SharedText),
}

impl Deref for NewSource<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match self {
            Self::Copied(text) => text,
            Self::Shared(text) => text,
        }
    }
}

impl<'s> From<&'s str> for NewSource<'s> {
    #[inline]
    fn from(text: &'s str) -> Self {
        Self::Copied(text)
    }
}

impl<'s> From<&'s String> for NewSource<'s> {
    fn from(text: &'s String) -> Self {
        Self::Copied(text)
    }
}

impl From<SharedText> for NewSource<'_> {
    fn from(text: SharedText) -> Self {
        Self::Shared(text)
    }
}

/// The source of a document.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Own(String),
    Shared(SharedText),
}

impl Source {
    pub(crate) const EMPTY: Self = Self::Own(String::new());

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Own(text) => text,
            Self::Shared(text) => text,
        }
    }

    /// Replaces the source. A copied source reuses the memory of the previous one, if it is enough.
    pub(crate) fn replace(&mut self, source: NewSource<'_>) {
        match (source, &mut *self) {
            (NewSource::Copied(text), Self::Own(own)) if own.capacity() >= text.len() => {
                own.clear();
                own.push_str(text);
            }
            (NewSource::Copied(text), _) => *self = Self::Own(text.to_owned()),
            (NewSource::Shared(text), _) => *self = Self::Shared(text),
        }
    }
}
