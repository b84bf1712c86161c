"""The option ``--long``: ten times the repetitions of the tests of memory and threads, and ten times more random changes.

``cargo xtask python -- --long``
"""

from __future__ import annotations

import pytest
from hypothesis import settings


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option."""
    parser.addoption("--long", action="store_true", help="repeat the tests of memory and threads ten times more often")


def pytest_configure(config: pytest.Config) -> None:
    """Sets the number of random changes."""
    settings.register_profile("short", max_examples=60, stateful_step_count=40, deadline=None)
    settings.register_profile("long", max_examples=600, stateful_step_count=40, deadline=None)
    settings.load_profile("long" if config.getoption("--long") else "short")


@pytest.fixture
def scale(request: pytest.FixtureRequest) -> int:
    """The factor of repetitions."""
    return 10 if request.config.getoption("--long") else 1
