"""The columns of a roster are those that its book declares, on pages, on paper and as text."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.rows.injuries import Mark
from teams.presentation.columns import roster_columns
from teams.roster.chat import roster_text
from teams.roster.pdf import roster_pdf
from tests.printing.reading import page_texts
from tests.rules.build import PBBL
from tests.teams.rosters import roster, veterans

DECLARED = ("number", "name", "mark:*", "profile:*", "condition:*", "skills", "deeds:*", "notes")
MARKS = (("DEF", "defensive"), ("EXP", "expert"))
LACKING = ("POSITION", "SPP", "COST", "star player points")


def test_a_page_has_the_columns_of_the_book_in_its_order() -> None:
    assert [(str(each.heading), str(each.meaning)) for each in roster_columns(PBBL.book)][:5] == [
        ("Position", ""),
        ("MA", "Movement Allowance"),
        ("ST", "Strength"),
        ("AG", "Agility"),
        ("AV", "Armour Value"),
    ]
    assert [str(each.heading) for each in roster_columns(PBBL.book)][5:] == [
        "Skills and injuries", "Cp", "TD", "Int", "Cas", "MVP", "SPP", "Cost",
    ]  # fmt: skip


def test_a_page_has_a_column_for_each_mark_and_condition_and_none_that_is_not_declared() -> None:
    marks = {key: Mark(key=key, name=key.title(), short=key[:3].upper(), page=1) for key in ("defensive", "expert")}
    book = replace(PBBL.book, roster=DECLARED, marks=MappingProxyType(marks))
    headings = [str(each.heading) for each in roster_columns(book)]
    assert headings == [
        "DEF", "EXP", "MA", "ST", "AG", "AV", "NI", "Skills and injuries", "Cp", "TD", "Int", "Cas", "MVP",
    ]  # fmt: skip


def test_a_print_has_a_column_for_each_mark_and_none_that_is_not_declared() -> None:
    players = [replace(player, marked=(1, 2), lasting=(3,)) for player in veterans()]
    declared = {
        "columns": DECLARED,
        "mark_heads": MARKS,
        "condition_heads": (("NI", "niggling injuries"),),
        "players": players,
    }
    front = page_texts(roster_pdf([roster(**declared)]))[0]
    assert all(word in front for word in ("DEF", "EXP", "NOTES", "defensive", "NI", "niggling"))
    assert [word for word in LACKING if word in front] == []


def test_a_print_says_what_the_marks_beside_the_skills_of_its_players_mean() -> None:
    captain = (("C", "Captain"), ("U", "Unheard"))
    front = page_texts(roster_pdf([roster(mark_heads=captain, players=[replace(veterans()[0], marks=("C",))])]))[0]
    assert "C Captain" in front.replace("\xa0", " ") and "Unheard" not in front


def test_a_text_has_the_columns_of_the_book() -> None:
    players = [replace(player, marks=("DEF",)) for player in veterans()]
    lines = roster_text(roster(columns=DECLARED, mark_heads=MARKS, players=players)).splitlines()
    assert lines[3].split() == ["#", "NAME", "MA", "ST", "AG", "AV", "SKILLS"]
    assert "DEF, " in lines[4]


def test_injuries_that_do_not_follow_the_skills_have_a_column_with_what_was_lost() -> None:
    declared = ("number", "injuries", "name", "skills", "score")
    headings = [str(each.heading) for each in roster_columns(replace(PBBL.book, roster=declared))]
    assert headings == ["Injuries", "Skills and injuries"]
    players = [replace(veterans()[0], misses=2, characteristic_losses=("-1 MA", "-1 ST"), star_player_points=None)]
    front = page_texts(roster_pdf([roster(columns=declared, injuries_apart=True, players=players)]))[0]
    assert "INJURIES" in front and "2M, −1 MA, −1 ST" in " ".join(front.replace("\xa0", " ").split())
    assert "FINAL SCORE" in front and "Home" in front and "Away" in front
    assert roster_text(roster(columns=("number", "spp", "skills"), players=players)).splitlines()[4].split()[1] == "-"
