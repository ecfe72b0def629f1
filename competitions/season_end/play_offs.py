"""A season's tournament at its end (L3, p39-40): who is in it, drawn into pairs by a recorded lot, played for a trophy.

It is a knock-out like any other: its semi-finals and final double gate and winnings and give no inducement gold (L4),
by the stage of their ties. Play-offs proper are the same bracket with more teams.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from competitions.formats import draws
from competitions.formats.knock_out.knock_out import KNOCK_OUT
from competitions.formats.qualification.qualification import finishers
from competitions.models import Competition, Entrant, FinalistChoice, Season, StageFeed, Trophy
from competitions.pairing.qualifying import Places, qualified
from competitions.pairing.semi_finalists import FOUR, WAYS, Candidate, Chosen, choose
from competitions.setup import services
from competitions.setup.setup import Setup
from competitions.setup.shape import Shape
from competitions.standings.standings import Standings, standings_of_all
from leagues import log
from leagues.models import LogEntry
from leagues.services import locked
from teams.models import Team, TeamState
from web.errors import Message, Refusal, Text

PLAY_OFFS = "play_offs"
WAY_NAMES: dict[str, Text] = {
    "team_value": _("the four of the highest team value"),
    "win_ratio": _("the four of the highest win ratio: matches won of matches played"),
    "value_times_ratio": _("the four with the most of team value times win ratio"),
    "points": _("the four with the most league points; of several tables, as many of each"),
    PLAY_OFFS: _("play-offs: a knock-out of the teams that enter, down to four and on"),
}
LEAST, MOST = 2, 64

NO_SUCH_WAY = Message(
    id="competitions.no_such_way", text=_("Semi-finalists cannot be chosen that way."), remedy=_("Choose one listed.")
)
NOBODY_PLAYED = Message(
    id="competitions.too_few_semi_finalists",
    text=ngettext_lazy(
        "{found} team is in these competitions, and semi-finals need four.",
        "{found} teams are in these competitions, and semi-finals need four.",
        "found",
    ),
    remedy=_("Take in more competitions, or choose the teams by hand for play-offs."),
    purpose="season_end",
)
LEVEL = Message(
    id="competitions.semi_finalists_level",
    text=_("{teams} are level for {places} of the places."),
    remedy=_("Tick those who are in, exactly {places}, or let a lot decide."),
    purpose="season_end",
)
HOW_MANY = Message(
    id="competitions.play_offs_of_how_many",
    text=ngettext_lazy(
        "{found} team was ticked for the play-offs.", "{found} teams were ticked for the play-offs.", "found"
    ),
    remedy=_("Tick at least {least} and at most {most}."),
    purpose="season_end",
)
NOT_THERE = Message(
    id="competitions.play_offs_team_gone",
    text=_("{team} is not an active team of these competitions."),
    remedy=_("Choose from the teams that are offered now."),
)

CHOSEN = log.kind(
    "competitions.semi_finalists",
    _("{by} drew {competition}: {way}. In it: {teams}."),
)
CHOSEN_BY_LOT = log.kind(
    "competitions.semi_finalists_by_lot",
    _("{by} drew {competition}: {way}. In it: {teams}. Equals were parted by lot, with the seed {seed}."),
)


def _way_words(way: str, entry: LogEntry) -> str:
    return str(WAY_NAMES.get(way, way))


log.WORDED["way"] = _way_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a commissioner says about the tournament.

    ``ticked`` are the teams of play-offs, or those who are in of those who are level; without them ``by_lot`` parts
    these. ``seed`` is made where none is given.
    """

    name: str
    way: str
    sources: Sequence[Competition]
    ticked: Sequence[Team] = ()
    by_lot: bool = False
    trophy: Trophy | None = None
    third_place: bool = False
    seed: str = ""


def candidates_of(
    competitions: Sequence[Competition],
    tables: Mapping[int, Standings] | None = None,
    besides: Collection[int] = (),
) -> list[Candidate]:
    """The active teams of these competitions that have not left, with what counts, each once: in its first table.

    ``tables`` (by competition) are others than those of now, ``besides`` teams that count wherever they are now.
    """
    tables = tables or standings_of_all(competitions)
    lines = [(each.pk, line) for each in competitions for line in tables[each.pk].lines]
    states = TeamState.objects.filter(team__in={int(line.team) for _table, line in lines})
    values = dict(states.values_list("team", "value"))
    entries = Entrant.objects.still_playing().filter(competition__in=competitions)
    active = {*entries.values_list("team", flat=True), *besides}
    won: dict[int, list[int]] = {}
    for _table, line in lines:
        sums = won.setdefault(int(line.team), [0, 0])
        sums[0] += line.won
        sums[1] += line.played
    found: dict[int, Candidate] = {}
    for table, line in lines:
        team = int(line.team)
        if team in active and team not in found:
            found[team] = Candidate(
                team=team,
                team_value=values.get(team, 0),
                won=won[team][0],
                played=won[team][1],
                points=line.points,
                table=table,
                rank=line.rank,
            )
    return list(found.values())


