//! Tests of the public API: each compression, damage at every position, and ranges for several workers.

use std::io::{Cursor, Write as _};
use std::ops::Range;

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

/// Compresses to a frame with a window of 2 MiB, as the program zstd does. The encoder's own window is one block.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut frame = compress_to_vec(bytes, CompressionLevel::Fastest);
    let (is_single_segment, window) = (frame[4] & 0x20 != 0, &mut frame[5]);
    assert!(!is_single_segment && *window < 11 << 3);
    *window = 11 << 3;
    frame
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

/// A record of a request, whose block has `length` bytes that can hardly be compressed.
fn request(length: usize) -> Vec<u8> {
    let head = format!("WARC/1.1\r\nWARC-Type: request\r\nContent-Length: {length}\r\n\r\n");
    let block = (0..length as u32).map(|number| {
        let mixed = number.wrapping_mul(2_654_435_761);
        ((mixed ^ (mixed >> 15)).wrapping_mul(2_246_822_519) >> 24) as u8 | 0x80
    });
    head.into_bytes().into_iter().chain(block).chain(*b"\r\n\r\n").collect()
}

/// An archive of responses, each compressed separately.
fn archive(count: usize, compress: Compress) -> Vec<u8> {
    (0..count).flat_map(|number| compress(&response(number))).collect()
}

fn read<R: std::io::Read>(mut archive: Archive<R>) -> Vec<Result<Record, RecordError>> {
    let mut next = || archive.next_record(MOST, |head, _| head.kind() == "response").transpose();
    let records = std::iter::from_fn(&mut next);
    // An incomplete record counts as an error.
    records.map(|record| record.and_then(|mut record| record.take_error().map_or(Ok(record), Err))).collect()
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
fn the_bytes_before_damage_are_read() {
    let part_of_last = |bytes: &[u8]| {
        let mut archive = Archive::new(bytes).unwrap();
        let mut next = || archive.next_record(MOST, |head, _| head.kind() == "request").transpose();
        let records: Vec<_> = std::iter::from_fn(&mut next).collect();
        let (last, before) = records.split_last().unwrap();
        assert!(before.iter().all(|record| record.as_ref().unwrap().problem.is_none()));
        let last = last.as_ref().unwrap();
        assert!(last.problem.is_some());
        (before.len(), last.block.len())
    };
    for compress in [gzip, zstd] {
        // All records in one member, and each in its own.
        let records = [100_000, 200_000, 600_000].map(request);
        let joined = compress(&records.concat());
        let apart = records.map(|record| compress(&record)).concat();
        for bytes in [joined, apart] {
            let (before, length) = part_of_last(&bytes[..bytes.len() / 5 * 4]);
            assert_eq!(before, 2);
            assert!((200_000..500_000).contains(&length), "{length}");
            let mut wrong = bytes.clone();
            let position = bytes.len() / 5 * 4;
            wrong[position..].fill(0xFF);
            let (before, length) = part_of_last(&wrong);
            assert_eq!(before, 2);
            assert!((200_000..600_000).contains(&length), "{length}");
        }
    }
}

/// A reader that returns at most a given number of bytes at once.
struct Slow<'b>(Cursor<&'b [u8]>, usize);

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

impl std::io::Seek for Slow<'_> {
    fn seek(&mut self, position: std::io::SeekFrom) -> std::io::Result<u64> {
        self.0.seek(position)
    }
}

/// The outcome of reading each record: its offset, its address, and the length of its block or the problem.
fn outcomes<R: std::io::Read>(archive: Archive<R>) -> Vec<(u64, Option<String>, String)> {
    let outcome = |record: Result<Record, RecordError>| match record {
        Ok(record) => {
            (record.offset, record.head.target().map(str::to_owned), record.block.len().to_string())
        }
        Err(error) => (error.offset, error.target, error.problem.to_string()),
    };
    read(archive).into_iter().map(outcome).collect()
}

