"""Counting and finding bits by the processor's own instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import intrinsic

__all__ = ["bit_count", "lowest_bit"]

if TYPE_CHECKING:
    import numpy as np

    def bit_count(word: np.uint64) -> int:
        """Count the bits that are set in a word."""

    def lowest_bit(word: np.uint64) -> int:
        """Return the place of the lowest bit that is set in a word; 64 if none is."""

else:

    @intrinsic
    def bit_count(typing: Any, word: Any) -> tuple[Any, Callable[..., Any]]:
        """Count the bits that are set in a word."""
        return types.int64(types.uint64), lambda context, builder, signature, values: builder.ctpop(values[0])

    @intrinsic
    def lowest_bit(typing: Any, word: Any) -> tuple[Any, Callable[..., Any]]:
        """Return the place of the lowest bit that is set in a word; 64 if none is."""

        def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], context.get_constant(types.boolean, False))

        return types.int64(types.uint64), build
