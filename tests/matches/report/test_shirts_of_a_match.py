"""A match's page shows the players of its report in the shirts of their team."""

from __future__ import annotations

import re

from django.test import Client

from matches.models import Match
from matches.report import reporting
from rules.sheet.match import Injury
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.imported_matches import imported_match
from web.crests.crest import crest_in


def rows_of(match: Match) -> list[str]:
    html = Client().get(f"/matches/{match.public_id}/").content.decode()
    return re.findall(r'<tr>\s*<th scope="row" class="stay">.*?</tr>', html, re.DOTALL)


def test_who_did_something_wears_the_shirt_of_their_team(two_teams: TwoTeams) -> None:
    """From the report, when the match is under way to its end, and when it is closed."""
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    _scorer, hurt, killed = match_builders.players_of(match, "home")[:3]
    lines = {hurt: {"completions": 1}, killed: {"completions": 1}}
    injuries = [Injury(player=hurt, casualty=41, cause="crowd"), Injury(player=killed, casualty=61, cause="crowd")]
    report = match_builders.report_with(match, home_lines=lines, home_injuries=injuries)
    reporting.report_match(match=match, expected=match.version, reported=report, by=two_teams.cast.coach)
    look_at(match, two_teams)
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach)
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    look_at(match, two_teams)


def look_at(match: Match, two_teams: TwoTeams) -> None:
    crest = crest_in(two_teams.home.crest)
    drawn = re.compile(rf'href="#shirt-[a-z]+-{crest.shirt}-{crest.first}-{crest.second}"')
    rows = rows_of(match)
    assert not [row for row in rows if 'class="shirt"' in row or 'class="jersey"' not in row]
    own = [row for row in rows if drawn.search(row)]
    well, badly, dead = (
        next(row for row in own if f'<span class="visually-hidden">{nth} <' in row) for nth in (1, 2, 3)
    )
    assert "#shirt-" not in drawn.sub("", well) and "#shirt-bandage" in badly and "#shirt-skull" in dead
    assert ">1</text>" in well and "</text>" not in dead


def test_a_match_from_records_has_a_shirt_without_a_number(two_teams: TwoTeams) -> None:
    match, _scorer = imported_match(two_teams)
    row = rows_of(match)[0]
    assert 'class="jersey"' in row and "</text>" not in row
