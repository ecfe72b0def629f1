"""The end of a season, step by step, and the next one with the same teams."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.formats import draws, open_play
from competitions.formats.qualification import qualification
from competitions.models import Competition, Season, SeasonEnd, SeasonMark
from competitions.rulings import withdrawals
from competitions.season_end import season_end
from competitions.season_end.divisions import entries_of, in_order, suggested
from competitions.season_end.next_season import carry_on
from competitions.season_end.season_end import Ending, end_season
from competitions.setup import finishing, seasons
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from competitions.standings.standings import fresh_standings_of, standings_of
from matches.models import Match
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.models import Team, TeamState
from tests.competitions.competition_builders import (
    annul_match,
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
    preview_result,
)
from tests.leagues.cast import Cast, form_data, signed_in
from tests.matches import match_builders
from tests.matches.own_match_builders import runs_too
from tests.teams import team_builders
from web.errors import Refusal, StaleVersion

SIX = 6


@pytest.fixture
def divisions(cast: Cast) -> list[Competition]:
    """Two divisions of six, played: in each, the teams are ranked in the order of their ids."""
    teams = bare_teams(cast.league, 2 * SIX)
    made = [
        competition_in(cast.league, teams[:SIX], started=True, name="First Division"),
        competition_in(cast.league, teams[SIX:], started=True, name="Second Division"),
    ]
    for competition in made:
        for fixture in matches_of(competition):
            decide_match(fixture, *((1, 0) if fixture.home_id < fixture.away_id else (0, 1)))
    return made


def end(cast: Cast, season: Season, **ending: object) -> Season:
    current = Season.objects.select_related("league").get(pk=season.pk)
    return end_season(season=current, by=cast.commissioner, expected=current.version, ending=Ending(**ending))


def names(competition: Competition) -> list[str]:
    return list(competition.entrants.order_by("team").values_list("team__name", flat=True))


def test_a_season_with_an_open_match_cannot_be_closed_and_nothing_is_written(
    cast: Cast, divisions: list[Competition]
) -> None:
    season = divisions[0].season
    fixture = matches_of(divisions[1])[3]
    for state in (Match.State.SCHEDULED, Match.State.DISPUTED, Match.State.POST_MATCH):
        Match.objects.filter(pk=fixture.match_id).update(state=state)
        assert [left.fixture for left in season_end.open_matches(season)] == [fixture]
        with pytest.raises(Refusal, match="1 match of Season 1 is not over"):
            end(cast, season, clear_injuries=True)
    assert not SeasonEnd.objects.exists()
    assert set(season.competitions.values_list("state", flat=True)) == {"running"}


def test_competitions_with_all_matches_played_are_finished_with_the_season(
    cast: Cast, divisions: list[Competition]
) -> None:
    closed = end(cast, divisions[0].season)
    assert closed.state == Season.State.CLOSED
    assert set(closed.competitions.values_list("state", flat=True)) == {"finished"}


def test_a_competition_that_never_started_is_discarded_only_on_request(
    cast: Cast, divisions: list[Competition]
) -> None:
    competition_in(cast.league, list(Team.objects.all()[:4]), drawn=True, name="Idea")
    with pytest.raises(Refusal, match="Idea was never started"):
        end(cast, divisions[0].season)
    closed = end(cast, divisions[0].season, discard_drafts=True)
    assert not closed.competitions.filter(name="Idea").exists()
    assert cast.league.log.filter(kind="competitions.draft_discarded").count() == 1


@pytest.mark.costly
@pytest.mark.parametrize("movers", [0, 1, 2, 5])
def test_as_many_teams_are_promoted_as_relegated(cast: Cast, divisions: list[Competition], movers: int) -> None:
    order = in_order(entries_of(divisions[0].season))
    moves = suggested(order, movers)
    first, second = ([entry.pk for entry in several] for several in order.values())
    assert {pk for pk, into in moves.items() if into == divisions[1]} == set(first[SIX - movers :])
    assert {pk for pk, into in moves.items() if into == divisions[0]} == set(second[:movers])


def test_the_next_season_has_each_team_in_its_new_division(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[0].season
    order = in_order(entries_of(season))
    last = order[divisions[1]][-1]
    end(cast, season, moves={**suggested(order, 2), last.pk: None})
    last.team.refresh_from_db()
    assert last.team.state == Team.State.RETIRED
    made = carry_on(season=season, by=cast.commissioner, name="Season 2")
    first, second = made.competitions.order_by("pk")
    teams = [entry.team.name for several in order.values() for entry in several]
    assert names(first) == [*teams[:4], *teams[6:8]]
    assert names(second) == [*teams[4:6], *teams[8:11]]
    assert {first.state, second.state} == {"draft"}
    assert first.points == divisions[0].points
    Season.objects.filter(pk=made.pk).update(state=Season.State.CLOSED)
    with pytest.raises(Refusal, match="There is a season called"):
        carry_on(season=season, by=cast.commissioner, name="Season 2")
    assert cast.league.seasons.count() == 2


def test_a_reopened_season_is_not_over_and_its_next_end_decides_again(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[0].season
    closed = end(cast, season, moves=suggested(in_order(entries_of(season)), 1))
    assert season.marks.exclude(mark=SeasonMark.Mark.STAYS).count() == 2
    seasons.reopen_season(season=closed, by=cast.commissioner, expected=closed.version)
    end(cast, season)
    assert set(season.marks.values_list("mark", flat=True)) == {"stays"}


def test_injuries_are_cleared_in_the_journals_or_not(cast: Cast) -> None:
    teams = [
        team_builders.team_from_list(cast.league, cast.coach, "Gouged Eye", "Orc"),
        team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human"),
    ]
    competition = competition_in(cast.league, teams, started=True)
    (fixture,) = matches_of(competition)
    decide_match(fixture, 1, 0)
    hurt = team_builders.injure_player(teams[0], 3)

    def misses() -> bool:
        return ledger.sheet_in(TeamState.objects.get(team=teams[0])).player(hurt).misses_next

    closed = end(cast, competition.season)
    assert misses()
    reopened = seasons.reopen_season(season=closed, by=cast.commissioner, expected=closed.version)
    end(cast, reopened, clear_injuries=True)
    assert not misses()
    assert not any(found.differences for found in audit())
    history = signed_in(cast.coach).get(f"/teams/{teams[0].public_id}/history/", follow=True).content.decode()
    assert "End of season" in history


def test_the_injuries_of_a_team_in_a_friendly_cannot_be_cleared(cast: Cast) -> None:
    teams = [
        team_builders.team_from_list(cast.league, cast.coach, "Gouged Eye", "Orc"),
        team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human"),
    ]
    competition = competition_in(cast.league, teams, started=True)
    decide_match(matches_of(competition)[0], 1, 0)
    team_builders.injure_player(teams[0], 3)
    match_builders.opened_match(*teams)
    with pytest.raises(Refusal, match="Finish the post-match sequence"):
        end(cast, competition.season, clear_injuries=True)
    assert end(cast, competition.season).state == Season.State.CLOSED


def test_closing_an_older_version_of_a_season_is_refused(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[0].season
    seasons.rename_season(season=season, by=cast.commissioner, expected=season.version, name="Spring")
    with pytest.raises(StaleVersion):
        end_season(season=season, by=cast.commissioner, expected=season.version, ending=Ending())


def test_a_commissioner_closes_a_season_and_opens_the_next_on_pages(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[0].season
    place = [cast.league.slug, season.number]
    url, browser = reverse("competitions:end_season", args=place), signed_in(cast.commissioner)
    Match.objects.filter(pk=matches_of(divisions[0])[0].match_id).update(state=Match.State.SCHEDULED)
    shown = browser.get(url, {"movers": "1"}).content.decode()
    assert "decide it without play" in shown
    assert "Discard competitions" not in shown
    entries = {f"entry_{entry.pk}": "stays" for entry in entries_of(season)}
    assert browser.post(url, form_data(version=season.version, **entries)).status_code == 409
    Match.objects.filter(state=Match.State.SCHEDULED).update(state=Match.State.CLOSED)
    assert "Wooden spoon" in browser.get(url).content.decode()  # as in the closed season
    mover = in_order(entries_of(season))[divisions[1]][0]
    entries[f"entry_{mover.pk}"] = str(divisions[0].pk)
    assert browser.post(url, form_data(version=season.version, **entries)).status_code == 302
    back = signed_in(None).get(reverse("competitions:season", args=place)).content.decode()
    assert "promoted" in back
    assert "Champion" in back
    next_one = reverse("competitions:carry_on", args=place)
    assert 'value="Season 2"' in browser.get(next_one).text
    after = browser.post(next_one, form_data(name="Season 2"))
    assert after["Location"] == reverse("competitions:season", args=[cast.league.slug, 2])
    assert mover.team.name in names(cast.league.seasons.get(number=2).competitions.order_by("pk")[0])


def test_the_page_proposes_an_end_that_can_be_saved(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[0].season
    url = reverse("competitions:end_season", args=[cast.league.slug, season.number])
    browser = signed_in(cast.commissioner)
    shown = browser.get(url, {"movers": "2"}).context
    proposed = {entry: shown["form"][f"entry_{entry.pk}"].value() for entry in shown["form"].entries}
    assert not SeasonMark.objects.exists() and not SeasonEnd.objects.exists()
    typed = {f"entry_{entry.pk}": value for entry, value in proposed.items()}
    assert browser.post(url, form_data(version=season.version, **typed)).status_code == 302
    marks = {mark.team_id: mark for mark in SeasonMark.objects.all()}
    for entry, value in proposed.items():
        assert marks[entry.team_id].into_id == (entry.competition_id if value == "stays" else int(value))
    places = {entry.team_id: place for several in in_order(entries_of(season)).values()
              for place, entry in enumerate(several, start=1)}  # fmt: skip
    assert {team: mark.place for team, mark in marks.items()} == places
    assert sum(mark.mark == "up" for mark in marks.values()) == sum(mark.mark == "down" for mark in marks.values()) == 2
    page = reverse("competitions:season", args=[cast.league.slug, season.number])
    assert browser.get(page).context["awards"] == shown["awards"]


def test_the_next_season_also_has_the_later_stages_and_what_feeds_them(
    cast: Cast, divisions: list[Competition]
) -> None:
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out", places=5))
    for source, first, last, best in ((divisions[0], 1, 2, None), (divisions[1], 1, 2, None), (divisions[0], 3, 3, 1)):
        current = Competition.objects.get(pk=cup.pk)
        qualification.add_feed(
            target=current, by=cast.commissioner, expected=current.version,
            source=source, first=first, last=last, best=best,
        )  # fmt: skip
    for each in divisions:
        finishing.finish_competition(
            competition=each, by=cast.commissioner, expected=Competition.objects.get(pk=each.pk).version
        )
    current = Competition.objects.get(pk=cup.pk)
    current = qualification.enter_qualified(target=current, by=cast.commissioner, expected=current.version)
    current = draws.draw_fixtures(competition=current, by=cast.commissioner, expected=current.version)
    draws.start_competition(competition=current, by=cast.commissioner, expected=current.version)
    while open_ones := [row for row in matches_of(cup) if row.match and row.match.state == Match.State.SCHEDULED]:
        decide_match(open_ones[0], 1, 0)
    season = divisions[0].season
    made = carry_on(season=end(cast, season), by=cast.commissioner, name="Season 2")
    first, second, later = made.competitions.order_by("pk")
    assert (later.name, later.scheduling, later.places, later.entrants.count()) == ("Cup", "knock_out", 5, 0)
    fed = list(later.feeds.order_by("pk").values_list("source", "first", "last", "best"))
    assert fed == [(first.pk, 1, 2, None), (second.pk, 1, 2, None), (first.pk, 3, 3, 1)]


def test_the_next_ladder_starts_as_the_last_one_ended(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    ladder = competition_in(cast.league, teams, shape=Shape(scheduling="ladder"))
    ladder = draws.start_competition(competition=ladder, by=cast.commissioner, expected=ladder.version)
    fixture = open_play.report_game(competition=ladder, by=cast.commissioner, home=teams[2], away=teams[0], own=None)
    decide_match(fixture, 2, 0)
    assert ladder_of(ladder)[0] == teams[2].pk
    made = carry_on(season=end(cast, ladder.season), by=cast.commissioner, name="Season 2")
    assert ladder_of(made.competitions.get()) == ladder_of(ladder)


def test_a_team_that_left_during_the_season_is_not_entered_in_the_next_unless_it_comes_back(
    cast: Cast, divisions: list[Competition]
) -> None:
    season = divisions[0].season
    leaver, back = (entry.team for entry in divisions[0].entrants.order_by("pk")[:2])
    for team in (leaver, back):
        current = Competition.objects.get(pk=divisions[0].pk)
        withdrawals.leave(
            competition=current, by=cast.commissioner, expected=current.version,
            team=team, how="kept", reason="Moved away.",
        )  # fmt: skip
    browser, place = signed_in(cast.commissioner), [cast.league.slug, season.number]
    page = browser.get(reverse("competitions:end_season", args=place)).content.decode()
    assert page.count('<option value="gone" selected>') == 2
    stranger = next(entry for entry in entries_of(season) if entry.team not in (leaver, back))
    usual = {f"entry_{entry.pk}": "gone" if entry.team == leaver else "stays" for entry in entries_of(season)}
    wrong = form_data(version=season.version, **usual | {f"entry_{stranger.pk}": "gone"})
    assert browser.post(reverse("competitions:end_season", args=place), wrong).status_code == 422
    answer = browser.post(reverse("competitions:end_season", args=place), form_data(version=season.version, **usual))
    assert answer.status_code == 302
    made = carry_on(season=Season.objects.get(pk=season.pk), by=cast.commissioner, name="Season 2")
    entered = names(made.competitions.order_by("pk")[0])
    assert leaver.name not in entered and back.name in entered


def test_open_matches_of_a_league_can_be_changed_together_from_the_end_of_the_season(cast: Cast) -> None:
    league = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    page = signed_in(cast.commissioner).get(
        reverse("competitions:end_season", args=[cast.league.slug, league.season.number])
    ).text  # fmt: skip
    assert f'href="{reverse("competitions:bulk", args=[league.public_id])}"' in page


def test_an_open_match_of_a_bracket_is_named_by_its_round_and_cannot_be_deleted(cast: Cast) -> None:
    shape = Shape(scheduling="knock_out")
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, name="Cup", shape=shape)
    for place in range(2):
        decide_match(matches_of(cup)[place], 2, 0)
    place = [cast.league.slug, cup.season.number]
    page = signed_in(cast.commissioner).get(reverse("competitions:end_season", args=place)).text
    shown = " ".join(page.split())
    assert "Cup, final. Have it played, or decide it without play." in shown
    owed = signed_in(cast.commissioner).get(reverse("competitions:owed", args=[cup.public_id])).text
    assert "final</span>" in owed and "round 3" not in owed and "round 2" not in owed


def test_a_commissioner_is_not_told_to_settle_a_match_in_which_they_coach(cast: Cast) -> None:
    teams = [bare_team(cast.league, "Ours", runs_too(cast)), bare_team(cast.league, "Theirs", cast.other_coach)]
    cup = competition_in(cast.league, teams, started=True)
    address = reverse("competitions:end_season", args=[cast.league.slug, cup.season.number])
    for state, said in (
        (Match.State.REPORTED, "you can settle it"),
        (Match.State.DISPUTED, "Settle the dispute"),
        (Match.State.POST_MATCH, "you can answer for a coach"),
    ):
        Match.objects.update(state=state)
        own, other = (signed_in(each).get(address).text for each in (cast.coach, cast.commissioner))
        assert said in other and said not in own and "its page says what it is waiting for" in own


def test_the_end_of_a_season_without_matches_says_that_there_are_none(cast: Cast) -> None:
    season = seasons.open_season(league=cast.league, by=cast.commissioner, name="Season 1")
    address = reverse("competitions:end_season", args=[cast.league.slug, season.number])
    page = signed_in(cast.commissioner).get(address).text
    assert "This season has no matches." in page and "All matches are over" not in page


def test_a_refused_end_leaves_no_wrong_table_in_the_cache(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[0].season
    with pytest.raises(StaleVersion):
        end_season(season=season, by=cast.commissioner, expected=season.version + 1, ending=Ending())
    fixture = matches_of(divisions[0])[0]
    annul_match(fixture)
    decide_match(fixture, 0, 9)
    for competition in season.competitions.all():
        assert standings_of(competition) == fresh_standings_of(competition)


def test_a_division_that_gets_more_teams_than_it_had_places_has_room_for_them(
    cast: Cast, divisions: list[Competition]
) -> None:
    Competition.objects.filter(pk=divisions[0].pk).update(places=SIX)
    season = divisions[0].season
    entry = divisions[1].entrants.first()
    made = carry_on(season=end(cast, season, moves={entry.pk: divisions[0]}), by=cast.commissioner, name="Season 2")
    assert [(each.places, each.entrants.count()) for each in made.competitions.order_by("pk")] == [(7, 7), (None, 5)]


def test_a_running_season_has_no_next_season_yet(cast: Cast) -> None:
    competition = competition_in(cast.league, [bare_team(cast.league, "Alone")])
    url = reverse("competitions:carry_on", args=[cast.league.slug, competition.season.number])
    answer = signed_in(cast.commissioner).post(url, form_data(name="Season 2"))
    assert answer.status_code == 409
    with pytest.raises(Refusal, match="is still open"):
        carry_on(season=competition.season, by=cast.commissioner, name="Season 2")
    assert cast.league.seasons.count() == 1


def test_a_correction_after_the_end_says_who_would_have_been_promoted_or_relegated(
    cast: Cast, divisions: list[Competition]
) -> None:
    first, second = divisions
    match = next(each for each in matches_of(second) if {each.home.name, each.away.name} == {"Griffons", "Hammers"})
    home = match.home.name == "Griffons"
    score = (0, 9) if home else (9, 0)
    assert preview_result(match, score).stages == ()
    closed = end(cast, first.season, moves=suggested(in_order(entries_of(first.season)), 1))
    (preview,) = preview_result(match, score).stages
    assert preview.name == closed.name
    assert preview.lines[0].text == "Promoted: Griffons. By the new table it would be Hammers."
    assert "Promotions and relegations stay" in preview.lines[1].text
    below = next(each for each in matches_of(second) if {each.home.name, each.away.name} == {"Jackals", "Kestrels"})
    assert preview_result(below, score).stages == ()


def test_a_team_that_retired_or_left_is_neither_promoted_nor_in_the_way(
    cast: Cast, divisions: list[Competition]
) -> None:
    first, second = divisions
    season, entries = first.season, in_order(entries_of(first.season))
    champion, runner_up = entries[second][:2]
    Team.objects.filter(pk=champion.team_id).update(state=Team.State.RETIRED)
    moves = suggested(in_order(entries_of(season)), 1)
    assert {pk for pk, into in moves.items() if into == first} == {runner_up.pk}
    client = signed_in(cast.commissioner)
    page = client.get(f"/leagues/{cast.league.slug}/seasons/1/end/?movers=1").text
    field = page.split(f'name="entry_{champion.pk}"')[1].split("</select>")[0]
    assert field.count("<option") == 1 and "retires" in field


def test_no_next_season_follows_an_older_one_while_a_later_one_is_open(
    cast: Cast, divisions: list[Competition]
) -> None:
    season = end(cast, divisions[0].season)
    later = carry_on(season=season, by=cast.commissioner, name="Season 2")
    url = f"/leagues/{cast.league.slug}/seasons/1/next/"
    client = signed_in(cast.commissioner)
    answer = client.post(url, form_data(name="Season 3"))
    assert answer.status_code == 409 and "Season 2, after Season 1, is already open" in answer.text
    with pytest.raises(Refusal, match="Season 2, after Season 1, is already open"):
        carry_on(season=season, by=cast.commissioner, name="Season 3")
    Season.objects.filter(pk=later.pk).update(state=Season.State.CLOSED)
    assert client.post(url, form_data(name="Season 3")).status_code == 302
