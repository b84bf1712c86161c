//! `XPath` expressions as their users write them.

mod expressions;
mod generated;
mod oracle;
mod several_trees;
