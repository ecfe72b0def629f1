"""A tournament's team by the league's pack: its gold on the draft, and the skills that its coach gives."""

from __future__ import annotations

import uuid

import pytest

from leagues.services import change_house_rules
from teams.building import drafting, founding
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.leagues.cast import Cast, signed_in
from tests.rules.book.own_packs import CUP
from tests.teams import pages


@pytest.fixture
def team(cast: Cast) -> Team:
    league = cast.league
    league.teams_need_approval = False
    league.save()
    options = {**league.ruleset.values, "pack": CUP}
    change_house_rules(league=league, by=cast.commissioner, expected=league.ruleset_id, options=options)
    league.refresh_from_db()
    return drafting.draft_team(league=league, coach=cast.coach, name="Cup Reavers", team_list="Human")


def test_a_coach_gives_the_skills_of_the_pack_when_the_team_is_submitted(cast: Cast, team: Team) -> None:
    client = signed_in(cast.coach)
    assert "1,150" in pages.text_of(client.get(pages.url("build", team)))
    sent = pages.typed(team, command_id=str(uuid.uuid4()))
    answer = client.post(pages.url("submit", team), sent)
    assert answer.status_code == 302 and answer["Location"] == pages.url("founding", team)
    answer = client.get(pages.url("founding", team))
    outcome = founding.founding_of(Team.objects.get(pk=team.pk).founding_rules, Team.objects.get(pk=team.pk)).outcome
    blitzer = next(line.player for line in outcome.sheet.players if line.position == "Blitzer")
    offers = {row: answer.content.decode().partition(f'name="cell.{row}.skill"')[2].partition("</select>")[0]
              for row in (1, blitzer)}  # fmt: skip
    assert 'value="Block"' in offers[1] and 'value="Block"' not in offers[blitzer]
    page = pages.text_of(answer)
    assert "Skills by the pack Spring Cup" in page and "4 primary, 1 secondary, the same skill 2 times" in page
    team.refresh_from_db()
    assert founding.answer_founding(team=team, key="pack.1", value={"1": {"skill": "Dodge"}}, by=cast.coach) is False
    client.post(pages.url("submit_founded", team), {"command_id": str(uuid.uuid4()), "version": team.version})
    team.refresh_from_db()
    assert team.state == Team.State.ACTIVE
    sheet = ledger.sheet_in(TeamState.objects.get(team=team))
    (learned,) = [line for line in sheet.players if "Dodge" in line.skills and line.position == "Lineman"]
    assert learned.number == 1
    text = pages.text_of(client.get(pages.url("roster_text", team)))
    assert "1. Lineman: +Dodge" in text
