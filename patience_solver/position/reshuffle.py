"""Reshuffle lists: the chance in a shuffled redeal, fixed beforehand as part of the deal.

A list holds every card that can ever be dealt again, in a random order; what is left at the redeal comes in the order
of the list.  Of two equal cards one is marked `'` and counts only when both are left.  So what is left always comes in
a uniformly random order, however the player got there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, product, repeat
from random import Random
from struct import unpack

from patience_solver.cards import RANKS, SUITS, Card, parse_cards
from patience_solver.errors import ImpossibleDeal, WrongType

__all__ = ["Reshuffle"]

_USED = "-"
_CARDS = tuple(Card(rank, suit) for suit, rank in product(SUITS, RANKS))
_ORDER = {card: place for place, card in enumerate(_CARDS)}


@dataclass(frozen=True)
class Reshuffle:
    """One reshuffle list.

    Attributes
    ----------
    cards : tuple of Card
        The cards in list order; empty for a list that is used up.
    marked : tuple of bool
        Whether the card at this place is the marked one of a twin pair.
    """

    cards: tuple[Card, ...]
    marked: tuple[bool, ...]

    @classmethod
    def parse(cls, text: str) -> Reshuffle:
        """Read a list: cards separated by blanks, `'` after the marked one of a twin pair; `-` for a used list."""
        if not isinstance(text, str):
            raise WrongType.of("a reshuffle list", text, "its text, or a Reshuffle")
        words = [] if text.strip() == _USED else text.split()
        marked = tuple(word.endswith("'") for word in words)
        return cls(parse_cards([word.removesuffix("'") for word in words]), marked)

    @classmethod
    def random(cls, cards: Iterable[Card], *, seed: int, number: int) -> Reshuffle:
        """Draw list `number` (from 1) of random deal `seed` for these cards.

        `Random(f"patience-solver reshuffle {seed} {number}")` of CPython 3.11 shuffles the cards sorted by suit (CDHS)
        and rank; then its `randrange(2)`, once for each pair of equal cards in that sorted order, marks the first (0)
        or the second (1) of the two in the list.  Drawn here with fewer calls, since lists take most of the time of
        drawing a deal.
        """
        words = _words(Random(f"patience-solver reshuffle {seed} {number}"))
        in_order, twins = _sorted(tuple(cards))
        drawn = list(range(len(in_order)))
        for last, shift in _draws(len(in_order)):
            for word in words:
                place = word >> shift
                if place <= last:
                    break
            drawn[last], drawn[place] = drawn[place], drawn[last]
        place_of = [0] * len(drawn)
        for place, card in enumerate(drawn):
            place_of[card] = place
        marked = [False] * len(drawn)
        for twin in twins:
            for word in words:
                coin = word >> 30
                if coin <= 1:
                    break
            one, other = place_of[twin], place_of[twin + 1]
            marked[one if (one > other) == (coin == 1) else other] = True
        return cls(tuple([in_order[card] for card in drawn]), tuple(marked))

    def check(self, expected: Iterable[Card], number: int) -> None:
        """Raise `ImpossibleDeal` unless the list holds exactly these cards, one marked of each twin pair."""
        want, have = Counter(expected), Counter(self.cards)
        for card, count in (have - want).items():
            raise ImpossibleDeal(
                f"reshuffle list {number}: {card} stands there {have[card]} times, {count} too many"
                if want[card]
                else f"reshuffle list {number}: {card} can never be dealt again in this game"
            )
        for card in want - have:
            raise ImpossibleDeal(
                f"reshuffle list {number}: {card} is missing ({len(self.cards)} cards, not {want.total()})"
            )
        marks = Counter(card for card, mark in zip(self.cards, self.marked, strict=True) if mark)
        for card in want:
            if marks[card] != (want[card] == 2):
                rule = (
                    "exactly one of its two copies must be marked '" if want[card] == 2 else "a single card has no mark"
                )
                raise ImpossibleDeal(f"reshuffle list {number}: {card} carries {marks[card]} marks: {rule}")

    def check_holds(self, left: Iterable[Card], most: Iterable[Card], number: int) -> None:
        """Check the list of a position in mid-game: it holds what is left to be dealt again, and nothing impossible."""
        have, most = Counter(self.cards), Counter(most)
        for card in Counter(left) - have:
            raise ImpossibleDeal(f"reshuffle list {number}: {card} is missing, which is still in play")
        for card in have - most:
            raise ImpossibleDeal(
                f"reshuffle list {number}: {card} stands there {have[card]} times, which can't be"
                if card in most
                else f"reshuffle list {number}: {card} can never be dealt again in this game"
            )
        self.check(have.elements(), number)

    def arrange(self, left: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards that are left, in the order of this list."""
        count = Counter(left)
        return tuple(
            card for card, mark in zip(self.cards, self.marked, strict=True) if count[card] > (1 if mark else 0)
        )

    def __str__(self) -> str:
        if not self.cards:
            return _USED
        return " ".join(f"{card}'" if mark else str(card) for card, mark in zip(self.cards, self.marked, strict=True))


_CHUNK = 256
"""Words that are drawn at a time; a list of two packs takes about as many."""


def _words(rng: Random) -> Iterator[int]:
    """Return the 32-bit words that the methods of a generator take their numbers from, the highest bits first."""
    chunks = (rng.getrandbits(32 * _CHUNK).to_bytes(4 * _CHUNK, "little") for _ in repeat(None))
    return chain.from_iterable(unpack(f"<{_CHUNK}I", chunk) for chunk in chunks)


@lru_cache
def _draws(cards: int) -> tuple[tuple[int, int], ...]:
    """Return the steps of a shuffle: each place from the last on, and by how much a word is shifted to draw for it."""
    return tuple((last, 32 - (last + 1).bit_length()) for last in range(cards - 1, 0, -1))


@lru_cache(maxsize=1)
def _sorted(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Sort cards by suit and rank; return them and where each pair of twins begins: the same for every list."""
    places = sorted(map(_ORDER.__getitem__, cards))
    twins = tuple([place for place, (one, next_) in enumerate(pairwise(places)) if one == next_])
    return tuple([_CARDS[place] for place in places]), twins
