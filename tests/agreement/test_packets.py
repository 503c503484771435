"""Plans of holds against brute force on the reference model, and their parts against plain Python."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from support.brute import brute_force, shortest_line
from support.engines import board_of
from support.golden import GoldenDeal, golden_deals
from support.mini import MINIS_OF, mini_deals, random_mini_deal

from patience_solver import GAMES, Deal, Limits, Move, Status, apply, legal_moves, replay, solve
from patience_solver.kernel.packets.courses import Courses, courses_of, further_holds_covered
from patience_solver.kernel.packets.crossings import MOST_CARDS, can_be_coloured, new_colours, simplify
from patience_solver.reference import is_won
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.packets import engine
from patience_solver.solvers.packets.engine import PlanSearch
from patience_solver.solvers.packets.lines import moves_of_plan
from patience_solver.solvers.packets.problem import has_packets, problem_of

PACKETS = tuple(name for name, game in GAMES.items() if has_packets(game.rules(game.read_options({}))))
"""Games that are decided by plans."""

many = settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large])


def fewest_moves(deal: Deal, *, foresight: bool = True, ordered: bool = True, hash_seed: int = 0) -> int | None:
    """Search with one hold more each time, as far as there are cards; a win is replayed."""
    problem = problem_of(deal, Budget(Limits()))
    assert problem is not None
    for most in range(problem.least, problem.most + 1):
        search = PlanSearch(
            problem,
            Budget(Limits()),
            most=most,
            most_bytes=1 << 28,
            hash_seed=hash_seed,
            foresight=foresight,
            ordered=ordered,
        )
        while (outcome := search.run(7)) is Outcome.GOING_ON:
            pass
        if outcome is Outcome.WIN:
            line = moves_of_plan(deal, problem, search.plan(), search.packet_of)
            assert is_won(replay(deal, line))
            assert len(line) == problem.plays + most
            return len(line)
        assert outcome is Outcome.DONE
    return None


def in_mid_game(deal: Deal, random: Random) -> Deal:
    """Return the deal as it stands after some random moves."""
    position = deal.start
    for _ in range(random.randrange(12)):
        if moves := legal_moves(position):
            position = apply(position, random.choice(moves))
    return board_of(deal, position)


def test_the_games_of_packets() -> None:
    assert len(PACKETS) == 1


@settings(many, max_examples=40)
@given(mini_deals(*PACKETS), st.randoms(use_true_random=False), st.integers(0, 3))
def test_with_and_without_each_prune_agrees_with_brute_force(deal: Deal, random: Random, hash_seed: int) -> None:
    deal = in_mid_game(deal, random)
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    for foresight, ordered in product((False, True), repeat=2):
        assert fewest_moves(deal, foresight=foresight, ordered=ordered, hash_seed=hash_seed) == truth.length


@settings(many, max_examples=40)
@given(mini_deals(*PACKETS), st.randoms(use_true_random=False), st.booleans(), st.booleans())
def test_solve_agrees_with_brute_force(deal: Deal, random: Random, optimal: bool, verify: bool) -> None:
    deal = in_mid_game(deal, random)
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    result = solve(deal, optimal=optimal, verify=verify)
    assert result.status is (Status.WINNABLE if truth.winnable else Status.UNWINNABLE)
    assert result.stop is None
    if truth.length is not None:
        assert result.lower_bound is not None and result.lower_bound <= truth.length
        assert not optimal or (result.optimal and result.length == truth.length)


def test_all_prunes_find_the_same_in_whole_games() -> None:
    """From late positions of whole games, with and without; among them some that can't be won."""
    random, lost = Random(5), 0
    for seed in range(1, 25):
        whole = Deal.random(PACKETS[0], seed)
        line = solve(whole).moves
        assert line is not None
        position = replay(whole, line[: len(line) * 2 // 3])
        for _ in range(4):
            position = apply(position, random.choice(legal_moves(position)))
        deal = board_of(whole, position)
        lengths = {fewest_moves(deal, foresight=f, ordered=o) for f, o in product((False, True), repeat=2)}
        assert len(lengths) == 1
        lost += None in lengths
    assert 0 < lost < 24


def held_times(line: tuple[Move, ...], stock: int) -> list[tuple[int, int, int]]:
    """Return for each card that a win holds its number in the stock, and the moves that hold and play it."""
    packets: dict[str, list[tuple[int, int]]] = {}
    times, coming = [], 0
    for move_number, move in enumerate(line):
        if move.source != "stock":
            card, begin = packets[move.source].pop()
            times.append((card, begin, move_number))
            continue
        if move.target is not None and move.target.startswith("packet"):
            packets.setdefault(move.target, []).append((coming, move_number))
        coming += 1
    assert coming == stock
    return times


@settings(many, max_examples=25)
@given(mini_deals(*PACKETS, large=False))
def test_what_foresight_says_is_so_in_known_wins(deal: Deal) -> None:
    """In no win that holds few enough does a card go home from below another if the table says that it can't."""
    line = shortest_line(deal)
    assume(line)
    assert line is not None
    problem = problem_of(deal, Budget(Limits()))
    assert problem is not None
    most = len(line) - problem.plays
    courses = courses_of(problem.relaxed, problem.coming, problem.start, problem.in_play, most)
    covered = further_holds_covered(courses, most - problem.least)
    times = held_times(line, problem.most)
    at, made, ranks = len(courses.hold) - 1, 0, len(problem.in_play)
    names = [pile.name for pile in deal.rules.layout if pile.is_foundation]
    coming = 0
    for number, move in enumerate(line):
        held = [(card, end) for card, begin, end in times if begin < number <= end]
        for (below, first), (above, second) in product(held, repeat=2):
            if first > second:  # `above` is played before `below`
                pair = problem.rank[below] * ranks + problem.rank[above]
                assert made + courses.holds[at] + covered[pair, at] <= most
        assert move.target is not None
        if move.target in names:
            table = courses.deal if move.source == "stock" else courses.play
            at = int(table[at, names.index(move.target)])
        else:
            at, made = int(courses.hold[at]), made + 1
        coming += move.source == "stock"
        assert at >= 0 and courses.left[at] == problem.most - coming


def test_too_much_foresight_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(3)
    deals: list[tuple[Deal, int | None]] = []
    while len(deals) < 15:
        deal = random_mini_deal(random.choice(MINIS_OF[PACKETS[0]]), random)
        truth = brute_force(deal)
        if truth is not None and truth.winnable:
            deals.append((deal, truth.length))
    assert all(fewest_moves(deal) == length for deal, length in deals)

    def too_many(courses: Courses, beyond: int) -> NDArray[np.uint8]:
        return np.full_like(further_holds_covered(courses, beyond), beyond + 1)

    monkeypatch.setattr(engine, "further_holds_covered", too_many)
    assert any(fewest_moves(deal) != length for deal, length in deals)


def naive_covered(courses: Courses, at: int, below: int, above: int) -> int:
    """Fewest further holds until the win, if no card of rank `below` is the one under that of rank `above`."""

    @cache
    def least(at: int, covers: bool) -> int:
        if courses.left[at] == 0 and not covers:
            return 0
        found = 1_000
        if courses.hold[at] >= 0:
            found = 1 + least(int(courses.hold[at]), covers)
        for foundation, rank in enumerate(courses.wanted[at]):
            if courses.deal[at, foundation] >= 0:
                found = min(found, least(int(courses.deal[at, foundation]), covers))
            after = int(courses.play[at, foundation])
            if after >= 0 and covers and rank == above:
                found = min(found, least(after, False))
            if after >= 0 and courses.held[at, rank] > (covers and rank in (below, above)):
                found = min(found, least(after, covers))
        return found

    return least(at, True)


@settings(many, max_examples=25)
@given(mini_deals(*PACKETS), st.data())
def test_further_holds_of_a_covered_card(deal: Deal, data: st.DataObject) -> None:
    problem = problem_of(deal, Budget(Limits()))
    assert problem is not None
    beyond = data.draw(st.integers(0, 2))
    courses = courses_of(problem.relaxed, problem.coming, problem.start, problem.in_play, problem.least + beyond)
    covered = further_holds_covered(courses, beyond)
    ranks = len(problem.in_play)
    for _ in range(30):
        at = data.draw(st.integers(0, len(courses.hold) - 1))
        below, above = data.draw(st.permutations(range(ranks)))[:2]
        if courses.held[at, below] > 0 and courses.held[at, above] > 0:
            more = naive_covered(courses, at, below, above) - courses.holds[at]
            assert covered[below * ranks + above, at] == min(more, beyond + 1)


def naive_colouring(crosses: list[set[int]], colours: int) -> bool:
    def colour(number: int, chosen: tuple[int, ...]) -> bool:
        if number == len(crosses):
            return True
        return any(
            colour(number + 1, (*chosen, tried))
            for tried in range(colours)
            if all(chosen[other] != tried for other in crosses[number] if other < number)
        )

    return colour(0, ())


@st.composite
def graphs(draw: st.DrawFn) -> list[set[int]]:
    size = draw(st.integers(1, 9))
    crosses: list[set[int]] = [set() for _ in range(size)]
    for one, other in combinations(range(size), 2):
        if draw(st.booleans()):
            crosses[one].add(other)
            crosses[other].add(one)
    return crosses


def as_words(crosses: list[set[int]]) -> tuple[NDArray[np.uint64], np.uint64]:
    words = np.zeros(MOST_CARDS, np.uint64)
    for card, crossed in enumerate(crosses):
        words[card] = sum(1 << other for other in crossed)
    return words, np.uint64((1 << len(crosses)) - 1)


@given(graphs(), st.integers(1, 5))
def test_colouring(crosses: list[set[int]], colours: int) -> None:
    words, cards = as_words(crosses)
    room = new_colours()
    found = can_be_coloured(words, cards, colours, room)
    assert found == naive_colouring(crosses, colours)
    if found:
        chosen = [int(room.colour[card]) for card in range(len(crosses))]
        assert set(chosen) <= set(range(colours))
        assert all(chosen[one] != chosen[other] for one, crossed in enumerate(crosses) for other in crossed)


@given(graphs(), st.integers(1, 5), st.data())
def test_a_simpler_graph_can_be_coloured_just_as_well(
    crosses: list[set[int]], colours: int, data: st.DataObject
) -> None:
    """Whatever the cards that are still held will cross later."""
    words, cards = as_words(crosses)
    gone = np.uint64(data.draw(st.integers(0, int(cards))))
    held = cards & ~gone
    kept = np.uint64(simplify(words, held, gone, colours)) | held
    later = [card for card in range(len(crosses)) if int(held) >> card & 1]
    for one, other in combinations(later, 2):
        if data.draw(st.booleans()):
            crosses[one].add(other)
            crosses[other].add(one)
            words[one] |= np.uint64(1 << other)
            words[other] |= np.uint64(1 << one)
    assert can_be_coloured(words, kept, colours, new_colours()) == naive_colouring(crosses, colours)


GOLDEN = [golden for golden in golden_deals() if golden.deal.game.name in PACKETS and "boards" not in golden.file]


@pytest.mark.parametrize("golden", GOLDEN, ids=str)
def test_answers_from_outside(golden: GoldenDeal) -> None:
    """Where the outside program proved a win shortest, so is ours; else it is within the bounds known."""
    result = solve(golden.deal, optimal=True, limits=Limits(states=1_000_000))
    assert result.length is not None and result.lower_bound is not None
    if golden.length is not None:
        assert result.lower_bound <= golden.length <= result.length
        assert not result.optimal or result.length == golden.length
    if golden.shortest is not None and golden.longest is not None:
        assert golden.shortest <= result.length and result.lower_bound <= golden.longest


@pytest.mark.parametrize("game", PACKETS)
def test_limits_are_kept(game: str) -> None:
    result = solve(Deal.random(game, 1_000_018), optimal=True, limits=Limits(states=100))
    assert result.status is not Status.UNWINNABLE and result.stop is not None
    assert result.stats.states < 1_000
