from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from patience_solver import (
    GAMES,
    Card,
    Deal,
    ImpossibleDeal,
    MalformedText,
    PatienceError,
    UnknownGame,
    UnsupportedOption,
)

PACK = str(Deal.random("fortress", 5))
WORDS = PACK.split()
SHORT = " ".join(word for word in WORDS if word[0] != "A")
SORTED = " ".join(str(card) for card in Deal.random("fan", 1).rules.pack)
SINGLE = " ".join(str(card) for card in Deal.random("trefoil", 1).rules.dealt)


def _replaced(old: str, new: str) -> str:
    return " ".join(new if word == old else word for word in WORDS)


def _without(card: str) -> str:
    return " ".join(word for word in WORDS if word != card)


def test_cards_come_to_the_rows_of_fortress_straight_across() -> None:
    deal = Deal.from_pack("fortress", SORTED)
    lines = str(deal).split()
    assert deal.start.pile("L1") == tuple(map(Card.parse, reversed(lines[:6])))  # outside card is dealt first
    assert deal.start.pile("R1") == tuple(map(Card.parse, lines[6:12]))
    assert deal.start.pile("L2") == tuple(map(Card.parse, reversed(lines[12:17])))
    assert deal.start.pile("R5") == tuple(map(Card.parse, lines[47:]))
    assert [len(pile) for pile in deal.start.piles] == [6, 5, 5, 5, 5] * 2 + [0] * 4


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("trefoil", [3] * 16 + [1] * 4),
        ("la-belle-lucie", [3] * 17 + [1] + [0] * 4),
        ("fan", [3] * 16 + [2] * 2 + [0] * 4),
        ("beleaguered-castle", [6] * 8 + [1] * 4),
        ("streets-and-alleys", [7] * 4 + [6] * 4 + [0] * 4),
    ],
)
def test_cards_come_pile_by_pile_bottom_first(game: str, sizes: list[int]) -> None:
    start = Deal.random(game, 3).start
    assert [len(pile) for pile in start.piles] == sizes
    deal = Deal.from_pack(game, SORTED, reshuffles=[SORTED] * 2 if game == "la-belle-lucie" else [])
    dealt = [str(card) for card in deal.rules.dealt]
    lying = [str(card) for pile in deal.start.piles[:-4] for card in pile]
    assert lying == dealt


@pytest.mark.parametrize("game", ["beleaguered-castle", "streets-and-alleys"])
@pytest.mark.parametrize("seed", [1, 5, 31_999, 32_001, 1_000_001])
def test_random_castles_are_dealt_as_pysolfc_does(game: str, seed: int) -> None:
    pysol = PysolGame(game.replace("-", "_"), seed, RandomBase.DEALS_PYSOLFC, 13)
    lines = [line for line in pysol.calc_layout_string(CardRenderer(True)).splitlines() if ":" not in line]
    start = Deal.random(game, seed).start
    assert [" ".join(map(str, pile)) for pile in start.piles[:8]] == lines


def test_random_packs_are_microsofts() -> None:
    # Microsoft FreeCell's deal 1, read row by row, is the shuffled pack; patiences deal from it in the same order
    freecell = PysolGame("freecell", 1, RandomBase.DEALS_PYSOLFC, 13).calc_layout_string(CardRenderer(True))
    columns = [line.split() for line in freecell.splitlines()]
    rows = [column[row] for row in range(7) for column in columns if row < len(column)]
    assert rows[:8] == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]
    assert str(Deal.random("fortress", 1)).split() == rows


def test_random_deals_leave_the_set_up_cards_in() -> None:
    assert sorted(str(Deal.random("trefoil", 9)).split()) == sorted(SORTED.split())


@pytest.mark.parametrize("seed", [0, -1, True, 1.5, "1", None, 10**20 + 1])
def test_numbers_of_random_deals_are_checked(seed: Any) -> None:
    with pytest.raises(ImpossibleDeal) as caught:
        Deal.random("fortress", seed)
    assert repr(seed) in str(caught.value)
    assert "whole number from 1 to 10^20" in str(caught.value)


