"""What the page of a team's record shows: results, streaks, opponents, worth over time, squad through the seasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.names import TeamName
from competitions.trophies.champions import titles_of
from stats.opponents.meetings import Meeting, Record, biggest, longest, meetings, record_of
from stats.opponents.page import head_to_head_url, listed
from stats.pictures.worth import course_of as worth_course
from stats.pictures.worth import kept_worth
from stats.played.everything import PLAYED
from stats.played.names import CompetitionName, Names, names_for, seasons_and_competitions
from stats.played.scope import whole
from stats.profiles.squad import squad_of
from stats.profiles.titles import awards_of, honours_of, wins_of
from stats.ratings.courses import course_of
from teams.ledger import ledger
from teams.models import Team
from web.crests.shown import shown_crest


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A record against an opponent (``team``), or in a season or a competition."""

    name: str
    record: Record
    url: str = ""
    team: TeamName | None = None


def of_team(team: Team) -> dict[str, Any]:
    """What everybody sees of a team's record. Nine queries at most, besides those of champions that are not kept yet.

    A team belongs to one book, and its matches are those of that book, friendlies too.
    """
    league = team.league
    edition = "" if team.edition in ("", league.ruleset.edition) else team.edition
    scope = whole(league, edition, friendlies=True)
    met = meetings(PLAYED.of(scope), team.pk)
    names = names_for(teams={team.pk, *(each.other.team for each in met)})
    own, played = {team.pk: names.teams[team.pk]}, {each.match.competition for each in met}
    course = course_of(whole(league, edition), team.pk)
    seasons, competitions, over = seasons_and_competitions(league.pk) if met else ({}, {}, [])
    state = getattr(team, "state_row", None)
    sheet = ledger.sheet_in(state) if state is not None else None
    # The columns of the squad, the first season first.
    played_in = [pk for pk in (*reversed(seasons), None) if any(each.match.season == pk for each in met)]
    squad = squad_of(team, sheet, scope, met, played_in, names.teams)
    return {
        "team": team,
        "team_crest": shown_crest(team).crest,
        **_sums(met),
        "words": {
            "scores": scope.book.scoring.many,
            "injuries": scope.book.credited.many if scope.book.credited else "",
            "points": scope.book.points_called,
        },
        "honours": honours_of(
            own,
            wins_of(awards_of(own), titles_of(own, [each for each in over if each.id in played])),
            {league.pk: league.slug},
        ),
        "streaks": _streaks(met),
        "highlights": _highlights(met, names, competitions),
        "opponents": _opponents(team, met, names, edition),
        "seasons": _by(met, lambda each: each.match.season, seasons),
        "competitions": _by(
            met, lambda each: each.match.competition, {pk: each[1] for pk, each in competitions.items()}
        ),
        "worth": kept_worth(team, worth_course(team, [each.match for each in met], names.teams)),
        "columns": [seasons[pk] if pk is not None else _("Friendlies") for pk in played_in],
        "squad": squad,
        "with_positions": any(each.position for each in squad),
        "with_left": any(each.how for each in squad),
        "rating": course[-1].after if course else None,
    }


def _sums(met: Sequence[Meeting]) -> dict[str, Any]:
    record = record_of(met)
    return {
        "record": record,
        "difference": record.scored - record.against,
        "casualty_difference": record.casualties - record.casualties_against,
    }


def _streaks(met: Sequence[Meeting]) -> list[tuple[str, int]]:
    """The longest runs, and the present one if it is more than one match: each in words, with its number."""
    found = [
        (_("longest run of wins"), longest(met, "w")),
        (_("longest unbeaten run"), longest(met, "wd")),
        (_("longest run of defeats"), longest(met, "l")),
    ]
    last = met[-1].letter if met else ""
    run = next((number for number, each in enumerate(reversed(met)) if each.letter != last), len(met))
    now = {
        "w": ngettext("win in a row now", "wins in a row now", run),
        "d": ngettext("draw in a row now", "draws in a row now", run),
        "l": ngettext("defeat in a row now", "defeats in a row now", run),
    }
    if run > 1:
        found.append((now[last], run))
    return [(name, count) for name, count in found if count]


def _highlights(
    met: Sequence[Meeting], names: Names, competitions: Mapping[int, CompetitionName]
) -> list[dict[str, Any]]:
    """The biggest win and the biggest defeat, each seen from the team's side."""
    win, defeat = biggest(met), biggest([Meeting(each.match, each.other, each.own) for each in met])
    found = []
    if win is not None:
        found.append({"title": _("Biggest win"), **listed(win, names, competitions)})
    if defeat is not None:
        own = Meeting(defeat.match, defeat.other, defeat.own)
        found.append({"title": _("Biggest defeat"), **listed(own, names, competitions)})
    return found


def _opponents(team: Team, met: Sequence[Meeting], names: Names, edition: str) -> list[Line]:
    """All opponents, those met most often first, each with the page of both."""
    found: dict[int, list[Meeting]] = defaultdict(list)
    for each in met:
        found[each.other.team].append(each)
    lines = [
        Line(
            name=names.teams[other].name,
            team=names.teams[other],
            record=record_of(those),
            url=head_to_head_url(team.league, team.pk, other, names, edition),
        )
        for other, those in found.items()
    ]
    return sorted(lines, key=lambda line: (-line.record.matches, line.name))


def _by(met: Iterable[Meeting], key: Any, names: Mapping[int, str]) -> list[Line]:
    """The record by season or competition, in the order of their names; friendlies last."""
    found: dict[int | None, list[Meeting]] = defaultdict(list)
    for each in met:
        found[key(each)].append(each)
    return [
        Line(name=names[pk] if pk is not None else _("Friendlies"), record=record_of(found[pk]))
        for pk in (*names, None)
        if pk in found
    ]
