//! The facade as its users see it: each module tests one part of its public interface.

mod authoring;
mod chunks;
mod dynamic_markup;
#[cfg(feature = "select")]
mod element_stream;
#[cfg(feature = "json")]
mod json_names;
mod kept_words;
mod limits;
mod memory_of_others;
mod parse_errors;
#[cfg(feature = "select")]
mod removals;
mod rendered_text;
#[cfg(feature = "sanitize")]
mod sanitize;
mod sanitizer_attacks;
mod sanitizer_oracle;
mod sanitizer_others;
#[cfg(feature = "sanitize")]
mod sanitizer_plain;
mod source_bytes;
mod source_contents;
mod source_edits;
mod source_plans;
mod source_seams;
mod source_spans;
mod stream_edits;
mod trace;
mod written_elsewhere;
