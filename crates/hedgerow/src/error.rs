//! [`Error`]: any error of the library, for functions that can fail for several reasons.

use std::{fmt, io};

use hedgerow_dom::MutationError;
use hedgerow_input::UnknownEncodingLabel;
use hedgerow_serialize::{OutputLimit, XmlError};

use crate::errors::{Incomplete, ParseError, UnknownContext};
use crate::limits::{Limit, Stop};
use crate::stream::InsertionPointIsUndefined;

/// Declares the enum, its conversions, and the methods that delegate to the variants.
macro_rules! errors {
    ($($(#[$attribute:meta])* $variant:ident($error:ty),)*) => {
        /// Any error of this library. `?` converts every other error type of this library, and `io::Error`, into this type.
        ///
        /// The message and the [source](std::error::Error::source) are those of the contained error.
        ///
        /// ```
        /// use hedgerow::{Document, Select as _};
        /// fn without_scripts(html: &str, selector: &str) -> Result<Document, hedgerow::Error> {
        ///     let mut document = hedgerow::parse(html);
        ///     while let Some(script) = document.select_first(selector)? {
        ///         let script = script.id();
        ///         document.remove(script)?;
        ///     }
        ///     Ok(document)
        /// }
        /// assert_eq!(without_scripts("<p>1<script>2</script>", "script").unwrap().root().text(), "1");
        /// assert!(matches!(without_scripts("", "p["), Err(hedgerow::Error::Selector(_))));
        /// ```
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Error {
            $(
                #[doc = concat!("See [`", stringify!($error), "`].")]
                $(#[$attribute])*
                $variant($error),
            )*
        }

        impl Error {
            /// The contained error.
            fn inner(&self) -> &(dyn std::error::Error + 'static) {
                match self {
                    $($(#[$attribute])* Self::$variant(error) => error,)*
                }
            }
        }

        $(
            $(#[$attribute])*
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Self::$variant(error)
                }
            }
        )*
    };
}

#[cfg(feature = "json")]
use hedgerow_json::JsonError;
#[cfg(feature = "select")]
use hedgerow_select::SelectorError;
#[cfg(feature = "source")]
use hedgerow_source::SourceEditError;

errors! {
    #[cfg(feature = "select")]
    Selector(SelectorError),
    Mutation(MutationError),
    #[cfg(feature = "source")]
    SourceEdit(SourceEditError),
    Output(OutputLimit),
    Xml(XmlError),
    Parse(ParseError),
    Limit(Limit),
    Stop(Stop),
    Incomplete(Incomplete),
    UndefinedInsertionPoint(InsertionPointIsUndefined),
    Context(UnknownContext),
    EncodingLabel(UnknownEncodingLabel),
    #[cfg(feature = "json")]
    Json(JsonError),
    Input(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.inner(), formatter)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.inner().source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parser;

    #[test]
    fn the_error_is_send_sync_and_small() {
        fn assert_properties<T: std::error::Error + Send + Sync + 'static>() {}
        assert_properties::<Error>();
        assert!(size_of::<Error>() <= 128, "{}", size_of::<Error>());
    }

    #[test]
    fn a_parse_error_converts_to_an_error() {
        fn strict(html: &str) -> Result<(), Error> {
            let (_, errors) = Parser::new().collect_errors(true).parse(html).into_parts();
            errors.into_iter().next().map_or(Ok(()), |error| Err(error.into()))
        }
        assert_eq!(strict("<p>").unwrap_err().to_string(), "1:1: missing-doctype");
        assert!(strict("<!DOCTYPE html><p>").is_ok());
    }
}
