"""What is wrong in what commissioners enter is a text with gaps, which pages can say in another language."""

import pickle
import re
from pathlib import Path
from string import Formatter

import pytest

from rules.book.entered.fault_words import FAULTS, THINGS
from rules.book.entered.faults import Fault, fault, say_fault
from rules.book.house_rules import WORDS, HouseRulesError, house_rules
from rules.editions import edition
from tests.rules.book.own_lists import FROGS, list_like, lists_option
from tests.rules.book.own_packs import CUP
from tests.rules.build import PBBL

RULES = Path(__file__).resolve().parents[3] / "rules"
KNOWN = {*FAULTS.values(), *THINGS, *WORDS.values()}

ENTERED = [
    ("team_lists", [FROGS.replace("Leap", "Leep").replace("ST = 5", "ST = 50")]),
    ("team_lists", [FROGS.replace("60_000", '"dear"').replace("cost = 140_000", "")]),
    ("team_lists", [FROGS.replace("reroll_cost", "reroll_cst")]),
    ("team_lists", [FROGS.replace("true", '"yes"', 1)]),
    ("team_lists", ["x = " + "[" * 9_000]),
    ("team_lists", 5),
    ("star_players", ["A; 999; Humans; 5 4 3 11; Blok", "A; 1k"]),
    ("star_players", ["A; 1k; Any; 5 4 3 9; -"] * 200),
    ("pack", CUP.replace("same_skill", "same_skil")),
    ("pack", CUP.replace("[[tiers]]", "[[tiers]]\ntier = 1")),
    ("pack", CUP.replace("primary = 4", 'primary = "four"')),
    ("starting_treasury", 5),
]


@pytest.mark.parametrize(("option", "value"), ENTERED)
def test_every_text_of_a_problem_is_a_known_one_and_is_translated(option: str, value: object) -> None:
    asked: list[str] = []

    def translate(text: str) -> str:
        asked.append(text)
        return f"<{text}>"

    with pytest.raises(HouseRulesError) as caught:
        house_rules(PBBL.book, {option: value})
    for problem in caught.value.problems:
        said = problem.say(translate)
        assert said.replace("<", "").replace(">", "") == str(problem)
        assert all(isinstance(value, Fault) for name, value in problem.args if name == "problem")
    assert asked and set(asked) <= KNOWN


def test_a_list_of_the_first_edition_whose_squad_does_not_fit_is_told_in_the_same_way() -> None:
    book = edition("first-1986").book
    text = list_like(book, "Frogs").replace("people", 'squad = { apart = ["Newt"] }\npeople')
    with pytest.raises(HouseRulesError) as caught:
        house_rules(book, {lists_option(book): [text]})
    assert "DIE LISTE HAT KEIN Newt" in "".join(
        each.say(lambda told: "DIE LISTE HAT KEIN {names}" if told.startswith("the list has no") else told)
        for each in caught.value.problems
    )


def test_what_fills_a_gap_is_said_in_the_same_language_and_cut_there() -> None:
    german = {
        "must be {wanted:text}, not {found}": "muss {wanted:text} sein, nicht {found}",
        "a whole number": "eine Zahl",
        "a list": "eine Liste",
        " or ": " oder ",
    }
    told = fault("wrong_type", wanted=("a whole number", "a list"), found=fault("a_list"))
    assert told == "must be a whole number or a list, not a list"
    assert told.say(german.__getitem__) == "muss eine Zahl oder eine Liste sein, nicht eine Liste"
    assert told.cut(9) == "must be a" and told.cut(9).say(german.__getitem__) == "muss eine"
    assert say_fault("a book's own", str.upper) == "a book's own"
    assert pickle.loads(pickle.dumps(told)).say(german.__getitem__) == told.say(german.__getitem__)


def test_every_text_is_used_and_every_used_one_is_there() -> None:
    source = "".join(path.read_text() for path in RULES.rglob("*.py") if path.name != "fault_words.py")
    used = set(re.findall(r"""\bfault\(\s*"([\w.]+)\"""", source))
    others = {"or", "star.format", "star.format_with_kind"} | {id for id in FAULTS if id.startswith("pack.no_row")}
    assert used - set(FAULTS) == set() and set(FAULTS) - used == others
    assert all(list(Formatter().parse(text)) for text in FAULTS.values())
    whats = {*re.findall(r'named\([^\n]*"([\w ]+)"\)$', source, re.MULTILINE)}
    assert whats <= set(THINGS), whats - set(THINGS)
