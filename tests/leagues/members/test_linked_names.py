"""Wherever a page of a league names somebody, the name leads to their page as a coach, if they have one."""

from __future__ import annotations

from django.urls import reverse

from accounts.account_deletion import forget
from accounts.models import FORMER, User
from competitions.rulings.decisions import declare_void
from leagues import log
from leagues.members.linked_names import LinkedNames
from stats.played.coaches import Coach
from stats.ratings.people import has_team, with_team
from teams.models import Takeover, Team
from tests.competitions.competition_builders import bare_team, competition_in, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.matches.match_builders import reported_match
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
