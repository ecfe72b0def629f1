"""What the page of a coach in a league shows, by one of its books: the same for everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Holding
from competitions.names import TeamName
from competitions.trophies.champions import Over, Title, titles_of
from leagues.models import League
from stats.opponents.meetings import NOBODY, Meeting, Record, longest, meetings, record_of
from stats.opponents.page import head_to_head_url
from stats.pictures.dice import kept_dice_charts
from stats.played.coaches import Coach, present_coach, tenures_of
from stats.played.everything import PLAYED
from stats.played.matches import PlayedMatch
from stats.played.names import CompetitionName, Names, names_for, seasons_and_competitions
from stats.played.scope import Scope, whole
from stats.profiles.titles import awards_of, honours_of, wins_of
from stats.ratings import elo
from stats.ratings.courses import COACHES, ratings_of
from stats.ratings.drawing import Called, kept_rating_lines
from stats.ratings.table import Asked
from teams.models import Team
from teams.presentation.wearers import wearer
from teams.selectors import known_to_all
from web.charts import Wearer

LAST, OPPONENTS = 5, 15
PLACE = "0000000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Coached:
    """A team that somebody coaches or coached, with their record with it and the last results (class, letter)."""

    team: TeamName
    now: bool
    record: Record
    form: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A record by something: a competition, a team list, an opponent."""

    name: str
    record: Record
    url: str = ""


def of_coach(league: League, coach: Coach, edition: str) -> dict[str, Any]:
    """What everybody sees of a coach. Ten queries at most, besides those of champions that are not kept yet."""
    scope = whole(league, edition, friendlies=True)
    matches = PLAYED.of(scope)
    met = meetings(matches, coach)
    present = present_teams(league, coach, edition)
    names = names_for(
        teams={*present, *(each.own.team for each in met)},
        coaches={coach, *(each.other.coach for each in met)} - {NOBODY},
    )
    teams = teams_of(met, coach, names)
    ratings = ratings_of(whole(league, edition), COACHES)
    course = ratings.courses.get(coach, ())
    last = last_coaches(names.teams, matches)
    seasons, competitions, over = seasons_and_competitions(league.pk) if met or last else ({}, {}, [])
    trophies = trophies_of(coach, names, {league.pk: league.slug}, Q(team__league=league), over, last)
    record = record_of(met)
    return {
        "league": league,
        "teams": [(each, "") for each in teams],
        "record": record,
        "streaks": [(_("longest unbeaten run"), longest(met, "wd"))] if met else [],
        "account": coach.account,
        "titles": sum(each["won"] for each in trophies),
        "difference": record.scored - record.against,
        "casualty_difference": record.casualties - record.casualties_against,
        "words": {
            "scores": scope.book.scoring.many,
            "injuries": scope.book.credited.many if scope.book.credited else "",
        },
        "trophies": trophies,
        "opponents": _opponents(league, coach, met, names, edition),
        "competitions": _by_competition(competitions, met),
        "lists": _by(met, lambda each: each.own.team_list),
        "rating_url": reverse("stats:coach_rating", args=[league.slug, coach.key]) + Asked(edition=edition).address(),
        "rating": course[-1].after if course else None,
        "drawing": kept_rating_lines(
            [(_worn(names.teams[course[-1].team], names.coaches.get(coach, "")), course)],
            ratings.matches,
            Called(seasons, competitions),
            elo.ELO,
            _("Elo rating over time"),
        )
        if course
        else None,
    }


def present_teams(league: League, coach: Coach, edition: str) -> set[int]:
    """The teams of a coach today by a book, that everybody may know of; one query."""
    named: dict[str, Any] = (
        {"coach": coach.account} if coach.account is not None else {"coach": None, "coach_name": coach.name}
    )
    editions = (edition,) if edition else ("", league.ruleset.edition)
    rows = Team.objects.filter(known_to_all(), league=league, edition__in=editions, **named)
    return set(rows.values_list("pk", flat=True))


def is_theirs(team: TeamName, coach: Coach) -> bool:
    """Whether a coach has a team today."""
    return present_coach(team.coach_id, team.coach) == coach


