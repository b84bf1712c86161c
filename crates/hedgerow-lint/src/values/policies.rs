//! Sandboxes, content security policies, permissions policies, integrity, and the contents of `meta` elements.

use super::tokens::{each_of, has_token, is_equal, tokens};
use super::{Checked, Flaw, fail, numbers, url};

/// <https://html.spec.whatwg.org/multipage/browsers.html#sandboxing>
const SANDBOX: [&str; 16] = [
    "allow-downloads",
    "allow-forms",
    "allow-modals",
    "allow-orientation-lock",
    "allow-pointer-lock",
    "allow-popups",
    "allow-popups-to-escape-sandbox",
    "allow-presentation",
    "allow-same-origin",
    "allow-scripts",
    "allow-storage-access-by-user-activation",
    "allow-top-navigation",
    "allow-top-navigation-by-user-activation",
    "allow-top-navigation-to-custom-protocols",
    "allow-downloads-without-user-activation",
    "allow-same-site-none-cookies",
];

pub(super) fn sandbox(value: &str) -> Checked {
    each_of(value, &SANDBOX)?;
    let has = |token| has_token(value, token);
    let both = [
        ("allow-top-navigation", "allow-top-navigation-by-user-activation"),
        ("allow-top-navigation", "allow-top-navigation-to-custom-protocols"),
        ("allow-popups", "allow-top-navigation-to-custom-protocols"),
    ];
    match both.iter().find(|(one, other)| has(one) && has(other)) {
        Some((one, other)) => fail(format!("`{one}` already allows what `{other}` allows")),
        None => Ok(()),
    }
}

/// <https://w3c.github.io/webappsec-permissions-policy/#policy-directives>
pub(super) fn permissions_policy(value: &str) -> Checked {
    let mut start = 0;
    for part in value.split(';') {
        let range = start..start + part.len();
        start = range.end + 1;
        let mut words = part.split_ascii_whitespace();
        let Some(name) = words.next() else { continue };
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Err(Flaw::at(range, format!("`{name}` is not the name of a feature")));
        }
        for word in words {
            let is_keyword = word == "*" || is_equal(word, "'self','src','none','report-sample'");
            if !is_keyword && url::absolute_url(&word.replace('*', "a")).is_err() {
                return Err(Flaw::at(range, format!("`{word}` is neither a keyword nor an origin")));
            }
        }
    }
    Ok(())
}

/// The directives of a content security policy that have a list of sources.
const SOURCE_DIRECTIVES: &str = "child-src,connect-src,default-src,font-src,frame-src,img-src,manifest-src,media-src,\
object-src,prefetch-src,script-src,script-src-attr,script-src-elem,style-src,style-src-attr,style-src-elem,worker-src,\
base-uri,form-action,fenced-frame-src";

/// The other directives.
const OTHER_DIRECTIVES: &str = "sandbox,plugin-types,upgrade-insecure-requests,block-all-mixed-content,\
require-trusted-types-for,trusted-types,require-sri-for,webrtc,report-to,report-uri,frame-ancestors,navigate-to";

/// Whether a content security policy may have a directive. Browsers ignore unknown directives.
pub(crate) fn is_known_directive(name: &str) -> bool {
    is_equal(name, SOURCE_DIRECTIVES) || is_equal(name, OTHER_DIRECTIVES)
}

/// <https://w3c.github.io/webappsec-csp/#framework-directives>
pub(super) fn content_security_policy(value: &str) -> Checked {
    if let Some((at, character)) = value.char_indices().find(|(_, character)| !character.is_ascii()) {
        return Err(Flaw::at(at..at + character.len_utf8(), "a content security policy must be ASCII"));
    }
    let mut start = 0;
    for part in value.split([';', ',']) {
        let range = start..start + part.len();
        start = range.end + 1;
        let mut words = part.split_ascii_whitespace();
        let Some(name) = words.next() else { continue };
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return Err(Flaw::at(range, format!("`{name}` is not the name of a directive")));
        }
        if !is_equal(name, SOURCE_DIRECTIVES) {
            continue;
        }
        let mut count = 0;
        let mut has_none = false;
        for word in words {
            count += 1;
            has_none |= word.eq_ignore_ascii_case("'none'");
            if !is_source(word) {
                return Err(Flaw::at(range, format!("`{word}` is not a source")));
            }
        }
        if has_none && count > 1 {
            return Err(Flaw::at(range, "`'none'` must be the only source"));
        }
    }
    if value.trim_ascii().is_empty() { fail("a directive is missing") } else { Ok(()) }
}

/// <https://w3c.github.io/webappsec-csp/#framework-directive-source-list>
fn is_source(word: &str) -> bool {
    if let Some(quoted) = word.strip_prefix('\'') {
        let Some(quoted) = quoted.strip_suffix('\'') else { return false };
        let is_base64 = |text: &str| {
            let text = text.trim_end_matches('=');
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte))
        };
        return is_equal(
            quoted,
            "none,self,unsafe-inline,unsafe-eval,strict-dynamic,unsafe-hashes,report-sample,unsafe-allow-redirects,\
wasm-unsafe-eval,inline-speculation-rules,trusted-types-eval",
        ) || ["nonce-", "sha256-", "sha384-", "sha512-"].iter().any(|start| {
            quoted.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
                && is_base64(&quoted[start.len()..])
        });
    }
    !word.contains(['\'', '"', '(', ')', ','])
}

