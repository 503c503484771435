"""Whatever is given that is not taken is refused at the door, as an error of this package that says what is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from patience_solver import (
    GAMES,
    Card,
    Deal,
    ImpossibleDeal,
    Limits,
    MalformedText,
    Move,
    PatienceError,
    Position,
    Reshuffle,
    Status,
    UnsupportedOption,
    WrongType,
    apply,
    find_game,
    is_won,
    legal_moves,
    parse_move,
    replay,
    solve,
)
from patience_solver.rules.prose import describe

DEAL = Deal.random("fortress", 1000002)
START = DEAL.start
RULES = DEAL.rules
PACK = str(Deal.random("fan", 1))
HUGE = 10**5000
"""A number of more digits than Python writes."""

WRONG: list[tuple[str, Callable[[Any], object]]] = [
    ("a Deal, or a Position", solve),
    ("Limits(seconds=60)", lambda value: solve(DEAL, limits=value)),
    ("a function that takes a Progress", lambda value: solve(DEAL, progress=value)),
    ("True or False", lambda value: solve(DEAL, optimal=value)),
    ("True or False", lambda value: solve(DEAL, verify=value)),
    ("a declaration (Game)", find_game),
    ("a declaration (Game)", lambda value: Deal.random(value, 1)),
    ("text such as '4C 9S TH'", lambda value: Deal.from_pack("fortress", value)),
    ("card 1", lambda value: Deal.from_pack("fortress", [value])),
    ("a board as text", lambda value: Deal.from_board("fortress", value)),
    ("pile L1: cards", lambda value: Deal.from_board("fortress", {"L1": value})),
    ("pile L1: cards", lambda value: Deal.from_board("fortress", [value])),
    ("foundations", lambda value: Deal.from_board("fortress", {}, foundations=value)),
    ("reshuffles", lambda value: Deal.from_pack("la-belle-lucie", PACK, reshuffles=value)),
    (
        "reshuffle list 1",
        lambda value: Deal.from_pack("la-belle-lucie", PACK, reshuffles=[value]),
    ),
    ("deal.rules", lambda value: parse_move(value, "L1 > R1")),
    ("the text of a move", lambda value: parse_move(RULES, value)),
    ("deal.start", lambda value: apply(value, Move("L1", "R1"))),
    ("parse_move reads its text", lambda value: apply(START, value)),
    ("deal.start", legal_moves),
    ("deal.start", is_won),
    ("a Deal, or a Position", lambda value: replay(value, [])),
    ("a sequence of moves", lambda value: replay(DEAL, value)),
    ("move 1", lambda value: replay(DEAL, [value])),
    ("a mapping from names to values", GAMES["fortress"].rules),
    ("a Game", lambda value: describe(value, {})),
    ("its text", Card.parse),
    ("its text", Reshuffle.parse),
]


@pytest.mark.parametrize("value", [5, 1.5, object()], ids=["int", "float", "object"])
@pytest.mark.parametrize(("words", "ask"), WRONG, ids=range(len(WRONG)))
def test_wrong_types(words: str, ask: Callable[[Any], object], value: object) -> None:
    with pytest.raises(WrongType) as caught:
        ask(value)
    assert words in str(caught.value)
    assert f"of type {type(value).__name__}" in str(caught.value)
    assert isinstance(caught.value, PatienceError) and isinstance(caught.value, TypeError)


NONE_IS_NOTHING = {
    "Limits(seconds=60)",
    "a function that takes a Progress",
    "foundations",
    "a mapping from names to values",
}


@pytest.mark.parametrize(
    ("words", "ask"), [entry for entry in WRONG if entry[0] not in NONE_IS_NOTHING], ids=lambda value: str(value)[:20]
)
def test_none(words: str, ask: Callable[[Any], object]) -> None:
    with pytest.raises(WrongType) as caught:
        ask(None)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: solve("x"), "'x' is of type str"),  # type: ignore[arg-type]
        (lambda: solve(DEAL, limits={"seconds": 1}), "{'seconds': 1} is of type dict"),  # type: ignore[arg-type]
        (lambda: solve(DEAL, optimal="no"), "'no' is of type str"),  # type: ignore[arg-type]
        (lambda: Deal.from_pack("fortress", [1, 2]), "card 1: 1 is of type int"),  # type: ignore[list-item]
        (lambda: Deal.from_board("fortress", {"L1": None}), "pile L1: cards: None"),  # type: ignore[dict-item]
        (lambda: legal_moves(DEAL), "is of type Deal; give a Position"),  # type: ignore[arg-type]
        (lambda: apply(START, "L1 > R1"), "is of type str; give a Move"),  # type: ignore[arg-type]
        (lambda: apply(START, Move(5)), "Move(source=5, target=None) is of type Move"),  # type: ignore[arg-type]
        (lambda: replay(DEAL, "L1 > R1"), "is of type str; give a sequence"),
        (lambda: parse_move(DEAL, "L1 > R1"), "is of type Deal; give the rules"),  # type: ignore[arg-type]
        (lambda: find_game("fortress").rules({5: 1}), "fortress has no option 5"),  # type: ignore[dict-item]
        (lambda: Deal.from_board("fortress", {5: "KC"}), "no pile '5'"),  # type: ignore[dict-item]
    ],
)
def test_what_is_easily_mixed_up(ask: Callable[[], object], words: str) -> None:
    with pytest.raises(PatienceError) as caught:
        ask()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Deal.random("fortress", HUGE),
        lambda: Deal.random("fortress", 1, wrap=HUGE),
        lambda: Deal.random("trefoil", 1, redeals=HUGE),
        lambda: Deal.from_board("fortress", {}, redeals_used=HUGE),
        lambda: Limits(states=-HUGE),
        lambda: Limits(seconds=-HUGE),
        lambda: Limits(memory=-HUGE),
        lambda: solve(HUGE),  # type: ignore[arg-type]
    ],
)
def test_numbers_that_python_does_not_write(ask: Callable[[], object]) -> None:
    with pytest.raises(PatienceError, match="a number of 166"):
        ask()


def test_numbers_of_numpy_are_numbers() -> None:
    assert Deal.random("fortress", seed=np.int64(7)) == Deal.random("fortress", 7)  # type: ignore[arg-type]
    assert repr(Deal.random("fortress", seed=np.uint8(7))) == "Deal.random('fortress', 7)"  # type: ignore[arg-type]
    assert repr(Limits(seconds=np.float32(3), states=np.int64(30), memory=np.int64(10**9))) == repr(  # type: ignore[arg-type]
        Limits(seconds=3.0, states=30, memory=10**9)
    )
    assert Limits(seconds=Fraction(1, 2)) == Limits(seconds=0.5)  # type: ignore[arg-type]
    assert Limits(seconds=float("inf")) == Limits()
    assert Deal.random("fortress", 1, wrap=np.bool_(True)).options["wrap"] is True
    assert Deal.random("trefoil", 1, redeals=np.int16(1)).options["redeals"] == 1
    board = Deal.from_board("trefoil", {"fan 1": "KC"}, redeals_used=np.int64(1))  # type: ignore[arg-type]
    assert type(board.start.redeals_used) is int
    assert solve(Deal.random("fortress", 5), optimal=np.bool_(True)).status is Status.UNWINNABLE  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, False, np.bool_(True), np.float64(1), 1.0, "1", None], ids=repr)
def test_truth_values_and_floats_are_no_whole_numbers(value: Any) -> None:
    with pytest.raises(ImpossibleDeal):
        Deal.random("fortress", value)
    with pytest.raises(UnsupportedOption):
        Deal.random("trefoil", 1, redeals="x" if value == "1" else value)
    if value is not None:
        with pytest.raises(MalformedText, match="limit states"):
            Limits(states=value)
    with pytest.raises(ImpossibleDeal):
        Deal.from_board("trefoil", {}, redeals_used=value)


@pytest.mark.parametrize("value", [True, np.bool_(True), float("nan"), "3", [1], 1j, -1, 0], ids=repr)
def test_what_is_no_time(value: Any) -> None:
    with pytest.raises(MalformedText, match="limit seconds"):
        Limits(seconds=value)


def test_a_position_is_asked_about_as_it_is() -> None:
    after = replay(DEAL, ["R1 > R3"])
    result = solve(after, optimal=True)
    assert (result.status, result.length) == (Status.WINNABLE, 108)
    assert result.deal.game is GAMES["fortress"] and result.deal.start == after
    assert replay(after, result.moves or ()) == replay(result.deal, result.moves or ())


@pytest.mark.parametrize("name", GAMES)
def test_a_position_knows_its_game_and_options(name: str) -> None:
    game = GAMES[name]
    for option in game.options.values():
        for value in option.meanings or (option.at_least, option.at_least + 1):
            deal = Deal.random(game, 3, **{option.name: value})
            assert Deal.from_board(name, deal.start) == deal
            assert Deal.from_board(name, deal.start, **dict[str, Any](deal.options)) == deal


def test_a_position_of_other_rules_is_refused() -> None:
    with pytest.raises(ImpossibleDeal, match="not of fan: its rules are those of fortress"):
        Deal.from_board("fan", START)
    king = Deal.random("fortress", 1, lane="king").start
    with pytest.raises(UnsupportedOption, match="lane=king, not any"):
        Deal.from_board("fortress", king, lane="any")
    with pytest.raises(MalformedText, match="holds all its piles"):
        Deal.from_board("fortress", START, redeals_used=1)
    fans = replace(GAMES["fan"].declaration.tableau[0], sizes=(3,) * 4)
    mini = GAMES["fan"].patch(name="mini", ranks="A23", tableau=(fans,))
    with pytest.raises(ImpossibleDeal, match="a game that is not registered"):
        Deal.from_board("fan", Position(mini.rules(), ((),) * len(mini.rules().layout)))


@pytest.mark.parametrize(
    "position",
    [
        Position(None, ()),  # type: ignore[arg-type]
        Position(RULES, ()),
        Position(RULES, None),  # type: ignore[arg-type]
        Position(RULES, (None,) * 14),  # type: ignore[arg-type]
        Position(RULES, ((1,),) * 14),  # type: ignore[arg-type]
        Position(RULES, ((Card("A", "C"),),) * 14),
        Position(GAMES["fortress"].declaration, START.piles),
    ],
    ids=range(7),
)
def test_a_position_that_can_not_be_is_refused(position: Position) -> None:
    with pytest.raises(PatienceError):
        solve(position)


def test_a_position_of_a_game_that_is_not_registered() -> None:
    rows = replace(GAMES["beleaguered-castle"].declaration.tableau[0], sizes=(2,) * 4)
    game = GAMES["beleaguered-castle"].patch(name="small", ranks="A23", tableau=(rows,))
    rules = game.rules()
    board = Deal.from_board(game, {"row 1": "3C 2C"})
    assert board.start.rules == rules
    result = solve(board.start)
    assert (result.status, result.length) == (Status.WINNABLE, 2)
    assert result.deal == Deal.from_board(result.deal.game, board.start)


def test_options_left_out_have_their_defaults() -> None:
    game = find_game("fortress")
    assert game.rules() == game.rules({}) == game.rules({"wrap": "no"}) == RULES
    assert game.rules() is game.rules({"lane": "any"})
    with pytest.raises(UnsupportedOption):
        game.rules({"lane": "queen"})


@pytest.mark.parametrize("text", ["Aſ", "aſ", "1ſ", "ＡＳ"])
def test_letters_that_only_look_like_a_card_are_none(text: str) -> None:
    with pytest.raises(MalformedText, match="unknown card"):
        Card.parse(text)


def test_letters_that_turn_into_ours_are_not_ours() -> None:
    kelvin = "\u212a"  # its lower case is an ASCII k
    with pytest.raises(PatienceError):
        find_game(f"blac{kelvin}hole".replace("blac", "quadrille"))
    with pytest.raises(PatienceError):
        find_game(f"cloc{kelvin}-two-packs")
    with pytest.raises(UnsupportedOption):
        Deal.random("fortress", 1, lane=f"{kelvin}ing")
    with pytest.raises(MalformedText):
        Limits(memory=f"4{kelvin}B")
    with pytest.raises(MalformedText):
        parse_move(Deal.random("calculation", 1).rules, f"stoc{kelvin} > packet 1")
    with pytest.raises(MalformedText):
        Deal.from_board("trefoil", "fan 1: KC\nredeals used: ١")


def test_a_board_says_only_what_can_be() -> None:
    with pytest.raises(ImpossibleDeal, match=r"board line 2: just turned: .* there is no talon"):
        Deal.from_board("fortress", "L1: KC\njust turned: yes")
    assert Deal.from_board("fortress", "L1: KC\njust turned: no") == Deal.from_board("fortress", "L1: KC")
    start = Deal.random("quadrille", 3).start
    with pytest.raises(ImpossibleDeal, match="the talon's card may be played later too"):
        Deal.from_board("quadrille", f"{start}\njust turned: yes")
    with pytest.raises(ImpossibleDeal, match="the talon is empty"):
        Deal.from_board("quadrille", f"{start}\njust turned: yes", waste_top=False)


def test_a_shuffle_that_is_not_known() -> None:
    with pytest.raises(ImpossibleDeal) as caught:
        Deal.from_board("la-belle-lucie", "fan 1: KC")
    assert "on a line 'reshuffle 1: its cards'" in str(caught.value)
    assert "redeals=0" in str(caught.value)
    assert solve(Deal.from_board("la-belle-lucie", "fan 1: KC", redeals=0)).status is Status.WINNABLE
    for game in GAMES.values():
        if game.rules().reshuffles:
            with pytest.raises(ImpossibleDeal, match="ask with the option"):
                Deal.from_pack(game, game.rules().pack)
