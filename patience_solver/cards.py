"""Cards and their text: rank `A 2 … 9 T J Q K`, suit `C D H S`, e.g. `TH` for the ten of hearts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from patience_solver.errors import MalformedText, WrongType, shown

__all__ = ["MOST_CARDS", "RANKS", "RED", "SUITS", "SUIT_NAMES", "Card", "cards_text", "fold", "in_order", "parse_cards"]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RED = "DH"
MOST_CARDS = 104
"""Cards of two packs; no game has more."""


class Card(NamedTuple):
    """One card; two equal cards of a two-pack game are equal.

    Attributes
    ----------
    rank : str
        One of `A 2 3 4 5 6 7 8 9 T J Q K`.
    suit : str
        One of `C D H S`.
    """

    rank: str
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card in any case; `10` is read as `T`.

        Raises
        ------
        MalformedText
            If the text is no card.
        WrongType
            If it is no text.

        Examples
        --------
        >>> Card.parse("10h")
        Card(rank='T', suit='H')
        """
        if not isinstance(text, str):
            raise WrongType.of("a card", text, "its text, e.g. 'TH'")
        card = _CARDS.get(text)
        if card is None and text.isascii():  # other letters may turn into ours: "ſ" is an S in upper case
            folded = text.strip().upper().replace("10", "T")
            card = _CARDS.get(folded)
        if card is None:
            forms = f"a rank ({' '.join(RANKS)}) and a suit ({' '.join(SUITS)})"
            raise MalformedText(f"unknown card {shown(text)}: a card is {forms}, e.g. TH")
        return card

    def __str__(self) -> str:
        return self.rank + self.suit


_CARDS = {rank + suit: Card(rank, suit) for suit in SUITS for rank in RANKS}


def parse_cards(text: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Read cards separated by blanks, or an iterable of cards or their texts.

    Raises
    ------
    MalformedText
        If a word is no card; the message names it and its place, counted from 1.
    WrongType
        If this is neither text nor cards.
    """
    if not isinstance(text, Iterable):
        raise WrongType.of("cards", text, "text such as '4C 9S TH', or an iterable of cards or their texts")
    words = text.split() if isinstance(text, str) else text
    cards: list[Card] = []
    for place, word in enumerate(words, start=1):
        if isinstance(word, Card):
            word = f"{word.rank}{word.suit}"  # a Card built by hand may hold letters that are no card
        elif not isinstance(word, str):
            raise WrongType.of(f"card {place}", word, "its text, e.g. 'TH'")
        try:
            cards.append(Card.parse(word))
        except MalformedText as error:
            raise MalformedText(f"card {place}: {error}") from None
    return tuple(cards)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by suit and rank, as a pack is sorted."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit), RANKS.index(card.rank))))


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards separated by blanks; `parse_cards` reads it back."""
    return " ".join(map(str, cards))


def fold(text: str) -> str:
    """Write text in lower case, to be compared; letters that would turn into ASCII ones (the Kelvin sign) stay."""
    if text.isascii():
        return text.lower()
    return "".join(letter if letter.lower().isascii() and not letter.isascii() else letter.lower() for letter in text)
