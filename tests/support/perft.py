"""Counts of positions and of move paths by depth ("perft"): the cheapest proof that two move generators agree.

A data file in `tests/golden/perft` holds cases, separated by blank lines, of lines `key value`:

    id         a name
    game       a registered game
    options    name=value …, where they are not the defaults
    deal       the pack with its reshuffle lists; or instead of it
    board      one line of a board, as often as there are lines
    positions  distinct positions whose shortest way from the start has 0, 1, 2 … moves (piles that play the same part
               are told apart, redeals used and whether the talon's top was just turned are part of it)
    paths      legal sequences of 0, 1, 2 … moves

`python -m support.perft` (in `tests`) counts all of them again and rewrites the files.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patience_solver import Deal, Position, apply, legal_moves

__all__ = ["PERFT", "Case", "count_paths", "count_positions", "read_cases"]

PERFT = Path(__file__).parent.parent / "golden" / "perft"
"""Folder of the data files."""


@dataclass(frozen=True)
class Case:
    """One deal with its counts."""

    id: str
    deal: Deal
    positions: tuple[int, ...]
    paths: tuple[int, ...]


def count_positions(deal: Deal, depth: int) -> tuple[int, ...]:
    """Count by breadth-first search the positions first reached after 0, 1 … `depth` moves."""
    seen: set[object] = {(deal.start.piles, deal.start.redeals_used, deal.start.just_turned, deal.start.exchanges_used)}
    frontier, counts = [deal.start], [1]
    for _ in range(depth):
        following = []
        for position in frontier:
            for move in legal_moves(position):
                after = apply(position, move)
                key = (after.piles, after.redeals_used, after.just_turned, after.exchanges_used)
                if key not in seen:
                    seen.add(key)
                    following.append(after)
        frontier = following
        counts.append(len(frontier))
    return tuple(counts)


def count_paths(deal: Deal, depth: int) -> tuple[int, ...]:
    """Count the legal sequences of 0, 1 … `depth` moves, one by one."""
    counts = [0] * (depth + 1)

    def walk(position: Position, made: int) -> None:
        counts[made] += 1
        if made < depth:
            for move in legal_moves(position):
                walk(apply(position, move), made + 1)

    walk(deal.start, 0)
    return tuple(counts)


def read_cases(path: Path) -> list[Case]:
    """Read the cases of a data file; lines that begin with `#` are passed over."""
    return [_read_case(block) for block in _blocks(path.read_text("utf-8"))]


def _blocks(text: str) -> list[list[tuple[str, str]]]:
    blocks: list[list[tuple[str, str]]] = [[]]
    for line in text.splitlines():
        if not line.strip():
            blocks.append([])
        elif not line.startswith("#"):
            key, _, value = line.partition(" ")
            blocks[-1].append((key, value.strip()))
    return [block for block in blocks if block]


def _read_case(block: list[tuple[str, str]]) -> Case:
    fields = dict(block)
    options: dict[str, Any] = dict(word.split("=") for word in fields.get("options", "").split())
    if "deal" in fields:
        deal = Deal.from_pack(fields["game"], fields["deal"], **options)
    else:
        board = "\n".join(value for key, value in block if key == "board")
        deal = Deal.from_board(fields["game"], board, **options)
    counts = {key: tuple(map(int, fields[key].split())) for key in ("positions", "paths")}
    return Case(fields["id"], deal, counts["positions"], counts["paths"])


def _rewrite(path: Path) -> None:
    cases = iter(read_cases(path))
    lines = []
    for line in path.read_text("utf-8").splitlines():
        key = line.partition(" ")[0]
        if key == "id":
            case = next(cases)
        if key == "positions":
            line = f"positions {' '.join(map(str, count_positions(case.deal, len(case.positions) - 1)))}"
        elif key == "paths":
            line = f"paths {' '.join(map(str, count_paths(case.deal, len(case.paths) - 1)))}"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for data in sorted(PERFT.glob("*.perft")):
        _rewrite(data)
        print(data.name)
