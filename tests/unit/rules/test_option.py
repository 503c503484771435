from __future__ import annotations

import pytest

from patience_solver import GAMES, UnsupportedOption
from patience_solver.rules import Option, Order, When, value_text

FLAG = Option("wrap", False, {False: "line", True: "circle"})
NAME = Option("lane", "any", {"any": 1, "king": 2, "none": 3})
NUMBER = Option("redeals", 2, at_least=1)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (FLAG, True, True),
        (FLAG, "yes", True),
        (FLAG, "NO", False),
        (FLAG, "True", True),
        (FLAG, "false", False),
        (NAME, "king", "king"),
        (NAME, " King ", "king"),
        (NUMBER, 1, 1),
        (NUMBER, "3", 3),
        (NUMBER, 200, 200),
    ],
)
def test_values_and_their_text(option: Option, given: object, value: object) -> None:
    read = option.read(given)
    assert read == value
    assert type(read) is type(value)
    assert option.read(value_text(read)) == value


@pytest.mark.parametrize(
    ("option", "given", "allowed"),
    [
        (FLAG, 1, "no, yes"),
        (FLAG, 0, "no, yes"),
        (FLAG, "maybe", "no, yes"),
        (FLAG, None, "no, yes"),
        (NAME, "queen", "any, king, none"),
        (NAME, "", "any, king, none"),
        (NAME, True, "any, king, none"),
        (NAME, None, "any, king, none"),
        (NUMBER, 0, "a whole number from 1 to 200"),
        (NUMBER, -1, "a whole number from 1 to 200"),
        (NUMBER, "-1", "a whole number from 1 to 200"),
        (NUMBER, "two", "a whole number from 1 to 200"),
        (NUMBER, "²", "a whole number from 1 to 200"),
        (NUMBER, 1.0, "a whole number from 1 to 200"),
        (NUMBER, True, "a whole number from 1 to 200"),
    ],
)
def test_bad_values_are_named_with_what_is_allowed(option: Option, given: object, allowed: str) -> None:
    with pytest.raises(UnsupportedOption) as caught:
        option.read(given)
    assert str(caught.value) == f"option {option.name}: {given!r} is not allowed; it takes {allowed}"


@pytest.mark.parametrize(("option", "name"), [(FLAG, "boolean"), (NAME, "name"), (NUMBER, "integer")])
def test_type_names(option: Option, name: str) -> None:
    assert option.type_name == name


def test_unknown_option_is_named_with_a_near_one() -> None:
    with pytest.raises(UnsupportedOption, match=r"fortress has no option 'lanes'; did you mean lane\? .*wrap, lane"):
        GAMES["fortress"].read_options({"lanes": "any"})
    with pytest.raises(UnsupportedOption, match=r"fan has no option 'redeals' \(its options: none\)"):
        GAMES["fan"].read_options({"redeals": 1})


def test_options_are_completed_in_the_order_of_the_declaration() -> None:
    trefoil = GAMES["trefoil"]
    assert trefoil.read_options({"reshuffle": "SHUFFLE"}) == {
        "redeals": 2,
        "redeal_when": "stuck",
        "reshuffle": "shuffle",
    }
    assert list(trefoil.read_options({"reshuffle": "keep", "redeals": 0})) == ["redeals", "redeal_when", "reshuffle"]


def test_settled_rules_hold_no_option() -> None:
    trefoil = GAMES["trefoil"]
    redeal = trefoil.rules(trefoil.read_options({"redeals": 5, "redeal_when": "any"})).redeal
    assert redeal is not None
    assert (redeal.times, redeal.when, redeal.order, redeal.packet) == (5, When.ANY, Order.KEEP, 3)