@transaction.atomic
def draw_play_offs(*, season: Season, by: User, plan: Plan) -> Competition:
    """Choose the teams, draw them into pairs and start: one competition with its first matches, one entry in the log.

    Raises ``Refusal`` for fewer than four teams, or where who is in is left open.
    """
    league = locked(season.league)
    seed = plan.seed or secrets.token_hex(8)
    teams, lot = _teams(plan, seed)
    shape = Shape(scheduling=KNOCK_OUT.key, options={"by_lot": True, "third_place": plan.third_place})
    setup = Setup(name=plan.name, shape=shape, played_for=plan.trophy)
    made = services.create_competition(season=season, by=by, setup=setup)
    made = services.enter_teams(competition=made, by=by, expected=made.version, teams=teams)
    _note_who_sends(made, plan, teams)
    _note_choice(made, plan)
    made = draws.draw_fixtures(competition=made, by=by, expected=made.version, seed=seed)
    made = draws.start_competition(competition=made, by=by, expected=made.version)
    words = {"competition": made.name, "way": plan.way, "teams": ", ".join(team.name for team in teams)}
    if lot:
        log.record(CHOSEN_BY_LOT, league=league, by=by, seed=seed, **words)
    else:
        log.record(CHOSEN, league=league, by=by, **words)
    return made


def _note_who_sends(made: Competition, plan: Plan, teams: Sequence[Team]) -> None:
    """Where the tables' places alone chose, they feed the tournament: of a table corrected later it is told then who
    else would play in it."""
    each, left = divmod(FOUR, len(plan.sources))
    if plan.way != "points" or left:
        return
    places = [Places(source=source.pk, first=1, last=each) for source in plan.sources]
    tables = {source.pk: finishers(source) for source in plan.sources}
    order = qualified(places, tables, Random(0))  # noqa: S311 - parts nobody: only who came in is compared
    if {int(one.team) for one in order} != {team.pk for team in teams}:
        return  # a hand, a lot, or a team that is gone had a say too
    StageFeed.objects.bulk_create(StageFeed(target=made, source=source, first=1, last=each) for source in plan.sources)
    for seed, team in enumerate(teams, 1):
        Entrant.objects.filter(competition=made, team=team).update(seed=seed, fed_place=seed)


def _note_choice(made: Competition, plan: Plan) -> None:
    """Kept, so that of a match corrected later it can be told who else would have been chosen."""
    if plan.way in WAYS:
        values = [[each.team, each.team_value] for each in candidates_of(plan.sources)]
        choice = FinalistChoice.objects.create(competition=made, way=plan.way, values=values)
        choice.sources.set(plan.sources)


def _teams(plan: Plan, seed: str) -> tuple[list[Team], bool]:
    """Who is in, best first, and whether a lot parted equals."""
    candidates = candidates_of(plan.sources)
    pool = {team.pk: team for team in Team.objects.filter(pk__in=[each.team for each in candidates])}
    for team in plan.ticked:
        if team.pk not in pool:
            raise Refusal(NOT_THERE, field="ticked", team=team.name)
    if plan.way == PLAY_OFFS:
        if not LEAST <= len(plan.ticked) <= MOST:
            raise Refusal(HOW_MANY, field="ticked", found=len(plan.ticked), least=LEAST, most=MOST)
        return list(plan.ticked), False
    if plan.way not in WAYS:
        raise Refusal(NO_SUCH_WAY, field="way")
    if len(pool) < FOUR:
        raise Refusal(NOBODY_PLAYED, field="sources", found=len(pool))
    chosen = choose(candidates, plan.way)
    if chosen.settled:
        return [pool[team] for team in chosen.certain], False
    parts = _level_parts(candidates, plan.way)
    if plan.by_lot:
        rng = Random(f"{seed}:semi-finalists")  # noqa: S311 - to be drawn again by all
        drawn = [team for part in parts for team in rng.sample(part.level, part.places)]
        return [pool[team] for team in (*chosen.certain, *drawn)], True
    ticked = [team.pk for team in plan.ticked if team.pk in chosen.level]
    for part in parts:
        if len([team for team in ticked if team in part.level]) != part.places:
            names = ", ".join(pool[team].name for team in part.level)
            raise Refusal(LEVEL, field="ticked", teams=names, places=part.places)
    return [pool[team] for team in (*chosen.certain, *ticked)], False


def _level_parts(candidates: Sequence[Candidate], way: str) -> list[Chosen]:
    """Those who are level for the same places: of each table for itself, where each sends as many."""
    tables = sorted({candidate.table for candidate in candidates})
    if way != "points" or FOUR % len(tables):
        return [choose(candidates, way)]
    parts = [
        choose([each for each in candidates if each.table == table], way, places=FOUR // len(tables))
        for table in tables
    ]
    return [part for part in parts if not part.settled]
