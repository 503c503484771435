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

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import strategies as st

from patience_solver import GAMES, Card, Deal, Game, Reshuffle
from patience_solver.rules import OptionValue, Tableau

__all__ = ["MINIS", "MINIS_OF", "MOST", "mini_deals", "option_values", "options_of"]

MOST = 2
"""Largest value drawn for an option that is a number."""

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
)
"""Every mini game."""

MINIS_OF: dict[str, tuple[Game, ...]] = {
    parent: tuple(mini for mini in MINIS if mini.name.startswith(f"{parent}-mini-")) for parent in GAMES
}
"""The mini games of each registered game."""


def option_values(game: Game) -> dict[str, tuple[OptionValue, ...]]:
    """Every value of each option of a game; of a number its smallest values up to `MOST`."""
    return {
        name: tuple(option.meanings) if option.meanings is not None else tuple(range(option.at_least, MOST + 1))
        for name, option in game.options.items()
    }


def options_of(game: Game, held: Mapping[str, OptionValue]) -> st.SearchStrategy[dict[str, OptionValue]]:
    """Draw a value for every option of a game, but those held (of these, the ones that the game has)."""
    return st.fixed_dictionaries(
        {
            name: st.just(held[name]) if name in held else st.sampled_from(values)
            for name, values in option_values(game).items()
        }
    )


@st.composite
def _packs(draw: st.DrawFn, descending: tuple[Card, ...]) -> tuple[Card, ...]:
    """Draw a shuffled pack, or one that is in order but for a few cards (else easy deals would be rare)."""
    if draw(st.booleans()):
        return tuple(draw(st.permutations(descending)))
    pack = list(descending)
    places = st.integers(0, len(pack) - 1)
    for one, other in draw(st.lists(st.tuples(places, places), max_size=6)):
        pack[one], pack[other] = pack[other], pack[one]
    return tuple(pack)


@st.composite
def mini_deals(draw: st.DrawFn, /, *parents: str, **held: OptionValue) -> Deal:
    """Draw a mini game, its options, a shuffled pack and the reshuffle lists that the options ask for.

    Parameters
    ----------
    *parents : str
        Registered games whose minis are drawn; all where none is given.
    **held : bool, int or str
        Options that are not drawn.
    """
    game = draw(st.sampled_from([mini for parent in parents or GAMES for mini in MINIS_OF[parent]]))
    options = draw(options_of(game, held))
    rules = game.rules(game.read_options(options))
    left_in = draw(st.booleans())
    pack = draw(_packs((rules.pack if left_in else rules.dealt)[::-1]))
    lists = [
        Reshuffle(tuple(draw(st.permutations(rules.dealt))), (False,) * len(rules.dealt))
        for _ in range(rules.reshuffles)
    ]
    return Deal.from_pack(game, pack, reshuffles=lists, **options)
