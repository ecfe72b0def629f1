"""The to-do list of a user: as the coach of their teams, and as the commissioner of their leagues."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Value
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.match_rows import MatchRow
from competitions.models import Competition, Season
from competitions.names import TeamName, page
from competitions.season_end.steps import all_finished
from leagues.models import Enquiry, JoinRequest, League
from matches.models import Match
from matches.report.deadlines import Waiting, in_words, waiting_reports
from matches.sequence.turns import sides_asked
from matches.wording import pairing
from rules.sequence.sequence import Side
from teams.models import Team
from web.prepared import Prepared

UNDER_WAY = (
    Match.State.PRE_MATCH,
    Match.State.PLAYING,
    Match.State.REPORTED,
    Match.State.DISPUTED,
    Match.State.POST_MATCH,
)


IN_TURN = (Match.State.PRE_MATCH, Match.State.POST_MATCH)
TASK_PAGES: dict[str, str] = {
    Match.State.PRE_MATCH: "matches:pre_match",
    Match.State.PLAYING: "matches:report",
    Match.State.REPORTED: "matches:confirm",
    Match.State.DISPUTED: "matches:report",
    Match.State.POST_MATCH: "matches:post_match",
}
"""The page on which a coach does what a match under way waits for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """An entry of the list: the words and the address of a link, and the league that it is in."""

    text: str
    url: str
    league: int


def tasks_of(
    user: Any,
    *,
    teams: Collection[TeamName],
    run: Mapping[int, League],
    submitted: Iterable[TeamName],
    matches: Iterable[MatchRow],
    names: Mapping[int, TeamName],
) -> list[Task]:
    """What a user has to do, as coach of ``teams`` and as commissioner of the leagues ``run`` (by id).

    ``submitted`` are the teams that wait for approval in these leagues. ``matches`` come from ``waiting_matches``,
    ``names`` are their teams. At most four queries.
    """
    mine = {team.id for team in teams}
    tasks = [*_teams_to_build(teams)]
    going = [match for match in matches if match.state in UNDER_WAY]
    own = [match for match in going if match.home.team in mine or match.away.team in mine]
    alone = [match for match in going if match.league in run and match not in own and _alone(match, names)]
    reports = waiting_reports([match.id for match in (*own, *alone) if match.state == Match.State.REPORTED])
    asked = sides_asked([match.id for match in (*own, *alone) if match.state in IN_TURN])
    for match in own:
        report, sides = reports.get(match.id), asked.get(match.id, ())
        own_turn = any(team in mine for team in _turns(match, sides))
        for_others = _for_missing_coaches(match, report, names, sides) if match.league in run and not own_turn else ()
        tasks += list(for_others) or _as_coach(match, report, user, mine, names, sides)
    for match in alone:
        tasks += _for_missing_coaches(match, reports.get(match.id), names, asked.get(match.id, ()))
    tasks += _disputes((match for match in going if match.league in run), names)
    tasks += _approvals(submitted, run)
    return tasks


def waiting_matches(teams: Collection[int] | QuerySet[Any], run: Collection[int]) -> Q:
    """The matches that ``tasks_of`` needs: those of these teams; in the leagues ``run`` also those for commissioners.

    ``teams`` are ids, or the query that finds them.
    """
    found = Q(sides__team__in=teams, state__in=UNDER_WAY)
    return found | (Q(league__in=run) & for_commissioners()) if run else found


def for_commissioners() -> Q:
    """The matches under way that may need a commissioner: disputed, or of a coach without an account."""
    return Q(state=Match.State.DISPUTED) | Q(state__in=UNDER_WAY, sides__team__coach=None)


def _pairing(match: MatchRow, names: Mapping[int, TeamName]) -> dict[str, str]:
    return {"match": pairing(names[match.home.team].name, names[match.away.team].name)}


def _teams_to_build(teams: Iterable[TeamName]) -> Iterator[Task]:
    for team in teams:
        if team.state == Team.State.DRAFT:
            words = {"team": team.name}
            text = _("Fix %(team)s: it was sent back") if team.sent_back else _("Continue building %(team)s")
            yield Task(text=text % words, url=team.url, league=team.league_id)