def teams_of(met: Sequence[Meeting], coach: Coach, names: Names) -> list[Coached]:
    """Present teams first, then former ones, each kind by the last match."""
    by_team: dict[int, list[Meeting]] = defaultdict(list)
    for each in met:
        by_team[each.own.team].append(each)
    found = [
        Coached(
            team=team,
            now=is_theirs(team, coach),
            record=record_of(by_team.get(pk, ())),
            form=[(each.letter, letters()[each.letter]) for each in by_team.get(pk, [])[-LAST:]],
        )
        for pk, team in names.teams.items()
    ]
    last = {each.own.team: number for number, each in enumerate(met)}
    return sorted(found, key=lambda each: (not each.now, -last.get(each.team.id, -1)))


def letters() -> Mapping[str, str]:
    """The letter of each class of result."""
    return {"w": _("W"), "d": _("D"), "l": _("L")}


def _by(met: Iterable[Meeting], key: Any) -> list[Line]:
    found: dict[Any, list[Meeting]] = defaultdict(list)
    for each in met:
        found[key(each)].append(each)
    lines = [Line(name=name, record=record_of(those)) for name, those in found.items()]
    return sorted(lines, key=lambda line: (-line.record.matches, line.name))


def _worn(team: TeamName, called: str) -> Wearer:
    """A coach who is ``called`` so wears the kit of the team that they coached last."""
    return wearer(team.name, team.crest, called=called)


def _by_competition(names: Mapping[int, CompetitionName], met: Sequence[Meeting]) -> list[Line]:
    """The record by competition, the latest first."""
    found: dict[int, list[Meeting]] = defaultdict(list)
    for each in met:
        found[each.match.competition or 0].append(each)
    order = [*names, 0]
    return [
        Line(name=names[pk][1] if pk else _("Friendlies"), record=record_of(found[pk])) for pk in order if pk in found
    ]


def _opponents(league: League, coach: Coach, met: Sequence[Meeting], names: Names, edition: str) -> list[Line]:
    found: dict[Coach, list[Meeting]] = defaultdict(list)
    for each in met:
        if each.other.coach != NOBODY:
            found[each.other.coach].append(each)
    lines = [
        Line(
            name=names.coaches.get(other, ""),
            record=record_of(those),
            url=head_to_head_url(league, coach, other, names, edition),
        )
        for other, those in found.items()
    ]
    return sorted(lines, key=lambda line: (-line.record.matches, line.name))[:OPPONENTS]


def last_coaches(teams: Collection[int], matches: Iterable[PlayedMatch]) -> dict[tuple[int, int], Coach]:
    """Who coached these teams (row ids) in their last match of each competition (row id), by team and competition."""
    return {
        (side.team, each.competition): side.coach
        for each in matches
        if each.competition is not None
        for side in each.sides
        if side.team in teams
    }


def trophies_of(
    coach: Coach,
    names: Names,
    slugs: Mapping[int, str],
    takeovers: Q,
    over: Iterable[Over],
    last: Mapping[tuple[int, int], Coach],
) -> list[dict[str, Any]]:
    """What their teams won while they coached them, the latest first; two queries besides those of `titles_of`.

    ``names`` are those of the teams, ``slugs`` the addresses of their leagues, ``takeovers`` the condition on theirs.
    ``over`` are finished competitions. A title, with the trophy for it, belongs to who coached the team in its last
    match there (`last_coaches`), any other award to who coached the team when it was handed over.
    """
    awards, played = awards_of(names.teams), {competition for _team, competition in last}
    before = tenures_of(takeovers, None).before if awards else {}

    def whose(award: Holding | None, title: Title | None) -> Coach | None:
        of_title = last.get((title.team, title.competition.id)) if title is not None else None
        if of_title is not None or award is None:
            return of_title
        team = names.teams[award.team_id]
        present = present_coach(team.coach_id, team.coach)
        return next((each for until, each in before.get(award.team_id, ()) if award.at < until), present)

    wins = wins_of(awards, titles_of(names.teams, [each for each in over if each.id in played]))
    return honours_of(names.teams, [win for win in wins if whose(*win) == coach], slugs)


def dice_of(league: League, coach: Coach, edition: str) -> dict[str, Any]:
    """The dice of a coach against what fair dice give."""
    scope: Scope = whole(league, edition, friendlies=True)
    return {"dice": kept_dice_charts(scope, lambda rolls: rolls.coach == coach)}
