"""A match by the books of 2020 and 2025, beside the pitch: the order of its preparation, and the kick-off table."""

from __future__ import annotations

import pytest

from leagues import services
from matches.models import Match
from matches.sequence.sequences import MatchState
from matches.sheet.at_the_table import at_the_table
from matches.sheet.match_sheet import match_sheet
from matches.sheet.pdf import match_sheet_pdf
from rules.editions import edition
from rules.sequence.sequence import SIDES
from tests.leagues.cast import add_member
from tests.matches.conftest import TwoTeams
from tests.matches.match_builders import opened_match
from tests.printing.reading import page_texts
from tests.teams.team_builders import team_from_list


@pytest.mark.rules("bb2020:P1", "bb2025:P1")
@pytest.mark.parametrize("key", ["bb2020", "bb2025"])
def test_a_match_is_prepared_in_the_order_of_the_book(key: str) -> None:
    wanted = ["fans", "weather", "journeymen", "inducements", "prayers"]
    assert [name for name, _step in edition(key).pre_match if name in wanted] == wanted


@pytest.mark.rules("bb2020:M1", "bb2025:M1")
@pytest.mark.parametrize(
    ("key", "lineman", "tenth", "eleventh"),
    [
        ("bb2020", "Dwarf Blocker Lineman", "Blitz", "Officious Ref"),
        ("bb2025", "Dwarf Lineman", "Charge!", "Dodgy Snack"),
    ],
)
def test_the_page_at_the_table_has_the_kick_off_for_two_dice(
    two_teams: TwoTeams, key: str, lineman: str, tenth: str, eleventh: str
) -> None:
    cast = two_teams.cast
    details = services.Details(name="Modern Cup")
    league = services.create_league(by=cast.commissioner, details=details, edition=key)
    for coach in (cast.coach, cast.other_coach):
        add_member(league, coach)
    staff = (("cheerleader", 2), ("assistant_coach", 1))
    home, away = (
        team_from_list(league, coach, name, "Dwarf", [lineman] * 11, rerolls=1, fan_factor=1, staff=extra)
        for coach, name, extra in ((cast.coach, "Anvils", staff), (cast.other_coach, "Badgers", ()))
    )
    match = opened_match(home, away)
    shown = at_the_table(MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk)))
    assert [row["roll"] for row in shown["kick_off"]] == [str(roll) for roll in range(2, 13)]
    assert shown["kick_off_dice"] == "2D6"
    named = {row["row"].low: row["row"].name for row in shown["kick_off"]}
    assert (named[10].rstrip("!"), named[11]) == (tenth.rstrip("!"), eleventh)
    sums = {row["row"].low: [one["roll"] for one in row["sums"]] for row in shown["kick_off"]}
    printed = "".join(page_texts(match_sheet_pdf(match_sheet(MatchState(match))))).replace("\n", " ")
    assert f"10 {tenth}" in printed and f"11 {eleventh}" in printed and "12 Pitch Invasion" in printed
    assert sums[6] == ["D6 + 2", "D6"] and sums[7] == ["D6 + 1", "D6"] and len(sums[12]) == len(SIDES)
