"""The tree cases of the conformance suite, except those that run scripts, through Python, in both scripting modes.

The suite is below HEDGEROW_SHARED, or in the folder into which ``cargo xtask suite fetch`` downloads it.
"""

from __future__ import annotations

import os
import pathlib
import warnings

import pytest

import hedgerow

REPOSITORY = pathlib.Path(__file__).resolve().parents[4]
FOLDERS = [
    REPOSITORY / "html5lib-tests" / "cases",
    REPOSITORY / "html5lib-tests" / "upstream",
    *([pathlib.Path(os.environ["HEDGEROW_SHARED"]) / "html5lib-tests"] if "HEDGEROW_SHARED" in os.environ else []),
]


def cases() -> list[tuple[str, dict[str, str]]]:
    """The cases of all files, each with its place."""
    found = []
    files = (file for folder in FOLDERS for file in folder.rglob("tree-construction/**/*.dat"))
    # The cases in `scripted` need scripts that run.
    for file in sorted(file for file in files if file.parent.name != "scripted"):
        case: dict[str, list[str]] = {}
        section, start = "", 0
        lines = file.read_bytes().decode("utf-8", "surrogatepass").split("\n")
        for number, line in enumerate([*lines, "#data"], 1):
            if line == "#data":
                if "data" in case and "document" in case:
                    while case["document"] and case["document"][-1] == "":
                        case["document"].pop()
                    found.append((f"{file.name}:{start}", {name: "\n".join(text) for name, text in case.items()}))
                case, section, start = {}, "data", number
                case[section] = []
            elif line.startswith("#") and line[1:] in (
                "description", "errors", "new-errors", "document", "document-fragment", "script-on", "script-off",
            ):  # fmt: skip
                section = line[1:]
                case[section] = []
            elif section in case:
                case[section].append(line)
    return found


def test_trees() -> None:
    all_cases = cases()
    if not any((folder / name).exists() for folder in FOLDERS[1:] for name in ("", "tree-construction")):
        warnings.warn("the upstream suite is missing: cargo xtask suite fetch", stacklevel=1)
    assert all_cases
    failures = []
    count = 0
    for place, case in all_cases:
        shadow_roots = "#shadow-root" in case["document"]
        modes = [mode for mode in (False, True) if not ("script-off" in case and mode) and not ("script-on" in case and not mode)]
        for scripting in modes:
            count += 1
            if "document-fragment" in case:
                context = case["document-fragment"].strip()
                document = hedgerow.parse_fragment(case["data"], context, scripting=scripting, shadow_roots=shadow_roots)
            else:
                document = hedgerow.parse(case["data"], scripting=scripting, shadow_roots=shadow_roots)
            if document.to_test_format().rstrip("\n") != case["document"]:
                failures.append((place, scripting, document.to_test_format(), case["document"]))
    print(f"{count} cases")
    if failures:
        pytest.fail(f"{len(failures)} of {count}: {failures[:3]}")
