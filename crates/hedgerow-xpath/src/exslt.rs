//! Functions of EXSLT. <https://exslt.github.io/>

use crate::xpath::XPathBuilder;

pub(crate) fn register(builder: XPathBuilder) -> XPathBuilder {
    builder
}
