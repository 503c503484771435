"""The address space that is left to the process: LLVM ends a process that asks for more than there is."""

from __future__ import annotations

__all__ = ["TO_COMPILE", "TO_LOAD", "TO_LOAD_NUMBA", "address_space_left", "require_address_space"]

TO_LOAD_NUMBA = 512 * 10**6
"""Bytes that numba takes, and the first kernels beside it."""

TO_LOAD, TO_COMPILE = 32 * 10**6, 400 * 10**6
"""Bytes that loading an engine's kernels takes, and compiling them."""


def require_address_space(least: int) -> None:
    """Refuse to load what LLVM would end the process for.

    Raises
    ------
    MemoryError
        If the system limits the address space, and less is left.
    """
    if address_space_left() < least:
        raise MemoryError(f"less than {least // 10**6} MB are left of the address space (ulimit -v) to load kernels")


def address_space_left() -> int:
    """Return how much address space the process can still get, where the system limits it (`ulimit -v`)."""
    import psutil

    left = 1 << 62
    try:
        import resource
    except ImportError:  # Windows
        return left
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        most, _ = resource.getrlimit(kind)
        if most != resource.RLIM_INFINITY:
            left = min(left, max(most - int(psutil.Process().memory_info().vms), 0))
    return left
