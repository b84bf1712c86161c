//! The settings of a tree builder.

/// The parser scripting mode. It decides whether `noscript` contains text, and what happens to scripts.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode>
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ScriptingMode {
    /// Scripts are processed when inserted.
    Normal,
    /// Scripts are disabled, and `noscript` represents fallback content.
    #[default]
    Disabled,
    /// Scripts are enabled, but marked as already started: the standard's default mode for
    /// fragments.
    Inert,
    /// Scripts are executed as soon as they are inserted with the fragment: `createContextualFragment()`.
    Fragment,
}

/// The settings of a tree builder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct TreeBuilderOptions {
    /// The scripting mode.
    pub scripting_mode: ScriptingMode,
    /// Whether `<template shadowrootmode>` attaches a shadow root.
    ///
    /// <https://html.spec.whatwg.org/multipage/parsing.html#allow-declarative-shadow-roots>
    pub allow_declarative_shadow_roots: bool,
    /// Whether the document is an `iframe` `srcdoc` document, which is never in quirks mode.
    pub iframe_srcdoc: bool,
}

impl TreeBuilderOptions {
    hedgerow_base::setters!(
        scripting_mode: ScriptingMode,
        allow_declarative_shadow_roots: bool,
        iframe_srcdoc: bool,
    );
}
