//! `hedgerow format` and `hedgerow minify`: output, inputs and errors.

use std::fs;
use std::path::Path;

use crate::support::{command, run};
use insta::assert_snapshot;

#[test]
fn a_file_is_formatted() {
    assert_snapshot!(run(&["format", "hedge.html"], "").report());
}

#[test]
fn a_file_is_minified() {
    assert_snapshot!(run(&["minify", "hedge.html"], "").report());
}

#[test]
fn several_files_are_headed_and_a_missing_one_is_reported() {
    assert_snapshot!(run(&["format", "foreign.html", "missing.html", "hedge.html"], "").report());
    assert_snapshot!(run(&["minify", "foreign.html", "missing.html", "hedge.html"], "").report());
}

#[test]
fn the_tree_is_restored() {
    // Trees are compared without whitespace, and therefore without texts of only whitespace.
    let squeezed = |tree: String| tree.split_ascii_whitespace().collect::<String>().replace("|\"\"", "");
    for file in ["foreign.html", "hedge.html"] {
        let tree = squeezed(run(&["tree", file], "").output);
        for command in ["format", "minify"] {
            let written = run(&[command, file], "").output;
            assert_eq!(squeezed(run(&["tree"], written.clone()).output), tree, "{command}");
            assert_eq!(run(&[command], written.clone()).output, written, "{command}");
        }
    }
}

#[test]
fn the_declared_encoding_is_that_of_the_output() {
    let input = b"<!DOCTYPE html><meta charset=windows-1252><p>caf\xE9";
    assert_eq!(run(&["minify"], &input[..]).output, "<!DOCTYPE html><meta charset=utf-8><p>caf\u{E9}\n");
    let declared = "<meta charset=utf-8>caf\u{E9}\n";
    assert_eq!(run(&["minify", "--encoding", "latin1"], &b"caf\xE9"[..]).output, declared);
    assert_eq!(run(&["minify"], "caf&eacute;").output, declared);
    // Browsers guess the encoding of the output as they guess that of the input.
    assert_eq!(run(&["minify"], "caf\u{E9}").output, "caf\u{E9}\n");
    assert_eq!(run(&["minify"], "\u{FEFF}caf\u{E9}").output, "\u{FEFF}caf\u{E9}\n");
    let label =
        "<meta charset=UTF-8><meta http-equiv=content-type content=\"text/html;charset=utf8\">caf\u{E9}\n";
    assert_eq!(run(&["minify"], label).output, label);
}

