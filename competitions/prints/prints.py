"""What a printed table shows, gathered: a competition's ``StandingsPrint``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, tzinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.zones import zone
from competitions.formats.knock_out.printed import bracket_print
from competitions.models import Competition
from competitions.names import TeamName, teams_named
from competitions.ranking.cut_lines import Cut, cut_lines_of, cuts_in
from competitions.ranking.lines import Line, on_rungs
from competitions.standings.adjustments import shown_adjustments
from competitions.standings.competition_page import as_rounds, fixtures_of, round_counts
from competitions.standings.fixture_list import ShownFixture, in_order, shown_fixtures
from competitions.standings.ladders import ladder_shown
from competitions.standings.printed import BracketPrint, FixturePrint, RoundPrint, StandingsPrint, StandingsRow
from competitions.standings.standings import standings_of
from competitions.standings.table_page import how_ranked, split_by_conference
from teams.models import Team

MOST_FIXTURES = 400
"""A competition of more fixtures is printed without them: they would fill a booklet."""


def standings_print(competition: Competition) -> StandingsPrint:
    """A competition's table and fixtures, or the bracket of a knock-out, as paper shows them, in six queries."""
    teams = teams_named(Team.objects.filter(entries__competition=competition), user=None)
    knock_out = competition.scheduling == Competition.Scheduling.KNOCK_OUT
    drawn = bracket_print(competition, teams) if knock_out else None
    if drawn is not None:
        return _knock_out(competition, *drawn)
    standings = standings_of(competition)
    points, tie_breakers = how_ranked(competition)
    rounds = round_counts(competition)
    matches, over = sum(each.matches for each in rounds), sum(each.over for each in rounds)
    shown = shown_fixtures(in_order(fixtures_of(competition)), teams) if matches <= MOST_FIXTURES else []
    names = {each.number: each.name for each in rounds}
    place = zone(competition.season.league.zone)
    rungs = ladder_shown(competition) if competition.scheduling == Competition.Scheduling.LADDER else []
    lines = on_rungs(standings.lines, rungs) if rungs else list(standings.lines)
    cuts = cuts_in(lines, cut_lines_of(competition)) if standings.rounds and not rungs else {}
    return StandingsPrint(
        league=competition.season.league.name,
        season=competition.season.name,
        competition=competition.name,
        as_of=_as_of(matches, over, shown),
        points_scheme=points,
        tie_breakers="" if rungs else tie_breakers,
        rows=[_row(line, teams, number in cuts) for number, line in enumerate(lines)],
        conferences=[
            (name, [_row(line, teams, line_below=False) for line in part.lines])
            for name, part in split_by_conference(competition, standings)
        ],
        notes=[
            *([_ladder_note(competition)] if rungs else []),
            *_line_notes(cuts),
            *_adjustment_notes(competition, teams, place),
            *_notes(lines, teams),
        ],
        rounds=[
            RoundPrint(
                name=each.name,
                fixtures=[_fixture(fixture, place) for fixture in each.fixtures],
                byes=[team.name for team in each.byes],
            )
            for each in as_rounds(shown, names)
        ],
    )


def _knock_out(competition: Competition, bracket: BracketPrint, notes: list[str]) -> StandingsPrint:
    """A knock-out: its bracket alone, which tells every result."""
    rounds = round_counts(competition)
    fixtures = fixtures_of(competition).values_list("match__played_on", flat=True)
    played = _so_far(sum(each.matches for each in rounds), sum(each.over for each in rounds), filter(None, fixtures))
    return StandingsPrint(
        league=competition.season.league.name,
        season=competition.season.name,
        competition=competition.name,
        as_of=played,
        points_scheme="",
        tie_breakers="",
        notes=notes,
        bracket=bracket,
    )


def _as_of(matches: int, over: int, shown: Iterable[ShownFixture]) -> str:
    """How far the competition is, and the day of its last match: nothing that changes while nothing is played."""
    return _so_far(matches, over, (fixture.played_on for fixture in shown if fixture.played_on))


def _so_far(matches: int, over: int, days: Iterable[date]) -> str:
    words = ngettext("after %(over)s of %(matches)s match", "after %(over)s of %(matches)s matches", matches)
    last = max(days, default=None)
    day = f", {date_format(last, 'j F Y')}" if last else ""
    return words % {"over": over, "matches": matches} + day


def _row(line: Line, teams: Mapping[int, TeamName], line_below: bool) -> StandingsRow:
    team = teams[int(line.team)]
    return StandingsRow(
        rank=line.rank,
        team=team.name,
        coach=team.coach,
        team_list=team.team_list,
        played=line.played,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        touchdowns_for=line.touchdowns_for,
        touchdowns_against=line.touchdowns_against,
        touchdown_difference=line.touchdown_difference,
        casualties_for=line.casualties_for,
        casualties_against=line.casualties_against,
        casualty_difference=line.casualty_difference,
        points=line.points,
        form=line.recent,
        line_below=line_below,
    )


def _ladder_note(competition: Competition) -> str:
    """What the order of a ladder is."""
    return ngettext(
        "The order is the ladder's: whoever beats the team one place above takes its place.",
        "The order is the ladder's: whoever beats a team up to %(reach)s places above takes its place.",
        competition.reach,
    ) % {"reach": competition.reach}


def _line_notes(cuts: Mapping[int, Cut]) -> list[str]:
    """What each line across the table is for."""
    notes = []
    for place, cut in sorted(cuts.items()):
        words = {"place": place + 1, "label": cut.label}
        text = _("Line after place %(place)s: %(label)s") % words
        notes.append(f"{text} ({_('not decided yet')})." if cut.open else f"{text}.")
    return notes


def _adjustment_notes(competition: Competition, teams: Mapping[int, TeamName], where: tzinfo) -> list[str]:
    """Points given or taken, each with its day and reason; what was withdrawn is left out with what withdrew it."""
    return [
        _("%(team)s: %(points)s by adjustment, %(day)s: %(reason)s")
        % {
            "team": each.team.name,
            "points": each.points,
            "day": date_format(timezone.localtime(each.at, where), "j F Y"),
            "reason": each.reason,
        }
        for each in shown_adjustments(competition, teams)
        if each.open
    ]


def _notes(lines: Iterable[Line], teams: Mapping[int, TeamName]) -> list[str]:
    """Who won or lost without playing: it is in the points, and not among the matches."""
    notes = []
    for line in lines:
        words = {"team": teams[int(line.team)].name, "won": line.walkovers, "lost": line.forfeits}
        if line.walkovers and line.forfeits:
            notes.append(_("%(team)s: won without play %(won)s, lost without play %(lost)s.") % words)
        elif line.walkovers:
            notes.append(_("%(team)s: won without play %(won)s.") % words)
        elif line.forfeits:
            notes.append(_("%(team)s: lost without play %(lost)s.") % words)
    return notes


def _fixture(fixture: ShownFixture, place: tzinfo) -> FixturePrint:
    assert fixture.away is not None
    note = ""
    if fixture.note:
        note = _("not played")
    elif fixture.score is None and fixture.agreed_for is not None:
        note = date_format(timezone.localtime(fixture.agreed_for, place), "j M")
    score = f"{fixture.score[0]} : {fixture.score[1]}" if fixture.score is not None else ""
    return FixturePrint(home=fixture.home.name, away=fixture.away.name, score=score, note=note)
