"""Registers the tree builder with Beautiful Soup as soon as both packages are imported, in either order.

``import hedgerow`` must not import ``bs4``, because that takes longer than importing this whole package.
"""

from __future__ import annotations

import sys

# Importing `typing` would take longer than importing this whole package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Finder:
    """A finder that waits for the import of ``bs4``. It removes itself after the import, not after a search for the module."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "bs4":
            return None
        for finder in sys.meta_path:
            find_spec = None if finder is self else getattr(finder, "find_spec", None)
            spec = find_spec and find_spec(name, path, target)
            if spec is not None:
                self._register_after(spec.loader)
                return spec
        return None

    def _register_after(self, loader: Any) -> None:
        """Makes a loader register the builder after it has executed ``bs4``."""
        exec_module = loader.exec_module

        def exec_and_register(module: Any) -> None:
            exec_module(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            import hedgerow.compat.bs4  # noqa: F401  (registers itself)

        loader.exec_module = exec_and_register


def install() -> None:
    """Registers the builder now if ``bs4`` is already imported, otherwise when ``bs4`` is imported."""
    if "bs4" in sys.modules:
        import hedgerow.compat.bs4  # noqa: F401  (registers itself)
    else:
        sys.meta_path.insert(0, _Finder())
