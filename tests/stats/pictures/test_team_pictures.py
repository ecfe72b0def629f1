"""Worth, gold, squad, dice and careers of a team that plays real matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.models import League, Ruleset
from matches.models import MatchAnswer, PlayerLine
from matches.models.lines import Deed
from rules.correcting.correcting import sheet_before
from rules.journal.history import ordered
from stats.pictures import pages
from stats.pictures.careers import career, career_drawing
from stats.pictures.dice import dice_by_coach, dice_charts
from stats.pictures.rolled import REPORTED, SERVER, all_dice
from stats.pictures.worth import course_of, kept_squad, kept_worth, squad_chart, worth_charts
from stats.played.scope import whole
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
from teams.selectors import names_of
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.two_team_corrections import (
    accept_correction,
    answer_everything,
    begin_changed,
    decide_findings,
    send_report,
)
from tests.web.charts.geometry import check
from web.charts import Drawing
from web.charts.layout import laid_out


def with_all(team: Team) -> Team:
    """The team as pages read it."""
    return Team.objects.select_related("league__ruleset", "ruleset", "state_row").get(pk=team.pk)


def charts_of(team: Team) -> list[Drawing]:
    """Its worth and gold."""
    read = with_all(team)
    return worth_charts(read, course_of(read))


def last_row(team: Team) -> dict[str, str]:
    """The last row of the chart of worth and gold."""
    [drawing] = charts_of(team)
    check(drawing)
    return dict(zip(map(str, drawing.figures.heads), drawing.figures.rows[-1], strict=True))


def test_worth_and_gold_after_the_last_match_are_those_of_the_roster(two_teams: TwoTeams) -> None:
    assert charts_of(two_teams.home) == []
    for _match in range(2):
        match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    for team in (two_teams.home, two_teams.away):
        state = TeamState.objects.get(team=team)
        row = last_row(team)
        assert row["Team value"] == f"{state.value / 1000:,g}"
        assert row["Treasury"] == f"{state.treasury / 1000:,g}"
        assert row["Match"].startswith("2, against ")


def test_a_correction_changes_the_figures_of_its_match(two_teams: TwoTeams) -> None:
    first = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    second = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correction = send_report(begin_changed(two_teams, first), home=0, away=3)
    accept_correction(two_teams, decide_findings(answer_everything(correction)))
    for team in (two_teams.home, two_teams.away):
        state = TeamState.objects.get(team=team)
        row = last_row(team)
        assert (row["Team value"], row["Treasury"]) == (f"{state.value / 1000:,g}", f"{state.treasury / 1000:,g}")
        [drawing] = charts_of(team)
        assert len(drawing.figures.rows) == 3
        records = ledger.records_of(team)
        latest = JournalEntry.objects.filter(team=team, source=f"post_match:{second.public_id}").values_list(
            "seq", flat=True
        )
        opened = JournalEntry.objects.filter(team=team, source=f"pre_match:{second.public_id}").values_list(
            "seq", flat=True
        )
        own = {item.place for item in ordered(records) if item.place[0] in {*latest, *opened}}
        between = sheet_before(records, own)
        assert drawing.figures.rows[1][2] == f"{between.treasury / 1000:,g}"


@pytest.mark.costly
def test_kept_worth_and_squad_are_drawn_again_after_every_change_that_they_show(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    home = Team.objects.filter(pk=two_teams.home.pk)
    rules = with_all(two_teams.home).ruleset
    assert rules is not None
    free = Ruleset.objects.create(edition=rules.edition, values={**rules.values, "free_fan_factor": True})

    def drawn() -> tuple[str, str]:
        team = with_all(two_teams.home)
        sheet, names, course = ledger.sheet_in(team.state_row), names_of(team), course_of(team)
        found = kept_worth(team, course), kept_squad(team, sheet, names)
        squad = squad_chart(team, sheet, names)
        assert squad is not None
        assert found == ("".join(map(laid_out, worth_charts(team, course))), laid_out(squad))
        return found

    def correct() -> None:
        correction = send_report(begin_changed(two_teams, match), home=0, away=3)
        accept_correction(two_teams, decide_findings(answer_everything(correction)))

    both = (True, True)
    changes: list[tuple[Callable[[], object], tuple[bool, bool]]] = [
        (lambda: Team.objects.filter(pk=two_teams.away.pk).update(name="New Larks"), (True, False)),
        (lambda: home.update(ruleset=free), (True, False)),
        (lambda: home.update(name="New Owls"), (True, False)),
        (lambda: home.update(crest={"first": "violet", "second": "pink"}), both),
        (lambda: Player.objects.filter(team=two_teams.home).update(name="Shortarm"), (False, True)),
        (correct, both),
    ]
    before = drawn()
    for number, (change, changed) in enumerate(changes):
        change()
        after = drawn()
        assert tuple(old != new for old, new in zip(before, after, strict=True)) == changed, number
        before = after


def test_a_squad_has_a_bar_for_each_player_with_the_points_of_the_roster(two_teams: TwoTeams) -> None:
    match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    team = with_all(two_teams.home)
    sheet = ledger.sheet_in(team.state_row)
    drawing = squad_chart(team, sheet, names_of(team))
    assert drawing is not None
    check(drawing)
    assert sorted(int(row[1]) for row in drawing.figures.rows) == sorted(line.spp for line in sheet.players)
    assert squad_chart(team, None, {}) is None


def test_a_career_has_the_points_of_each_match_and_what_happened_in_it(two_teams: TwoTeams) -> None:
    match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    team = with_all(two_teams.home)
    best = PlayerLine.objects.filter(player__team=team).order_by("-spp", "pk")[0].player
    lines = PlayerLine.objects.filter(player=best)
    line = ledger.sheet_in(team.state_row).player(best.pk)
    told = career(team, best.pk, "Best", line)
    drawing = career_drawing(team, best.pk, "Best", line)
    assert drawing is not None and line is not None and told.chart == laid_out(drawing)
    check(drawing)
    assert int(drawing.figures.rows[-1][3]) == sum(lines.values_list("spp", flat=True)) == line.spp
    assert "touchdown" in str(drawing.figures.rows)
    assert len(told.places) == len(lines) and told.honours == []
    assert career(team, 0, "Nobody", None).chart == ""


def test_a_kept_career_is_drawn_again_after_every_change_that_it_shows(two_teams: TwoTeams) -> None:
    match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    home, away = (Team.objects.filter(pk=team.pk) for team in (two_teams.home, two_teams.away))
    best = PlayerLine.objects.filter(player__team=two_teams.home, spp__gt=0).order_by("-spp", "pk")[0]
    own = PlayerLine.objects.filter(pk=best.pk)

    def drawn(called: str) -> str:
        team = with_all(two_teams.home)
        line = ledger.sheet_in(team.state_row).player(best.player_id)
        drawing = career_drawing(team, best.player_id, called, line)
        found = career(team, best.player_id, called, line).chart
        assert drawing is not None and found == laid_out(drawing)
        return found

    found = [drawn("Best"), drawn("Very best")]
    changes: tuple[Callable[[], object], ...] = (
        lambda: home.update(crest={"first": "violet", "second": "pink"}),
        lambda: away.update(name="New Larks"),
        lambda: own.update(spp=9),
        lambda: own.update(injuries=[next(iter(two_teams.home.book.casualties)).key]),
        lambda: Deed.objects.filter(line=best.pk).update(count=7),
        lambda: match_builders.closed_match(two_teams.home, two_teams.away),
    )
    for change in changes:
        change()
        found.append(drawn("Very best"))
    assert len(set(found)) == len(found)


def test_every_stored_roll_of_a_match_that_counts_is_counted_once(two_teams: TwoTeams) -> None:
    match_builders.closed_match(two_teams.home, two_teams.away)
    scope = whole(two_teams.league, friendlies=True)
    stored: dict[tuple[int, bool], int] = {}
    for row in MatchAnswer.objects.filter(question__kind="roll"):
        for faces in row.question["dice"]:
            stored[faces, row.rolled] = stored.get((faces, row.rolled), 0) + 1
    found: dict[tuple[int, bool], int] = {}
    for rolls in (each for each in all_dice(scope).rolls if each.by != REPORTED):
        server = rolls.by == SERVER
        found[rolls.faces, server] = found.get((rolls.faces, server), 0) + sum(rolls.counts)
    assert stored and found == stored
    for drawing in dice_charts(scope):
        check(drawing)
    drawn = sum(int(row[1]) for drawing in dice_charts(scope) for row in drawing.figures.rows)
    assert drawn == sum(sum(rolls.counts) for rolls in all_dice(scope).rolls)
    assert dice_by_coach(scope) == () or all(each.found.rolls >= 30 for each in dice_by_coach(scope))


def test_a_match_that_does_not_count_yet_has_no_dice(two_teams: TwoTeams) -> None:
    match_builders.ready_match(two_teams.home, two_teams.away)
    assert all_dice(whole(two_teams.league, friendlies=True)) == ((), ())


@pytest.mark.parametrize("person", ["visitor", "stranger", "coach", "commissioner"])
def test_everybody_sees_the_pictures_of_a_team_and_a_player_unless_the_league_is_private(
    two_teams: TwoTeams, person: str
) -> None:
    match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    player = PlayerLine.objects.filter(player__team=two_teams.home).order_by("-spp")[0].player_id
    addresses = (
        reverse("stats:team_pictures", args=[two_teams.home.public_id]),
        reverse("matches:player", args=[two_teams.home.public_id, player]),
    )
    for public in (True, False):
        League.objects.update(public=public)
        for address in addresses:
            answer = signed_in(two_teams.cast[person]).get(address)
            seen = public or person in ("coach", "commissioner")
            assert (answer.status_code == 200) is seen
            assert ("As figures" in answer.content.decode()) is seen


def test_a_team_from_records_has_no_gold_and_no_draft_has_pictures(two_teams: TwoTeams) -> None:
    team = bare_team(two_teams.league, "Old Boys")
    Team.objects.filter(pk=team.pk).update(state=Team.State.RECORDED, ruleset=None)
    answer = signed_in(None).get(reverse("stats:team_pictures", args=[team.public_id]))
    assert answer.status_code == 200 and "No pictures yet" in answer.content.decode()
    old = reverse("stats:player_pictures", args=[team.public_id, 999_999])
    new = reverse("matches:player", args=[team.public_id, 999_999])
    answer = signed_in(None).get(old)
    assert (answer.status_code, answer["Location"]) == (301, new)
    assert signed_in(None).get(new).status_code == 404


def test_the_number_of_queries_does_not_depend_on_the_matches(
    two_teams: TwoTeams, django_assert_num_queries: Any
) -> None:
    for _match in range(2):
        match_builders.closed_match(two_teams.home, two_teams.away, home=1)
        team = with_all(two_teams.home)
        with django_assert_num_queries(10):
            pages.of_team(team)


@pytest.mark.parametrize("person", ["visitor", "coach"])
def test_a_teams_pictures_take_at_most_twelve_queries_after_a_result(two_teams: TwoTeams, person: str) -> None:
    client = signed_in(two_teams.cast[person])
    address = reverse("stats:team_pictures", args=[two_teams.home.public_id])
    for _match in range(2):
        match_builders.closed_match(two_teams.home, two_teams.away, home=1)
        with CaptureQueriesContext(connection) as found:
            assert client.get(address).status_code == 200
    begins = ("BEGIN", "SAVEPOINT", "RELEASE", "SET")
    assert len([each for each in found if not each["sql"].startswith(begins)]) <= 12