#[test]
fn each_written_file_declares_utf8() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("declared");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let hedgerow = |options: &[&str]| command(options).current_dir(&folder).output().unwrap();
    let utf16 =
        |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<_>>();
    let text = "<title>caf\u{E9}</title><p>\u{E9}";
    let latin1 = |text: &str| text.chars().map(|character| character as u8).collect::<Vec<_>>();
    let declared = |meta: &str| format!("<!DOCTYPE html><html><head>{meta}{text}");
    let pragma = "<meta http-equiv=Content-Type content='text/html; charset=iso-8859-1'>";
    for (name, bytes, options) in [
        ("mark", format!("\u{FEFF}{text}").into_bytes(), &[][..]),
        ("mark16", utf16(&format!("\u{FEFF}{text}"), u16::to_le_bytes), &[]),
        ("utf16", utf16(text, u16::to_be_bytes), &["--encoding=utf-16be"]),
        ("meta", latin1(&declared("<meta charset=latin1>")), &[]),
        ("pragma", latin1(&declared(pragma)), &[]),
        ("utf8", declared("<META CHARSET='UTF-8'>").into_bytes(), &[]),
        ("user", latin1(text), &["--encoding=windows-1252"]),
        ("transport", text.as_bytes().to_vec(), &["--transport=text/html; charset=utf-8"]),
        ("locale", b"<p>\x83e\x83X\x83g".to_vec(), &["--encoding=shift_jis"]),
        ("escapes", b"<p>\x1B$B%F%9%H".to_vec(), &["--encoding=iso-2022-jp"]),
        ("reference", b"<title>caf&eacute;</title>".to_vec(), &[]),
    ] {
        let source = format!("{name}.html");
        fs::write(folder.join(&source), &bytes).unwrap();
        let minified = hedgerow(&[&["minify", &source][..], options].concat()).stdout;
        fs::write(folder.join(format!("{name}-min.html")), minified).unwrap();
        assert!(
            hedgerow(&[&["format", "--write", &source][..], options].concat()).status.success(),
            "{name}"
        );
        let page = run(&["select", "--text", ":root"], fs::read(folder.join(&source)).unwrap()).output;
        let again = hedgerow(&["format", "--check", &source]);
        assert_eq!((again.status.code(), page.contains('\u{FFFD}')), (Some(0), false), "{name}");
    }
    let encodings = String::from_utf8(hedgerow(&["encoding", "."]).stdout).unwrap();
    assert_eq!(encodings.lines().count(), 22);
    for line in encodings.lines() {
        // By the standard, a declaration in a meta element is tentative until the parser reaches it.
        let is_declared = line.contains(": UTF-8, certain: a byte order mark")
            || line.contains(": UTF-8, tentative: a meta element in the first 1024 bytes");
        assert!(is_declared, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_written_file_keeps_its_mode_and_no_other_file_is_touched() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("modes");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("site")).unwrap();
    fs::write(folder.join("site/a.html"), "<p>a").unwrap();
    fs::set_permissions(folder.join("site/a.html"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("site/a.html", folder.join("link.html")).unwrap();
    let output = command(&["format", "--write", "link.html"]).current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let written = fs::read_to_string(folder.join("site/a.html")).unwrap();
    assert_eq!(written, run(&["format"], "<p>a").output);
    assert_eq!(fs::metadata(folder.join("site/a.html")).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(folder.join("link.html").is_symlink());
    assert_eq!(fs::read_dir(folder.join("site")).unwrap().count(), 1);
}

#[test]
fn boolean_attributes_stay_short() {
    let html =
        "<div hidden data-x v-cloak class=\"\"><input required value=\"\"></div>\n<p title=\"\"></p>\n";
    assert_eq!(run(&["format", "--fragment=body"], html).output, html);
}

#[test]
fn a_fragment_is_parsed_in_its_context() {
    assert_eq!(run(&["minify", "--fragment", "tr"], "<td>1</td> <td>2").output, "<td>1</td><td>2</td>\n");
    assert_eq!(run(&["format", "--fragment", "tr"], "<td>1<td>2").output, "<td>1</td>\n<td>2</td>\n");
    let run = run(&["format", "--fragment", "<tr>"], "");
    assert_eq!((run.exit_code, run.output.as_str()), (Some(2), ""));
}

#[test]
fn scripting_makes_noscript_text() {
    let input = "<body><noscript><p>a  b</noscript>";
    assert_eq!(run(&["minify"], input).output, "<body><noscript><p>a b</p></noscript>\n");
    assert_eq!(run(&["minify", "--scripting"], input).output, "<body><noscript><p>a  b</noscript>\n");
}

#[test]
fn a_deep_tree_has_no_long_lines() {
    let output = run(&["format", "--fragment", "div"], "<div>".repeat(100_000)).output;
    assert_eq!(output.matches("<div>").count(), 100_000);
    assert!(output.lines().all(|line| line.len() < 100));
    let output = run(&["minify", "--fragment", "div"], "<div>".repeat(1_000_000)).output;
    assert_eq!(output.trim_end(), "<div>".repeat(1_000_000) + &"</div>".repeat(1_000_000));
}

#[test]
fn help_has_examples() {
    assert_snapshot!(run(&["help", "format"], "").report());
    assert_snapshot!(run(&["help", "minify"], "").report());
}

#[test]
fn files_are_checked_and_written_in_place() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("format");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.html"), "<title>a</title><p>b").unwrap();
    fs::write(folder.join("b.html.gz"), b"\x1F\x8Bno").unwrap();
    let hedgerow = |options: &[&str]| {
        let output = command(options).current_dir(&folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(hedgerow(&["format", "--check", "a.html"]), (Some(1), "a.html\n".to_owned()));
    assert_eq!(hedgerow(&["format", "--write", "a.html"]), (Some(0), "a.html\n".to_owned()));
    let written = fs::read_to_string(folder.join("a.html")).unwrap();
    assert_eq!(written, run(&["format"], "<title>a</title><p>b").output);
    assert_eq!(hedgerow(&["format", "--check", "a.html"]), (Some(0), String::new()));
    assert_eq!(hedgerow(&["format", "--write", "a.html"]), (Some(0), String::new()));
    assert_eq!(hedgerow(&["format", "--write", "."]).0, Some(2));
    assert_eq!(fs::read(folder.join("b.html.gz")).unwrap(), b"\x1F\x8Bno");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    assert_eq!(run(&["format", "--write"], "<p>").exit_code, Some(2));
    assert_eq!(run(&["format", "--check"], "<p>").output, "standard input\n");
}

#[test]
fn every_document_is_a_line_of_json() {
    let output = run(&["minify", "--format=json", "hedge.html", "utf8.html"], "").output;
    let files: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&files[0]["file"], &files[1]["file"]), (&"hedge.html".into(), &"utf8.html".into()));
    assert!(files[0]["html"].as_str().unwrap().starts_with("<!DOCTYPE html><title>"));
}

#[test]
fn a_file_with_malformed_bytes_is_not_overwritten() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("malformed");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let hedgerow = |options: &[&str]| command(options).current_dir(&folder).output().unwrap();
    for (name, bytes, encoding) in [
        ("a.html", &b"<meta charset=utf-8><p>caf\xE9"[..], "UTF-8"),
        // The whole document is one malformed sequence.
        ("b.html", b"<meta charset=iso-2022-kr><p>text", "replacement"),
        ("c.html", b"\xFF\xFE<\0p\0>\0\0\xD8", "UTF-16LE"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        let output = hedgerow(&["format", "--write", name]);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.contains(&format!("malformed in {encoding}")), "{complaint}");
        assert_eq!((output.status.code(), fs::read(folder.join(name)).unwrap()), (Some(2), bytes.to_vec()));
    }
    assert!(hedgerow(&["format", "--write", "--encoding=latin1", "a.html"]).status.success());
    assert!(fs::read_to_string(folder.join("a.html")).unwrap().contains("caf\u{E9}"));
}

#[test]
fn a_file_with_a_plaintext_element_does_not_get_end_tags_as_text() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plaintext");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for html in ["<p>a<plaintext>b", "<template><plaintext>b"] {
        fs::write(folder.join("a.html"), html).unwrap();
        for option in ["--write", "--check"] {
            let output = command(&["format", option, "a.html"]).current_dir(&folder).output().unwrap();
            let complaint = String::from_utf8(output.stderr).unwrap();
            assert!(complaint.contains("a.html: everything after <plaintext> is text"), "{complaint}");
            assert_eq!(output.status.code(), Some(2));
            assert_eq!(fs::read_to_string(folder.join("a.html")).unwrap(), html);
        }
    }
}

