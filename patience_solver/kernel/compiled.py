"""The decorators `compiled`, `inlined` and `merged`: numba as kernels need it, with a disk cache of their own.

Nothing here changes numba's settings, which belong to the program that uses this package: its own functions are
compiled as it wants, also while kernels are.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ParamSpec, SupportsInt, TypeVar

import numba
import numpy as np
from numba.core.compiler import Compiler

from patience_solver.kernel.cache import KernelCache, cache_folder, is_cached, stamp

__all__ = ["cache_folder", "compiled", "inlined", "is_cached", "merged", "stamp", "whole"]

if TYPE_CHECKING:

    def whole(number: SupportsInt) -> int:
        """Turn a number out of an array into a signed 64-bit integer (unsigned and signed don't mix when compiled)."""

else:
    whole = np.int64

P = ParamSpec("P")
R = TypeVar("R")

_CONFIG: Any = numba.config
_NJIT: Any = numba.njit


class _QuickPasses:
    """Code generation at a lower level of optimization: what matters is inlined anyway, the rest costs time only once.

    Measured: the first use takes a third less.  There is nothing to vectorize in loops over the few cards of a pile.
    """

    def _module_pass_manager(self, *args: Any, **options: Any) -> Any:
        return super()._module_pass_manager(*args, **(_quick() | options))  # type: ignore[misc]

    def _function_pass_manager(self, *args: Any, **options: Any) -> Any:
        return super()._function_pass_manager(*args, **(_quick() | options))  # type: ignore[misc]


def _quick() -> dict[str, Any]:
    return {"opt": min(1, _CONFIG.OPT), "loop_vectorize": 0}


@lru_cache(maxsize=1)
def _quick_codegen(codegen: Any) -> Any:
    """Return numba's code generator with quick passes: the same engine, so that all code can call all other code."""
    quick = copy.copy(codegen)
    quick.__class__ = type("QuickCodegen", (_QuickPasses, type(codegen)), {})
    return quick


class _KernelCompiler(Compiler):
    """numba's compiler, with quick passes for the kernel itself."""

    def compile_extra(self, func: Callable[..., object]) -> Any:
        if self.state.library is None:  # else numba would make one, of its own code generator
            self.state.library = _quick_codegen(self.state.targetctx.codegen()).create_library(func.__qualname__)
            self.state.library.enable_object_caching()
        return super().compile_extra(func)  # type: ignore[no-untyped-call]


# Kernels allocate nothing and keep no array beyond their call, so they need not count references to arrays: the caller
# holds them.  numba counts at every access of a named tuple's array otherwise, with atomic operations; without,
# a search of this kind runs three to ten times faster.
_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
    "pipeline_class": _KernelCompiler,
}


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
    jitted: Any = _NJIT(**_OPTIONS)(function)
    if jitted is not function:  # as it is with NUMBA_DISABLE_JIT=1
        jitted._cache = KernelCache(function)  # what `cache=True` sets, with numba's cache
    return jitted  # type: ignore[no-any-return]
