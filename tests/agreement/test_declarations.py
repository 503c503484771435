"""Any declaration that the package takes: `solve` against brute force, and cases that once were answered wrongly."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from support.brute import brute_force
from support.declarations import compare, declarations

from patience_solver import Deal, Game, Limits, Status, find_game, legal_moves, solve
from patience_solver.rules import (
    Building,
    Foundations,
    Grid,
    Lying,
    Order,
    Pairs,
    Play,
    Redeal,
    Refill,
    Reserve,
    Rules,
    Stock,
    Suit,
    Tableau,
    Throwing,
    Vacancy,
    When,
)
from patience_solver.rules.throwing import Neighbours

DOWN_IN_SUIT = Building((-1,))
ACES_OUT = (Foundations(bases_set_out=True),)
SHORT = "A234"


def game(**declared: Any) -> Game:
    return Game(name="own", title="Own", source="a test", declaration=Rules(**declared))


def piles(*sizes: int, label: str = "pile {n}", vacancy: Vacancy = Vacancy.NOTHING, **words: Any) -> Tableau:
    return Tableau(label, sizes, building=words.pop("building", DOWN_IN_SUIT), vacancy=vacancy, **words)


def agrees(deal: Deal) -> tuple[Status, int | None]:
    """Return verdict and length, compared with brute force."""
    truth, result = brute_force(deal, cap=60_000), solve(deal, optimal=True)
    assert truth is not None
    assert result.status is (Status.WINNABLE if truth.winnable else Status.UNWINNABLE)
    assert result.length == truth.length
    assert result.optimal == truth.winnable
    return result.status, result.length


@settings(max_examples=3 * settings().max_examples, suppress_health_check=list(HealthCheck))
@given(declarations())
def test_random_declarations_agree_with_brute_force(rules: Rules) -> None:
    assert not compare(rules, (10, 25), moves=9).wrong  # the deal, and a board after five moves


CASTLE = find_game("beleaguered-castle")
OTHER_COLOUR = Building((1,), Suit.OTHER_COLOUR)


@pytest.mark.parametrize("seed", [7, 10])
def test_foundations_in_alternating_colours(seed: int) -> None:
    own = CASTLE.patch(
        name="own",
        ranks="A2345",
        foundations=(Foundations(building=OTHER_COLOUR, bases_set_out=True),),
        tableau=(piles(4, 4, 4, 4, vacancy=Vacancy.ANY_CARD),),
    )
    assert agrees(Deal.random(own, seed)) == (Status.WINNABLE, {7: 18, 10: 20}[seed])


@pytest.mark.parametrize("seed", [9, 16])
def test_a_full_pack_in_alternating_colours_is_not_proved_lost(seed: int) -> None:
    own = game(foundations=(Foundations(OTHER_COLOUR),), tableau=(piles(*(3,) * 17, 1),))
    assert solve(Deal.random(own, seed)).status is Status.WINNABLE


def test_foundations_of_any_suit_over_piles_built_in_suit() -> None:
    own = game(
        ranks=SHORT,
        foundations=(Foundations(Building((1,), Suit.ANY), bases_set_out=True),),
        tableau=(piles(3, 3, 3, 3),),
    )
    pack = "4S 3C 2S 2C 3S 3H 2H AH 4D 3D AD 2D AS 4H 4C AC"
    assert agrees(Deal.from_pack(own, pack)) == (Status.WINNABLE, 14)


def test_a_castle_whose_foundations_ask_for_no_suit() -> None:
    """A win of 63 moves is known."""
    own = CASTLE.patch(name="own", foundations=(Foundations(Building((1,), Suit.ANY), bases_set_out=True),))
    result = solve(Deal.random(own, 12), optimal=True, limits=Limits(states=300_000))
    assert result.status is Status.WINNABLE
    assert result.lower_bound is not None and result.lower_bound <= 63


@pytest.mark.parametrize("seed", [2, 10, 12])
def test_two_suits_up_and_two_down(seed: int) -> None:
    own = CASTLE.patch(
        name="own",
        ranks=SHORT,
        foundations=(
            Foundations(bases=("AC", "AD"), bases_set_out=True),
            Foundations(Building((-1,)), ("4H", "4S"), bases_set_out=True),
        ),
        tableau=(piles(3, 3, 3, 3, vacancy=Vacancy.ANY_CARD, building=Building((-1,), Suit.ANY)),),
    )
    agrees(Deal.random(own, seed))


def test_no_card_is_settled_on_a_pile_that_takes_none() -> None:
    own = game(ranks=SHORT, foundations=ACES_OUT, tableau=(piles(3, 3, 3, 3, least=2),))
    agrees(Deal.from_pack(own, "4C 4H 2C AH 2S AC 3S 2H 2D AS 3C AD 3D 4D 3H 4S"))
    closed = piles(3, 3, label="q {n}", takes_from=(), vacancy=Vacancy.KINGS)
    own = game(ranks=SHORT, foundations=ACES_OUT, tableau=(piles(3, 3, vacancy=Vacancy.KINGS), closed))
    agrees(Deal.from_pack(own, "3H 4S 2S AS 4H 3S 2H AC 4C 3D 2D 2C 4D 3C AD AH"))


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_closed_block_and_a_shuffled_redeal(seed: int) -> None:
    own = game(
        ranks=SHORT,
        foundations=ACES_OUT,
        tableau=(piles(6, 6, takes_from=()), piles(0, label="cell {n}", building=Building(()))),
        redeal=Redeal(1, When.ANY, Order.SHUFFLE, packet=4),
    )
    agrees(Deal.random(own, seed))


@pytest.mark.parametrize(
    "foundations",
    [
        (Foundations(Building((-1,)), ("KC", "KD", "KH", "KS"), bases_set_out=True),),
        (Foundations(Building((1,), wrap=True), ("5C", "5D", "5H", "5S"), bases_set_out=True),),
        (Foundations(Building((1,)), ("A*",) * 4, ("f 1", "f 2", "f 3", "f 4")),),
        find_game("calculation").declaration.foundations,
    ],
)
def test_foundations_of_every_kind_over_the_piles_of_a_castle(foundations: tuple[Foundations, ...]) -> None:
    out = sum(len(block.bases) for block in foundations if block.bases_set_out)
    sizes = (6,) * 8 if out else (7,) * 4 + (6,) * 4
    own = game(
        foundations=foundations, tableau=(piles(*sizes, vacancy=Vacancy.ANY_CARD, building=Building((-1,), Suit.ANY)),)
    )
    result = solve(Deal.random(own, 1), optimal=True, limits=Limits(states=30_000))
    assert result.lower_bound is None or result.length is None or result.lower_bound <= result.length


def test_an_empty_stock_changes_no_verdict() -> None:
    for seed in range(1, 12):
        declared: dict[str, Any] = {"ranks": SHORT, "foundations": ACES_OUT, "tableau": (piles(3, 3, 3, 3),)}
        plain = agrees(Deal.random(game(**declared, stock=None if seed % 2 else Stock()), seed))
        assert plain == agrees(Deal.random(game(**declared, stock=Stock() if seed % 2 else None), seed))


@pytest.mark.parametrize("seed", range(1, 6))
def test_two_packs_thrown_out(seed: int) -> None:
    own = game(
        packs=2,
        ranks="A2",
        foundations=(),
        tableau=(piles(8, 8, takes_from=()),),
        throwing=Throwing("A2", (8, 2), Neighbours.BOTH),
    )
    agrees(Deal.random(own, seed))


def test_more_moves_than_most_games_have() -> None:
    own = game(
        foundations=(Foundations(),),
        tableau=(piles(*(1,) * 52, building=Building(tuple(range(-12, 13)), Suit.ANY)),),
    )
    deal = Deal.random(own, 1)
    assert len(legal_moves(deal.start)) > 2000
    assert solve(deal).length == 52


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_card_that_must_be_played_and_leads_to_no_full_foundation(seed: int) -> None:
    own = game(
        ranks="A23",
        foundations=(Foundations(Building((1, 2)), bases_set_out=True),),
        stock=Stock(passes=3, play=Play.AT_ONCE),
    )
    agrees(Deal.random(own, seed))


@pytest.mark.parametrize(
    "declared",
    [
        {"foundations": ACES_OUT, "stock": Stock()},
        {"foundations": ACES_OUT, "tableau": (piles(0, 0),)},
        {"foundations": (Foundations(),), "tableau": (piles(2, 2),)},
        {"foundations": (Foundations(),), "stock": Stock()},
        {"foundations": (Foundations(),), "stock": Stock(turned=False), "tableau": (piles(0),)},
        {"packs": 2, "foundations": ACES_OUT * 2, "stock": Stock()},
        {"packs": 2, "foundations": ACES_OUT, "stock": Stock(), "reserve": Reserve("r {n}", 2, Refill.FORCED)},
        {"foundations": (), "grid": Grid(2, 2), "pairs": Pairs(None, Lying.ANYWHERE)},
        {"foundations": (), "grid": Grid(1, 2), "pairs": Pairs(2, Lying.TOUCHING)},
    ],
)
def test_packs_of_one_rank(declared: dict[str, Any]) -> None:
    own = game(ranks="A", **declared)
    for seed in (1, 2, 3):
        agrees(Deal.random(own, seed))


@pytest.mark.parametrize(
    ("piles_", "pack"), [(2, "AH 2D 2S AS 2C AC 2H AD"), (3, "2D AD 2S AS AH AC 2C 2H"), (2, "AC 2D AS 2S 2H AH AD 2C")]
)
def test_a_leading_place_beside_layers_in_suit(piles_: int, pack: str) -> None:
    foundations = Foundations(
        Building((-2, -1, 0, 1, 2), Suit.ANY, wrap=True),
        ("",) * piles_,
        ("f", "g", "h")[:piles_],
        height=4,
        layers_in_suit=True,
        in_order=True,
    )
    own = game(
        ranks="A2",
        foundations=(foundations,),
        reserve=Reserve("r{n}", 1, Refill.FORCED, "lead"),
        stock=Stock(redeals=1),
    )
    agrees(Deal.from_pack(own, pack))


def test_two_foundations_that_take_a_card_may_show_different_ones() -> None:
    names = ("dC", "dD", "dH", "dS")
    down = Foundations(Building((-1,)), ("7C", "7D", "7H", "7S"), names)
    own = game(ranks="A7", packs=2, foundations=(Foundations(), down), stock=Stock())
    lying = {"clubs": "AC 7C", "hearts": "AH", "spades": "AS 7S", "dC": "7C", "dD": "7D", "dH": "7H AH", "dS": "7S AS"}
    board = Deal.from_board(own, {}, foundations=lying, talon="7H AD AC 7D", stock="AD")
    assert agrees(board) == (Status.WINNABLE, 6)