#[test]
fn the_layout_can_be_chosen() {
    let html =
        "<div><p>one two three <b>four five</b> six\n\n seven<pre>a b c d e f g h i j k l m</pre></div>";
    let format = |options: &[&str]| run(&[&["format", "--fragment=body"][..], options].concat(), html).output;
    let wide = format(&["--indent=tab"]);
    assert_eq!(
        wide,
        "<div>\n\t<p>one two three <b>four five</b> six seven</p>\n\t<pre>a b c d e f g h i j k l m</pre>\n</div>\n"
    );
    let narrow = format(&["--indent=3", "--width=20"]);
    assert_eq!(
        narrow,
        "<div>\n   <p>one two three <b>four\n   five</b> six\n   seven</p>\n   <pre>a b c d e f g h i j k l m</pre>\n</div>\n"
    );
    // Lines that are broken already are broken at the same places.
    assert_eq!(run(&["format", "--fragment=body", "--indent=3", "--width=20"], &*narrow).output, narrow);
    assert_eq!(run(&["format", "--indent=17"], "").exit_code, Some(2));
}

#[test]
fn output_that_is_too_long_is_reported_and_the_other_documents_are_written() {
    // The paragraphs share the attribute of one tag.
    let html = format!("<p><b title='{}'>{}", "x".repeat(20_000), "<p>x".repeat(2000));
    for arguments in [
        &["minify"][..],
        &["format"],
        &["minify", "--format=json"],
        &["sanitize"],
        &["sanitize", "--format=json"],
        &["tree", "--format=html"],
        &["tree", "--format=json"],
        &["select", "body"],
        &["select", "--json", "b, title"],
        &["select", "--xpath", "//b/@title | //title"],
        &["select", "--field=xpath:.//b/@title", "p, title"],
    ] {
        let run = run(&[arguments, &["-", "hedge.html"]].concat(), &*html);
        assert_eq!(run.exit_code, Some(2), "{arguments:?}");
        let message = "standard input: the output is longer than";
        assert!(run.complaints.contains(message), "{arguments:?}: {}", run.complaints);
        assert!(run.complaints.contains("which is the limit; --max-answer sets it"), "{}", run.complaints);
        assert!(run.output.contains("hedge.html"), "{arguments:?}");
    }
}

