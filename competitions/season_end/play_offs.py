"""The play-offs at a season's end (L3, p39-40): which teams play, the recorded draw of the pairs, the trophy.

They are a knock-out competition. Its semi-finals and final double gate and winnings and give no inducement gold (L4);
the stage of a tie decides that. Four teams start in the semi-finals, more teams in an earlier round.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db import transaction
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.formats import draws
from competitions.formats.knock_out.knock_out import KNOCK_OUT
from competitions.formats.qualification.qualification import qualifiers
from competitions.models import Competition, Entrant, FinalistChoice, Season, StageFeed, Trophy
from competitions.pairing.semi_finalists import FOUR, WAYS, Candidate, Chosen, Part, choose, parts_of
from competitions.setup import services
from competitions.setup.books import edition_of
from competitions.setup.setup import Setup
from competitions.setup.shape import Shape
from competitions.standings.conferences import places_within
from competitions.standings.standings import Standings, standings_of_all
from leagues import log
from leagues.models import LogEntry
from leagues.services import locked
from rules.book.book import Book
from teams.models import Team, TeamState
from web.errors import Message, Refusal, Text

PLAY_OFFS = "play_offs"
WAY_NAMES: dict[str, Text] = {
    "team_value": _("the four teams with the highest %(worth)s"),
    "win_ratio": _("the four teams with the highest win ratio (matches won of matches played)"),
    "value_times_ratio": _("the four teams with the highest product of %(worth)s and win ratio"),
    "points": _("the four teams with the most league points; the same number from each table"),
    PLAY_OFFS: _("play-offs: a knock-out of all selected teams"),
}
WITHIN_CONFERENCES = _("the four teams with the most league points in their conferences; the same number from each")
"""The way ``points``, where places within conferences counted."""
BY_WORTH = ("team_value", "value_times_ratio")
"""The ways that need a book that says what teams are worth."""
LEAST, MOST = 2, 64

NO_SUCH_WAY = Message(
    id="competitions.no_such_way",
    text=_("That is not a criterion for semi-finalists."),
    remedy=_("Choose one from the list."),
)
TOO_FEW = Message(
    id="competitions.too_few_semi_finalists",
    text=ngettext_lazy(
        "These competitions have {found} team, but semi-finals need four.",
        "These competitions have {found} teams, but semi-finals need four.",
        "found",
    ),
    remedy=_("Add more competitions, or choose play-offs and select the teams."),
    purpose="season_end",
)
LEVEL = Message(
    id="competitions.semi_finalists_level",
    text=_("{teams} are level for {places} of the places."),
    remedy=_("Select exactly {places} of them, or draw lots."),
    purpose="season_end",
)
HOW_MANY = Message(
    id="competitions.play_offs_of_how_many",
    text=ngettext_lazy(
        "You selected {found} team for the play-offs.", "You selected {found} teams for the play-offs.", "found"
    ),
    remedy=_("Select at least {least} and at most {most}."),
    purpose="season_end",
)
NOT_THERE = Message(
    id="competitions.play_offs_team_gone",
    text=_("{team} is not an active team of these competitions."),
    remedy=_("Choose from the current list of teams."),
)

CHOSEN = log.kind(
    "competitions.semi_finalists",
    _("{by} drew {competition}: {way}. Teams: {teams}."),
)
CHOSEN_BY_LOT = log.kind(
    "competitions.semi_finalists_by_lot",
    _("{by} drew {competition}: {way}. Teams: {teams}. Lots were drawn between level teams (seed {seed})."),
)


def ways_of(book: Book) -> dict[str, str]:
    """The ways to choose teams that a book allows, with their names."""
    return {way: way_words(way, book) for way in WAY_NAMES if way not in BY_WORTH or book.worth is not None}


def way_words(way: str, book: Book | None = None, *, by_conference: bool = False) -> str:
    """The name of a way, in the words of a book; ``by_conference`` says that places within conferences counted."""
    worth = book.worth.name.lower() if book is not None and book.worth is not None else gettext("team value")
    return str(WITHIN_CONFERENCES if by_conference else WAY_NAMES.get(way, way)) % {"worth": worth}


def _way_in_log(way: str, entry: LogEntry) -> str:
    return way_words(way, by_conference=entry.args.get("by_conference", False))


log.argument("way", _way_in_log)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a commissioner chooses for the play-offs.

    ``ticked`` are all teams of the play-offs, or the selected ones of level teams. If no level team is selected,
    ``by_lot`` draws lots between them. The pairs are drawn by lot too, or ``crosswise``: A1–B2 and B1–A2. With
    ``by_conference`` places are those within conferences, where there are any. Without a ``seed`` one is generated.
    """

    name: str
    way: str
    sources: Sequence[Competition]
    ticked: Sequence[Team] = ()
    by_lot: bool = False
    trophy: Trophy | None = None
    third_place: bool = False
    crosswise: bool = False
    by_conference: bool = False
    seed: str = ""


