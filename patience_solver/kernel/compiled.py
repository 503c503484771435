"""The `compiled` decorator: numba, with a disk cache that no edit can leave stale.

numba's own cache looks only at the file of a function: after an edit of a kernel that is called from another file it
would go on using the old code, and with `NUMBA_BOUNDSCHECK=1` it would load the unchecked one.  So all kernels are
cached in a folder named by a stamp: the hash of every kernel source, of the versions of numba, llvmlite and Python, of
the CPU and of every `NUMBA_*` setting.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, SupportsInt, TypeVar

import llvmlite
import llvmlite.binding
import numba
import numpy as np
import platformdirs

__all__ = ["cache_folder", "compiled", "inlined", "is_cached", "merged", "quick_compilation", "stamp", "whole"]

if TYPE_CHECKING:

    def whole(number: SupportsInt) -> int:
        """Turn a number out of an array into a signed 64-bit integer (unsigned and signed don't mix when compiled)."""

else:
    whole = np.int64

P = ParamSpec("P")
R = TypeVar("R")

_IRRELEVANT = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"}  # they don't change the code


def stamp(sources: Path = Path(__file__).parent) -> str:
    """Return a hash of all that compiled code depends on.

    Parameters
    ----------
    sources : Path
        Folder of the kernel sources.

    Returns
    -------
    str
        24 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for source in sorted(sources.rglob("*.py")):
        digest.update(str(source.relative_to(sources)).encode() + b"\0" + source.read_bytes() + b"\0")
    settings = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in _IRRELEVANT)
    cpu = llvmlite.binding.get_host_cpu_name(), sorted(llvmlite.binding.get_host_cpu_features().items())
    rest = (numba.__version__, llvmlite.__version__, sys.version, platform.machine(), cpu, settings)
    digest.update(repr(rest).encode())
    return digest.hexdigest()[:24]


def cache_folder() -> Path:
    """Return the folder that compiled kernels of this stamp are kept in."""
    root = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("patience_solver", appauthor=False)
    return Path(root) / f"kernels-{stamp()}"


_FOLDER = cache_folder()
_CONFIG: Any = numba.config
_NJIT: Any = numba.njit


def is_cached(function: Callable[..., object]) -> bool:
    """Tell whether machine code of a kernel lies in the cache (it may still be of other argument types)."""
    return any(_FOLDER.glob(f"**/*.{function.__name__}-*.nbi"))


# Kernels allocate nothing and keep no array beyond their call, so they need not count references to arrays: the caller
# holds them.  numba counts at every access of a named tuple's array otherwise, with atomic operations; without,
# a search of this kind runs three to ten times faster.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


@contextmanager
def quick_compilation() -> Iterator[None]:
    """Compile at a lower level of optimization: what matters is inlined anyway, and the rest costs time only once.

    Measured: the first use takes a third less.  There is nothing to vectorize in loops over the few cards of a pile.
    """
    before = _CONFIG.OPT, _CONFIG.LOOP_VECTORIZE
    _CONFIG.OPT, _CONFIG.LOOP_VECTORIZE = type(before[0])(min(1, before[0])), 0
    try:
        yield
    finally:
        _CONFIG.OPT, _CONFIG.LOOP_VECTORIZE = before


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a part of kernels that is always built into its callers: passing named tuples of arrays costs time."""
    jitted: Callable[P, R] = _NJIT(forceinline=True, no_cpython_wrapper=True, **_OPTIONS)(function)
    return jitted


def merged(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a part of a kernel that is called from few places only as part of its callers: never by itself.

    Elsewhere numba optimizes a function by itself first and then again in every kernel that calls it.
    """
    jitted: Callable[P, R] = _NJIT(inline="always", no_cpython_wrapper=True, **_OPTIONS)(function)
    return jitted


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel when it is first called; the machine code is kept on disk.

    A kernel is a module-level function of arrays, named tuples of arrays and integers.  It releases no lock and
    catches nothing; it returns an integer code where there is something to say.
    """
    # The cache's place is read from numba's configuration when the cache is set up; the setting is global, so it is
    # put back at once for the sake of the user's own functions.
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = str(_FOLDER)
    try:
        jitted: Any = _NJIT(cache=True, **_OPTIONS)(function)
    except RuntimeError:  # no folder can be written to: compile in every process
        jitted = _NJIT(**_OPTIONS)(function)
    finally:
        _CONFIG.CACHE_DIR = before
    return jitted  # type: ignore[no-any-return]