/// <https://w3c.github.io/webappsec-subresource-integrity/#the-integrity-attribute>
pub(super) fn integrity(value: &str) -> Checked {
    for (at, token) in tokens(value) {
        let part = at..at + token.len();
        let hash = token.split('?').next().unwrap_or_default();
        let length = match hash.get(..7) {
            Some("sha256-") => 32,
            Some("sha384-") => 48,
            Some("sha512-") => 64,
            _ => return Err(Flaw::at(part, "a hash must begin with `sha256-`, `sha384-` or `sha512-`")),
        };
        let digits = hash[7..].trim_end_matches('=');
        let is_base64 = digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte));
        if !is_base64 || digits.len() * 3 / 4 != length {
            return Err(Flaw::at(part, format!("the hash must be {length} bytes in base64")));
        }
    }
    Ok(())
}

/// <https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh>
pub(super) fn refresh(value: &str) -> Checked {
    let (seconds, rest) =
        value.split_once(';').map_or((value, None), |(seconds, rest)| (seconds, Some(rest)));
    numbers::non_negative_integer(seconds)?;
    let Some(rest) = rest else { return Ok(()) };
    let text = rest.trim_ascii_start();
    let start = value.len() - text.len();
    match text.get(..4) {
        Some(name) if name.eq_ignore_ascii_case("url=") && text.len() < rest.len() => {
            let target = &text[4..];
            if target.starts_with(['"', '\'']) {
                return Err(Flaw::at(start + 4..value.len(), "the URL must not be quoted"));
            }
            url::url(target).map_err(|flaw| flaw.shifted(start + 4, target.len()))
        }
        _ => Err(Flaw::at(start..value.len(), "white space, `url=` and a URL must follow the semicolon")),
    }
}

/// <https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-type>
pub(super) fn content_type(value: &str) -> Checked {
    let start = "text/html;";
    let rest = value
        .get(..start.len())
        .filter(|found| found.eq_ignore_ascii_case(start))
        .map(|_| &value[start.len()..]);
    let label = rest.map(str::trim_ascii_start).and_then(|rest| rest.get(..8).map(|name| (name, rest)));
    match label {
        Some((name, rest)) if name.eq_ignore_ascii_case("charset=") => {
            let label = &rest[8..];
            if label.eq_ignore_ascii_case("utf-8") {
                Ok(())
            } else {
                Err(Flaw::at(value.len() - label.len()..value.len(), "the encoding must be UTF-8"))
            }
        }
        _ => fail("it is not `text/html; charset=utf-8`"),
    }
}

pub(super) fn x_ua_compatible(value: &str) -> Checked {
    if value.eq_ignore_ascii_case("ie=edge") { Ok(()) } else { fail("it is not `IE=edge`") }
}

/// <https://drafts.csswg.org/css-viewport/#viewport-meta>
pub(super) fn viewport(value: &str) -> Checked {
    for part in value.split([',', ';']) {
        let name = part.split('=').next().unwrap_or_default().trim_ascii();
        let is_known = name.is_empty()
            || is_equal(
                name,
                "width,height,initial-scale,minimum-scale,maximum-scale,user-scalable,viewport-fit,interactive-widget,\
shrink-to-fit,minimal-ui,target-densitydpi",
            );
        if !is_known {
            return fail(format!("`{name}` is not a property of the viewport"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{accepts, rejects};
    use super::*;

    #[test]
    fn policies_have_known_names() {
        accepts(sandbox, &["", "allow-scripts allow-same-origin", "ALLOW-FORMS"]);
        rejects(
            sandbox,
            &[
                "allow-everything",
                "allow-forms allow-forms",
                "allow-top-navigation allow-top-navigation-by-user-activation",
            ],
        );
        accepts(
            content_security_policy,
            &["default-src 'self'; script-src 'nonce-abc=' https:", "img-src *", "sandbox allow-forms"],
        );
        rejects(
            content_security_policy,
            &[
                "",
                "default-src 'self'; img-src https://\u{e9}",
                "default-src 'none' 'self'",
                "script-src 'foo'",
            ],
        );
        accepts(permissions_policy, &["", "camera 'self' https://a.example; fullscreen *"]);
        rejects(permissions_policy, &["camera foo", "ca!mera"]);
    }

    #[test]
    fn integrity_is_a_list_of_hashes() {
        accepts(integrity, &["", "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]);
        rejects(integrity, &["md5-abc123", "sha256-abc", "sha256"]);
    }

    #[test]
    fn refresh_has_seconds_and_a_url() {
        accepts(refresh, &["0", "5; url=a", "5; URL=http://a/"]);
        rejects(refresh, &["", "abc", "5.5", "5;url=a", "5; a", "5; url='a'", "5; url=a b"]);
        accepts(content_type, &["text/html; charset=utf-8", "text/html;charset=UTF-8"]);
        rejects(
            content_type,
            &["", "text/html", "text/html; charset=", "text/html; charset=latin1", "text/xml; charset=utf-8"],
        );
    }
}
