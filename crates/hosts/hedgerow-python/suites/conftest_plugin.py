"""A plugin of pytest: patches packages with trees of lxml, and marks the tests of ``exceptions.txt`` as expected failures, which fail when they start to pass."""

from __future__ import annotations

import os
import pathlib

import lxml_trees
import pytest

SUITE = os.environ["HEDGEROW_SUITE"]


if SUITE in lxml_trees.PATCHES:
    lxml_trees.PATCHES[SUITE]()


def exceptions() -> list[tuple[str, str]]:
    """The exceptions of this suite: for each, a part of the ids of its tests, in which "$" is the end, and the reason."""
    found = []
    for line in (pathlib.Path(__file__).parent / "exceptions.txt").read_text().splitlines():
        if line.startswith(f"{SUITE} "):
            test, reason = line.removeprefix(f"{SUITE} ").split(": ", 1)
            found.append((test, reason))
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests that are exceptions."""
    known = exceptions()
    for item in items:
        for test, reason in known:
            if test in f"{item.nodeid}$":
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
