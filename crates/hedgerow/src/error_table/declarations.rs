//! The parse errors of comments, processing instructions and DOCTYPEs that the tokenizer finds.

use hedgerow_tokenizer::ParseErrorCode::{
    AbruptClosingOfEmptyComment, AbruptDoctypePublicIdentifier, AbruptDoctypeSystemIdentifier,
    DisallowedProcessingInstructionTarget, EofInComment, EofInDoctype, EofInProcessingInstruction,
    IncorrectlyClosedComment, IncorrectlyOpenedComment, InvalidCharacterSequenceAfterDoctypeName,
    InvalidFirstCharacterOfProcessingInstructionTarget, InvalidProcessingInstructionTarget,
    MissingDoctypeName, MissingDoctypePublicIdentifier, MissingDoctypeSystemIdentifier,
    MissingQuoteBeforeDoctypePublicIdentifier, MissingQuoteBeforeDoctypeSystemIdentifier,
    MissingWhitespaceAfterDoctypePublicKeyword, MissingWhitespaceAfterDoctypeSystemKeyword,
    MissingWhitespaceBeforeDoctypeName, MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
    NestedComment, UnexpectedCharacterAfterDoctypeSystemIdentifier,
};

use super::Entry;

/// What is to be done about a DOCTYPE.
const WRITE_THE_SHORT_DOCTYPE: &str = "Write `<!DOCTYPE html>`.";

