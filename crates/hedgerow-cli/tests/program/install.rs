//! `hedgerow completions` and `hedgerow man`, and outputs that cannot be written.

use crate::support::{command, run};

#[test]
fn each_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&["completions", shell], "");
        assert_eq!((run.exit_code, &*run.complaints), (Some(0), ""), "{shell}");
        assert!(run.output.contains("stdin-filename"), "{shell}");
    }
    assert_eq!(run(&["completions", "cmd"], "").exit_code, Some(2));
}

#[test]
fn the_program_and_each_command_have_a_manual_page() {
    let page = run(&["man"], "").output;
    assert!(page.contains(".TH hedgerow 1") && page.contains("hedgerow\\-select(1)"), "{page}");
    let page = run(&["man", "select"], "").output;
    assert!(
        page.contains(".TH hedgerow-select 1") && page.contains("Print the elements that match"),
        "{page}"
    );
    let unknown = run(&["man", "nothing"], "");
    assert_eq!(unknown.exit_code, Some(2));
    assert_eq!(unknown.complaints, "hedgerow: there is no command \"nothing\"; see `hedgerow help`\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_every_command() {
    for arguments in
        [&["--version"][..], &["--help"], &["help", "select"], &["man"], &["completions", "bash"]]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.starts_with("hedgerow: cannot write to the standard output: "), "{complaint}");
    }
}
