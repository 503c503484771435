"""A game as one declaration: `Rules` with options in it, under a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any

from patience_solver.cards import RANKS, SUITS, Card
from patience_solver.errors import BadDeclaration
from patience_solver.rules.checks import check_rules
from patience_solver.rules.fields import an_instance, check_fields, maybe, one_of, text, tuple_of, whole
from patience_solver.rules.layout import Pile, layout
from patience_solver.rules.option import Option, OptionValue, choices_in, options_in, read_options, settle
from patience_solver.rules.pairs import Grid, Pairs
from patience_solver.rules.piles import ANY_SUIT, Dealing, Foundations, Reserve, Role, Tableau
from patience_solver.rules.redeal import Order, Redeal
from patience_solver.rules.stock import Stock
from patience_solver.rules.throwing import Throwing

__all__ = ["Game", "Rules", "remove_bases"]

MOST_PACKS = 2
"""More packs are not supported: of equal cards of a reshuffle list one is marked, which speaks of two."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What is played, as data: no behaviour but what follows from the fields at once.

    Attributes
    ----------
    foundations : tuple of Foundations
        The blocks of piles to be filled; the game is won when they hold all cards.
    tableau : tuple of Tableau
        The blocks of piles in layout order.
    reserve : Reserve or None
        Places for single cards.
    stock : Stock or None
        What becomes of the cards that are not dealt.
    redeal : Redeal or None
        How the tableau may be dealt again.
    throwing : Throwing or None
        Which cards leave the tableau by themselves.
    grid : Grid or None
        Cells for single cards, filled from the stock.
    pairs : Pairs or None
        Which two cards of the grid are removed together; the game is won when all are.
    dealing : Dealing
        How the pack, as it is written, comes to the piles.
    random_dealing : Dealing or None
        How a shuffled pack comes to the piles, where that differs from how it is written.
    packs : int
        Packs of cards in play.
    ranks : str
        Ranks of the pack, ascending; short packs leave some out.
    """

    foundations: tuple[Foundations, ...] = (Foundations(),)
    tableau: tuple[Tableau, ...] = ()
    reserve: Reserve | None = None
    stock: Stock | None = None
    redeal: Redeal | None = None
    throwing: Throwing | None = None
    grid: Grid | None = None
    pairs: Pairs | None = None
    dealing: Dealing = Dealing.PILE_BY_PILE
    random_dealing: Dealing | None = None
    packs: int = 1
    ranks: str = RANKS

    def __post_init__(self) -> None:
        check_fields(
            self,
            foundations=tuple_of(an_instance(Foundations)),
            tableau=tuple_of(an_instance(Tableau)),
            reserve=maybe(an_instance(Reserve)),
            stock=maybe(an_instance(Stock)),
            redeal=maybe(an_instance(Redeal)),
            throwing=maybe(an_instance(Throwing)),
            grid=maybe(an_instance(Grid)),
            pairs=maybe(an_instance(Pairs)),
            dealing=one_of(Dealing),
            random_dealing=maybe(one_of(Dealing)),
            packs=whole(1, MOST_PACKS),
            ranks=text,
        )
        if next(options_in(self), None) is None:  # what options leave open is checked when they are settled
            check_rules(self)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[dict[str, Any]]]:
        """Pickle the fields alone: what is computed from them, the hash above all, holds in one process only."""
        return _restored, ({field.name: getattr(self, field.name) for field in fields(self)},)

    @cached_property
    def _hash(self) -> int:
        """The hash of all fields, computed once: what follows from rules is kept in caches by rules."""
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """Every card in play, by suit and rank; each as often as there are packs."""
        return tuple(Card(rank, suit) for suit in SUITS for rank in self.ranks for _ in range(self.packs))

    @cached_property
    def layout(self) -> tuple[Pile, ...]:
        """All piles: the tableau as declared, the reserve or grid, talon and stock, then the foundations."""
        piles = layout(self.foundations, self.tableau, self.reserve, self.stock, self.ranks, self.grid)
        return piles if self.throwing is None else (*piles, Pile("thrown out", Role.FOUNDATION))

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each pile in the layout; of several of one name the first."""
        return {pile.name: place for place, pile in reversed(list(enumerate(self.layout)))}

    @cached_property
    def open(self) -> tuple[int, ...]:
        """The places that take cards at any time: the tableau, and foundations that are not opened in order."""
        roles = (Role.TABLEAU, Role.FOUNDATION)
        layout = enumerate(self.layout)
        return tuple(place for place, pile in layout if pile.role in roles and place not in self.in_order)

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """The places whose top cards may be moved to foundations or the tableau, at least at some time."""
        is_turned = self.stock is None or self.stock.turned
        roles = (Role.TABLEAU, Role.RESERVE, Role.TALON, *(() if is_turned else (Role.STOCK,)))
        return tuple(place for place, pile in enumerate(self.layout) if pile.role in roles)

    @cached_property
    def in_order(self) -> tuple[int, ...]:
        """The places of the foundations that take cards one after the other."""
        layout = enumerate(self.layout)
        return tuple(place for place, pile in layout if pile.foundations is not None and pile.foundations.in_order)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Names of the moves that are not of one card between two piles: `turn` or `deal`, and `redeal`."""
        if self.stock is not None and self.stock.turned:
            return ("deal" if self.fills_piles else "turn", "redeal")
        return ("redeal",) if self.redeal is not None else ()

    @cached_property
    def fills_piles(self) -> bool:
        """Whether a deal from the stock fills short piles up."""
        return any(block.filled_up_to for block in self.tableau)

    @cached_property
    def bases(self) -> tuple[str, ...]:
        """The bases laid on foundations before the deal, in layout order; `A*` is an ace of any suit."""
        return tuple(base for block in self.foundations if block.bases_set_out for base in block.bases)

    @cached_property
    def bases_dealt(self) -> int:
        """How many foundations get their base from the deal: all of such a block, but one that waits for the leading
        place of the reserve."""
        dealt = sum(not base for block in self.foundations for base in block.bases)
        return dealt - 1 if dealt and self.reserve is not None and self.reserve.leading else dealt

    @cached_property
    def dealt(self) -> tuple[Card, ...]:
        """Every card but the bases set out, by suit and rank; the suit of a base of any suit is that of the first."""
        return remove_bases(self.pack, self.bases)[1]

    @cached_property
    def redeals(self) -> int:
        """How many redeals there are, of the tableau or of the talon; -1 if not even one pass is left."""
        if self.redeal is not None:
            return self.redeal.times
        if self.stock is not None:
            redeals = self.stock.redeals if self.stock.passes is None else self.stock.passes - 1
            return redeals - (1 if self.stock.setting_up_counts and self.bases else 0)
        return 0

    @cached_property
    def exchanges(self) -> int:
        """How often two cards of the grid may change places with two others."""
        return self.pairs.exchanges if self.pairs is not None else 0

    @cached_property
    def redeal_order(self) -> Order:
        """Whether cards dealt again keep their order."""
        source = self.redeal or self.stock
        return source.order if source is not None else Order.KEEP

    @cached_property
    def reshuffles(self) -> int:
        """How many reshuffle lists a deal needs: one for each shuffled redeal."""
        return max(self.redeals, 0) if self.redeal_order is Order.SHUFFLE else 0


@lru_cache(maxsize=256)
def _kept(rules: Rules) -> Rules:
    """Return the first of equal rules, so that what is computed from rules is computed once."""
    return rules


def _restored(values: dict[str, Any]) -> Rules:
    """Return the rules that were pickled or copied."""
    rules = Rules(**values)
    try:
        return _kept(rules)
    except TypeError:  # with options in them rules have no hash
        return rules


def remove_bases(pack: Iterable[Card], bases: Iterable[str]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Take the first card found of each base out of a pack.

    Parameters
    ----------
    pack : iterable of Card
        The cards in order.
    bases : iterable of str
        The bases, as `Rules.bases` gives them.

    Returns
    -------
    tuple of (tuple of Card, tuple of Card)
        The bases found, in the order of `bases`, and the other cards in their order.
    """
    rest = list(pack)
    found = []
    for base in bases:
        rank, suit = base[0], base[1]
        card = next((card for card in rest if card[0] == rank and (suit == card[1] or suit == ANY_SUIT)), None)
        if card is not None:
            found.append(card)
            rest.remove(card)
    return tuple(found), tuple(rest)


