//! The kinds of inputs: folders, compressed files, web archives; and the messages for unreadable inputs.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::support::{Run, command, run};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use insta::assert_snapshot;

/// Creates an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    Run::of(command(arguments).current_dir(folder).output().unwrap())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns a record of an archive.
fn record(kind: &str, target: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {target}\r\nContent-Type: application/http\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns a record with an HTML response.
fn response(target: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n");
    record("response", target, &[head.as_bytes(), body].concat())
}

/// Returns the records of an archive with several kinds of records and codings.
fn records() -> Vec<Vec<u8>> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
    deflate.write_all(b"<title>Deflate</title>").unwrap();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(b"<title>Zlib</title>").unwrap();
    vec![
        record("warcinfo", "", b"software: a test\r\n"),
        record("request", "https://a.example/", b"GET / HTTP/1.1\r\n\r\n"),
        response("https://a.example/", "", b"<title>Plain</title>"),
        record("response", "https://a.example/x.png", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<title>No"),
        response("https://a.example/gone", "", b""),
        response(
            "https://b.example/",
            "Transfer-Encoding: chunked\r\n",
            b"7\r\n<title>\r\nf\r\nChunked</title>\r\n0\r\n\r\n",
        ),
        response("https://c.example/", "Content-Encoding: gzip\r\n", &gzip(b"<title>Gzip</title>")),
        response("https://d.example/", "Content-Encoding: deflate\r\n", &deflate.finish().unwrap()),
        response("https://e.example/", "Content-Encoding: deflate\r\n", &zlib.finish().unwrap()),
        record(
            "response",
            "https://f.example/",
            b"HTTP/1.1 404 Not Found\r\ncontent-type: text/html;charset=shift_jis\r\n\r\n<title>\x90\xB6</title>",
        ),
    ]
}

const TITLES: &str = "==> https://a.example/ <==\nPlain\n\n==> https://b.example/ <==\nChunked\n\n\
    ==> https://c.example/ <==\nGzip\n\n==> https://d.example/ <==\nDeflate\n\n==> https://e.example/ <==\nZlib\n\n\
    ==> https://f.example/ <==\n\u{751F}\n";

const SELECT_TITLES: [&str; 3] = ["select", "--text", "title"];

#[test]
fn each_html_response_in_an_archive_is_a_document() {
    let folder = folder("archives");
    let plain = records().concat();
    let members: Vec<u8> = records().iter().flat_map(|record| gzip(record)).collect();
    fs::write(folder.join("a.warc"), &plain).unwrap();
    fs::write(folder.join("b.warc.gz"), &members).unwrap();
    fs::write(folder.join("c.warc.gz"), gzip(&plain)).unwrap();
    for name in ["a.warc", "b.warc.gz", "c.warc.gz"] {
        let run = run_in(&folder, &[&SELECT_TITLES[..], &[name]].concat());
        assert_eq!((run.exit_code, &*run.output, &*run.complaints), (Some(0), TITLES, ""), "{name}");
    }
    for input in [plain, members] {
        assert_eq!(run(&SELECT_TITLES, input).output, TITLES);
    }
    let encodings = run_in(&folder, &["encoding", "a.warc"]).output;
    assert!(encodings.contains("https://f.example/: Shift_JIS, certain: "), "{encodings}");
    let overridden = run_in(&folder, &["encoding", "--encoding=utf-8", "a.warc"]).output;
    assert!(overridden.contains("https://f.example/: UTF-8, certain: "), "{overridden}");
}

#[test]
fn a_damaged_record_is_reported_and_the_others_are_read() {
    let folder = folder("damaged");
    let [first, cut, last] = ["first", "cut", "last"].map(|name| {
        response(&format!("https://{name}.example/"), "", format!("<title>{name}</title>").as_bytes())
    });
    let cut = &cut[..cut.len() - 9];
    let short = String::from_utf8(response("https://short.example/", "", b"<title>short</title>")).unwrap();
    let short = short.replace("Content-Length: 6", "Content-Length: 5");
    let wrong = response("https://wrong.example/", "Content-Encoding: br\r\n", b"\xFF<title>");
    // A gzip member that is truncated.
    let noise: Vec<u8> =
        (0..50_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let long = gzip(&response("https://damaged.example/", "", &noise));
    let damaged = &long[..long.len() / 2];
    for (name, archive) in [
        ("middle.warc", [&first[..], cut, b"\r\n\r\n", &last].concat()),
        ("end.warc", [&first[..], &last, cut].concat()),
        ("coding.warc", [&first[..], &wrong, &last].concat()),
        ("short.warc", [&first[..], short.as_bytes(), &last].concat()),
        ("nonsense.warc", [&first[..], b"nonsense\r\nmore: nonsense\r\n\r\n", &last].concat()),
        ("length.warc", [&first[..], b"WARC/1.0\r\nWARC-Type: response\r\n\r\n<p>\r\n\r\n", &last].concat()),
        ("member.warc.gz", [&gzip(&first)[..], damaged, &gzip(&last)].concat()),
        ("end.warc.gz", [&gzip(&first)[..], &gzip(&last), damaged].concat()),
    ] {
        fs::write(folder.join(name), archive).unwrap();
        let run = run_in(&folder, &[&SELECT_TITLES[..], &[name]].concat());
        assert_eq!(run.exit_code, Some(2), "{name}: {}", run.complaints);
        // The part of a damaged record that can be read may have a title, too.
        for expected in ["first", "last"] {
            let expected = format!("==> https://{expected}.example/ <==\n{expected}\n");
            assert!(run.output.contains(&expected), "{name}: {}", run.report());
        }
        assert_snapshot!(format!("damaged_{name}"), run.complaints);
    }
    fs::write(folder.join("none.warc"), "<p>").unwrap();
    fs::write(folder.join("archive.html"), &first).unwrap();
    fs::write(folder.join("cut.html.gz"), &gzip(&noise)[..100]).unwrap();
    let arguments = ["select", "p", "none.warc", "archive.html", "cut.html.gz"];
    assert_snapshot!(run_in(&folder, &arguments).report());
}

#[test]
fn documents_in_folders_are_found() {
    let folder = folder("folders");
    for (name, text) in [
        ("site/b.html", "<p>b"),
        ("site/a/c.HTM", "<p>c"),
        ("site/a/d.txt", "<p>d"),
        ("site/.hidden/e.html", "<p>e"),
        ("site/drafts/f.html", "<p>f"),
        ("site/.ignore", "drafts\n"),
        ("site/z.xhtml", "<p>z"),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(folder.join("site/g.shtml.gz"), gzip(b"<p>g")).unwrap();
    fs::write(folder.join("site/h.warc"), response("https://h.example/", "", b"<p>h")).unwrap();
    fs::create_dir_all(folder.join("empty")).unwrap();
    let run = run_in(&folder, &["select", "--text", "p", "site", "empty"]);
    assert_snapshot!(run.report().replace('\\', "/"));
    for arguments in [["select", "p", "empty"], ["tree", "empty", "site/z.xhtml"]] {
        assert_eq!(run_in(&folder, &arguments).exit_code, Some(2), "{arguments:?}");
    }
    let log = run_in(&folder, &["check", "--format=sarif", "site/h.warc"]).output;
    assert!(log.contains("\"uri\":\"https://h.example/\""), "{log}");
}

#[test]
fn gzip_is_decompressed() {
    let folder = folder("compressed");
    let text = gzip(b"<title>a</title>");
    fs::write(folder.join("a.html.gz"), [&text[..], &gzip(b"<p>b")].concat()).unwrap();
    fs::write(folder.join("named.html"), &text).unwrap();
    assert_eq!(run_in(&folder, &["minify", "a.html.gz"]).output, "<title>a</title><p>b\n");
    assert_eq!(run_in(&folder, &["minify", "named.html"]).output, "<title>a</title>\n");
    assert_eq!(run(&["minify"], text).output, "<title>a</title>\n");
}

#[test]
fn bytes_after_compressed_data_are_ignored_with_a_warning() {
    let folder = folder("trailing");
    fs::write(folder.join("a.html.gz"), [&gzip(b"<title>a</title>")[..], b"signature"].concat()).unwrap();
    let run = run_in(&folder, &["minify", "a.html.gz"]);
    assert_eq!((run.exit_code, &*run.output), (Some(0), "<title>a</title>\n"));
    assert_snapshot!(run.complaints, @r"hedgerow: other bytes follow the compressed data in a.html.gz; they are ignored");
}

/// `<title>Brotli</title>`, compressed by Node's `brotliCompressSync`.
const BROTLI: [u8; 25] = [
    0x0B, 0x0A, 0x80, 0x3C, 0x74, 0x69, 0x74, 0x6C, 0x65, 0x3E, 0x42, 0x72, 0x6F, 0x74, 0x6C, 0x69, 0x3C,
    0x2F, 0x74, 0x69, 0x74, 0x6C, 0x65, 0x3E, 0x03,
];

#[test]
fn brotli_is_recognized_by_the_name_of_the_file() {
    let folder = folder("brotli");
    fs::write(folder.join("a.html.br"), BROTLI).unwrap();
    fs::write(folder.join("cut.html.br"), &BROTLI[..12]).unwrap();
    assert_eq!(run_in(&folder, &["minify", "a.html.br"]).output, "<title>Brotli</title>\n");
    let run = run_in(&folder, &["select", "title", "."]);
    assert_eq!(run.exit_code, Some(2));
    assert_snapshot!(run.report(), @r"
    exit code: 2
    --- output
    ==> ./a.html.br <==
    <title>Brotli</title>
    --- complaints
    hedgerow: cannot read ./cut.html.br: the compressed data is cut off or damaged (Invalid Data)
    ---
    ");
}

/// Returns a zstd frame with a text of at most 255 bytes, in a block that is not compressed.
fn zstd(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap();
    let [low, high, _, _] = (u32::from(length) << 3 | 1).to_le_bytes();
    [&[0x28, 0xB5, 0x2F, 0xFD, 0x20, length, low, high, 0][..], text.as_bytes()].concat()
}

#[test]
fn zstd_is_recognized_by_its_first_bytes() {
    let folder = folder("zstd");
    let compressed = zstd("<title>zstd</title>");
    fs::write(folder.join("a.html.zst"), &compressed).unwrap();
    fs::write(folder.join("named.html"), &compressed).unwrap();
    fs::write(folder.join("cut.html.zst"), &compressed[..20]).unwrap();
    let run = run_in(&folder, &["select", "title", "."]);
    assert_eq!(run.exit_code, Some(2));
    assert_snapshot!(run.report(), @r"
    exit code: 2
    --- output
    ==> ./a.html.zst <==
    <title>zstd</title>

    ==> ./named.html <==
    <title>zstd</title>
    --- complaints
    hedgerow: cannot read ./cut.html.zst: the compressed data is cut off or damaged (Failed to parse block header: Error while reading bytes for Raw: failed to fill whole buffer)
    ---
    ");
}

#[test]
fn containers_of_documents_are_refused() {
    let folder = folder("containers");
    fs::write(folder.join("a.html"), b"PK\x03\x04<p>").unwrap();
    fs::write(
        folder.join("b.html"),
        b"From: <Saved by a browser>\r\nSubject: b\r\nMIME-Version: 1.0\r\n\r\n<p>",
    )
    .unwrap();
    fs::write(folder.join("c.html"), b"Text\n<p>\nMIME-Version: 1.0").unwrap();
    fs::write(folder.join("d.html.xz"), b"\xFD7zXZ\0\0\x04").unwrap();
    fs::write(folder.join("e.arc.gz"), gzip(b"filedesc://e.arc 0.0.0.0 20000101000000 text/plain 76\n"))
        .unwrap();
    let names = ["a.html", "b.html", "c.html", "d.html.xz", "e.arc.gz"];
    let run = run_in(&folder, &[&["select", "--count", "p"][..], &names].concat());
    assert_eq!(run.exit_code, Some(2));
    assert_snapshot!(run.report(), @r"
    exit code: 2
    --- output
    c.html:1
    --- complaints
    hedgerow: a.html is a zip archive: unpack it, and name the folder
    hedgerow: b.html is MHTML, a page with its parts in one file: save the page as HTML
    hedgerow: d.html.xz is compressed with xz: decompress it with `xz -dc`, and pipe it in
    hedgerow: e.arc.gz is an ARC file, the web archive format before WARC: convert it to WARC
    ---
    ");
}

#[test]
fn the_number_of_jobs_does_not_change_the_output() {
    let folder = folder("jobs");
    for number in 0..40 {
        let records: Vec<u8> = (0..20)
            .flat_map(|record| {
                let body = "<i>".repeat(number * 7 % 31) + &format!("<title>{number} {record}</title>");
                response(&format!("https://{number}.example/{record}"), "", body.as_bytes())
            })
            .collect();
        fs::write(folder.join(format!("{number}.warc.gz")), gzip(&records)).unwrap();
        fs::write(folder.join(format!("{number}.html")), format!("<title>{number}")).unwrap();
    }
    for command in
        [&["tree"][..], &["select", "title"], &["check", "--format=json"], &["encoding"], &["tokens"]]
    {
        let [one, four] = ["1", "4"].map(|jobs| run_in(&folder, &[command, &["--jobs", jobs, "."]].concat()));
        assert!(one.output == four.output, "{command:?}");
        assert_eq!((one.exit_code, one.complaints), (four.exit_code, four.complaints), "{command:?}");
    }
    let none = run(&["tree", "--jobs=0"], "");
    assert_eq!(none.exit_code, Some(2));
    assert!(none.complaints.contains("not a number of 1 or more"), "{}", none.complaints);
}

#[test]
fn addresses_are_not_fetched() {
    let run = run(&["select", "--text", "p", "https://example.org/?a=b", "-"], "<p>a");
    assert_eq!(run.exit_code, Some(2));
    assert_snapshot!(run.report());
}

#[test]
fn the_standard_input_is_read_once() {
    let run = run(&["minify", "-", "-"], "<p>a");
    assert_eq!((run.exit_code, &*run.output), (Some(2), "==> standard input <==\n<p>a\n"));
    assert_eq!(run.complaints, "hedgerow: cannot read standard input a second time: name `-` only once\n");
}

#[test]
fn decompressed_bytes_are_bounded() {
    let folder = folder("bombs");
    let long = gzip(&b"<p>x".repeat(1 << 20));
    let encoded = "Content-Encoding: gzip\r\n";
    let twice = "Content-Encoding: gzip, gzip\r\n";
    let many = encoded.repeat(6);
    let records = [
        response("https://a.example/", encoded, &long),
        response("https://b.example/", twice, &gzip(&long)),
        response("https://c.example/", &many, &long),
        response("https://d.example/", "", &b"<p>y".repeat(1 << 18)),
        response("https://e.example/", encoded, &gzip(b"<title>e</title>")),
    ];
    fs::write(folder.join("a.warc"), records.concat()).unwrap();
    fs::write(folder.join("a.html.gz"), &long).unwrap();
    fs::write(folder.join("a.html"), b"<p>z".repeat(1 << 18)).unwrap();
    let arguments = ["select", "--text", "title", "--max-bytes=1000000", "a.warc", "a.html.gz", "a.html"];
    assert_snapshot!(run_in(&folder, &arguments).report());
    let nodes = run_in(&folder, &["tree", "--max-nodes=1000", "a.html"]);
    assert_eq!((nodes.exit_code, &*nodes.output), (Some(2), ""));
    assert_snapshot!(nodes.complaints);
}

#[test]
fn long_answers_are_the_same_in_pieces() {
    let folder = folder("pieces");
    let [shallow, deep] = [1, 700].map(|depth| "<div>".repeat(depth) + "<p>text".repeat(2000).as_str());
    fs::write(folder.join("shallow.html"), shallow).unwrap();
    fs::write(folder.join("deep.html"), deep).unwrap();
    let [whole, shallow] = ["deep.html", "shallow.html"].map(|name| run_in(&folder, &["tree", name]).output);
    assert!(whole.len() > 1 << 20);
    let expected = format!("==> deep.html <==\n{whole}\n==> shallow.html <==\n{shallow}");
    for jobs in ["1", "4"] {
        let both = run_in(&folder, &["tree", "--jobs", jobs, "deep.html", "shallow.html"]);
        assert!(both.output == expected, "{jobs}");
        let count = run_in(&folder, &["select", "--jobs", jobs, "div", "deep.html", "shallow.html"]);
        assert_eq!(count.output.matches("==> ").count(), 2, "{jobs}");
    }
}

#[test]
fn ignored_and_hidden_documents_are_counted_and_read_on_request() {
    let folder = folder("ignored");
    for (name, text) in [("dist/a.html", "<p>a"), ("dist/.b.html", "<p>b"), (".ignore", "/dist/*\n")] {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    let select = |options: &[&str]| {
        run_in(&folder, &[&["select", "-t", "p", "dist", "--no-filename"][..], options].concat())
    };
    let nothing = select(&[]);
    assert_eq!((nothing.exit_code, nothing.output.as_str()), (Some(2), ""));
    assert!(
        nothing
            .complaints
            .contains("2 are hidden, excluded by a file such as .gitignore, or below a symbolic link"),
        "{}",
        nothing.complaints
    );
    assert_eq!(select(&["--no-ignore"]).output, "a\n");
    assert_eq!(select(&["--no-ignore", "--hidden"]).output, "b\na\n");
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_followed_on_request() {
    let folder = folder("links");
    fs::write(folder.join("a.html"), "<p>a").unwrap();
    fs::create_dir(folder.join("site")).unwrap();
    std::os::unix::fs::symlink("../a.html", folder.join("site/b.html")).unwrap();
    let select = |options: &[&str]| run_in(&folder, &[&["select", "-t", "p", "site"][..], options].concat());
    let nothing = select(&[]);
    assert_eq!(nothing.exit_code, Some(2));
    assert!(nothing.complaints.contains("or below a symbolic link; use "), "{}", nothing.complaints);
    assert!(select(&["--follow"]).output.ends_with("a\n"));
    // A link to its own folder is reported, and the other files are read.
    std::os::unix::fs::symlink(".", folder.join("site/itself")).unwrap();
    let run = select(&["--follow"]);
    assert!(run.output.ends_with("a\n") && run.exit_code == Some(2), "{}", run.report());
}

#[test]
fn an_archive_without_html_is_mentioned() {
    let image =
        record("response", "https://a.example/x.png", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx");
    let run = run(&["select", "p"], image);
    let expected = "hedgerow: no documents in the archive standard input: only responses whose Content-Type is HTML are \
                    read\n";
    assert_eq!((run.output.as_str(), run.complaints.as_str()), ("", expected));
}

#[test]
fn records_that_may_be_documents_are_counted() {
    let head = "HTTP/1.1 200 OK\r\n";
    let html = "Content-Type: text/html\r\n";
    let records = [
        record("response", "https://a.example/", format!("{head}\r\n<p>a").as_bytes()),
        record("response", "https://b.example/", format!("{head}\r\n<p>b").as_bytes()),
        record("response", "https://empty.example/", format!("{head}\r\n").as_bytes()),
        record("response", "https://c.example/", format!("{head}{html}\r\n<p>c").as_bytes()),
    ];
    let saved = String::from_utf8(record("resource", "https://d.example/", b"<p>d")).unwrap();
    let saved = saved.replacen("\r\n", "\r\nContent-Type: text/html\r\n", 1);
    let run = run(&["select", "--text", "p"], [records.concat(), saved.into_bytes()].concat());
    assert_snapshot!(run.report(), @r"
    exit code: 0
    --- output
    ==> https://a.example/ <==
    a

    ==> https://b.example/ <==
    b

    ==> https://c.example/ <==
    c
    --- complaints
    hedgerow: skipped 1 resource record in the archive standard input: only responses whose Content-Type is HTML are read
    ---
    ");
}

#[cfg(unix)]
#[test]
fn an_unreadable_folder_is_named_once() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder("unreadable");
    fs::create_dir_all(folder.join("site/in")).unwrap();
    fs::write(folder.join("site/a.html"), "<p>a").unwrap();
    fs::set_permissions(folder.join("site/in"), fs::Permissions::from_mode(0o0)).unwrap();
    let is_superuser = fs::read_dir(folder.join("site/in")).is_ok();
    let run = run_in(&folder, &["select", "--text", "p", "site"]);
    fs::set_permissions(folder.join("site/in"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(run.output, "==> site/a.html <==\na\n");
    // The superuser may read everything.
    let expected =
        if is_superuser { "" } else { "hedgerow: cannot read site/in: Permission denied (os error 13)\n" };
    assert_eq!(run.complaints, expected);
}

#[test]
fn a_long_document_is_parsed_in_parts() {
    let folder = folder("long");
    // The declaration of the encoding comes late, and some characters are cut at the ends of parts.
    let text = "<p title=\u{E4}>\u{E4}</b>".repeat(120_000);
    let long = format!("<!DOCTYPE html><!--{}--><meta charset=utf-8>{text}", "x".repeat(2000));
    fs::write(folder.join("long.html"), &long).unwrap();
    let count = run_in(&folder, &["select", "--count", "p[title=\u{E4}]", "long.html"]);
    assert_eq!(count.output, "120000\n", "{}", count.complaints);
    let allow = "--allow=late-encoding-declaration,missing-child,missing-language";
    let findings = run_in(&folder, &["check", allow, "--format=short", "--max-errors=0", "long.html"]);
    assert!(findings.complaints.contains("120000 errors"), "{}", findings.complaints);
    let tokens = run_in(&folder, &["tokens", "long.html"]).output;
    assert_eq!(tokens.matches("start tag    <p title=\"\u{E4}\">").count(), 120_000);
}

/// On Linux, a name may consist of any bytes.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8_has_a_url() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = folder("bytes");
    fs::write(folder.join(OsStr::from_bytes(b"a\xFF.html")), "</b>").unwrap();
    for command in ["check", "tree", "sanitize"] {
        let output = run_in(&folder, &[command, "--format=json", "."]).output;
        assert!(
            output.contains(r#""url":"a%FF.html""#) || output.contains(r#""url":"./a%FF.html""#),
            "{output}"
        );
    }
}

#[test]
fn each_line_of_json_is_an_object_with_the_exact_name_of_its_file() {
    let folder = folder("names");
    fs::create_dir_all(folder.join("d")).unwrap();
    let name = if cfg!(windows) { "d/a b.html" } else { "d/a\n\u{1B}[31mb.html" };
    fs::write(folder.join(name), "<p>a</b>").unwrap();
    fs::write(folder.join("d/c.warc"), response("https://h.example/", "", b"<p>h</b>")).unwrap();
    let others = ["one.html", "two.html", "three.html"];
    for other in others {
        fs::write(folder.join(other), format!("<!DOCTYPE html><title>{other}</title><p>\u{2028}\0</b>"))
            .unwrap();
    }
    for arguments in [
        &["tree", "--format=json"][..],
        &["tree", "--json", "--spans"],
        &["tokens", "--format=json"],
        &["trace", "--format=json"],
        &["sanitize", "--format=json", "--report"],
        &["select", "--format=json", "p"],
        &["select", "--format=json", "-f", "p", "html"],
        &["check", "--format=json"],
        &["encoding", "--format=json"],
        &["format", "--format=json"],
        &["minify", "--format=json"],
    ] {
        let output = run_in(&folder, &[arguments, &others, &["d"]].concat()).output;
        let mut files: Vec<String> = Vec::new();
        for line in output.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            files.push(object["file"].as_str().unwrap_or_else(|| panic!("{line}")).to_owned());
        }
        files.dedup();
        let files: Vec<String> = files.iter().map(|file| file.replace('\\', "/")).collect();
        assert_eq!(files, [&others[..], &[name, "https://h.example/"]].concat(), "{arguments:?}");
        let shown = run_in(
            &folder,
            &[&arguments[..1], if arguments[0] == "select" { &["p"] } else { &[] }, &["d"]].concat(),
        );
        assert!(!(shown.output + &shown.complaints).contains('\u{1B}'), "{arguments:?}");
    }
    let github = run_in(&folder, &["check", "--format=github", "d"]).output;
    assert!(cfg!(windows) || github.contains("file=d/a%0A\u{1B}[31mb.html,"), "{github}");
}

/// Returns the records of responses, and the output of `select --text title` for the archive.
fn titles(records: &[Vec<u8>]) -> String {
    run(&["select", "-j4", "--text", "title"], records.concat()).report()
}

#[test]
fn bodies_that_servers_and_crawlers_damaged_are_read_as_far_as_possible() {
    let title = |text: &str| format!("<title>{text}</title>").into_bytes();
    let encoded = |coding: &str, body: &[u8]| {
        response(&format!("https://{coding}.example/"), &format!("Content-Encoding: {coding}\r\n"), body)
    };
    assert_snapshot!(titles(&[
        encoded("none", &title("an unknown coding")),
        encoded("br", &title("a coding that was removed")),
        encoded("gzip", &[&gzip(&title("a stray byte"))[..], b"\n"].concat()),
        response("https://cut.example/", "Transfer-Encoding: chunked\r\n", b"5000\r\n<title>a chunk that is cut off</title>"),
        response("https://transfer.example/", "Transfer-Encoding: gzip\r\n", &gzip(&title("a transfer coding"))),
        record(
            "response",
            "https://interim.example/",
            b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>an interim response</title>",
        ),
    ]));
}

#[test]
fn a_response_without_a_valid_type_is_recognized_by_its_contents() {
    let typed = |name: &str, fields: &str, body: &str| {
        let block = format!("HTTP/1.1 200 OK\r\n{fields}\r\n{body}");
        record("response", &format!("https://{name}.example/"), block.as_bytes())
    };
    assert_snapshot!(titles(&[
        typed("invalid", "Content-Type: text/html charset=utf-8\r\n", "<title>invalid</title>"),
        typed("missing", "", "<title>missing</title>"),
        typed("nosniff", "X-Content-Type-Options: nosniff\r\n", "<title>nosniff</title>"),
        typed("text", "Content-Type: html\r\n", "text <title>text</title>"),
        typed("other", "Content-Type: text/plain\r\n", "<title>other</title>"),
        record("response", "https://head.example/", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"),
    ]));
}

#[test]
fn records_without_newlines_or_with_wrong_lengths_are_read() {
    let all = ["first", "second", "third"].map(|name| {
        response(&format!("https://{name}.example/"), "", format!("<title>{name}</title>").as_bytes())
    });
    let without_newlines = all.clone().map(|record| record[..record.len() - 4].to_vec());
    let members: Vec<u8> = without_newlines.iter().flat_map(|record| gzip(record)).collect();
    let expected = "==> https://first.example/ <==\nfirst\n\n==> https://second.example/ <==\nsecond\n\n\
                    ==> https://third.example/ <==\nthird\n";
    for archive in [without_newlines.concat(), members] {
        let run = run(&["select", "--text", "title"], archive);
        assert_eq!((&*run.output, &*run.complaints), (expected, ""));
    }
    let wrong = |record: &[u8], added: i32| {
        let text = String::from_utf8(record.to_vec()).unwrap();
        let (start, rest) = text.split_once("Content-Length: ").unwrap();
        let (length, rest) = rest.split_once('\r').unwrap();
        format!("{start}Content-Length: {}\r{rest}", length.parse::<i32>().unwrap() + added).into_bytes()
    };
    let [first, second, third] = &all;
    assert_snapshot!(titles(&[wrong(first, 11), wrong(second, -4), wrong(third, 3_000)]));
}

#[test]
fn globs_choose_the_files_of_a_folder() {
    let folder = folder("globs");
    for name in ["site/a.html", "site/b.vue", "site/c.php", "site/in/d.vue", "site/e.txt"] {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), format!("<p>{name}")).unwrap();
    }
    let select = |options: &[&str]| {
        run_in(&folder, &[&["select", "-t", "p", "site", "--no-filename"][..], options].concat())
    };
    assert_eq!(select(&["--glob=*.vue", "-g", "*.php"]).output, "site/b.vue\nsite/c.php\nsite/in/d.vue\n");
    assert_eq!(select(&["--glob=*.vue", "--glob=!in/"]).output, "site/b.vue\n");
    assert_eq!(select(&["--glob=!a.*"]).exit_code, Some(2));
    assert_eq!(select(&["--glob=!b.*"]).output, "site/a.html\n");
    let nothing = select(&["--glob=*.twig"]);
    assert!(nothing.complaints.contains("no file matches --glob"), "{}", nothing.complaints);
    assert!(select(&["--glob=["]).complaints.contains("--glob"));
}

#[test]
fn the_standard_input_may_have_a_name() {
    let run = run(&["check", "--format=short", "--stdin-filename", "src/a.html"], "<!DOCTYPE html></b>");
    assert!(run.output.starts_with("src/a.html:1:16: error"), "{}", run.report());
}
