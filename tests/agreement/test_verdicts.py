"""Every engine, with and without each prune, and `solve` itself against brute force on the reference model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.brute import Truth, brute_force
from support.engines import best_first, board_of, deepen, exhaust
from support.mini import MINIS_OF, mini_deals, option_combinations, random_mini_deal
from support.play import goes_home

from patience_solver import GAMES, Card, Deal, Game, Limits, Position, Status, apply, legal_moves, solve
from patience_solver.kernel.dominance import (
    EVEN_FOUNDATIONS,
    HOME_AT_ONCE,
    LOSES_SHORTEST,
    NEEDS,
    NONE,
    SAFE_PLAYS,
    SAME_CARD,
    SAME_PLACES,
    SETTLING,
    UNMATCHED,
)
from patience_solver.reference import is_won
from patience_solver.rules import Role, Rules
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.forced import has_no_real_choice
from patience_solver.solvers.start import prunes_for, start_bound

ALL = sum(NEEDS)
TWINS = (EVEN_FOUNDATIONS, HOME_AT_ONCE, EVEN_FOUNDATIONS | HOME_AT_ONCE | SAME_PLACES)
KEEPS_SHORTEST = (NONE, SAFE_PLAYS, SAME_PLACES, SAME_CARD, UNMATCHED, *TWINS, ALL & ~LOSES_SHORTEST)
KEEPS_WINS = (*KEEPS_SHORTEST, SETTLING, SETTLING | SAFE_PLAYS, ALL)

SEARCHED = tuple(name for name, game in GAMES.items() if not has_no_real_choice(game.rules(game.read_options({}))))
"""Games that are searched; the others are only followed, and the engines of the search claim nothing of them."""

many = settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large])


def claimed(deal: Deal, sets: tuple[int, ...], *, shortest: bool) -> list[int]:
    """Leave of each set of prunes what is claimed to hold under the rules of this deal."""
    return sorted({prunes & prunes_for(deal.rules, shortest=shortest) for prunes in sets})


def wrong(deal: Deal, truth: Truth) -> Iterator[str]:
    """Name every engine and set of prunes whose answer is not the truth."""
    for prunes in claimed(deal, KEEPS_WINS, shortest=False):
        if exhaust(deal, prunes).winnable != truth.winnable:
            yield f"exhaustion, prunes {prunes}"
        if best_first(deal, prunes, 1, 3).winnable != truth.winnable:
            yield f"greedy search, prunes {prunes}"
    for prunes in claimed(deal, KEEPS_SHORTEST, shortest=True):
        for weights in ((256, 257), (1, 3), (1, 0)):
            if best_first(deal, prunes, *weights).length != truth.length:
                yield f"shortest win, weights {weights}, prunes {prunes}"
        if best_first(deal, prunes, 256, 257, paired_from=1 << 17).length != truth.length:
            yield f"shortest win without pairs of piles, prunes {prunes}"
        for most_bytes in (200, 1 << 16):  # of few sets, so that states are thrown out, and of many
            below = 20 if truth.length is None else truth.length + 1
            if deepen(deal, prunes, below, most_bytes=most_bytes).length != truth.length:
                yield f"deepening in {most_bytes} bytes, prunes {prunes}"
            if truth.length and deepen(deal, prunes, truth.length, most_bytes=most_bytes).winnable:
                yield f"deepening below the shortest win in {most_bytes} bytes, prunes {prunes}"


@many
@given(mini_deals(*SEARCHED, large=False))
def test_engines_agree_with_brute_force(deal: Deal) -> None:
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    assert list(wrong(deal, truth)) == []


@many
@given(mini_deals(large=False))
def test_solve_agrees_with_brute_force(deal: Deal) -> None:
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    result, best = solve(deal, verify=True), solve(deal, optimal=True, verify=True)
    assert (result.status is Status.WINNABLE) == (best.status is Status.WINNABLE) == truth.winnable
    assert Status.UNKNOWN not in (result.status, best.status)
    assert result.stop is best.stop is None
    assert best.length == best.lower_bound == truth.length
    assert best.optimal == truth.winnable
    if truth.length is not None:
        assert result.length is not None and result.lower_bound is not None
        assert result.lower_bound <= truth.length <= result.length
        assert result.optimal == (result.lower_bound == result.length)


@pytest.mark.parametrize("parent", GAMES)
def test_solve_in_mid_game(parent: str) -> None:
    """Positions from the start on to the end of a game, mostly played homeward, so that much is settled in them."""

    @settings(many, max_examples=settings().max_examples // 4)
    @given(mini_deals(parent, large=False), st.randoms(use_true_random=False))
    def look(deal: Deal, random: Random) -> None:
        position = deal.start
        for _ in range(random.randrange(40)):
            moves = legal_moves(position)
            if not moves:
                break
            homeward = [move for move in moves if goes_home(position, move)]
            position = apply(position, random.choice(homeward if homeward and random.random() < 0.7 else moves))
        truth = brute_force(position)
        assume(truth is not None)
        assert truth is not None
        board = board_of(deal, position)
        assert board.start == position
        result = solve(board, optimal=True)
        assert (result.status is Status.WINNABLE, result.length) == (truth.winnable, truth.length)

    look()


@many
@given(mini_deals(*SEARCHED, large=False))
def test_bound_is_admissible_and_consistent(deal: Deal) -> None:
    """Along every position that brute force can reach from a small deal: never too high, never falls by over 1."""

    def bound(position: Position) -> int:
        return start_bound(board_of(deal, position), Budget(Limits()))

    truth = brute_force(deal, cap=300)
    assume(truth is not None)
    assert truth is not None
    here = bound(deal.start)
    if truth.length is not None:
        assert here <= truth.length
    for move in legal_moves(deal.start):
        assert bound(apply(deal.start, move)) >= here - 1


@pytest.mark.parametrize("parent", GAMES)
def test_every_game_has_wins_and_losses_among_its_minis(parent: str) -> None:
    """The tests above would prove little on deals that are all lost."""
    random, seen = Random(parent), set()
    for _ in range(300):
        game = random.choice(MINIS_OF[parent])
        deal = random_mini_deal(game, random, **random.choice(option_combinations(game)))
        seen.add(solve(deal, limits=Limits(seconds=1)).status)
        if seen >= {Status.WINNABLE, Status.UNWINNABLE}:
            break
    assert seen >= {Status.WINNABLE, Status.UNWINNABLE}


@cache
def parts(rules: Rules) -> list[tuple[object, bool]]:
    """For each pile a key that is equal for those which are always alike, and whether it shares it.

    Places of a reserve are alike, piles of the tableau if their order does not matter, and foundations of one name.
    """
    keys: list[object] = [(pile.role, pile.name if pile.is_foundation else "") for pile in rules.layout]
    return [(key, keys.count(key) > 1) for key in keys]


def canonical(position: Position) -> object:
    """The position up to the exchange of piles that play the same part.

    The order of the tableau matters while it may be dealt again as it lies, and where a deal fills piles in order; that
    of a grid always does.  On which of the foundations of one name a card lies does not matter.
    """
    rules = position.rules
    redeal = rules.redeal
    ordered = redeal is not None and redeal.order.name == "KEEP" and position.redeals_used < redeal.times
    ordered |= any(block.filled_up_to for block in rules.tableau)
    alike: dict[object, list[tuple[Card, ...]]] = {}
    for place, (pile, (key, shared), cards) in enumerate(zip(rules.layout, parts(rules), position.piles, strict=True)):
        if pile.role is Role.CELL or (ordered and pile.role is Role.TABLEAU):
            key = place
        alike.setdefault(key, []).extend([(card,) for card in cards] if shared and pile.is_foundation else [cards])
    piles = tuple((key, tuple(sorted(group))) for key, group in alike.items())
    return piles, position.redeals_used, position.just_turned, position.exchanges_used


@cache
def never_won(game: Game) -> Game:
    """Patch a game: its foundations take one card less, so that it is never won and all of it can be seen."""
    blocks, ranks = game.declaration.foundations, len(game.declaration.ranks)
    heights = [block.height or ranks for block in blocks]
    changed = [replace(block, height=max(height - 1, 1)) for block, height in zip(blocks, heights, strict=True)]
    return game.patch(name=f"{game.name}-never-won", foundations=tuple(changed))


@many
@given(mini_deals(*SEARCHED, large=False), st.booleans())
def test_states_are_counted_up_to_exchange_of_equal_piles(deal: Deal, lost: bool) -> None:
    if lost and deal.rules.stock is not None and all(pile.last for pile in deal.rules.layout if pile.is_foundation):
        options: dict[str, Any] = dict(deal.options)
        deal = Deal.from_pack(never_won(deal.game), str(deal), **options)
    seen, todo = {canonical(deal.start)}, [deal.start]
    while todo:
        position = todo.pop()
        for move in legal_moves(position):
            after = apply(position, move)
            key = canonical(after)
            if is_won(after) or len(seen) > 1000:
                assume(False)  # the exhaustion ends at the first win
            if key not in seen:
                seen.add(key)
                todo.append(after)
    assert exhaust(deal, NONE).states == best_first(deal, NONE, 1, 3).states == len(seen)


def test_two_redeals_one_after_the_other() -> None:
    """After a redeal the next one may be all that is left: it is no move of "the same card"."""
    game = next(game for game in MINIS_OF["la-belle-lucie"] if game.name.endswith("-mini-3333"))
    kings_first = "3C 2C AC 3D 2D AD 3H 2H AH 3S 2S AS"
    stuck = "AC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S"
    deal = Deal.from_pack(game, stuck, reshuffles=[stuck, kings_first], redeal_when="stuck", redeals=2)
    truth = brute_force(deal)
    assert truth is not None and truth.length == 14
    for prunes in KEEPS_WINS:
        assert best_first(deal, prunes, 1, 3).length == exhaust(deal, prunes).length == 14
