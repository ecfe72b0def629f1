"""What happens in a league is news by itself, and stays true after corrections."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from competitions.formats import draws
from competitions.models import Competition, Fixture, Holding, Season, Trophy
from competitions.setup import finishing
from leagues import log
from leagues.models import League
from matches.models import Match, PlayerLine
from news.happenings import headline as module
from news.happenings import headlines as rules
from news.happenings.headline import Headline
from news.happenings.headlines import headlines
from news.happenings.wording import worded
from stats.played.scope import whole
from stats.records.run import legend_of
from teams.models import Team
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast
from web.snapshot_reads import snapshot


def of_kind(league: League, kind: str, *, recent: bool = False) -> list[Headline]:
    found = headlines(League.objects.get(pk=league.pk), recent=5 if recent else 0)
    return [each for each in found if each.kind == kind]


def played(fixture: Fixture, home: int, away: int, day: date = date(2026, 3, 1)) -> Fixture:
    decide_match(fixture, home, away)
    noon = datetime(day.year, day.month, day.day, 18, tzinfo=UTC)
    Match.objects.filter(pk=fixture.match_id).update(played_on=day, confirmed_at=noon)
    return fixture


def fixture_in(cast: Cast) -> Fixture:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    return matches_of(competition_in(cast.league, teams, started=True))[0]


def test_headlines_that_grow_are_as_if_they_were_worked_out_again(cast: Cast, division: Competition) -> None:
    league, rows = division.season.league, matches_of(division)
    late = [each for each in rows if each.match.state not in Match.PLAYED]
    victim, star = rows[0].home.players.create(name="Vic"), rows[1].home.players.create(name="Star")
    points = legend_of(league.ruleset.book)[1]

    def changed(fixture: Fixture, **columns: Any) -> None:
        Match.objects.filter(pk=fixture.match_id).update(**columns, version=F("version") + 1)

    kinds = set()
    for change in (
        lambda: [played(each, 1, 0, date(2026, 1, 1 + nth)) for nth, each in enumerate(rows[:4])],
        lambda: add_player_line(rows[1], "home", star, spp=points - 1),
        lambda: played(late[0], 5, 0, date(2026, 3, 1)),
        lambda: add_player_line(late[0], "home", star, spp=2),
        lambda: changed(rows[2], state=Match.State.POST_MATCH),
        lambda: add_player_line(rows[0], "home", victim, died=True),
        lambda: played(late[1], 0, 7, date(2026, 4, 1)),
        lambda: changed(late[1], played_on=date(2025, 12, 1)),
        lambda: changed(rows[2], state=Match.State.CLOSED),
        lambda: (PlayerLine.objects.filter(player=star, spp=2).remove(), changed(late[0])),
        lambda: changed(late[0], conceded_by="away"),
        lambda: annul_match(rows[0]),
    ):
        change()
        with snapshot():
            scope = whole(League.objects.select_related("change_counter", "ruleset").get(pk=league.pk), friendlies=True)
            grown = rules.HEADLINES.of(scope)
            assert grown == rules.HEADLINES.gather(scope)
        kinds |= {each.kind for each in grown.headlines}
    assert kinds >= {module.DEATH, module.BIG_WIN, module.LEGEND}


def test_a_death_is_news_until_it_is_corrected(cast: Cast) -> None:
    fixture = played(fixture_in(cast), 1, 1)
    victim, killer = fixture.home.players.create(name="Vic"), fixture.away.players.create(name="Kil")
    line = add_player_line(fixture, "home", victim, died=True, killed_by=killer)
    for recent in (False, True):
        (death,) = of_kind(cast.league, module.DEATH, recent=recent)
        assert (death.player, death.killer, death.team, death.other) == (
            victim.pk, killer.pk, fixture.home_id, fixture.away_id,
        )  # fmt: skip
        assert death.day == date(2026, 3, 1)
    PlayerLine.objects.filter(pk=line.pk).update(died=False)
    assert of_kind(cast.league, module.DEATH) == []


def test_a_legend_is_news_in_the_match_that_made_it_one(cast: Cast) -> None:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers", "Comets")
    home = [
        each
        for each in matches_of(competition_in(cast.league, teams, started=True))
        if teams[0] in (each.home, each.away)
    ]
    hero = teams[0].players.create(name="Hero")
    title, points = legend_of(cast.league.ruleset.book)
    for number, (fixture, spp) in enumerate(zip(home, (points - 1, 1), strict=True)):
        played(fixture, 2, 1, date(2026, 3, 1 + number))
        add_player_line(fixture, "home" if fixture.home == teams[0] else "away", hero, spp=spp)
    (legend,) = of_kind(cast.league, module.LEGEND)
    assert (legend.player, legend.day, legend.name) == (hero.pk, date(2026, 3, 2), title)
    assert [each.player for each in of_kind(cast.league, module.LEGEND, recent=True)] == [hero.pk]
    annul_match(home[1])
    assert of_kind(cast.league, module.LEGEND) == []


def test_a_short_list_begins_as_a_longer_one(cast: Cast) -> None:
    """It looks for legends only in matches as late as what it shows."""
    teams = create_bare_teams(cast.league, "Ravens", "Stompers", "Comets", "Imps")
    rows = matches_of(competition_in(cast.league, teams, started=True))
    points = legend_of(cast.league.ruleset.book)[1]
    heroes = [each.home.players.create(name="Hero") for each in rows]
    for number, (fixture, hero) in enumerate(zip(rows, heroes, strict=True)):
        played(fixture, 5 * (number % 2), 0, date(2036, 3, 1 + number // 2))
        add_player_line(fixture, "home", hero, spp=points if number in (1, 2, 4) else 1, died=number == 3)
    whole_list = [each.key for each in headlines(League.objects.get(pk=cast.league.pk), recent=99)]
    assert sum(key.startswith("legend:") for key in whole_list) == 3
    for most in range(1, len(whole_list) + 1):
        short = [each.key for each in headlines(League.objects.get(pk=cast.league.pk), recent=most)]
        assert short[:most] == whole_list[:most]


def test_a_win_by_four_is_news_but_not_one_by_three_or_a_conceded_one(cast: Cast) -> None:
    fixture = played(fixture_in(cast), 4, 1)
    assert of_kind(cast.league, module.BIG_WIN) == []
    decide_match(fixture, 5, 1)
    (win,) = of_kind(cast.league, module.BIG_WIN)
    assert (win.team, win.score) == (fixture.home_id, (5, 1))
    Match.objects.filter(pk=fixture.match_id).update(conceded_by="away")
    assert of_kind(cast.league, module.BIG_WIN) == []


def test_a_win_against_a_much_dearer_team_is_an_upset(cast: Cast) -> None:
    fixture = played(fixture_in(cast), 0, 1)
    fixture.match.sides.filter(side="home").update(team_value=2_000_000)
    fixture.match.sides.filter(side="away").update(team_value=1_510_000)
    assert of_kind(cast.league, module.UPSET) == []
    fixture.match.sides.filter(side="away").update(team_value=1_500_000)
    for recent in (False, True):
        (upset,) = of_kind(cast.league, module.UPSET, recent=recent)
        assert (upset.team, upset.values, upset.chance) == (fixture.away_id, (1_500_000, 2_000_000), None)


def test_a_win_that_the_ratings_did_not_expect_is_an_upset(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "UNLIKELY", 0.45)
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    fixtures = matches_of(competition_in(cast.league, teams, started=True, legs=4))
    for number, fixture in enumerate(fixtures):
        strong = 0 if fixture.home == teams[0] else 1
        last = number == len(fixtures) - 1
        home = (1 if strong == 0 else 0) if not last else (0 if strong == 0 else 1)
        played(fixture, home, 1 - home, date(2026, 1, 1) + timedelta(days=number))
    (upset,) = of_kind(cast.league, module.UPSET)
    assert upset.team == teams[1].pk and upset.chance is not None and upset.chance < 45


def test_a_record_is_news_once_the_league_has_played_for_a_while(
    cast: Cast, division: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, fixture in enumerate(matches_of(division)):
        played(fixture, 3 + number, 0, date(2026, 5, 1 + number))
    assert of_kind(cast.league, module.RECORD) == []
    monkeypatch.setattr(rules, "ESTABLISHED", 5)
    found = of_kind(cast.league, module.RECORD)
    assert {each.day.day for each in found} == {6} and {each.name for each in found} >= {"match:win", "match:score"}
    last = matches_of(division)[-1]
    words = [item.plain for item in worded(cast.league, found)]
    assert f"{last.home.name} set a record: Biggest win, 8–0." in words
    annul_match(last)
    assert of_kind(cast.league, module.RECORD) == []


def test_a_trophy_is_news_until_it_is_revoked(cast: Cast) -> None:
    (team,) = create_bare_teams(cast.league, "Ravens")
    trophy = Trophy.objects.create(league=cast.league, name="The Tankard")
    held = Holding.objects.create(trophy=trophy, team=team)
    (won,) = of_kind(cast.league, module.TROPHY)
    assert (won.team, won.name, won.address) == (team.pk, "The Tankard", (trophy.public_id,))
    Holding.objects.filter(pk=held.pk).update(taken_back_at=timezone.now())
    assert of_kind(cast.league, module.TROPHY) == []


def test_seasons_and_competitions_begin_and_end(cast: Cast) -> None:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    competition = competition_in(cast.league, teams, drawn=True, name="Cup")
    assert of_kind(cast.league, module.STARTED) == []
    assert [each.name for each in of_kind(cast.league, module.SEASON_BEGUN)] == ["Season 1"]
    competition = draws.start_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    assert [each.name for each in of_kind(cast.league, module.STARTED)] == ["Cup"]
    for fixture in matches_of(competition):
        decide_match(fixture, 1, 0)
    competition = Competition.objects.get(pk=competition.pk)
    finishing.finish_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    assert [each.name for each in of_kind(cast.league, module.FINISHED)] == ["Cup"]
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.RUNNING)
    assert of_kind(cast.league, module.FINISHED) == [], "it goes on"


def test_a_competition_of_the_same_name_next_season_has_its_own_beginning(cast: Cast) -> None:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    first = competition_in(cast.league, teams, started=True, name="Cup")
    Season.objects.update(state=Season.State.CLOSED, name="Earlier")
    second = competition_in(cast.league, teams, started=True, name="Cup")
    assert {each.address for each in of_kind(cast.league, module.STARTED)} == {(first.public_id,), (second.public_id,)}


def test_a_competition_that_got_another_name_keeps_its_beginning(cast: Cast) -> None:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    cup, other = (competition_in(cast.league, teams, started=True, name=name) for name in ("Cup", "Bowl"))
    Competition.objects.filter(pk=cup.pk).update(name="The Old Cup")
    Competition.objects.filter(pk=other.pk).update(name="Cup")
    named = {(each.name, each.address) for each in of_kind(cast.league, module.STARTED)}
    assert named == {("The Old Cup", (cup.public_id,)), ("Cup", (other.public_id,))}


def test_an_older_entry_without_an_address_is_that_of_the_only_competition_it_can_be(cast: Cast) -> None:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    cup, bowl = (competition_in(cast.league, teams, drawn=True, name=name) for name in ("Cup", "Bowl"))
    for each in (cup, bowl):
        log.record(draws.STARTED, league=cast.league, by=cast.commissioner, competition=each.name)
    Competition.objects.update(state=Competition.State.RUNNING)
    Competition.objects.filter(pk=cup.pk).update(name="The Old Cup")
    assert {each.name for each in of_kind(cast.league, module.STARTED)} == {"The Old Cup", "Bowl"}
    Competition.objects.filter(pk=bowl.pk).update(name="The Old Bowl")
    assert of_kind(cast.league, module.STARTED) == [], "nobody knows which is which"


def test_what_has_no_day_is_no_news(cast: Cast) -> None:
    fixture = fixture_in(cast)
    decide_match(fixture, 9, 0)
    Match.objects.filter(pk=fixture.match_id).update(played_on=None, confirmed_at=None)
    assert of_kind(cast.league, module.BIG_WIN) == []


def test_seasons_known_from_records_alone_are_no_news(cast: Cast) -> None:
    competition_in(cast.league, create_bare_teams(cast.league, "Ravens", "Stompers"), started=True)
    Competition.objects.update(recorded=True)
    assert headlines(cast.league) == []


def test_the_latest_comes_first(cast: Cast, division: Competition) -> None:
    fixtures = matches_of(division)
    for number, fixture in enumerate(fixtures[:4]):
        played(fixture, 6, 0, date(2026, 5, 1 + number))
    assert [each.day.day for each in of_kind(cast.league, module.BIG_WIN)] == [4, 3, 2, 1]


def test_retired_teams_stay_in_the_news(cast: Cast) -> None:
    fixture = played(fixture_in(cast), 6, 0)
    Team.objects.filter(pk=fixture.home_id).update(state=Team.State.RETIRED)
    assert len(of_kind(cast.league, module.BIG_WIN)) == 1
