//! [`Documents`]: the arrays that the functions read.

use std::error::Error;
use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_schema::DataType;

/// A column of documents, with the columns that describe them.
#[derive(Clone, Debug)]
pub struct Documents<'a> {
    contents: Values<'a>,
    content_types: Values<'a>,
    urls: Values<'a>,
}

/// The reason why an array cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColumnError {
    /// The type of the array is not supported.
    Type {
        /// The label of the column: `documents`, `Content-Types` or `addresses`.
        column: &'static str,
        /// The type of the array.
        data_type: Box<DataType>,
    },
    /// Two arrays have different numbers of rows.
    Length {
        /// The label of the column: `documents`, `Content-Types` or `addresses`.
        column: &'static str,
        /// The number of rows of the array.
        rows: usize,
        /// The number of documents.
        documents: usize,
    },
}

impl fmt::Display for ColumnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type { column, data_type } => write!(
                formatter,
                "the column of {column} has the type {data_type}; cast it to Utf8{}",
                if *column == DOCUMENTS { " or Binary" } else { "" }
            ),
            Self::Length { column, rows, documents } => {
                write!(
                    formatter,
                    "the column of {column} has {rows} rows, but there are {documents} documents"
                )
            }
        }
    }
}

impl Error for ColumnError {}

const DOCUMENTS: &str = "documents";
const CONTENT_TYPES: &str = "Content-Types";
const URLS: &str = "addresses";

/// The array of a column, or one value for all rows.
#[derive(Clone, Debug)]
enum Values<'a> {
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    /// The array of keys, for its length and its nulls; for each row, the position of its value; and the values.
    Dictionary(&'a dyn Array, Vec<usize>, Box<Self>),
    /// A column without values, and its number of rows.
    Null(usize),
    Same(Option<&'a str>),
}

/// The contents of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl Content<'_> {
    /// The length in bytes.
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Text(text) => text.len(),
        }
    }
}

impl<'a> Values<'a> {
    fn new(column: &'static str, array: &'a dyn Array) -> Result<Self, ColumnError> {
        Ok(match array.data_type() {
            DataType::Binary => Self::Binary(array.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view()),
            DataType::Utf8 => Self::Utf8(array.as_string()),
            DataType::LargeUtf8 => Self::LargeUtf8(array.as_string()),
            DataType::Utf8View => Self::Utf8View(array.as_string_view()),
            DataType::Null => Self::Null(array.len()),
            DataType::Dictionary(_, value_type) if !matches!(**value_type, DataType::Dictionary(..)) => {
                let dictionary = array.as_any_dictionary();
                let values = Self::new(column, dictionary.values())?;
                if dictionary.values().is_empty() {
                    return Ok(Self::Null(array.len()));
                }
                Self::Dictionary(dictionary.keys(), dictionary.normalized_keys(), Box::new(values))
            }
            other => return Err(ColumnError::Type { column, data_type: Box::new(other.clone()) }),
        })
    }

    fn of_texts(column: &'static str, array: &'a dyn Array, documents: usize) -> Result<Self, ColumnError> {
        let values = Self::new(column, array)?;
        if values.is_binary() {
            return Err(ColumnError::Type { column, data_type: Box::new(array.data_type().clone()) });
        }
        if array.len() != documents {
            return Err(ColumnError::Length { column, rows: array.len(), documents });
        }
        Ok(values)
    }

    fn is_binary(&self) -> bool {
        match self {
            Self::Binary(_) | Self::LargeBinary(_) | Self::BinaryView(_) => true,
            Self::Dictionary(_, _, values) => values.is_binary(),
            _ => false,
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Binary(array) => array.len(),
            Self::LargeBinary(array) => array.len(),
            Self::BinaryView(array) => array.len(),
            Self::Utf8(array) => array.len(),
            Self::LargeUtf8(array) => array.len(),
            Self::Utf8View(array) => array.len(),
            Self::Dictionary(keys, ..) => keys.len(),
            Self::Null(rows) => *rows,
            Self::Same(_) => 0,
        }
    }

