"""`replay`: moves made by the rules."""

from __future__ import annotations

import json

import pytest
from support.command_line import PACK, CommandLine

from patience_solver import Deal

BOARD = "L1: KC QC\nL2: KD"
WIN = ["L1 > clubs", "L1 > clubs", "L2 > diamonds"]


@pytest.fixture
def board(cli: CommandLine) -> str:
    return cli.file(BOARD, "board.txt")


def test_a_win(cli: CommandLine, board: str) -> None:
    moves = cli.file("# the end\n\nl1>clubs\n  L1 > CLUBS\r\nL2 > diamonds\n")
    outcome = cli("replay", "fortress", "--board", board, moves)
    assert (outcome.code, outcome.err) == (0, "")
    assert "Won in 3 moves." in outcome.out
    assert "clubs KC   diamonds KD   hearts KH   spades KS" in outcome.out


def test_legal_but_not_won(cli: CommandLine, board: str) -> None:
    for moves in ("", WIN[0]):
        outcome = cli("replay", "fortress", "--board", board, cli.file(moves))
        assert (outcome.code, outcome.err) == (3, "")
        assert "L2  KD" in outcome.out


def test_an_illegal_move_is_named_with_the_reason(cli: CommandLine, board: str) -> None:
    outcome = cli("replay", "fortress", "--board", board, cli.file(f"{WIN[0]}\nL2 > clubs\n"))
    assert outcome.code == 4
    assert "move 2: L2 > clubs: KD is not of the foundation's suit" in outcome.err
    assert "L1  KC" in outcome.out