#[test]
fn errors_do_not_depend_on_buffers_and_ranges() {
    for compress in COMPRESSIONS {
        let members: Vec<Vec<u8>> = (0..30).map(|number| compress(&response(number))).collect();
        let mut errors = 0;
        for seed in 0..24 {
            let mut members = members.clone();
            for (number, member) in members.iter_mut().enumerate() {
                let length = member.len();
                match (number + seed) % 5 {
                    0 => member.truncate(length * (seed % 11) / 11),
                    1 => member[length * (seed % 7) / 7] ^= 0x55,
                    _ => {}
                }
            }
            let bytes = members.concat();
            let expected = outcomes(Archive::new(&bytes[..]).unwrap());
            errors += expected.iter().filter(|outcome| outcome.2.parse::<usize>().is_err()).count();
            for chunk in [300, 10_000] {
                let archive = Archive::new(Slow(Cursor::new(&bytes), chunk)).unwrap();
                assert_eq!(outcomes(archive), expected, "{seed}: chunks of {chunk} bytes");
            }
            for parts in [2, 3, 7, 50] {
                let bounds: Vec<u64> = (0..=parts).map(|part| bytes.len() as u64 * part / parts).collect();
                let ranges = bounds.windows(2).map(|pair| pair[0]..pair[1]);
                let shared: Vec<_> = ranges
                    .flat_map(|range| {
                        outcomes(Archive::in_range(Slow(Cursor::new(&bytes), 1000), range).unwrap())
                    })
                    .collect();
                assert_eq!(shared, expected, "{seed}: {parts} ranges");
            }
        }
        assert!(errors > 100, "{errors}");
    }
}

/// The addresses of the responses in the range, with their offsets.
fn responses_in(bytes: &[u8], range: Range<u64>) -> Vec<(String, u64)> {
    let records = read(Archive::in_range(Cursor::new(bytes), range).unwrap());
    records.into_iter().flatten().map(|it| (it.head.target().unwrap().to_owned(), it.offset)).collect()
}

#[test]
fn damage_in_a_skipped_record_is_an_error_and_moves_no_offset() {
    for compress in [gzip, zstd] {
        let mut bytes = compress(&request(3_000_000));
        bytes.truncate(bytes.len() / 10 * 9);
        let second = bytes.len() as u64;
        bytes.extend(compress(&response(2)));
        let third = bytes.len() as u64;
        bytes.extend(compress(&response(3)));
        let expected = [("https://2.example/".to_owned(), second), ("https://3.example/".to_owned(), third)];
        assert_eq!(responses_in(&bytes, 0..u64::MAX), expected);
        assert_eq!(responses_in(&bytes, 0..second), []);
        assert_eq!(responses_in(&bytes, second..u64::MAX), expected);
        assert_eq!(responses_in(&bytes, second..third), expected[..1]);
        let mut records = read(Archive::new(&bytes[..]).unwrap());
        let Problem::Damaged { there, length: 3_000_000, .. } = records.remove(0).unwrap_err().problem else {
            panic!("another problem");
        };
        assert!((2_000_000..3_000_000).contains(&there), "{there}");
        assert_eq!(records.len(), 2);
    }
}

