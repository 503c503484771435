"""Moves in the notation of the outside programs, translated into ours.

Calculation: `F2` stock card to foundation 2, `P3` to packet 3, `3>2` top of packet 3 to foundation 2.  Sultan: `S`
turn, `T` talon top to a foundation, `D5S` divan card 5S to a foundation, `R` redeal.  Big Ben: `d` deal, `3>f9` top of
fan III to foundation IX, `3>7` fan III to fan VII, `w>f9` talon top to foundation IX.
Fourteen: `3-18` the pair in cells 3 and 18 (1 to 25 in reading order), `x1-7,3-9` cells 1 and 7, and 3 and 9, change
places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from patience_solver import Card, Deal, Move, Position, apply
from patience_solver.cards import SUIT_NAMES
from patience_solver.position import exchange_move, pair_move

__all__ = ["translate"]

_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def translate(deal: Deal, words: Iterable[str]) -> tuple[Move, ...]:
    """Return the moves that these words mean, one after the other from the start of the deal."""
    read = _READERS[deal.game.name]
    position, moves = deal.start, []
    for word in words:
        move = read(position, word)
        moves.append(move)
        position = apply(position, move)
    return tuple(moves)


def _calculation(position: Position, word: str) -> Move:
    if ">" in word:
        packet, foundation = word.split(">")
        return Move(f"packet {packet}", f"foundation {foundation}")
    return Move("stock", f"{'packet' if word[0] == 'P' else 'foundation'} {word[1:]}")


def _sultan(position: Position, word: str) -> Move:
    if word in ("S", "R"):
        return Move("turn" if word == "S" else "redeal")
    if word == "T":
        return Move("talon", SUIT_NAMES[position.pile("talon")[-1].suit])
    card = Card.parse(word[1:])
    place = next(
        pile.name
        for pile, cards in zip(position.rules.layout, position.piles, strict=True)
        if pile.name.startswith("divan") and cards == (card,)
    )
    return Move(place, SUIT_NAMES[card.suit])


def _big_ben(position: Position, word: str) -> Move:
    if word == "d":
        return Move("deal")
    source, target = word.split(">")
    giving = "talon" if source == "w" else _ROMAN[int(source)]
    if target[0] == "f":
        return Move(giving, f"clock {_ROMAN[int(target[1:])]}")
    return Move(giving, _ROMAN[int(target)])


def _fourteen(position: Position, word: str) -> Move:
    if word[0] != "x":
        return pair_move(position.rules, [int(cell) - 1 for cell in word.split("-")])
    return exchange_move(position.rules, [int(cell) - 1 for swap in word[1:].split(",") for cell in swap.split("-")])


_READERS: dict[str, Callable[[Position, str], Move]] = {
    "calculation": _calculation,
    "sultan": _sultan,
    "big-ben": _big_ben,
    "fourteen": _fourteen,
}
