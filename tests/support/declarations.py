"""Random declarations over the whole vocabulary, on packs of two to five ranks, small enough for brute force.

`declarations` is a hypothesis strategy; `python -m support.declarations --declarations 1000` (in `tests`) compares many
with breadth-first search on the reference, beside the tests::

    @given(declarations())
    def test_verdicts(rules: Rules) -> None:
        assert not compare(rules, (1, 2)).wrong

Each draw begins with a family (cards that lie open, a stock, a stock that is played from, a reserve, cards thrown out,
a grid) and then draws every word of the vocabulary that may stand there, some of them rarely.  Half of the draws are
*kind*: their foundations can be filled and much is allowed, so that enough deals are won.  What `Rules` refuses is not
compared: the strategy builds declarations whose parts fit, so that few are refused.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from patience_solver import BadDeclaration, Deal, Game, Limits, PatienceError, Status, replay, solve
from patience_solver.reference import is_won
from patience_solver.rules import (
    ANYTHING,
    AfterStock,
    Building,
    Dealing,
    Fill,
    Foundations,
    Grid,
    Lying,
    Neighbours,
    Order,
    Pairs,
    Play,
    Redeal,
    Refill,
    Reserve,
    Role,
    Rules,
    Stock,
    Suit,
    Tableau,
    Talon,
    Throwing,
    Vacancy,
    When,
)
from support.brute import brute_force
from support.play import random_play

__all__ = ["Comparison", "compare", "declarations", "draw_rules"]

T = TypeVar("T")
SUITS = "CDHS"
FEW = 400
"""Positions of a deal up to which brute force follows it by default."""


class Chance(Protocol):
    """Where a draw takes its choices from: hypothesis, or a generator of random numbers."""

    def choice(self, options: Sequence[T], /) -> T:
        """Choose one of several."""


class _Drawn:
    """Chance by hypothesis, which shrinks what it drew."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def choice(self, options: Sequence[T], /) -> T:
        place: int = self._draw(st.integers(0, len(options) - 1))
        return options[place]


@st.composite
def declarations(draw: st.DrawFn) -> Rules:
    """Draw settled rules that the package takes."""
    while True:
        try:
            return draw_rules(_Drawn(draw))
        except BadDeclaration:
            continue


def _rarely(chance: Chance, one_in: int = 4) -> bool:
    return bool(chance.choice([False] * (one_in - 1) + [True]))


def draw_rules(chance: Chance) -> Rules:
    """Draw rules; raises `BadDeclaration` where what was drawn does not fit together."""
    families = ["open"] * 4 + ["stock"] * 3 + ["reserve", "no tableau"] * 2 + ["parking", "thrown", "grid"]
    family = chance.choice(families)
    packs = 2 if _rarely(chance, 5) else 1
    ranks = chance.choice(["A2"] * 6 + ["QK"] * 4 + ["A23"] * 3 + ["QKA", "A234", "34A2", "A2345", "9TJQK"])
    if packs == 2:
        ranks = ranks[:3]
    if family == "grid":
        return _pairs(chance, ranks, packs)
    if family == "thrown":
        return _thrown(chance, ranks, packs)
    is_kind = family == "parking" or not _rarely(chance, 4 if family in ("reserve", "no tableau") else 2)
    foundations = (
        _kind_foundations(chance, ranks, packs) if is_kind else _foundations(chance, ranks, packs, leading=False)
    )
    out = sum(len(block.bases) for block in foundations if block.bases_set_out)
    dealt = sum(not base for block in foundations for base in block.bases)
    cards = 4 * len(ranks) * packs - out - dealt
    if family == "open":
        return Rules(
            packs=packs,
            ranks=ranks,
            foundations=foundations,
            tableau=_tableau(chance, cards, [Role.TABLEAU], fills=False, is_kind=is_kind),
            redeal=_redeal(chance, cards) if _rarely(chance, 3) else None,
            dealing=chance.choice(list(Dealing)),
            random_dealing=chance.choice([None, *Dealing]),
        )
    if family == "parking":
        piles = chance.choice([1, 2, 3])
        block = Tableau("pile {n}", (0,) * piles, ANYTHING, Vacancy.ANY_CARD, takes_from=(Role.STOCK,))
        roles = [Role.TABLEAU, Role.STOCK]
        odd = _rarely(chance, 3)
        blocks = _tableau(chance, min(cards, 4), roles, fills=False, is_kind=is_kind) if odd else (block,)
        return Rules(packs=packs, ranks=ranks, foundations=foundations, tableau=blocks, stock=Stock(turned=False))
    in_reserve = chance.choice([1, 2, 3, 4]) if family == "reserve" or _rarely(chance, 6) else 0
    leading = ""
    if family == "reserve" and _rarely(chance, 5):
        foundations, leading, dealt = _foundations(chance, ranks, packs, leading=True), "lead", 0
        dealt = sum(len(block.bases) for block in foundations) - 1
        cards = 4 * len(ranks) * packs - dealt - 1
    cards = max(cards - in_reserve, 0)
    tableau: tuple[Tableau, ...] = ()
    if not leading and (family == "stock" or _rarely(chance)):
        roles = [Role.TABLEAU, Role.TALON, Role.RESERVE]
        tableau = _tableau(chance, cards - chance.choice([0, 1, 2, 3, 4, 6]), roles, fills=True, is_kind=is_kind)
    redeal = _redeal(chance, 4 * len(ranks) * packs) if tableau and _rarely(chance, 6) else None
    return Rules(
        packs=packs,
        ranks=ranks,
        foundations=foundations,
        tableau=tableau,
        reserve=Reserve("place {n}", in_reserve, Refill.FORCED if leading else chance.choice(list(Refill)), leading)
        if in_reserve
        else None,
        stock=_stock(chance, redealt=redeal is None, is_kind=is_kind),
        redeal=redeal,
        dealing=chance.choice(list(Dealing)),
        random_dealing=chance.choice([None, None, *Dealing]),
    )


