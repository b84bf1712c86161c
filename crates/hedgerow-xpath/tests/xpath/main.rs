//! `XPath` expressions as their users write them.

mod costs;
mod expressions;
mod generated;
mod oracle;
mod several_trees;