@dataclass(frozen=True, kw_only=True)
class Game:
    """A named game: rules with options in them, their defaults, and where they come from.

    Games are equal if all that is declared is equal, name and title included.

    Attributes
    ----------
    name : str
        Canonical name, lower case with hyphens.
    title : str
        English title.
    source : str
        The text that the rules are read from.
    declaration : Rules
        The rules, with `Option` objects in place of what an option settles.
    original_title : str
        Title in the source text.
    aliases : tuple of str
        Other names.
    defaults : mapping
        Defaults that differ from the ones written at the options (a relative's own).
    """

    name: str
    title: str
    source: str
    declaration: Rules
    original_title: str = ""
    aliases: tuple[str, ...] = ()
    defaults: Mapping[str, OptionValue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fields(
            self,
            name=text,
            title=text,
            source=text,
            declaration=an_instance(Rules),
            original_title=text,
            aliases=tuple_of(text),
            defaults=an_instance(Mapping),
        )
        for name, value in self.defaults.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadDeclaration(f"defaults: {name!r}: the declaration has no such option (its options: {known})")
            self.options[name].read(value)
        self.rules(self.read_options({}))  # checks them with every option at its default

    def __hash__(self) -> int:
        return hash(self.name)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields alone, not what is computed from them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def options(self) -> dict[str, Option]:
        """The game's options by name, each with this game's own default."""
        found: dict[str, Option] = {}
        for option in options_in(self.declaration):  # one that stands in several places is described at the first
            found.setdefault(option.name, replace(option, default=self.defaults.get(option.name, option.default)))
        return found

    def read_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Complete and check options; raises `UnsupportedOption`."""
        return read_options(self.name, self.options, self.defaults, given)

    @cached_property
    def _settled(self) -> dict[tuple[tuple[str, OptionValue], ...], Rules]:
        return {}

    def rules(self, options: Mapping[str, object] | None = None) -> Rules:
        """Return the rules with every option settled; options that are left out have their defaults.

        Raises
        ------
        UnsupportedOption
            For an option that the game does not have, or a value that it does not take.
        """
        settled = self.read_options({} if options is None else options)
        key = tuple(settled.items())
        if key not in self._settled:  # one object for each set of options: what is computed from it is computed once
            self._settled[key] = settle(self.declaration, settled)
        return self._settled[key]

    def options_of(self, rules: Rules) -> dict[str, OptionValue] | None:
        """Return the options under which this game has these rules, defaults where several do; `None` if none do."""
        choices = choices_in(self.declaration, rules)
        if choices is None:
            return None
        options = {name: option.default for name, option in self.options.items()}
        for name, values in choices.items():
            if options[name] not in values:
                options[name] = values[0]
        return options if self.rules(options) == rules else None

    def patch(
        self,
        *,
        name: str,
        title: str | None = None,
        source: str | None = None,
        original_title: str = "",
        aliases: tuple[str, ...] = (),
        defaults: Mapping[str, OptionValue] | None = None,
        **changes: Any,
    ) -> Game:
        """Declare a relative: this game with other defaults and some parts of its `Rules` exchanged.

        Parameters
        ----------
        name, title, source, original_title, aliases
            The relative's own; `title` and `source` as in the parent where left out.
        defaults : mapping, optional
            Defaults that differ from the parent's.
        **changes
            Fields of `Rules` and what stands there instead.
        """
        declaration = replace(self.declaration, **changes)
        left = {option.name for option in options_in(declaration)}  # a change may take an option away
        inherited = {name: value for name, value in self.defaults.items() if name in left}
        return Game(
            name=name,
            title=self.title if title is None else title,
            source=self.source if source is None else source,
            original_title=original_title,
            aliases=aliases,
            declaration=declaration,
            defaults={**inherited, **(defaults or {})},
        )
