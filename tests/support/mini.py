"""Mini games: patches of the registered games that are small enough for brute force.

Each has the building rules, the redeals and all options of the game that it is a patch of; only the pack and the piles
are smaller.  `mini_deals` is the hypothesis strategy that the tests use::

    from hypothesis import assume, given
    from support.brute import brute_force
    from support.mini import mini_deals


    @given(mini_deals())
    def test_verdict(deal: Deal) -> None:
        truth = brute_force(deal)
        assume(truth is not None)  # more positions than the cap
        assert truth is not None
        assert (solve(deal).status is Status.WINNABLE) == truth.winnable

`mini_deals("trefoil", redeals=1)` draws only minis of one game, with some options held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from patience_solver import GAMES, Card, Deal, Game, Reshuffle
from patience_solver.rules import Building, Foundations, OptionValue, Suit, Tableau, value_text

__all__ = [
    "LARGE",
    "MINIS",
    "MINIS_OF",
    "MOST",
    "SULTANS_OF_ONE_SUIT",
    "every_game_and_option",
    "mini_deals",
    "option_combinations",
    "option_values",
    "options_of",
    "random_mini_deal",
]

MOST = 2
"""Largest value drawn for an option that is a number (or its default, where that is larger)."""

MANY = 24
"""Combinations of options up to which all are tried; of more, as many as hold every pair of values."""

_RANKS = "A23456789TJQK"


def _mini(parent: str, ranks: int, *sizes: tuple[int, ...], packet: int | None = None) -> Game:
    """Patch a game: its first `ranks` ranks, and blocks of piles of these sizes in place of its own."""
    game = GAMES[parent]
    declared = game.declaration
    blocks = zip(declared.tableau, sizes, strict=True)
    tableau: tuple[Tableau, ...] = tuple(replace(block, sizes=dealt) for block, dealt in blocks)
    redeal = declared.redeal
    if packet is not None:
        assert redeal is not None
        redeal = replace(redeal, packet=packet)
    shape = "+".join("".join(map(str, dealt)) for dealt in sizes)
    return game.patch(name=f"{parent}-mini-{shape}", ranks=_RANKS[:ranks], tableau=tableau, redeal=redeal)


def _quadrille(parent: str, ranks: int, *parts: tuple[str, int]) -> Game:
    """Patch Quadrille: `parts` are rank of the bases and height of the piles, in place of fives, sixes and queens."""
    game = GAMES[parent]
    blocks = tuple(
        replace(block, bases=tuple(rank + suit for suit in "CDHS"), height=height)
        for block, (rank, height) in zip(game.declaration.foundations, parts, strict=True)
    )
    shape = "".join(f"{rank}{height}" for rank, height in parts)
    return game.patch(name=f"{parent}-mini-{shape}", ranks=_RANKS[:ranks], foundations=blocks)


def _german_clock(ranks: int) -> Game:
    """Patch the German clock: its first hours."""
    game = GAMES["german-clock"]
    (block,) = game.declaration.foundations
    suit: Any = block.bases
    suit = replace(suit, meanings={value: bases[:ranks] for value, bases in suit.meanings.items()})
    fewer = replace(block, bases=suit, names=block.names[:ranks])
    return game.patch(name=f"german-clock-mini-{ranks}", ranks=_RANKS[:ranks], foundations=(fewer,))


def _calculation(ranks: int, packets: Mapping[int, int], *parts: tuple[str, int, int]) -> Game:
    """Patch Calculation: for each foundation rank of the base, step and height; fewer packets than the option says."""
    game = GAMES["calculation"]
    foundations = tuple(
        Foundations(
            building=Building(steps=(step,), suit=Suit.ANY, wrap=True),
            bases=(f"{rank}*",),
            names=(f"foundation {number}",),
            bases_set_out=True,
            height=height,
        )
        for number, (rank, step, height) in enumerate(parts, start=1)
    )
    (block,) = game.declaration.tableau
    sizes: Any = block.sizes
    sizes = replace(sizes, meanings={value: (0,) * packets[value] for value in sizes.meanings})
    shape = f"{ranks}-{len(parts)}-{''.join(map(str, packets.values()))}"
    return game.patch(
        name=f"calculation-mini-{shape}",
        ranks=_RANKS[:ranks],
        foundations=foundations,
        tableau=(replace(block, sizes=sizes),),
    )


def _sultan(parent: str, ranks: int, divan: Mapping[int, int], set_out: str = "") -> Game:
    """Patch Sultan: the highest rank plays the part of the king, the divan has fewer places than the option says.

    The kings of the suits `set_out`, with nothing to play on them, and all other cards of these suits lie there.
    """
    game = GAMES[parent]
    king, lower = _RANKS[ranks - 1], _RANKS[: ranks - 1]
    kings, _, sultan = game.declaration.foundations
    bases = [base.replace("K", king) for base in kings.bases]
    foundations = [
        replace(kings, bases=tuple(base for base in bases if base[1] not in set_out)),
        replace(kings, bases=("AH",), height=ranks - 1),
        replace(sultan, bases=(f"{king}H",)),
    ]
    lying = tuple(rank + suit for suit in set_out for rank in (*lower, king) for _ in range(2))
    if lying:
        foundations.append(replace(kings, bases=lying, height=1))
    reserve = game.declaration.reserve
    assert reserve is not None
    places: Any = reserve.places
    places = replace(places, meanings=dict(divan))
    return game.patch(
        name=f"{parent}-mini-{ranks}{set_out.lower()}-{''.join(map(str, divan.values()))}",
        ranks=_RANKS[:ranks],
        foundations=tuple(foundations),
        reserve=replace(reserve, places=places),
    )


def _first_and_last(ranks: int, places: int) -> Game:
    """Patch First and Last: its first ranks, and fewer places in the lower row; eight piles of a card of each rank."""
    game = GAMES["first-and-last"]
    reserve = game.declaration.reserve
    assert reserve is not None
    return game.patch(
        name=f"first-and-last-mini-{ranks}-{places}",
        ranks=_RANKS[:ranks],
        reserve=replace(reserve, places=places),
    )


def _betrothed(ranks: Mapping[int, str], heaps: int) -> Game:
    """Patch The Betrothed: shorter packs in place of those that the option says, and fewer heaps."""
    game = GAMES["betrothed"]
    (block,) = game.declaration.tableau
    packs: Any = game.declaration.ranks
    sizes: Any = block.sizes
    dealt = {
        pack: tuple(len(range(heap, 4 * len(kinds), heaps)) for heap in range(heaps)) for pack, kinds in ranks.items()
    }
    return game.patch(
        name=f"betrothed-mini-{'-'.join(ranks.values()).lower()}-{heaps}",
        ranks=replace(packs, meanings=dict(ranks)),
        tableau=(replace(block, sizes=replace(sizes, meanings=dealt)),),
    )


def _big_ben(ranks: int, heights: tuple[int, ...], fans: int) -> Game:
    """Patch Big Ben: in each suit foundations of these heights, one going on where another ends."""
    game = GAMES["big-ben"]
    (low, _), (block,) = game.declaration.foundations, game.declaration.tableau
    assert sum(heights) == 2 * ranks
    foundations = tuple(
        replace(
            low,
            bases=tuple(_RANKS[(number + sum(heights[:turn])) % ranks] + suit for number, suit in enumerate("CHSD")),
            height=height,
            names=tuple(f"clock {4 * turn + hour}" for hour in range(1, 5)),
        )
        for turn, height in enumerate(heights)
    )
    return game.patch(
        name=f"big-ben-mini-{ranks}-{''.join(map(str, heights))}-{fans}",
        ranks=_RANKS[:ranks],
        foundations=foundations,
        tableau=(replace(block, sizes=(3,) * fans),),
    )


def _fourteen(parent: str, ranks: int, rows: int, columns: int) -> Game:
    """Patch Fourteen: a smaller grid, and ranks that add up in pairs."""
    game = GAMES[parent]
    grid, pairs = game.declaration.grid, game.declaration.pairs
    assert grid is not None and pairs is not None
    return game.patch(
        name=f"{parent}-mini-{ranks}-{rows}x{columns}",
        ranks=_RANKS[:ranks],
        grid=replace(grid, rows=rows, columns=columns),
        pairs=replace(pairs, total=ranks + 1),
    )


MINIS: tuple[Game, ...] = (
    _mini("fortress", 3, (3, 3), (3, 3)),
    _mini("fortress", 3, (2, 2, 2), (2, 2, 2)),
    _mini("fortress", 3, (4, 4), (4,)),
    _mini("fortress", 4, (4, 4), (4, 4)),
    _mini("fortress", 4, (3, 3, 2), (3, 3, 2)),
    _mini("fortress", 4, (6, 5), (5,)),
    _mini("fortress", 5, (5, 5), (5, 5)),
    _mini("fortress", 5, (4, 3, 3), (4, 3, 3)),
    _mini("trefoil", 3, (3, 3, 2)),
    _mini("trefoil", 4, (3, 3, 3, 3)),
    _mini("trefoil", 4, (2, 2, 2, 2, 2, 2), packet=2),
    _mini("trefoil", 5, (3, 3, 3, 3, 3, 1)),
    _mini("trefoil", 5, (4, 4, 4, 4), packet=4),
    _mini("la-belle-lucie", 3, (3, 3, 3, 3)),
    _mini("la-belle-lucie", 4, (3, 3, 3, 3, 3, 1)),
    _mini("la-belle-lucie", 4, (4, 4, 4, 4), packet=4),
    _mini("la-belle-lucie", 5, (3, 3, 3, 3, 3, 3, 2)),
    _mini("fan", 3, (3, 3, 3, 3)),
    _mini("fan", 3, (3, 3, 2, 2, 2)),
    _mini("fan", 4, (3, 3, 3, 3, 2, 2)),
    _mini("fan", 4, (4, 3, 3, 3, 3)),
    _mini("fan", 4, (6, 5, 5)),
    _mini("fan", 5, (4, 4, 4, 4, 4)),
    _mini("fan", 5, (3, 3, 3, 3, 3, 3, 2)),
    _mini("beleaguered-castle", 3, (3, 3, 2)),
    _mini("beleaguered-castle", 4, (4, 4, 4)),
    _mini("beleaguered-castle", 5, (6, 5, 5)),
    _mini("beleaguered-castle", 5, (4, 3, 3, 3, 3)),
    _mini("streets-and-alleys", 3, (4, 4, 4)),
    _mini("streets-and-alleys", 4, (6, 5, 5)),
    _mini("streets-and-alleys", 5, (7, 7, 6)),
    _mini("streets-and-alleys", 5, (5, 5, 5, 5)),
    *(_quadrille(parent, 5, ("2", 3), ("3", 1), ("4", 1)) for parent in ("quadrille", "captive-queens")),
    *(_quadrille(parent, 5, ("3", 3), ("4", 1), ("5", 1)) for parent in ("quadrille", "captive-queens")),
    *(_quadrille(parent, 6, ("2", 3), ("3", 2), ("5", 1)) for parent in ("quadrille", "captive-queens")),
    _german_clock(2),
    _german_clock(3),
    _german_clock(4),
    _calculation(3, {4: 2, 3: 1, 5: 3}, ("A", 1, 3), ("2", 2, 3), ("A", 1, 2), ("3", 1, 1), ("2", 2, 2), ("3", 1, 1)),
    _calculation(5, {4: 1, 3: 1, 5: 2}, ("A", 1, 5), ("2", 2, 5), *((rank, 1, 1) for rank in "A2345" * 2)),
    _calculation(3, {4: 2, 3: 1, 5: 3}, ("A", 1, 3), ("2", 2, 3), ("A", 1, 3), ("2", 2, 3)),
    _calculation(5, {4: 2, 3: 1, 5: 3}, ("A", 1, 5), ("2", 2, 5), ("3", 3, 5), ("4", 4, 5)),
    *(_sultan(parent, 3, {8: 2, 6: 1}, "DS") for parent in ("sultan", "sultan-plus")),
    *(_sultan(parent, 4, {8: 2, 6: 1}, "DS") for parent in ("sultan", "sultan-plus")),
    *(_sultan(parent, 6, {8: 2, 6: 1}, "CDS") for parent in ("sultan", "sultan-plus")),
    *(_sultan(parent, 3, {8: 4, 6: 3}) for parent in ("sultan", "sultan-plus")),
    _big_ben(2, (2, 2), 2),
    _big_ben(2, (2, 1, 1), 1),
    _big_ben(3, (3, 1, 1, 1), 2),
    _big_ben(3, (2, 2, 2), 2),
    _big_ben(4, (2, 3, 3), 4),
    *(
        _fourteen(parent, *shape)
        for parent in ("fourteen", "quatorze")
        for shape in ((2, 2, 3), (3, 2, 2), (3, 2, 3), (3, 3, 3), (3, 3, 4), (4, 2, 3), (4, 4, 4), (5, 3, 3))
    ),
    _first_and_last(2, 1),
    _first_and_last(3, 1),
    _first_and_last(3, 2),
    _first_and_last(4, 2),
    _first_and_last(4, 3),
    _first_and_last(5, 1),
    _betrothed({32: "QK", 52: "JQK"}, 2),
    _betrothed({32: "JQK", 52: "TJQK"}, 3),
    _betrothed({32: "JQK", 52: "A23QK"}, 4),
    _betrothed({32: "QKA", 52: "9TJQKA"}, 5),
    _betrothed({32: "TJQKA", 52: "A23456789TJQK"}, 2),
)
"""Every mini game."""

SULTANS_OF_ONE_SUIT = tuple(
    _sultan(parent, ranks, {8: 2, 6: 1}, "CDS") for parent, ranks in product(("sultan", "sultan-plus"), (8, 9))
)
"""Minis of one long suit: cards that stay on the talon to the end of a pass, and that no later pass brings home."""

LARGE = (
    "calculation-mini-5-4-213",
    "sultan-mini-3-43",
    "sultan-plus-mini-3-43",
    "big-ben-mini-3-222-2",
    "big-ben-mini-4-233-4",
    "fourteen-mini-4-4x4",
    "fourteen-mini-5-3x3",
    "quatorze-mini-4-4x4",
    "quatorze-mini-5-3x3",
)
"""Minis that brute force hardly ever gets to the end of."""

MINIS_OF: dict[str, tuple[Game, ...]] = {
    parent: tuple(mini for mini in MINIS if mini.name.startswith(f"{parent}-mini-")) for parent in GAMES
}
"""The mini games of each registered game."""


def option_values(game: Game) -> dict[str, tuple[OptionValue, ...]]:
    """Every value of each option of a game; of a number its smallest values up to `MOST` and the default."""
    return {
        name: tuple(option.meanings)
        if option.meanings is not None
        else tuple(range(option.at_least, max(MOST, int(option.default)) + 1))
        for name, option in game.options.items()
    }


def option_combinations(game: Game) -> list[dict[str, OptionValue]]:
    """Combine the values of all options: every combination, or where these are many enough to hold every pair."""
    values = option_values(game)
    every = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    if len(every) <= MANY:
        return every
    Random(game.name).shuffle(every)
    chosen, seen = list[dict[str, OptionValue]](), set[object]()
    for options in every:
        pairs = set(combinations(options.items(), 2))
        if not pairs <= seen:
            chosen.append(options)
            seen |= pairs
    return chosen


_COMBINATIONS = [(name, options) for name, game in GAMES.items() for options in option_combinations(game)]
every_game_and_option = pytest.mark.parametrize(
    ("game", "options"),
    _COMBINATIONS,
    ids=[" ".join([name, *map(value_text, options.values())]) for name, options in _COMBINATIONS],
)
"""Have a test take every registered game, by name, with the options of `option_combinations`."""


def options_of(game: Game, held: Mapping[str, OptionValue]) -> st.SearchStrategy[dict[str, OptionValue]]:
    """Draw a value for every option of a game, but those held (of these, the ones that the game has and takes)."""
    return st.fixed_dictionaries(
        {
            name: st.just(held[name]) if name in held and held[name] in values else st.sampled_from(values)
            for name, values in option_values(game).items()
        }
    )


def _dealt_again(game: Game, pack: Iterable[Card], options: Mapping[str, OptionValue]) -> tuple[Card, ...]:
    """Return the cards that a reshuffle list of this deal holds."""
    without: dict[str, Any] = {**options, "redeals": 0}
    start = Deal.from_pack(game, pack, **without).start
    return start.rules.dealt if start.rules.redeal is not None else start.pile("stock")


def random_mini_deal(game: Game, random: Random, **given: Any) -> Deal:
    """Shuffle the pack of a mini game and draw the reshuffle lists that the options ask for."""
    options = game.read_options(given)
    rules = game.rules(options)
    pack = random.sample(rules.pack, len(rules.pack))
    lists = [
        Reshuffle.random(_dealt_again(game, pack, options), seed=random.randrange(10**6), number=number)
        for number in range(1, rules.reshuffles + 1)
    ]
    return Deal.from_pack(game, pack, reshuffles=lists, **given)


@st.composite
def _packs(draw: st.DrawFn, ascending: tuple[Card, ...]) -> tuple[Card, ...]:
    """Draw a shuffled pack, or one that is in order but for a few cards (else easy deals would be rare)."""
    if draw(st.booleans()):
        return tuple(draw(st.permutations(ascending)))
    orders = (ascending[::-1], ascending, tuple(sorted(ascending, key=lambda card: _RANKS.index(card.rank))))
    pack = list(draw(st.sampled_from(orders)))
    places = st.integers(0, len(pack) - 1)
    for one, other in draw(st.lists(st.tuples(places, places), max_size=6)):
        pack[one], pack[other] = pack[other], pack[one]
    return tuple(pack)


@st.composite
def _reshuffles(draw: st.DrawFn, cards: tuple[Card, ...]) -> Reshuffle:
    """Draw a reshuffle list: any order, and of each twin pair either one marked."""
    order = draw(st.permutations(cards))
    marked = [False] * len(order)
    for card, count in Counter(order).items():
        if count == 2:
            first = order.index(card)
            marked[draw(st.sampled_from((first, order.index(card, first + 1))))] = True
    return Reshuffle(tuple(order), tuple(marked))


@st.composite
def mini_deals(draw: st.DrawFn, /, *parents: str, large: bool = True, **held: OptionValue) -> Deal:
    """Draw a mini game, its options, a shuffled pack and the reshuffle lists that the options ask for.

    Parameters
    ----------
    *parents : str
        Registered games whose minis are drawn; all where none is given.
    large : bool
        Whether to draw `LARGE` ones too, which are for tests without brute force.
    **held : bool, int or str
        Options that are not drawn.
    """
    game = draw(
        st.sampled_from(
            [mini for parent in parents or GAMES for mini in MINIS_OF[parent] if large or mini.name not in LARGE]
        )
    )
    options = draw(options_of(game, held))
    rules = game.rules(game.read_options(options))
    left_in = draw(st.booleans())
    pack = draw(_packs(rules.pack if left_in else rules.dealt))
    again = _dealt_again(game, pack, options) if rules.reshuffles else ()
    lists = [draw(_reshuffles(again)) for _ in range(rules.reshuffles)]
    return Deal.from_pack(game, pack, reshuffles=lists, **options)
