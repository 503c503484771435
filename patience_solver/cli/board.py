"""Drawing a position and a line of play in letters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from patience_solver import Card, Move, Position

__all__ = ["draw_board", "draw_moves"]

_GAP = "   "
_TALLEST = 10


def draw_board(position: Position) -> Text:
    """Draw the piles, each on a line, bottom first: the last card is the available one."""
    named = [(pile, cards) for pile, cards in zip(position.rules.layout, position.piles, strict=True)]
    blocks: dict[object, list[tuple[str, tuple[Card, ...]]]] = {}
    for pile, cards in named:
        if not pile.is_foundation:
            blocks.setdefault(pile.tableau, []).append((pile.name, cards))
    columns = [column for block in blocks.values() for column in _cut(block)]
    drawn = Text()
    drawn.append(_beside([_column(column) for column in columns]))
    drawn.append("\n\n")
    home = [(pile.name, cards[-1:]) for pile, cards in named if pile.is_foundation]
    for place, (name, top) in enumerate(home):
        drawn.append((_GAP if place else "") + f"{name} ")
        drawn.append(_cards(top))
    if position.redeals_used:
        drawn.append(f"\nredeals used: {position.redeals_used}")
    return drawn


def draw_moves(moves: Sequence[Move], width: int) -> str:
    """Number the moves and set them in columns, to be read downwards."""
    if not moves:
        return ""
    digits = len(str(len(moves)))
    cells = [f"{number:>{digits}}. {move}" for number, move in enumerate(moves, start=1)]
    broad = max(map(len, cells))
    columns = max(1, (width + len(_GAP)) // (broad + len(_GAP)))
    height = -(-len(cells) // columns)
    return "\n".join(_GAP.join(cell.ljust(broad) for cell in cells[row::height]).rstrip() for row in range(height))


def _cut(block: list[tuple[str, tuple[Card, ...]]]) -> list[list[tuple[str, tuple[Card, ...]]]]:
    """Cut a block of many piles into columns of equal height."""
    columns = -(-len(block) // _TALLEST)
    height = -(-len(block) // columns)
    return [block[start : start + height] for start in range(0, len(block), height)]


def _column(piles: list[tuple[str, tuple[Card, ...]]]) -> list[Text]:
    broad = max(len(name) for name, _ in piles)
    return [Text(f"{name.ljust(broad)}  ").append(_cards(cards)) for name, cards in piles]


def _beside(columns: list[list[Text]]) -> Text:
    broad = [max(line.cell_len for line in column) for column in columns]
    lines = []
    for row in range(max(map(len, columns), default=0)):
        line = Text()
        for place, column in enumerate(columns):
            cell = column[row] if row < len(column) else Text()
            line.append((_GAP if place else "") + "")
            line.append(cell)
            line.append(" " * (broad[place] - cell.cell_len))
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _cards(cards: Sequence[Card]) -> Text:
    if not cards:
        return Text("-")
    return Text(" ").join(Text(str(card), style="red" if card.suit in "DH" else "") for card in cards)
