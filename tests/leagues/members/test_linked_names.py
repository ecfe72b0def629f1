"""Wherever a page of a league names somebody, the name leads to their page as a coach, if they have one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse

from accounts.account_deletion import forget
from accounts.models import FORMER, User
from competitions.models import Adjustment
from competitions.rulings.decisions import declare_void
from leagues import log
from leagues.members.linked_names import LinkedNames, named
from leagues.models import League
from matches.correction.correcting import begin_correction
from news.models import Comment
from news.stories import write_story
from stats.played.coaches import Coach
from stats.ratings.people import has_team, with_team
from teams.models import Takeover, Team
from tests import policy_objects
from tests.competitions.competition_builders import bare_team, competition_in, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.matches.match_builders import closed_match, reported_match
from tests.matches.own_match_builders import runs_too
from tests.teams.team_builders import approved_team


def link(cast: Cast, person: User) -> str:
    return f'<a href="{reverse("stats:coach", args=[cast.league.slug, person.pk])}">{person.name}</a>'


def text(reader: User | None, url: str) -> str:
    response = signed_in(reader).get(url)
    assert response.status_code == 200
    return response.content.decode()


def test_who_runs_a_league_wrote_its_rules_and_its_log_is_linked_once_they_coach(cast: Cast) -> None:
    routes = ("competitions:league", "leagues:house_rules", "leagues:log")
    front, rules, entries = (reverse(route, args=[cast.league.slug]) for route in routes)
    bare_team(cast.league, "Anvils", cast.coach)
    log.record(log.REMOVED, league=cast.league, by=cast.commissioner, about=cast.stranger, reason="Example")
    assert "run by commissioner" in text(None, front)
    assert "First set by commissioner." in text(None, rules)
    assert "commissioner removed stranger" in text(cast.coach, entries)
    bare_team(cast.league, "Runners", cast.commissioner)
    log.record(log.RESTORED, league=cast.league, by=cast.commissioner)
    linked = link(cast, cast.commissioner)
    assert f"First set by {linked}." in text(None, rules)
    assert f"{linked} removed stranger" in text(cast.coach, entries)
    assert f"run by {linked}" in text(None, front)


def test_the_history_of_a_player_and_of_a_team_and_a_report_link_who_entered_it(cast: Cast) -> None:
    home, away = approved_team(cast.league, cast.coach), approved_team(cast.league, cast.other_coach, "Gales")
    match = reported_match(home, away)
    linked, player = link(cast, cast.coach), home.players.order_by("pk")[0]
    pages = (f"/teams/{home.public_id}/history/", f"/teams/{home.public_id}/players/{player.pk}/")
    for page in pages:
        assert f"{linked}, <time" in " ".join(text(None, page).split()), page
    assert f"Entered by {linked}" in text(cast.other_coach, f"/matches/{match.public_id}/report/confirm/")


def test_a_decision_without_play_links_who_has_to_agree_and_who_made_it(cast: Cast) -> None:
    runs_too(cast)
    bare_team(cast.league, "Runners", cast.commissioner)
    teams = [bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)]
    fixture = matches_of(competition_in(cast.league, teams, started=True))[0]
    linked = link(cast, cast.commissioner)
    assert f"Your reason goes to {linked} or site staff;" in text(cast.coach, f"/fixtures/{fixture.pk}/decide/")
    given = {"expected": fixture.version, "reason": "nobody came"}
    declare_void(fixture=fixture, by=cast.commissioner, **given)
    assert f"{linked}, " in text(cast.other_coach, f"/fixtures/{fixture.pk}/")


def test_only_who_has_or_had_a_team_is_linked_and_with_one_query(cast: Cast, django_assert_num_queries) -> None:
    given = bare_team(cast.league, "Given away", cast.stranger)
    Takeover.objects.create(
        team=given, asked=cast.coach, was=cast.stranger, by=cast.commissioner, state=Takeover.State.ACCEPTED
    )
    Team.objects.filter(pk=given.pk).update(coach=cast.coach)
    draft = bare_team(cast.league, "Draft", cast.elsewhere)
    Team.objects.filter(pk=draft.pk).update(state=Team.State.DRAFT)
    people = [cast.stranger, cast.coach, cast.elsewhere, cast.commissioner]
    theirs = with_team(cast.league, [each.pk for each in people])
    assert theirs == {each.pk for each in people if has_team(cast.league, Coach(each.pk))}
    assert theirs == {cast.stranger.pk, cast.coach.pk}
    with django_assert_num_queries(1):
        names = LinkedNames(cast.league, [*people, None])
        assert [names.of(each) for each in (cast.coach, cast.elsewhere, None)] == [
            link(cast, cast.coach), "elsewhere", ""
        ]  # fmt: skip


def test_a_name_is_text_and_a_deleted_account_has_none(cast: Cast) -> None:
    bare_team(cast.league, "Anvils", cast.coach)
    cast.coach.display_name = cast.other_coach.display_name = "<b>Bob</b>"
    names = LinkedNames(cast.league, [cast.coach, cast.other_coach])
    assert names.of(cast.other_coach) == "&lt;b&gt;Bob&lt;/b&gt;"
    assert names.of(cast.coach).endswith(">&lt;b&gt;Bob&lt;/b&gt;</a>")
    forget(cast.coach)
    gone = User.objects.get(pk=cast.coach.pk)
    assert LinkedNames(cast.league, [gone]).of(gone) == FORMER


def a_comment(cast: Cast) -> str:
    bare_team(cast.league, "Anvils", cast.coach)
    story = write_story(league=cast.league, by=cast.commissioner, title="Cup", text="Drawn.", publish=True)
    Comment.objects.create(story=story, by=cast.coach, text="Well done!")
    return f"/leagues/{cast.league.slug}/news/{story.pk}/"


def an_answer(cast: Cast) -> str:
    home, away = approved_team(cast.league, cast.coach), approved_team(cast.league, cast.other_coach, "Gales")
    return f"/matches/{reported_match(home, away).public_id}/log/"


def a_correction(cast: Cast) -> str:
    home, away = approved_team(cast.league, cast.coach), approved_team(cast.league, cast.other_coach, "Gales")
    match = closed_match(home, away)
    begin_correction(match=match, by=cast.coach, reason="Miscounted", annuls=False)
    return f"/matches/{match.public_id}/"


def points_given(cast: Cast) -> str:
    team = bare_team(cast.league, "Adjusted", cast.coach)
    made = competition_in(cast.league, [team])
    Adjustment.objects.create(competition=made, team=team, points=-1, reason="Late", by=cast.coach)
    return f"/competitions/{made.public_id}/table/"


def a_friendly(cast: Cast) -> str:
    return f"/friendlies/{policy_objects.friendly(cast, cast.league)}/"


def a_trade(cast: Cast) -> str:
    return f"/trades/{policy_objects.trade(cast, cast.league)}/"


PLACES = {
    a_comment: "<strong>{}</strong>",
    an_answer: "{}, <time",
    a_correction: "In progress, by {}: Miscounted",
    points_given: "</time>, {}",
    a_friendly: "Offered by {}",
    a_trade: "Offered by {}",
}


@pytest.mark.parametrize("place", PLACES)
def test_who_wrote_answered_or_offered_something_is_linked(cast: Cast, place: Callable[[Cast], str]) -> None:
    page = text(cast.commissioner, place(cast))
    assert PLACES[place].format(link(cast, cast.coach)) in page and link(cast, cast.coach) in page


def test_who_asks_somebody_to_take_over_a_team_is_linked(cast: Cast) -> None:
    bare_team(cast.league, "Runners", cast.commissioner)
    offer = f"/takeovers/{policy_objects.takeover(cast, cast.league)}/"
    assert f"{link(cast, cast.commissioner)} asks other_coach to coach" in text(cast.other_coach, offer)


def test_an_invitation_links_who_made_it_only_where_everybody_sees_them(cast: Cast) -> None:
    for league in (cast.league, cast.private):
        bare_team(league, "Runners", cast.commissioner)
    public, private = (
        text(cast.stranger, f"/leagues/join/{policy_objects.invitation_token(cast, league)}/")
        for league in (cast.league, cast.private)
    )
    assert f"{link(cast, cast.commissioner)} invites you" in public
    assert "commissioner invites you" in private and "/coaches/" not in private


def test_a_page_that_names_people_by_the_way_asks_once(cast: Cast, django_assert_num_queries) -> None:
    bare_team(cast.league, "Anvils", cast.coach)
    league = League.objects.get(pk=cast.league.pk)
    forget(cast.other_coach)
    gone = User.objects.get(pk=cast.other_coach.pk)
    with django_assert_num_queries(0):
        assert [named(league, each) for each in (None, gone)] == ["", FORMER]
    with django_assert_num_queries(1):
        assert [named(league, each) for each in (cast.coach, cast.stranger)] == [link(cast, cast.coach), "stranger"]