def test_no_move(cli: CommandLine, board: str) -> None:
    outcome = cli("replay", "fortress", "--board", board, cli.file(f"{WIN[0]}\n\nL99 > clubs\n"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "moves, line 3" in outcome.err


def test_no_move_after_an_illegal_one_is_bad_input(cli: CommandLine, board: str) -> None:
    assert cli("replay", "fortress", "--board", board, cli.file("L2 > clubs\nnonsense\n")).code == 2


@pytest.mark.parametrize("indent", [None, 2])
def test_json(cli: CommandLine, board: str, indent: int | None) -> None:
    record = {"line": None, "seed": None, "game": "fortress", "options": {"wrap": False, "lane": "any"}, "moves": WIN}
    moves = cli.file(json.dumps(record, indent=indent))
    assert cli("replay", "fortress", "--board", board, moves).code == 0
    assert cli("replay", "fortress", "--board", board, "-", stdin=json.dumps(record).encode()).code == 0
    wrong = cli("replay", "fortress", "--board", board, "--set", "lane=king", moves)
    assert wrong.code == 2
    assert '"lane": "any"' in wrong.err
    assert cli("replay", "fan", "--board", cli.file("fan 1: KC", "fan"), moves).code == 2


def test_json_of_several_deals_is_matched(cli: CommandLine) -> None:
    first = [str(move) for move in _legal(1)]
    lines = [{"line": None, "seed": 1, "moves": first}, {"line": None, "seed": 2, "moves": ["L1 > L1"]}]
    moves = cli.file("\n".join(map(json.dumps, lines)))
    assert cli("replay", "fortress", "--seed", "1", moves).code == 3
    assert cli("replay", "fortress", "--seed", "2", moves).code == 4
    assert cli("replay", "fortress", "--seed", "3", moves).code == 2
    packs = cli.file(f"{Deal.random('fortress', 2)}\n{PACK}\n", "packs")
    by_line = cli.file(json.dumps({"line": 2, "seed": None, "moves": first}))
    assert cli("replay", "fortress", packs, by_line).code == 3
    both = cli.file("\n".join(json.dumps({"line": line, "seed": None, "moves": first}) for line in (1, 2)))
    assert cli("replay", "fortress", packs, both).code == 2


def test_json_of_another_deal(cli: CommandLine) -> None:
    moves = cli.file(json.dumps({"line": None, "seed": 2, "moves": []}))
    assert cli("replay", "fortress", "--seed", "1", moves).code == 2
    assert cli("replay", "fortress", cli.file(str(Deal.random("fortress", 2)), "pack"), moves).code == 3


@pytest.mark.parametrize(
    "text",
    [
        '{"status": "unwinnable", "moves": null}',
        '{"line": 1, "game": "fortress", "error": "no"}',
        '{"moves": "L1 > clubs"}',
        '{"moves": [1]}',
        '{"moves": [}',
        '{"moves": []} []',
        '{"a":' * 100_000,
        '{"seed": ' + "9" * 10_000 + ', "moves": []}',
        '{"moves": [' + "9" * 10_000 + "]}",
        '{"moves": [], "game": ' + "9" * 4_000 + "}",
        '{"moves": [], "options": ' + "9" * 4_000 + "}",
        '{"moves": ["' + "9" * 10_000 + '"]}',
    ],
    ids=range(12),
)
def test_json_without_moves(cli: CommandLine, board: str, text: str) -> None:
    outcome = cli("replay", "fortress", "--board", board, cli.file(text))
    assert (outcome.code, outcome.out) == (2, "")
    assert "JSON" in outcome.err or "move" in outcome.err
    assert len(outcome.err.splitlines()) == 1 and len(outcome.err) < 500


def test_one_deal_only(cli: CommandLine) -> None:
    moves = cli.file("", "moves")
    assert "one deal, not a range" in cli("replay", "fortress", "--seed", "1-2", moves).err
    outcome = cli("replay", "fortress", cli.file(f"{PACK}\n{PACK}\n"), moves)
    assert outcome.code == 2
    assert "more than one deal" in outcome.err
    assert cli("replay", "fortress", cli.file("XX\n"), moves).code == 2
    assert cli("replay", "fortress", "-", "-").code == 2
    assert cli("replay", "fortress", "a", "b", "c").code == 2
    assert cli("replay", "fortress", "--seed", "1", "/no/such/file").code == 2


def test_a_pack_and_moves(cli: CommandLine) -> None:
    assert cli("replay", "fortress", "-", cli.file("\n".join(map(str, _legal(1)))), stdin=PACK.encode()).code == 3


def _legal(seed: int) -> list[object]:
    from patience_solver import legal_moves

    return [legal_moves(Deal.random("fortress", seed).start)[0]]


def test_moves_of_a_game_with_a_stock(cli: CommandLine) -> None:
    board = "stock: KC\ntalon: KD\nfive clubs: 5C 4C 3C 2C AC\nfive diamonds: 5D 4D 3D 2D AD\n"
    rest = "five hearts: KH\nfive spades: KS\n" + "".join(
        f"six {suit}: J{suit[0]}\nqueen {suit}: Q{suit[0]}\n" for suit in ("clubs", "diamonds", "hearts", "spades")
    )
    path = cli.file(board + rest, "stock.txt")
    outcome = cli("replay", "quadrille", "--board", path, cli.file("TURN\ntalon>five clubs\ntalon > five diamonds\n"))
    assert (outcome.code, outcome.err) == (0, "")
    assert "Won in 3 moves." in outcome.out
    outcome = cli("replay", "quadrille", "--board", path, cli.file("turn\nredeal\nturn\n"))
    assert (outcome.code, outcome.err) == (3, "")
    assert "talon  KD\nstock  KC\n" in outcome.out
    assert "redeals used: 1" in outcome.out
    for moves, words in (("redeal", "the stock is not out yet"), ("stock > five clubs", "must be turned first")):
        outcome = cli("replay", "quadrille", "--board", path, cli.file(moves))
        assert outcome.code == 4
        assert words in outcome.err
    outcome = cli("replay", "quadrille", "--board", path, cli.file("deal"))
    assert outcome.code == 2
    assert "'turn' or 'redeal'" in outcome.err


def test_a_deal_that_fills_piles(cli: CommandLine) -> None:
    outcome = cli("replay", "big-ben", "--seed", "1", cli.file("deal\nDeal\n"))
    assert (outcome.code, outcome.err) == (3, "")
    assert "stock (54)" in outcome.out
