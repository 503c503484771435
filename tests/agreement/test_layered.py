"""The layered search against brute force on the reference model: wins, proofs, and what it may not claim."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.brute import brute_force
from support.engines import board_of
from support.mini import MINIS_OF, mini_deals, option_combinations, random_mini_deal
from support.mini import _big_ben as big_ben

from patience_solver import GAMES, Deal, Limits, apply, legal_moves, replay
from patience_solver.kernel.dominance import EVEN_FOUNDATIONS, HOME_AT_ONCE, NONE
from patience_solver.kernel.features import FEATURES, need_of
from patience_solver.kernel.layered import ANY_LENGTH
from patience_solver.kernel.relaxed_packets import relaxed_packets
from patience_solver.kernel.tables import tables
from patience_solver.kernel.translation import new_state
from patience_solver.reference import is_won
from patience_solver.solvers.budget import Budget
from patience_solver.solvers.engine import Outcome
from patience_solver.solvers.layered.engine import Layered
from patience_solver.solvers.layered.weights import weight_sets
from patience_solver.solvers.layered.widening import suits
from patience_solver.solvers.start import prunes_for

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
    below: int = ANY_LENGTH,
    **weights: int,
) -> Outcome:
    """Run a layered search to its end; a win has been replayed."""
    table = tables(deal.rules)
    relaxed = relaxed_packets(deal.rules, table, new_state(deal.rules, table, deal.start))
    need = need_of(deal.rules, {name.replace("_", " "): weight for name, weight in weights.items()}, relaxed)
    assert need is not None
    engine = Layered(
        deal,
        Budget(Limits()),
        need=need,
        prunes=prunes,
        width=width,
        most_bytes=most_bytes,
        hash_seed=hash_seed,
        below=below,
    )
    while (outcome := engine.run(7)) is Outcome.GOING_ON:
        pass
    if outcome is Outcome.WIN:
        line = engine.win()
        assert is_won(replay(deal, line)) and len(line) < below
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


@settings(many, max_examples=40)
@given(mini_deals("fourteen", "quatorze", large=False))
def test_pair_games_agree_with_brute_force(deal: Deal) -> None:
    """Their layers are of pairs removed and exchanges made; the answer of `solve` comes from a search of their own."""
    truth = brute_force(deal, cap=300)
    assume(truth is not None)
    assert truth is not None
    for prunes in {NONE, prunes_for(deal.rules, shortest=False)}:
        assert search(deal, prunes=prunes) is (Outcome.WIN if truth.winnable else Outcome.DONE)


@settings(many, max_examples=40)
@given(mini_deals(*LAYERED, large=False))
def test_wins_that_are_no_shorter_are_not_found(deal: Deal) -> None:
    truth = brute_force(deal)
    assume(truth is not None and truth.length)
    assert truth is not None and truth.length is not None
    assert search(deal, below=truth.length, left=20) is Outcome.GIVEN_UP
    assert search(deal, below=truth.length + 100, left=20) is Outcome.WIN


@settings(many, max_examples=40)
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


@settings(many, max_examples=15)
@given(mini_deals(*LAYERED, large=False))
def test_little_memory_never_proves_anything_wrong(deal: Deal) -> None:
    """States of layers that are done are forgotten, their rows used again; where that is not enough, it gives up."""
    tight, ample = search(deal, most_bytes=1), search(deal, most_bytes=1 << 20)
    assert tight is ample or Outcome.GIVEN_UP in (tight, ample)


EVEN = tuple(big_ben(*shape) for shape in ((4, (2, 3, 3), 1), (4, (4, 4), 1), (5, (3, 3, 4), 1), (4, (2, 3, 3), 2)))
"""Minis of which many can't be won, and in which foundations of a suit meet."""


@pytest.mark.parametrize("prune", [EVEN_FOUNDATIONS, HOME_AT_ONCE], ids=["even foundations", "home at once"])
def test_prunes_spare_states_and_nothing_else(prune: int) -> None:
    """Each prune leaves the verdict as it is, and in lost deals never more states, in some of them fewer."""
    random, spared = Random(prune), 0
    for _ in range(30):
        game = random.choice(EVEN)
        deal = random_mini_deal(game, random, **random.choice(option_combinations(game)))
        position = deal.start
        for _ in range(random.randrange(25)):  # after random play more are lost
            if moves := legal_moves(position):
                position = apply(position, random.choice(moves))
        deal = board_of(deal, position)
        need = need_of(deal.rules, {"left": 20})
        if not prunes_for(deal.rules, shortest=True) & prune or need is None:
            continue
        outcomes, states = [], []
        for prunes in (NONE, prune):
            engine = Layered(deal, Budget(Limits()), need=need, prunes=prunes, width=UNCUT, most_bytes=1 << 23)
            while (outcome := engine.run()) is Outcome.GOING_ON:
                pass
            outcomes.append(outcome)
            states.append(engine.stored)
        if Outcome.GIVEN_UP in outcomes:
            continue
        assert outcomes[0] is outcomes[1]
        if outcomes[0] is Outcome.DONE:
            assert states[1] <= states[0]
            spared += states[1] < states[0]
    assert spared > 0


@pytest.mark.parametrize("name", LAYERED)
def test_weight_sets_name_features(name: str) -> None:
    rules = GAMES[name].rules(GAMES[name].read_options({}))
    for weights in weight_sets(rules):
        assert set(weights) <= set(FEATURES)
