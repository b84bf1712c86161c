//! The hash of a document's structure.

use std::collections::HashSet;

use hedgerow_dom::{Document, NodeEdge};

/// The number of ancestors in a feature of [`fingerprint`].
const ANCESTORS: usize = 3;

/// An element that contains the current node.
struct Open {
    name: u64,
    /// The hash of the name of the last child element so far.
    last_child: u64,
}

/// Returns a `SimHash`: each bit is the majority of that bit in the hashes of the document's distinct features. A feature is an
/// element with its nearest ancestors and its previous sibling.
pub(crate) fn fingerprint(document: &Document) -> u64 {
    let mut features = HashSet::new();
    let mut open: Vec<Open> = Vec::new();
    for edge in document.root().traverse() {
        match edge {
            NodeEdge::Enter(node) => {
                let Some(name) = node.element_name() else { continue };
                let name = hash(name.local_name());
                let previous =
                    open.last_mut().map_or(0, |parent| std::mem::replace(&mut parent.last_child, name));
                let ancestors = open.iter().rev().take(ANCESTORS).map(|ancestor| ancestor.name);
                features.insert(ancestors.fold(mix(mix(0, name), previous), mix));
                open.push(Open { name, last_child: 0 });
            }
            NodeEdge::Leave(node) if node.element_name().is_some() => {
                open.pop();
            }
            NodeEdge::Leave(_) => {}
        }
    }
    let mut ones = [0_usize; 64];
    for feature in &features {
        for (bit, ones) in ones.iter_mut().enumerate() {
            *ones += usize::from(feature >> bit & 1 == 1);
        }
    }
    let is_majority = |ones: usize| ones * 2 > features.len();
    (0..64).filter(|&bit| is_majority(ones[bit])).fold(0, |hash, bit| hash | 1 << bit)
}

/// The hash FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// Combines two hashes; the second half is the finalizer of `SplitMix64`.
fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one.rotate_left(5).wrapping_add(other).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use crate::Extract as _;

    fn fingerprint(html: &str) -> u64 {
        hedgerow::parse(html).fingerprint()
    }

    const PAGE: &str = "<header><h1>a</h1><nav><ul><li><a>b</a></ul></nav></header><main><article><h2>c</h2><p>d<p>e <b>f</b>\
        <figure><img><figcaption>g</figcaption></figure><blockquote><p>h</blockquote></article></main><footer><p>i</footer>";

    #[test]
    fn the_value_does_not_change() {
        // If the value changed, all fingerprints that users have stored would be worthless.
        assert_eq!(fingerprint(PAGE), 5_312_991_557_654_368_725);
    }

    #[test]
    fn similar_structures_have_similar_fingerprints() {
        let original = fingerprint(PAGE);
        assert_eq!(fingerprint(&PAGE.replace(">d", " class=x>text")), original);
        let similar = fingerprint(&PAGE.replace("<p>i", "<p>i<small>j</small>"));
        let other = fingerprint(
            "<table><tr><td><form><input><select><option></select></form><tr><th><td><dl><dt><dd></dl></table>",
        );
        let distance = |other: u64| (original ^ other).count_ones();
        assert!(distance(similar) < distance(other) / 2, "{} {}", distance(similar), distance(other));
    }
}
