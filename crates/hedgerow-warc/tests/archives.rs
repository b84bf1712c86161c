//! Tests of the public API: each compression, damage at every position, and ranges for several workers.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use hedgerow_warc::{Archive, Budget, Problem, Record, RecordError, ResponseHead};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

const MOST: usize = 1 << 24;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

type Compress = fn(&[u8]) -> Vec<u8>;

const COMPRESSIONS: [Compress; 3] = [plain, gzip, zstd];

fn response(number: usize) -> Vec<u8> {
    // Some blocks contain bytes that look like the start of a record or of a member.
    let body = match number % 4 {
        0 => "\r\n\r\nWARC/1.0\r\nno record".repeat(number % 7),
        1 => String::from_utf8_lossy(&gzip(b"WARC/1.0")).repeat(3),
        _ => "<p>text".repeat(number * 37 % 5000),
    };
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://{number}.example/\r\n\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

/// An archive of responses, each compressed separately.
fn archive(count: usize, compress: Compress) -> Vec<u8> {
    (0..count).flat_map(|number| compress(&response(number))).collect()
}

fn read<R: std::io::Read>(mut archive: Archive<R>) -> Vec<Result<Record, RecordError>> {
    let mut next = || archive.next_record(MOST, |head, _| head.kind() == "response").transpose();
    std::iter::from_fn(&mut next).collect()
}

fn targets(records: &[Result<Record, RecordError>]) -> Vec<&str> {
    records.iter().flatten().map(|record| record.head.target().unwrap()).collect()
}

#[test]
fn each_compression_has_the_same_records() {
    let expected: Vec<String> = (0..200).map(|number| format!("https://{number}.example/")).collect();
    for compress in COMPRESSIONS {
        let bytes = archive(200, compress);
        let records = read(Archive::new(&bytes[..]).unwrap());
        assert!(records.iter().all(Result::is_ok));
        assert_eq!(targets(&records), expected);
        for record in records.iter().flatten() {
            let expected = response(record.number as usize - 1);
            assert!(expected.ends_with(&[&record.block[..], b"\r\n\r\n"].concat()), "{}", record.number);
            // Reading at the offset returns the same record.
            let rest = &bytes[record.offset as usize..];
            let again = read(Archive::new(rest).unwrap()).remove(0).unwrap();
            assert_eq!(again.head, record.head);
        }
    }
}

#[test]
fn ranges_share_an_archive_without_loss_or_repetition() {
    for compress in COMPRESSIONS {
        let bytes = archive(120, compress);
        let whole = read(Archive::new(&bytes[..]).unwrap());
        for parts in [2, 3, 7, 50, 1000] {
            let bounds: Vec<u64> = (0..=parts).map(|part| bytes.len() as u64 * part / parts).collect();
            let ranges = bounds.windows(2).map(|pair| pair[0]..pair[1]);
            let shared: Vec<_> = ranges
                .flat_map(|range| read(Archive::in_range(Cursor::new(&bytes), range).unwrap()))
                .collect();
            assert!(shared.iter().all(Result::is_ok), "{parts}");
            assert_eq!(targets(&shared), targets(&whole), "{parts}");
            let offsets = |records: &[Result<Record, RecordError>]| {
                records.iter().flatten().map(|record| record.offset).collect::<Vec<_>>()
            };
            assert_eq!(offsets(&shared), offsets(&whole), "{parts}");
        }
    }
}

#[test]
fn a_damaged_member_hides_no_other_record() {
    for compress in [gzip, zstd] {
        let members: Vec<Vec<u8>> = (0..20).map(|number| compress(&response(number))).collect();
        for damaged in 0..20 {
            let mut members = members.clone();
            let length = members[damaged].len();
            members[damaged].truncate(length / 2);
            let records = read(Archive::new(&members.concat()[..]).unwrap());
            let expected: Vec<String> = (0..20)
                .filter(|number| *number != damaged)
                .map(|number| format!("https://{number}.example/"))
                .collect();
            assert_eq!(targets(&records), expected, "{damaged}");
            let errors = records.iter().filter(|record| record.is_err()).count();
            assert!((1..=2).contains(&errors), "{damaged}: {errors}");
        }
    }
}

#[test]
fn a_record_that_is_too_long_is_an_error_with_its_address() {
    let bytes = archive(4, gzip);
    let mut archive = Archive::new(&bytes[..]).unwrap();
    let mut next = || archive.next_record(100, |_, _| true).transpose();
    let errors: Vec<RecordError> = std::iter::from_fn(&mut next).filter_map(Result::err).collect();
    assert!(matches!(errors[0].problem, Problem::TooLong { most: 100 }));
    assert_eq!(
        errors[0].to_string(),
        "cannot read record 2 (https://1.example/): it has more than 100 bytes"
    );
}

#[test]
fn only_wanted_blocks_are_read() {
    let bytes = archive(50, gzip);
    let mut archive = Archive::new(&bytes[..]).unwrap();
    let mut seen = 0;
    let wanted = archive
        .next_record(MOST, |head, start| {
            seen += 1;
            assert_eq!(ResponseHead::parse(start).unwrap().status(), 200);
            head.target() == Some("https://49.example/")
        })
        .unwrap()
        .unwrap();
    assert_eq!((seen, wanted.number), (50, 50));
    let head = ResponseHead::parse(&wanted.block).unwrap();
    let body = head.body(wanted.block, &mut Budget::new(MOST, &mut |_| ())).unwrap();
    assert!(response(49).ends_with(&[&body[..], b"\r\n\r\n"].concat()));
}
