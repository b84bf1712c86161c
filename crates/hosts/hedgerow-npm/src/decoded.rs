//! [`Decoded`]: what one module says to another about bytes that it decoded.

use hedgerow::encoding::{Confidence, DecodedText};
use hedgerow::encoding::{EncodingReason, MalformedBytes, SniffedEncoding, encoding_for_label};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// A text that was decoded, without the text itself, as it passes from one module to another.
#[derive(Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decoded {
    encoding: String,
    is_tentative: bool,
    last_declaration: u32,
    /// The offset and the length of malformed bytes, and the end of what replaces them.
    malformed: Vec<(u64, u8, usize)>,
}

impl Decoded {
    pub(crate) fn of(decoded: &DecodedText) -> Self {
        let malformed = decoded.malformed.iter().map(|&(bytes, end)| (bytes.offset, bytes.length, end));
        Self {
            encoding: decoded.encoding.encoding.name().to_owned(),
            is_tentative: decoded.encoding.confidence == Confidence::Tentative,
            last_declaration: u32::try_from(decoded.last_declaration).unwrap_or(u32::MAX),
            malformed: malformed.collect(),
        }
    }

    pub(crate) fn with_text(&self, text: String) -> Result<DecodedText, Failure> {
        let malformed = self.malformed.iter();
        let malformed = malformed.map(|&(offset, length, end)| (MalformedBytes { offset, length }, end));
        Ok(DecodedText {
            text,
            encoding: SniffedEncoding {
                encoding: encoding_for_label(&self.encoding).map_err(Failure::argument)?,
                confidence: if self.is_tentative { Confidence::Tentative } else { Confidence::Certain },
                reason: EncodingReason::Default,
            },
            last_declaration: self.last_declaration as usize,
            malformed: malformed.collect(),
        })
    }
}
