"""The bound over deals: never above what a win needs, and of use."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.brute import brute_force, shortest_line
from support.engines import board_of
from support.kernel import Twin
from support.mini import MINIS_OF, mini_deals, random_mini_deal
from support.mini import _big_ben as big_ben

from patience_solver import GAMES, Deal, Limits, Position, Status, apply, is_won, legal_moves, solve
from patience_solver.kernel import best_first
from patience_solver.kernel.features import need_of
from patience_solver.kernel.rounds import HOPELESS, MOVED_APART, can_be_done, further_moves, is_hopeless, rounds_of
from patience_solver.kernel.state import HOME
from patience_solver.kernel.translation import new_state
from patience_solver.position import DEAL
from patience_solver.solvers.best_first import BestFirst
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.layered.engine import Layered
from patience_solver.solvers.start import prunes_for

MANY_ROUNDS = tuple(
    big_ben(*shape) for shape in ((4, (2, 3, 3), 2), (5, (3, 3, 4), 1), (5, (3, 3, 4), 2), (4, (4, 4), 3))
)
"""Minis with stocks that last for several deals."""

OPTIONS = tuple(
    {"pack_on_short": short, "waste_to_fans": waste, "fill": fill}
    for short in (False, True)
    for waste in (False, True)
    for fill in ("fan", "round")
)

many = settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


def bounds(deal: Deal, position: Position) -> list[int]:
    """Return the bound on all moves left, with more and more asked about the piles that cards are moved from."""
    twin = Twin(deal)
    state = new_state(position.rules, twin.tables, position)
    left = len(position.rules.pack) - int(state.counts[HOME])
    rounds = rounds_of(twin.tables)
    found = [further_moves(twin.tables, state, rounds, 0, exact) for exact in range(MOVED_APART + 2)]
    if found[0] != HOPELESS:
        for exact, bound in enumerate(found):
            assert can_be_done(twin.tables, state, rounds, bound, exact)
            assert bound == 0 or not can_be_done(twin.tables, state, rounds, bound - 1, exact)
    assert found == sorted(found)
    return [left + bound for bound in found]


def played(deal: Deal, random: Random, moves: int) -> Position:
    position = deal.start
    for _ in range(moves):
        if legal := legal_moves(position):
            position = apply(position, random.choice(legal))
    return position


@many
@given(mini_deals("big-ben", large=False, redeals=0), st.randoms(use_true_random=False))
def test_never_more_than_a_shortest_win_needs(deal: Deal, random: Random) -> None:
    """From random positions; and no position is called hopeless that can be won."""
    position = played(deal, random, random.randrange(12))
    truth = brute_force(position, cap=1_500)
    assume(truth is not None and truth.length is not None)
    assert truth is not None and truth.length is not None
    assert max(bounds(deal, position)) <= truth.length


def test_never_more_than_is_left_of_a_shortest_line() -> None:
    random, lines = Random(7), 0
    while lines < 12:
        deal = random_mini_deal(random.choice(MINIS_OF["big-ben"][:3]), random, redeals=0, **random.choice(OPTIONS))
        line = shortest_line(deal, cap=1_500)
        if not line:
            continue
        lines += 1
        position = deal.start
        for made, move in enumerate(line):
            assert max(bounds(deal, position)) <= len(line) - made
            position = apply(position, move)


def test_a_random_deal_is_lost() -> None:
    """The talon gets nine cards before anything can be played; at last a card comes to lie on all that it waits for."""
    deal = Deal.random("big-ben", seed=5_016_817)
    assert solve(deal, limits=Limits(seconds=20)).status is Status.UNWINNABLE
    seen, to_come = set[object](), [deal.start]
    while to_come:  # the same plainly
        position = to_come.pop()
        if position.piles not in seen:
            seen.add(position.piles)
            assert not is_won(position)
            if not stuck(position):
                to_come += [apply(position, move) for move in legal_moves(position)]
    assert len(seen) < 100


@pytest.mark.parametrize("seed", [1_000_005, 3_000_002])
def test_never_more_than_is_left_of_a_known_win(seed: int) -> None:
    deal = Deal.random("big-ben", seed=seed)
    result = solve(deal, limits=Limits(seconds=20))
    assert result.moves is not None
    position = deal.start
    for made, move in enumerate(result.moves):
        assert max(bounds(deal, position)) <= len(result.moves) - made
        position = apply(position, move)


def shortest(deal: Deal, *, bounded: bool) -> tuple[int | None, int]:
    """Return the length of a shortest win by A*, with the bound over deals or without, and the states stored."""
    engine = BestFirst(
        deal,
        Budget(Limits()),
        prunes=prunes_for(deal.rules, shortest=True),
        per_move=best_first.A_STAR[0],
        per_bound=best_first.A_STAR[1],
        most_bytes=1 << 23,
        longest=200,
        shorter=True,
    )
    if not bounded:
        engine._nodes.marks[best_first.PAIRED] = best_first.NEVER
    length = None
    while (outcome := engine.run()) is not Outcome.DONE:
        if outcome is Outcome.GIVEN_UP:
            return -1, engine.stored
        if outcome is Outcome.WIN:
            length = len(engine.win())
    return length, engine.stored


def test_lengths_are_the_same_without_it_and_fewer_states_are_needed() -> None:
    random, with_it, without = Random(3), 0, 0
    for _ in range(12):
        deal = random_mini_deal(random.choice(MANY_ROUNDS), random, redeals=0, **random.choice(OPTIONS))
        deal = board_of(deal, played(deal, random, random.randrange(10)))
        length, stored = shortest(deal, bounded=True)
        other_length, other_stored = shortest(deal, bounded=False)
        if -1 in (length, other_length):
            continue
        assert length == other_length
        with_it += stored
        without += other_stored
    assert 0 < with_it < without / 2


def turned(deal: Deal, random: Random, moves: int) -> Position:
    """Play at random, but rather deal than not: much comes to the talon."""
    position = deal.start
    for _ in range(moves):
        if legal := legal_moves(position):
            position = apply(position, DEAL if DEAL in legal and random.random() < 0.7 else random.choice(legal))
    return position


def stuck(position: Position) -> bool:
    """Tell plainly whether a card of the talon sticks though every card outside it may be played at any time."""
    ranks, piles = position.rules.ranks, list(zip(position.rules.layout, position.piles, strict=True))
    talon = list(position.pile("talon"))
    outside = {str(card) for pile, cards in piles if not pile.is_foundation for card in cards if pile.name != "talon"}
    heights = {number: len(cards) for number, (pile, cards) in enumerate(piles) if pile.is_foundation}
    reached: set[str] = set()
    again = True
    while again:
        again = False
        for number, height in heights.items():
            pile = piles[number][0]
            if height < pile.height:
                wanted = ranks[(ranks.index(pile.base[0]) + height) % len(ranks)] + pile.base[1]
                if wanted in outside or (talon and str(talon[-1]) == wanted):
                    heights[number] += 1
                    reached.add(wanted)
                    again = True
        while talon and str(talon[-1]) in reached:
            outside.add(str(talon.pop()))
            again = True
    return bool(talon)


def test_no_hopeless_position_can_be_won() -> None:
    random, hopeless = Random(11), 0
    for _ in range(900):
        deal = random_mini_deal(random.choice(MINIS_OF["big-ben"]), random, redeals=0, waste_to_fans=False)
        position = turned(deal, random, random.randrange(4, 16))
        twin = Twin(deal)
        told = is_hopeless(twin.tables, new_state(position.rules, twin.tables, position), rounds_of(twin.tables))
        assert told == stuck(position)
        if told:
            truth = brute_force(position, cap=1_500)
            assert truth is None or not truth.winnable
            hopeless += truth is not None
    assert hopeless > 5


def search(deal: Deal, *, bounded: bool) -> tuple[Outcome, int]:
    """Search in layers, nothing cut, with hopeless states left out or not; return the states stored too."""
    need = need_of(deal.rules, {"left": 20}, None, rounds_of(Twin(deal).tables) if bounded else None)
    assert need is not None
    prunes = prunes_for(deal.rules, shortest=False)
    engine = Layered(deal, Budget(Limits()), need=need, prunes=prunes, width=1 << 40, most_bytes=1 << 22)
    while (outcome := engine.run()) is Outcome.GOING_ON:
        pass
    return outcome, engine.stored


def test_verdicts_are_the_same_without_hopeless_states() -> None:
    random, spared = Random(12), 0
    for _ in range(15):
        deal = random_mini_deal(random.choice(MANY_ROUNDS), random, redeals=0, waste_to_fans=False)
        deal = board_of(deal, turned(deal, random, random.randrange(14)))
        (outcome, stored), (other, other_stored) = search(deal, bounded=True), search(deal, bounded=False)
        if Outcome.GIVEN_UP in (outcome, other):
            continue
        assert outcome is other
        spared += outcome is Outcome.DONE and stored < other_stored
    assert spared > 0


def test_it_sees_more_than_one_play_for_each_card() -> None:
    """More the more is asked about the piles that cards are moved from."""
    found = [
        bounds(deal, deal.start) for deal in (Deal.random("big-ben", seed=seed) for seed in range(3_000_001, 3_000_013))
    ]
    assert all(min(row) >= 92 + 2 for row in found)
    for exact in range(MOVED_APART):
        assert any(row[exact] < row[exact + 1] for row in found)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_it_speaks_only_of_games_in_which_deals_fill_piles_once(name: str) -> None:
    deal = Deal.random(name, seed=1)
    claims = len(rounds_of(Twin(deal).tables).sequence) > 0
    block = GAMES[name].declaration.tableau
    assert claims == any(part.filled_up_to for part in block)
    if claims:
        again = Deal.random(name, seed=1, redeals=1)
        assert len(rounds_of(Twin(again).tables).sequence) == 0
