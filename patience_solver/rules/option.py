"""Options: the places in a declaration where the rules can be read in more than one way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from typing import Any, TypeAlias

from patience_solver.cards import fold
from patience_solver.errors import UnsupportedOption, WrongType, shown
from patience_solver.rules.values import as_truth, as_whole

__all__ = ["Option", "OptionValue", "choices_in", "option", "options_in", "read_options", "settle", "value_text"]

OptionValue: TypeAlias = bool | int | str


@dataclass(frozen=True)
class Option:
    """A named choice that stands in a declaration in place of the thing chosen.

    Attributes
    ----------
    name : str
        Name on the command line and in Python.
    default : bool, int or str
        Value where none is given.
    meanings : mapping or None
        For a choice among named values: value -> what then stands in the declaration.  `None` for a number, which
        stands for itself.
    at_least, at_most : int
        Smallest and largest number allowed (numbers only).  More redeals or passes than the largest are of no use to
        anybody, and a search could not tell them apart.
    summary : str
        What the option settles, in one sentence.
    source : str
        Where the default and the other readings come from.
    """

    name: str
    default: OptionValue
    meanings: Mapping[OptionValue, object] | None = None
    at_least: int = 0
    summary: str = ""
    source: str = ""
    at_most: int = 200

    @property
    def type_name(self) -> str:
        """`"boolean"`, `"integer"` or `"name"`."""
        if isinstance(self.default, bool):
            return "boolean"
        return "integer" if isinstance(self.default, int) else "name"

    @property
    def allowed(self) -> str:
        """The allowed values in words, as error messages show them."""
        if self.meanings is None:
            return f"a whole number from {self.at_least} to {self.at_most}"
        return ", ".join(value_text(value) for value in self.meanings)

    def read(self, value: object) -> OptionValue:
        """Turn a Python value, or its text, into a value of this option.

        Raises
        ------
        UnsupportedOption
            If the option does not take it; the message lists what it takes.
        """
        if isinstance(value, str):
            folded = fold(value.strip())
            for candidate in self.meanings or ():
                if folded == value_text(candidate):
                    return candidate
            if self.meanings is not None and self.type_name == "boolean" and folded in ("true", "false"):
                return folded == "true"
            if self.meanings is None and folded.isascii() and folded.isdigit() and len(folded) < 10:
                value = int(folded)
        truth, whole = as_truth(value), as_whole(value)
        if self.meanings is None:
            if whole is not None and self.at_least <= whole <= self.at_most:
                return whole
        else:
            plain = value if truth is None and whole is None else truth if whole is None else whole
            for candidate in self.meanings:
                if type(candidate) is type(plain) and candidate == plain:
                    return candidate
        raise UnsupportedOption(f"option {self.name}: {shown(value)} is not allowed; it takes {self.allowed}")


def option(
    name: str,
    default: OptionValue,
    meanings: Mapping[Any, object] | None = None,
    *,
    at_least: int = 0,
    summary: str = "",
    source: str = "",
) -> Any:
    """Put an `Option` where a declaration leaves a choice (typed `Any`, since it stands for what it settles)."""
    return Option(name, default, meanings, at_least, summary, source)


def value_text(value: OptionValue) -> str:
    """Write an option's value as the command line takes it (`yes`/`no` for booleans)."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).lower()


def options_in(part: object) -> Iterator[Option]:
    """Yield every option in a declaration, in the order in which it stands there."""
    if isinstance(part, Option):
        yield part
        for meaning in (part.meanings or {}).values():
            yield from options_in(meaning)
    elif is_dataclass(part):
        for field in fields(part):
            yield from options_in(getattr(part, field.name))
    elif isinstance(part, tuple):
        for item in part:
            yield from options_in(item)


def settle(part: Any, values: Mapping[str, OptionValue]) -> Any:
    """Return the declaration with every option replaced by what its value means."""
    if isinstance(part, Option):
        value = values[part.name]
        return value if part.meanings is None else settle(part.meanings[value], values)
    if is_dataclass(part) and not isinstance(part, type):
        changes = {field.name: settle(getattr(part, field.name), values) for field in fields(part)}
        return replace(part, **changes)
    if isinstance(part, tuple) and type(part) is tuple:
        return tuple(settle(item, values) for item in part)
    return part


def choices_in(part: Any, settled: object) -> dict[str, list[OptionValue]] | None:
    """Return the values of each option under which a declaration may have been settled to this; `None` if none can.

    An option that is not there after settling, since it stands in another one's meaning, may be left out.
    """
    if isinstance(part, Option):
        if part.meanings is None:
            whole = as_whole(settled)
            return None if whole is None or not part.at_least <= whole <= part.at_most else {part.name: [whole]}
        within = {value: choices_in(meaning, settled) for value, meaning in part.meanings.items()}
        fitting = {value: choices for value, choices in within.items() if choices is not None}
        further = next(iter(fitting.values()), {}) if len(fitting) == 1 else {}
        return {part.name: list(fitting), **further} if fitting else None
    if is_dataclass(part) and not isinstance(part, type):
        if type(part) is not type(settled):
            return None
        names = [field.name for field in fields(part)]
        return _all_of((getattr(part, name), getattr(settled, name)) for name in names)
    if type(part) is tuple and type(settled) is tuple:
        return _all_of(zip(part, settled, strict=True)) if len(part) == len(settled) else None
    return {} if type(part) is type(settled) and part == settled else None


def _all_of(pairs: Iterable[tuple[Any, object]]) -> dict[str, list[OptionValue]] | None:
    """Return the values that fit all these parts of a declaration."""
    found: dict[str, list[OptionValue]] = {}
    for part, settled in pairs:
        choices = choices_in(part, settled)
        if choices is None:
            return None
        for name, values in choices.items():
            found[name] = [value for value in found.get(name, values) if value in values]
            if not found[name]:
                return None
    return found


def read_options(
    game: str, declared: Mapping[str, Option], defaults: Mapping[str, OptionValue], given: Mapping[str, object]
) -> dict[str, OptionValue]:
    """Complete the options given by the defaults, and check them.

    Raises
    ------
    UnsupportedOption
        For an unknown option (with suggestions) or a value that the option does not take.
    WrongType
        If this is no mapping.
    """
    if not isinstance(given, Mapping):
        raise WrongType.of(f"options of {game}", given, "a mapping from names to values")
    for name in given:
        if name not in declared:
            near = get_close_matches(str(name), declared, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            known = ", ".join(declared) if declared else "none"
            raise UnsupportedOption(f"{game} has no option {name!r}{hint} (its options: {known})")
    return {
        name: declared[name].read(given[name]) if name in given else defaults.get(name, declared[name].default)
        for name in declared
    }