@pytest.mark.parametrize("name", ["la-belle-lucie", "La Belle Lucie", "LA_BELLE_LUCIE", "  la  belle lucie "])
def test_names_are_read_leniently(name: str) -> None:
    assert Deal.random(name, 1).game is GAMES["la-belle-lucie"]


def test_unknown_game_is_named_with_near_ones() -> None:
    with pytest.raises(UnknownGame, match="unknown game 'fortres'; did you mean fortress"):
        Deal.random("fortres", 1)
    with pytest.raises(UnknownGame, match=r"unknown game 'xyzzy'; known games: .*fortress, .*trefoil"):
        Deal.from_pack("xyzzy", PACK)
    with pytest.raises(UnknownGame, match="unknown game ''"):
        Deal.from_board("", {})


@pytest.mark.parametrize(
    ("game", "pack", "error", "words"),
    [
        ("fortress", _without("2S"), ImpossibleDeal, ["2S missing", "51 cards", "52 cards"]),
        ("fortress", "", ImpossibleDeal, ["2S", "KH", "0 cards", "52 cards"]),
        (
            "fortress",
            f"{PACK} 2S",
            ImpossibleDeal,
            ["2S stands there 2 times", "the pack has 1", "53 cards", "52 cards"],
        ),
        ("fortress", f"{PACK} 2S 2S", ImpossibleDeal, ["2S stands there 3 times", "the pack has 1", "54", "52"]),
        ("fortress", _replaced("2S", "AS"), ImpossibleDeal, ["AS stands there 2 times", "the pack has 1"]),
        ("fortress", _replaced("AH", "1H"), MalformedText, ["card 1", "'1H'"]),
        ("fortress", _replaced("QS", "ZC"), MalformedText, ["card 4", "'ZC'"]),
        ("trefoil", f"{SHORT} AS", ImpossibleDeal, ["49 cards", "AC AD AH is missing", "AS is there", "52", "48"]),
        ("trefoil", _without("AC"), ImpossibleDeal, ["51 cards", "AC is missing", "52", "48"]),
        ("trefoil", SHORT.replace("2S ", ""), ImpossibleDeal, ["2S missing", "47 cards", "52", "48"]),
        ("trefoil", _without("2S"), ImpossibleDeal, ["2S missing", "51 cards", "52", "48"]),
        ("trefoil", f"{SHORT} KS", ImpossibleDeal, ["KS stands there 2 times", "49 cards", "52", "48"]),
    ],
)
def test_bad_packs_name_the_card_and_the_counts(
    game: str, pack: str, error: type[PatienceError], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        Deal.from_pack(game, pack)
    for word in words:
        assert word in str(caught.value)


def test_a_rank_that_a_short_pack_lacks_is_named() -> None:
    fan = GAMES["fan"]
    short = fan.patch(name="short", ranks="A23", tableau=(replace(fan.declaration.tableau[0], sizes=(3,) * 4),))
    with pytest.raises(ImpossibleDeal, match="KS is not in this game's pack \\(its ranks: A 2 3\\)"):
        Deal.from_pack(short, "AC 2C 3C AD 2D 3D AH 2H 3H AS 2S KS")


def test_a_third_copy_in_two_packs_is_named() -> None:
    one_fan = replace(GAMES["fan"].declaration.tableau[0], sizes=(8,))
    double = GAMES["fan"].patch(name="double", ranks="A", packs=2, tableau=(one_fan,))
    assert len(Deal.from_pack(double, "AC AC AD AD AH AH AS AS").start.pile("fan 1")) == 8
    with pytest.raises(ImpossibleDeal, match="AC stands there 3 times; the pack has 2"):
        Deal.from_pack(double, "AC AC AC AD AH AH AS AS")


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("fortress", {"lane": "queen"}, ["lane", "'queen'", "any, king, none"]),
        ("fortress", {"wrap": 1}, ["wrap", "no, yes"]),
        ("fortress", {"lan": "any"}, ["'lan'", "did you mean lane?"]),
        ("trefoil", {"redeals": -1}, ["redeals", "-1", "from 0 to 200"]),
        ("trefoil", {"redeal_when": "never"}, ["redeal_when", "stuck, any"]),
        ("fan", {"wrap": True}, ["fan has no option 'wrap'", "none"]),
    ],
)
def test_bad_options_are_named_wherever_they_are_given(game: str, options: dict[str, Any], words: list[str]) -> None:
    makers: list[Callable[[], Deal]] = [
        lambda: Deal.random(game, 1, **options),
        lambda: Deal.from_pack(game, PACK, **options),
        lambda: Deal.from_board(game, {}, **options),
    ]
    for make in makers:
        with pytest.raises(UnsupportedOption) as caught:
            make()
        for word in words:
            assert word in str(caught.value)


