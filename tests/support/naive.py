"""A second, naive reading of the rules of each registered game, by hand and with no declaration.

Only for comparison with the reference model: it knows the games by name and writes their rules as plain conditions.
A position is its piles by name; a move is its text.
"""

from __future__ import annotations

from collections.abc import Mapping

from patience_solver import Position
from patience_solver.cards import RANKS, SUIT_NAMES

__all__ = ["naive_moves"]


def naive_moves(game: str, options: Mapping[str, object], position: Position) -> set[str]:
    """Return the texts of all legal moves of a full-pack game of this name."""
    piles = {
        pile.name: [str(card) for card in cards]
        for pile, cards in zip(position.rules.layout, position.piles, strict=True)
    }
    homes = set(SUIT_NAMES.values())
    moves = set()
    for source, cards in piles.items():
        if source in homes or not cards:
            continue
        card = cards[-1]
        home = SUIT_NAMES[card[1]]
        if len(piles[home]) == RANKS.index(card[0]):
            moves.add(f"{source} > {home}")
        moves |= {
            f"{source} > {target}"
            for target, below in piles.items()
            if target not in homes and target != source and _fits(game, options, card, below)
        }
    over = all(not cards for name, cards in piles.items() if name not in homes)
    if game in ("trefoil", "la-belle-lucie") and not over and position.redeals_used < int(str(options["redeals"])):
        if options["redeal_when"] == "any" or not moves:
            moves.add("redeal")
    return moves


def _fits(game: str, options: Mapping[str, object], card: str, below: list[str]) -> bool:
    if not below:
        if game in ("beleaguered-castle", "streets-and-alleys"):
            return True
        if game == "fortress":
            return options["lane"] == "any" or (options["lane"] == "king" and card[0] == "K")
        return game == "fan" and card[0] == "K"
    top = below[-1]
    down = (top[0] + card[0]) in "KQJT98765432A"
    up = (card[0] + top[0]) in "KQJT98765432A"
    if game in ("beleaguered-castle", "streets-and-alleys"):
        return down
    if card[1] != top[1]:
        return False
    if game == "fortress":
        return up or down or (options["wrap"] is True and {card[0], top[0]} == {"A", "K"})
    return down
