//! Eighteen things that people want from an HTML parser, a file each, with a test that shows what it does:
//! `cargo test -p hedgerow --example tasks`.
//!
//! How many lines each of them takes here and in other libraries is in `docs/coming-from.md`.
#![expect(dead_code, reason = "the tests are what uses them")]

mod t01_table_to_csv;
mod t02_links;
mod t03_clean;
mod t04_rewrite_images;
mod t05_sections;
mod t06_fill_template;
mod t07_merge;
mod t08_mail_part;
mod t09_first_ten;
mod t10_errors;
#[path = "../count_tags.rs"]
mod t11_count_tags;
mod t12_many_threads;
mod t13_remembered_nodes;
mod t14_highlight;
mod t15_anything;
mod t16_async_chunks;
mod t17_like_scraper;
mod t18_like_kuchiki;

fn main() {
    println!("See the tests: cargo test -p hedgerow --example tasks");
}
