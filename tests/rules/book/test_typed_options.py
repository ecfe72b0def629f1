"""House rules as text: what is typed is read as the option's type, and every value is read back from its text."""

import pytest

from rules.book.house_rules import HouseRulesError, house_rules
from rules.book.rows.options import STARS, TIERS
from rules.book.typed_options import read_option, typed_option
from rules.editions import EDITIONS
from tests.rules.book.own_stars import profile_text

OPTIONS = [(edition, option) for edition in EDITIONS for option in edition.book.options.values()]


@pytest.mark.parametrize(("edition", "option"), OPTIONS, ids=lambda each: getattr(each, "name", None))
def test_every_value_that_an_option_can_have_is_read_back_from_its_text(edition, option) -> None:
    if option.type == "integer":
        values = [option.minimum, option.default, option.maximum]
    elif option.type == "boolean":
        values = [False, True]
    elif option.type == STARS:
        line = f"Ann Other; 100000; Any; {profile_text(edition.book)}; -"
        values = [(), (line,), (line, line.replace("Ann", "Bea"))]
    elif option.type == TIERS:
        names = list(edition.book.lists)
        values = [(), (f"{names[0]}; 2",), (f"{names[0]}; 2", f"{names[1]}; 3")]
    else:
        keys = tuple(key for key, _label in option.choices)
        values = [(), keys] if option.type == "choices" else list(keys)
    for value in values:
        assert read_option(option, typed_option(value)) == value
        assert house_rules(edition.book, {option.name: read_option(option, typed_option(value))})[option.name] == value


@pytest.mark.parametrize("text", ["", "x", "1e3", "٣", "--1", "9" * 5000, "1 000", "\x00"])
def test_what_cannot_be_read_is_refused_by_the_rules(text: str) -> None:
    book = EDITIONS[0].book
    for name in ("starting_treasury", "free_fan_factor", "mvp", "excluded_inducements"):
        value = read_option(book.options[name], text)
        if name == "excluded_inducements" and not text:
            continue
        with pytest.raises(HouseRulesError):
            house_rules(book, {name: value})
