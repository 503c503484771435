"""Numbered random deals: the same as PySolFC's of that number, and up to 32,000 as Microsoft's."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from pysol_cards.cards import createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from patience_solver.cards import RANKS, Card
from patience_solver.errors import ImpossibleDeal, shown
from patience_solver.rules import Rules, dealing_order, remove_bases

__all__ = ["random_pack"]

_MICROSOFT = 32_000
"""Up to this number a deal is the one that Microsoft's generator draws."""


def random_pack(rules: Rules, seed: int) -> tuple[Card, ...]:
    """Return the whole pack of random deal `seed`, set-up cards left in, as it is written.

    A short pack is the full one with the other ranks skipped.
    """
    if not isinstance(seed, int) or isinstance(seed, bool) or not 1 <= seed <= RandomBase.MAX_SEED:
        raise ImpossibleDeal(f"{shown(seed)} is no number of a random deal: it must be a whole number from 1 to 10^20")
    cards = _shuffled(_unshuffled(rules.packs), seed)[::-1]
    if len(rules.ranks) < len(RANKS):
        cards = [card for card in cards if card.rank in rules.ranks]
    if rules.random_dealing is None:
        return tuple(cards)
    # The pack comes to the piles in another order than it is written: deal it, then read it off the piles.
    bases, rest = remove_bases(cards, rules.bases)
    piles: dict[int, list[Card]] = {}
    begin = rules.bases_dealt
    dealt = list(dealing_order(rules.tableau, rules.random_dealing))
    end = begin + len(dealt)
    for card, pile in zip(rest[begin:end], dealt, strict=True):
        piles.setdefault(pile, []).append(card)
    written = [piles[pile].pop(0) for pile in dealing_order(rules.tableau, rules.dealing)]
    return (*bases, *rest[:begin], *written, *rest[end:])


def _shuffled(cards: tuple[Card, ...], seed: int) -> list[Card]:
    """Shuffle as PySolFC does.

    Above Microsoft's numbers that is the library's shuffle, without its copies of the generator's state.
    """
    if seed <= _MICROSOFT:
        shuffled: list[Card] = shuffle(list(cards), seed, which_deals=RandomBase.DEALS_PYSOLFC)
        return shuffled
    random = Random(seed).random
    drawn = list(cards)
    for last in range(len(drawn) - 1, 0, -1):
        place = int(random() * (last + 1))
        drawn[last], drawn[place] = drawn[place], drawn[last]
    return drawn


@lru_cache
def _unshuffled(packs: int) -> tuple[Card, ...]:
    """Return the packs in PySolFC's order before the shuffle."""
    return tuple(Card(RANKS[card.rank - 1], card.suit_s()) for card in createCards(packs))