def _as_coach(
    match: MatchRow,
    report: Waiting | None,
    user: Any,
    mine: Collection[int],
    names: Mapping[int, TeamName],
    asked: Collection[Side],
) -> Iterator[Task]:
    """What the coach of one of its teams has to do in a match; ``report`` waits for confirmation, if there is one.

    ``asked`` are the sides whose turn it is before or after the match. While that is the other one, there is nothing
    to do.
    """
    turns = _turns(match, asked)
    if turns and not any(team in mine for team in turns):
        return
    texts = {
        Match.State.PRE_MATCH: _("Pre-match of %(match)s"),
        Match.State.PLAYING: _("Report %(match)s"),
        Match.State.DISPUTED: _("Report %(match)s again: it is disputed"),
        Match.State.POST_MATCH: _("Post-match of %(match)s"),
    }
    if turns:
        texts[Match.State.PRE_MATCH] = _("Pre-match of %(match)s: it is your turn")
        texts[Match.State.POST_MATCH] = _("Post-match of %(match)s: it is your turn")
    until = report.deadline if report is not None else None
    if report is None or report.by != user.pk or (match.home.team in mine and match.away.team in mine):
        texts[Match.State.REPORTED] = (
            _("Confirm or dispute the report of %(match)s by %(when)s, or it counts as confirmed")
            if until
            else _("Confirm or dispute the report of %(match)s")
        )
    if match.state in texts:
        words = _pairing(match, names)
        words["when"] = in_words(until, report.zone) if report is not None and until else ""
        url = page(TASK_PAGES[match.state], match.public_id)
        yield Task(text=texts[match.state] % words, url=url, league=match.league)


def _turns(match: MatchRow, asked: Collection[Side]) -> list[int]:
    """The teams whose turn it is."""
    return [team for side, team in (("home", match.home.team), ("away", match.away.team)) if side in asked]


def _alone(match: MatchRow, names: Mapping[int, TeamName]) -> bool:
    """Whether a coach of the match has no account."""
    return any(names[side.team].coach_id is None for side in (match.home, match.away))


def _for_missing_coaches(
    match: MatchRow, report: Waiting | None, names: Mapping[int, TeamName], asked: Collection[Side]
) -> Iterator[Task]:
    """What a commissioner has to do in a match with a coach who has no account."""
    sides = (names[match.home.team], names[match.away.team])
    turns = [names[team].name for team in _turns(match, asked) if names[team].coach_id is None]
    text = ""
    if match.state == Match.State.PRE_MATCH and turns:
        text = _("Pre-match of %(match)s: answer for %(teams)s")
    elif match.state == Match.State.POST_MATCH and turns:
        text = _("Post-match of %(match)s: answer for %(teams)s")
    elif match.state == Match.State.PLAYING and all(team.coach_id is None for team in sides):
        text = _("Report %(match)s")
    elif match.state == Match.State.REPORTED and report is not None:
        judged = any(team.coach_id not in (None, report.by) for team in sides)
        text = "" if judged else _("Settle the report of %(match)s: nobody else can confirm it")
    if text:
        words = _pairing(match, names) | {"teams": ", ".join(turns)}
        way = "matches:settle" if match.state == Match.State.REPORTED else TASK_PAGES[match.state]
        yield Task(text=text % words, url=page(way, match.public_id), league=match.league)


def _disputes(matches: Iterable[MatchRow], names: Mapping[int, TeamName]) -> Iterator[Task]:
    for match in matches:
        if match.state == Match.State.DISPUTED:
            text = _("Settle the disputed report of %(match)s") % _pairing(match, names)
            yield Task(text=text, url=page("matches:settle", match.public_id), league=match.league)


def _approvals(submitted: Iterable[TeamName], run: Mapping[int, League]) -> Iterator[Task]:
    waiting: dict[int, list[str]] = {}
    for team in submitted:
        waiting.setdefault(team.league_id, []).append(team.name)
    for league, names in waiting.items():
        text = ngettext("%(team)s waits for your approval", "%(teams)s teams wait for your approval", len(names))
        url = page("teams:approvals", run[league].slug)
        yield Task(text=text % {"team": names[0], "teams": len(names)}, url=url, league=league)


