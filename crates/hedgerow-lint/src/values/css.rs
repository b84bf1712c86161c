//! Parts of CSS that values of attributes contain: media queries, source sizes, and colours.

use cssparser::{ParseError, ParseErrorKind, Parser, Token};

use super::{Checked, Flaw, fail};

type Result<T> = std::result::Result<T, ParseError<Flaw>>;

fn error<T>(reason: impl Into<std::borrow::Cow<'static, str>>) -> Result<T> {
    Err(ParseError::custom(Flaw::new(reason)))
}

/// Reads each part of a list that is separated by commas.
fn each(value: &str, mut read: impl FnMut(&mut Parser<'_>) -> Result<()>) -> Checked {
    let mut start = 0;
    let mut at = 0;
    let mut parts = 0;
    let mut parser = Parser::new(value);
    // The commas between the parts: cssparser skips nested blocks.
    loop {
        let is_comma = matches!(parser.next(), Ok(Token::Comma));
        let end = parser.position().byte_index();
        if is_comma || end == at || parser.is_exhausted() {
            let stop = if is_comma { end - 1 } else { value.len() };
            part(&value[start..stop], &mut read).map_err(|flaw| flaw.shifted(start, stop - start))?;
            parts += 1;
            start = end;
            if !is_comma {
                return Ok(());
            }
            if parser.is_exhausted() {
                return if parts == 0 {
                    Ok(())
                } else {
                    Err(Flaw::at(stop..end, "nothing follows the comma"))
                };
            }
        }
        at = end;
    }
}

/// Reads one part of a list.
fn part(text: &str, read: &mut impl FnMut(&mut Parser<'_>) -> Result<()>) -> Checked {
    if text.trim_ascii().is_empty() {
        return fail("a part of the list is empty");
    }
    let opened = text.bytes().filter(|byte| *byte == b'(').count();
    if opened > text.bytes().filter(|byte| *byte == b')').count() {
        return fail("a closing parenthesis is missing");
    }
    let mut parser = Parser::new(text);
    parser.set_nested_block_limit(32);
    match parser.parse_entirely(read) {
        Ok(()) => Ok(()),
        Err(ParseError { kind: ParseErrorKind::Custom(flaw) }) => Err(flaw),
        Err(_) => {
            let trimmed = text.trim_ascii();
            fail(format!("`{}` is not valid here", trimmed.chars().take(60).collect::<String>()))
        }
    }
}

/// <https://drafts.csswg.org/mediaqueries/#mq-syntax>
pub(super) fn media_queries(value: &str) -> Checked {
    if value.trim_ascii().is_empty() { Ok(()) } else { each(value, media_query) }
}

fn media_query(parser: &mut Parser<'_>) -> Result<()> {
    let start = parser.state();
    let first = parser.expect_ident().map(|name| name.to_ascii_lowercase());
    let is_type = match first.as_deref() {
        Ok("not" | "only") => parser.expect_ident().is_ok(),
        Ok(_) => true,
        Err(_) => false,
    };
    parser.reset(&start);
    if !is_type {
        return media_condition(parser);
    }
    let mut name = parser.expect_ident_cloned()?;
    if name.eq_ignore_ascii_case("not") || name.eq_ignore_ascii_case("only") {
        name = parser.expect_ident_cloned()?;
    }
    match &*name.to_ascii_lowercase() {
        "all" | "print" | "screen" | "speech" => {}
        "aural" | "braille" | "embossed" | "handheld" | "projection" | "tty" | "tv" => {
            return error(format!("the media type `{name}` is deprecated"));
        }
        _ => return error(format!("`{name}` is not a media type")),
    }
    while !parser.is_exhausted() {
        parser.expect_ident_matching("and")?;
        if parser.try_parse(|parser| parser.expect_ident_matching("not")).is_ok() {
            in_parentheses(parser)?;
            break;
        }
        in_parentheses(parser)?;
    }
    Ok(())
}

/// <https://drafts.csswg.org/mediaqueries/#typedef-media-condition>
fn media_condition(parser: &mut Parser<'_>) -> Result<()> {
    if parser.try_parse(|parser| parser.expect_ident_matching("not")).is_ok() {
        return in_parentheses(parser);
    }
    in_parentheses(parser)?;
    for operator in ["and", "or"] {
        if parser.try_parse(|parser| parser.expect_ident_matching(operator)).is_ok() {
            in_parentheses(parser)?;
            while parser.try_parse(|parser| parser.expect_ident_matching(operator)).is_ok() {
                in_parentheses(parser)?;
            }
            break;
        }
    }
    Ok(())
}

fn in_parentheses(parser: &mut Parser<'_>) -> Result<()> {
    parser.expect_parenthesis_block()?;
    parser.parse_nested_block(|parser| {
        if begins_condition(parser) { media_condition(parser) } else { media_feature(parser) }
    })
}

/// The kinds of values of media features.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Length,
    Ratio,
    Resolution,
    Integer,
    Keywords(&'static str),
}

const DISPLAY_MODES: &str =
    "fullscreen standalone minimal-ui browser picture-in-picture window-controls-overlay tabbed";

/// <https://drafts.csswg.org/mediaqueries/#media-descriptor-table>
const FEATURES: &[(&str, Kind)] = &[
    ("width height inline-size block-size", Kind::Length),
    ("aspect-ratio", Kind::Ratio),
    ("resolution", Kind::Resolution),
    ("color color-index monochrome grid", Kind::Integer),
    ("horizontal-viewport-segments vertical-viewport-segments", Kind::Integer),
    ("orientation", Kind::Keywords("portrait landscape")),
    ("scan", Kind::Keywords("interlace progressive")),
    ("update", Kind::Keywords("none slow fast")),
    ("overflow-block", Kind::Keywords("none scroll paged optional-paged")),
    ("overflow-inline", Kind::Keywords("none scroll")),
    ("color-gamut video-color-gamut", Kind::Keywords("srgb p3 rec2020")),
    ("dynamic-range video-dynamic-range", Kind::Keywords("standard high")),
    ("inverted-colors", Kind::Keywords("none inverted")),
    ("forced-colors", Kind::Keywords("none active")),
    ("pointer any-pointer", Kind::Keywords("none coarse fine")),
    ("hover any-hover", Kind::Keywords("none hover")),
    ("nav-controls", Kind::Keywords("none back")),
    ("environment-blending", Kind::Keywords("opaque additive subtractive")),
    ("scripting", Kind::Keywords("none initial-only enabled")),
    ("display-mode", Kind::Keywords(DISPLAY_MODES)),
    ("prefers-color-scheme", Kind::Keywords("light dark no-preference")),
    ("prefers-contrast", Kind::Keywords("no-preference less more custom")),
    ("prefers-reduced-motion prefers-reduced-transparency", Kind::Keywords("no-preference reduce")),
    ("prefers-reduced-data", Kind::Keywords("no-preference reduce")),
];

/// <https://drafts.csswg.org/mediaqueries/#typedef-media-feature>
fn media_feature(parser: &mut Parser<'_>) -> Result<()> {
    if let Ok(name) = parser.try_parse(Parser::expect_ident_cloned) {
        let plain = name.to_ascii_lowercase();
        if plain.starts_with('-') {
            // The meaning of a prefixed feature depends on the browser.
            while parser.next().is_ok() {}
            return Ok(());
        }
        let base = plain.strip_prefix("min-").or_else(|| plain.strip_prefix("max-"));
        let kind = feature(base.unwrap_or(&plain))?;
        if base.is_some() && matches!(kind, Kind::Keywords(_)) {
            return error(format!("the media feature `{plain}` does not exist"));
        }
        if parser.is_exhausted() {
            return if base.is_none() { Ok(()) } else { error(format!("the value of `{plain}` is missing")) };
        }
        if parser.try_parse(Parser::expect_colon).is_ok() {
            return feature_value(parser, kind, &plain);
        }
        comparison(parser)?;
        return feature_value(parser, kind, &plain);
    }
    // A range that begins with a value: the kind is known after the name.
    let start = parser.state();
    let mut name = None;
    while name.is_none() {
        if let Token::Ident(found) = parser.next()? {
            name = Some(found.to_ascii_lowercase());
        }
    }
    let name = name.unwrap_or_default();
    let kind = feature(&name)?;
    parser.reset(&start);
    feature_value(parser, kind, &name)?;
    comparison(parser)?;
    parser.expect_ident()?;
    if !parser.is_exhausted() {
        comparison(parser)?;
        feature_value(parser, kind, &name)?;
    }
    Ok(())
}

/// Returns the kind of a feature's values.
fn feature(name: &str) -> Result<Kind> {
    if matches!(name, "device-width" | "device-height" | "device-aspect-ratio") {
        return error(format!("the media feature `{name}` is deprecated"));
    }
    match FEATURES.iter().find(|(names, _)| names.split(' ').any(|known| known == name)) {
        Some((_, kind)) => Ok(*kind),
        None => error(format!("the media feature `{name}` does not exist")),
    }
}

fn comparison(parser: &mut Parser<'_>) -> Result<()> {
    if parser.try_parse(|parser| parser.expect_delim('=')).is_ok() {
        return Ok(());
    }
    if parser.try_parse(|parser| parser.expect_delim('<')).is_err() {
        parser.expect_delim('>')?;
    }
    let _ = parser.try_parse(|parser| parser.expect_delim('='));
    Ok(())
}

fn feature_value(parser: &mut Parser<'_>, kind: Kind, name: &str) -> Result<()> {
    let token = match parser.next() {
        Ok(token) => token.clone(),
        Err(_) => return error(format!("the value of `{name}` is missing")),
    };
    if let Token::Function(_) = &token {
        return parser.parse_nested_block(consume_all);
    }
    let is_valid = match (kind, &token) {
        (Kind::Length, Token::Dimension { unit, .. }) => is_length_unit(unit),
        (Kind::Length, Token::Number { value, .. }) => *value == 0.0,
        (Kind::Resolution, Token::Dimension { unit, .. }) => {
            ["dpi", "dpcm", "dppx", "x"].iter().any(|known| unit.eq_ignore_ascii_case(known))
        }
        (Kind::Resolution, Token::Ident(word)) => word.eq_ignore_ascii_case("infinite"),
        (Kind::Integer, Token::Number { int_value, .. }) => int_value.is_some_and(|number| number >= 0),
        (Kind::Keywords(words), Token::Ident(word)) => {
            words.split(' ').any(|known| word.eq_ignore_ascii_case(known))
        }
        (Kind::Ratio, Token::Number { value, .. }) if *value >= 0.0 => {
            if parser.try_parse(|parser| parser.expect_delim('/')).is_ok() {
                parser.expect_number()?;
            }
            true
        }
        _ => false,
    };
    if is_valid { Ok(()) } else { error(format!("the value of `{name}` is wrong{}", hint(kind, &token))) }
}

/// Returns a hint at the usual mistake.
fn hint(kind: Kind, token: &Token<'_>) -> &'static str {
    match (kind, token) {
        (Kind::Length, Token::Number { .. }) => ": a length needs a unit, such as `px`",
        (Kind::Length, Token::Dimension { .. }) => ": the unit is not a unit of length",
        _ => "",
    }
}

fn consume_all(parser: &mut Parser<'_>) -> Result<()> {
    while parser.next().is_ok() {}
    Ok(())
}

/// The units of length. <https://drafts.csswg.org/css-values/#lengths>
const LENGTH_UNITS: &str = "em rem ex rex cap rcap ch rch ic ric lh rlh vw svw lvw dvw vh svh lvh dvh vi svi lvi dvi vb svb lvb \
dvb vmin svmin lvmin dvmin vmax svmax lvmax dvmax cm mm q in pc pt px cqw cqh cqi cqb cqmin cqmax";

fn is_length_unit(unit: &str) -> bool {
    LENGTH_UNITS.split(' ').any(|known| unit.eq_ignore_ascii_case(known))
}

/// <https://html.spec.whatwg.org/multipage/images.html#source-size-list>
pub(super) fn source_sizes(value: &str) -> Checked {
    let mut has_default = false;
    each(value, |parser| {
        if has_default {
            return error("a source size without a media condition must be the last one");
        }
        if begins_condition(parser) {
            media_condition(parser)?;
        } else {
            has_default = true;
        }
        source_size_value(parser)
    })
}

/// Whether a media condition follows that is not a single feature.
fn begins_condition(parser: &mut Parser<'_>) -> bool {
    let start = parser.state();
    let is_condition = match parser.next() {
        Ok(Token::ParenthesisBlock) => true,
        Ok(Token::Ident(name)) => name.eq_ignore_ascii_case("not"),
        _ => false,
    };
    parser.reset(&start);
    is_condition
}

fn source_size_value(parser: &mut Parser<'_>) -> Result<()> {
    let token = match parser.next() {
        Ok(token) => token.clone(),
        Err(_) => return error("the length after the media condition is missing"),
    };
    match token {
        Token::Dimension { value, unit, .. } if is_length_unit(&unit) => {
            if value < 0.0 {
                error("a length must not be negative")
            } else {
                Ok(())
            }
        }
        Token::Dimension { unit, .. } => error(format!("`{unit}` is not a unit of length")),
        Token::Number { value: 0.0, .. } => Ok(()),
        Token::Number { .. } => error("the unit of the length is missing"),
        Token::Percentage { .. } => error("a percentage is not allowed; use `vw`"),
        Token::Function(name)
            if ["calc", "min", "max", "clamp"].iter().any(|known| name.eq_ignore_ascii_case(known))
                || MATH.split(' ').any(|known| name.eq_ignore_ascii_case(known)) =>
        {
            parser.parse_nested_block(consume_all)
        }
        Token::Ident(word) => error(format!("`{word}` is not a length")),
        _ => error("it is not a length"),
    }
}

/// The other mathematical functions. <https://drafts.csswg.org/css-values/#math>
const MATH: &str = "round mod rem abs sign hypot sqrt pow env";

/// The names of colours. <https://drafts.csswg.org/css-color/#named-colors>
const COLORS: &str = "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown \
burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray \
darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue \
darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite \
forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory \
khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen \
lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime \
limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue \
mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive \
olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum \
powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue \
slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke \
yellow yellowgreen transparent currentcolor accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas \
canvastext field fieldtext graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext";

/// The functions of colours. <https://drafts.csswg.org/css-color/#color-syntax>
const COLOR_FUNCTIONS: &str =
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color device-cmyk alpha";

/// <https://drafts.csswg.org/css-color/#typedef-color>
pub(super) fn color(value: &str) -> Checked {
    part(value, &mut |parser: &mut Parser<'_>| match parser.next()?.clone() {
        Token::Hash(digits) | Token::IDHash(digits) => {
            let is_valid = matches!(digits.len(), 3 | 4 | 6 | 8)
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            if is_valid { Ok(()) } else { error("a colour in hexadecimal notation has 3, 4, 6 or 8 digits") }
        }
        Token::Ident(name) if COLORS.split(' ').any(|known| name.eq_ignore_ascii_case(known)) => Ok(()),
        Token::Function(name) if COLOR_FUNCTIONS.split(' ').any(|known| name.eq_ignore_ascii_case(known)) => {
            parser.parse_nested_block(consume_all)
        }
        _ => error("it is not a colour"),
    })
}

/// <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-simple-colour>
pub(super) fn simple_color(value: &str) -> Checked {
    let digits = value.strip_prefix('#').unwrap_or_default();
    if digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        Ok(())
    } else {
        fail("it is not `#` and six hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn media_queries_have_types_and_features() {
        accepts(
            media_queries,
            &[
                "",
                "all",
                "not screen",
                "only screen and (min-width: 400px) and (max-width:60em)",
                "print, (color)",
                "(400px <= width <= 700px)",
                "(width > 0)",
                "(aspect-ratio: 16/9)",
                "((color) or (hover: none)) and (grid: 0)",
                "not (prefers-color-scheme: dark)",
                "(-webkit-min-device-pixel-ratio: 2)",
                "(min-resolution: 2dppx)",
                "screen and (min-width: calc(1px + 1em))",
            ],
        );
        rejects(
            media_queries,
            &[
                "alla", "screen,", ",screen", "screen,,print", "screen and(min-width: 1px)",
                "(min-width: 400)", "tv", "(min-width: 400dpi)", "(min-width:)", "(min-width: 1px",
                "(foo: 1)", "(max-hover: none)", "onlyscreen", "(min-width)", "(device-width: 1px)",
                "screen (color)", "(orientation: up)", "(min-width: 400px;)",
            ],
        );
    }

    #[test]
    fn colors_are_known() {
        accepts(color, &["red", "#abc", "#aabbccdd", "rgb(1 2 3)", "CanvasText"]);
        rejects(color, &["", "rot", "#ab", "#ggg", "red blue"]);
        accepts(simple_color, &["#00FF00"]);
        rejects(simple_color, &["", "red", "#abc", "00ff00", "#gggggg"]);
    }
}
