"""Reading the golden data: deals with answers from outside, and whole games."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patience_solver import Deal

__all__ = ["GOLDEN", "GoldenDeal", "WholeGame", "golden_deals", "whole_game"]

GOLDEN = Path(__file__).parent.parent / "golden"
"""Folder of the data."""


@dataclass(frozen=True)
class GoldenDeal:
    """One deal with its answer; see `tests/golden/README.md` for the fields.

    Attributes
    ----------
    file : str
        Name of the data file.
    line : int
        Line of that file, from 1.
    deal : Deal
        The deal.
    verdict : str
        `"winnable"`, `"unwinnable"` or `"unknown"` (not settled by the program that was asked).
    length : int or None
        Fewest moves of a win, where known.
    states : int or None
        States that the program stored, where known: how hard the deal is.
    line_found : tuple of str
        A win in the notation of the program that found it, where it is kept.
    longest, shortest : int or None
        Bounds on the fewest moves, where these are not known: `longest` moves are those of the win kept.
    greedy, greedy_length : str or None, int or None
        Verdict (`"winnable"` or `"lost"`) and fewest moves under `hold=no`, where it was asked for.
    """

    file: str
    line: int
    deal: Deal
    verdict: str
    length: int | None
    states: int | None
    line_found: tuple[str, ...] = ()
    longest: int | None = None
    shortest: int | None = None
    greedy: str | None = None
    greedy_length: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def golden_deals(game: str | None = None) -> list[GoldenDeal]:
    """Return all golden deals, or those of one game."""
    found = []
    for path in sorted((GOLDEN / "games").glob("*.jsonl")):
        for number, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            record = json.loads(text)
            if game is not None and record["game"] != game:
                continue
            options: dict[str, Any] = record["options"]
            if "deal" in record:
                deal = Deal.from_pack(record["game"], record["deal"], **options)
            else:
                deal = Deal.from_board(record["game"], record["board"], **options)
            states = record.get("states", record.get("solvitaire_states_stored"))
            found.append(
                GoldenDeal(
                    path.name,
                    number,
                    deal,
                    record["verdict"],
                    record.get("length", _least(record)),
                    states,
                    tuple(record.get("moves", "").split()),
                    record.get("length_upper"),
                    record.get("length_lower"),
                    record.get("greedy_verdict"),
                    record.get("greedy_length"),
                )
            )
    return found


def _least(record: dict[str, Any]) -> int | None:
    """Return the length of the line kept where its exchanges were proved to be the fewest."""
    return len(record["moves"].split()) if "exchanges" in record["options"] and "moves" in record else None


@dataclass(frozen=True)
class WholeGame:
    """A game written out move by move, with the sentences that allow its moves and forbid others.

    Attributes
    ----------
    deal : Deal
        Where it starts.
    sentences : dict
        Key -> the sentence of the book or of the rule books.
    moves : list of (str, str, str)
        Move, key of the sentence that allows it, and what the player thinks of it (may be empty).
    forbidden : list of (int, str, str, str)
        After how many moves of the game, the move, the key of the sentence that forbids it, and words that the error
        message must hold.
    """

    deal: Deal
    sentences: dict[str, str]
    moves: list[tuple[str, str, str]]
    forbidden: list[tuple[int, str, str, str]]


def whole_game(game: str) -> WholeGame | None:
    """Return the whole game of this name; `None` if none is written."""
    path = GOLDEN / "whole_games" / f"{game}.toml"
    if not path.exists():
        return None
    data = tomllib.loads(path.read_text("utf-8"))
    options: dict[str, Any] = data.get("options", {})
    if "pack" in data:
        deal = Deal.from_pack(data["game"], data["pack"], reshuffles=data.get("reshuffles", ()), **options)
    else:
        deal = Deal.from_board(data["game"], data["board"], **options)
    moves = [(move, because, thought[0] if thought else "") for move, because, *thought in data["moves"]]
    forbidden = [(entry["after"], entry["move"], entry["because"], entry["message"]) for entry in data["forbidden"]]
    return WholeGame(deal, data["sentences"], moves, forbidden)
