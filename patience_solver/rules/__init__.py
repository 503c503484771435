"""The vocabulary in which games are declared."""

from patience_solver.rules.building import Building, Suit, Vacancy
from patience_solver.rules.game import Game, Rules
from patience_solver.rules.layout import Pile, dealing_order
from patience_solver.rules.option import Option, OptionValue, option, value_text
from patience_solver.rules.piles import Dealing, Foundations, Tableau
from patience_solver.rules.redeal import Order, Redeal, When

__all__ = [
    "Building",
    "Dealing",
    "Foundations",
    "Game",
    "Option",
    "OptionValue",
    "Order",
    "Pile",
    "Redeal",
    "Rules",
    "Suit",
    "Tableau",
    "Vacancy",
    "When",
    "dealing_order",
    "option",
    "value_text",
]
