"""A competition is created, entered, drawn, started and finished; and what is refused."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from competitions.formats import draws
from competitions.models import Competition, Fixture
from competitions.setup import finishing, services
from competitions.setup.setup import Setup
from matches.models import Match, MatchSide
from matches.sequence.opening import open_match
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.leagues.cast import Cast, create_cast, signed_in
from tests.teams.team_builders import approved_team
from web.errors import Refusal, StaleVersion


def pairs(competition: Competition) -> list[tuple[int, str, str]]:
    return [
        (fixture.round.number, fixture.home.name, fixture.away.name if fixture.away else "")
        for fixture in fixtures_of(competition)
    ]


def test_points_that_are_not_given_have_their_defaults(cast: Cast) -> None:
    competition = competition_in(cast.league, points={"win": 2})
    assert competition.points["win"] == 2
    assert (competition.points["draw"], competition.points["loss"]) == (1, 0)
    assert competition.tie_breakers == ["points", "head_to_head", "touchdown_difference", "casualty_difference"]


@pytest.mark.parametrize("setup", [{"tie_breakers": ("luck",)}, {"tie_breakers": ()}, {"points": {"triumph": 4}}])
def test_an_invalid_points_scheme_is_refused(cast: Cast, setup: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        competition_in(cast.league, **setup)
    assert not Competition.objects.exists()


def test_two_competitions_of_a_season_have_different_names(cast: Cast) -> None:
    first = competition_in(cast.league, name="Cup")
    with pytest.raises(Refusal, match="There is a competition called cup"):
        services.create_competition(season=first.season, by=cast.commissioner, setup=Setup(name="cup"))


# -- teams --


def test_the_same_team_nineteen_times_is_refused_by_name(cast: Cast) -> None:
    team, competition = bare_team(cast.league, "Ravens"), competition_in(cast.league)
    with pytest.raises(Refusal, match=r"Ravens would be in .* twice") as refused:
        services.enter_teams(competition=competition, by=cast.commissioner, expected=1, teams=[team] * 19)
    assert "Enter each team once" in str(refused.value)
    assert not competition.entrants.exists()


def test_a_team_enters_once_even_on_a_second_try(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    competition = competition_in(cast.league, teams)
    with pytest.raises(Refusal, match="Badgers would be in"):
        services.enter_teams(
            competition=competition, by=cast.commissioner, expected=competition.version, teams=[teams[1]]
        )
    assert competition.entrants.count() == 2


@pytest.mark.parametrize("state", [Team.State.DRAFT, Team.State.SUBMITTED, Team.State.RETIRED, Team.State.RECORDED])
def test_only_active_teams_enter(cast: Cast, state: str) -> None:
    team, competition = bare_team(cast.league, "Ravens"), competition_in(cast.league)
    Team.objects.filter(pk=team.pk).update(state=state)
    with pytest.raises(Refusal, match="Ravens cannot enter: only active teams of this league"):
        services.enter_teams(competition=competition, by=cast.commissioner, expected=1, teams=[team])


def test_a_team_of_another_league_cannot_enter(cast: Cast) -> None:
    stranger, competition = bare_team(cast.private, "Spies"), competition_in(cast.league)
    with pytest.raises(Refusal, match="Spies cannot enter"):
        services.enter_teams(competition=competition, by=cast.commissioner, expected=1, teams=[stranger])


def test_after_a_withdrawal_the_fixtures_must_be_drawn_again(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    competition = competition_in(cast.league, teams, drawn=True)
    after = services.withdraw_entrant(
        competition=competition, by=cast.commissioner, expected=competition.version, team=teams[0]
    )
    assert after.entrants.count() == 3
    assert (after.seed, fixtures_of(after)) == ("", [])


def test_a_team_that_has_not_entered_cannot_be_withdrawn(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2))
    with pytest.raises(Refusal, match="Outsiders is not in"):
        services.withdraw_entrant(
            competition=competition,
            by=cast.commissioner,
            expected=competition.version,
            team=bare_team(cast.league, "Outsiders"),
        )


def test_after_the_start_no_team_enters_or_leaves(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    competition = competition_in(cast.league, teams[:2], started=True)
    asked = {"competition": competition, "by": cast.commissioner, "expected": competition.version}
    with pytest.raises(Refusal, match="is under way"):
        services.enter_teams(**asked, teams=teams[2:])
    with pytest.raises(Refusal, match="is under way"):
        services.withdraw_entrant(**asked, team=teams[0])
    assert competition.entrants.count() == 2


# -- the draw --


@pytest.mark.parametrize("teams", [0, 1])
def test_fewer_than_two_teams_cannot_be_drawn(cast: Cast, teams: int) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, teams))
    with pytest.raises(Refusal, match=f"at least 2 teams and has {teams}"):
        draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version)


def test_the_recorded_seed_repeats_the_draw(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 7), drawn=True, legs=2)
    again = draws.draw_fixtures(
        competition=competition, by=cast.commissioner, expected=competition.version, seed=competition.seed
    )
    other = draws.draw_fixtures(competition=again, by=cast.commissioner, expected=again.version)
    assert pairs(competition) == pairs(again)
    assert other.seed not in ("", again.seed)


def test_all_teams_meet_and_an_odd_one_has_a_bye(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 5), drawn=True)
    met = [frozenset((home, away)) for _round, home, away in pairs(competition) if away]
    rests = [home for _round, home, away in pairs(competition) if not away]
    assert len(met) == len(set(met)) == 10
    assert sorted(rests) == ["Anvils", "Badgers", "Comets", "Dragons", "Eagles"]
    assert all(fixture.home_outcome == "" for fixture in fixtures_of(competition))


def test_a_draw_creates_no_matches_before_the_start(cast: Cast) -> None:
    competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    assert not Match.objects.exists()


def test_the_second_person_to_draw_gets_a_message(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4))
    draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version, seed="first")
    with pytest.raises(StaleVersion):
        draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version, seed="second")
    competition.refresh_from_db()
    assert competition.seed == "first"


@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_simultaneous_draws_counts() -> None:
    cast = create_cast()
    competition = competition_in(cast.league, bare_teams(cast.league, 6))
    start = Barrier(2)

    def draw(seed: str) -> str:
        try:
            start.wait()
            draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version, seed=seed)
        except StaleVersion:
            return "stale"
        finally:
            connection.close()
        return seed

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(draw, ["one", "two"]))
    competition.refresh_from_db()
    assert sorted(answers, key=len) == [competition.seed, "stale"]
    assert len(fixtures_of(competition)) == 15


def test_another_number_of_meetings_removes_drawn_fixtures(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True, name="Cup")
    changed = services.change_competition(
        competition=competition, by=cast.commissioner, expected=competition.version, setup=Setup(name="Cup", legs=2)
    )
    assert (changed.legs, fixtures_of(changed)) == (2, [])


def test_another_name_keeps_drawn_fixtures(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), drawn=True)
    services.change_competition(
        competition=competition, by=cast.commissioner, expected=competition.version, setup=Setup(name="Another")
    )
    assert len(fixtures_of(competition)) == 6


# -- start and end --


def test_a_start_creates_a_match_for_each_fixture_except_byes(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 5), started=True)
    assert Match.objects.filter(state=Match.State.SCHEDULED).count() == 10
    for fixture in matches_of(competition):
        sides = dict(fixture.match.sides.values_list("side", "team"))
        assert sides == {"home": fixture.home_id, "away": fixture.away_id}


def test_a_competition_without_a_draw_cannot_start(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4))
    with pytest.raises(Refusal, match=r"has no fixtures yet.*Draw them first"):
        draws.start_competition(competition=competition, by=cast.commissioner, expected=competition.version)


def test_a_team_that_has_retired_is_named_at_the_start(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    competition = competition_in(cast.league, teams, drawn=True)
    Team.objects.filter(pk=teams[2].pk).update(state=Team.State.RETIRED)
    with pytest.raises(Refusal, match=r"Comets can no longer play.*Withdraw them"):
        draws.start_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    assert not Match.objects.exists()


def test_a_running_competition_with_a_retired_team_cannot_be_drawn_again(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    competition = competition_in(cast.league, teams, started=True)
    Team.objects.filter(pk=teams[2].pk).update(state=Team.State.RETIRED)
    before = {fixture.pk for fixture in fixtures_of(competition)}
    with pytest.raises(Refusal, match="Comets can no longer play"):
        draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version)
    assert {fixture.pk for fixture in fixtures_of(competition)} == before


def test_before_a_match_is_opened_a_start_can_be_undone_or_drawn_again(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    again = draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version, seed="x")
    assert Match.objects.count() == 6 and MatchSide.objects.count() == 12
    assert all(fixture.match for fixture in fixtures_of(again))
    back = draws.undo_start(competition=again, by=cast.commissioner, expected=again.version)
    assert (back.state, Match.objects.count(), len(fixtures_of(back))) == (Competition.State.DRAFT, 0, 6)


def test_after_a_match_was_opened_the_fixtures_cannot_be_drawn_again(cast: Cast) -> None:
    teams = [
        approved_team(cast.league, coach, by=cast.commissioner, name=f"{coach}'s team")
        for coach in (cast.coach, cast.other_coach)
    ]
    competition = competition_in(cast.league, teams, started=True)
    open_match(match=fixtures_of(competition)[0].match, by=cast.coach)
    asked = {"competition": competition, "by": cast.commissioner, "expected": competition.version}
    for step in (draws.draw_fixtures, draws.undo_start):
        with pytest.raises(Refusal, match="has been opened"):
            step(**asked)
    assert Match.objects.get().state == Match.State.PRE_MATCH


def test_a_competition_is_finished_when_all_matches_are_played(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    first, *others = matches_of(competition)
    decide_match(first, 1, 0)
    with pytest.raises(Refusal, match=r"2 matches of .* are not over yet"):
        finishing.finish_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    for fixture in others:
        decide_match(fixture, 0, 0)
    done = finishing.finish_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    assert done.state == Competition.State.FINISHED
    resumed = finishing.resume_competition(competition=done, by=cast.commissioner, expected=done.version)
    assert resumed.state == Competition.State.RUNNING


def test_a_refusal_does_not_change_the_version(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4))
    with pytest.raises(Refusal), transaction.atomic():
        draws.start_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    before = competition.version
    competition.refresh_from_db()
    assert competition.version == before
    assert not Fixture.objects.exists()


@pytest.mark.parametrize(
    ("entered", "said"),
    [(0, "at least two teams, and none has entered"), (1, "at least two teams, and 1 has entered")],
)
def test_the_draw_is_not_offered_before_two_teams_have_entered(cast: Cast, entered: int, said: str) -> None:
    teams = bare_teams(cast.league, 3)
    competition = competition_in(cast.league, teams[:entered])
    page = signed_in(cast.commissioner).get(f"/competitions/{competition.public_id}/manage/").content.decode()
    assert said in page and "Draw fixtures" not in page
    ready = services.enter_teams(
        competition=competition, by=cast.commissioner, expected=competition.version, teams=teams[entered:]
    )
    page = signed_in(cast.commissioner).get(f"/competitions/{ready.public_id}/manage/").content.decode()
    assert said not in page and "Draw fixtures" in page


def test_without_teams_to_enter_the_page_links_to_the_teams(cast: Cast) -> None:
    competition = competition_in(cast.league)
    page = signed_in(cast.commissioner).get(f"/competitions/{competition.public_id}/manage/").content.decode()
    assert f'<a href="/leagues/{cast.league.slug}/teams/">see the teams</a>' in page


def test_teams_that_can_enter_are_shown_with_their_other_competitions(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    competition_in(cast.league, teams[:2], name="North")
    south = competition_in(cast.league, name="South")
    page = signed_in(cast.commissioner).get(f"/competitions/{south.public_id}/manage/").content.decode()
    assert "Anvils (Human), plays in North" in page and "Badgers (Human), plays in North" in page
    assert "Comets (Human)" in page and "Comets (Human), plays" not in page


def test_teams_without_a_competition_are_ticked_for_a_new_one(cast: Cast) -> None:
    def ticked(page: str) -> set[str]:
        text = signed_in(cast.commissioner).get(page).content.decode()
        found = re.findall(r'<input[^>]*name="teams"[^>]*>', text)
        return {re.search(r'value="(\w+)"', box)[1] for box in found if " checked" in box}

    teams = bare_teams(cast.league, 4)
    ids = [team.public_id for team in teams]
    north, south = competition_in(cast.league), competition_in(cast.league)
    manage = [f"/competitions/{each.public_id}/manage/" for each in (north, south)]
    groups = f"/leagues/{cast.league.slug}/seasons/1/groups/"
    assert ticked(manage[0]) == ticked(groups) == set(ids)
    services.enter_teams(competition=north, by=cast.commissioner, expected=north.version, teams=teams[:2])
    assert ticked(manage[0]) == set(), "some have entered: the others stay out until they are chosen"
    assert ticked(manage[1]) == ticked(groups) == set(ids[2:])
