"""The examples of the README, of docs/python.md and of docstrings, as tests."""

from __future__ import annotations

import doctest
import pathlib

import pytest

import hedgerow
from hedgerow import Extractor

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("path", ["README.md", "../../../docs/python.md"])
def test_examples(path: str) -> None:
    results = doctest.testfile(str(PACKAGE / path), module_relative=False, optionflags=OPTIONS, encoding="utf-8")
    assert results.attempted > 0 and results.failed == 0


def test_docstrings() -> None:
    results = doctest.testmod(hedgerow, optionflags=OPTIONS)
    assert results.attempted > 0 and results.failed == 0
    globs = {"Extractor": Extractor}
    for test in doctest.DocTestFinder().find(Extractor, "Extractor", module=hedgerow, globs=globs):
        assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0
