"""Team lists of a league's own: read like the lists of a book, refused with the line and the field, kept in one way."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book.edition import Edition
from rules.book.house_rules import HouseRulesError, house_rules
from rules.book.typed_options import read_option, typed_option
from rules.editions import EDITIONS, ruleset
from rules.team.beginning import begin
from rules.team.drafting import draft
from tests.rules.book.own_lists import FROGS, list_like, lists_option
from tests.rules.build import PBBL

OPTION = PBBL.book.options["team_lists"]


def refused(text: str) -> list[str]:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(PBBL.book, {"team_lists": [text]})
    assert {problem.option for problem in caught.value.problems} == {"team_lists"}
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_every_list_of_every_book_can_be_entered_under_another_name(edition: Edition) -> None:
    book, option = edition.book, lists_option(edition.book)
    texts = tuple(list_like(book, f"Own {name}", name) for name in [*book.lists][:6])
    rules = ruleset(edition.key, {option: texts})
    assert rules.house[option] == texts
    for name in [*book.lists][:6]:
        own, printed = rules.book.lists[f"Own {name}"], book.lists[name]
        assert own.of_league
        assert not printed.of_league
        assert [each.profile for each in own.positions] == [each.profile for each in printed.positions]
        assert own.name in rules.open_lists
        assert all(own.name in rules.book.stars[star].lists for star in own.stars)
    assert edition.book.lists.keys() == book.lists.keys()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_a_legal_team_of_an_own_list_can_be_drafted(edition: Edition) -> None:
    rules = ruleset(edition.key, {lists_option(edition.book): (list_like(edition.book, "Frogs"),)})
    assert begin(rules, draft(random.Random(1), rules, "Frogs")).refused is None


@pytest.mark.parametrize(("edition", "most"), [("bb2020", 3), ("bb2025", 6)])
def test_a_list_with_the_special_rule_pays_what_the_lists_of_the_book_with_it_pay(edition: str, most: int) -> None:
    book = ruleset(edition).book
    texts = (list_like(book, "Gits", "Goblin"), list_like(book, "Knights", "Human"))
    bribe = ruleset(edition, {lists_option(book): texts}).book.inducements["bribe"]
    prices = dict(bribe.prices_by_list)
    assert (prices["Gits"], bribe.most_for("Gits")) == (50_000, most)
    assert ("Knights" in prices, bribe.most_for("Knights")) == (False, 3)


def test_a_text_is_kept_in_one_way_of_writing() -> None:
    typed = FROGS.replace('"Loner", "Mighty Blow"', '"mighty blow", "LONER"').replace("minimum = 0\n", "")
    typed = typed.replace("AG = 3, AV = 7", 'AV = "7", AG = 3').replace("\n", "\r\n")
    rules = house_rules(PBBL.book, {"team_lists": [typed]})
    assert rules["team_lists"] == (FROGS.replace('"Loner", "Mighty Blow"', '"Mighty Blow", "Loner"'),)
    assert rules == house_rules(PBBL.book, rules.as_json())


def test_texts_with_several_lists_become_one_text_for_each_and_go_into_addresses() -> None:
    both = f"{FROGS}\n\n{FROGS.replace('Frogs', 'Newts')}"
    rules = house_rules(PBBL.book, {"team_lists": [both]})
    assert [text.splitlines()[1] for text in rules["team_lists"]] == ['name = "Frogs"', 'name = "Newts"']
    again = house_rules(PBBL.book, {"team_lists": read_option(OPTION, typed_option(rules["team_lists"]))})
    assert again == rules


def test_a_star_of_the_league_can_play_for_a_list_of_the_league() -> None:
    rules = ruleset("pbbl-1.10", {"team_lists": [FROGS], "star_players": ["Ann; 100k; Frogs; 5 4 3 9; -"]})
    assert rules.book.lists["Frogs"].stars == ("Morg 'n' Thorg", "Ann")
    assert ruleset("pbbl-1.10", rules.house.as_json()).book is rules.book


def test_a_closed_list_stays_for_its_teams_only() -> None:
    rules = ruleset("pbbl-1.10", {"team_lists": [FROGS.replace("apothecary", "closed = true\napothecary")]})
    assert "Frogs" in rules.book.lists
    assert "Frogs" not in rules.open_lists


WRONG = [
    ("x = ", "cannot be read as TOML (Invalid value (at end of document))"),
    ("x = " + "[" * 9_000, "cannot be read as TOML ("),
    ("x = 1", "write [[lists]] above each team list"),
    (FROGS.replace("60_000", "9" * 9_000), "cannot be read as TOML (Exceeds the limit"),
    (
        FROGS.replace("60_000", "9" * 400),
        "Line 3, Frogs, reroll_cost: must be 0, or from 1,000 to 1,000,000 gp in whole",
    ),
    (FROGS.replace("60_000", "nan"), "Line 3, Frogs, reroll_cost: must be a whole number, not nan"),
    (FROGS.replace("reroll_cost", "reroll_cst"), 'Line 3, Frogs, reroll_cst: unknown key; did you mean "reroll_cost"?'),
    (FROGS.replace("Frogs", "human"), "Line 2, human, name: human is there already"),
    (FROGS.replace("Frogs", "Any"), "Line 2, Any, name: Any is there already"),
    (FROGS.replace("Frogs", "Frogs, Newts"), "Line 2, Frogs, Newts, name: must be a name of 1 to 60 letters, without"),
    (FROGS.replace("Frogs", "x" * 61), f"Line 2, {'x' * 60}, name: must be a name of 1 to 60 letters"),
    (FROGS.replace("Frogs", "Fr\\u202eogs"), "Line 2, Fr\u202eogs, name: holds signs or spaces"),
    (FROGS.replace("Toad", "jumper"), "Line 20, Frogs / jumper, name: jumper is there already"),
    (
        FROGS.replace('"lizardman"', '"frogs"'),
        'Line 7, Frogs, people: there is no people whose names are known "frogs"',
    ),
    (FROGS.replace("Morg", "Morgan"), "Line 6, Frogs, stars: there is no star player \"Morgan 'n' Thorg\""),
    (FROGS.replace("Leap", "Leep"), 'Line 14, Frogs / Jumper, skills: there is no skill "Leep"; there are 74, such as'),
    (
        FROGS.replace('"Agility", "Str', '"Agile", "Str'),
        "Line 15, Frogs / Jumper, normal or double: there is no skill cat",
    ),
    (FROGS.replace("ST = 5", "ST = 50"), "Line 23, Frogs / Toad, profile: ST must be from 1 to 10, not '50'"),
    (FROGS.replace("ST = 5, ", ""), "Line 23, Frogs / Toad, profile: ST is missing; write MA ST AG AV"),
    (FROGS.replace("ST = 5", "ST = 5, PA = 3"), "Line 23, Frogs / Toad, profile: unknown key"),
    (FROGS.replace("cost = 140_000", "cost = 140_500"), "Line 27, Frogs / Toad, cost: must be 0, or from 1,000"),
    (FROGS.replace("cost = 140_000", ""), "Line 19, Frogs / Toad, cost: missing key"),
    (
        FROGS.replace("maximum = 16", "maximum = 4"),
        "Line 9, Frogs, positions: have room for 5 players together, not for",
    ),
    (
        FROGS.replace("minimum = 0\nmaximum = 1\n", "minimum = 2\nmaximum = 1\n"),
        "Line 22, Frogs / Toad, maximum: 2-1 is",
    ),
    (FROGS.split("\n\n")[0], "Line 1, Frogs, positions: write [[lists.positions]] above each position"),
    ("#" * 60_001, "has 60001 characters; at most 60,000 fit"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_does_not_fit_is_refused_with_its_line_its_field_and_what_would_fit(text: str, message: str) -> None:
    assert any(found.startswith(message) for found in refused(text)), refused(text)


def test_limits_that_allow_no_team_of_eleven_are_refused() -> None:
    small = FROGS.replace("apothecary", "maximum_players = 9\nminimum_players = 11\napothecary")
    assert "Line 6, Frogs, minimum_players: 11 to 9 players are no size of a team" in refused(small)
    together = 'together = [{ one = "frog", many = "frogs", positions = ["Jumper", "Toad"], maximum = 10 }]\n'
    (found,) = refused(FROGS.replace("apothecary", f"{together}apothecary"))
    assert found.endswith("the limits allow 10 players together; a team needs 11")
    many = FROGS.replace("minimum = 0\nmaximum = 16", "minimum = 17\nmaximum = 17")
    assert any("the positions need 17 players together; a team has at most 16" in each for each in refused(many))


def test_everything_wrong_in_all_lists_is_said_at_once() -> None:
    found = refused(FROGS.replace("Leap", "Leep").replace("ST = 5", "ST = 0") + "\n" + FROGS.replace("lizardman", "x"))
    assert [each.partition(":")[0] for each in found] == [
        "Line 14, Frogs / Jumper, skills",
        "Line 23, Frogs / Toad, profile",
        "Line 34, Frogs, people",
    ]


@given(text=st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_the_reader(text: str) -> None:
    for typed in (text, FROGS.replace("Frogs", text), FROGS.replace("Leap", text), FROGS.replace("50_000", text)):
        try:
            rules = house_rules(PBBL.book, {"team_lists": [typed]})
        except HouseRulesError:
            continue
        assert house_rules(PBBL.book, rules.as_json()) == rules
