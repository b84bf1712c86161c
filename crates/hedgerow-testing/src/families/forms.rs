//! Forms, and `select` with its options and their clones.

use crate::Family;
use crate::Part::{Numbered, Once, Root, Times};

pub(super) const FAMILIES: &[Family] = &[
    Family::new("nested form", &[Times("<form><div>"), Times("</form>")]),
    Family::new("form around div", &[Times("<div>"), Times("<div><form></div></form>")]),
    Family::new("form in object", &[Times("<form><object></form>")]),
    Family::new(
        "form end tags around a deep stack",
        &[Once("<form>"), Times("<div>"), Times("</form><form>")],
    ),
    Family::new("form in template", &[Times("<template><form>"), Times("</form>")]),
    Family::new("nested select", &[Times("<select><div>")]),
    Family::new("options in select", &[Once("<select>"), Times("<option>a")]),
    Family::new("options and groups in div", &[Times("<optgroup><option><div>")]),
    Family::new(
        "options in a deep select",
        &[
            Once("<select><button><selectedcontent></selectedcontent></button>"),
            Times("<div>"),
            Times("<option></option>"),
        ],
    ),
    Family::new(
        "options, not selected",
        &[
            Once("<select size=2><button><selectedcontent></selectedcontent></button>"),
            Times("<option></option>"),
        ],
    ),
    Family::new(
        "options, each selected",
        &[
            Once("<select><button><selectedcontent></selectedcontent></button>"),
            Times("<option selected>a</option>"),
        ],
    ),
    Family::new(
        "selects with selectedcontent",
        &[Times("<select><button><selectedcontent></selectedcontent></button><option>a</option></select>")],
    ),
    Family::new(
        "selectedcontent in a deep tree",
        &[Times("<div>"), Times("<selectedcontent></selectedcontent>")],
    ),
    Family::new(
        "nested selects with selectedcontent",
        &[
            Times("<select><object>"),
            Times("<selectedcontent></selectedcontent></object><option>a</option></select>"),
        ],
    ),
    Family::new(
        "options in the last of many selects",
        &[
            Times("<select><selectedcontent></selectedcontent></select>"),
            Once("<select>"),
            Times("<option></option>"),
        ],
    ),
    Family::new(
        "options in a select with many attributes",
        &[
            Once("<select "),
            Numbered("a# "),
            Once("><selectedcontent></selectedcontent><optgroup "),
            Numbered("a# "),
            Once(">"),
            Times("<option></option>"),
        ],
    ),
    Family::new(
        "options in a select with a long size attribute",
        &[
            Once("<select size='"),
            Times(" "),
            Once("1'><selectedcontent></selectedcontent>"),
            Times("<option></option>"),
        ],
    ),
    Family::new(
        "empty options, cloned often",
        &[
            Once("<select>"),
            Times("<selectedcontent></selectedcontent>"),
            Times("<option selected></option>"),
        ],
    ),
    Family::new(
        "empty options, cloned often, patched",
        &[
            Once("<select><selectedcontent><?start name=a><?end>"),
            Times("<selectedcontent></selectedcontent>"),
            Once("<template for=a>"),
            Times("<option selected></option>"),
        ],
    ),
    Family::new(
        "options in a selectedcontent, after disabled options",
        &[
            Once("<select>"),
            Times("<option disabled></option>"),
            Once("<selectedcontent>"),
            Times("<option>a</option>"),
        ],
    ),
    Family::new(
        "selectedcontent in nested options",
        &[Once("<select>"), Times("<option><div>"), Times("<selectedcontent></selectedcontent>")],
    ),
    Family::new(
        "options in a deep select, through b and p",
        &[
            Once("<select><selectedcontent></selectedcontent>"),
            Times("<b><datalist><p>"),
            Times("<div>"),
            Times("</b><option></option>"),
        ],
    ),
    Family::new(
        "one long option, cloned often",
        &[
            Once("<select>"),
            Root("<button><selectedcontent></selectedcontent></button>"),
            Once("<option>"),
            Root("<i>#</i>"),
        ],
    ),
    Family::new(
        "options after a selectedcontent in an option",
        &[Once("<select><selectedcontent><option><selectedcontent>"), Times("<option>")],
    ),
    Family::new(
        "options in nested tables in a selectedcontent",
        &[Once("<select><selectedcontent><option>"), Times("<table><option>")],
    ),
    Family::new(
        "options and buttons in a selectedcontent",
        &[Once("<select><selectedcontent>"), Times("<option><button>")],
    ),
    Family::new(
        "one option with many markers, cloned often",
        &[
            Once("<?marker name='a'><select><option selected>"),
            Root("<?marker name='a'>"),
            Root("<optgroup><!----><selectedcontent></selectedcontent>"),
        ],
    ),
    Family::new("forms in selects, closed outside", &[Times("<select></form><form>")]),
    Family::new("nested button", &[Times("<button><span>")]),
    Family::new("nested textarea", &[Times("<textarea></textare"), Once("></textarea>")]),
];
