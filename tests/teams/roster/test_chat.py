"""A roster as plain text for a chat: what it says, how it lines up, and its page."""

from __future__ import annotations

import pytest
from django.test import Client

from teams.models import Team
from teams.roster.chat import roster_text, tournament_text
from tests.leagues.cast import Cast, signed_in
from tests.teams import pages, rosters, team_builders

TEXT = """\
Reikland Reavers (Human, Zażółć Gęślą), TV 500k
Altdorf Sunday League, 1 May 2026

 #  NAME         POS      MA  ST  AG  AV  SPP   COST  SKILLS
 1  Ann          Lineman   6   3   3   8    0    50k  -
12  Łukasz Żółć  Thrower   6   4   3   7   16   110k  Pass, Sure Hands, +Accurate, -1 AV
14  Bo           Lineman   6   3   3   8    0  (50k)  2 NI, MNG"""


def test_a_roster_is_one_line_for_each_player_in_equal_columns() -> None:
    thrower = rosters.THROWER | {"cost": 110_000, "gained_skills": ("Accurate",), "characteristic_losses": ("-1 AV",)}
    players = [
        rosters.player(1, name="Ann"),
        rosters.player(
            12,
            name="Łukasz Żółć",
            star_player_points=16,
            characteristics=rosters.characteristics(6, 4, 3, 7),
            **thrower,
        ),
        rosters.player(14, name="Bo", conditions=[("N", "NI", 2)], misses=1, counts_in_value=False),
    ]
    roster = rosters.roster(players=players, as_of="1 May 2026")
    text = roster_text(roster)
    assert text.split("\n\n")[:2] == TEXT.replace("500k", f"{roster.value // 1000:,}k").split("\n\n")
    assert "Treasury" in text.split("\n\n")[2]


def test_a_tournament_gets_one_line_for_each_player() -> None:
    thrower = rosters.THROWER | {"cost": 90_000, "gained_skills": ("Accurate",)}
    players = [rosters.player(1, name="Ann"), rosters.player(2, **thrower)]
    rules = ("Chaos Clash", "Favoured of Khorne")
    lines = tournament_text(rosters.roster(players=players, special_rules=rules)).splitlines()
    assert lines[1:4] == [
        "Team: Reikland Reavers",
        "Team list: Human",
        "Special rules: Chaos Clash, Favoured of Khorne",
    ]
    assert lines[-2:] == ["1. Lineman Ann: - (50k)", "2. Thrower Lineman 2: Pass, Sure Hands, +Accurate (90k)"]


def test_wide_and_combining_characters_keep_the_columns() -> None:
    names = ("Ab", "漢字", "Z\u0351b", "")
    roster = rosters.roster(players=[rosters.player(nth, name=name) for nth, name in enumerate(names, 1)])
    rows = roster_text(roster).split("\n\n")[1].splitlines()[1:]
    before = [row.partition("Lineman")[0] for row in rows]
    assert before == ["1  Ab    ", "2  漢字  ", "3  Z\u0351b    ", "4  -     "]


def test_columns_and_abbreviations_are_those_of_the_edition() -> None:
    first = [(name, name) for name, _long in rosters.FIRST_EDITION]
    line = rosters.player(1, characteristics=rosters.characteristics(4, 3, 3, 3, 3, 1, 1, 7))
    head = roster_text(rosters.roster(players=[line], characteristics=first)).split("\n\n")[1].splitlines()[0]
    assert head.split() == ["#", "NAME", "POS", "MA", "CS", "TS", "ST", "TH", "WD", "AT", "CL", "SPP", "COST", "SKILLS"]


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.veteran_team(cast.league, cast.coach)


@pytest.mark.once
def test_everybody_can_copy_the_roster_of_an_approved_team(cast: Cast, team: Team) -> None:
    response = Client().get(pages.url("roster_text", team))
    html, text = response.content.decode(), pages.text_of(response)
    assert 'data-copy="roster-text"' in html and "<textarea" in html and "readonly" in html
    assert f"TV {team.state_row.value // 1000:,}k" in text
    assert "Griff Oberwald" in text and "+Block, +Dodge, +AG" in text and "2 NI, MNG" in text and "-1 MA, -1 AV" in text
    assert pages.url("roster_text", team) in signed_in(cast.coach).get(f"/teams/{team.public_id}/").content.decode()


@pytest.mark.once
def test_a_draft_has_no_roster_to_copy(cast: Cast) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    assert signed_in(cast.coach).get(pages.url("roster_text", draft)).status_code == 404
