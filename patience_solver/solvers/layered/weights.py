"""The weights of the features, chosen by the kinds of piles that a game has.  Tuned by `tools/tune_layers.py`.

A weight set that suits most deals comes first; what it does not win, another often does.
"""

from __future__ import annotations

from collections.abc import Mapping

from patience_solver.rules import Role, Rules

__all__ = ["short_weight_sets", "weight_sets"]

_FANS = (
    {"left": 20, "made": 2, "tableau blocks": 6, "talon blocks": 8, "joins": -3},
    {"left": 20, "tableau blocks": 10, "talon blocks": 14, "joins": -3},
    {"left": 20, "made": 4, "tableau blocks": 6, "talon blocks": 8, "talon inversions": 1, "joins": -3},
    {"left": 20, "made": 2, "tableau blocks": 6, "talon blocks": 8, "joins": -6},
)
"""A tableau beside a talon."""

_SHORT_FANS = (
    {"left": 20, "made": 16, "tableau blocks": 10, "talon blocks": 20, "joins": -4},
    {"left": 20, "made": 20, "tableau blocks": 4, "talon blocks": 14, "talon inversions": 2, "joins": -7},
    {"left": 20, "made": 10, "tableau blocks": 10, "talon blocks": 14, "joins": -4},
    {"left": 20, "made": 20, "tableau blocks": 7, "talon blocks": 40, "talon inversions": 1, "joins": -4},
)
"""The same where the win must be short: a move costs about as much as a card that is not home."""

_DIVAN = ({"left": 10, "talon inversions": 1, "reserve distance": 1},)
"""A reserve beside a talon, and no tableau."""

_SHORT = {"left": 10, "made": 10, "further holds": 10}
"""Ten for each card held in a packet so far, and for each that has still to be."""

_PACKETS = tuple(
    {**_SHORT, "packet inversions": inversions, "packet stuck": stuck, "left": left}
    for inversions, stuck, left in (
        (7, 0, 10),
        (3, 4, 10),
        (2, 12, 10),
        (12, 0, 12),
        (5, 0, 10),
        (10, 20, 10),
        (15, 0, 10),
        (4, 10, 12),
        (10, 0, 9),
        (3, 0, 10),
        (20, 10, 11),
        (6, 6, 10),
    )
)
"""A tableau that takes cards from the stock.  A deal that one set does not win at some width another of them wins more
often than the same set does at four times the width."""

_OTHERS = ({"left": 20, "tableau blocks": 3},)


def short_weight_sets(rules: Rules) -> tuple[Mapping[str, int], ...]:
    """Return the weight sets for finding short wins, the best first."""
    return _SHORT_FANS if weight_sets(rules) is _FANS else weight_sets(rules)


def weight_sets(rules: Rules) -> tuple[Mapping[str, int], ...]:
    """Return the weight sets for these rules, the best first."""
    roles = {pile.role for pile in rules.layout}
    if {Role.TABLEAU, Role.TALON} <= roles:
        return _FANS
    if {Role.RESERVE, Role.TALON} <= roles:
        return _DIVAN
    if any(pile.tableau is not None and pile.takes_from(Role.STOCK) for pile in rules.layout):
        return _PACKETS
    return _OTHERS
