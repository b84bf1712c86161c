//! Checks that the memory of all families, and of all modes that parse, read or search, is at most a stated multiple of the
//! input, under the limits that a service would set.
//!
//! There is only one test, because memory is counted for the whole process.

use hedgerow::Limits;
use hedgerow::limits::{Limit, Stop};
use hedgerow_testing::{Family, Mode, Part};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The input length in bytes, large enough that the parser's constant memory is negligible.
const SIZE: usize = 1 << 14;

/// The ratio of the two input lengths. It is a power of two, so that growing vectors have the same share of unused capacity at
/// both lengths.
const LONGER: usize = 4;

/// The most bytes of memory for a byte of input, as stated in docs/robustness.md. A block that grows counts twice while it is
/// copied.
const MOST_BYTES_FOR_A_BYTE: usize = 160;

/// The most bytes if the input is set as inner HTML: the parsed fragment and its copy in the document exist at the same time.
const MOST_BYTES_AS_INNER_HTML: usize = 256;

/// The most bytes if errors are collected: each byte may cause one or two errors.
const MOST_BYTES_WITH_ERRORS: usize = 576;

/// The largest factor, in tenths, by which the bytes for a byte may grow from the short to the long input. The factor would be
/// four if the memory were the product of two parts.
const MOST_GROWTH_IN_TENTHS: usize = 15;

/// The groups of modes whose memory is bounded. Changes and output may take as much memory as their result.
const BOUNDED: [&str; 6] = ["parse", "fragment", "read", "select", "select often", "matches of each"];

/// The modes of families that collect all errors.
const WITH_ERRORS: [&str; 5] = [
    "parse: errors", "parse: scripts and errors", "parse: single characters", "parse: three characters",
    "parse: seven characters",
];

/// Inputs for the modes. A mistake in the library could make the memory grow with the product of two parts of an input.
const PRODUCTS: [&str; 3] = [
    // Clones a text many times, and then appends to each clone.
    r#"[{"Once": "<select><button>"}, {"Times": "<selectedcontent></selectedcontent>"}, {"Once": "</button><option>"},
        {"Times": "a long text of an option, again and again; "}, {"Once": "<?marker name='a'></option></select>"},
        {"Times": "<template for=a>x</template>"}]"#,
    // Elements that share the attributes of one tag.
    r#"[{"Once": "<p><b "}, {"Numbered": "a#=b "}, {"Once": "></p>"}, {"Times": "<p>x"}]"#,
    // Later tags that add attributes to an element, and errors.
    r#"[{"Numbered": "<body a#=b c#><html d#=e><script></script>\n"}]"#,
];

#[test]
fn memory_stays_within_a_factor_of_the_input() {
    let mut greedy = Vec::new();
    for family in hedgerow_testing::families() {
        let most = if WITH_ERRORS.contains(&&*family.mode.name) {
            MOST_BYTES_WITH_ERRORS
        } else if family.name.contains("inner HTML") {
            MOST_BYTES_AS_INNER_HTML
        } else {
            MOST_BYTES_FOR_A_BYTE
        };
        greedy.extend(check(&family.name, family, most));
    }
    let products = PRODUCTS.map(|parts| serde_json::from_str::<Vec<Part>>(parts).expect("parts"));
    for mode in hedgerow_testing::modes() {
        // Traces have no limits.
        let is_bounded = BOUNDED.contains(&mode.group()) && !mode.name.contains("traced");
        if is_bounded || mode.name.ends_with("with limits") {
            let family = |parts: &Vec<Part>| family(mode.clone(), parts.clone());
            let check = |parts| check(&mode.name, &family(parts), MOST_BYTES_WITH_ERRORS);
            greedy.extend(products.iter().filter_map(check));
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}

fn family(mode: Mode, parts: Vec<Part>) -> Family {
    Family { name: String::new(), mode, parts }
}

/// Returns a message if an input takes too much memory for each of its bytes, or if a long input takes much more memory
/// for each byte than a short one.
fn check(name: &str, family: &Family, most: usize) -> Option<String> {
    let [short, long] = [SIZE, LONGER * SIZE].map(|size| thousandths_per_byte(name, family, size));
    let is_growing = 10 * long > MOST_GROWTH_IN_TENTHS * short;
    let is_greedy = short.max(long) > 1000 * most || is_growing;
    is_greedy.then(|| {
        format!(
            "{name}, {:.20}…: {short} and {long} thousandths of a byte of memory per byte of input",
            family.input(1)
        )
    })
}

/// Returns the peak memory of an input divided by its length, in thousandths.
fn thousandths_per_byte(name: &str, family: &Family, size: usize) -> usize {
    let input = family.input(family.repetitions(size));
    let mut limits = Limits::BROWSER;
    if family.is_superlinear() {
        // The limit is low enough that each family exceeds it.
        limits = limits.nodes(size as u32 / 16);
    }
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let outcome = family.run_within(&input, limits);
    let peak = ALLOCATOR.peak_usage() - before;
    if let Some(most) = limits.nodes {
        let is_stopped = matches!(outcome.stop, Some(Stop::Limit(Limit::Nodes { .. } | Limit::Depth { .. })));
        assert!(is_stopped, "{name}: {:?} with {} nodes", outcome.stop, outcome.nodes);
        assert!(outcome.nodes <= 2 * most as usize + 16, "{name}: {} nodes", outcome.nodes);
    }
    1000 * peak / input.len()
}
