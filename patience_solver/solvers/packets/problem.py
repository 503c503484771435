"""Which games are decided by plans of holds, and their deals as numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from patience_solver.kernel.packets.crossings import MOST_CARDS
from patience_solver.kernel.relaxed_packets import Relaxed, ranks_waited_for
from patience_solver.kernel.tables import tables
from patience_solver.position import Deal
from patience_solver.rules import Role, Rules
from patience_solver.rules.traits import Trait, has
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.start import relaxed_of

__all__ = ["NEEDS", "Problem", "has_packets", "problem_of"]


NEEDS = (
    Trait.SINGLE_PARKING,
    Trait.STOCK_PLAYED,
    Trait.ONE_PASS,
    Trait.ANY_TIME,
    Trait.NO_LAYERS,
    Trait.ALL_FULL,
)
"""What plans of holds need, beside the table of the easier game (docs/soundness.md, *plans of holds*)."""


@dataclass(frozen=True)
class Problem:
    """A deal as numbers; places are those of the table of the easier game.

    Attributes
    ----------
    relaxed : Relaxed
        The table of fewest further holds.
    coming : int64[stock + 1]
        Rank of the stock's next card when so many are left.
    start : int
        Place of the start.
    in_play : int64[ranks]
        Cards of each rank.
    packets : int
        Number of packets.
    rank : int64[cards]
        Ranks of the marks of packets (-1), of the cards held at the start, and of the stock's cards as they come.
    crosses : uint64[64]
        The crossings that hold at the start.
    held, marks : int
        The sets of cards held at the start, and of the marks.
    """

    relaxed: Relaxed
    coming: NDArray[np.int64]
    start: int
    in_play: NDArray[np.int64]
    packets: int
    rank: NDArray[np.int64]
    crosses: NDArray[np.uint64]
    held: int
    marks: int

    @property
    def least(self) -> int:
        """Fewest holds in the easier game."""
        return int(self.relaxed.holds[self.start])

    @property
    def most(self) -> int:
        """Most holds that there can be: every card of the stock."""
        return len(self.coming) - 1

    @property
    def plays(self) -> int:
        """Cards that are not home."""
        return self.most + self.held.bit_count()


def has_packets(rules: Rules) -> bool:
    """Tell whether deals of these rules are decided by plans.

    There must be a table of the easier game, and the tableau must be packets: piles that take any card, from the stock
    only, at any time; and nothing else but stock and foundations.
    """
    return has(rules, *NEEDS) and ranks_waited_for(rules, tables(rules)) is not None


def problem_of(deal: Deal, budget: Budget) -> Problem | None:
    """Return the deal as numbers; `None` if its rules are not of packets (`has_packets`)."""
    rules = deal.rules
    if not has_packets(rules):
        return None
    relaxed = relaxed_of(deal, budget)
    piles = list(zip(rules.layout, deal.start.piles, strict=True))
    packets = [cards for pile, cards in piles if pile.role is Role.TABLEAU]
    heights = [len(cards) for pile, cards in piles if pile.role is Role.FOUNDATION]
    stock = [rules.ranks.index(card.rank) for card in deal.start.pile("stock")]
    held = [(number, rules.ranks.index(card.rank)) for number, cards in enumerate(packets) for card in cards]
    marks = len(packets) if held else 0
    rank = np.array([-1] * marks + [rank for _, rank in held] + stock[::-1], np.int64)
    if len(rank) > MOST_CARDS:
        return None
    in_play = np.zeros(len(rules.ranks), np.int64)
    for _, cards in piles:
        for card in cards:
            in_play[rules.ranks.index(card.rank)] += 1
    return Problem(
        relaxed=relaxed,
        coming=np.array([-1, *stock], np.int64),
        start=len(stock) + sum((h - 1) * int(s) for h, s in zip(heights, relaxed.stride, strict=True)),
        in_play=in_play,
        packets=len(packets),
        rank=rank,
        crosses=_crossings([*range(marks), *(number for number, _ in held)], marks),
        held=((1 << len(held)) - 1) << marks,
        marks=(1 << marks) - 1,
    )


def _crossings(packet: list[int], marks: int) -> NDArray[np.uint64]:
    """Return the crossings of the marks and the cards held at the start, of which the packets are known.

    A mark crosses the other marks, and a card all marks but that of its packet: so it gets its packet's colour.
    """
    crosses = np.zeros(MOST_CARDS, np.uint64)
    for card, mine in enumerate(packet):
        for mark in range(marks):
            if packet[mark] != mine:
                crosses[card] |= np.uint64(1 << mark)
                crosses[mark] |= np.uint64(1 << card)
    return crosses
