//! Tokens, keywords, ids, and names without structure.

use super::{Checked, Flaw, fail, url};

/// Returns the tokens of a value with their offsets. <https://infra.spec.whatwg.org/#split-on-ascii-whitespace>
pub(crate) fn tokens(value: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = value.as_ptr() as usize;
    value.split_ascii_whitespace().map(move |token| (token.as_ptr() as usize - start, token))
}

/// Whether a value has a token, in any case.
pub(crate) fn has_token(value: &str, token: &str) -> bool {
    value.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(token))
}

/// Whether a value is one of the words, which are separated by commas, in any case.
pub(crate) fn is_equal(value: &str, words: &str) -> bool {
    words.split(',').any(|word| word.eq_ignore_ascii_case(value))
}

/// Checks each token, and that no token occurs twice.
fn each(value: &str, mut check: impl FnMut(&str) -> Checked) -> Checked {
    let mut seen = Vec::new();
    for (at, token) in tokens(value) {
        check(token).map_err(|flaw| flaw.shifted(at, token.len()))?;
        // Longer lists are not searched, so that the time is linear.
        if seen.contains(&token) {
            return Err(Flaw::at(at..at + token.len(), format!("`{token}` occurs twice")));
        }
        if seen.len() < 16 {
            seen.push(token);
        }
    }
    Ok(())
}

/// Checks that each token is one of the keywords.
pub(super) fn each_of(value: &str, keywords: &[&str]) -> Checked {
    each(value, |token| {
        if keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(token)) {
            Ok(())
        } else {
            fail(format!("`{token}` is not one of the keywords"))
        }
    })
}

pub(super) fn any_tokens(_: &str) -> Checked {
    Ok(())
}

pub(super) fn blocking(value: &str) -> Checked {
    each_of(value, &["render"])
}

pub(super) fn controls_list(value: &str) -> Checked {
    each_of(value, &["nodownload", "nofullscreen", "noremoteplayback"])
}

/// <https://html.spec.whatwg.org/multipage/interaction.html#the-accesskey-attribute>
pub(super) fn access_keys(value: &str) -> Checked {
    each(value, |token| {
        if token.chars().nth(1).is_none() {
            Ok(())
        } else {
            fail(format!("`{token}` is not a single character"))
        }
    })
}

pub(super) fn ids(value: &str) -> Checked {
    each(value, |_| Ok(()))
}

pub(super) fn id_reference(value: &str) -> Checked {
    if value.is_empty() {
        fail("an id is not empty")
    } else if value.contains(|character: char| character.is_ascii_whitespace()) {
        fail("an id has no whitespace")
    } else {
        Ok(())
    }
}

pub(super) fn hash_name(value: &str) -> Checked {
    match value.strip_prefix('#') {
        None => fail("`#` is missing at the start"),
        Some("") => fail("the name after `#` is missing"),
        Some(_) => Ok(()),
    }
}

pub(super) fn map_name(value: &str) -> Checked {
    id_reference(value)
}

pub(super) fn non_empty(value: &str) -> Checked {
    if value.is_empty() { fail("it must not be empty") } else { Ok(()) }
}

pub(super) fn form_control_name(value: &str) -> Checked {
    if value.eq_ignore_ascii_case("isindex") { fail("`isindex` is reserved") } else { non_empty(value) }
}

pub(super) fn no_line_breaks(value: &str) -> Checked {
    match value.find(['\n', '\r']) {
        Some(at) => Err(Flaw::at(at..at + 1, "a line break is not allowed")),
        None => Ok(()),
    }
}

pub(super) fn navigable_name(value: &str) -> Checked {
    if value.starts_with('_') {
        fail("names that begin with `_` are reserved")
    } else if value.contains(['\t', '\n', '\r']) && value.contains('<') {
        fail("a name must not have both a tab or newline and `<`")
    } else {
        non_empty(value)
    }
}

pub(super) fn navigable_target(value: &str) -> Checked {
    if is_equal(value, "_blank,_self,_parent,_top,_unfencedtop") { Ok(()) } else { navigable_name(value) }
}

pub(super) fn command(value: &str) -> Checked {
    let is_known = is_equal(value, "toggle-popover,show-popover,hide-popover,close,request-close,show-modal");
    if is_known || value.starts_with("--") {
        Ok(())
    } else {
        fail("it is neither a command nor a custom command")
    }
}

