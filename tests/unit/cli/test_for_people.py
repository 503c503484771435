"""Output for people: boards, verdicts, summaries, and that it is plain in a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from support.command_line import CommandLine, answer

from patience_solver import GAMES, Deal, Move, Progress, Result, Stats, Status, StopReason, apply, legal_moves
from patience_solver.cli.board import draw_board, draw_moves
from patience_solver.cli.console import SearchStatus
from patience_solver.cli.inputs import Entry
from patience_solver.cli.verdict import Tally, verdict
from patience_solver.rules import Role

DEAL = Deal.random("fortress", 5)


def test_one_deal(cli: CommandLine) -> None:
    cli.answers(Status.WINNABLE, optimal=True, lower_bound=2)
    outcome = cli("solve", "fortress", "--seed", "5")
    assert outcome.err == ""
    assert "Fortress, deal 5" in outcome.out
    assert "Winnable in 2 moves, proved the fewest." in outcome.out
    assert "1. L1 > R1      2. R1 > clubs" in outcome.out
    assert "12,345 states, 1.50 s, lower bound 2, solver stand-in" in outcome.out
    assert "\x1b" not in outcome.out


@pytest.mark.parametrize("game", GAMES)
def test_a_board_shows_every_card(game: str) -> None:
    deal = Deal.random(game, 3)
    drawn = draw_board(deal.start).plain
    for pile, cards in zip(deal.rules.layout, deal.start.piles, strict=True):
        if pile.role in (Role.CELL, Role.REMOVED):  # drawn as a grid
            continue
        shown = cards[-1:] if pile.is_foundation and pile.last else cards
        name = pile.name if len(cards) <= 24 else f"{pile.name} ({len(cards)})"
        assert f"{name} {' '.join(map(str, shown)) or '-'}" in " ".join(drawn.split())
    if deal.rules.grid is not None:
        words = drawn.splitlines()[1].split()
        assert words == ["1", *(str(cards[0]) for cards in deal.start.piles[: deal.rules.grid.columns])]
        assert drawn.endswith("removed 0 cards")
    assert all(line == line.rstrip() for line in drawn.splitlines())
    assert all(len(line) <= 100 for line in drawn.splitlines())


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("game", GAMES)
def test_a_board_fits_a_narrow_terminal(game: str, width: int) -> None:
    position, rng = Deal.random(game, 3).start, Random(3)
    for _ in range(40):
        drawn = draw_board(position, width).plain
        assert all(len(line) <= width and line == line.rstrip() for line in drawn.splitlines())
        words = drawn.split()
        for pile, cards in zip(position.rules.layout, position.piles, strict=True):
            if pile.role in (Role.TABLEAU, Role.RESERVE, Role.TALON, Role.STOCK):
                assert not Counter(map(str, cards)) - Counter(words)
        moves = legal_moves(position)
        if not moves:
            break
        position = apply(position, rng.choice(moves))


def _on_a_terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(width))


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_tables_fit_a_narrow_terminal(cli: CommandLine, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    _on_a_terminal(monkeypatch, width)
    cli.answers(Status.UNWINNABLE)
    listed, rules, solved = (
        re.sub(r"\x1b\[[0-9;]*m", "", cli(*arguments).out)
        for arguments in (("games",), ("rules", "la-belle-lucie"), ("solve", "fortress", "--seed", "5"))
    )
    board = solved.split("\n\n", 1)[1].rpartition("\n\n")[0]
    for text in (listed, rules, board):
        assert all(len(line.rstrip()) <= width for line in text.splitlines())
    assert all(name in listed.split() for name in GAMES)
    for game in GAMES.values():
        assert all(f"{option.name}=" in listed for option in game.options.values())
    assert {"redeals", "redeal_when", "reshuffle"} <= set(rules.split())
    assert board == draw_board(Deal.random("fortress", 5).start, width).plain


def test_the_board_of_a_game_with_a_stock() -> None:
    start = Deal.random("quadrille", 3).start
    drawn = draw_board(start).plain.splitlines()
    assert drawn[0] == "talon       -"
    assert drawn[1].startswith("stock (40)  ")
    assert drawn[2].startswith(" " * 12)
    assert drawn[2].endswith(f" {start.pile('stock')[-1]}")  # the next card
    assert drawn[3] == ""
    assert drawn[4].startswith("five clubs 5C   five diamonds 5D   five hearts 5H   five spades 5S   six clubs 6C")
    turned = apply(Deal.random("quadrille", 3, waste_top=False).start, Move("turn"))
    assert f"talon       {start.pile('stock')[-1]}" in draw_board(turned).plain
    assert draw_board(turned).plain.endswith("just turned: yes")


def test_a_foundation_is_shown_whole_if_its_top_does_not_tell_what_lies_below() -> None:
    position = Deal.random("german-clock", 3).start
    while not any(len(position.pile(f"hour {hour}")) > 1 for hour in range(1, 13)):
        plays = [move for move in legal_moves(position) if move.target]
        position = apply(position, plays[0] if plays else Move("turn"))
    name = next(f"hour {hour}" for hour in range(1, 13) if len(position.pile(f"hour {hour}")) > 1)
    assert f"{name} {' '.join(map(str, position.pile(name)))} " in draw_board(position).plain


@pytest.mark.parametrize("width", [1, 20, 60, 100])
@pytest.mark.parametrize("count", [0, 1, 2, 9, 10, 137])
def test_columns_of_moves_hold_each_move_once_in_order(count: int, width: int) -> None:
    moves = [Move(f"L{number % 5 + 1}", f"R{number % 3 + 1}") for number in range(count)]
    drawn = draw_moves(moves, width)
    assert all(len(line) <= max(width, 13) for line in drawn.splitlines())
    words = drawn.replace(". ", ".").replace(" > ", ">").split()
    assert sorted(words, key=lambda word: int(word.split(".")[0])) == [
        f"{number}.{move.source}>{move.target}" for number, move in enumerate(moves, start=1)
    ]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (answer(DEAL, Status.UNWINNABLE), "Unwinnable, proved: no line of play wins."),
        (answer(DEAL, Status.UNWINNABLE, stats=Stats(collision_bound=4e-7)), "at most 4e-07"),
        (answer(DEAL, Status.UNKNOWN), "Unknown: the time limit was reached."),
        (answer(DEAL, Status.WINNABLE), "Winnable in 2 moves; every win takes at least 1."),
        (answer(DEAL, Status.WINNABLE, stop=StopReason.MEMORY), "at least 1 (the memory limit was reached)."),
        (answer(DEAL, Status.WINNABLE, moves=(Move("L1", "clubs"),), lower_bound=None), "Winnable in 1 move."),
    ],
)
def test_verdicts(result: Result, words: str) -> None:
    assert words in verdict(result)


def test_every_stop_has_words() -> None:
    for stop in StopReason:
        assert verdict(answer(DEAL, Status.UNKNOWN, stop=stop)) != "Unknown."


def test_several_deals(cli: CommandLine) -> None:
    verdicts = [Status.WINNABLE, Status.UNWINNABLE, Status.UNKNOWN, Status.WINNABLE]
    cli.solver(lambda deal, **_: answer(deal, verdicts[deal.seed - 1]))
    lines = cli("solve", "fortress", "--seed", "1-4").out.splitlines()
    assert [line.split()[:3] for line in lines[:4]] == [["deal", str(k + 1), verdicts[k].value] for k in range(4)]
    assert lines[5:8] == [
        "4 deals: 2 winnable, 1 unwinnable, 1 unknown",
        "unwinnable: deal 2",
        "unknown: deal 3",
    ]
    assert lines[8].startswith("winnable share: 50.00% to 75.00% (95% Wilson interval 15.00% to 95.44%)")


def test_wilson_interval() -> None:
    tally = Tally()
    for number in range(1000):
        tally.add(Entry("fortress"), answer(DEAL, Status.WINNABLE if number < 202 else Status.UNWINNABLE))
    z, share, deals = 1.959964, 0.202, 1000
    middle = (share + z * z / (2 * deals)) / (1 + z * z / deals)
    half = z / (1 + z * z / deals) * (share * (1 - share) / deals + z * z / (4 * deals**2)) ** 0.5
    assert tally.interval() == pytest.approx((middle - half, middle + half), abs=1e-6)
    assert len(tally.summary()) < 1000  # not a name for each of 798 lost deals


def test_a_file_of_bad_lines_only(cli: CommandLine) -> None:
    outcome = cli("solve", "fortress", cli.file("XX\nYY\n"))
    assert (outcome.code, outcome.out.strip()) == (2, "0 deals: 0 winnable, 0 unwinnable, 0 unknown; 2 lines not read")


def test_rules_and_games(cli: CommandLine) -> None:
    outcome = cli("rules", "fortress", "--set", "wrap=yes")
    assert outcome.code == 0
    assert "Fortress (Крѣпость)" in outcome.out
    assert "with ace and king next to each other" in outcome.out
    row = next(line for line in outcome.out.splitlines() if line.startswith("wrap"))
    assert row.split()[:5] == ["wrap", "yes", "no,", "yes", "no"]
    listed = cli("games").out
    assert "fortress " in listed
    assert "wrap=no, lane=any" in listed
    assert all(line == line.rstrip() for line in listed.splitlines())


def test_words_are_never_markup(cli: CommandLine) -> None:
    cli.answers(Status.UNKNOWN, solver="[bold]:smile:[/]")
    assert "solver [bold]:smile:[/]" in cli("solve", "fortress", "--seed", "5").out


def test_no_progress_where_nobody_looks(cli: CommandLine) -> None:
    with SearchStatus("deal 5") as status:
        assert not status.wanted


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with SearchStatus("deal 5") as status:
        assert status.wanted
        callback: Callable[[Progress], object] = status
        assert callback(Progress(Status.UNKNOWN, None, None, 10, 0.01)) is not False  # that would end the search
        assert capsys.readouterr().err == ""  # over before anyone could read it
        assert callback(Progress(Status.WINNABLE, 95, 79, 123456, 1.0)) is not False
    err = capsys.readouterr().err
    assert "deal 5: 123,456 states, 1 s, best win 95 moves, none under 79" in err


def test_a_narrow_encoding_is_no_error() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "patience_solver", "games"],
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PATH": ""},
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0


def test_a_quick_start() -> None:
    script = """
import sys
from patience_solver.cli import main
assert "typer" not in sys.modules and "rich" not in sys.modules
main(["games", "--json"])
slow = {"numba", "scipy", "networkx", "ortools", "matplotlib"} & set(sys.modules)
sys.exit(f"imported: {slow}" if slow else 0)
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
