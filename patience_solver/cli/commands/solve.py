"""`solve GAME`: can these deals be won, and how?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import patience_solver
from patience_solver import Deal, Limits, Result
from patience_solver.cli import records
from patience_solver.cli.board import draw_board, draw_moves
from patience_solver.cli.console import SearchStatus, complain, output
from patience_solver.cli.exits import ExitCode, as_bad_input, of_status
from patience_solver.cli.inputs import Entry, Source, read_deals, read_game
from patience_solver.cli.verdict import Tally, figures, one_line, verdict

__all__ = ["Question", "run"]

_PAGE = 100


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked of every deal, as written on the command line."""

    optimal: bool = False
    verify: bool = False
    seconds: float = 60
    states: int | None = None
    memory: str | None = None
    as_json: bool = False

    @property
    def limits(self) -> Limits:
        """The limits of each search; raises `BadInput`."""
        with as_bad_input():
            seconds = None if self.seconds == math.inf else self.seconds
            return Limits(seconds=seconds, states=self.states, memory=self.memory)

    def ask(self, deal: Deal, label: str) -> Result:
        """Search a deal."""
        with SearchStatus(label) as status:
            return patience_solver.solve(
                deal,
                optimal=self.optimal,
                verify=self.verify,
                limits=self.limits,
                progress=status if status.wanted else None,
            )


def run(name: str, pairs: Sequence[str], source: Source, question: Question) -> ExitCode:
    """Search the deals and write the answers.

    One deal exits with its verdict's code; of several, 0 if all could be read.
    """
    game, options = read_game(name, pairs)
    _ = question.limits  # bad limits show before anything else is done
    deals = read_deals(game, options, source)
    if question.as_json:
        return _write_json(deals, question)
    ahead = list(islice(deals, 2))
    if len(ahead) == 1:
        return _show_one(ahead[0], question)
    return _show_several(chain(ahead, deals), question)


def _write_json(deals: Iterable[Entry], question: Question) -> ExitCode:
    codes: list[ExitCode] = []
    for entry in deals:
        if entry.deal is None:
            records.write(records.error_record(entry))
            codes.append(ExitCode.BAD_INPUT)
        else:
            result = question.ask(entry.deal, entry.label)
            records.write(records.result_record(entry, result))
            codes.append(of_status(result.status))
    return _of_all(codes)


def _of_all(codes: list[ExitCode]) -> ExitCode:
    if len(codes) == 1:
        return codes[0]
    return ExitCode.BAD_INPUT if ExitCode.BAD_INPUT in codes else ExitCode.DONE


def _show_one(entry: Entry, question: Question) -> ExitCode:
    if entry.deal is None:
        complain(entry)
        return ExitCode.BAD_INPUT
    console = output()
    console.print(f"{entry.deal.game.title}, {entry.label}\n", style="bold")
    console.print(draw_board(entry.deal.start, console.width), soft_wrap=True)
    console.print()
    console.file.flush()
    result = question.ask(entry.deal, entry.label)
    console.print(verdict(result), style="bold")
    if result.moves:
        console.print(draw_moves(result.moves, min(console.width, _PAGE)))
    console.print(figures(result))
    return of_status(result.status)


def _show_several(deals: Iterable[Entry], question: Question) -> ExitCode:
    console, tally = output(), Tally()
    try:
        for entry in deals:
            if entry.deal is None:
                tally.bad += 1
                complain(entry)
                continue
            result = question.ask(entry.deal, entry.label)
            tally.add(entry, result)
            console.print(one_line(entry, result))
            console.file.flush()
    except KeyboardInterrupt:
        console.print(f"\nso far: {tally.counted()}")
        raise
    console.print()
    console.print(tally.summary())
    return ExitCode.BAD_INPUT if tally.bad else ExitCode.DONE
