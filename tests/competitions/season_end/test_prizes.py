"""The prizes of a season's end: proposed from the final standings, corrected by the commissioner, paid with the end."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from competitions.models import Competition, Holding, Season
from competitions.season_end.prize_fields import PrizeFields
from competitions.season_end.prizes import Prizes, award_prizes, prizes_due
from competitions.season_end.season_end import Ending, end_season
from competitions.season_end.taking_back import take_back
from competitions.setup.seasons import reopen_season
from competitions.setup.shape import Shape
from leagues import services
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.audits import audit
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, add_member, form_data, signed_in
from tests.teams.team_builders import team_from_list
from web.errors import Refusal


@pytest.fixture
def league(cast: Cast) -> Cast:
    """A league by a book with prizes."""
    details = services.Details(name="Modern Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2025")
    for coach in (cast.coach, cast.other_coach):
        add_member(cast.league, coach)
    return cast


def treasury(team: Team) -> int:
    return TeamState.objects.get(team=team).treasury


def test_the_end_pays_what_the_commissioner_sees_and_corrects(league: Cast) -> None:
    coaches = {"Anvils": league.coach, "Badgers": league.other_coach}
    first, second = (
        team_from_list(league.league, coach, name, "Dwarf", ["Dwarf Lineman"] * 11, rerolls=1, fan_factor=1)
        for name, coach in coaches.items()
    )
    table = competition_in(league.league, [first, second], started=True)
    (fixture,) = matches_of(table)
    decide_match(fixture, *((2, 1) if fixture.home == first else (1, 2)))
    season, browser = Season.objects.get(pk=table.season_id), signed_in(league.commissioner)
    url = reverse("competitions:end_season", args=[league.league.slug, season.number])
    form = browser.get(url).context["form"]
    places = {f"place_league_trophy_{nth}": form[f"place_league_trophy_{nth}"].value() for nth in (1, 2, 3)}
    gold = {f"gold_league_trophy_{nth}": form[f"gold_league_trophy_{nth}"].value() for nth in (1, 2, 3)}
    assert list(places.values()) == [first.public_id, second.public_id, ""]
    assert list(gold.values()) == [100_000, 60_000, 30_000]
    usual = {name: form[name].value() for name in form.fields if name.startswith("entry_")} | gold
    twice = form_data(version=season.version, **usual, **(places | {"place_league_trophy_2": first.public_id}))
    assert browser.post(url, twice).status_code == 422
    no_first = form_data(version=season.version, **usual, **(places | {"place_league_trophy_1": ""}))
    assert "Choose who is first" in browser.post(url, no_first).content.decode()
    before = treasury(first), treasury(second)
    corrected = usual | places | {"gold_league_trophy_2": 50_000}
    assert browser.post(url, form_data(version=season.version, **corrected)).status_code == 302
    assert (treasury(first) - before[0], treasury(second) - before[1]) == (100_000, 50_000)
    assert ledger.sheet_in(TeamState.objects.get(team=first)).trophies == ("league_trophy",)
    held = Holding.objects.filter(season=season).order_by("pk").values_list("role", "team", "prize")
    assert list(held) == [("holder", first.pk, 100_000), ("runner_up", second.pk, 50_000)]
    season.refresh_from_db()
    again = reopen_season(season=season, by=league.commissioner, expected=season.version)
    assert prizes_due(again, [Competition.objects.get(pk=table.pk)]) == []  # nobody is paid twice


def test_a_team_that_retires_at_the_end_gets_its_prize_before(league: Cast) -> None:
    """Its coach leaves as champion: the trophy is theirs, and taking the end back takes it away."""
    coaches = {"Anvils": league.coach, "Badgers": league.other_coach}
    first, second = (
        team_from_list(league.league, coach, name, "Dwarf", ["Dwarf Lineman"] * 11, rerolls=1, fan_factor=1)
        for name, coach in coaches.items()
    )
    table = competition_in(league.league, [first, second], started=True)
    (fixture,) = matches_of(table)
    decide_match(fixture, *((2, 1) if fixture.home == first else (1, 2)))
    season, before = Season.objects.get(pk=table.season_id), treasury(first)
    (due,) = prizes_due(season, [Competition.objects.get(pk=table.pk)])
    prizes = Prizes(trophy=due.trophy, places=((due.teams[0], 100_000),))
    ending = Ending(moves={first.entries.get().pk: None}, prizes=[prizes])
    end_season(season=season, by=league.commissioner, expected=season.version, ending=ending)
    retired = Team.objects.get(pk=first.pk)
    assert (retired.state, treasury(first) - before) == (Team.State.RETIRED, 100_000)
    assert ledger.sheet_in(TeamState.objects.get(team=first)).trophies == ("league_trophy",)
    closed = Season.objects.get(pk=season.pk)
    take_back(season=closed, by=league.commissioner, expected=closed.version, reason="Too early.")
    assert (Team.objects.get(pk=first.pk).state, treasury(first)) == (Team.State.ACTIVE, before)
    differences = {difference for found in audit() for difference in found.differences}
    assert differences == {"it counts, but has no report"}, "the match was decided without one"


def test_a_bracket_says_who_is_first_second_and_third(league: Cast) -> None:
    teams = bare_teams(league.league, 4)
    shape = Shape(scheduling="knock_out", options={"third_place": True})
    cup = competition_in(league.league, teams, started=True, shape=shape)
    for _round in range(2):
        for fixture in matches_of(cup):
            if fixture.match is not None and not fixture.match.counts:
                decide_match(fixture, 1, 0)
    (due,) = prizes_due(cup.season, [Competition.objects.get(pk=cup.pk)])
    final = next(each for each in matches_of(cup) if each.tie is not None and each.round.stage == "final")
    assert final.tie is not None
    thirds = [each for each in matches_of(cup) if each.tie is not None and each.tie.third_place]
    assert due.proposed == (final.home, final.away, thirds[0].home)


def test_several_tables_have_no_proposal_and_other_books_no_prizes(league: Cast) -> None:
    divisions = [
        competition_in(league.league, bare_teams_of(league, name), started=True) for name in ("North", "South")
    ]
    (due,) = prizes_due(divisions[0].season, divisions)
    assert (due.proposed, len(due.teams)) == ((None, None, None), 4)
    first, _gold, second, *_others = PrizeFields([due]).fields().values()
    assert "choose the team of each place" in first.help_text and not second.help_text
    award_prizes(divisions[0].season, [Prizes(trophy=due.trophy, places=((None, 100_000),))], league.commissioner)
    assert not Holding.objects.exists()
    places = ((due.teams[0], 1), (due.teams[1], 1), (due.teams[1], 1))
    with pytest.raises(Refusal, match="two places"):
        award_prizes(divisions[0].season, [Prizes(trophy=due.trophy, places=places)], league.commissioner)


def bare_teams_of(cast: Cast, name: str) -> list[Team]:
    from tests.competitions.competition_builders import create_bare_teams

    return create_bare_teams(cast.league, f"{name} one", f"{name} two")


def test_books_without_prizes_ask_nothing(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    with django_assert_num_queries(0):
        assert prizes_due(table.season, [table]) == []


def test_the_form_that_hands_a_trophy_over_begins_with_the_places_and_their_prizes(league: Cast) -> None:
    add_member(league.league, league.stranger)
    teams = [
        team_from_list(league.league, coach, name, "Dwarf", ["Dwarf Lineman"] * 11, rerolls=0, fan_factor=1)
        for name, coach in (("Anvils", league.coach), ("Badgers", league.other_coach), ("Crags", league.stranger))
    ]
    table = competition_in(league.league, teams, started=True)
    for fixture in matches_of(table):
        if fixture.match is not None:
            decide_match(fixture, *((2, 1) if fixture.home_id < (fixture.away_id or 0) else (1, 2)))
    url = reverse("competitions:hand_over", args=[league.league.slug, "league_trophy"])
    browser = signed_in(league.commissioner)
    form = browser.get(url).context["form"]
    places = {name: form[name].value() for name in ("team", "runner_up", "third")}
    prizes = {name: form[name].value() for name in ("prize", "runner_up_prize", "third_prize")}
    assert list(places.values()) == [team.public_id for team in teams]
    assert list(prizes.values()) == [100_000, 60_000, 30_000]
    sent = form_data(version=form["version"].value(), season="1", note="", **prizes, **(places | {"third": ""}))
    assert browser.post(url, sent).status_code == 302
    held = Holding.objects.order_by("pk").values_list("role", "team", "prize")
    assert list(held) == [("holder", teams[0].pk, 100_000), ("runner_up", teams[1].pk, 60_000)]
