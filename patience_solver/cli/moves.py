"""Reading a file of moves: one a line, or what `solve --json` wrote."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from patience_solver import Deal, Move, parse_move
from patience_solver.cli.exits import BadInput, as_bad_input, shortened
from patience_solver.cli.inputs import Entry, read_text
from patience_solver.cli.records import options_record

__all__ = ["MovesFile", "read_moves"]


@dataclass(frozen=True)
class MovesFile:
    """What a file of moves holds.

    Attributes
    ----------
    lines : tuple of (int, str)
        The moves and their lines, if it is plain.
    records : tuple of dict or None
        The objects, if it is JSON.
    """

    lines: tuple[tuple[int, str], ...] = ()
    records: tuple[dict[str, Any], ...] | None = None

    def choose(self, entries: Sequence[Entry]) -> tuple[Deal, tuple[Move, ...]]:
        """Return the one deal that these moves belong to, and the moves.

        JSON of several deals, and a file of several deals, are matched by seed or line.

        Raises
        ------
        BadInput
            If there is no such deal, or more than one, or a move can't be read.
        """
        if self.records is None:
            if len(entries) > 1:
                raise BadInput("the file holds more than one deal; plain moves can't tell which they belong to")
            deal = _deal(entries[0])
            return deal, tuple(_parse(deal, text, f"moves, line {number}") for number, text in self.lines)
        pairs = [(entry, record) for entry in entries for record in self.records if _belong(entry, record)]
        if len(entries) == len(self.records) == 1 and (pairs or not _both_seeds(entries[0], self.records[0])):
            pairs = [(entries[0], self.records[0])]  # a deal may come in another way than when it was solved
        if len(pairs) != 1:
            found = "none of the moves belongs" if not pairs else "the moves of more than one deal belong"
            raise BadInput(f"{found} to what is given (by line or seed); give one deal and its line of JSON")
        entry, record = pairs[0]
        deal = _deal(entry)
        _check_same(deal, record)
        texts = record.get("moves")
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            status = record.get("status")
            raise BadInput(
                f"the JSON has no moves (status {shortened(str(status))})" if status else "the JSON has no list 'moves'"
            )
        return deal, tuple(_parse(deal, text, f"move {number}") for number, text in enumerate(texts, start=1))


def read_moves(path: str) -> MovesFile:
    """Read a file of moves, `-` for standard input; raises `BadInput`."""
    text = read_text(path)
    if not text.lstrip().startswith("{"):
        stripped = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
        return MovesFile(tuple((number, line) for number, line in stripped if line and not line.startswith("#")))
    records, decoder, place = [], json.JSONDecoder(), 0
    text = text.strip()
    while place < len(text):  # objects one after the other, each on a line or spread over several
        try:
            record, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:  # ValueError also: a number of more digits than Python reads
            why = str(error) if isinstance(error, json.JSONDecodeError | RecursionError) else "a number is too long"
            raise BadInput(f"the moves begin like JSON, but are not: {why}") from None
        if not isinstance(record, dict):
            raise BadInput("the moves begin like JSON; each line must be an object with 'moves'")
        records.append(record)
        while place < len(text) and text[place].isspace():
            place += 1
    return MovesFile(records=tuple(records))


def _belong(entry: Entry, record: dict[str, Any]) -> bool:
    if entry.line is not None:
        return bool(record.get("line") == entry.line)
    return entry.deal is not None and entry.deal.seed is not None and record.get("seed") == entry.deal.seed


def _both_seeds(entry: Entry, record: dict[str, Any]) -> bool:
    return entry.deal is not None and entry.deal.seed is not None and record.get("seed") is not None


def _check_same(deal: Deal, record: dict[str, Any]) -> None:
    game = record.get("game")
    if game is not None and game != deal.game.name:
        raise BadInput(f"the moves are of {shortened(str(game))}, not of {deal.game.name}")
    options = record.get("options")
    if options is not None and options != options_record(deal.options):
        written = shortened(json.dumps(options))
        raise BadInput(f"the moves are of a game with the options {written}: give them with --set")


def _deal(entry: Entry) -> Deal:
    if entry.deal is None:
        raise BadInput(f"{entry.label}: {entry.error}")
    return entry.deal


def _parse(deal: Deal, text: str, where: str) -> Move:
    with as_bad_input(where):
        return parse_move(deal.rules, text)
