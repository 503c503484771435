"""Drawing a position and a line of play in letters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from patience_solver import Card, Move, Position
from patience_solver.rules import Pile, Role

__all__ = ["draw_board", "draw_moves"]

_GAP = "   "
_TALLEST = 10
_WIDTH = 100
_CARDS_IN_LINE = 24


def draw_board(position: Position) -> Text:
    """Draw the piles, each on a line, bottom first: the last card is the available or next one."""
    named = list(zip(position.rules.layout, position.piles, strict=True))
    blocks: dict[object, list[tuple[str, tuple[Card, ...]]]] = {}
    for pile, cards in named:
        if pile.role in (Role.TABLEAU, Role.RESERVE):
            blocks.setdefault(pile.tableau, []).append((pile.name, cards))
    parts = []
    if position.rules.grid is not None:
        parts.append(_grid(position))
    if blocks:
        parts.append(_beside([_column(column) for block in blocks.values() for column in _cut(block)]))
    heaps = [(pile.name, cards) for pile, cards in named if pile.role in (Role.TALON, Role.STOCK)]
    if heaps:
        parts.append(Text("\n").join(_heaps(heaps)))
    parts.append(_in_lines([_foundation(pile, cards) for pile, cards in named if pile.is_foundation]))
    drawn = Text("\n\n").join(parts)
    if position.redeals_used:
        drawn.append(f"\nredeals used: {position.redeals_used}")
    if position.exchanges_used:
        drawn.append(f"\nexchanges used: {position.exchanges_used}")
    if position.just_turned:
        drawn.append("\njust turned: yes")
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


def _grid(position: Position) -> Text:
    """Draw the cards of a grid under the letters of its columns."""
    assert position.rules.grid is not None
    columns = position.rules.grid.columns
    names = position.rules.grid.names
    lines = [Text("   " + "  ".join(f"{name[0]} " for name in names[:columns]).rstrip())]
    for start in range(0, len(names), columns):
        line = Text(f"{names[start][1:]}  ")
        for place, name in enumerate(names[start : start + columns]):
            line.append("  " if place else "").append(_cards(position.pile(name)))
            if not position.pile(name) and place < columns - 1:
                line.append(" ")
        lines.append(line)
    return Text("\n").join(lines)


def _heaps(piles: list[tuple[str, tuple[Card, ...]]]) -> list[Text]:
    """Draw talon and stock, over several lines if they are long, and then with their number of cards."""
    titles = [f"{name} ({len(cards)})" if len(cards) > _CARDS_IN_LINE else name for name, cards in piles]
    broad = max(map(len, titles))
    lines = []
    for title, (_, cards) in zip(titles, piles, strict=True):
        rows = [cards[start : start + _CARDS_IN_LINE] for start in range(0, len(cards), _CARDS_IN_LINE)] or [()]
        lines += [
            Text(f"{('' if place else title).ljust(broad)}  ").append(_cards(row)) for place, row in enumerate(rows)
        ]
    return lines


def _foundation(pile: Pile, cards: tuple[Card, ...]) -> Text:
    """Draw a foundation by its top card, or whole if the top card does not tell what lies below."""
    if pile.role is Role.REMOVED:
        return Text(f"{pile.name} {len(cards)} cards")
    return Text(f"{pile.name} ").append(_cards(cards[-1:] if pile.last else cards))


def _in_lines(cells: list[Text]) -> Text:
    """Set cells one beside the other, in as many lines as they need."""
    lines: list[list[Text]] = []
    for cell in cells:
        if not lines or sum(len(_GAP) + other.cell_len for other in lines[-1]) + cell.cell_len > _WIDTH:
            lines.append([])
        lines[-1].append(cell)
    return Text("\n").join(Text(_GAP).join(line) for line in lines)


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
