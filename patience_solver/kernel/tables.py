"""The rules as arrays: what the compiled loops look up, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patience_solver.cards import SUITS, Card
from patience_solver.kernel.hashing import random_words
from patience_solver.rules import (
    ANY_SUIT,
    Fill,
    Lying,
    Order,
    Pairs,
    Pile,
    Play,
    Refill,
    Role,
    Rules,
    Suit,
    Talon,
    Vacancy,
    When,
)
from patience_solver.rules.traits import Trait, has

__all__ = [
    "BOTTOM",
    "EMPTY",
    "FORCED",
    "IN_PART",
    "IN_TURN",
    "MOST_EXCHANGES",
    "MOST_MOVES",
    "MOST_PAIRED",
    "NEVER",
    "OPTIONAL",
    "Tables",
    "card_code",
    "card_of",
    "codes",
    "tables",
]

EMPTY = 63
"""Code of "no card": the top of an empty pile."""

BOTTOM = 62
"""In `Tables.fixed_on`: the card has nowhere to go from the bottom of a pile."""

NEVER = 61
"""In `Tables.fixed_on`: the card always may have somewhere to go."""

IN_TURN, IN_PART = 1, 2
"""In `Tables.in_order`: only foundations take cards, one after the other; or some foundations wait for others, beside a
tableau or other foundations."""

FORCED, OPTIONAL = 1, 2
"""In `Tables.refill`: gaps in the reserve are filled at once, or by moves."""

MOST_MOVES = 512
"""Room for the moves of a state where a game needs no more (`Tables.most_moves`), and for the safe plays after one."""

MOST_EXCHANGES = 255
"""A packed state holds the number of exchanges, and of redeals, in one byte."""

MOST_PAIRED = 10
"""Most piles that the lower bound pairs: the best pairing is found by going through all sets of piles."""

_KINDS = 64  # card codes 0 … 51, and EMPTY


class Tables(NamedTuple):
    """The rules of one game, options settled, as integers and arrays: the fields of the record that kernels read.

    A card's code is `suit * ranks + rank`, suits in the order `C D H S`.  Sets of cards are 64-bit masks.

    Attributes
    ----------
    piles, tableau, sources, foundation, cards, ranks : int
        Number of piles; of those in the tableau, which come first; of those whose top cards may be moved, the tableau,
        the reserve, the talon or a stock whose cards are available; the first foundation (they come last); number of
        cards; of ranks.
    reserve, talon, stock : int
        The first place of the reserve, the talon and the stock; -1 where the game has none.
    group : int64[piles]
        Piles of one group play the same part: they may be exchanged for each other.
    accept : uint64[groups, 64]
        Set of cards that a pile of the group takes on this top card (`EMPTY` where it has none).
    gives : uint64[piles]
        Set of piles that a card may come from to this pile.
    least : int64[piles]
        A pile with fewer cards takes none.
    most : int64[piles]
        A pile with so many cards takes none: a full foundation.
    by_top : int64[piles]
        1 if a pile's top card alone tells what it takes from there on (`Pile.told_by_top`).
    height : int64[piles]
        Cards on a full foundation.
    course : int64[piles]
        Equal for foundations that take the same cards on the same top card, until one of them is full.
    in_turn : int64[piles]
        1 for a foundation that waits until those of this kind before it are full.
    layers : int64[piles]
        For a foundation with layers in suit the number of its block, for other piles -1.
    fill_to : int64[piles]
        Cards up to which a deal fills a pile.
    talon_goes_home : int
        1 in games of two packs whose talon's cards can only go to foundations, with as many places there as copies.
    in_order : int
        0 if no foundation waits for another; `IN_TURN` or `IN_PART`.
    leading : int
        The place of the reserve whose card is played before all others and becomes the base of the last foundation; -1
        if there is none.
    layered : int
        1 if there are foundations with layers in suit.
    turned, just_turned, at_once : int
        1 if the stock's cards are turned onto a talon in a pass that is allowed; 1 if the talon's top card may be
        played only right after its turn; 1 if it must be played when it fits.
    each_turned : int
        1 if every card of the stock has to be turned before it can be played.
    refill : int
        0 if there is no reserve or gaps stay; `FORCED` or `OPTIONAL`.
    filled_up_to, in_rounds : int
        Cards up to which a deal fills piles of the tableau, 0 if it does not; 1 if it does so in rounds.
    in_fills : int
        1 if only deals that fill up all piles alike, and turns, bring cards, once, and foundations have one order each:
        what the bound over deals speaks of (`kernel/rounds.py`).
    laid_on : uint64[64]
        Set of cards that can ever be laid on this card in the tableau.
    followers_wait_for : uint64[64]
        For the cards of `laid_on`: their predecessors on the foundation, and all cards that can be laid on them.
    neighbours_only : int64
        1 if only its two neighbours on the foundation can be laid on a card in the tableau.
    paired : int
        1 if the lower bound looks at pairs of piles (`kernel/joint_blocks.py`).
    goal : int
        Cards on the foundations, or thrown out, with which play ends.
    kept : uint64
        Set of cards at which throwing out stops; no card where nothing is thrown out.
    throws : int
        1 if cards are thrown out after each deal.
    home : int64[64]
        The foundation (index of its pile) of a card.
    settles : uint64[64]
        For a card that only one other can be laid on, which can lie nowhere else and must go home first: that other
        card, as a set; else no card.
    fixed_on : int64[64]
        Where a card has no other place in the tableau to go to: the card beneath it; `EMPTY`, if it can be laid
        nowhere; `BOTTOM`, at the bottom of a pile; `NEVER`, if it always may have another.
    lower : uint64[64]
        Set of cards that must be on the foundation before this one; empty where a card may have several places.
    redeals, redeal_tableau, redeal_stuck, redeal_keep, packet : int
        Number of redeals, in pair games of exchanges; 1 if they are of the tableau, not of the talon; 1 if only when
        stuck; 1 if the order is kept; cards in a pile of the new deal.
    ordered : int
        1 if the order of the piles matters while a redeal is left, 2 if it always does, else 0.
    pairs, compress, still, most_moves : int
        1 in pair games; 1 if the cards of the grid close up when the stock is out; 1 if they move only by exchanges and
        there are few enough of a rank to be matched (`kernel/pairs.py`); more moves than any state has.
    first_cell, cells : int
        The first place of the grid and the number of its places; -1 and 0 where the game has none.
    beside : int64[cells or 1]
        For each cell the set of cells that the other card of a pair may lie in.
    matches : uint64[64]
        Set of cards that are a pair with this card, wherever they lie.
    partner : int64[ranks]
        For each rank that of the other card of a pair, -1 if the pack has none.
    card_a, card_b : uint64[64]
        Random words of the cards, for the two hashes.
    group_a, group_b : uint64[piles]
        Random words of the piles: equal where piles are interchangeable.
    place_a, place_b : uint64[piles]
        Random words of the piles, all different: where the order of the piles matters.
    redeal_a, redeal_b : uint64[redeals + 2]
        Random words of the number of redeals used; the last one of a talon whose top card was just turned.
    """

    piles: int
    tableau: int
    sources: int
    foundation: int
    cards: int
    ranks: int
    reserve: int
    talon: int
    stock: int
    group: NDArray[np.int64]
    accept: NDArray[np.uint64]
    gives: NDArray[np.uint64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    by_top: NDArray[np.int64]
    height: NDArray[np.int64]
    course: NDArray[np.int64]
    in_turn: NDArray[np.int64]
    layers: NDArray[np.int64]
    fill_to: NDArray[np.int64]
    talon_goes_home: int
    in_order: int
    leading: int
    layered: int
    turned: int
    just_turned: int
    at_once: int
    each_turned: int
    refill: int
    filled_up_to: int
    in_rounds: int
    in_fills: int
    laid_on: NDArray[np.uint64]
    followers_wait_for: NDArray[np.uint64]
    neighbours_only: int
    paired: int
    goal: int
    kept: np.uint64
    throws: int
    home: NDArray[np.int64]
    settles: NDArray[np.uint64]
    fixed_on: NDArray[np.int64]
    lower: NDArray[np.uint64]
    redeals: int
    redeal_tableau: int
    redeal_stuck: int
    redeal_keep: int
    packet: int
    ordered: int
    pairs: int
    compress: int
    still: int
    most_moves: int
    first_cell: int
    cells: int
    beside: NDArray[np.int64]
    matches: NDArray[np.uint64]
    partner: NDArray[np.int64]
    card_a: NDArray[np.uint64]
    card_b: NDArray[np.uint64]
    group_a: NDArray[np.uint64]
    group_b: NDArray[np.uint64]
    place_a: NDArray[np.uint64]
    place_b: NDArray[np.uint64]
    redeal_a: NDArray[np.uint64]
    redeal_b: NDArray[np.uint64]


def _field(name: str) -> tuple[str, type, tuple[int, ...]]:
    """Return name, type and shape of a field of the record."""
    kind = str(Tables.__annotations__[name])
    if "NDArray" not in kind:
        return name, np.uint64 if "uint64" in kind else np.int64, ()
    shape = {"accept": (_KINDS, _KINDS), "redeal_a": (_MOST_WORDS,), "redeal_b": (_MOST_WORDS,)}.get(name, (_KINDS,))
    return name, np.uint64 if "uint64" in kind else np.int64, shape


_MOST_WORDS = 260  # of redeals, or exchanges, used


def as_record(**fields: Any) -> Tables:
    """Put the fields into one record of fixed layout: kernels get one pointer, not hundreds of values, at each call.

    Arrays are filled up with zeros, but for the words of redeals, whose last one stays the last.
    """
    record: Any = np.zeros(1, np.dtype([_field(name) for name in Tables._fields])).view(np.recarray)[0]
    for name, value in fields.items():
        if np.ndim(value) == 0:
            record[name] = value
        elif np.ndim(value) == 2:
            record[name][: len(value)] = value
        else:
            record[name][: len(value)] = value
            if name in ("redeal_a", "redeal_b"):
                record[name][-1] = value[-1]
    return record  # type: ignore[no-any-return]


def card_code(rules: Rules, card: Card) -> int:
    """Return the code of a card in a game with these rules."""
    return codes(rules)[card]


@lru_cache(maxsize=64)
def codes(rules: Rules) -> dict[Card, int]:
    """Return the code of every card of a game with these rules."""
    return {card_of(rules, code): code for code in range(4 * len(rules.ranks))}


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
    # Piles that play the same part are interchangeable, whatever their names.
    parts = [pile.part for pile in piles]
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
    places = _places(piles)
    tableau = [place for place, pile in enumerate(piles) if pile.role is Role.TABLEAU]
    ordered = has(rules, *ORDERED_CARDS)
    again = max(rules.redeals, 0) + rules.exchanges  # no game has both
    laid_on, waiting, lower, home, neighbours_only = _relations(rules, accept, group, ordered=ordered)
    takes_vacant = 0
    for number in {group[place] for place in tableau}:
        takes_vacant |= int(accept[number, EMPTY])
    settles, fixed_on = _settling(laid_on, lower, takes_vacant)
    redeal, stock, blocks = rules.redeal, rules.stock, rules.tableau
    filled_up_to = max((block.filled_up_to for block in blocks), default=0)
    keep = rules.redeal_order is Order.KEEP
    thrown = rules.throwing
    kept = _mask(rules, (card for card in kinds if thrown is not None and card.rank in thrown.kept))
    words = random_words(hash_seed, 2 * (_KINDS + len(distinct) + len(piles) + again + 2))
    cards_ab, groups_ab, places_ab, redeals_ab = np.split(
        words.reshape(2, -1), np.cumsum([_KINDS, len(distinct), len(piles)]), axis=1
    )
    refill = piles[places["reserve"]].refill if places["reserve"] >= 0 else None
    return as_record(
        piles=len(piles),
        tableau=len(tableau),
        sources=sum(pile.role in _SOURCES or _is_open_stock(rules, pile) for pile in piles),
        foundation=next(place for place, pile in enumerate(piles) if pile.is_foundation),
        cards=len(rules.pack),
        ranks=ranks,
        reserve=places["reserve"],
        talon=places["talon"],
        stock=places["stock"],
        group=np.array(group, np.int64),
        accept=accept,
        gives=np.array([_giving(rules, pile) for pile in piles], np.uint64),
        least=np.array([pile.tableau.least if pile.tableau is not None else 0 for pile in piles], np.int64),
        most=np.array([pile.height if pile.foundations is not None else len(rules.pack) for pile in piles], np.int64),
        by_top=np.array([pile.told_by_top for pile in piles], np.int64),
        height=np.array([pile.height for pile in piles], np.int64),
        course=np.array([_course(rules, place) for place in range(len(piles))], np.int64),
        in_turn=np.array([place in rules.in_order for place in range(len(piles))], np.int64),
        layers=np.array([_layers(pile) for pile in piles], np.int64),
        fill_to=np.array([pile.tableau.filled_up_to if pile.tableau is not None else 0 for pile in piles], np.int64),
        talon_goes_home=int(has(rules, *TALON_GOES_HOME)),
        in_order=_in_order(rules),
        leading=places["reserve"] if rules.reserve is not None and rules.reserve.leading else -1,
        layered=int(any(block.layers_in_suit for block in rules.foundations)),
        turned=int(stock is not None and stock.turned and rules.redeals >= 0),
        just_turned=int(stock is not None and stock.talon is Talon.JUST_TURNED),
        at_once=int(stock is not None and stock.play is Play.AT_ONCE),
        each_turned=int(stock is not None and stock.turned and refill is None and not filled_up_to),
        refill=0 if refill is None else (FORCED if refill is Refill.FORCED else OPTIONAL),
        filled_up_to=filled_up_to,
        in_rounds=int(any(block.fill is Fill.ROUND_BY_ROUND for block in blocks)),
        in_fills=int(has(rules, *DEAL_BOUND) and _one_card_each(rules, accept, group)),
        laid_on=laid_on,
        followers_wait_for=waiting,
        neighbours_only=int(neighbours_only),
        paired=int(ordered and 1 < len(tableau) <= MOST_PAIRED),
        goal=len(rules.pack) - rules.packs * kept.bit_count(),
        kept=np.uint64(kept),
        throws=int(rules.throwing is not None),
        home=home,
        settles=settles,
        fixed_on=fixed_on,
        lower=lower,
        redeals=max(rules.redeals, 0) if rules.pairs is None else rules.exchanges,
        redeal_tableau=int(redeal is not None),
        redeal_stuck=int(redeal is not None and redeal.when is When.STUCK),
        redeal_keep=int(keep),
        packet=redeal.packet if redeal is not None else 1,
        ordered=2 if filled_up_to or rules.grid is not None else int(redeal is not None and keep),
        **_pairing(rules, kinds),
        most_moves=_most_moves(rules),
        first_cell=places["cell"],
        card_a=cards_ab[0].copy(),
        card_b=cards_ab[1].copy(),
        group_a=groups_ab[0][group],
        group_b=groups_ab[1][group],
        place_a=places_ab[0].copy(),
        place_b=places_ab[1].copy(),
        redeal_a=redeals_ab[0].copy(),
        redeal_b=redeals_ab[1].copy(),
    )


_SOURCES = (Role.TABLEAU, Role.RESERVE, Role.TALON)


ORDERED_CARDS = (Trait.ONE_PACK, Trait.OPEN_TABLEAU, Trait.ONE_HOME)
"""What `lower`, `home` and `followers_wait_for` need: each card has one place, and all of them lie open."""

DEAL_BOUND = (
    Trait.TURNED_STOCK,
    Trait.FILLING,
    Trait.ONE_PASS,
    Trait.NO_RESERVE,
    Trait.ALL_FULL,
)
"""What the bound over deals needs, beside foundations that take one card at a time (`kernel/rounds.py`)."""

TALON_GOES_HOME = (
    Trait.TWO_PACKS,
    Trait.TURNED_STOCK,
    Trait.TALON_TOP,
    Trait.TALON_ONLY_HOME,
    Trait.FREE_PLAY,
    Trait.NO_RESERVE,
    Trait.FILLED_ALIKE,
    Trait.ONE_HOME,
    Trait.ANY_TIME,
    Trait.NO_LAYERS,
)
"""What `talon_goes_home` needs."""


def _course(rules: Rules, place: int) -> int:
    """Number the buildings of foundations whose top card tells what they take; other piles have one of their own."""
    pile = rules.layout[place]
    if pile.foundations is None or not pile.told_by_top or pile.foundations.in_order:
        return -1 - place
    buildings = [block.building for block in rules.foundations]
    return buildings.index(pile.foundations.building)


def _layers(pile: Pile) -> int:
    return pile.block if pile.foundations is not None and pile.foundations.layers_in_suit else -1


def _in_order(rules: Rules) -> int:
    if not rules.in_order:
        return 0
    return IN_TURN if has(rules, Trait.NO_TABLEAU, Trait.ALL_IN_TURN) else IN_PART


def _one_card_each(rules: Rules, accept: NDArray[np.uint64], group: list[int]) -> bool:
    """Tell whether each foundation takes one kind of card at a time."""
    for place, pile in enumerate(rules.layout):
        if pile.is_foundation:
            code = EMPTY
            for _ in range(pile.height):
                taken = int(accept[group[place], code])
                if taken.bit_count() != 1:
                    return False
                code = taken.bit_length() - 1
    return True


def _most_moves(rules: Rules) -> int:
    """Return how many moves a state has at most, or `MOST_MOVES` if that is more."""
    if rules.grid is not None:
        cells = rules.grid.rows * rules.grid.columns
        return max(MOST_MOVES, comb(cells, 2), 3 * comb(cells, 4) if rules.exchanges else 0)
    reserve = len(rules.reserve.names) if rules.reserve is not None else 0
    moves = sum(_giving(rules, pile).bit_count() for pile in rules.layout) + reserve
    return max(MOST_MOVES, moves + len(rules.actions))


def _is_open_stock(rules: Rules, pile: Pile) -> bool:
    return pile.role is Role.STOCK and rules.stock is not None and not rules.stock.turned


def _places(piles: tuple[Pile, ...]) -> dict[str, int]:
    """Return the first place of each role, by its value; -1 where there is none."""
    return {role.value: next((k for k, pile in enumerate(piles) if pile.role is role), -1) for role in Role}


def _giving(rules: Rules, target: Pile) -> int:
    """Return the set of piles that a card may come from to this pile."""
    return sum(
        1 << place
        for place, pile in enumerate(rules.layout)
        if (pile.role in _SOURCES or _is_open_stock(rules, pile)) and target.takes_from(pile.role)
    )


def _relations(
    rules: Rules, accept: NDArray[np.uint64], group: list[int], *, ordered: bool
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64], bool]:
    """Return `laid_on`, `followers_wait_for`, `lower`, `home` and `neighbours_only` of the tables.

    All but the first are left empty where cards have no one place each: nothing is claimed there.
    """
    laid_on, waiting, lower = (np.zeros(_KINDS, np.uint64) for _ in range(3))
    home = np.zeros(_KINDS, np.int64)
    for place, pile in enumerate(rules.layout):
        if pile.tableau is not None and _giving(rules, pile):
            laid_on |= accept[group[place]]
    laid_on[EMPTY] = 0
    neighbours_only = ordered
    before = np.zeros(_KINDS, np.uint64)  # for each card that which lies below it on its foundation
    near = np.zeros(_KINDS, np.uint64)  # and this with that which lies above it
    for place, pile in enumerate(rules.layout if ordered else ()):
        order = [card_code(rules, Card(*card)) for card in pile.order]
        for depth, code in enumerate(order):
            home[code] = place
            lower[code] = sum(1 << other for other in order[:depth])
            before[code] = sum(1 << other for other in order[max(depth - 1, 0) : depth])
            near[code] = before[code] | np.uint64(sum(1 << other for other in order[depth + 1 : depth + 2]))
    for code in range(4 * len(rules.ranks) if ordered else 0):
        neighbours_only &= bool(laid_on[code] & ~near[code] == 0)
        for follower in range(4 * len(rules.ranks)):
            if int(laid_on[code]) >> follower & 1:
                waiting[code] |= before[follower] | laid_on[follower]
    return laid_on, waiting, lower, home, neighbours_only


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


def _pairing(rules: Rules, kinds: list[Card]) -> dict[str, Any]:
    """Return the fields of the tables that speak of pairs on a grid."""
    grid, pairs = rules.grid, rules.pairs
    found: dict[str, Any] = {"pairs": int(pairs is not None), "compress": 0, "still": 0}
    found |= {"cells": 0, "beside": np.zeros(1, np.int64), "matches": np.zeros(_KINDS, np.uint64)}
    found["partner"] = np.full(len(rules.ranks), -1, np.int64)
    if grid is None or pairs is None:
        return found
    cells = grid.rows * grid.columns
    still = has(rules, Trait.STATIC_GRID)
    found |= {"cells": cells, "compress": int(not still), "still": int(still)}
    where = [divmod(cell, grid.columns) for cell in range(cells)]
    found["beside"] = np.array(
        [sum(1 << k for k, other in enumerate(where) if _lie_right(pairs, cell, other)) for cell in where], np.int64
    )
    for code, card in enumerate(kinds):
        found["matches"][code] = _mask(rules, (other for other in kinds if pairs.match(card.rank, other.rank)))
    for place, rank in enumerate(rules.ranks):
        found["partner"][place] = next((k for k, other in enumerate(rules.ranks) if pairs.match(rank, other)), -1)
    return found


def _lie_right(pairs: Pairs, cell: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether a pair may lie in these two cells (row, column)."""
    down, across = abs(cell[0] - other[0]), abs(cell[1] - other[1])
    if pairs.lying is Lying.IN_LINE:
        return (down == 0) != (across == 0)
    return down + across > 0 and (pairs.lying is Lying.ANYWHERE or max(down, across) == 1)


def _mask(rules: Rules, cards: Iterable[Card]) -> int:
    return sum(1 << card_code(rules, card) for card in cards)


def _accepts(rules: Rules, pile: Pile, below: Card | None, card: Card) -> bool:
    """Read the declaration anew, apart from the reference model: that the two agree is tested."""
    building = pile.building
    if pile.foundations is not None:
        if below is None:
            return pile.starts_with(card)
        full = pile.order and below.rank == pile.order[-1][0]
        own = building is not None and (building.suit is not Suit.SAME or pile.base[1:] in (below.suit, ANY_SUIT, ""))
        return own and not full and building is not None and building.accepts(below, card, rules.ranks)
    if pile.tableau is None or building is None:
        return False
    if below is None:
        vacancy = pile.tableau.vacancy
        highest = rules.ranks.index(card.rank) == len(rules.ranks) - 1
        return vacancy is Vacancy.ANY_CARD or (vacancy is Vacancy.KINGS and highest)
    return building.accepts(below, card, rules.ranks)
