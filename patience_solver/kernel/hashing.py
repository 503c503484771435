"""Hashing: two independent 64-bit words for a state, each the sum of mixed pile hashes.

A pile's hash is a chain over its cards from the bottom up, so that the hashes of all its prefixes are at hand and
taking a card off costs nothing.  Each pile's hash is mixed with a word of the pile's group (or place) and the mixed
words are added up: exchanging two piles of one group does not change the sum, so no sorting is needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.compiled import inlined

__all__ = ["chain", "mix", "random_words"]

_CHAIN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S29 = np.uint64(29)
_S32 = np.uint64(32)


def random_words(seed: int, count: int) -> NDArray[np.uint64]:
    """Return random 64-bit words that depend on the seed alone, the same in every run."""
    generator = np.random.Generator(np.random.PCG64(0x5061_7469_656E_6365 + seed))  # stable across versions
    return generator.integers(0, 2**64, count, dtype=np.uint64)


@inlined
def chain(prefix: np.uint64, word: np.uint64) -> np.uint64:
    """Return the hash of a pile with one more card on top: its word added to the hash of the pile so far."""
    x = (prefix ^ word) * _CHAIN
    return x ^ (x >> _S32)


@inlined
def mix(hash_: np.uint64) -> np.uint64:
    """Spread a pile's hash over 64 bits (the finalizer of SplitMix64), so that sums of such words don't cancel."""
    x = (hash_ ^ (hash_ >> _S32)) * _MIX_1
    x = (x ^ (x >> _S29)) * _MIX_2
    return x ^ (x >> _S32)
