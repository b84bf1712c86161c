"""The calls of nh3 and bleach that sanitize HTML: ``from hedgerow.compat.nh3 import clean``, or ``bleach_clean``.

The HTML is that of the standard's sanitizer. An element of HTML that is not allowed is replaced with its children; an element of
``clean_content_tags``, SVG or MathML is removed with its contents. A link gets ``rel`` only if it has an address.
Arguments that are not supported raise a ``NotImplementedError`` if they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hedgerow._hedgerow import Sanitizer, parse_fragment

__all__ = ["ALLOWED_ATTRIBUTES", "ALLOWED_TAGS", "ALLOWED_URL_SCHEMES", "CLEAN_CONTENT_TAGS", "bleach_clean", "clean", "clean_text"]

ALLOWED_TAGS = frozenset(
    "a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details dfn div dl dt "
    "em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p pre q rp rt rtc ruby s samp "
    "small span strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr".split()
)

_CELLS = frozenset({"align", "char", "charoff"})

ALLOWED_ATTRIBUTES: dict[str, frozenset[str]] = {
    "*": frozenset({"lang", "title"}),
    "a": frozenset({"href", "hreflang"}),
    "bdo": frozenset({"dir"}),
    "blockquote": frozenset({"cite"}),
    "col": _CELLS | {"span"},
    "colgroup": _CELLS | {"span"},
    "del": frozenset({"cite", "datetime"}),
    "hr": frozenset({"align", "size", "width"}),
    "img": frozenset({"align", "alt", "height", "src", "width"}),
    "ins": frozenset({"cite", "datetime"}),
    "ol": frozenset({"start"}),
    "q": frozenset({"cite"}),
    "table": _CELLS | {"summary"},
    "tbody": _CELLS,
    "td": _CELLS | {"colspan", "headers", "rowspan"},
    "tfoot": _CELLS,
    "th": _CELLS | {"colspan", "headers", "rowspan", "scope"},
    "thead": _CELLS,
    "tr": _CELLS,
}

ALLOWED_URL_SCHEMES = frozenset(
    "bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp openpgp4fpr sip sms smsto ssh tel url webcal wtai xmpp".split()
)

CLEAN_CONTENT_TAGS = frozenset({"script", "style"})

def _cleaned(
    html: str,
    tags: Iterable[str],
    clean_content_tags: Iterable[str],
    attributes: Mapping[str, Iterable[str]],
    strip_comments: bool,
    data_attributes: bool,
    **policy: Any,
) -> str:
    """Sanitizes HTML. The elements that are replaced with their children are those of the HTML that are in neither set of tags."""
    allowed, removed = frozenset(tags), frozenset(clean_content_tags)
    nodes = parse_fragment(html, "div", scripting=True).css("*")
    found = {node.tag for node in nodes if node.tag and node.namespace == "html"}
    config: dict[str, Any] = {
        "elements": [{"name": name, "attributes": sorted(attributes.get(name, ()))} for name in sorted(allowed)],
        "replaceWithChildrenElements": sorted(found - allowed - removed),
        "attributes": sorted(attributes.get("*", ())),
        "comments": not strip_comments,
        "dataAttributes": data_attributes,
    }
    return Sanitizer(config, **policy).sanitize(html)


def clean(
    html: str,
    tags: Iterable[str] | None = None,
    clean_content_tags: Iterable[str] | None = None,
    attributes: Mapping[str, Iterable[str]] | None = None,
    attribute_filter: Any = None,
    strip_comments: bool = True,
    link_rel: str | None = "noopener noreferrer",
    generic_attribute_prefixes: Iterable[str] | None = None,
    tag_attribute_values: Any = None,
    set_tag_attribute_values: Any = None,
    url_schemes: Iterable[str] | None = None,
    allowed_classes: Any = None,
    filter_style_properties: Iterable[str] | None = None,
    url_relative: Any = None,
    id_prefix: str | None = None,
) -> str:
    """Sanitizes HTML, with the arguments of ``nh3.clean``."""
    prefixes = frozenset(generic_attribute_prefixes or ())
    unsupported = {
        "attribute_filter": attribute_filter,
        "tag_attribute_values": tag_attribute_values,
        "set_tag_attribute_values": set_tag_attribute_values,
        "allowed_classes": allowed_classes,
        "url_relative": url_relative,
        "generic_attribute_prefixes other than data-": prefixes - {"data-"} or None,
    }
    for name, value in unsupported.items():
        if value is not None:
            raise NotImplementedError(f"hedgerow.compat.nh3 does not support {name}; use hedgerow.Sanitizer")
    policy: dict[str, Any] = {"url_schemes": ALLOWED_URL_SCHEMES if url_schemes is None else url_schemes}
    if link_rel is not None:
        policy["link_rel"] = link_rel
    if filter_style_properties is not None:
        policy["css_properties"] = filter_style_properties
    if id_prefix is not None:
        policy["prefix_ids"] = id_prefix
    return _cleaned(
        html,
        ALLOWED_TAGS if tags is None else tags,
        CLEAN_CONTENT_TAGS if clean_content_tags is None else clean_content_tags,
        ALLOWED_ATTRIBUTES if attributes is None else attributes,
        strip_comments,
        "data-" in prefixes,
        **policy,
    )


def bleach_clean(
    text: str,
    tags: Iterable[str] = frozenset("a abbr acronym b blockquote code em i li ol strong ul".split()),
    attributes: Any = None,
    protocols: Iterable[str] = frozenset({"http", "https", "mailto"}),
    strip: bool = False,
    strip_comments: bool = True,
) -> str:
    """Sanitizes HTML, with the arguments of ``bleach.clean``. ``strip`` must be true: tags are removed, not escaped."""
    if not strip:
        raise NotImplementedError("bleach_clean() removes tags that are not allowed, and does not escape them; pass strip=True")
    if attributes is None:
        attributes = {"a": ["href", "title"], "abbr": ["title"], "acronym": ["title"]}
    if callable(attributes) or (isinstance(attributes, Mapping) and any(map(callable, attributes.values()))):
        raise NotImplementedError("bleach_clean() does not support functions of attributes; use hedgerow.Sanitizer")
    if not isinstance(attributes, Mapping):
        attributes = {"*": attributes}
    return _cleaned(text, tags, CLEAN_CONTENT_TAGS, attributes, strip_comments, False, url_schemes=protocols)


def clean_text(text: str) -> str:
    """HTML that shows a text."""
    for character, reference in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(character, reference)
    return text
