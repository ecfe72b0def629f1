"""Names that look the same are the same, on SQLite too, which only knows ASCII capitals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from competitions.setup import seasons, services
from competitions.trophies import trophies
from teams.building.drafting import save_draft
from teams.building.drafts import Draft
from teams.models import Team
from teams.roster.renaming import rename
from tests.competitions.competition_builders import bare_team, competition_in
from tests.leagues.cast import Cast, signed_in
from tests.teams import team_builders
from web.errors import Refusal

ALIKE = [("Ärger", "ärger"), ("STRASSE", "Straße"), ("Full Width", "Ｆｕｌｌ Ｗｉｄｔｈ"), ("Орки", "ОРКИ")]
EVERYTHING = ["team", "season", "competition", "trophy"]


def maker(cast: Cast, what: str) -> Callable[[str], object]:
    league, by = cast.league, cast.commissioner
    if what == "season":
        return lambda name: seasons.open_season(league=league, by=by, name=name)
    if what == "trophy":
        return lambda name: trophies.make_trophy(league=league, by=by, name=name, description="", for_players=False)
    if what == "competition":
        season = seasons.open_season(league=league, by=by, name="The Season")
        return lambda name: services.create_competition(season=season, by=by, setup=services.Setup(name=name))
    coaches = iter((cast.coach, cast.other_coach))
    return lambda name: team_builders.drafted_team(league, next(coaches), name)


@pytest.mark.thorough
@pytest.mark.parametrize(("one", "other"), ALIKE)
@pytest.mark.parametrize("what", EVERYTHING)
def test_a_second_of_the_same_name_is_refused(cast: Cast, what: str, one: str, other: str) -> None:
    make = maker(cast, what)
    make(one)
    with pytest.raises(Refusal) as refused:
        make(other)
    assert "name_taken" in refused.value.id and refused.value.field == "name"


def test_a_draft_or_team_cannot_have_the_name_of_another_team(cast: Cast) -> None:
    team_builders.drafted_team(cast.league, cast.coach, "Ärger")
    draft = team_builders.drafted_team(cast.league, cast.other_coach, "Orcs")
    how = {"draft": Draft(choice=team_builders.legal_choice())}
    with pytest.raises(Refusal, match="called äRGER"):
        save_draft(team=draft, expected=draft.version, name="äRGER", **how)
    assert Team.objects.get(pk=draft.pk).name == "Orcs"
    mine = save_draft(team=draft, expected=draft.version, name="ORCS", **how)
    assert mine.name == "ORCS", "its own name in other capitals"


def test_a_new_team_cannot_take_another_name_but_keeps_its_own(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach, "Ängste")
    other = team_builders.drafted_team(cast.league, cast.other_coach, "Ärger")
    how = {"by": cast.coach, "players": {}}
    with pytest.raises(Refusal, match="called ÄRGER"):
        rename(team=team, expected=team.version, name="ÄRGER", **how)
    # Two old teams with the same name can still change everything else.
    Team.objects.filter(pk=other.pk).update(name="ängste")
    assert rename(team=team, expected=team.version, name="Ängste", **how).name == "Ängste"


def test_lists_of_teams_are_in_alphabetical_order(cast: Cast) -> None:
    teams = [
        bare_team(cast.league, name, cast.coach) for name in ("Zebras", "anvils", "Äpfel", "Straßenbahn", "Strand")
    ]
    cup = competition_in(cast.league, teams[:4], name="Cup")
    order = ["anvils", "Äpfel", "Strand", "Straßenbahn", "Zebras"]
    client = signed_in(cast.commissioner)
    league = f"/leagues/{cast.league.slug}"
    for address in (f"/competitions/{cup.public_id}/manage/", f"{league}/teams/", f"{league}/friendly/"):
        page = client.get(address).text
        shown = page[page.index("<main") :].split("Enter teams")[0]
        places = [shown.find(name) for name in order if name in shown]
        assert len(places) > 3 and places == sorted(places), address
