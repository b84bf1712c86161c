//! The arrays that results consist of: texts, structs of texts, lists and maps.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, LargeStringBuilder};
use arrow_array::{Array, ArrayRef, ListArray, MapArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};

use crate::output::{Output, Reason};

/// A builder of an array.
pub(crate) trait Items {
    /// The number of values.
    fn len(&self) -> usize;

    /// Returns the array.
    fn finish(self: Box<Self>) -> ArrayRef;
}

impl<T: ArrayBuilder> Items for T {
    fn len(&self) -> usize {
        ArrayBuilder::len(self)
    }

    fn finish(mut self: Box<Self>) -> ArrayRef {
        ArrayBuilder::finish(&mut *self)
    }
}

/// Structs of texts.
pub(crate) struct Texts<const N: usize> {
    names: [&'static str; N],
    pub(crate) texts: [LargeStringBuilder; N],
}

impl<const N: usize> Texts<N> {
    pub(crate) fn new(names: [&'static str; N]) -> Self {
        Self { names, texts: std::array::from_fn(|_| LargeStringBuilder::new()) }
    }

    pub(crate) fn append(&mut self, output: &mut Output, texts: [Option<&str>; N]) -> Result<(), Reason> {
        output.item()?;
        // The bytes are counted first, so that all columns have the same length if the limit is exceeded.
        output.count(texts.iter().flatten().map(|text| text.len() as u64).sum())?;
        for (builder, text) in self.texts.iter_mut().zip(texts) {
            builder.append_option(text);
        }
        Ok(())
    }
}

impl<const N: usize> Items for Texts<N> {
    fn len(&self) -> usize {
        self.texts.first().map_or(0, Items::len)
    }

    fn finish(self: Box<Self>) -> ArrayRef {
        let columns = self
            .names
            .into_iter()
            .zip(self.texts)
            .map(|(name, texts)| (name, Box::new(texts) as Box<dyn Items>));
        struct_of(columns)
    }
}

/// Returns an array of structs without nulls.
pub(crate) fn struct_of(columns: impl IntoIterator<Item = (&'static str, Box<dyn Items>)>) -> ArrayRef {
    let columns = columns.into_iter().map(|(name, column)| {
        let array = column.finish();
        (Arc::new(Field::new(name, array.data_type().clone(), true)), array)
    });
    Arc::new(StructArray::from(columns.collect::<Vec<_>>()))
}

/// The ends of the lists in an array of lists, and which lists are null.
struct Ends {
    offsets: Vec<i32>,
    nulls: NullBufferBuilder,
}

impl Ends {
    fn new() -> Self {
        Self { offsets: vec![0], nulls: NullBufferBuilder::new(0) }
    }

    fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Ends a list after `items` items. If the list is null, the items since the last list are not part of any
    /// list.
    fn append(&mut self, items: usize, is_valid: bool) -> Result<(), Reason> {
        let end = i32::try_from(items);
        if is_valid && end.is_err() {
            return Err("the lists of the batch have more than 2147483647 items; use smaller batches".into());
        }
        self.offsets.push(end.unwrap_or(i32::MAX));
        self.nulls.append(is_valid);
        Ok(())
    }

    fn offsets(&mut self) -> OffsetBuffer<i32> {
        OffsetBuffer::new(std::mem::take(&mut self.offsets).into())
    }
}

/// Lists.
pub(crate) struct Lists<T> {
    pub(crate) items: T,
    ends: Ends,
}

impl<T: Items> Lists<T> {
    pub(crate) fn new(items: T) -> Self {
        Self { items, ends: Ends::new() }
    }

    /// Ends a list.
    pub(crate) fn append(&mut self) -> Result<(), Reason> {
        self.ends.append(self.items.len(), true)
    }

    /// Appends a null; the items that were added since the last list are dropped.
    pub(crate) fn append_null(&mut self) {
        let appended = self.ends.append(self.items.len(), false);
        debug_assert!(appended.is_ok(), "a null has no limit");
    }
}

impl<T: Items> Items for Lists<T> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn finish(mut self: Box<Self>) -> ArrayRef {
        let items = Box::new(self.items).finish();
        let field = Arc::new(Field::new_list_field(items.data_type().clone(), true));
        Arc::new(ListArray::new(field, self.ends.offsets(), items, self.ends.nulls.finish()))
    }
}

/// Maps from text to text.
pub(crate) struct Maps {
    pub(crate) keys: LargeStringBuilder,
    pub(crate) values: LargeStringBuilder,
    ends: Ends,
}

impl Maps {
    pub(crate) fn new() -> Self {
        Self { keys: LargeStringBuilder::new(), values: LargeStringBuilder::new(), ends: Ends::new() }
    }

    pub(crate) fn entry(&mut self, output: &mut Output, key: &str, value: &str) -> Result<(), Reason> {
        output.item()?;
        output.count((key.len() + value.len()) as u64)?;
        self.keys.append_value(key);
        self.values.append_value(value);
        Ok(())
    }

    /// Ends a map.
    pub(crate) fn append(&mut self) -> Result<(), Reason> {
        self.ends.append(Items::len(&self.keys), true)
    }

    /// Appends a null; the entries that were added since the last map are dropped.
    pub(crate) fn append_null(&mut self) {
        let appended = self.ends.append(Items::len(&self.keys), false);
        debug_assert!(appended.is_ok(), "a null has no limit");
    }
}

impl Items for Maps {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn finish(mut self: Box<Self>) -> ArrayRef {
        let fields: Fields = vec![
            Field::new("key", DataType::LargeUtf8, false),
            Field::new("value", DataType::LargeUtf8, true),
        ]
        .into();
        let columns: Vec<ArrayRef> = vec![Arc::new(self.keys.finish()), Arc::new(self.values.finish())];
        let entries = StructArray::new(fields.clone(), columns, None);
        let field = Arc::new(Field::new("entries", DataType::Struct(fields), false));
        Arc::new(MapArray::new(field, self.ends.offsets(), entries, self.ends.nulls.finish(), false))
    }
}
