"""A season's end may roll and ask for every team, by the steps of its book."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition, Season, TeamEnd
from competitions.season_end.season_end import Ending, end_season
from competitions.season_end.taking_back import take_back
from competitions.season_end.team_ends import answer_end, begin, finish_end, records_of, sequence_of
from competitions.setup.seasons import reopen_season
from leagues import services
from matches.extensions import past_changed
from notices.models import Notice
from rules import editions
from rules.journal import ConditionChanged, Entry, PlayerInjured, PlayerLeft, PointsEarned
from teams.ledger import ledger
from teams.models import Team, TeamAnswer, TeamState
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.editions.league import drafted
from tests.editions.modern import MODERN
from tests.leagues.cast import PEOPLE, Cast, add_member, signed_in
from tests.matches.forms import visit
from tests.teams.team_builders import team_from_list
from tests.web.hostile_forms import attack, forms_on
from tests.web.hostile_values import guard as guard  # an autouse fixture
from web.errors import Refusal


@pytest.fixture
def played(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Competition:
    """A season of two teams with one match, in a book whose season end asks; a player of the first has a niggle."""
    monkeypatch.setattr(editions, "EDITIONS", (*editions.EDITIONS, MODERN))
    league = services.create_league(
        by=cast.commissioner, details=services.Details(name="Modern Cup"), edition=MODERN.key
    )
    cast.league = league
    teams = []
    for coach, team_list in ((cast.coach, "Townsfolk"), (cast.other_coach, "Greenskins")):
        add_member(league, coach)
        teams.append(drafted(league, cast.commissioner, coach, team_list))
    table = competition_in(league, teams, started=True, name="The table")
    fixture = matches_of(table)[0]
    decide_match(fixture, *((2, 1) if fixture.home == teams[0] else (1, 2)))
    hurt(teams[0], cast)
    return table


def hurt(team: Team, cast: Cast) -> None:
    player = ledger.sheet_in(TeamState.objects.get(team=team)).players[0].player
    write(team, cast, PlayerInjured(player=player, niggling=1), PointsEarned(player=player, spp=3))


def write(team: Team, cast: Cast, *entries: Entry) -> None:
    """Writes these entries into the team's journal."""
    state, facts = TeamState.objects.get(team=team), [ledger.Fact(entry) for entry in entries]
    with transaction.atomic():
        ledger.append(
            team=team, ruleset=team.ruleset.rules(), expected=state.seq, facts=facts, source="word",
            by=cast.commissioner, reason="a test",
        )  # fmt: skip


def ended(cast: Cast, table: Competition) -> TeamEnd:
    """The season is closed; the first team's part of it."""
    season = Season.objects.get(pk=table.season_id)
    end_season(season=season, by=cast.commissioner, expected=season.version, ending=Ending())
    return TeamEnd.objects.select_related("season__league", "team").get(team__coach=cast.coach)


def page_of(row: TeamEnd) -> str:
    return reverse("competitions:team_end", args=[row.pk])


def test_the_coach_answers_on_a_page_and_the_journal_has_what_came_of_it(cast: Cast, played: Competition) -> None:
    row = ended(cast, played)
    before = TeamState.objects.get(team=row.team)
    assert ledger.sheet_in(before).players[0].misses_next
    told = Notice.objects.filter(happening__kind="competitions.season_end_asks", done_at=None)
    assert set(told.values_list("reader", flat=True)) == {cast.coach.pk, cast.other_coach.pk}
    page = visit(signed_in(cast.coach), page_of(row))
    assert [key.split(".")[0] for key in page.keys] == ["rest"]
    page = page.send(page.form_of(page.keys[0]), "Roll")
    assert page.keys == ["thanks"] and "You won 1 match." in page.text
    form = page.form_of("thanks")
    done = page.send(form, "Choose", choice=form.options["choice"][2])
    assert "The season is over for" in done.text
    row.refresh_from_db()
    assert row.state == TeamEnd.State.DONE
    assert set(told.values_list("reader", flat=True)) == {cast.other_coach.pk}
    sheet = ledger.sheet_in(TeamState.objects.get(team=row.team))
    assert not any(line.misses_next for line in sheet.players)
    assert sheet.players[2].spp == 2
    face = TeamAnswer.objects.get(key__startswith="rest.").value[0]
    assert sheet.players[0].niggling == (0 if face >= 4 else 1)


