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
_FEWEST = 4


def draw_board(position: Position, width: int = _WIDTH) -> Text:
    """Draw the piles, each on a line, bottom first: the last card is the available or next one.

    Lines are no wider than `width`, where it leaves room for a name and a few cards: blocks of piles that have no room
    beside each other stand one below the other, and a pile that is too long goes on below, not in mid-card.
    """
    width = min(width, _WIDTH)
    named = list(zip(position.rules.layout, position.piles, strict=True))
    blocks: dict[object, list[tuple[str, tuple[Card, ...]]]] = {}
    for pile, cards in named:
        if pile.role in (Role.TABLEAU, Role.RESERVE):
            blocks.setdefault(pile.tableau, []).append((pile.name, cards))
    parts = []
    if position.rules.grid is not None:
        parts.append(_grid(position))
    if blocks:
        parts.append(_beside([_column(column, width) for block in blocks.values() for column in _cut(block)], width))
    heaps = [(pile.name, cards) for pile, cards in named if pile.role in (Role.TALON, Role.STOCK)]
    if heaps:
        parts.append(Text("\n").join(_heaps(heaps, width)))
    foundations = [_foundation(pile, cards, width) for pile, cards in named if pile.is_foundation]
    parts.append(_in_lines(foundations, width))
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


def _column(piles: list[tuple[str, tuple[Card, ...]]], width: int) -> list[Text]:
    broad = max(len(name) for name, _ in piles)
    fitting = _fitting(broad, width)
    return [line for name, cards in piles for line in _pile(name.ljust(broad), cards, fitting)]


def _fitting(broad: int, width: int, most: int = _WIDTH) -> int:
    """Return how many cards have room on a line after a name and two blanks."""
    return min(most, max(_FEWEST, (width - broad - 1) // 3))


def _pile(title: str, cards: tuple[Card, ...], fitting: int) -> list[Text]:
    """Draw a pile after its title, with what finds no room on further lines."""
    rows = [cards[start : start + fitting] for start in range(0, len(cards), fitting)] or [()]
    return [Text(f"{' ' * len(title) if place else title}  ").append(_cards(row)) for place, row in enumerate(rows)]


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


def _heaps(piles: list[tuple[str, tuple[Card, ...]]], width: int) -> list[Text]:
    """Draw talon and stock, over several lines if they are long, and then with their number of cards."""
    titles = [f"{name} ({len(cards)})" if len(cards) > _CARDS_IN_LINE else name for name, cards in piles]
    broad = max(map(len, titles))
    fitting = _fitting(broad, width, _CARDS_IN_LINE)
    named = zip(titles, piles, strict=True)
    return [line for title, (_, cards) in named for line in _pile(title.ljust(broad), cards, fitting)]


def _foundation(pile: Pile, cards: tuple[Card, ...], width: int) -> list[Text]:
    """Draw a foundation by its top card, or whole if the top card does not tell what lies below."""
    if pile.role is Role.REMOVED:
        return [Text(f"{pile.name} {len(cards)} cards")]
    title = Text(f"{pile.name} ")
    first, *further = _pile("", cards[-1:] if pile.last else cards, _fitting(len(pile.name), width))
    return [title.append(first[2:]), *further]


def _in_lines(cells: list[list[Text]], width: int) -> Text:
    """Set cells one beside the other, in as many lines as they need; one of several lines stands alone."""
    lines: list[list[Text]] = []
    full = True
    for first, *further in cells:
        taken = sum(len(_GAP) + other.cell_len for other in lines[-1]) if lines else 0
        if full or further or taken + first.cell_len > width:
            lines.append([])
        lines[-1].append(first)
        lines += [[line] for line in further]
        full = bool(further)
    return Text("\n").join(Text(_GAP).join(line) for line in lines)


def _beside(columns: list[list[Text]], width: int) -> Text:
    """Set columns of lines beside each other as far as they have room, the others below."""
    groups: list[list[list[Text]]] = []
    taken = 0
    for column in columns:
        broad = max(line.cell_len for line in column)
        if not groups or taken + len(_GAP) + broad > width:
            groups.append([])
            taken = -len(_GAP)
        groups[-1].append(column)
        taken += len(_GAP) + broad
    return Text("\n").join(line for group in groups for line in _side_by_side(group))


def _side_by_side(columns: list[list[Text]]) -> list[Text]:
    broad = [max(line.cell_len for line in column) for column in columns]
    lines = []
    for row in range(max(map(len, columns))):
        line = Text()
        for place, column in enumerate(columns):
            cell = column[row] if row < len(column) else Text()
            line.append(_GAP if place else "")
            line.append(cell)
            line.append(" " * (broad[place] - cell.cell_len))
        line.rstrip()
        lines.append(line)
    return lines


def _cards(cards: Sequence[Card]) -> Text:
    if not cards:
        return Text("-")
    return Text(" ").join(Text(str(card), style="red" if card.suit in "DH" else "") for card in cards)
