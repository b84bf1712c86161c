//! `--for-each`: runs a query for each file of a long job, and writes a Parquet file for each.
//!
//! A result is written as a whole or not at all, so a file with a result is done, and a second run continues where the first one
//! ended.

use std::path::{Path, is_separator};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use hedgerow_datafusion::datafusion::arrow::array::ArrayRef;
use hedgerow_datafusion::datafusion::arrow::array::cast::AsArray as _;
use hedgerow_datafusion::datafusion::arrow::array::types::UInt64Type;
use hedgerow_datafusion::datafusion::dataframe::DataFrameWriteOptions;
use hedgerow_datafusion::datafusion::datasource::listing::ListingTableUrl;
use hedgerow_datafusion::datafusion::prelude::SessionContext;
use object_store::{Error as StoreError, ObjectStoreExt as _};

use crate::query::{dataframe, describe};

/// The text in a query that stands for the file.
const PLACEHOLDER: &str = "{file}";

/// Runs the query for each file that matches the pattern and has no result in the folder.
pub(crate) async fn run(context: &SessionContext, query: &str, pattern: &str, folder: &str) -> Result<()> {
    if !query.contains(PLACEHOLDER) {
        return Err(anyhow!(
            "the query names no file; write {PLACEHOLDER} for it: FROM warc('{PLACEHOLDER}')"
        ));
    }
    let files = hedgerow_datafusion::find_files(&context.runtime_env(), pattern).await;
    let files = files.map_err(|error| describe(&error))?;
    let (count, mut done, mut failed) = (files.len(), 0, 0);
    for (number, (file, length)) in files.iter().enumerate() {
        let output = format!("{}/{}.parquet", folder.trim_end_matches('/'), name_of_result(pattern, file));
        let progress = format!("{} of {count}: {file}", number + 1);
        if exists(context, &output).await? {
            done += 1;
            continue;
        }
        let begin = Instant::now();
        match write(context, &query.replace(PLACEHOLDER, &file.replace('\'', "''")), &output).await {
            Ok(rows) => eprintln!(
                "{progress}: {rows} rows from {length} bytes in {:.1} s",
                begin.elapsed().as_secs_f64()
            ),
            Err(error) => {
                failed += 1;
                eprintln!("{progress}: {error:#}");
            }
        }
    }
    if done > 0 {
        eprintln!("{done} of {count} files had a result already");
    }
    if failed > 0 {
        return Err(anyhow!("{failed} of {count} files have no result; the same command tries them again"));
    }
    Ok(())
}

/// Returns the name of the result of a file: its path below the last folder that the pattern names without wildcards. It does
/// not depend on the other files, of which there may be more when the job continues.
fn name_of_result<'f>(pattern: &str, file: &'f str) -> &'f str {
    let folder = &pattern[..pattern.find(['*', '?', '[']).unwrap_or(pattern.len())];
    let folder = &folder[..folder
        .rfind(|character: char| character == '/' || is_separator(character))
        .map_or(0, |end| end + 1)];
    // The paths that match `./a//*` begin with `a/`.
    let folder = Path::new(folder);
    let folder = folder.strip_prefix(".").unwrap_or(folder);
    Path::new(file).strip_prefix(folder).ok().and_then(Path::to_str).unwrap_or(file)
}

/// Whether a file exists.
async fn exists(context: &SessionContext, file: &str) -> Result<bool> {
    let url = ListingTableUrl::parse(file).map_err(|error| describe(&error))?;
    let store = context.runtime_env().object_store(&url).map_err(|error| describe(&error))?;
    match store.head(url.prefix()).await {
        Ok(_) => Ok(true),
        Err(StoreError::NotFound { .. }) => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read {file}")),
    }
}

/// Runs a query and writes its rows to a file. Returns their number.
async fn write(context: &SessionContext, query: &str, output: &str) -> Result<u64> {
    let rows = dataframe(context, query).await?;
    let options = DataFrameWriteOptions::new().with_single_file_output(true);
    let counts = rows.write_parquet(output, options, None).await.map_err(|error| describe(&error))?;
    let count = |counts: &ArrayRef| {
        counts.as_primitive_opt::<UInt64Type>().map(|counts| counts.values().iter().sum::<u64>())
    };
    Ok(counts.iter().filter_map(|batch| count(batch.column(0))).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_has_the_name_of_its_file() {
        for (pattern, file, name) in [
            ("crawl/*.warc", "crawl/a.warc", "a.warc"),
            ("crawl/*/x-*.warc", "crawl/1/x-a.warc", "1/x-a.warc"),
            ("./*.warc", "a.warc", "a.warc"),
            ("./crawl//*/a.warc", "crawl/1/a.warc", "1/a.warc"),
            ("*.warc", "a.warc", "a.warc"),
            ("s3://bucket/crawl/a.warc", "s3://bucket/crawl/a.warc", "a.warc"),
        ] {
            assert_eq!(name_of_result(pattern, file), name);
        }
    }
}