def test_a_season_counts_what_each_team_won_and_lost(cast: Cast, played: Competition) -> None:
    ended(cast, played)
    records = {row.team.coach_id: (row.won, row.drawn, row.lost) for row in TeamEnd.objects.select_related("team")}
    assert records == {cast.coach.pk: (1, 0, 0), cast.other_coach.pk: (0, 0, 1)}
    assert records_of(Season.objects.get(pk=played.season_id))


def test_dice_stay_when_the_season_is_opened_and_closed_again(cast: Cast, played: Competition) -> None:
    row = ended(cast, played)
    key = sequence_key(row)
    answer_end(row=row, key=key, value=None, by=cast.coach)
    face = TeamAnswer.objects.get(key=key).value
    season = Season.objects.get(pk=played.season_id)
    reopen_season(season=season, by=cast.commissioner, expected=season.version)
    again = ended(cast, played)
    assert again.pk == row.pk
    assert visit(signed_in(cast.coach), page_of(again)).keys == ["thanks"]
    assert TeamAnswer.objects.get(key=key).value == face


def test_who_has_not_answered_is_asked_about_all_matches_when_the_season_is_closed_again(
    cast: Cast, played: Competition
) -> None:
    """A match that was played after the season was reopened counts; nobody is told a second time."""
    first = ended(cast, played)
    told = Notice.objects.filter(happening__kind="competitions.season_end_asks").count()
    season = Season.objects.get(pk=played.season_id)
    reopen_season(season=season, by=cast.commissioner, expected=season.version)
    more = competition_in(cast.league, [row.team for row in season.team_ends.all()], started=True, name="One more")
    decide_match(matches_of(more)[0], 0, 0)
    again = ended(cast, played)
    assert (again.pk, again.won, again.drawn, again.lost) == (first.pk, 1, 1, 0)
    assert Notice.objects.filter(happening__kind="competitions.season_end_asks").count() == told


def test_who_has_not_answered_is_asked_about_a_match_as_it_is_corrected(cast: Cast, played: Competition) -> None:
    row = ended(cast, played)
    fixture = matches_of(played)[0]
    decide_match(fixture, 0, 0)
    past_changed.call([fixture.match])
    row.refresh_from_db()
    assert (row.won, row.drawn, row.lost) == (0, 1, 0)


def test_who_was_brought_over_keeps_the_record_of_another_season(cast: Cast, played: Competition) -> None:
    earlier = Season.objects.create(league=cast.league, number=99, name="Earlier", state=Season.State.CLOSED)
    match = matches_of(played)[0].match
    row = TeamEnd.objects.create(season=earlier, team=match.sides.get(side="home").team, won=5)
    past_changed.call([match])
    row.refresh_from_db()
    assert row.won == 5


def sequence_key(row: TeamEnd) -> str:
    player = ledger.sheet_in(TeamState.objects.get(team=row.team)).players[0].player
    return f"rest.{player}.1"


def test_a_team_that_retires_is_asked_nothing_more(cast: Cast, played: Competition) -> None:
    from teams.roster.retiring import retire_team

    row = ended(cast, played)
    team = Team.objects.select_related("league", "coach").get(pk=row.team_id)
    retire_team(team=team, expected=team.version, by=cast.coach)
    row.refresh_from_db()
    assert row.state == TeamEnd.State.GONE
    with pytest.raises(Refusal):
        answer_end(row=row, key="thanks", value=None, by=cast.coach)