    fn get(&self, row: usize) -> Option<Content<'a>> {
        /// The value of a row, unless it is null.
        macro_rules! value {
            ($array:expr, $kind:ident) => {
                $array.is_valid(row).then(|| Content::$kind($array.value(row)))
            };
        }
        match self {
            Self::Binary(array) => value!(array, Bytes),
            Self::LargeBinary(array) => value!(array, Bytes),
            Self::BinaryView(array) => value!(array, Bytes),
            Self::Utf8(array) => value!(array, Text),
            Self::LargeUtf8(array) => value!(array, Text),
            Self::Utf8View(array) => value!(array, Text),
            Self::Dictionary(keys, positions, values) => {
                keys.is_valid(row).then(|| values.get(*positions.get(row)?)).flatten()
            }
            Self::Null(_) => None,
            Self::Same(text) => text.map(Content::Text),
        }
    }

    fn text(&self, row: usize) -> Option<&'a str> {
        match self.get(row)? {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }
}

impl<'a> Documents<'a> {
    /// Reads an array of documents.
    ///
    /// # Errors
    ///
    /// If the array contains values that are neither bytes nor texts.
    pub fn new(array: &'a dyn Array) -> Result<Self, ColumnError> {
        let contents = Values::new(DOCUMENTS, array)?;
        Ok(Self { contents, content_types: Values::Same(None), urls: Values::Same(None) })
    }

    /// Sets the column with the value of the `Content-Type` header of each document. In the results of the functions, the
    /// value of a document of a type other than `text/html` and `application/xhtml+xml` is null.
    ///
    /// ```
    /// use arrow_array::{BinaryArray, StringArray, cast::AsArray};
    /// use hedgerow_columns::{Documents, Options, html_title};
    ///
    /// let page = BinaryArray::from(vec![&b"<title>\xC4\xD5\xC2</title>"[..], b"%PDF"]);
    /// let types = StringArray::from(vec!["text/html; charset=koi8-r", "application/pdf"]);
    /// let titles = html_title(&Documents::new(&page)?.with_content_types(&types)?, &Options::default());
    /// assert_eq!(titles.values.as_string::<i64>().value(0), "дуб");
    /// assert_eq!(titles.reasons.value(1), "the Content-Type is application/pdf, not HTML");
    /// # Ok::<(), hedgerow_columns::ColumnError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the array contains values that are not texts, or if its number of rows differs from the number of documents.
    pub fn with_content_types(mut self, array: &'a dyn Array) -> Result<Self, ColumnError> {
        self.content_types = Values::of_texts(CONTENT_TYPES, array, self.len())?;
        Ok(self)
    }

    /// Sets the same `Content-Type` for all documents.
    #[must_use]
    pub fn with_content_type(mut self, content_type: Option<&'a str>) -> Self {
        self.content_types = Values::Same(content_type);
        self
    }

    /// Sets the column with the address of each document, against which [`html_links`](crate::html_links) resolves relative
    /// addresses.
    ///
    /// # Errors
    ///
    /// If the array contains values that are not texts, or if its number of rows differs from the number of documents.
    pub fn with_urls(mut self, array: &'a dyn Array) -> Result<Self, ColumnError> {
        self.urls = Values::of_texts(URLS, array, self.len())?;
        Ok(self)
    }

    /// Sets the same address for all documents.
    #[must_use]
    pub fn with_url(mut self, url: Option<&'a str>) -> Self {
        self.urls = Values::Same(url);
        self
    }

    /// The number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether there are no documents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn content(&self, row: usize) -> Option<Content<'a>> {
        self.contents.get(row)
    }

    pub(crate) fn content_type(&self, row: usize) -> Option<&'a str> {
        self.content_types.text(row)
    }

    pub(crate) fn url(&self, row: usize) -> Option<&'a str> {
        self.urls.text(row)
    }
}
