//! [`setters!`](crate::setters): setter methods for the fields of a `#[non_exhaustive]` structure.

/// Defines methods that set one public field each and have the field's name, because other crates cannot construct a
/// `#[non_exhaustive]` structure with a literal.
///
/// ```
/// #[derive(Default)]
/// pub struct Options {
///     pub scripting: bool,
/// }
/// impl Options {
///     hedgerow_base::setters!(scripting: bool);
/// }
/// assert!(Options::default().scripting(true).scripting);
/// ```
#[macro_export]
macro_rules! setters {
    ($($field:ident: $type:ty),* $(,)?) => {
        $(
            #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
            #[must_use]
            pub fn $field(mut self, $field: $type) -> Self {
                self.$field = $field;
                self
            }
        )*
    };
}
