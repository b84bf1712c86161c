//! [`SideTable`]: sparse per-node data, stored outside the node.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

/// Sparse per-node data, by the handle of the node.
///
/// The hasher needs no random key, because handles are consecutive numbers that the input cannot choose.
///
/// ```
/// use hedgerow_base::SideTable;
/// let mut contents = SideTable::default();
/// contents.insert(7, "template contents");
/// assert_eq!(contents.get(&7), Some(&"template contents"));
/// ```
pub type SideTable<Handle, T> = HashMap<Handle, T, BuildHasherDefault<DefaultHasher>>;