def test_an_answer_after_the_closing_was_taken_back_is_refused(cast: Cast, played: Competition) -> None:
    ended = end_season(season=played.season, by=cast.commissioner, expected=played.season.version, ending=Ending())
    row = TeamEnd.objects.select_related("season__league", "team").order_by("pk").first()
    question = sequence_of(row).outcome.questions[0]
    take_back(season=ended, by=cast.commissioner, expected=ended.version, reason="A mistake.")
    with pytest.raises(Refusal, match="no longer asked"):
        answer_end(row=row, key=question.key, value=1, by=cast.coach)


def test_a_book_without_such_steps_asks_nothing(cast: Cast) -> None:
    from tests.competitions.competition_builders import bare_teams

    table = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    for fixture in matches_of(table):
        decide_match(fixture, 1, 0)
    season = Season.objects.get(pk=table.season_id)
    end_season(season=season, by=cast.commissioner, expected=season.version, ending=Ending())
    assert not TeamEnd.objects.exists()


@pytest.mark.parametrize("person", PEOPLE)
def test_only_the_coach_and_commissioners_answer(cast: Cast, played: Competition, person: str) -> None:
    row = ended(cast, played)
    allowed = person in ("coach", "commissioner", "staff")
    assert (signed_in(cast[person]).get(page_of(row)).status_code == 200) == allowed
    key = sequence_key(row)
    sent = {"command_id": "5b1c1f6e-6f0a-4c43-9a3b-0a6f6d8f1a11", "side": "home", "key": key}
    signed_in(cast[person]).post(page_of(row), sent)
    assert TeamAnswer.objects.filter(key=key).exists() == allowed


def test_the_seasons_page_names_the_teams_that_are_still_asked(cast: Cast, played: Competition) -> None:
    row = ended(cast, played)
    page = visit(signed_in(cast.commissioner), reverse("competitions:season", args=[row.season.league.slug, 1]))
    assert page.text.count("waits for its coach’s answers") + page.text.count("waits for its coach's answers") == 2
    assert page_of(row) in page.html


def test_no_value_in_its_fields_breaks_the_page(cast: Cast, played: Competition) -> None:
    row, coach = ended(cast, played), signed_in(cast.coach)
    answer_end(row=row, key=sequence_key(row), value=None, by=cast.coach)
    shown = list(forms_on(coach, page_of(row), re.compile("competitions:team_end")))
    assert shown
    for _page, action, form in shown:
        attack(coach, action, form)


def test_a_coach_goes_on_if_nothing_is_asked_any_more(cast: Cast) -> None:
    """The only player who had to roll is healed by the commissioner's word; others of the team are back by the end."""
    details, options = services.Details(name="No drafts"), {"redraft": False}
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2025", options=options)
    teams = []
    for coach in (cast.coach, cast.other_coach):
        add_member(cast.league, coach)
        squad = ["Dwarf Lineman"] * 11
        teams.append(team_from_list(cast.league, coach, coach.name, "Dwarf", squad, rerolls=1, fan_factor=1))
    table = competition_in(cast.league, teams, started=True)
    decide_match(matches_of(table)[0], 1, 0)
    hurt, away = (line.player for line in ledger.sheet_in(TeamState.objects.get(team=teams[0])).players[:2])
    write(teams[0], cast, PlayerInjured(player=hurt, niggling=1), PlayerInjured(player=away, misses=1))
    row, browser = ended(cast, table), signed_in(cast.coach)
    assert visit(browser, page_of(row)).keys == [f"rest.{hurt}.niggling.1"]
    with pytest.raises(Refusal, match="already answered"):
        finish_end(row=row, by=cast.coach)
    write(teams[0], cast, ConditionChanged(player=hurt, condition="niggling", change=-1))
    page = visit(browser, page_of(row)).press("Go on to the next season")
    assert "The season is over for" in page.text
    assert TeamEnd.objects.get(pk=row.pk).state == TeamEnd.State.DONE
    sheet = ledger.sheet_in(TeamState.objects.get(team=teams[0]))
    assert not any(line.misses_next for line in sheet.players)


