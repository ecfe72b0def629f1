"""The page of a coach in all leagues: what each reader may see of it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.account_deletion import forget
from accounts.models import User
from competitions.models import Competition, Fixture, Holding, Trophy
from leagues.books import add_book
from leagues.models import League
from matches.models import Match
from rules.editions import edition
from stats.played import held
from teams.models import Team
from teams.trading.takeovers import hand_over
from tests.competitions.competition_builders import annul_match, bare_team, competition_in, decide_match, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import Cast, create_league, signed_in
from web import fair_use

MOST_QUERIES = 12


def address(user: User) -> str:
    return reverse("stats:coach_everywhere", args=[user.pk])


def shown(user: User, reader: User | None = None) -> str:
    response = signed_in(reader).get(address(user))
    assert response.status_code == 200
    return main_of(response)


def play(league: League, name: str, coach: User, scores: tuple[int, int] = (3, 0)) -> Team:
    """A team of a coach that plays one match of a competition, against one without an account."""
    team = bare_team(league, name, coach)
    competition = competition_in(league, [team, bare_team(league, f"Guests of {name}")], started=True)
    fixture = matches_of(competition)[0]
    decide_match(fixture, *(scores if fixture.home_id == team.pk else scores[::-1]))
    return team


def test_a_page_sums_the_leagues_that_a_reader_may_see(cast: Cast, division: Competition) -> None:
    hidden = play(cast.private, "Hidden", cast.coach)
    trophy = Trophy.objects.create(league=cast.private, name="The Hidden Cup")
    Holding.objects.create(trophy=trophy, team=hidden)
    public, member = shown(cast.coach), shown(cast.coach, cast.other_coach)
    assert cast.league.name in public and "Ravens" in public and "First Division" not in public
    for word in (cast.private.name, "Hidden", "The Hidden Cup"):
        assert word in member and word not in public
    ravens = Team.objects.get(name="Ravens")
    won = ravens.match_sides.played().filter(result="win").count()
    assert f"{won}–0–{2 - won} won, drawn, lost" in public and f"{won + 1}–0–{2 - won} won, drawn, lost" in member
    assert "0 titles" in public and "1 title " in member


def test_who_is_in_private_leagues_alone_has_no_page_for_others(cast: Cast) -> None:
    play(cast.private, "Hidden", cast.stranger)
    seen = {
        person: signed_in(cast[person]).get(address(cast.stranger)).status_code for person in ("visitor", "elsewhere")
    }
    assert seen == {"visitor": 404, "elsewhere": 404}
    assert "Hidden" in shown(cast.stranger, cast.coach) and "Hidden" in shown(cast.stranger, cast.staff)


def test_a_draft_one_given_up_or_no_team_is_no_page(cast: Cast) -> None:
    draft = bare_team(cast.league, "Draft", cast.stranger)
    in_league = reverse("stats:coach", args=[cast.league.slug, cast.stranger.pk])
    for state in (Team.State.DRAFT, Team.State.RETIRED):
        Team.objects.filter(pk=draft.pk).update(state=state)
        for url in (address(cast.stranger), address(cast.elsewhere), in_league):
            assert signed_in(cast.commissioner).get(url).status_code == 404
    for key in ("0", "999999999", "9" * 30, "x", "~Nobody", "%00"):
        assert signed_in(None).get(f"/coaches/{key}/").status_code == 404


def test_a_team_without_a_match_stands_by_its_own_book(cast: Cast) -> None:
    team = bare_team(cast.league, "Newcomers", cast.stranger)
    Team.objects.filter(pk=team.pk).update(edition="crp")
    html = shown(cast.stranger)
    assert edition("crp").book.name in html and cast.league.ruleset.book.name not in html


def test_visitors_who_read_too_many_wait(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_use, "_charged", lambda *_counted: HttpResponse(status=429))
    assert signed_in(None).get(address(cast.coach)).status_code == 429


def test_a_deleted_person_has_no_page_and_no_name(cast: Cast, division: Competition) -> None:
    type(cast.coach).objects.filter(pk=cast.coach.pk).update(display_name="Grumbold")
    cast.coach.refresh_from_db()
    assert "Grumbold" in signed_in(None).get(address(cast.coach)).content.decode()
    forget(cast.coach)
    assert signed_in(None).get(address(cast.coach)).status_code == 404
    other = signed_in(None).get(address(cast.other_coach)).content.decode()
    assert "Grumbold" not in other and f"/coaches/{cast.coach.pk}/" not in other


def test_a_team_that_was_given_away_stays_with_its_matches(cast: Cast) -> None:
    team = play(cast.league, "Travellers", cast.stranger)
    hand_over(team=team, by=cast.commissioner, to="Old Joe", reason="Gone to sea.")
    assert "Travellers" in shown(cast.stranger) and "former" in shown(cast.stranger)


def test_opponents_and_ratings_lead_on(cast: Cast, division: Competition) -> None:
    html = signed_in(None).get(address(cast.coach)).content.decode()
    assert reverse("stats:coach_rating", args=[cast.league.slug, cast.coach.pk]) in html
    assert f"/leagues/{cast.league.slug}/coaches/~" in html
    in_league = signed_in(None).get(reverse("stats:coach", args=[cast.league.slug, cast.coach.pk])).content.decode()
    assert address(cast.coach) in in_league


def test_a_page_is_what_it_would_be_from_nothing_after_any_change(cast: Cast, division: Competition) -> None:
    """What is kept of each league by each of its books is never stale, and nothing of a private one gets out."""
    added = add_book(league=cast.league, by=cast.commissioner, edition="crp")
    hidden = play(cast.private, "Hidden", cast.coach)
    bare_team(create_league("An empty one", by=cast.commissioner), "Idle", cast.coach)
    ravens = Team.objects.get(name="Ravens")
    first, second = (each for each in matches_of(division) if ravens.pk in (each.home_id, each.away_id)
                     and each.match.state == Match.State.CLOSED)  # fmt: skip
    theirs = next(each for each in Fixture.objects.filter(match__league=cast.private) if each.away_id)
    seen = []
    for change in (
        lambda: Match.objects.filter(pk=first.match_id).update(ruleset=added.ruleset, version=F("version") + 1),
        lambda: decide_match(second, 0, 7),
        lambda: decide_match(theirs, 2, 2),
        lambda: annul_match(first),
        lambda: hand_over(team=hidden, by=cast.commissioner, to="Old Joe", reason="Gone to sea."),
        lambda: Team.objects.filter(pk=ravens.pk).update(coach=None, coach_name="Somebody"),
    ):
        shown(cast.coach), shown(cast.coach, cast.other_coach)
        change()
        kept = shown(cast.coach), shown(cast.coach, cast.other_coach)
        cache.clear()
        held.forget()
        assert kept == (shown(cast.coach), shown(cast.coach, cast.other_coach))
        assert "Hidden" not in kept[0] and "An empty one" in kept[0] and "Hidden" in kept[1]
        seen.append(kept)
    assert len(set(seen)) == 6
    assert [edition("crp").book.name in public for public, _member in seen] == [True] * 3 + [False] * 3


def test_the_number_of_queries_does_not_grow_with_the_leagues(cast: Cast, division: Competition) -> None:
    client = signed_in(cast.other_coach)

    def queries() -> int:
        client.get(address(cast.coach))
        Team.objects.get(name="Ravens").save(update_fields=["name"])
        with CaptureQueriesContext(connection) as found:
            assert client.get(address(cast.coach)).status_code == 200
        return len(found)

    few = queries()
    for number in range(3):
        play(create_league(f"Another {number}", by=cast.commissioner), f"Travellers {number}", cast.coach)
    assert queries() == few <= MOST_QUERIES
