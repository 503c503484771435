"""The two games without real choice played from the pack to their end, by hand and with no declaration."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["play_betrothed", "play_first_and_last"]

_RANKS = "A23456789TJQK"


def _shuffled(cards: list[str], order: str) -> list[str]:
    """Bring cards into the order of a reshuffle list; a marked one counts only when both copies are there."""
    found = []
    for word in order.split():
        card = word.rstrip("'")
        if cards.count(card) >= (2 if word.endswith("'") else 1):
            found.append(card)
    assert sorted(found) == sorted(cards)
    return found


def play_first_and_last(
    pack: Sequence[str], lists: Sequence[str], *, redeals: int, waste_top: bool
) -> tuple[bool, int, int]:
    """Return whether First and Last is won, the moves made and the redeals used."""
    upper, lower, stock = list(pack[:8]), list[str | None](pack[8:16]), list(pack[16:])
    eighth: str | None = upper.pop()
    talon: list[str] = []
    moves = used = 0

    def filling() -> str | None:
        if talon:
            return talon.pop()
        return stock.pop(0) if stock else None

    for pile in range(8):
        if pile == 7:
            first, eighth = eighth, None
        else:
            first = upper[pile]
        if first is None:
            return False, moves, used
        rank, fresh = first[0], False
        for step in range(1, 13):
            wanted = _RANKS[(_RANKS.index(rank) + step) % 13]
            while True:
                if eighth is not None and eighth[0] == wanted:
                    eighth = filling()
                    break
                places = [place for place, card in enumerate(lower) if card is not None and card[0] == wanted]
                if places:
                    lower[places[-1]] = filling()
                    break
                if talon and talon[-1][0] == wanted and (waste_top or fresh):
                    talon.pop()
                    break
                if stock:
                    talon.append(stock.pop(0))
                    fresh = True
                elif talon and used < redeals:
                    stock, talon, fresh = _shuffled(talon, lists[used]), [], False
                    used += 1
                else:
                    return False, moves, used
                moves += 1
            moves, fresh = moves + 1, False
    return True, moves, used


def play_betrothed(
    pack: Sequence[str], lists: Sequence[str], *, redeals: int, reshuffle: str, rows: str, adjacent: str
) -> tuple[bool, bool | None, int]:
    """Return whether part one and part two of The Betrothed are won (`None`: there is none), and the redeals made."""
    cards, used = list(pack), 0
    while True:
        heaps: list[list[str]] = [[], [], [], [], []]
        for number, card in enumerate(cards):
            heaps[number % 5].append(card)
        for heap in heaps:
            while heap and heap[-1][0] not in "KQ":
                heap.pop()
        cards = [card for heap in heaps for card in heap]
        if all(card[0] in "KQ" for card in cards):
            break
        if used == redeals:
            return False, None, used
        if reshuffle == "shuffle":
            cards = _shuffled(cards, lists[used])
        used += 1
    width = 2 if rows == "4x2" else 4
    laid = {divmod(number, width): card[1] for number, card in enumerate(cards)}
    assert len(laid) == 8
    ways = [(0, 1), (1, 0)] if adjacent == "both" else [(0, 1)]
    return True, any(laid.get((row + y, x + z)) == suit for (row, x), suit in laid.items() for y, z in ways), used
