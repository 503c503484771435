"""Where deals come from, and what is said of those that can't be read."""

from __future__ import annotations

import subprocess

import pytest
from support.command_line import PACK, CommandLine, answer, program

from patience_solver import GAMES, Deal, Limits, Result, Status, apply, legal_moves

OTHER = str(Deal.random("fortress", 2))


def test_bad_lines_leave_the_others_untouched(cli: CommandLine) -> None:
    cli.answers(Status.UNWINNABLE)
    short = PACK.rsplit(" ", 1)[0]
    path = cli.file(f"# a comment\n\n{PACK}\nXX YY\n  \n{short}\n  # indented\n{OTHER}\n")
    outcome = cli("solve", "fortress", path, "--json")
    assert outcome.code == 2
    assert [(record["line"], "error" in record) for record in outcome.records] == [
        (3, False),
        (4, True),
        (6, True),
        (8, False),
    ]
    bad = outcome.records[1]
    assert set(bad) == {"line", "game", "error"}
    assert bad["game"] == "fortress"
    assert "'XX'" in bad["error"]
    assert "6H missing" in outcome.records[2]["error"]


def test_bad_lines_are_told_to_people_too(cli: CommandLine) -> None:
    cli.answers(Status.UNWINNABLE)
    outcome = cli("solve", "fortress", cli.file(f"{PACK}\nXX\n{OTHER}\n"))
    assert "line 2: card 1: unknown card 'XX'" in outcome.err
    assert "2 deals: 0 winnable, 2 unwinnable, 0 unknown; 1 line not read" in outcome.out
    outcome = cli("deal", "fortress", cli.file(f"{PACK}\nXX\n{OTHER}\n"))
    assert (outcome.code, outcome.out) == (2, f"{PACK}\n{OTHER}\n")
    assert "line 2" in outcome.err


def test_a_line_that_is_no_utf8_is_one_bad_line(cli: CommandLine) -> None:
    cli.answers(Status.WINNABLE)
    outcome = cli("solve", "fortress", cli.file(b"\xff\xfe\n" + PACK.encode()), "--json")
    assert outcome.code == 2
    assert "UTF-8" in outcome.records[0]["error"]
    assert outcome.records[1]["status"] == "winnable"


@pytest.mark.parametrize("text", [b"\xef\xbb\xbf" + PACK.encode(), PACK.lower().encode() + b"\r\n", PACK.encode()])
def test_line_ends_and_marks_of_other_systems(cli: CommandLine, text: bytes) -> None:
    assert cli("deal", "fortress", cli.file(text)).out == f"{PACK}\n"
    assert cli("deal", "fortress", "-", stdin=text).out == f"{PACK}\n"


@pytest.mark.parametrize("command", ["deal", "solve"])
@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n"])
def test_a_file_without_deals(cli: CommandLine, command: str, content: str) -> None:
    outcome = cli(command, "fortress", cli.file(content))
    assert (outcome.code, outcome.out) == (2, "")
    assert "holds no deal" in outcome.err


@pytest.mark.parametrize("place", ["--board", None])
def test_files_that_can_not_be_read(cli: CommandLine, place: str | None) -> None:
    folder = cli.file("", "x").removesuffix("/x")
    for path in (folder, f"{folder}/missing", "nul\0byte"):
        outcome = cli("solve", "fortress", *([place] if place else []), path)
        assert outcome.code == 2
        assert outcome.err.startswith("patience-solver: can't read")


def test_random_deals(cli: CommandLine) -> None:
    outcome = cli("deal", "la-belle-lucie", "--seed", "1-3")
    assert outcome.out.splitlines() == [str(Deal.random("la-belle-lucie", seed)) for seed in (1, 2, 3)]
    again = cli("deal", "La Belle Lucie", cli.file(outcome.out))
    assert (again.code, again.out) == (0, outcome.out)


@pytest.mark.parametrize(
    "seed", ["5-1", "0", "x", "", "-5", "1-", "1-2-3", "1.5", "²", "1" * 5000, "0-3", f"1-{10**21}"]
)
@pytest.mark.parametrize("command", ["deal", "solve", "replay"])
def test_no_number_of_a_deal(cli: CommandLine, command: str, seed: str) -> None:
    extra = [cli.file("")] if command == "replay" else []
    outcome = cli(command, "fortress", f"--seed={seed}", *extra)
    assert (outcome.code, outcome.out) == (2, "")
    assert "--seed" in outcome.err


def test_board(cli: CommandLine) -> None:
    path = cli.file("# near the end\nL1: KC QC\n")
    outcome = cli("deal", "fortress", "--board", path)
    assert outcome.code == 0
    assert cli("deal", "fortress", "--board", "-", stdin=outcome.out.encode()).out == outcome.out
    bad = cli("deal", "fortress", "--board", cli.file("# a comment\nL9: KC\n"))
    assert (bad.code, bad.out) == (2, "")
    assert "board line 2" in bad.err
    assert cli("deal", "fortress", "--board", cli.file(b"L1: \xff")).code == 2


def test_unknown_game_is_met_with_a_suggestion(cli: CommandLine) -> None:
    for command in (["solve", "fortres", "--seed", "5"], ["rules", "fortres"]):
        outcome = cli(*command)
        assert (outcome.code, outcome.out) == (2, "")
        assert "did you mean fortress" in outcome.err


