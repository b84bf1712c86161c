//! [`setters!`](crate::setters): methods that set the fields of a structure which may grow.

/// Methods of a structure that set one public field each and have its name, for those outside of its crate: a structure that
/// is `#[non_exhaustive]` cannot be written as a literal there.
///
/// ```
/// #[derive(Default)]
/// pub struct Options {
///     pub scripting: bool,
/// }
/// impl Options {
///     hedgerow_names::setters!(scripting: bool);
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
