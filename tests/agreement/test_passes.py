"""Games of passes: every engine, with and without each rule, against brute force on the reference model."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.brute import brute_force
from support.engines import board_of
from support.golden import golden_deals
from support.mini import LARGE, MINIS_OF, SULTANS_OF_ONE_SUIT, mini_deals, random_mini_deal
from support.oracle_moves import translate

from patience_solver import Deal, Limits, Position, Status, apply, legal_moves, solve
from patience_solver.kernel.passes import ends, free, rules, savings, seen
from patience_solver.kernel.passes.state import HOME1, KEPT1, KEPT2
from patience_solver.position import REDEAL
from patience_solver.reference import wins
from patience_solver.rules import Role
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.passes import decide
from patience_solver.solvers.passes.engines import Ends, LastPass, States, Watch
from patience_solver.solvers.passes.plan import Passes, passes_of
from patience_solver.solvers.passes.shortest import Bound

GAMES = ("sultan", "sultan-plus")
EACH_RULE = [1 << bit for bit in range(rules.EVERY_RULE.bit_length())]
RULES = [0, *EACH_RULE, *(rules.EVERY_RULE ^ rule for rule in EACH_RULE), rules.EVERY_RULE]

many = settings(
    max_examples=max(25, settings().max_examples // 4),
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
    deadline=None,
)


def watch() -> Watch:
    return Watch(Budget(Limits(memory="1GB")))


def passes(deal: Deal) -> Passes:
    found = passes_of(deal)
    assert found is not None
    return found


def played_on(deal: Deal, random: Random, most: int = 12) -> Deal:
    """The deal that starts where some random moves lead to."""
    position = deal.start
    for _ in range(random.randrange(most)):
        moves = legal_moves(position)
        if not moves:
            break
        position = apply(position, random.choice(moves))
    return board_of(deal, position)


@many
@given(mini_deals(*GAMES, redeals=0, refill="optional"), st.randoms(use_true_random=False))
def test_the_free_last_pass_with_and_without_each_rule(deal: Deal, random: Random) -> None:
    deal = played_on(deal, random)
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    told = passes(deal)
    nodes = {}
    for used in RULES:
        last = LastPass(told.orders[0], watch(), used)
        assert last.is_won_freely(told.start, 0) == truth.winnable, used
        nodes[used] = int(last.room.marks[free.NODES])
    if not truth.winnable:  # a rule leaves states out
        assert nodes[rules.EVERY_RULE] <= nodes[0]


@many
@given(mini_deals(*GAMES, redeals=0), st.randoms(use_true_random=False))
def test_the_last_pass(deal: Deal, random: Random) -> None:
    deal = played_on(deal, random)
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    told = passes(deal)
    line = LastPass(told.orders[0], watch()).line(told.start, 0)
    assert (line is not None) == truth.winnable


@pytest.mark.parametrize("redeals", [0, 1])
def test_a_card_of_the_reserve_is_played_at_once(redeals: int) -> None:
    """Rule A on the reference model itself: the play loses no win."""
    random, compared = Random(redeals), 0
    while compared < 25:
        game = random.choice([mini for name in GAMES for mini in MINIS_OF[name] if mini.name not in LARGE])
        deal = played_on(random_mini_deal(game, random, redeals=redeals, refill="optional"), random)
        reserve = {pile.name for pile in deal.rules.layout if pile.role is Role.RESERVE}
        plays = [move for move in legal_moves(deal.start) if move.source in reserve]
        before = brute_force(deal, cap=300) if plays else None
        if before is not None:
            after = brute_force(apply(deal.start, random.choice(plays)), cap=300)
            assert after is not None and before.winnable == after.winnable
            compared += 1


def ends_by_the_reference(deal: Deal, cap: int) -> set[object] | None:
    """The ends of the first pass, told by what the next one depends on; `None` where there are too many positions."""
    found, known, todo = set[object](), {deal.start.piles}, [deal.start]
    while todo:
        position = todo.pop()
        for move in legal_moves(position):
            after = apply(position, move)
            if after.redeals_used > position.redeals_used:
                found.add(end_of(after))
            elif after.piles not in known:
                known.add(after.piles)
                todo.append(after)
        if len(known) > cap:
            return None
    return found


def end_of(position: Position) -> object:
    by_role: dict[object, list[object]] = {}
    for pile, cards in zip(position.rules.layout, position.piles, strict=True):
        if pile.role is not Role.STOCK:
            by_role.setdefault(pile.name if pile.is_foundation else pile.role, []).append(cards[-1:])
    stock = position.pile("stock")
    return tuple((str(role), frozenset(Counter(tops).items())) for role, tops in by_role.items()), stock


@pytest.mark.parametrize("reshuffle", ["shuffle", "keep"])
def test_every_end_of_a_pass_is_found_once(reshuffle: str) -> None:
    random, compared = Random(reshuffle), 0
    while compared < 10:
        game = random.choice([mini for name in GAMES for mini in MINIS_OF[name]])
        deal = random_mini_deal(game, random, redeals=1, refill="forced", reshuffle=reshuffle)
        deal = played_on(deal, random, most=16)
        expected = ends_by_the_reference(deal, 80) if deal.start.redeals_used == 0 else None
        if not expected:
            continue
        told = passes(deal)
        found = list(Ends(told.orders[0], told.orders[1], None, watch()).of(told.start, 0))
        if any(not isinstance(end, bool) and end[1] is None for end in found):
            continue  # a win in this pass ends the search
        number = sum(not isinstance(end, bool) for end in found)
        # Where the order is kept, ends that differ in which of two equal cards is left may still be dealt alike.
        assert number == len(expected) if reshuffle == "shuffle" else number >= len(expected)
        compared += 1


@many
@given(
    mini_deals(*GAMES, large=False),
    st.randoms(use_true_random=False),
    st.booleans(),
    st.lists(st.sampled_from(RULES), min_size=1, max_size=3, unique=True),
)
def test_decided_with_and_without_each_rule(deal: Deal, random: Random, promising: bool, sets: list[int]) -> None:
    deal = played_on(deal, random)
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    stages = decide.STAGES
    decide.STAGES = ((1, 0.005, 5, 1), (2, 0.001, 5, 0)) if promising else ()
    try:
        assert solve(deal).solver == "passes"
        for used in [rules.EVERY_RULE, *sets]:
            budget = Budget(Limits(memory="1GB"))
            result = decide.solve_by_passes(deal, passes(deal), budget, optimal=False, verify=False, rules=used)
            assert result.stop is None
            assert (result.status is Status.WINNABLE) == truth.winnable, used
            assert result.moves is None or wins(deal, result.moves)
    finally:
        decide.STAGES = stages


@pytest.mark.parametrize("refill", ["forced", "optional"])
def test_hopeless_states_and_frozen_cards_leave_out_no_end_that_wins(refill: str) -> None:
    """On minis of one long suit, where these rules find much to leave out."""
    random, fewer, compared = Random(refill), Counter[int](), 0
    while compared < 8:
        game = random.choice(SULTANS_OF_ONE_SUIT)
        deal = random_mini_deal(game, random, redeals=1, refill=refill, reshuffle="shuffle", divan=6)
        told = passes(deal)
        won, states = {}, {}
        plain = LastPass(told.orders[1], watch(), 0)
        for used in (rules.EVERY_RULE, rules.EVERY_RULE ^ rules.HOPELESS, rules.EVERY_RULE ^ rules.FROZEN):
            last = LastPass(told.orders[1], watch(), used)
            walks = Ends(told.orders[0], told.orders[1], last, watch(), rules=used)
            found = [end[1] for end in walks.of(told.start, 0) if not isinstance(end, bool)]
            won[used] = {None if end is None else end.tobytes() for end in found if is_won(plain, end)}
            states[used] = int(walks.walk.marks[ends.NODES])
            assert won[used] == won[rules.EVERY_RULE]
            assert states[used] >= states[rules.EVERY_RULE]
            fewer[used ^ rules.EVERY_RULE] += states[used] > states[rules.EVERY_RULE]
        truth = brute_force(deal, cap=1500)
        if truth is not None:
            assert truth.winnable == bool(won[rules.EVERY_RULE])
            compared += 1
    assert fewer[rules.HOPELESS] and fewer[rules.FROZEN]


def is_won(last: LastPass, end: States | None) -> bool:
    return end is None or last.line(end, 0) is not None


WON = [golden for golden in golden_deals("sultan") if golden.line_found]


@pytest.mark.parametrize("first", range(11))
def test_no_state_of_a_known_win_is_taken_for_lost(first: int) -> None:
    """Every win is followed; of each some positions are looked at, not the same ones of all."""
    for golden in WON[first::11]:
        look_along(golden, first)


def look_along(golden: Any, first: int) -> None:
    position = golden.deal.start
    for number, move in enumerate(translate(golden.deal, golden.line_found)):
        if number % 11 == first:
            told = passes(board_of(golden.deal, position))
            if len(told.orders) == 1:
                last = LastPass(told.orders[0], watch())
                assert last.is_won_freely(told.start, 0)
            elif len(told.orders) == 2:
                assert not is_given_up(told)
        position = apply(position, move)


def is_given_up(told: Passes) -> bool:
    """Tell whether the search of all ends takes the state that it begins at for hopeless."""
    pass_, walk = told.orders[0], ends.new_walk(len(told.orders[0].bit) - 1)
    room = free.new_room(len(told.orders[1].bit) - 1)
    ends.begin_ends(pass_, told.start, 0, walk, rules.EVERY_RULE)
    walk.marks[ends.TRIES] = 100
    sets = [seen.new_seen() for _ in range(3)]
    code = ends.ends_slice(pass_, walk, sets[0], sets[1], told.orders[1], room, sets[2], 0, 1)
    return bool(code == ends.DONE)


def test_some_state_is_hopeless() -> None:
    """The test for hopeless states can fire."""
    deal, random = Deal.random("sultan", 2_000_007), Random(7)
    for _ in range(40):
        position = deal.start
        while len(position.pile("stock")) > 3:
            moves = legal_moves(position)
            position = apply(position, moves[-1] if random.random() < 0.7 else random.choice(moves))
            if len(position.pile("stock")) < 12 and is_given_up(passes(board_of(deal, position))):
                return
    pytest.fail("no state was taken for hopeless")


def test_losses_are_proved_with_exact_keys() -> None:
    for seed in (2_000_003, 2_000_018):
        result = solve(Deal.random("sultan", seed))
        assert result.status is Status.UNWINNABLE and result.stats.collision_bound == 0


@many
@given(mini_deals(*GAMES, large=False), st.randoms(use_true_random=False))
def test_no_win_is_shorter_than_the_bound(deal: Deal, random: Random) -> None:
    deal = played_on(deal, random)
    truth = brute_force(deal)
    assume(truth is not None and truth.winnable)
    assert truth is not None and truth.length is not None
    bound = Bound(passes(deal), watch())
    assert bound.value <= truth.length
    bound.raise_to(truth.length + 3, 1 << 10)
    assert bound.value <= truth.length


def test_no_known_win_saves_more_than_the_bound_says() -> None:
    """At each turn of the first pass of a win the bound of turns saved allows what the whole win saves."""
    for golden in WON:
        moves, told = translate(golden.deal, golden.line_found), passes(golden.deal)
        bound = Bound(told, watch())
        pass_, layers = told.orders[0], savings.new_layers(1)
        assert bound.coming is not None and bound.value <= len(moves)
        reserve = {pile.name for pile in golden.deal.rules.layout if pile.role is Role.RESERVE}
        talon, come = list[int](), 0
        for move in moves:
            if move == REDEAL:
                break
            if move.source == "talon":
                talon.pop()
            elif move.source in reserve:
                if talon:
                    talon.pop()
                elif come < len(pass_.bit) - 1:
                    come += 1
            else:
                talon.append(come)
                come += 1
            some, both = int(told.start[0, KEPT1] | told.start[0, HOME1]), int(told.start[0, KEPT2])
            for place in set(range(come)) - set(talon):
                both |= some & int(pass_.bit[place])
                some |= int(pass_.bit[place])
            left = sum(1 << place for place in talon)
            left0, left1 = np.uint64(left & (2**64 - 1)), np.uint64(left >> 64)
            most = savings.saving(pass_, bound.coming, layers, left0, left1, np.uint64(some), np.uint64(both), come)
            assert most >= bound.without_savings - len(moves)
        assert come == len(pass_.bit) - 1


@pytest.mark.parametrize(
    ("seed", "options"),
    [(222_528, {}), (96_034, {"reshuffle": "keep"}), (108_062, {"reshuffle": "keep", "redeals": 2})],
)
def test_the_bound_holds_all_along_a_win(seed: int, options: dict[str, Any]) -> None:
    """In mid-game both cards of a kind may be home or in the reserve, so that none of it comes again."""
    deal = Deal.random("sultan", seed, **options)
    moves = solve(deal, limits=Limits(seconds=60)).moves
    assert moves is not None
    position = deal.start
    for made, move in enumerate(moves):
        if position.redeals_used == deal.rules.redeals:
            break
        if made % 15 == 0:
            bound, left = Bound(passes(board_of(deal, position)), watch()), len(moves) - made
            bound.raise_to(left + 12, 1 << 10)
            assert bound.value <= left
        position = apply(position, move)


@many
@given(mini_deals(*GAMES, large=False))
def test_shortest_wins(deal: Deal) -> None:
    truth = brute_force(deal)
    assume(truth is not None and truth.winnable)
    assert truth is not None
    result = solve(deal, optimal=True, limits=Limits(states=20_000))
    if result.length is not None:
        assert result.lower_bound is not None and truth.length is not None
        assert result.lower_bound <= truth.length <= result.length
        assert result.optimal or result.stop is not None
