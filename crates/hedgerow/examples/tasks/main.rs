//! Eighteen common tasks for an HTML parser, one in each file, with a test that shows the result:
//! `cargo test -p hedgerow --example tasks`.
//!
//! `docs/coming-from.md` compares the number of lines of each task with the same task in other libraries.
#![expect(dead_code, reason = "only the tests use the tasks")]

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