SHUFFLED: dict[str, Any] = {"reshuffle": "shuffle", "redeals": 1}


@pytest.mark.parametrize(
    ("lists", "error", "words"),
    [
        ([], ImpossibleDeal, ["reshuffle list 1 is missing", "needs 1 list,", "redeals=0"]),
        (["-"], ImpossibleDeal, ["reshuffle list 1", "is missing", "0 cards, not 48"]),
        ([SINGLE.replace("2C ", "")], ImpossibleDeal, ["reshuffle list 1", "2C is missing", "47 cards, not 48"]),
        ([SINGLE + " 2C"], ImpossibleDeal, ["reshuffle list 1", "2C stands there 2 times"]),
        ([SINGLE + " AC"], ImpossibleDeal, ["reshuffle list 1", "AC can never be dealt again"]),
        ([SINGLE.replace("2C", "2C'")], ImpossibleDeal, ["reshuffle list 1", "2C carries 1 marks", "no mark"]),
        ([SINGLE.replace("2C", "1C")], MalformedText, ["reshuffle list 1", "card 1", "'1C'"]),
        ([SINGLE.replace("2C", "2C''")], MalformedText, ["reshuffle list 1", "card 1"]),
    ],
)
def test_bad_reshuffle_lists_name_list_and_card(lists: list[str], error: type[PatienceError], words: list[str]) -> None:
    with pytest.raises(error) as as_argument:
        Deal.from_pack("trefoil", SHORT, reshuffles=lists, **SHUFFLED)
    with pytest.raises(error) as as_text:
        Deal.from_pack("trefoil", " | ".join([SHORT, *lists]), **SHUFFLED)
    for word in words:
        assert word in str(as_argument.value)
        assert word in str(as_text.value)


def test_the_second_list_is_named_too() -> None:
    options: dict[str, Any] = {"reshuffle": "shuffle", "redeals": 2}
    with pytest.raises(ImpossibleDeal, match="reshuffle list 2 is missing"):
        Deal.from_pack("trefoil", f"{SHORT} | {SINGLE}", **options)
    with pytest.raises(ImpossibleDeal, match="reshuffle list 2: 2C carries 1 marks"):
        Deal.from_pack("trefoil", " | ".join([SHORT, SINGLE, SINGLE.replace("2C", "2C'")]), **options)


def test_surplus_lists_are_ignored() -> None:
    assert Deal.from_pack("trefoil", f"{SHORT} | nothing | to read").start == Deal.from_pack("trefoil", SHORT).start
    assert len(Deal.from_pack("trefoil", f"{SHORT} | {SINGLE} | what", **SHUFFLED).start.reshuffles) == 1


def test_lists_given_twice_are_refused() -> None:
    with pytest.raises(MalformedText, match="given twice"):
        Deal.from_pack("trefoil", f"{SHORT} | {SINGLE}", reshuffles=[SINGLE], **SHUFFLED)


def test_repr_names_only_options_that_are_not_the_defaults() -> None:
    assert repr(Deal.random("trefoil", 7)) == "Deal.random('trefoil', 7)"
    assert repr(Deal.random("trefoil", 7, redeals=1)) == "Deal.random('trefoil', 7, redeals=1)"
    assert (
        repr(Deal.random("la-belle-lucie", 7, reshuffle="keep")) == "Deal.random('la-belle-lucie', 7, reshuffle='keep')"
    )
    assert repr(Deal.from_pack("fan", SORTED)) == f"Deal.from_pack('fan', '{SORTED}')"