#[test]
fn a_skipped_record_that_is_cut_off_is_an_error() {
    let problems = |bytes: &[u8]| -> (Vec<String>, Vec<String>) {
        let records = read(Archive::new(bytes).unwrap());
        let targets = targets(&records).into_iter().map(str::to_owned).collect();
        (targets, records.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect())
    };
    let mut request = request(3_000_000);
    // Records inside the block do not end it.
    let inner = archive(100, plain);
    request[2_000_000..][..inner.len()].copy_from_slice(&inner);
    let rest = archive(8, plain);
    let (all, errors) = problems(&[&request[..], &rest].concat());
    assert_eq!((all.len(), errors.len()), (8, 0));
    let (all, errors) = problems(&[&request[..request.len() - 4], &rest].concat());
    assert_eq!((all.len(), errors.len()), (8, 0), "without newlines");

    let there = request.len() - 1_000_000;
    let (none, errors) = problems(&[&request[..there], &rest].concat());
    assert_eq!(none.len(), 0);
    let expected = "cannot read record 1: it is cut off, ";
    assert!(errors.len() == 1 && errors[0].starts_with(expected), "{errors:?}");

    // The stated end is inside the second record after this one.
    let missing = 4 + response(1).len() + response(2).len() / 2;
    let rest: Vec<u8> = (1..8).flat_map(response).collect();
    let (all, errors) = problems(&[&request[..request.len() - missing], &rest].concat());
    assert_eq!(all, ["3", "4", "5", "6", "7"].map(|number| format!("https://{number}.example/")));
    assert!(
        errors.len() == 1 && errors[0].starts_with("cannot read record 1: it does not end after the "),
        "{errors:?}"
    );
}

#[test]
fn a_range_begins_with_a_record_whose_head_is_long() {
    for length in [1_000, 100_000, 1_000_000] {
        let head = format!("WARC/1.1\r\nWARC-Note: {}\r\n", "a".repeat(length));
        let long = [head.as_bytes(), &response(5)[b"WARC/1.1\r\n".len()..]].concat();
        let first = response(1);
        let bytes = [&first[..], &long, &response(2)].concat();
        let start = first.len() as u64;
        let expected = [("https://5.example/", start), ("https://2.example/", start + long.len() as u64)]
            .map(|(target, offset)| (target.to_owned(), offset));
        assert_eq!(responses_in(&bytes, start..u64::MAX), expected, "{length}");
    }
}

