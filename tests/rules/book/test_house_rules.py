"""House rules: what an overlay can contain, and how anything else is refused."""

import copy
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.house_rules import WORDS, HouseRulesError, house_rules
from rules.book.reading import read_book

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "pbbl_1_10"

DEFAULTS = {
    "starting_treasury": 1_000_000,
    "mvp": "random",
    "spiralling_breakpoint": 1_500_000,
    "spiralling_step": 200_000,
    "free_fan_factor": False,
    "excluded_inducements": (),
    "permanent_inducements": (),
    "special_play_cards": "off",
    "card_budget": 100_000,
    "star_injuries_waived": True,
    "star_players": (),
    "play_off_inducements": "full",
    "minor_tournament_inducements": "treasury_only",
    "concession_before_kick_off": "winnings_and_mvp",
    "several_teams_per_coach": False,
    "trades": "free",
    "raised_in_match": "as_roster",
    "inducement_time_limit": 4,
}


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA)


def test_without_an_overlay_every_option_has_its_default(book: Book) -> None:
    rules = house_rules(book, {})
    assert dict(rules.values) == {name: option.default for name, option in book.options.items()}
    assert DEFAULTS.items() <= dict(rules.values).items()
    assert rules.changed() == {}
    assert (rules.edition, rules.revision) == ("pbbl-1.10", book.revision)


def test_an_overlay_changes_only_what_it_names(book: Book) -> None:
    rules = house_rules(book, {"mvp": "coach", "spiralling_step": 50_000})
    assert rules.changed() == {"mvp": "coach", "spiralling_step": 50_000}
    assert rules["mvp"] == rules.mvp == "coach"
    assert rules.integer("spiralling_step") == 50_000
    assert rules.flag("star_injuries_waived") is True
    assert rules.choice("special_play_cards") == "off"
    assert rules.choices("excluded_inducements") == ()


def test_setting_an_option_to_its_default_is_not_a_change(book: Book) -> None:
    assert house_rules(book, {"mvp": "random"}) == house_rules(book, {})


def test_rules_are_equal_in_any_order_of_the_options(book: Book) -> None:
    first = house_rules(book, {"excluded_inducements": ["wizard", "star"], "mvp": "coach"})
    second = house_rules(book, {"mvp": "coach", "excluded_inducements": ("star", "wizard")})
    assert first == second and hash(first) == hash(second)
    assert first.choices("excluded_inducements") == ("star", "wizard")
    assert {first: "a key"}[second] == "a key"


def test_json_and_back_gives_the_same_rules(book: Book) -> None:
    rules = house_rules(book, {"excluded_inducements": ["card"], "card_budget": 150_000, "free_fan_factor": True})
    stored = rules.as_json()
    assert stored["excluded_inducements"] == ["card"]
    assert set(stored) == set(book.options)
    assert house_rules(book, stored) == rules


def test_rules_survive_a_copy_and_a_pickle(book: Book) -> None:
    rules = house_rules(book, {"mvp": "coach"})
    assert copy.deepcopy(rules) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_rules_cannot_be_changed(book: Book) -> None:
    rules = house_rules(book, {})
    with pytest.raises(AttributeError):
        rules.values = ()


def test_an_unknown_option_is_refused_with_the_known_ones(book: Book) -> None:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(book, {"mvp_rule": "coach"})
    assert str(caught.value).startswith("mvp_rule: there is no such option; there are ")
    assert all(name in str(caught.value) for name in DEFAULTS)


DEAR = """[[lists]]
name = "Giants"
reroll_cost = 0
[[lists.positions]]
name = "Giant"
maximum = 16
cost = 500_000
profile = { MA = 6, ST = 7, AG = 1, AV = 10 }
normal = ["Strength"]
"""
REFUSED = [
    ("starting_treasury", -10_000, "out_of_bounds", "from 0 to 5000000"),
    ("starting_treasury", 5_010_000, "out_of_bounds", "from 0 to 5000000"),
    ("starting_treasury", 1_005_000, "off_step", "10000"),
    ("starting_treasury", "1000000", "not_integer", "'1000000'"),
    ("starting_treasury", True, "not_integer", "True"),
    ("starting_treasury", 1e6, "not_integer", "1000000.0"),
    ("starting_treasury", None, "not_integer", "None"),
    ("spiralling_step", 0, "out_of_bounds", "from 10000"),
    ("card_budget", 90_000, "out_of_bounds", "from 100000 to 200000"),
    ("card_budget", 210_000, "out_of_bounds", "from 100000 to 200000"),
    ("free_fan_factor", 1, "not_boolean", "true or false, not 1"),
    ("free_fan_factor", "true", "not_boolean", "'true'"),
    ("mvp", "dice", "not_a_choice", "random, coach, random_survivor"),
    ("mvp", False, "not_a_choice", "False"),
    ("mvp", ["coach"], "not_a_choice", "coach"),
    ("special_play_cards", "", "not_a_choice", "off, with, only, budget"),
    ("excluded_inducements", "wizard", "not_choices", "list of any of"),
    ("excluded_inducements", ["wizards"], "not_choices", "wizards"),
    ("excluded_inducements", [["wizard"]], "not_choices", "wizard"),
    ("excluded_inducements", ["wizard", "wizard"], "repeated_choice", "wizard, wizard"),
    ("excluded_inducements", {"wizard": 1}, "not_choices", "wizard"),
    ("star_players", "Old Ironbelly", "not_stars", "at most 100, not 'Old Ironbelly'"),
    ("star_players", [7], "not_stars", "not [7]"),
    ("star_players", ["x"] * 101, "not_stars", "not 101 lines"),
    ("team_lists", "Frogs", "not_lists", "at most 30, not 'Frogs'"),
    ("team_lists", ["Frogs"], "unfit_list", "cannot be read as TOML"),
    ("team_lists", [DEAR], "dear_list", "the cheapest team of Giants costs 5,500,000 gp; a new team of the league has"),
    ("pack", ["Spring Cup"], "not_pack", "must be a pack as text, not ['Spring Cup']"),
    ("pack", "Spring Cup", "unfit_pack", "cannot be read as TOML"),
    ("star_players", ["Old Ironbelly; 100k"], "unfit_line", "Line 1: has 2 of the fields"),
    ("star_players", ["Old Ironbelly; 1; Any; 5 4 3 9; Block"], "unfit_star", "Line 1, price: must be from 1,000"),
]