def from_outside(run: Mapping[int, League]) -> Iterator[Task]:
    """Requests to join, counted for each league, and each message from outside; one query."""
    if not run:
        return
    counted: dict[int, int] = {}
    for what, league, pk in _from_outside(list(run)):
        if what == "request":
            counted[league] = counted.get(league, 0) + 1
        else:
            url = page("leagues:enquiry", run[league].slug, pk)
            yield Task(text=_("Answer a message from outside the league"), url=url, league=league)
    for league, people in counted.items():
        text = ngettext("%(people)s coach asks to join", "%(people)s coaches ask to join", people) % {"people": people}
        yield Task(text=text, url=page("leagues:members", run[league].slug), league=league)


@Prepared
def _from_outside(leagues: Collection[int]) -> QuerySet[Any, Any]:
    asked = JoinRequest.objects.filter(
        league__in=leagues, league__joining=League.Joining.REQUEST, state=JoinRequest.State.PENDING
    )
    written = Enquiry.objects.filter(league__in=leagues, state=Enquiry.State.WAITING)
    columns = ("what", "league", "pk")
    requests = asked.annotate(what=Value("request")).values_list(*columns)
    return requests.union(written.annotate(what=Value("message")).values_list(*columns)).order_by("pk")


def seasons_to_continue(competitions: Iterable[Competition]) -> Iterator[Task]:
    """Seasons in which all competitions are finished; ``competitions`` has all of each season."""
    of_season: dict[Season, list[Competition]] = {}
    for competition in competitions:
        of_season.setdefault(competition.season, []).append(competition)
    for season, several in of_season.items():
        if all_finished(season, several):
            text = _("Continue with %(season)s: all matches are played") % {"season": season.name}
            url = page("competitions:season", season.league.slug, season.number)
            yield Task(text=text, url=url, league=season.league_id)


def set_ups(competitions: Iterable[Competition]) -> Iterator[Task]:
    """Competitions to set up, start, pair or finish, and those with a retired team, a level tie, or teams in no
    conference while others are in one, such as teams that were promoted."""
    for competition in competitions:
        over = competition.state == Competition.State.FINISHED
        if competition.recorded or (over and (not competition.level or competition.season.state != Season.State.OPEN)):
            continue
        way, parts = "competitions:manage", [competition.public_id]
        if competition.unplaced and not over and competition.format.ranked_by_table:
            yield _to_place(competition)
        if over:
            text = _("%(competition)s, finished: tie %(tie)s is level after a correction. Choose who advances")
            way, parts = "competitions:send_on", [*parts, competition.level]
        elif competition.state == Competition.State.DRAFT:
            if competition.fed_later:
                continue
            if competition.fed_now:
                way, text = "competitions:feeds", _("Enter the teams that qualified for %(competition)s")
            elif competition.seed:
                text = _("Start %(competition)s: its fixtures are drawn")
            else:
                text = _("Continue setting up %(competition)s")
        elif competition.gone:
            way, text = "competitions:entrants", _("%(team)s is retired: its matches in %(competition)s wait for you")
        elif competition.level:
            text = _("%(competition)s: tie %(tie)s is level. Choose who advances")
            way, parts = "competitions:send_on", [*parts, competition.level]
        elif competition.going_on or competition.format.chosen_by_coaches:
            continue  # open play ends when its commissioner says so, not when no match is open
        elif has_rounds_left(competition):
            text = _("Pair the next round of %(competition)s: the last one is played")
        else:
            text = _("Finish %(competition)s: all matches are played")
        words = {"competition": competition.name, "team": competition.gone, "tie": competition.level}
        yield Task(text=text % words, url=page(way, *parts), league=competition.season.league_id)


def _to_place(competition: Competition) -> Task:
    text = ngettext(
        "Put %(teams)s team of %(competition)s into a conference",
        "Put %(teams)s teams of %(competition)s into conferences",
        competition.unplaced,
    )
    words = {"teams": competition.unplaced, "competition": competition.name}
    url = page("competitions:conferences", competition.public_id)
    return Task(text=text % words, url=url, league=competition.season.league_id)


def finishable(competition: Competition) -> bool:
    """Whether all of a competition from ``with_going_on`` is played, so that it can be finished."""
    if competition.recorded or competition.state != Competition.State.RUNNING:
        return False
    waits = competition.gone or competition.level or competition.going_on
    if waits or competition.format.chosen_by_coaches:
        return False
    return not has_rounds_left(competition)


def has_rounds_left(competition: Competition) -> bool:
    """Whether rounds are planned that are not paired yet, in a format that pairs one round after another."""
    return competition.format.paired_by_round and (competition.last_round or 0) < competition.options.planned_rounds
