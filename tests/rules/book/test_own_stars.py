"""Stars of a league's own: read like the rows of a book, refused with the line and the field, and hired like others."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book.edition import Edition
from rules.book.entered.stars import lines_of
from rules.book.house_rules import HouseRulesError, house_rules
from rules.book.reading import read_book
from rules.book.toml_tables import BookError
from rules.editions import EDITIONS, ruleset
from rules.sheet.match import Terms
from rules.sheet.sheet import Permanent, changed
from rules.team.inducements import Market
from tests.rules.book.edited import edit, folder
from tests.rules.book.own_stars import option_of, profile_text
from tests.rules.build import PBBL, team

__all__ = ["folder"]

LINE = "Old Ironbelly; 220,000; human, Dwarf; 5 4 3 9; block, Loner"
KEPT = "Old Ironbelly; 220000; Dwarf, Human; 5 4 3 9; Block, Loner"


def refused(*lines: str) -> list[str]:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(PBBL.book, {"star_players": list(lines)})
    assert {problem.option for problem in caught.value.problems} == {"star_players"}
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_the_books_whose_teams_hire_stars_let_a_league_enter_its_own(edition: Edition) -> None:
    book = edition.book
    assert bool(option_of(book)) == ("star" in book.inducements)
    assert bool(book.stars) <= bool(option_of(book))


@pytest.mark.parametrize("edition", [each for each in EDITIONS if option_of(each.book)], ids=lambda each: each.key)
def test_a_star_of_the_league_stands_beside_those_of_the_book(edition: Edition) -> None:
    line = f"Ann Other; 100k; any; {profile_text(edition.book)}; -"
    rules = ruleset(edition.key, {option_of(edition.book): (line,)})
    star = rules.book.stars["Ann Other"]
    assert (star.cost, star.page, star.of_league) == (100_000, 0, True)
    assert [*rules.book.stars][:-1] == [*edition.book.stars]
    assert all(each.stars[-1] == "Ann Other" for each in rules.book.lists.values())
    assert "Ann Other" not in edition.book.stars
    assert not any(each.of_league for each in edition.book.stars.values())


@pytest.mark.parametrize("edition", [each for each in EDITIONS if each.book.stars], ids=lambda each: each.key)
def test_a_star_of_the_book_can_have_other_figures_in_a_league(edition: Edition) -> None:
    book = edition.book
    printed = max(book.stars.values(), key=lambda each: len(each.plays_for) + len(each.keywords) + each.cost / 10**7)
    playing = [name for name in book.lists if name in printed.lists]
    teams = "Any" if len(playing) == len(book.lists) else ", ".join(playing)
    rest = f"{teams}; {profile_text(book)}; -"
    rules = ruleset(edition.key, {option_of(book): (f"{printed.name.upper()}; 77k; {rest}",)})
    assert rules.house[option_of(book)] == (f"{printed.name}; 77000; {rest}",)
    assert house_rules(book, rules.house.as_json()) == rules.house
    star = rules.book.stars[printed.name]
    assert (star.cost, star.skills, star.of_league, star.doubt) == (77_000, (), True, "")
    assert (star.keywords, star.plays_for, star.pair) == (printed.keywords, printed.plays_for, printed.pair)
    assert star.special_rule == printed.special_rule
    assert [*rules.book.stars] == [*book.stars]
    assert [name for name, each in rules.book.lists.items() for one in each.stars if one == printed.name] == playing


@pytest.mark.rules("bb2025:P8")
def test_a_star_of_the_book_can_play_for_other_teams_in_a_league() -> None:
    rules = ruleset("bb2025", {"star_players": ["Griff Oberwald; 280k; Orc; 7 4 2+ 3+ 9+; Block; Mega Star, Blitzer"]})
    star = rules.book.stars["Griff Oberwald"]
    assert (star.cost, star.lists, star.plays_for) == (280_000, ("Orc",), ())
    assert star.keywords == ("Mega Star", "Blitzer")
    assert [name for name, each in rules.book.lists.items() if star.name in each.stars] == ["Orc"]


def test_a_line_is_kept_in_one_way_of_writing() -> None:
    rules = house_rules(PBBL.book, {"star_players": [f"  {LINE} "]})
    assert rules["star_players"] == (KEPT,)
    assert rules == house_rules(PBBL.book, {"star_players": (KEPT,)}) == house_rules(PBBL.book, rules.as_json())
    assert rules.as_json()["star_players"] == [KEPT]
    assert rules.changed() == {"star_players": (KEPT,)}


@pytest.mark.parametrize("price", ["220k", "220,000", "220 000 gp", "220.000", "220'000", "220K"])
def test_a_price_is_read_as_people_write_it(price: str) -> None:
    rules = ruleset("pbbl-1.10", {"star_players": [f"A; {price}; Any; 5 4 3 9;"]})
    assert rules.book.stars["A"].cost == 220_000


def test_a_league_without_such_stars_plays_the_book_itself() -> None:
    assert ruleset("pbbl-1.10").book is PBBL.book is ruleset("pbbl-1.10", {"star_players": []}).book


WRONG = [
    ("A; 100k", "Line 1: has 2 of the fields between semicolons; write name; price; teams or Any; MA ST AG AV; skills"),
    ("A; 100k; Any; 5 4 3 9; Block; Troll", "Line 1: has 6 of the fields"),
    ("\x00; 100k; Any; 5 4 3 9; -", "Line 1: holds signs that are no text"),
    ("A; 100k; Any; 5 4 3 9; " + "Block," * 200, "Line 1: has 1223 characters; at most 600 fit"),
    ("!; 100k; Any; 5 4 3 9; -", "Line 1, name: must be a name of 1 to 60 letters, not '!'"),
    ("A; 999; Any; 5 4 3 9; -", "Line 1, price: must be from 1,000 to 5,000,000 gp in whole thousands, not '999'"),
    ("A; 5,001k; Any; 5 4 3 9; -", "Line 1, price: must be from"),
    ("A; 100,500; Any; 5 4 3 9; -", "Line 1, price: must be from"),
    ("A; -5k; Any; 5 4 3 9; -", "Line 1, price: must be from"),
    ("A; \u0663k; Any; 5 4 3 9; -", "Line 1, price: must be from"),
    ("A; 100k; Humans; 5 4 3 9; -", 'Line 1, teams: there is no team list "Humans"; there are 21, such as Human'),
    ("A; 100k; Orc, orc; 5 4 3 9; -", "Line 1, teams: Orc is here twice"),
    ("A; 100k; ; 5 4 3 9; -", "Line 1, teams: name the team lists with commas between them, or Any"),
    ("A; 100k; Any; 5 4 3; -", "Line 1, characteristics: must be 4 numbers (MA ST AG AV), not '5 4 3'"),
    ("A; 100k; Any; 5 4 3 11; -", "Line 1, characteristics: AV must be from 1 to 10, not '11'"),
    ("A; 100k; Any; 5 4 0 9; -", "Line 1, characteristics: AG must be from 1 to 10, not '0'"),
    ("A; 100k; Any; 5 4 x 9; -", "Line 1, characteristics: AG must be from 1 to 10, not 'x'"),
    ("A; 100k; Any; 5 4 3 9; Blok", 'Line 1, skills: there is no skill "Blok"; there are 74, such as Block'),
    ("A; 100k; Any; 5 4 3 9; Block, Block", "Line 1, skills: Block is here twice"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_what_does_not_fit_is_refused_with_its_line_its_field_and_what_would_fit(line: str, message: str) -> None:
    (found,) = refused(line)
    assert found.startswith(message)


def test_everything_wrong_in_all_lines_is_said_at_once() -> None:
    found = refused(LINE, "a; b; Any; 1 2 3; -", "OLD IRONBELLY;1k;Any;5 4 3 9;")
    assert [text.partition(":")[0] for text in found] == ["Line 2, price", "Line 2, characteristics", "Line 3, name"]


def test_a_name_is_taken_only_once_by_the_league() -> None:
    assert refused(LINE, LINE) == ["Line 2, name: Old Ironbelly is in line 1 already"]


@given(text=st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_text_breaks_the_reader(text: str) -> None:
    for line in (text, f"{text}; 1k; {text}; 5 4 3 9; {text}", f"A; {text}; Any; {text}; -"):
        try:
            rules = house_rules(PBBL.book, {"star_players": lines_of(line)})
        except HouseRulesError:
            continue
        assert house_rules(PBBL.book, rules.as_json()) == rules


def test_characteristics_are_typed_as_the_book_writes_them() -> None:
    lower = replace(PBBL.book.profile["AG"], better="lower", shown="{n}+", floor=2, ceiling=6, may_be_missing=True)
    book = replace(PBBL.book, profile={**PBBL.book.profile, "AG": lower})
    for typed, kept in (("3+", "3+"), ("3", "3+"), ("-", "-")):
        rules = house_rules(book, {"star_players": [f"A; 100k; Any; 5 4 {typed} 9; -"]})
        assert rules["star_players"] == (f"A; 100000; Any; 5 4 {kept} 9; -",)
    with pytest.raises(HouseRulesError, match="AG must be from 2 to 6, or -, not '7"):
        house_rules(book, {"star_players": ["A; 100k; Any; 5 4 7+ 9; -"]})


def test_a_book_that_sells_no_stars_cannot_have_such_an_option(folder: Path) -> None:
    edit(folder, "inducements.toml", 'key = "star"', 'key = "celebrity"')
    for _option in ("excluded", "permanent"):
        edit(folder, "options.toml", ' star = "Star player"', ' celebrity = "Star player"')
    with pytest.raises(BookError, match=r"star_players.*needs an inducement with the key .star."):
        read_book(folder)


def test_a_star_on_a_roster_whom_the_league_has_taken_off_its_list_does_not_play() -> None:
    bought = Permanent(inducement="star", star="A", count=1, cost=100_000)
    sheet = changed(team("Human", "11 Lineman"), inducements=(bought,))
    now, then = ruleset("pbbl-1.10"), ruleset("pbbl-1.10", {"star_players": ["A; 100k; Any; 5 4 3 9; -"]})
    assert [item.name for item in Market(ruleset=then, sheet=sheet, terms=Terms(), gold=0).permanent] == ["A"]
    assert Market(ruleset=now, sheet=sheet, terms=Terms(), gold=0).permanent == ()