#[test]
fn a_damaged_first_header_does_not_prevent_reading_a_later_range() {
    for compress in [gzip, zstd] {
        let mut bytes = compress(&response(1));
        // In a zstd frame, the header then refers to a dictionary that does not exist.
        bytes[4] |= 3;
        let second = bytes.len() as u64;
        bytes.extend(compress(&response(2)));
        assert_eq!(responses_in(&bytes, second..u64::MAX), [("https://2.example/".to_owned(), second)]);
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
    assert!(response(49).ends_with(&[&body.bytes[..], b"\r\n\r\n"].concat()));
}

/// A generator of small random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A record with one of the mistakes that crawlers make. No line of its block begins like a record.
fn damaged_record(number: u64, random: &mut Random, most_added: u64) -> Vec<u8> {
    let text = "<p>text\r\n".repeat(random.below(30) as usize);
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{text}<p>{number}");
    let (mut length, mut newlines) = (block.len() as u64, "\r\n\r\n");
    let mut head_end = "\r\n\r\n";
    match random.below(12) {
        0 => newlines = "",
        1 => newlines = "\n",
        2 => newlines = "\r\n\r",
        3 => length += 4,
        4 => length += random.below(200),
        5 => length -= random.below(20),
        6 => length += most_added,
        7 => head_end = "\r\n",
        8 => newlines = "\r\n\r\nnoise\r\n",
        _ => {}
    }
    let kind = if random.below(3) == 0 { "request" } else { "response" };
    let length = if random.below(20) == 0 { String::new() } else { format!("\r\nContent-Length: {length}") };
    format!("WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {number}{length}{head_end}{block}{newlines}")
        .into_bytes()
}

#[test]
fn each_version_line_of_a_damaged_archive_is_a_record_an_error_or_counted() {
    for (compress, name) in COMPRESSIONS.into_iter().zip(["plain", "gzip", "zstd"]) {
        for seed in 0..40 {
            let mut random = Random(seed);
            let records: Vec<_> =
                (0..12).map(|number| damaged_record(number, &mut random, 3_000_000)).collect();
            let (mut bytes, mut lines, mut ends_line) = (Vec::new(), 0, true);
            for record in &records {
                lines += u64::from(ends_line || name != "plain");
                ends_line = record.ends_with(b"\n") || record.ends_with(b"\r");
                bytes.extend(compress(record));
            }
            for is_wanted in [true, false] {
                let mut archive = Archive::new(&bytes[..]).unwrap();
                let (mut with_length, mut others, mut results) = (0, 0, 0);
                loop {
                    let next = archive.next_record(1 << 20, |_, _| {
                        with_length += 1;
                        is_wanted
                    });
                    results += 1;
                    match next {
                        Ok(Some(_)) => {}
                        Ok(None) => break,
                        Err(error) => {
                            let has_length =
                                !matches!(error.problem, Problem::HeadWithoutEnd | Problem::NoLength);
                            let is_record =
                                !matches!(error.problem, Problem::NoVersion | Problem::DamageAfter(_));
                            others += u64::from(!has_length && is_record) + error.lost;
                        }
                    }
                }
                assert!(!is_wanted || results > with_length, "each wanted record is a result");
                let found = with_length + others;
                // A record that does not begin a line is found only after a record whose length is right.
                let most = if name == "plain" { records.len() as u64 } else { lines };
                assert!((lines..=most).contains(&found), "{name} {seed}: {found} of {lines} records");
            }
        }
    }
}

#[test]
fn a_record_of_wrong_length_is_returned_with_its_problem() {
    let record = |length: usize, end: &str| {
        let fields = "WARC-Type: response\r\nWARC-Target-URI: https://0.example/";
        format!("WARC/1.0\r\n{fields}\r\nContent-Length: {length}\r\n\r\n<p>012345{end}").into_bytes()
    };
    for compress in COMPRESSIONS {
        for (length, end, block, problem) in [
            (9, "\r\n\r\n", "<p>012345", None),
            // The next record begins where this one ends.
            (9, "", "<p>012345", None),
            (13, "\r\n\r\n", "<p>012345\r\n\r\n", None),
            (15, "\r\n\r\n", "<p>012345", Some("it is cut off, 13 of 15 bytes are there")),
            (100, "\r\n\r\n", "<p>012345", Some("it is cut off, 13 of 100 bytes are there")),
            (
                7,
                "\r\n\r\n",
                "<p>0123",
                Some("it does not end after the 7 bytes that its Content-Length states"),
            ),
        ] {
            let bytes = [compress(&record(length, end)), compress(&response(1))].concat();
            let mut archive = Archive::new(&bytes[..]).unwrap();
            let mut first = archive.next_record(MOST, |_, _| true).unwrap().unwrap();
            assert_eq!(String::from_utf8(first.block.clone()).unwrap(), block, "{length} {end:?}");
            let error = first.take_error().map(|error| error.to_string());
            let expected = problem.map(|it| format!("cannot read record 1 (https://0.example/): {it}"));
            assert_eq!(error, expected, "{length} {end:?}");
            let second = archive.next_record(MOST, |_, _| true).unwrap().unwrap();
            assert_eq!(second.head.target(), Some("https://1.example/"), "{length} {end:?}");
        }
    }
}

#[test]
fn ranges_share_a_damaged_archive() {
    for compress in COMPRESSIONS {
        for seed in 0..10 {
            let mut random = Random(seed);
            let bytes: Vec<u8> =
                (0..12).flat_map(|number| compress(&damaged_record(number, &mut random, 500))).collect();
            let whole = outcomes(Archive::new(&bytes[..]).unwrap());
            for parts in [2, 5, 30] {
                let bounds: Vec<u64> = (0..=parts).map(|part| bytes.len() as u64 * part / parts).collect();
                let ranges = bounds.windows(2).map(|pair| pair[0]..pair[1]);
                let shared: Vec<_> = ranges
                    .flat_map(|range| outcomes(Archive::in_range(Cursor::new(&bytes), range).unwrap()))
                    .collect();
                assert_eq!(shared, whole, "{seed} {parts}");
            }
        }
    }
}
