"""Sentences on cards that are removed from a grid in pairs."""

from __future__ import annotations

from patience_solver.rules.game import Rules
from patience_solver.rules.pairs import AfterStock, Lying
from patience_solver.rules.prose.words import counted, joined, number

__all__ = ["grid", "pairing"]

_LYING = {
    Lying.IN_LINE: "in one row or one column, at any distance",
    Lying.TOUCHING: "in cells that touch, at a corner too",
    Lying.ANYWHERE: "anywhere on the grid",
}


def grid(rules: Rules) -> str:
    """Say how the grid is laid."""
    if rules.grid is None:
        return ""
    names, rows, columns = rules.grid.names, rules.grid.rows, rules.grid.columns
    shape = f"{number(rows)} {'row' if rows == 1 else 'rows'} of {number(columns)}"
    if len(names) == 1:
        return f"The first card is laid face up in {shape}, the cell {names[0]}."
    return (
        f"The first {counted(len(names))} are laid face up in {shape}, the cells {names[0]} to {names[-1]}, row by row."
    )


def pairing(rules: Rules) -> str:
    """Say which cards are removed, what becomes of the gaps, and when cards may be exchanged."""
    pairs = rules.pairs
    if pairs is None or rules.grid is None:
        return ""
    if pairs.total is None:
        which = "of equal rank"
    else:
        which = f"whose ranks add up to {pairs.total} (ace one, jack eleven, queen twelve, king thirteen)"
    text = f"Pairs: two cards {which} and that lie {_LYING[pairs.lying]} are removed together. "
    text += "Both gaps are filled at once from the stock, in the order of the cells. When the stock is out, "
    if rules.grid.after_stock is AfterStock.STATIC:
        text += "gaps stay."
    else:
        text += "the cards close up in the order of the cells."
    if pairs.exchanges == 0:
        return text + " Cards are never exchanged."
    often = {1: "once", 2: "twice"}.get(pairs.exchanges, f"{number(pairs.exchanges)} times")
    swap = joined(("the first with the third", "the second with the fourth"))
    return f"{text} Only when no pair can be removed, four cards may change places two by two ({swap}): {often} in all."