def candidates_of(
    competitions: Sequence[Competition],
    tables: Mapping[int, Standings] | None = None,
    besides: Collection[int] = (),
) -> list[Candidate]:
    """The active teams of these competitions that have not left, with their figures. Each is listed in its first table.

    ``tables`` (by competition id) replace the current ones. Teams in ``besides`` are included whatever their state.
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
    within = {each.pk: places_within(each, tables[each.pk], active) for each in competitions}
    for table, line in lines:
        team = int(line.team)
        if team in active and team not in found:
            conference, _place, rank = within[table].get(team, ("", 0, None))
            found[team] = Candidate(
                team=team,
                team_value=values.get(team, 0),
                won=won[team][0],
                played=won[team][1],
                points=line.points,
                table=table,
                rank=line.rank,
                conference=conference,
                conference_rank=rank,
            )
    return list(found.values())


@transaction.atomic
def draw_play_offs(*, season: Season, by: User, plan: Plan) -> Competition:
    """Choose the teams, draw the pairs and start: one competition with its first matches, one entry in the log.

    Raises ``Refusal`` for fewer than four teams, or if level teams are left undecided.
    """
    league = locked(season.league)
    if plan.way in BY_WORTH and season.book.worth is None:
        raise Refusal(NO_SUCH_WAY, field="way")
    seed = plan.seed or secrets.token_hex(8)
    teams, lot = _teams(plan, seed)
    if plan.crosswise:
        teams = _by_places(plan, teams)
    options = {"by_lot": not plan.crosswise, "crosswise": plan.crosswise, "third_place": plan.third_place}
    shape = Shape(scheduling=KNOCK_OUT.key, options=options)
    setup = Setup(name=plan.name, shape=shape, played_for=plan.trophy)
    edition = edition_of(plan.sources, field="sources")
    made = services.create_competition(season=season, by=by, setup=setup, edition=edition)
    made = services.enter_teams(competition=made, by=by, expected=made.version, teams=teams, sources=plan.sources)
    parts = _parts(candidates_of(plan.sources), plan)
    _store_feeds(made, plan, teams, parts)
    _store_choice(made, plan)
    made = draws.draw_fixtures(competition=made, by=by, expected=made.version, seed=seed)
    made = draws.start_competition(competition=made, by=by, expected=made.version)
    words: dict[str, Any] = {"competition": made.name, "way": plan.way, "teams": ", ".join(team.name for team in teams)}
    words["by_conference"] = any(part.conference for part in parts)
    if lot:
        log.record(CHOSEN_BY_LOT, league=league, by=by, seed=seed, **words)
    else:
        log.record(CHOSEN, league=league, by=by, **words)
    return made


def _by_places(plan: Plan, teams: Sequence[Team]) -> list[Team]:
    """All first places of the tables or conferences, then all second places, and so on; at each place by points."""
    places = {
        each.team: (each.conference_rank if plan.by_conference and each.conference else each.rank, each.points)
        for each in candidates_of(plan.sources)
    }
    figures = {team: (rank or len(teams), -points) for team, (rank, points) in places.items()}
    return sorted(teams, key=lambda team: (*figures[team.pk], team.pk))


def _parts(candidates: Sequence[Candidate], plan: Plan) -> list[Part]:
    """The tables or conferences that send as many teams each; none if places in them do not count."""
    return parts_of(candidates, by_conference=plan.by_conference) if plan.way == "points" else []


def _store_feeds(made: Competition, plan: Plan, teams: Sequence[Team], parts: Sequence[Part]) -> None:
    """If places in tables or conferences alone decided, store them as qualification rules.

    Then a later correction of a table shows which teams would play instead.
    """
    if not parts:
        return
    by_source = {
        part.table: StageFeed(
            target=made, source_id=part.table, first=1, last=part.places, by_conference=bool(part.conference)
        )
        for part in parts
    }
    StageFeed.objects.bulk_create(by_source[source.pk] for source in plan.sources if source.pk in by_source)
    order = qualifiers(made, Random(0))  # noqa: S311 - only the set of teams is compared, so the order of equals does not matter
    if {int(one.team) for one in order} != {team.pk for team in teams}:
        made.feeds.all().delete()  # a choice, a lot or a team that left made the difference
        return
    for seed, team in enumerate(teams, 1):
        Entrant.objects.filter(competition=made, team=team).update(seed=seed, fed_place=seed)


def _store_choice(made: Competition, plan: Plan) -> None:
    """Store the choice, so that a later correction of a match shows which teams would have been chosen."""
    if plan.way in WAYS:
        values = [[each.team, each.team_value] for each in candidates_of(plan.sources)]
        given = {"way": plan.way, "values": values, "by_conference": plan.by_conference}
        choice = FinalistChoice.objects.create(competition=made, **given)
        choice.sources.set(plan.sources)


def _teams(plan: Plan, seed: str) -> tuple[list[Team], bool]:
    """The teams that play, best first, and whether lots were drawn."""
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
        raise Refusal(TOO_FEW, field="sources", found=len(pool))
    chosen = choose(candidates, plan.way, by_conference=plan.by_conference)
    if chosen.settled:
        return [pool[team] for team in chosen.certain], False
    parts = _level_parts(candidates, plan)
    if plan.by_lot:
        rng = Random(f"{seed}:semi-finalists")  # noqa: S311 - everybody can repeat the draw from the seed
        drawn = [team for part in parts for team in rng.sample(part.level, part.places)]
        return [pool[team] for team in (*chosen.certain, *drawn)], True
    ticked = [team.pk for team in plan.ticked if team.pk in chosen.level]
    for part in parts:
        if len([team for team in ticked if team in part.level]) != part.places:
            names = ", ".join(pool[team].name for team in part.level)
            raise Refusal(LEVEL, field="ticked", teams=names, places=part.places)
    return [pool[team] for team in (*chosen.certain, *ticked)], False


def _level_parts(candidates: Sequence[Candidate], plan: Plan) -> list[Chosen]:
    """The teams that are level for the same places: for each table or conference apart, if each sends as many."""
    apart = [part.chosen for part in _parts(candidates, plan)] or [choose(candidates, plan.way)]
    return [chosen for chosen in apart if not chosen.settled]