def _building(chance: Chance, *, foundation: bool) -> Building:
    if foundation:
        steps = chance.choice([(1,)] * 6 + [(-1,), (-1,), (2,), (0,), (1, -1), (1, 2), (-2,)])
        suit = chance.choice([Suit.SAME] * 4 + [Suit.ANY] * 2 + [Suit.OTHER_COLOUR])
        return Building(steps, suit, wrap=_rarely(chance, 3))
    steps = chance.choice([(-1,)] * 5 + [(1,), (1, -1), (1, -1), (), (0,), (-2,), (-1, -2), (2, -1)])
    return Building(steps, chance.choice(list(Suit)), wrap=_rarely(chance))


def _kind_building(chance: Chance) -> Building:
    steps = chance.choice([(-1,), (-1,), (1, -1), (1, -1), tuple(range(-4, 5)), (1,)])
    return Building(steps, chance.choice([Suit.SAME, Suit.ANY, Suit.ANY, Suit.OTHER_COLOUR]), wrap=_rarely(chance))


def _foundations(chance: Chance, ranks: str, packs: int, *, leading: bool) -> tuple[Foundations, ...]:
    if leading:
        piles = chance.choice([2, 3, 4])
        height = chance.choice([None, None, 2, 3])
        steps = chance.choice([(1,), (1,), (-1,), (1, -1), (0, 1)])
        building = Building(steps, chance.choice([Suit.ANY, Suit.ANY, Suit.SAME]), wrap=True)
        piles = 4 * packs if _rarely(chance, 2) else piles
        names = tuple(f"f {n}" for n in range(1, piles + 1))
        layers = _rarely(chance, 4)
        return (Foundations(building, ("",) * piles, names, False, height, layers, in_order=True),)
    shape = chance.choice(
        ["plain"] * 5 + ["twice", "up and down", "ranks", "any suit", "any suit", "dealt", "odd", "odd"]
    )
    set_out = chance.choice([True, False])
    building = _building(chance, foundation=True)
    kind: dict[str, Any] = {
        "bases_set_out": set_out,
        "layers_in_suit": _rarely(chance, 8),
        "in_order": _rarely(chance, 8),
        "height": None if not _rarely(chance) else chance.choice([1, 2, 3, len(ranks)]),
    }
    low = ranks[0] if building.steps[0] >= 0 else ranks[-1]
    base = low if not _rarely(chance) else chance.choice(ranks)
    if shape in ("plain", "twice"):
        if not _rarely(chance, 3):
            building = Building((building.steps[0],), Suit.SAME, building.wrap)
        bases = tuple(base + suit for suit in SUITS)
        names = () if not kind["in_order"] and not _rarely(chance, 3) else tuple(f"f {suit}" for suit in SUITS)
        block = Foundations(building, bases, names, **kind)
        return (block,) * packs if shape == "plain" and not names else (block,)
    if shape == "up and down":
        up = Foundations(Building((1,), Suit.SAME), tuple(ranks[0] + s for s in "CD"), ("up C", "up D"), **kind)
        down = Foundations(Building((-1,), Suit.SAME), tuple(ranks[-1] + s for s in "HS"), ("down H", "down S"), **kind)
        return (up, down)
    if shape == "ranks":
        bases = tuple(rank + chance.choice(SUITS) for rank in ranks)
        names = tuple(f"f {rank}" for rank in ranks)
        return (Foundations(Building((0,), chance.choice(list(Suit))), bases, names, **{**kind, "height": 4 * packs}),)
    if shape == "any suit":
        piles = chance.choice([2, 3, 4, 4])
        bases = (
            (f"{base}*",) * piles if not _rarely(chance, 3) else tuple(f"{chance.choice(ranks)}*" for _ in range(piles))
        )
        building = Building((building.steps[0],), chance.choice([Suit.ANY, Suit.ANY, Suit.SAME]), building.wrap)
        height = 4 * packs * len(ranks) // piles if _rarely(chance, 3) else kind["height"]
        names = tuple(f"f {n}" for n in range(1, piles + 1))
        return (Foundations(building, bases, names, **{**kind, "height": height}),)
    if shape == "dealt":
        piles = chance.choice([1, 2, 4])
        names = tuple(f"f {n}" for n in range(1, piles + 1))
        height = 4 * packs * len(ranks) // piles if not _rarely(chance, 3) else kind["height"]
        return (Foundations(building, ("",) * piles, names, **{**kind, "bases_set_out": False, "height": height}),)
    blocks = []
    for number in range(chance.choice([1, 2, 3])):
        bases = tuple(chance.choice(ranks) + chance.choice(SUITS) for _ in range(chance.choice([1, 2, 3])))
        names = tuple(f"f {number} {n}" for n in range(len(bases)))
        own = {**kind, "bases_set_out": chance.choice([set_out, False]), "height": chance.choice([None, 2, 3])}
        blocks.append(Foundations(_building(chance, foundation=True), bases, names, **own))
    return tuple(blocks)


