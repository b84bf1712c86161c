//! The parse errors of characters: those of the input stream, and of character references.

use hedgerow_tokenizer::ParseErrorCode::{
    AbsenceOfDigitsInNumericCharacterReference, CharacterReferenceOutsideUnicodeRange,
    ControlCharacterInInputStream, ControlCharacterReference, MissingSemicolonAfterCharacterReference,
    NoncharacterCharacterReference, NoncharacterInInputStream, NullCharacterReference,
    SurrogateCharacterReference, SurrogateInInputStream, UnexpectedNullCharacter,
    UnknownNamedCharacterReference,
};

use super::Entry;
use crate::ErrorKind;

pub(super) const ENTRIES: &[Entry] = &[
    Entry::standard(
        ControlCharacterInInputStream,
        "The text contains a control character.",
        "Of the control characters only tab, line feed, form feed and carriage return may stand in a document. The others \
         go into the tree as they are, but nothing displays them. Mostly they come from a wrong encoding or a damaged file.",
    )
    .fix("Remove the character.")
    .in_body("<p>bell: \u{7}</p>", "<p>bell</p>"),
    Entry::standard(
        NoncharacterInInputStream,
        "The text contains a code point that is permanently no character.",
        "Unicode has set 66 code points aside, U+FDD0 to U+FDEF and the last two of each plane, for the inner use of \
         programs. They go into the tree as they are.",
    )
    .fix("Remove the code point.")
    .in_body("<p>end\u{FFFF}</p>", "<p>end</p>"),
    Entry::standard(
        SurrogateInInputStream,
        "The text contains one half of a surrogate pair alone.",
        "Only text in UTF-16 can have it: two code units together make a character beyond U+FFFF, one alone makes none. \
         It is replaced by U+FFFD REPLACEMENT CHARACTER.",
    )
    .fix("Write the whole character, or remove the half."),
    Entry::new(
        ErrorKind::MalformedBytes,
        "the-input-byte-stream",
        "Bytes do not stand for any character in the encoding of the document.",
        "They are replaced by U+FFFD REPLACEMENT CHARACTER. Either the document is in another encoding than it says, or it \
         was cut or joined in the middle of a character.",
    )
    .fix("Save the document in the encoding that it declares, best in UTF-8."),
    Entry::standard(
        UnexpectedNullCharacter,
        "There is a U+0000 NULL character.",
        "In text it is dropped or replaced by U+FFFD REPLACEMENT CHARACTER, in names, values and comments replaced. Mostly \
         it comes from a file in UTF-16 that is read in another encoding.",
    )
    .fix("Remove the character, or save the document in UTF-8.")
    .in_body("<p title='a\0b'></p>", "<p title='ab'></p>"),
    Entry::standard(
        AbsenceOfDigitsInNumericCharacterReference,
        "A numeric character reference has no digits.",
        "Behind `&#` there has to be a decimal number, behind `&#x` a hexadecimal one. Without it the characters stay text.",
    )
    .fix("Write the number of the character, or `&amp;` for an ampersand.")
    .in_body("<p>&#xyz;</p>", "<p>&#xE9;</p>"),
    Entry::standard(
        CharacterReferenceOutsideUnicodeRange,
        "A character reference has a number beyond the last character of Unicode.",
        "The last code point is U+10FFFF. The reference becomes U+FFFD REPLACEMENT CHARACTER.",
    )
    .fix("Correct the number.")
    .in_body("<p>&#x110000;</p>", "<p>&#x10000;</p>"),
    Entry::standard(
        ControlCharacterReference,
        "A character reference stands for a control character.",
        "The numbers 128 to 159 are read as characters of windows-1252, as old pages mean them; other control characters \
         become what they are. None of them may be written.",
    )
    .fix("Write the character that is meant, or the number that it has in Unicode.")
    .in_body("<p>5 &#128;</p>", "<p>5 &euro;</p>"),
    Entry::standard(
        MissingSemicolonAfterCharacterReference,
        "A character reference does not end with a semicolon.",
        "It is resolved as if the semicolon were there. But what follows may make it another reference: `&notit` is `¬it`, \
         and `&notin;` is `∉`.",
    )
    .fix("End the reference with `;`, or write `&amp;` for an ampersand.")
    .in_body("<p>&copy 2026</p>", "<p>&copy; 2026</p>"),
    Entry::standard(
        NoncharacterCharacterReference,
        "A character reference stands for a code point that is permanently no character.",
        "Unicode has set 66 code points aside, U+FDD0 to U+FDEF and the last two of each plane, for the inner use of \
         programs. The reference is resolved nevertheless.",
    )
    .fix("Remove the reference, or correct the number.")
    .in_body("<p>&#xFFFE;</p>", "<p>&#xFFFD;</p>"),
    Entry::standard(
        NullCharacterReference,
        "A character reference stands for U+0000 NULL.",
        "A document cannot have this character. The reference becomes U+FFFD REPLACEMENT CHARACTER.",
    )
    .fix("Remove the reference.")
    .in_body("<p>a&#0;b</p>", "<p>ab</p>"),
    Entry::standard(
        SurrogateCharacterReference,
        "A character reference stands for one half of a surrogate pair.",
        "The numbers from D800 to DFFF mean something in pairs and in UTF-16 only. Each reference becomes U+FFFD \
         REPLACEMENT CHARACTER.",
    )
    .fix("Write one reference with the number of the whole character.")
    .in_body("<p>&#xD83D;&#xDE00;</p>", "<p>&#x1F600;</p>"),
    Entry::standard(
        UnknownNamedCharacterReference,
        "A character reference has an unknown name.",
        "An ampersand, letters or digits, and a semicolon look like a reference, but there is none of that name. Names \
         differ in upper and lower case. The characters stay text.",
    )
    .fix("Correct the name, or write `&amp;` for the ampersand.")
    .in_body("<p>&Copy; 2026</p>", "<p>&copy; 2026</p>"),
];