@pytest.fixture
def drafted_again(cast: Cast) -> Competition:
    """A league of 2020, whose teams are drafted again at a season's end; the coach's team was founded without that."""
    details = services.Details(name="Older Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2020")
    add_member(cast.league, cast.coach)
    set_rules(cast, redraft=False)
    team = team_from_list(cast.league, cast.coach, "Lions", "Human", ["Human Lineman"] * 11, fan_factor=1)
    set_rules(cast, redraft=True)
    return competition_in(cast.league, [team, *bare_teams(cast.league, 1)])


def set_rules(cast: Cast, **options: Any) -> None:
    rules = {"league": cast.league, "by": cast.commissioner, "expected": cast.league.ruleset_id}
    services.change_house_rules(**rules, options=options)
    cast.league.refresh_from_db()


def test_a_season_ends_by_the_house_rules_of_the_day_on_which_that_began(
    cast: Cast, drafted_again: Competition
) -> None:
    team = Team.objects.select_related("league", "coach", "ruleset").get(name="Lions")
    begin(drafted_again.season, [team], cast.commissioner)
    set_rules(cast, redraft=False)
    row = TeamEnd.objects.get()
    assert row.state == TeamEnd.State.OPEN
    assert [each.key for each in sequence_of(row).outcome.questions] == ["keep"]
    assert visit(signed_in(cast.coach), page_of(row)).keys == ["keep"]
    begin(drafted_again.season, [team], cast.commissioner)
    assert TeamEnd.objects.get().state == TeamEnd.State.OPEN


def test_a_decision_that_no_longer_fits_is_asked_again_after_a_roll_that_a_correction_brought(
    cast: Cast,
) -> None:
    details = services.Details(name="Today's Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2025")
    add_member(cast.league, cast.coach)
    team = drafted(cast.league, cast.commissioner, cast.coach, "Human")
    begin(competition_in(cast.league, [team, *bare_teams(cast.league, 1)]).season, [team], cast.commissioner)
    row, players = TeamEnd.objects.get(), ledger.sheet_in(TeamState.objects.get(team=team)).players
    keep = {str(line.player): 1 for line in players[:6]}
    answer_end(row=row, key="keep", value=keep, by=cast.coach)
    gone = PlayerLeft(player=players[-1].player, how="released")
    write(team, cast, gone, ConditionChanged(player=players[0].player, condition="niggling", change=1))
    row = TeamEnd.objects.get()
    (roll,) = sequence_of(row).outcome.questions
    answer_end(row=row, key=roll.key, value=None, by=cast.coach)
    assert [question.key for question in sequence_of(row).outcome.questions] == ["keep"]


def test_an_end_that_began_before_its_rules_were_kept_goes_by_those_of_its_team(
    cast: Cast, drafted_again: Competition
) -> None:
    row = TeamEnd.objects.create(season=drafted_again.season, team=Team.objects.get(name="Lions"))
    assert sequence_of(row).outcome.done


def test_the_rules_of_the_league_are_read_once_for_all_teams(cast: Cast, drafted_again: Competition) -> None:
    add_member(cast.league, cast.other_coach)
    team_from_list(cast.league, cast.other_coach, "Bears", "Human", ["Human Lineman"] * 11, fan_factor=1)
    teams = list(Team.objects.select_related("coach", "ruleset").filter(name__in=("Lions", "Bears")))
    season = Season.objects.select_related("league__ruleset").get(pk=drafted_again.season_id)
    with CaptureQueriesContext(connection) as read:
        begin(season, teams, cast.commissioner)
    assert TeamEnd.objects.count() == len(teams) == 2
    assert not [each for each in read.captured_queries if 'FROM "leagues_league"' in each["sql"]]
    assert not [each for each in read.captured_queries if 'FROM "leagues_ruleset"' in each["sql"]]
