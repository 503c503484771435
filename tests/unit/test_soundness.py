"""docs/soundness.md lists under each proof the traits that the code asks for; every prune and bound has its proof."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from patience_solver import GAMES
from patience_solver.kernel import dominance, relaxed_packets
from patience_solver.kernel.tables import DEAL_BOUND, ORDERED_CARDS, TALON_GOES_HOME
from patience_solver.rules.traits import Trait, has, traits_of
from patience_solver.solvers import forced, play_at_once
from patience_solver.solvers.packets import problem
from patience_solver.solvers.passes import plan

PAGE = (Path(__file__).parents[2] / "docs" / "soundness.md").read_text("utf-8")

PROOFS: dict[str, tuple[Trait, ...]] = {
    "Safe plays": dominance.NEEDS[dominance.SAFE_PLAYS],
    "Same places": dominance.NEEDS[dominance.SAME_PLACES],
    "Same card": dominance.NEEDS[dominance.SAME_CARD],
    "Settling": dominance.NEEDS[dominance.SETTLING],
    "Even foundations": dominance.NEEDS[dominance.EVEN_FOUNDATIONS],
    "Home at once": dominance.NEEDS[dominance.HOME_AT_ONCE],
    "Unmatched": dominance.NEEDS[dominance.UNMATCHED],
    "5. The lower bound": ORDERED_CARDS,
    "Joint blocks": ORDERED_CARDS,
    "Relaxed packets": relaxed_packets.NEEDS,
    "Rounds": DEAL_BOUND,
    "Play at once": play_at_once.NEEDS,
    "Passes": plan.NEEDS,
    "Plans of holds": problem.NEEDS,
    "No real choice": (*forced.NEEDS, *forced.NEEDS_WHERE_THROWN_OUT),
    "Pairs": (Trait.PAIRS,),
    "Supply": (Trait.PAIRS,),
}


def section(heading: str) -> str:
    """Return the text under a heading, up to the next one."""
    match = re.search(rf"^##+ {re.escape(heading)}.*?$(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None, heading
    return match[1]


@pytest.mark.parametrize("heading", PROOFS)
def test_the_traits_of_a_proof_stand_under_its_heading(heading: str) -> None:
    match = re.search(r"\*Needs:\* (.*?)(?:\.\s|;)(?! or)", section(heading), re.DOTALL)
    assert match is not None
    told = re.findall(r"`([^`]+)`", match[1].replace("\n", " "))
    assert sorted(told) == sorted(trait.value for trait in PROOFS[heading])


def test_every_prune_has_needs_and_every_bit_its_own() -> None:
    named = {name: getattr(dominance, name) for name in dominance.__all__ if name not in ("NONE", "LOSES_SHORTEST")}
    bits = {value: name for name, value in named.items() if name.isupper() and isinstance(value, int)}
    assert set(bits) == set(dominance.NEEDS)
    for name in bits.values():
        assert f"`{name}`" in PAGE


def test_home_at_once_is_what_the_tables_flag_says() -> None:
    assert dominance.NEEDS[dominance.HOME_AT_ONCE] == TALON_GOES_HOME


def test_every_trait_is_needed_somewhere_and_computed() -> None:
    assert set(Trait) == {trait for needs in PROOFS.values() for trait in needs}


def test_each_trait_holds_of_some_rules_and_fails_of_others() -> None:
    rules = [game.rules(game.read_options({})) for game in GAMES.values()]
    for trait in Trait:
        assert any(has(one, trait) for one in rules), trait
        assert not all(has(one, trait) for one in rules) or trait in (
            Trait.ANY_SIZE,
            Trait.NO_LAYERS,
            Trait.FILLED_ALIKE,
            Trait.TALON_ONLY_HOME,
        ), trait


def test_traits_of_a_few_games() -> None:
    fortress = traits_of(GAMES["fortress"].rules({"wrap": False, "lane": "any"}))
    assert {Trait.ONE_PACK, Trait.OPEN_TABLEAU, Trait.ONE_HOME, Trait.ONE_PART} <= fortress
    big_ben = traits_of(GAMES["big-ben"].rules(GAMES["big-ben"].read_options({})))
    assert {Trait.TWO_PACKS, Trait.ONE_HOME, Trait.FILLING, Trait.UNEVEN, Trait.ALL_FULL} <= big_ben
    assert Trait.ANY_SIZE not in big_ben
