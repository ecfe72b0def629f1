"""A team goes to another coach, also during a match; earlier coaches stay on record."""

from __future__ import annotations

import pytest
from django.urls import reverse

from leagues.log import words
from leagues.members import memberships
from matches.models import Match
from matches.report import reporting
from teams.models import Takeover, Team
from teams.trading.takeovers import decline, hand_over, offer_team, predecessors, take_over, withdraw_offer
from tests.leagues.cast import Cast, add_member, form_data, signed_in
from tests.matches import match_builders
from tests.teams import team_builders
from web.errors import Refusal


@pytest.fixture
def team(cast: Cast) -> Team:
    add_member(cast.league, cast.stranger)
    return team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)


def offered(cast: Cast, team: Team, to: str = "stranger") -> Takeover:
    return offer_team(team=team, by=cast.commissioner, to=cast[to], reason="Gone to sea.")


def test_the_accepting_user_becomes_coach_and_the_log_names_the_old_one(cast: Cast, team: Team) -> None:
    version = team.version
    taken = take_over(offer=offered(cast, team), by=cast.stranger)
    assert (taken.coach, taken.version) == (cast.stranger, version + 1)
    entry = cast.league.log.get(kind="teams.taken_over")
    assert (entry.about, entry.args, entry.reason) == (cast.coach, {"team": team.name}, "Gone to sea.")
    assert words(entry) == f"stranger took over {team.name}. coach coached it before."
    assert Takeover.objects.get().was == cast.coach


def test_the_inbox_of_the_earlier_coach_links_the_new_one_beside_the_team(cast: Cast, team: Team) -> None:
    """No link stands in another: the line ends before the name."""
    take_over(offer=offered(cast, team), by=cast.stranger)
    coach = reverse("stats:coach", args=[cast.league.slug, cast.stranger.pk])
    page = signed_in(cast.coach).get(reverse("notices:inbox")).text
    assert f'{team.name} has a new coach:</a> <a href="{coach}">stranger</a>' in page


def test_an_offer_changes_nothing_until_accepted_and_can_be_answered_once(cast: Cast, team: Team) -> None:
    offer = offered(cast, team)
    with pytest.raises(Refusal, match="already has an open offer"):
        offered(cast, team, "other_coach")
    decline(offer=offer, by=cast.stranger)
    team.refresh_from_db()
    assert team.coach == cast.coach
    with pytest.raises(Refusal, match="answered or withdrawn"):
        take_over(offer=offer, by=cast.stranger)
    withdrawn = offered(cast, team, "other_coach")
    withdraw_offer(offer=withdrawn, by=cast.commissioner)
    with pytest.raises(Refusal, match="answered or withdrawn"):
        take_over(offer=withdrawn, by=cast.other_coach)


def test_only_members_can_take_teams_but_not_their_own_or_retired_ones(cast: Cast, team: Team) -> None:
    with pytest.raises(Refusal, match="already coaches Reikland Reavers"):
        offered(cast, team, "coach")
    with pytest.raises(Refusal, match="Invite them to the league first"):
        offered(cast, team, "elsewhere")
    offer = offered(cast, team)
    memberships.leave_league(league=cast.league, user=cast.stranger)
    with pytest.raises(Refusal, match="Invite them to the league first"):
        take_over(offer=offer, by=cast.stranger)
    Team.objects.filter(pk=team.pk).update(state=Team.State.RETIRED)
    with pytest.raises(Refusal, match="is retired"):
        take_over(offer=offer, by=cast.stranger)


def test_only_those_who_can_take_a_team_are_offered(cast: Cast, team: Team) -> None:
    asking = signed_in(cast.commissioner)
    url = reverse("teams:offer_team", args=[team.public_id])

    def offered_to(name: str) -> bool:
        return f">{cast[name].name}</option>" in asking.get(url).content.decode()

    assert offered_to("stranger") and offered_to("other_coach") and not offered_to("coach")
    other = team_builders.team_from_list(cast.league, cast.other_coach, "Gouged Eye", "Orc")
    assert offered_to("stranger") and not offered_to("other_coach")
    Team.objects.filter(pk=other.pk).update(state=Team.State.RETIRED)
    assert offered_to("other_coach")


def test_during_a_match_the_new_coach_continues_for_the_old_one(cast: Cast, team: Team) -> None:
    other = team_builders.team_from_list(cast.league, cast.other_coach, "Gouged Eye", "Orc")
    match = match_builders.opened_match(team, other)
    take_over(offer=offered(cast, team), by=cast.stranger)
    url = reverse("matches:pre_match", args=[match.public_id])
    assert signed_in(cast.stranger).get(url).status_code == 200
    assert signed_in(cast.coach).get(url).status_code == 403
    match_builders.answer_all(match, by=cast.stranger)
    assert Match.objects.get(pk=match.pk).state == Match.State.PLAYING


