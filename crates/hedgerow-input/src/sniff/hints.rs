//! Information about the encoding that does not come from the bytes.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::is_utf_16;
use super::locale::default_encoding_for_locale;
use super::mime_type::MimeType;

/// Information about the encoding that does not come from the bytes: the out-of-band metadata of the encoding sniffing
/// algorithm, and the choices that it leaves to the user agent.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm>
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodingHints {
    pub(super) user: Option<&'static Encoding>,
    pub(super) transport: Option<&'static Encoding>,
    pub(super) parent_document: Option<&'static Encoding>,
    pub(super) likely: Option<&'static Encoding>,
    pub(super) autodetect: bool,
    pub(super) prefer_utf8: bool,
    /// The last label of the host name, in lowercase ASCII and not empty.
    pub(super) top_level_domain: Option<String>,
    pub(crate) default_encoding: &'static Encoding,
}

impl Default for EncodingHints {
    fn default() -> Self {
        Self::new()
    }
}

impl EncodingHints {
    /// Returns hints without information: autodetection is on, and the default is windows-1252.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::{EncodingReason, determine_encoding};
    /// let sniffed = determine_encoding(b"<p>", &EncodingHints::new());
    /// assert_eq!((sniffed.encoding.name(), sniffed.reason), ("windows-1252", EncodingReason::Default));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            user: None,
            transport: None,
            parent_document: None,
            likely: None,
            autodetect: true,
            prefer_utf8: false,
            top_level_domain: None,
            default_encoding: WINDOWS_1252,
        }
    }

    /// Step 2: the user has explicitly requested this encoding. It is certain; only a byte order mark takes precedence.
    ///
    /// ```
    /// use hedgerow::encoding::{Confidence, determine_encoding, encoding_for_label};
    /// use hedgerow::EncodingHints;
    /// let hints = EncodingHints::new().user(encoding_for_label("big5").unwrap());
    /// let sniffed = determine_encoding(b"<meta charset=utf-8>", &hints);
    /// assert_eq!((sniffed.encoding.name(), sniffed.confidence), ("Big5", Confidence::Certain));
    /// ```
    #[must_use]
    pub fn user(mut self, encoding: &'static Encoding) -> Self {
        self.user = Some(encoding);
        self
    }

    /// Step 4: the transport layer specifies this encoding. It is certain; see also
    /// [`content_type`](Self::content_type).
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::{EncodingReason, determine_encoding, encoding_for_label};
    /// let hints = EncodingHints::new().transport(encoding_for_label("big5").unwrap());
    /// assert_eq!(determine_encoding(b"", &hints).reason, EncodingReason::Transport);
    /// ```
    #[must_use]
    pub fn transport(mut self, encoding: &'static Encoding) -> Self {
        self.transport = Some(encoding);
        self
    }

    /// Step 4: the value of a `Content-Type` header, whose `charset` parameter specifies the encoding. Has no effect
    /// without the parameter, or if it names no supported encoding.
    ///
    /// The value is parsed as [`MimeType::extract`] does: it may be a list, as for a response with several such
    /// headers.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::encoding_for_label;
    /// let hints = EncodingHints::new().content_type(r#"text/html; Charset="big5""#);
    /// assert_eq!(hints, EncodingHints::new().transport(encoding_for_label("big5").unwrap()));
    /// assert_eq!(EncodingHints::new().content_type("text/html; charset=no"), EncodingHints::new());
    /// ```
    #[must_use]
    pub fn content_type(self, value: &str) -> Self {
        let mime_type = MimeType::extract(value);
        let charset = mime_type.as_ref().and_then(MimeType::charset);
        match charset.and_then(|charset| Encoding::for_label(charset.as_bytes())) {
            Some(encoding) => self.transport(encoding),
            None => self,
        }
    }

    /// Step 6: the character encoding of the document that contains this one, if they have the same origin. UTF-16BE/LE
    /// has no effect.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::{EncodingReason, determine_encoding, encoding_for_label};
    /// let hints = EncodingHints::new().parent_document(encoding_for_label("big5").unwrap());
    /// assert_eq!(determine_encoding(b"", &hints).reason, EncodingReason::ParentDocument);
    /// let utf_16 = encoding_for_label("utf-16").unwrap();
    /// assert_eq!(EncodingHints::new().parent_document(utf_16), EncodingHints::new());
    /// ```
    #[must_use]
    pub fn parent_document(mut self, encoding: &'static Encoding) -> Self {
        if !is_utf_16(encoding) {
            self.parent_document = Some(encoding);
        }
        self
    }

    /// Step 7: the likely encoding for this page, such as the encoding of the last visit.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::{EncodingReason, determine_encoding, encoding_for_label};
    /// let hints = EncodingHints::new().likely(encoding_for_label("big5").unwrap());
    /// assert_eq!(determine_encoding(b"", &hints).reason, EncodingReason::Likely);
    /// ```
    #[must_use]
    pub fn likely(mut self, encoding: &'static Encoding) -> Self {
        self.likely = Some(encoding);
        self
    }

    /// Step 8: whether to examine the frequency of byte sequences. This is the default.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::{EncodingReason, determine_encoding};
    /// let bytes = "Grüße".as_bytes();
    /// assert_eq!(determine_encoding(bytes, &EncodingHints::new()).encoding.name(), "UTF-8");
    /// let hints = EncodingHints::new().autodetect(false);
    /// assert_eq!(determine_encoding(bytes, &hints).reason, EncodingReason::Default);
    /// ```
    #[must_use]
    pub fn autodetect(mut self, enabled: bool) -> Self {
        self.autodetect = enabled;
        self
    }

    /// Step 8: whether autodetection returns UTF-8 if at most a fifth of the sequences of bytes that are not ASCII are malformed in
    /// UTF-8. It is off by default, because browsers do not do this: to them, a single malformed byte means that the page has
    /// another encoding.
    ///
    /// This is for pages that were cut in the middle of a character, or joined with bytes of another encoding.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::determine_encoding;
    /// let bytes = [b"\xFF".as_slice(), "Überall grüne Bäume, Büsche, Gräser".as_bytes()].concat();
    /// let name = |hints: &EncodingHints| determine_encoding(&bytes, hints).encoding.name();
    /// assert_eq!(name(&EncodingHints::new()), "windows-1252");
    /// assert_eq!(name(&EncodingHints::new().prefer_utf8(true)), "UTF-8");
    /// ```
    #[must_use]
    pub fn prefer_utf8(mut self, enabled: bool) -> Self {
        self.prefer_utf8 = enabled;
        self
    }

    /// Step 8: the host name in the address of the resource, or its last label, in any case. Autodetection, which "may
    /// use information about the resource other than the resource's contents", uses the last label.
    ///
    /// An internationalized label must be in its ASCII form. A label that is empty or not ASCII has no effect.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::determine_encoding;
    /// let hints = EncodingHints::new();
    /// assert_eq!(hints.clone().top_level_domain("WWW.Example.JP."), hints.clone().top_level_domain("jp"));
    /// assert_eq!(hints.clone().top_level_domain("例え"), hints);
    /// ```
    #[must_use]
    pub fn top_level_domain(mut self, domain: &str) -> Self {
        let label = domain.strip_suffix('.').unwrap_or(domain).rsplit('.').next().unwrap_or_default();
        if label.is_ascii() && !label.is_empty() {
            self.top_level_domain = Some(label.to_ascii_lowercase());
        }
        self
    }

    /// Step 9: the default character encoding, if no other step determines one.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::{determine_encoding, encoding_for_label};
    /// let hints = EncodingHints::new().default_encoding(encoding_for_label("utf-8").unwrap());
    /// assert_eq!(determine_encoding(b"", &hints).encoding.name(), "UTF-8");
    /// ```
    #[must_use]
    pub fn default_encoding(mut self, encoding: &'static Encoding) -> Self {
        self.default_encoding = encoding;
        self
    }

    /// Step 9: the default character encoding that the standard suggests for the user's locale, which a BCP 47
    /// language tag identifies.
    ///
    /// ```
    /// use hedgerow::EncodingHints;
    /// use hedgerow::encoding::determine_encoding;
    /// let encoding = |tag| determine_encoding(b"", &EncodingHints::new().locale(tag)).encoding.name();
    /// assert_eq!(["ja-JP", "zh-Hans", "zh-TW", "fr"].map(encoding), ["Shift_JIS", "GBK", "Big5", "windows-1252"]);
    /// ```
    #[must_use]
    pub fn locale(self, language_tag: &str) -> Self {
        self.default_encoding(default_encoding_for_locale(language_tag))
    }
}