def _kind_foundations(chance: Chance, ranks: str, packs: int) -> tuple[Foundations, ...]:
    """Draw foundations that hold the pack when they are full."""
    shape = chance.choice(["suits", "suits", "suits", "down", "any suit", "steps", "two ends"])
    out = chance.choice([True, True, False])
    if shape in ("suits", "down"):
        step, base = (1, ranks[0]) if shape == "suits" else (-1, ranks[-1])
        bases = tuple(base + suit for suit in SUITS) * packs
        return (Foundations(Building((step,)), bases, bases_set_out=out),)
    if shape == "two ends" and packs == 2:
        up = Foundations(Building((1,)), tuple(ranks[0] + suit for suit in SUITS), bases_set_out=out)
        names = tuple(f"down {suit}" for suit in SUITS)
        down = Foundations(Building((-1,)), tuple(ranks[-1] + suit for suit in SUITS), names, bases_set_out=out)
        return (up, down)
    if shape == "two ends":  # of unequal length: some of a suit go up, the others down
        cut = chance.choice(range(1, len(ranks)))
        up = Foundations(Building((1,)), tuple(ranks[0] + suit for suit in SUITS), bases_set_out=out, height=cut)
        names, rest = tuple(f"down {suit}" for suit in SUITS), len(ranks) - cut
        bases = tuple(ranks[-1] + suit for suit in SUITS)
        return (up, Foundations(Building((-1,)), bases, names, bases_set_out=out, height=rest))
    names = tuple(f"f {n}" for n in range(1, 4 * packs + 1))
    if shape == "any suit":
        return (Foundations(Building((1,), Suit.ANY), (f"{ranks[0]}*",) * (4 * packs), names, bases_set_out=out),)
    steps = [
        step for step in range(1, len(ranks)) if all(step % n or len(ranks) % n for n in range(2, len(ranks)))
    ] or [1]
    return tuple(
        Foundations(Building((chance.choice(steps),), Suit.ANY, wrap=True), (f"{chance.choice(ranks)}*",), (name,), out)
        for name in names
    )


