"""The disk cache of compiled kernels: no edit leaves it stale, and no state of the disk keeps a search from its answer.

numba's own cache looks only at the file of a function: after an edit of a kernel that is called from another file it
would go on using the old code, and with `NUMBA_BOUNDSCHECK=1` it would load the unchecked one.  Where its folder can't
be written it keeps code beside the sources instead, a damaged file or a full disk ends the program, and two processes
that compile one function for different arguments can take each other's code for their own.

So kernels have a cache of their own, in a folder named by a stamp: the hash of every kernel source, of the versions of
numba, llvmlite and Python, of the CPU and of every `NUMBA_*` setting.  A file holds the code of one kernel for one list
of argument types, behind its checksum, and appears in one step.  What can't be read is compiled; what can't be written
is compiled again in the next process, and `write_error` says why.
"""

from __future__ import annotations

import glob
import hashlib
import os
import pickle
import platform
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import platformdirs
from numba.core import compiler, serialize

from patience_solver.kernel.address_space import TO_COMPILE, require_address_space

__all__ = ["KernelCache", "cache_folder", "is_cached", "kernels_compiled", "stamp", "write_error"]

KERNELS = Path(__file__).resolve().parent
"""The folder of all compiled code."""

_IRRELEVANT = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS"}  # they don't change the code

_CONFIG: Any = numba.config
_COMPILE_RESULT: Any = compiler.CompileResult
_DUMPS: Any = serialize.dumps  # pickles numba's types
_IRRELEVANT_VALUES = {
    "CACHE_DIR",
    "CACHE_LOCATOR_CLASSES",
    "COLOR_SCHEME",
    "GDB_BINARY",
    "LOOP_VECTORIZE",  # kernels are never vectorized
    "NUMBA_DEFAULT_NUM_THREADS",
    "NUMBA_NUM_THREADS",
    "THREADING_LAYER",
}


def stamp(sources: Path = KERNELS) -> str:
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


_STAMP = stamp()
_FOLDER = cache_folder().absolute()  # a relative NUMBA_CACHE_DIR means the folder that the program was started in


class _Process:
    """What this process has compiled, and why it can't keep that."""

    compiled = 0
    error: OSError | None = None


def kernels_compiled() -> int:
    """Return how many kernels were not in the cache and had to be compiled in this process so far."""
    return _Process.compiled


def write_error() -> str | None:
    """Return why compiled kernels can't be kept on disk, with the folder; `None` as long as they can."""
    error = _Process.error
    return None if error is None else f"{_FOLDER}: {error.strerror or error}"


def is_cached(function: Callable[..., object]) -> bool:
    """Tell whether machine code of a kernel lies in the cache (it may still be of other argument types)."""
    return any(_read(path) is not None for path in _FOLDER.glob(f"{glob.escape(_name(function))}-*.nbc"))


class KernelCache:
    """The cache of one kernel, with the methods of numba's `FunctionCache`, in whose place it stands.

    numba calls it with its compiler lock held, so that threads come one by one.

    Parameters
    ----------
    function : Callable
        A function of a module below `KERNELS`, not yet compiled.  The stamp sees no edit of any other, so that others
        are not kept.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function
        self._stamped = _is_stamped(function)
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(_FOLDER)

    def enable(self) -> None:
        """Use the cache (numba's interface)."""
        self._enabled = True

    def disable(self) -> None:
        """Neither read nor write (numba's interface)."""
        self._enabled = False

    def flush(self) -> None:
        """Forget the code of this kernel (numba's interface)."""
        for path in _FOLDER.glob(f"{glob.escape(_name(self._function))}-*.nbc"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for these argument types, or `None`: then numba compiles it.

        Parameters
        ----------
        sig : tuple
            The argument types.
        target_context : BaseContext
            What the code is for.

        Returns
        -------
        CompileResult or None

        Raises
        ------
        MemoryError
            If it has to be compiled, and the address space that is left is too small for that.
        """
        target_context.refresh()
        if self._stamped and self._enabled:
            kept = _read(self._path(sig, target_context.codegen()))
            # The checksum holds, so that this is what was written; but a library may have changed without its version.
            with suppress(Exception):
                known, data = pickle.loads(kept or b"")
                if known == sig:
                    return _COMPILE_RESULT._rebuild(target_context, *data)
            _try_to_write()
        require_address_space(TO_COMPILE)
        _Process.compiled += 1
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for these argument types, if it can be kept.

        Parameters
        ----------
        sig : tuple
            The argument types.
        data : CompileResult
            The code.
        """
        if not (self._stamped and self._enabled) or _Process.error is not None:
            return
        if any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals:
            return  # it holds addresses of this process
        if stamp() != _STAMP:
            return  # edited since: this code may be of neither version
        path = self._path(sig, data.codegen)
        try:
            _write(path, _DUMPS((sig, data._reduce())))
        except OSError as error:
            # Windows lets no file be replaced that another process reads: that process has it whole.
            if _read(path) is None:
                _Process.error = error

    def _path(self, sig: Any, codegen: Any) -> Path:
        """Return the file for these argument types under numba's settings of this moment."""
        code = self._function.__code__
        key = code.co_firstlineno, code.co_code, sig, codegen.magic_tuple(), _settings()
        return _FOLDER / f"{_name(self._function)}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"


def _settings() -> list[tuple[str, object]]:
    """List numba's settings: a program can set them without the environment, and so can a file."""
    values = {
        name: value
        for name, value in vars(_CONFIG).items()
        if name[0].isupper() and name.isupper() and "CUDA" not in name and isinstance(value, int | float | str | None)
    }
    values["OPT"] = min(1, _CONFIG.OPT)  # kernels are never compiled at a higher level
    return sorted((name, value) for name, value in values.items() if name not in _IRRELEVANT_VALUES)


def _is_stamped(function: Callable[..., object]) -> bool:
    """Tell whether the stamp says all about a function's code: it is of a kernel source and of no closure."""
    source = Path(function.__code__.co_filename)
    return (
        function.__closure__ is None
        and source.suffix == ".py"
        and source.is_file()  # neither in an archive nor compiled away
        and source.resolve().is_relative_to(KERNELS)
    )


def _name(function: Callable[..., object]) -> str:
    """Return a function's name as part of a file name."""
    return f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")


def _read(path: Path) -> bytes | None:
    """Return what a file holds behind its checksum; `None` if it is missing or damaged."""
    try:
        held = path.read_bytes()
    except OSError:
        return None
    checksum, data = held[:32], held[32:]
    return data if hashlib.sha256(data).digest() == checksum else None


def _write(path: Path, data: bytes) -> None:
    """Write a file that appears whole and at once; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Not by `tempfile`, whose files no other user can read: a cache may be shared.
    beside = path.with_name(f"{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        beside.write_bytes(hashlib.sha256(data).digest() + data)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _try_to_write() -> None:
    """Find out before the first compilation whether it can be kept, so that the notice of it says so."""
    if _Process.compiled or _Process.error is not None:
        return
    trial = _FOLDER / f"trial.{uuid.uuid4().hex}.tmp"
    try:
        _write(trial, b"")
        trial.unlink()
    except OSError as error:
        _Process.error = error
