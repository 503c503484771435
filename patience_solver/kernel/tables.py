"""The rules as arrays: what the compiled loops look up, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import SUITS, Card
from patience_solver.kernel.hashing import random_words
from patience_solver.rules import Building, Order, Pile, Rules, Vacancy, When

__all__ = ["BOTTOM", "EMPTY", "NEVER", "Tables", "card_code", "card_of", "tables"]

EMPTY = 63
"""Code of "no card": the top of an empty pile."""

BOTTOM = 62
"""In `Tables.fixed_on`: the card has nowhere to go from the bottom of a pile."""

NEVER = 61
"""In `Tables.fixed_on`: the card always may have somewhere to go."""

_KINDS = 64  # card codes 0 … 51, and EMPTY


class Tables(NamedTuple):
    """The rules of one game, options settled, as integers and arrays.

    A card's code is `suit * ranks + rank`, suits in the order `C D H S`.  Sets of cards are 64-bit masks.

    Attributes
    ----------
    piles, tableau, cards, ranks : int
        Number of piles; of those in the tableau (they come first, the foundations after them); of cards; of ranks.
    group : int64[piles]
        Piles of one group play the same part: they may be exchanged for each other.
    accept : uint64[groups, 64]
        Set of cards that a pile of the group takes on this top card (`EMPTY` where it has none).
    laid_on : uint64[64]
        Set of cards that can ever be laid on this card in the tableau.
    followers_wait_for : uint64[64]
        For the cards of `laid_on`: their predecessors on the foundation, and all cards that can be laid on them.
    neighbours_only : int64
        1 if only its two neighbours on the foundation can be laid on a card in the tableau.
    home : int64[64]
        The foundation (index of its pile) of a card.
    settles : uint64[64]
        For a card that only one other can be laid on, which can lie nowhere else and must go home first: that other
        card, as a set; else no card.
    fixed_on : int64[64]
        Where a card has no other place in the tableau to go to: the card beneath it; `EMPTY`, if it can be laid
        nowhere; `BOTTOM`, at the bottom of a pile; `NEVER`, if it always may have another.
    lower : uint64[64]
        Set of cards that must be on the foundation before this one.
    redeals, redeal_stuck, redeal_keep, packet : int64
        Number of redeals; 1 if only when stuck; 1 if the order is kept; cards in a pile of the new deal.
    card_a, card_b : uint64[64]
        Random words of the cards, for the two hashes.
    group_a, group_b : uint64[piles]
        Random words of the piles: equal where piles are interchangeable.
    place_a, place_b : uint64[piles]
        Random words of the piles, all different: where the order of the piles matters.
    redeal_a, redeal_b : uint64[redeals + 1]
        Random words of the number of redeals used.
    """

    piles: int
    tableau: int
    cards: int
    ranks: int
    group: NDArray[np.int64]
    accept: NDArray[np.uint64]
    laid_on: NDArray[np.uint64]
    followers_wait_for: NDArray[np.uint64]
    neighbours_only: int
    home: NDArray[np.int64]
    settles: NDArray[np.uint64]
    fixed_on: NDArray[np.int64]
    lower: NDArray[np.uint64]
    redeals: int
    redeal_stuck: int
    redeal_keep: int
    packet: int
    card_a: NDArray[np.uint64]
    card_b: NDArray[np.uint64]
    group_a: NDArray[np.uint64]
    group_b: NDArray[np.uint64]
    place_a: NDArray[np.uint64]
    place_b: NDArray[np.uint64]
    redeal_a: NDArray[np.uint64]
    redeal_b: NDArray[np.uint64]


def card_code(rules: Rules, card: Card) -> int:
    """Return the code of a card in a game with these rules."""
    return SUITS.index(card.suit) * len(rules.ranks) + rules.ranks.index(card.rank)


def card_of(rules: Rules, code: int) -> Card:
    """Return the card of this code."""
    suit, rank = divmod(int(code), len(rules.ranks))
    return Card(rules.ranks[rank], SUITS[suit])


@lru_cache(maxsize=64)
def tables(rules: Rules, hash_seed: int = 0) -> Tables:
    """Build the tables of a game.

    Parameters
    ----------
    rules : Rules
        The rules, options settled.
    hash_seed : int
        Another seed gives independent hashes.

    Returns
    -------
    Tables
    """
    ranks = len(rules.ranks)
    kinds = [card_of(rules, code) for code in range(4 * ranks)]
    piles = rules.layout
    # Piles that read the same declaration are interchangeable, whatever their names; so are equal foundations.
    parts = [_part(pile) for pile in piles]
    distinct = list(dict.fromkeys(parts))
    group = [distinct.index(part) for part in parts]
    accept = np.zeros((len(distinct), _KINDS), np.uint64)
    for number, part in enumerate(distinct):
        pile = piles[parts.index(part)]
        for below in kinds:
            accept[number, card_code(rules, below)] = _mask(
                rules, (card for card in kinds if _accepts(rules, pile, below, card))
            )
        accept[number, EMPTY] = _mask(rules, (card for card in kinds if _accepts(rules, pile, None, card)))
    first_foundation = sum(not pile.is_foundation for pile in piles)
    laid_on = np.zeros(_KINDS, np.uint64)
    for number in {group[place] for place in range(first_foundation)}:
        laid_on |= accept[number]
    laid_on[EMPTY] = 0
    waiting = np.zeros(_KINDS, np.uint64)
    lower = np.zeros(_KINDS, np.uint64)
    home = np.zeros(_KINDS, np.int64)
    neighbours_only = True
    for code in range(4 * ranks):
        suit, rank = divmod(code, ranks)
        lower[code] = sum(1 << other for other in range(suit * ranks, code))
        home[code] = next(k for k, pile in enumerate(piles) if pile.suit == SUITS[suit])
        for follower in range(4 * ranks):
            if int(laid_on[code]) >> follower & 1:
                if follower % ranks > 0:
                    waiting[code] |= np.uint64(1 << (follower - 1))
                waiting[code] |= laid_on[follower]
                neighbours_only &= follower // ranks == suit and abs(follower % ranks - rank) == 1
    takes_vacant = 0
    for number in {group[place] for place in range(first_foundation)}:
        takes_vacant |= int(accept[number, EMPTY])
    settles, fixed_on = _settling(laid_on, lower, takes_vacant)
    redeal = rules.redeal
    redeals = redeal.times if redeal is not None else 0
    words = random_words(hash_seed, 2 * (_KINDS + len(distinct) + len(piles) + redeals + 1))
    cards_ab, groups_ab, places_ab, redeals_ab = np.split(
        words.reshape(2, -1), np.cumsum([_KINDS, len(distinct), len(piles)]), axis=1
    )
    return Tables(
        piles=len(piles),
        tableau=first_foundation,
        cards=len(rules.pack),
        ranks=ranks,
        group=np.array(group, np.int64),
        accept=accept,
        laid_on=laid_on,
        followers_wait_for=waiting,
        neighbours_only=int(neighbours_only),
        home=home,
        settles=settles,
        fixed_on=fixed_on,
        lower=lower,
        redeals=redeals,
        redeal_stuck=int(redeal is not None and redeal.when is When.STUCK),
        redeal_keep=int(redeal is not None and redeal.order is Order.KEEP),
        packet=redeal.packet if redeal is not None else 1,
        card_a=cards_ab[0].copy(),
        card_b=cards_ab[1].copy(),
        group_a=groups_ab[0][group],
        group_b=groups_ab[1][group],
        place_a=places_ab[0].copy(),
        place_b=places_ab[1].copy(),
        redeal_a=redeals_ab[0].copy(),
        redeal_b=redeals_ab[1].copy(),
    )


def _settling(
    laid_on: NDArray[np.uint64], lower: NDArray[np.uint64], takes_vacant: int
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return `Tables.settles` and `Tables.fixed_on`."""
    supports = [[below for below in range(EMPTY) if int(laid_on[below]) >> card & 1] for card in range(EMPTY)]
    settles = np.zeros(_KINDS, np.uint64)
    fixed_on = np.full(_KINDS, NEVER, np.int64)
    for card in range(EMPTY):
        vacant = bool(takes_vacant >> card & 1)
        if len(supports[card]) == 1 and not vacant:
            below = supports[card][0]
            fixed_on[card] = below
            if int(laid_on[below]) == 1 << card and int(lower[below]) >> card & 1:
                settles[below] = 1 << card
        elif not supports[card]:
            fixed_on[card] = BOTTOM if vacant else EMPTY
    return settles, fixed_on


def _part(pile: Pile) -> object:
    """What a pile's part in the play depends on."""
    if pile.tableau is None:
        return pile.suit
    return pile.tableau.building, pile.tableau.vacancy


def _mask(rules: Rules, cards: Iterable[Card]) -> int:
    return sum(1 << card_code(rules, card) for card in cards)


def _accepts(rules: Rules, pile: Pile, below: Card | None, card: Card) -> bool:
    """Read the declaration anew, apart from the reference model: that the two agree is tested."""
    building: Building
    if pile.tableau is None:
        building = rules.foundations.building
        if card.suit != pile.suit or (below is not None and below.suit != pile.suit):
            return False
        if below is None:
            return rules.ranks.index(card.rank) == 0
    else:
        building = pile.tableau.building
        if below is None:
            vacancy = pile.tableau.vacancy
            last = rules.ranks.index(card.rank) == len(rules.ranks) - 1
            return vacancy is Vacancy.ANY_CARD or (vacancy is Vacancy.KINGS and last)
    return building.accepts(below, card, rules.ranks)
