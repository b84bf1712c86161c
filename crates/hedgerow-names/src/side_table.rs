//! [`SideTable`]: what few nodes have, kept beside the nodes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// What few nodes have, by their handles.
///
/// The hasher needs no random key, which would cost each document: handles are given out one after the other, and are not for
/// the input to choose.
///
/// ```
/// use hedgerow_names::SideTable;
/// let mut contents = SideTable::default();
/// contents.insert(7, "template contents");
/// assert_eq!(contents.get(&7), Some(&"template contents"));
/// ```
pub type SideTable<Handle, T> = HashMap<Handle, T, BuildHasherDefault<DefaultHasher>>;