def test_options(cli: CommandLine) -> None:
    asked: list[Deal] = []

    def solve(deal: Deal, **_: object) -> Result:
        asked.append(deal)
        return answer(deal, Status.WINNABLE)

    cli.solver(solve)
    path = cli.file(PACK)
    for written in (
        ["--set", "wrap=yes", "lane=King", "--seed", "5"],
        ["--set", "wrap=TRUE", "--seed", "5", "--set", "LANE=king"],
        ["--set=wrap=yes", "lane=king", "--seed=5"],
        ["--set", "wrap=yes", "lane=king", path],
        [path, "--set", "wrap=yes", "lane=king"],
    ):
        assert cli("solve", "fortress", *written).code == 0
        assert asked.pop().options == {"wrap": True, "lane": "king"}
    pack = cli("deal", "trefoil", "--seed", "1", "--set", "redeals=1", "reshuffle=shuffle").out
    assert pack.count("|") == 1


@pytest.mark.parametrize(
    ("pairs", "complaint"),
    [
        (["rap=yes"], "did you mean wrap?"),
        (["wrap=maybe"], "it takes no, yes"),
        (["wrap"], "write option=value"),
        (["=yes"], "write option=value"),
        (["wrap=yes", "wrap=no"], "given twice"),
        (["game=fan"], "no option 'game'"),
        (["seed=3"], "no option 'seed'"),
    ],
)
@pytest.mark.parametrize("command", [("solve", "--seed", "5"), ("deal", "--seed", "5"), ("rules",)])
def test_bad_options(cli: CommandLine, command: tuple[str, ...], pairs: list[str], complaint: str) -> None:
    outcome = cli(command[0], "fortress", *command[1:], "--set", *pairs)
    assert (outcome.code, outcome.out) == (2, "")
    assert complaint in outcome.err


def test_the_question_comes_to_the_solver(cli: CommandLine) -> None:
    asked: dict[str, object] = {}

    def solve(deal: Deal, **question: object) -> Result:
        asked.update(question)
        return answer(deal, Status.WINNABLE)

    cli.solver(solve)
    cli("solve", "fortress", "--seed", "5")
    assert asked == {"optimal": False, "verify": False, "limits": Limits(seconds=60), "progress": None}
    cli("solve", "fortress", "--seed=5", "--optimal", "--verify", "--seconds=2.5", "--states=7", "--memory=4GB")
    assert asked == {
        "optimal": True,
        "verify": True,
        "limits": Limits(seconds=2.5, states=7, memory="4GB"),
        "progress": None,
    }
    cli("solve", "fortress", "--seed", "5", "--seconds", "inf")
    assert asked["limits"] == Limits()


def test_answers_come_while_more_is_read() -> None:
    command = program("return Result(deal, Status.UNWINNABLE)", "solve", "fortress", "-", "--json")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for line in (1, 2):
            process.stdin.write(f"{PACK}\n")
            process.stdin.flush()
            assert f'"line": {line},' in process.stdout.readline()
        process.stdin.close()
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("game", GAMES)
def test_deals_of_every_game_read_back(cli: CommandLine, game: str) -> None:
    dealt = cli("deal", game, "--seed", "1-2")
    assert (dealt.code, dealt.err) == (0, "")
    assert dealt.out.splitlines() == [str(Deal.random(game, seed)) for seed in (1, 2)]
    assert cli("deal", game, cli.file(dealt.out)).out == dealt.out


@pytest.mark.parametrize("game", GAMES)
def test_boards_of_every_game_read_back(cli: CommandLine, game: str) -> None:
    position = Deal.random(game, 1).start
    for _ in range(20):
        moves = legal_moves(position)
        position = apply(position, moves[-1]) if moves else position
    board = cli("deal", game, "--board", cli.file(str(position)))
    assert (board.code, board.err, board.out) == (0, "", f"{position}\n")


@pytest.mark.parametrize(
    ("game", "pairs", "options"),
    [
        ("sultan", ["divan=6", "Refill=Optional"], {"divan": 6, "refill": "optional"}),
        ("german-clock", ["suit=H", "hold=no", "passes=3"], {"suit": "h", "hold": False, "passes": 3}),
        ("clock-two-packs", ["waste-to-fans=YES", "fill=Round"], {"waste_to_fans": True, "fill": "round"}),
        ("calculation", ["packets=5"], {"packets": 5}),
        ("quadrille", ["bases=IN_PLAY", "waste_top=no"], {"bases": "in_play", "waste_top": False}),
    ],
)
def test_options_of_games_with_a_stock(
    cli: CommandLine, game: str, pairs: list[str], options: dict[str, object]
) -> None:
    cli.answers(Status.UNKNOWN)
    record = cli("solve", game, "--seed", "1", "--json", "--set", *pairs).records[0]
    assert record["options"].items() >= options.items()


@pytest.mark.parametrize(
    ("game", "pair", "message"),
    [
        ("sultan", "divan=7", "option divan: '7' is not allowed; it takes 8, 6"),
        ("german-clock", "passes=0", "it takes a whole number from 1 to 200"),
        ("german-clock", "suit=x", "it takes d, c, h, s"),
        ("big-ben", "waste_to_fans=maybe", "it takes no, yes"),
    ],
)
def test_bad_options_of_games_with_a_stock(cli: CommandLine, game: str, pair: str, message: str) -> None:
    outcome = cli("rules", game, "--set", pair)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_file_without_a_name(cli: CommandLine) -> None:
    for arguments in (("",), ("--board", "")):
        outcome = cli("solve", "fortress", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert "the name of the file is empty" in outcome.err
    assert "can't read ' ': No such file" in cli("solve", "fortress", " ").err
    assert "name of the file is empty" in cli("replay", "fortress", "--seed", "1", "").err


def test_a_board_without_the_lists_of_its_shuffles(cli: CommandLine) -> None:
    outcome = cli("solve", "la-belle-lucie", "--board", cli.file("fan 1: KC"))
    assert outcome.code == 2
    assert "'reshuffle 1: its cards'" in outcome.err and "redeals=0" in outcome.err