def test_the_new_coach_cannot_confirm_the_old_coachs_report(cast: Cast, team: Team) -> None:
    other = team_builders.team_from_list(cast.league, cast.other_coach, "Gouged Eye", "Orc")
    match = match_builders.reported_match(team, other)
    take_over(offer=offered(cast, team), by=cast.stranger)
    digest = match.reports.last().digest
    for step in (reporting.confirm_report, reporting.dispute_report):
        more = {"what": "No."} if step is reporting.dispute_report else {}
        with pytest.raises(Refusal):
            step(match=match, digest=digest, by=cast.stranger, **more)
    confirmed = reporting.confirm_report(match=match, digest=digest, by=cast.other_coach)
    assert confirmed.state == Match.State.POST_MATCH


def test_the_pages_from_the_offer_to_the_answer(cast: Cast, team: Team) -> None:
    boss, asked = signed_in(cast.commissioner), signed_in(cast.stranger)
    url = reverse("teams:offer_team", args=[team.public_id])
    assert url in boss.get(reverse("matches:team", args=[team.public_id])).content.decode()
    assert signed_in(cast.coach).get(url).status_code == 403
    boss.post(url, form_data(coach=cast.stranger.pk, reason=""))
    offer = Takeover.objects.get()
    assert "Waiting for an answer" in boss.get(url).content.decode()
    answer = reverse("teams:take_over", args=[offer.pk])
    assert answer in asked.get(reverse("home")).content.decode()
    assert signed_in(cast.coach).post(answer, form_data()).status_code == 403
    asked.post(answer, form_data())
    team.refresh_from_db()
    assert team.coach == cast.stranger
    assert answer not in asked.get(reverse("home")).content.decode()


def test_a_team_can_go_at_once_to_a_coach_without_an_account_and_on(cast: Cast, team: Team) -> None:
    boss, url = signed_in(cast.commissioner), reverse("teams:offer_team", args=[team.public_id])
    nameless = boss.post(url, form_data(coach="none", reason=""))
    assert nameless.status_code == 422 and "Type the name of the coach" in nameless.content.decode()
    assert boss.post(url, form_data(coach="none", coach_name="Old Pete", reason="Moved.")).status_code == 302
    team.refresh_from_db()
    assert (team.coach, team.coached_by) == (None, "Old Pete")
    entry = cast.league.log.get(kind="teams.handed_over")
    assert words(entry) == f"commissioner gave {team.name} to Old Pete, who has no account. coach coached it before."
    again = boss.post(url, form_data(coach="none", coach_name="Old Pete", reason=""))
    assert again.status_code == 422 and "already coaches Reikland Reavers" in again.content.decode()
    boss.post(url, form_data(coach="none", coach_name="Ann", reason=""))
    later = cast.league.log.get(kind="teams.handed_on")
    assert words(later) == f"commissioner gave {team.name} to Ann, who has no account. Old Pete coached it before."


def test_a_team_with_an_open_offer_cannot_be_given_to_another_coach(cast: Cast, team: Team) -> None:
    offered(cast, team)
    with pytest.raises(Refusal, match="already has an open offer"):
        hand_over(team=team, by=cast.commissioner, to="Old Pete", reason="")


def test_the_name_of_a_coach_without_an_account_can_be_changed(cast: Cast, team: Team) -> None:
    hand_over(team=team, by=cast.commissioner, to="Old Pet", reason="")
    team.refresh_from_db()
    url = reverse("teams:rename", args=[team.public_id])
    boss = signed_in(cast.commissioner)
    assert "Old Pet" in boss.get(url).content.decode()
    sent = form_data(name=team.name, version=team.version, coach_name="Old Pete")
    assert boss.post(url, sent).status_code == 302
    team.refresh_from_db()
    assert (team.coach_name, team.name) == ("Old Pete", "Reikland Reavers")


def test_earlier_coaches_are_known_after_a_coach_without_an_account(cast: Cast, team: Team) -> None:
    """Otherwise a new coach could confirm a report by an earlier coach of the same team."""
    before = team.coach
    hand_over(team=team, by=cast.commissioner, to="Old Pete", reason="Moved away.")
    hand_over(team=team, by=cast.commissioner, to="Young Pete", reason="Their child takes over.")
    given = Team.objects.get(pk=team.pk)
    take_over(offer=offer_team(team=given, by=cast.commissioner, to=cast.stranger, reason=""), by=cast.stranger)
    assert before is not None
    assert predecessors(cast.stranger, [Team.objects.get(pk=team.pk)]) == {before.pk}
    assert not Takeover.objects.filter(state=Takeover.State.OFFERED).exists()