pub(super) const ENTRIES: &[Entry] = &[
    Entry::standard(
        AbruptClosingOfEmptyComment,
        "A comment is closed before its beginning is complete.",
        "`<!-->` and `<!--->` are empty comments: the `>` ends them at once.",
    )
    .fix("Write `<!---->` for an empty comment.")
    .in_body("<p>a<!-->b</p>", "<p>a<!---->b</p>"),
    Entry::standard(
        EofInComment,
        "The document ends in the middle of a comment.",
        "All that follows the beginning of the comment belongs to it.",
    )
    .fix("End the comment with `-->`.")
    .in_body("<p>a</p><!-- b", "<p>a</p><!-- b -->"),
    Entry::standard(
        IncorrectlyClosedComment,
        "A comment ends with `--!>`.",
        "That ends it all the same.",
    )
    .fix("End the comment with `-->`.")
    .in_body("<!-- a --!><p>b</p>", "<!-- a --><p>b</p>"),
    Entry::standard(
        IncorrectlyOpenedComment,
        "A `<!` begins neither a comment nor a DOCTYPE.",
        "What follows is a comment up to the next `>`. The declarations of SGML and XML, such as `<!ELEMENT`, do not exist \
         in HTML.",
    )
    .fix("Begin the comment with `<!--`, or remove the declaration.")
    .in_body("<! a ><p>b</p>", "<!-- a --><p>b</p>"),
    Entry::standard(
        NestedComment,
        "There is a `<!--` in a comment.",
        "Comments do not nest: the first `-->` ends the outer one, and what follows is markup.",
    )
    .fix("Remove the inner comment's marks.")
    .in_body("<!-- a <!-- b -->c", "<!-- a b -->c"),
    Entry::standard(
        EofInProcessingInstruction,
        "The document ends in the middle of a processing instruction.",
        "The instruction is dropped.",
    )
    .fix("End the instruction with `>`.")
    .in_body("<p>a</p><?marker name='b'", "<p>a</p><?marker name='b'>"),
    Entry::standard(
        InvalidFirstCharacterOfProcessingInstructionTarget,
        "The target of a processing instruction begins with something else than a letter or an underscore.",
        "What follows the `<` is a comment up to the next `>`.",
    )
    .fix("Correct the target, or write a comment.")
    .in_body("<?1 a>", "<?a1 a>"),
    Entry::standard(
        InvalidProcessingInstructionTarget,
        "The target of a processing instruction contains a character that is not allowed there.",
        "Only ASCII letters, digits, `-` and `_` are. What follows the `<` is a comment up to the next `>`.",
    )
    .fix("Correct the target, or write a comment.")
    .in_body("<?a:b c>", "<?a-b c>"),
    Entry::standard(
        DisallowedProcessingInstructionTarget,
        "A processing instruction has the target `xml` or `xml-stylesheet`.",
        "These are for XML documents. In HTML they become comments, and say nothing about the encoding or the style.",
    )
    .fix("Remove it: declare the encoding with `<meta charset>`, link a style sheet with `<link>`.")
    .document(
        "<?xml version='1.0' encoding='utf-8'?><!DOCTYPE html>",
        "<!DOCTYPE html><meta charset='utf-8'>",
    ),
    Entry::standard(
        EofInDoctype,
        "The document ends in the middle of its DOCTYPE.",
        "The document is in quirks mode.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html", "<!DOCTYPE html>"),
    Entry::standard(
        MissingDoctypeName,
        "The DOCTYPE has no name.",
        "The document is in quirks mode.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE>", "<!DOCTYPE html>"),
    Entry::standard(
        MissingWhitespaceBeforeDoctypeName,
        "There is no space between `<!DOCTYPE` and the name.",
        "It is read as if there were one.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPEhtml>", "<!DOCTYPE html>"),
    Entry::standard(
        InvalidCharacterSequenceAfterDoctypeName,
        "Behind the name of the DOCTYPE stands something else than `PUBLIC` or `SYSTEM`.",
        "All that follows in the DOCTYPE is ignored, and the document is in quirks mode.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html 5>", "<!DOCTYPE html>"),
    Entry::standard(
        MissingWhitespaceAfterDoctypePublicKeyword,
        "There is no space behind `PUBLIC` in the DOCTYPE.",
        "It is read as if there were one.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html PUBLIC'-//W3C//DTD HTML 4.01//EN'>", "<!DOCTYPE html>"),
    Entry::standard(
        MissingDoctypePublicIdentifier,
        "The DOCTYPE says `PUBLIC`, but has no public identifier.",
        "The document is in quirks mode.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html PUBLIC>", "<!DOCTYPE html>"),
    Entry::standard(
        MissingQuoteBeforeDoctypePublicIdentifier,
        "The public identifier of the DOCTYPE does not begin with a quote.",
        "All that follows in the DOCTYPE is ignored, and the document is in quirks mode.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html PUBLIC -//W3C//DTD>", "<!DOCTYPE html>"),
    Entry::standard(
        AbruptDoctypePublicIdentifier,
        "A `>` ends the DOCTYPE in the middle of its public identifier.",
        "The document is in quirks mode. The closing quote is missing.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html PUBLIC '-//W3C>", "<!DOCTYPE html>"),
    Entry::standard(
        MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers,
        "There is no space between the two identifiers of the DOCTYPE.",
        "They are read as if there were one.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document(
        "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN''http://www.w3.org/TR/html4/strict.dtd'>",
        "<!DOCTYPE html>",
    ),
    Entry::standard(
        MissingWhitespaceAfterDoctypeSystemKeyword,
        "There is no space behind `SYSTEM` in the DOCTYPE.",
        "It is read as if there were one.",
    )
    .fix("Put a space behind `SYSTEM`, or write `<!DOCTYPE html>`.")
    .document(
        "<!DOCTYPE html SYSTEM'about:legacy-compat'>",
        "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
    ),
    Entry::standard(
        MissingDoctypeSystemIdentifier,
        "The DOCTYPE says `SYSTEM`, but has no system identifier.",
        "The document is in quirks mode.",
    )
    .fix(WRITE_THE_SHORT_DOCTYPE)
    .document("<!DOCTYPE html SYSTEM>", "<!DOCTYPE html>"),
    Entry::standard(
        MissingQuoteBeforeDoctypeSystemIdentifier,
        "The system identifier of the DOCTYPE does not begin with a quote.",
        "All that follows in the DOCTYPE is ignored, and the document is in quirks mode.",
    )
    .fix("Put the identifier in quotes, or write `<!DOCTYPE html>`.")
    .document("<!DOCTYPE html SYSTEM about:legacy-compat>", "<!DOCTYPE html SYSTEM 'about:legacy-compat'>"),
    Entry::standard(
        AbruptDoctypeSystemIdentifier,
        "A `>` ends the DOCTYPE in the middle of its system identifier.",
        "The document is in quirks mode. The closing quote is missing.",
    )
    .fix("Close the quotes, or write `<!DOCTYPE html>`.")
    .document(
        "<!DOCTYPE html SYSTEM 'about:legacy-compat>",
        "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
    ),
    Entry::standard(
        UnexpectedCharacterAfterDoctypeSystemIdentifier,
        "There is something behind the system identifier of the DOCTYPE.",
        "It is ignored.",
    )
    .fix("End the DOCTYPE with `>` there.")
    .document(
        "<!DOCTYPE html SYSTEM 'about:legacy-compat' x>",
        "<!DOCTYPE html SYSTEM 'about:legacy-compat'>",
    ),
];
