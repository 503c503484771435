"""The layered search against brute force on the reference model: wins, proofs, and what it may not claim."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.brute import brute_force
from support.mini import LARGE, MINIS_OF, mini_deals, option_combinations, random_mini_deal

from patience_solver import GAMES, Deal, Limits, replay
from patience_solver.kernel.dominance import EVEN_FOUNDATIONS, HOME_AT_ONCE, NONE, SAME_PLACES
from patience_solver.kernel.features import FEATURES, need_of
from patience_solver.kernel.relaxed_packets import relaxed_packets
from patience_solver.kernel.state import new_state
from patience_solver.kernel.tables import tables
from patience_solver.reference import is_won
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engines import Outcome, prunes_for
from patience_solver.solvers.layered.engine import Layered
from patience_solver.solvers.layered.weights import weight_sets
from patience_solver.solvers.layered.widening import suits

LAYERED = tuple(name for name, game in GAMES.items() if suits(game.rules(game.read_options({}))))
"""Games that layered searches are used for."""

UNCUT = 1 << 40
many = settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large])


def search(
    deal: Deal,
    *,
    width: int = UNCUT,
    prunes: int = NONE,
    hash_seed: int = 0,
    most_bytes: int = 1 << 22,
    **weights: int,
) -> Outcome:
    """Run a layered search to its end; a win has been replayed."""
    table = tables(deal.rules)
    relaxed = relaxed_packets(deal.rules, table, new_state(deal.rules, table, deal.start))
    need = need_of(deal.rules, {name.replace("_", " "): weight for name, weight in weights.items()}, relaxed)
    assert need is not None
    engine = Layered(
        deal, Budget(Limits()), need=need, prunes=prunes, width=width, most_bytes=most_bytes, hash_seed=hash_seed
    )
    while (outcome := engine.run(7)) is Outcome.GOING_ON:
        pass
    if outcome is Outcome.WIN:
        assert is_won(replay(deal, engine.win()))
    return outcome


def test_the_games_with_a_stock_are_searched_in_layers() -> None:
    assert {name for name in LAYERED if GAMES[name].declaration.stock is None} == set()
    assert len(LAYERED) >= 3


@many
@given(mini_deals(*LAYERED, large=False), st.integers(0, 3), st.data())
def test_uncut_search_agrees_with_brute_force(deal: Deal, hash_seed: int, data: st.DataObject) -> None:
    """Whatever the weights: they only say what comes first."""
    truth = brute_force(deal)
    assume(truth is not None)
    assert truth is not None
    weights = data.draw(st.dictionaries(st.sampled_from(FEATURES), st.integers(-30, 30), max_size=5))
    named = {name.replace(" ", "_"): weight for name, weight in weights.items()}
    for prunes in {NONE, prunes_for(deal.rules, shortest=False)}:
        outcome = search(deal, prunes=prunes, hash_seed=hash_seed, **named)
        assert outcome is (Outcome.WIN if truth.winnable else Outcome.DONE)


@many
@given(mini_deals(*LAYERED), st.integers(1, 20))
def test_narrow_search_proves_nothing_that_it_has_not_searched(deal: Deal, width: int) -> None:
    whole, narrow = search(deal), search(deal, width=width, left=20)
    assert whole in (Outcome.WIN, Outcome.DONE, Outcome.GIVEN_UP)
    if whole is Outcome.WIN:
        assert narrow in (Outcome.WIN, Outcome.GIVEN_UP)
    if whole is Outcome.DONE:
        assert narrow in (Outcome.DONE, Outcome.GIVEN_UP)


@pytest.mark.parametrize("parent", LAYERED)
def test_a_beam_of_one_is_cut_somewhere(parent: str) -> None:
    """The test above would prove little if narrow searches were never cut."""
    random = Random(parent)
    for _ in range(100):
        game = random.choice(MINIS_OF[parent])
        deal = random_mini_deal(game, random, **random.choice(option_combinations(game)))
        if search(deal, width=1) is Outcome.GIVEN_UP:
            return
    raise AssertionError("none of 100 beams of one was cut")


@many
@given(mini_deals(*LAYERED))
def test_little_memory_never_proves_anything_wrong(deal: Deal) -> None:
    """States of layers that are done are forgotten, their rows used again; where that is not enough, it gives up."""
    tight, ample = search(deal, most_bytes=1), search(deal, most_bytes=1 << 24)
    assert tight is ample or Outcome.GIVEN_UP in (tight, ample)


@pytest.mark.parametrize(
    ("parent", "prune"), [("big-ben", EVEN_FOUNDATIONS), ("big-ben", HOME_AT_ONCE), ("calculation", SAME_PLACES)]
)
def test_prunes_spare_states(parent: str, prune: int) -> None:
    """Each leaves fewer states in some lost deal of a game that it holds in, and never more."""
    random, games = Random(prune), [game for game in MINIS_OF[parent] if game.name not in LARGE]
    for _ in range(150):
        game = random.choice(games)
        deal = random_mini_deal(game, random, **random.choice(option_combinations(game)))
        need = need_of(deal.rules, {})
        if not prunes_for(deal.rules, shortest=True) & prune or need is None:
            continue
        states = []
        for prunes in (NONE, prune):
            engine = Layered(deal, Budget(Limits()), need=need, prunes=prunes, width=UNCUT, most_bytes=1 << 22)
            while (outcome := engine.run()) is Outcome.GOING_ON:
                pass
            if outcome is Outcome.DONE:
                states.append(engine.stored)
        assert len(states) != 2 or states[1] <= states[0]
        if len(states) == 2 and states[1] < states[0]:
            return
    raise AssertionError("no state was spared")


@pytest.mark.parametrize("name", LAYERED)
def test_weight_sets_name_features(name: str) -> None:
    rules = GAMES[name].rules(GAMES[name].read_options({}))
    for weights in weight_sets(rules):
        assert set(weights) <= set(FEATURES)
