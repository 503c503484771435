"""The vocabulary in which games are declared."""

from patience_solver.rules.building import ANYTHING, Building, Suit, Vacancy
from patience_solver.rules.game import Game, Rules, remove_bases
from patience_solver.rules.layout import Pile, dealing_order
from patience_solver.rules.option import Option, OptionValue, option, value_text
from patience_solver.rules.pairs import AfterStock, Grid, Lying, Pairs
from patience_solver.rules.piles import ANY_SUIT, Dealing, Fill, Foundations, Refill, Reserve, Role, Tableau
from patience_solver.rules.redeal import Order, Redeal, When
from patience_solver.rules.stock import Play, Stock, Talon
from patience_solver.rules.throwing import Neighbours, Throwing

__all__ = [
    "ANYTHING",
    "ANY_SUIT",
    "AfterStock",
    "Building",
    "Dealing",
    "Fill",
    "Foundations",
    "Game",
    "Grid",
    "Lying",
    "Neighbours",
    "Option",
    "OptionValue",
    "Order",
    "Pairs",
    "Pile",
    "Play",
    "Redeal",
    "Refill",
    "Reserve",
    "Role",
    "Rules",
    "Stock",
    "Suit",
    "Tableau",
    "Talon",
    "Throwing",
    "Vacancy",
    "When",
    "dealing_order",
    "option",
    "remove_bases",
    "value_text",
]