#[test]
fn the_maximum_length_of_the_output_can_be_set() {
    let short = run(&["minify", "--max-answer=10"], "<p>one two three");
    assert_eq!((short.exit_code, short.output.contains("three")), (Some(2), false));
    assert_eq!(run(&["minify", "--max-answer=100"], "<p>one two three").output, "<p>one two three\n");
    let html = format!("<p><b title='{}'>{}", "x".repeat(2000), "<p>x".repeat(1000));
    assert_eq!(run(&["minify"], &*html).exit_code, Some(2));
    assert_eq!(run(&["minify", "--max-answer=8M"], &*html).exit_code, Some(0));
}

#[test]
fn a_document_with_code_that_would_change_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (number, (html, code)) in [
        ("<p><?php if ($a > 1) { ?>b<?php } ?></p>\n", Some("<?php if ($a > 1) { ?>")),
        ("<p class=\"<?= $a->b ?>\">b</p>\n", Some("<?= $a->b ?>")),
        ("<table>{% for a %}<tr><td>{{ a }}</td></tr></table>\n", Some("{% for a %}")),
        ("<ul>{% for a in b %}<li>{{ a > 1 }}</li>{% endfor %}</ul>\n", None),
        ("<p>{% if a < b %}c{% endif %}</p>\n", Some("{% if a < b %}")),
        ("<p><% if a && b %>c<% end %></p>\n", Some("<% if a && b %>")),
        ("<p>{% if a %}b{% endif %}</p>\n<script>'<% a && b %>'</script><!-- {% a < b %} -->\n", None),
    ]
    .into_iter()
    .enumerate()
    {
        let page = folder.join(format!("{number}.html"));
        fs::write(&page, html).unwrap();
        for arguments in [&["format", "--write"][..], &["format"], &["minify"]] {
            let run = run(&[arguments, &["--fragment=body", page.to_str().unwrap()]].concat(), "");
            let expected = code.map_or(0, |_| 2);
            assert_eq!(run.exit_code, Some(expected), "{arguments:?} {html}: {}", run.complaints);
            assert!(code.is_none_or(|code| run.complaints.contains(code)), "{}", run.complaints);
            let is_unchanged = fs::read_to_string(&page).unwrap() == html;
            assert!(code.is_none() || is_unchanged, "{arguments:?} {html}");
        }
    }
}

#[test]
fn a_part_of_a_page_gives_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (html, is_part) in
        [("<p>a", true), ("<header>a</header>", true), ("<!DOCTYPE html><p>a", false), ("<BODY><p>a", false)]
    {
        let page = folder.join("part.html");
        fs::write(&page, html).unwrap();
        let run = run(&["format", "--write", page.to_str().unwrap()], "");
        assert_eq!((run.exit_code, run.complaints.contains("--fragment body")), (Some(0), is_part), "{html}");
    }
}
