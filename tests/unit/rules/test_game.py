from __future__ import annotations

from dataclasses import replace

import pytest

from patience_solver import GAMES, Deal
from patience_solver.rules import When


def test_a_relative_keeps_the_options_with_its_own_defaults() -> None:
    trefoil, lucie = GAMES["trefoil"], GAMES["la-belle-lucie"]
    assert list(trefoil.options) == list(lucie.options) == ["redeals", "redeal_when", "reshuffle"]
    assert [option.default for option in trefoil.options.values()] == [2, "stuck", "keep"]
    assert [option.default for option in lucie.options.values()] == [2, "any", "shuffle"]


def test_a_patch_changes_what_it_names_and_nothing_else() -> None:
    fan = GAMES["fan"]
    tiny = fan.patch(name="tiny", ranks="A23456789TJQK", defaults={}, aliases=("small",))
    assert (tiny.name, tiny.title, tiny.source, tiny.aliases) == ("tiny", fan.title, fan.source, ("small",))
    assert tiny.declaration.tableau == fan.declaration.tableau
    assert fan.declaration.ranks == "A23456789TJQK"


def test_a_patch_of_a_patch_keeps_the_defaults() -> None:
    patched = GAMES["la-belle-lucie"].patch(name="lucie", defaults={"redeals": 0})
    assert patched.read_options({}) == {"redeals": 0, "redeal_when": "any", "reshuffle": "shuffle"}
    redeal = patched.rules(patched.read_options({})).redeal
    assert redeal is not None
    assert redeal.when is When.ANY


def test_rules_of_the_same_options_are_one_object() -> None:
    game = GAMES["trefoil"]
    assert game.rules(game.read_options({})) is game.rules(game.read_options({"redeals": "2"}))
    assert game.rules(game.read_options({})) is not game.rules(game.read_options({"redeals": 1}))


def test_reshuffles_are_counted_only_where_cards_are_shuffled() -> None:
    assert Deal.random("trefoil", 1).rules.reshuffles == 0
    assert Deal.random("trefoil", 1, reshuffle="shuffle", redeals=3).rules.reshuffles == 3
    assert Deal.random("fan", 1).rules.reshuffles == 0


def test_pack_bases_and_cards_dealt() -> None:
    trefoil = Deal.random("trefoil", 1).rules
    assert len(trefoil.pack) == 52
    assert trefoil.bases == ("AC", "AD", "AH", "AS")
    assert len(trefoil.dealt) == 48
    assert Deal.random("fan", 1).rules.bases == ()


@pytest.mark.parametrize("name", GAMES)
def test_options_are_found_again_in_the_rules(name: str) -> None:
    game = GAMES[name]
    assert game.options_of(game.rules()) == game.read_options({})
    for option in game.options.values():
        for value in option.meanings or (option.at_least, option.at_least + 3):
            rules = game.rules({option.name: value})
            found = game.options_of(rules)
            assert found is not None and game.rules(found) == rules
    others = [other for other in GAMES.values() if other.options_of(game.rules()) is not None]
    assert game in others
    assert Deal.from_board(name, Deal.random(name, 1).start).game is game


def test_rules_of_no_options_are_not_found() -> None:
    trefoil = GAMES["trefoil"]
    assert trefoil.options_of(GAMES["fan"].rules()) is None
    assert trefoil.options_of(GAMES["la-belle-lucie"].patch(name="other", redeal=None).rules()) is None
    redeal = trefoil.rules().redeal
    assert redeal is not None
    assert trefoil.options_of(replace(trefoil.rules(), redeal=replace(redeal, packet=4))) is None


def test_a_patch_that_takes_an_option_away_takes_its_default_away() -> None:
    single = GAMES["la-belle-lucie"].patch(name="single", redeal=None)
    assert single.options == {} and single.defaults == {}