@pytest.mark.parametrize(("option", "value", "message", "words"), REFUSED)
def test_a_value_that_an_option_does_not_allow_is_refused(
    book: Book, option: str, value: object, message: str, words: str
) -> None:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(book, {option: value})
    (problem,) = caught.value.problems
    assert (problem.option, problem.message) == (option, f"house_rules.{message}")
    assert words in str(problem)
    assert str(caught.value) == f"{option}: {problem}"


def test_all_problems_are_reported_together(book: Book) -> None:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(book, {"mvp": "dice", "nonsense": 1, "card_budget": 0, "free_fan_factor": True})
    assert {problem.option for problem in caught.value.problems} == {"mvp", "nonsense", "card_budget"}


def test_every_bound_is_itself_allowed(book: Book) -> None:
    for option in book.options.values():
        if option.type == "integer":
            assert house_rules(book, {option.name: option.minimum})[option.name] == option.minimum
            assert house_rules(book, {option.name: option.maximum})[option.name] == option.maximum


def test_every_choice_is_allowed(book: Book) -> None:
    for option in book.options.values():
        for value, _ in option.choices:
            given = value if option.type == "choice" else [value]
            assert house_rules(book, {option.name: given}).as_json()[option.name] == given


def test_an_option_is_read_by_its_own_type(book: Book) -> None:
    rules = house_rules(book, {})
    with pytest.raises(TypeError, match="mvp"):
        rules.integer("mvp")
    with pytest.raises(TypeError, match="free_fan_factor"):
        rules.integer("free_fan_factor")
    with pytest.raises(TypeError, match="card_budget"):
        rules.flag("card_budget")
    with pytest.raises(TypeError, match="card_budget"):
        rules.choice("card_budget")
    with pytest.raises(TypeError, match="mvp"):
        rules.choices("mvp")


def test_reading_an_unknown_option_raises_an_error(book: Book) -> None:
    rules = house_rules(book, {})
    with pytest.raises(KeyError, match="no option 'mpv'; it has starting_treasury"):
        rules["mpv"]
    with pytest.raises(AttributeError, match="mpv"):
        rules.mpv  # noqa: B018 - reading it is what is tested


def test_every_message_has_a_text(book: Book) -> None:
    seen = {f"house_rules.{message}" for _, _, message, _ in REFUSED} | {"house_rules.unknown", "house_rules.not_tiers"}
    assert seen == set(WORDS)


def test_a_fixed_value_is_read_like_an_option_but_never_stored(book: Book) -> None:
    options = {name: option for name, option in book.options.items() if name != "mvp"}
    rules = house_rules(replace(book, options=options, settled={"mvp": "coach"}), {"free_fan_factor": True})
    assert rules["mvp"] == rules.choice("mvp") == "coach"
    assert rules.flag("free_fan_factor")
    assert "mvp" not in rules.as_json() and rules.changed() == {"free_fan_factor": True}


def test_a_fixed_value_cannot_be_set(book: Book) -> None:
    options = {name: option for name, option in book.options.items() if name != "mvp"}
    with pytest.raises(HouseRulesError, match="mvp: there is no such option"):
        house_rules(replace(book, options=options, settled={"mvp": "coach"}), {"mvp": "random"})


def test_the_error_lists_all_problems_with_their_options(book: Book) -> None:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(book, {"nonsense": 1, "card_budget": 210_000})
    unknown, bounds = caught.value.problems
    assert str(caught.value) == f"nonsense: {unknown}; card_budget: {bounds}"
    assert "starting_treasury, " in str(unknown)
    assert "210000" in str(bounds)
    with pytest.raises(KeyError, match="it has starting_treasury, "):
        house_rules(book, {})["mpv"]
