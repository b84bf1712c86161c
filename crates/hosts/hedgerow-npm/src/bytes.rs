//! Bytes: decodes them for the module that reads text, so that only this module has the tables of encodings.

use hedgerow::EncodingHints;
use hedgerow::encoding::{DecodedText, encoding_for_label};
use serde::Deserialize;

use crate::border::{Answer, Call, Text};
use crate::decoded::Decoded;
use crate::failure::Failure;

/// The options of the functions that read bytes.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Options {
    content_type: Option<String>,
    encoding: Option<String>,
    // Rewriting.
    pub(crate) scripting: bool,
    pub(crate) max_held: Option<usize>,
    pub(crate) keep_held: bool,
    #[serde(rename = "surrogates")]
    _surrogates: u32,
}

impl Options {
    /// The hints at the encoding of bytes.
    pub(crate) fn hints(&self) -> Result<EncodingHints, Failure> {
        let mut hints = EncodingHints::new();
        if let Some(content_type) = &self.content_type {
            hints = hints.content_type(content_type);
        }
        if let Some(label) = &self.encoding {
            hints = hints.user(encoding_for_label(label).map_err(Failure::argument)?);
        }
        Ok(hints)
    }
}

/// Decodes the bytes of a call. The query is an encoding that a module asked for, or empty. The answer is the length of a
/// [`Decoded`] as JSON, the JSON, and the text.
pub(crate) fn decode(call: &mut Call) -> Result<Answer, Failure> {
    let options: Options = call.options()?;
    let Text::Bytes(bytes) = &call.text else { return Err(Failure::argument("only bytes are decoded")) };
    let decoded = match &*call.query {
        "" => DecodedText::new(bytes, &options.hints()?),
        encoding => DecodedText::again(bytes, encoding_for_label(encoding).map_err(Failure::argument)?),
    };
    let info = serde_json::to_vec(&Decoded::of(&decoded)).map_err(Failure::argument)?;
    let length = (info.len() as u32).to_le_bytes();
    Ok(Answer::Bytes([&length[..], &info, decoded.text.as_bytes()].concat()))
}

/// Encodes the query of a URL; the query of the call is the encoding.
pub(crate) fn encode_query(call: &mut Call) -> Result<Answer, Failure> {
    let Text::Text(query) = &call.text else { return Err(Failure::argument("a query is a string")) };
    Ok(Answer::Text(hedgerow_extract::encode_query(&call.query, query)))
}