/// <https://html.spec.whatwg.org/multipage/semantics.html#attr-link-sizes>
pub(super) fn icon_sizes(value: &str) -> Checked {
    let is_length = |part: &str| !part.starts_with('0') && super::numbers::positive_integer(part).is_ok();
    each(value, |token| {
        let size = token.split_once(['x', 'X']);
        if token.eq_ignore_ascii_case("any")
            || size.is_some_and(|(width, height)| is_length(width) && is_length(height))
        {
            Ok(())
        } else {
            fail(format!("`{token}` is not a size"))
        }
    })?;
    non_empty(value)
}

/// <https://html.spec.whatwg.org/multipage/microdata.html#names:-the-itemprop-attribute>
pub(super) fn item_properties(value: &str) -> Checked {
    each(value, |token| {
        if token.contains(':') {
            url::absolute_url(token)
        } else if token.contains('.') {
            fail("a name must not contain `.`")
        } else {
            Ok(())
        }
    })?;
    non_empty(value.trim_ascii())
}

/// The autofill field names.
const FIELDS: &str = "name,honorific-prefix,given-name,additional-name,family-name,honorific-suffix,nickname,username,\
new-password,current-password,one-time-code,organization-title,organization,street-address,address-line1,address-line2,\
address-line3,address-level4,address-level3,address-level2,address-level1,country,country-name,postal-code,cc-name,\
cc-given-name,cc-additional-name,cc-family-name,cc-number,cc-exp,cc-exp-month,cc-exp-year,cc-csc,cc-type,\
transaction-currency,transaction-amount,language,bday,bday-day,bday-month,bday-year,sex,url,photo";

/// The autofill field names that a contact type may precede.
const CONTACT_FIELDS: &str = "tel,tel-country-code,tel-national,tel-area-code,tel-local,tel-local-prefix,tel-local-suffix,\
tel-extension,email,impp";

/// <https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-detail-tokens>
pub(super) fn autocomplete(value: &str) -> Checked {
    if is_equal(value.trim_ascii(), "on,off") {
        return Ok(());
    }
    let list: Vec<_> = tokens(value).collect();
    let mut rest = list.as_slice();
    let mut skip = |accepts: &dyn Fn(&str) -> bool| match rest {
        [(_, first), others @ ..] if accepts(first) => {
            rest = others;
            true
        }
        _ => false,
    };
    skip(&|token| {
        token.len() > 8 && token.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("section-"))
    });
    skip(&|token| is_equal(token, "shipping,billing"));
    let has_contact = skip(&|token| is_equal(token, "home,work,mobile,fax,pager"));
    let has_field = if has_contact {
        skip(&|token| is_equal(token, CONTACT_FIELDS))
    } else {
        skip(&|token| is_equal(token, FIELDS) || is_equal(token, CONTACT_FIELDS))
    };
    let has_credential = skip(&|token| token.eq_ignore_ascii_case("webauthn"));
    match rest {
        [(at, token), ..] if has_field => {
            Err(Flaw::at(*at..at + token.len(), format!("`{token}` is not allowed here")))
        }
        [(at, token), ..] => {
            Err(Flaw::at(*at..at + token.len(), format!("`{token}` is not an autofill field")))
        }
        [] if has_field || has_credential && list.len() == 1 => Ok(()),
        [] => fail("an autofill field is missing"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn autofill_details_have_an_order() {
        accepts(
            autocomplete,
            &["on", "OFF", "name", "section-a shipping tel", "work email", "username webauthn", "webauthn"],
        );
        rejects(
            autocomplete,
            &[
                "", "qwerty", "country shipping", "work name", "section-blue webauthn billing work tel",
                "section- name", "on name",
            ],
        );
    }

    #[test]
    fn tokens_are_separated_by_white_space() {
        accepts(access_keys, &["a", "a b", "\u{e9}"]);
        rejects(access_keys, &["ab", "a a"]);
        accepts(icon_sizes, &["any", "16x16 32X32"]);
        rejects(icon_sizes, &["", "016x16", "16", "16x", "16x0"]);
        accepts(hash_name, &["#a"]);
        rejects(hash_name, &["", "a", "#"]);
        accepts(navigable_target, &["_BLANK", "frame"]);
        rejects(navigable_target, &["", "_foo"]);
        accepts(item_properties, &["name", "http://example.com/a", "a b"]);
        rejects(item_properties, &["", "a.b", "1:b c", "a a"]);
    }
}