def _tableau(chance: Chance, cards: int, roles: list[Role], *, fills: bool, is_kind: bool) -> tuple[Tableau, ...]:
    """Draw blocks that get so many cards in all."""
    cards = max(cards, 0)
    blocks = chance.choice([1, 1, 1, 2, 2, 3])
    filled = chance.choice([1, 2, 3]) if fills and _rarely(chance, 3) else 0
    fill = chance.choice(list(Fill))
    cells = 1 if _rarely(chance, 4) else 0
    drawn = []
    for number in range(blocks):
        share = cards if number == blocks - 1 else chance.choice(range(cards + 1))
        cards -= share
        piles = chance.choice([1, 2, 3, 3, 4, 4, 5, 6])
        sizes = [share // piles + (k < share % piles) for k in range(piles)]
        if piles > 1 and _rarely(chance, 5):
            moved = sizes.pop()
            sizes[chance.choice(range(piles - 1))] += moved
        takes = tuple(role for role in roles if not _rarely(chance, 8)) if _rarely(chance, 2) else (Role.TABLEAU,)
        drawn.append(
            Tableau(
                f"{'abc'[number]}{{n}}",
                tuple(sizes),
                building=_kind_building(chance) if is_kind else _building(chance, foundation=False),
                vacancy=Vacancy.ANY_CARD if is_kind and not _rarely(chance, 3) else chance.choice(list(Vacancy)),
                first_dealt_on_top=_rarely(chance),
                takes_from=() if _rarely(chance, 8) else takes,
                least=chance.choice([0, 1, 2, 3]) if _rarely(chance, 8 if is_kind else 3) else 0,
                filled_up_to=filled if not _rarely(chance) else 0,
                fill=fill,
            )
        )
    if cells:
        drawn.append(Tableau("cell {n}", (0,) * chance.choice([1, 2]), Building(steps=()), Vacancy.ANY_CARD))
    if blocks > 1 and _rarely(chance, 3):  # blocks that differ in one word only
        first = drawn[0]
        drawn[1] = Tableau("b{n}", drawn[1].sizes, first.building, first.vacancy, takes_from=drawn[1].takes_from)
    return tuple(drawn)


def _redeal(chance: Chance, cards: int) -> Redeal:
    packet = chance.choice([0, 2, 3, 4, cards])
    return Redeal(chance.choice([1, 1, 2]), chance.choice(list(When)), chance.choice(list(Order)), packet)


def _stock(chance: Chance, *, redealt: bool, is_kind: bool) -> Stock:
    if is_kind and not _rarely(chance, 3):
        return Stock(redeals=chance.choice([0, 1, 2]) if redealt else 0, order=chance.choice(list(Order)))
    passes = chance.choice([None, None, 1, 2]) if redealt else None
    return Stock(
        turned=not _rarely(chance, 8) or passes is not None,
        passes=passes,
        redeals=chance.choice([0, 0, 1, 2]) if redealt and passes is None else 0,
        setting_up_counts=redealt and _rarely(chance, 6),
        order=chance.choice(list(Order)),
        talon=chance.choice([Talon.TOP, Talon.TOP, Talon.JUST_TURNED]),
        play=chance.choice([Play.FREE, Play.FREE, Play.AT_ONCE]),
    )


def _thrown(chance: Chance, ranks: str, packs: int) -> Rules:
    kept = chance.choice([ranks[-1], ranks[-2:], ranks[0]])
    piles = chance.choice([2, 3, 4])
    cards, held = 4 * len(ranks) * packs, 4 * packs * len(kept)
    sizes = tuple(cards // piles + (k < cards % piles) for k in range(piles))
    across = chance.choice([n for n in range(1, held + 1) if held % n == 0])
    return Rules(
        packs=packs,
        ranks=ranks,
        foundations=(),
        tableau=(Tableau("heap {n}", sizes, ANYTHING, chance.choice(list(Vacancy)), takes_from=()),),
        redeal=_redeal(chance, cards) if not _rarely(chance, 5) else None,
        throwing=Throwing(kept, (held // across, across), chance.choice(list(Neighbours))),
        dealing=chance.choice(list(Dealing)),
    )


def _pairs(chance: Chance, ranks: str, packs: int) -> Rules:
    rows, columns = chance.choice([(2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 4)])
    total = chance.choice([None, None, 3, 4, 5, 6, 14, 25])
    grid = Grid(rows, columns, chance.choice(list(AfterStock)))
    pairs = Pairs(total, chance.choice(list(Lying)), chance.choice([0, 0, 1, 1, 2]))
    return Rules(packs=packs, ranks=ranks, foundations=(), grid=grid, pairs=pairs)


@dataclass
class Comparison:
    """What a comparison with brute force has shown.

    Attributes
    ----------
    counts : Counter
        Declarations, deals, those compared (small enough for brute force), won among them, refused declarations.
    wrong : list of str
        Each disagreement, with the declaration and the seed.
    """

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def note(self, rules: Rules, seed: int, said: str) -> None:
        self.wrong.append(f"{said}\n  seed {seed}\n  {rules!r}")


def compare(
    rules: Rules, seeds: Sequence[int], *, moves: int = 0, cap: int = FEW, into: Comparison | None = None
) -> Comparison:
    """Compare `solve(optimal=True)` with brute force on random deals of a declaration, or up to so many moves later."""
    found = into if into is not None else Comparison()
    game = Game(name="random-declaration", title="Random declaration", source="drawn", declaration=rules)
    found.counts["declarations"] += 1
    for seed in seeds:
        try:
            deal = Deal.random(game, seed)
            if later := seed % (moves + 1):
                deal = _played(deal, seed, later)
            found.counts["deals"] += 1
            truth = brute_force(deal, cap=cap)
            states = 2_000 if truth is None else 100_000
            result = solve(deal, optimal=True, limits=Limits(states=states, memory="100MB"))
        except PatienceError as error:
            found.note(rules, seed, f"refused late: {error}")
            continue
        except Exception as error:
            found.note(rules, seed, f"{type(error).__name__}: {error}")
            continue
        found.counts["solver " + result.solver] += 1
        if result.moves is not None and not is_won(replay(deal, result.moves)):
            found.note(rules, seed, "the line does not win")
        if truth is None:
            continue
        found.counts["compared"] += 1
        found.counts["won"] += truth.winnable
        status = Status.WINNABLE if truth.winnable else Status.UNWINNABLE
        if result.status is not status or (truth.winnable and not result.optimal):
            if result.status is Status.UNKNOWN or (result.status is status and result.length != truth.length):
                found.counts["open"] += 1
                if result.lower_bound is not None and truth.length is not None and result.lower_bound > truth.length:
                    found.note(rules, seed, f"bound {result.lower_bound}; truth: {truth.length}")
                continue
            if result.status is not status:
                found.note(rules, seed, f"{result.status.value} by {result.solver}; truth: {truth}")
        elif result.length != truth.length:
            found.note(rules, seed, f"{result.length} moves by {result.solver}; truth: {truth}")
    return found


def _played(deal: Deal, seed: int, moves: int) -> Deal:
    """Return the board after some moves of random play, read from its text."""
    *_, (position, _) = random_play(deal, seed, moves)
    board = Deal.from_board(deal.game, str(position))
    if board.start != position:
        raise AssertionError(f"the board reads back as\n{board.start}\nand was\n{position}")
    return board


def main() -> None:
    """Compare many random declarations with brute force and print what was found."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--declarations", type=int, default=1000, help="how many declarations")
    parser.add_argument("--deals", type=int, default=2, help="deals of each")
    parser.add_argument("--moves", type=int, default=9, help="most moves of random play before")
    parser.add_argument("--seed", type=int, default=1, help="of the generator")
    parser.add_argument("--cap", type=int, default=FEW, help="positions up to which brute force follows a deal")
    given = parser.parse_args()
    faulthandler.enable()
    found, begin, told = Comparison(), perf_counter(), 0
    for number in range(given.declarations):
        chance = Random(f"{given.seed} {number}")
        rules = None
        while rules is None:
            try:
                rules = draw_rules(chance)
            except BadDeclaration:
                found.counts["refused"] += 1
        seeds = [chance.randrange(1, 10**6) for _ in range(given.deals)]
        compare(rules, seeds, moves=given.moves, cap=given.cap, into=found)
        for wrong in found.wrong[told:]:
            print(f"declaration {number}: {wrong}", flush=True)
        told = len(found.wrong)
    print(f"{perf_counter() - begin:.0f} s; {dict(found.counts)}; {len(found.wrong)} disagreements")
    sys.exit(1 if found.wrong else 0)


if __name__ == "__main__":
    main()
