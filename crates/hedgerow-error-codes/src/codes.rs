//! [`error_codes!`](crate::error_codes): an enumeration of errors, each with its code and its explanation.

/// Defines an enumeration of errors from a table: the summary of each error, its code, and its variant.
///
/// The enumeration gets `ALL`, `code`, `from_code`, `explanation` and `Display`. The compiler checks that each code has an
/// explanation, and that the summary in the table equals the summary of the explanation.
///
/// ```
/// hedgerow_error_codes::error_codes! {
///     /// Errors about attributes.
///     pub enum AttributeError {
///         /// Duplicate attribute on an element.
///         "duplicate-attribute" <=> DuplicateAttribute,
///     }
/// }
/// let error = AttributeError::from_code("duplicate-attribute").unwrap();
/// assert_eq!(error.explanation().message(Some("id")), "Duplicate attribute `id`");
/// ```
#[macro_export]
macro_rules! error_codes {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $(#[doc = $summary:literal] $code:literal <=> $variant:ident,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = $summary]
                #[doc = ""]
                #[doc = concat!("Code: `", $code, "`.")]
                $variant,
            )*
        }

        impl $name {
            /// All errors, in the order of their definition.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the code.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Returns the error that has this code.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Returns the explanation of the error.
            #[must_use]
            pub const fn explanation(self) -> $crate::Explanation {
                const EXPLANATIONS: &[$crate::Explanation] =
                    &[$($crate::Explanation::of($code, $summary),)*];
                EXPLANATIONS[self as usize]
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(self.code())
            }
        }
    };
}
