"""Imports of tests that must not reach others."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["imports_forgotten"]


@contextmanager
def imports_forgotten(folder: Path) -> Iterator[None]:
    """Forget afterwards what was imported from a folder, and that folders are searched for modules."""
    path = list(sys.path)
    try:
        yield
    finally:
        sys.path[:] = path
        for name, module in list(sys.modules.items()):
            if folder in Path(getattr(module, "__file__", None) or "").parents:
                del sys.modules[name]
