"""Runs the test suites of other packages with ``hedgerow.compat``: ``cargo xtask python --suites``.

The suites are in the source packages, which are downloaded into a temporary folder. The source packages of readability-lxml and
newspaper4k have no tests.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

PACKAGES = {
    "bs4": "beautifulsoup4==4.15.0",
    "selectolax": "selectolax==1.0.2",
    "parsel": "parsel==1.12.1",
    "scrapy": "scrapy==2.19.0",
    "trafilatura": "trafilatura==2.3.1",
}

#: The tests of packages with trees of lxml, which ``lxml_trees.py`` lets hedgerow build: those that read pages.
WITH_LXML = {
    "parsel": ["test_selector.py", "test_utils.py", "test_xpathfuncs.py"],
    "scrapy": [
        "test_http_request_form.py", "test_http_response.py", "test_http_response_text.py", "test_linkextractors.py", "test_loader.py",
        "test_selector.py", "test_utils_response.py",
    ],
    "trafilatura": [
        "baseline_tests.py", "deduplication_tests.py", "filters_tests.py", "json_metadata_tests.py", "metadata_tests.py",
        "repeated_output_tests.py", "unit_tests.py", "xml_tei_tests.py",
    ],
}  # fmt: skip


def fetch(requirement: str, folder: pathlib.Path) -> pathlib.Path:
    """Downloads and unpacks a source package; returns its folder."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    # Build isolation is not needed: only the metadata are built, and the tools for that are in requirements.txt.
    subprocess.run([*command, "--no-build-isolation", "--dest", folder, requirement], check=True)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as package:
        package.extractall(folder, filter="data")
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


def run(suite: str, folder: pathlib.Path) -> bool:
    """Runs a suite; returns whether only the exceptions failed."""
    source = fetch(PACKAGES[suite], folder)
    environment = {**os.environ, "HEDGEROW_SUITE": suite, "PYTHONPATH": str(HERE)}
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "conftest_plugin", "--import-mode=importlib", "-p", "no:cacheprovider"]
    if suite == "bs4":
        tests = HERE / "bs4"
        # The tests are a part of the package.
        environment["PYTHONPATH"] += os.pathsep + str(source)
        files = [tests]
    elif suite in WITH_LXML:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", PACKAGES[suite]], check=True)
        files = [source / "tests" / name for name in WITH_LXML[suite]]
    else:
        tests = source / "tests"
        files = [tests]
        for file in tests.glob("*.py"):
            text = file.read_text()
            text = text.replace("from selectolax.lexbor import", "from hedgerow.compat.selectolax import")
            file.write_text(text)
    print(f"==> {PACKAGES[suite]}", flush=True)
    command += ["-o", "xfail_strict=true", "--rootdir", str(folder), *map(str, files), *sys.argv[2:]]
    return subprocess.run(command, cwd=source, env=environment).returncode == 0


def main() -> int:
    """Runs all suites, or the one that is named."""
    tools = [sys.executable, "-m", "pip", "install", "--quiet", "-r", str(HERE / "requirements.txt")]
    subprocess.run(tools, check=True)
    passed = True
    for suite in sys.argv[1:2] or list(PACKAGES):
        with tempfile.TemporaryDirectory() as folder:
            passed &= run(suite, pathlib.Path(folder))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
