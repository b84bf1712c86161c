"""Beautiful Soup's tests for builders of HTML5 trees, with the builder "hedgerow"."""

import hedgerow  # noqa: F401  (registers the builder)
from bs4.tests import test_html5lib


class TestHedgerowBuilder(test_html5lib.TestHTML5LibBuilder):
    """All tests that html5lib's builder has to pass."""

    @property
    def default_builder(self):
        """The builder that the tests use."""
        from hedgerow.compat.bs4 import HedgerowTreeBuilder

        return HedgerowTreeBuilder
