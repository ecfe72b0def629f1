"""A commissioner builds teams for others: for a member, or for a coach without an account, by name."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.urls import reverse

from leagues import log
from leagues.members.memberships import current_membership, end
from teams.building import approval, drafting
from teams.models import Team
from teams.roster import renaming
from teams.trading.takeovers import hand_over
from tests.leagues.cast import Cast, form_data, signed_in
from tests.teams import pages, team_builders
from tests.teams.team_file_builders import bring_url, team_json, upload
from web.errors import Refusal

pytestmark = pytest.mark.once


def posted(cast: Cast, who: str = "commissioner", **fields: object) -> HttpResponse:
    url = reverse("teams:create", args=[cast.league.slug])
    return signed_in(cast[who]).post(url, form_data(**{"name": "Reavers", "team_list": "Human", **fields}))


def test_a_commissioner_can_start_a_team_for_a_coach_without_an_account(cast: Cast) -> None:
    response = posted(cast, for_whom="none", coach_name="  Old   Pete ")
    team = Team.objects.get()
    assert response["Location"] == pages.url("build", team)
    assert (team.coach, team.coach_name, team.coached_by) == (None, "Old Pete", "Old Pete")
    boss = signed_in(cast.commissioner)
    assert boss.post(pages.url("submit", team), pages.typed(team)).status_code == 302
    team.refresh_from_db()
    back = boss.post(pages.url("send_back", team), form_data(version=team.version, reason="Too cheap."))
    assert back.status_code == 302
    assert log.words(cast.league.log.get(kind="teams.sent_back_uncoached")) == "commissioner sent Reavers back."
    team.refresh_from_db()
    boss.post(pages.url("submit", team), pages.typed(team))
    team.refresh_from_db()
    approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    listed = pages.text_of(signed_in(None).get(reverse("teams:list", args=[cast.league.slug])))
    assert "Old Pete" in listed


def test_a_commissioner_can_start_a_team_that_a_member_then_builds(cast: Cast) -> None:
    posted(cast, for_whom=cast.coach.pk)
    team = Team.objects.get()
    assert team.coach == cast.coach
    assert signed_in(cast.coach).get(pages.url("build", team)).status_code == 200
    assert posted(cast, "coach", for_whom="").status_code == 422  # C8: they have one now


def test_a_commissioner_without_a_choice_starts_their_own_team(cast: Cast) -> None:
    posted(cast)
    assert Team.objects.get().coach == cast.commissioner


@pytest.mark.rules("C9")
def test_a_team_from_elsewhere_can_have_a_coach_without_an_account(cast: Cast) -> None:
    sent = form_data(file=upload(team_json()), for_whom="none", coach_name="Old Pete")
    assert signed_in(cast.commissioner).post(bring_url(cast.league), sent).status_code == 302
    assert Team.objects.get(from_elsewhere=True).coached_by == "Old Pete"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"for_whom": "none"}, "Type the name of the coach"),
        ({"for_whom": "", "coach_name": "Old Pete"}, "Someone without an account"),
        ({"for_whom": "none", "coach_name": "Pe\u202ete"}, "cannot be seen or printed"),
        ({"for_whom": "999999"}, "not one of the available choices"),
    ],
)
def test_an_invalid_choice_is_refused_with_a_remedy(cast: Cast, fields: dict[str, str], said: str) -> None:
    response = posted(cast, **fields)
    assert response.status_code == 422
    assert said in pages.text_of(response)
    assert not Team.objects.exists()


def test_only_commissioners_can_choose_the_coach(cast: Cast) -> None:
    posted(cast, "coach", for_whom=cast.other_coach.pk, coach_name="Old Pete")
    assert Team.objects.get().coach == cast.coach
    page = signed_in(cast.other_coach).get(reverse("teams:create", args=[cast.league.slug]))
    assert 'name="for_whom"' not in page.content.decode()


@pytest.mark.rules("C8")
def test_a_coach_without_an_account_also_has_one_team_by_name(cast: Cast) -> None:
    posted(cast, for_whom="none", coach_name="Old Pete")
    again = {"for_whom": "none", "coach_name": "OLD  pete", "name": "Anvils"}
    refused = posted(cast, **again)
    assert refused.status_code == 422
    assert "each coach has one team, and OLD pete already has one" in pages.text_of(refused)
    assert posted(cast, **again | {"coach_name": "Young Pete"}).status_code == 302
    team_builders.approved_team(cast.league, cast.coach, "Comets", by=cast.commissioner)
    team = Team.objects.get(name="Comets")
    with pytest.raises(Refusal, match="Old Pete already has one"):
        hand_over(team=team, by=cast.commissioner, to="Old Pete", reason="")
    hand_over(team=team, by=cast.commissioner, to="Cilla", reason="")
    team.refresh_from_db()
    how = {"expected": team.version, "by": cast.commissioner, "name": team.name, "players": {}}
    with pytest.raises(Refusal, match="Old Pete already has one"):
        renaming.rename(team=team, coach_name="Old Pete", **how)


def test_no_team_can_be_started_for_a_member_who_has_just_left(cast: Cast) -> None:
    end(current_membership(cast.league, cast.other_coach))
    with pytest.raises(Refusal, match="is not a member of Old World Sunday League"):
        drafting.draft_team(league=cast.league, coach=cast.other_coach, name="Late", team_list="Orc")
    assert not Team.objects.filter(name="Late").exists()
