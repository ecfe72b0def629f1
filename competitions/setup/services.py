"""A competition: setting it up, entering teams. ``formats.draws`` draws and starts it, ``finishing`` ends it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import is_among
from competitions.models import Competition, Entrant, Fixture, Round, Season
from competitions.models.formats import Latecomers, all_options
from competitions.setup import deadline_guards
from competitions.setup.books import change_pack, need_its_book, need_its_pack
from competitions.setup.seasons import refuse_closed
from competitions.setup.setup import PLANNED, STANDS_FAST, TERMS, Setup
from competitions.standings.standings import results_changed
from leagues import log
from leagues.books import stored_edition
from leagues.models import League
from leagues.services import locked
from notices.telling import end_all
from teams.models import Team
from web.commands import write_version
from web.errors import Message, Refusal

NAME_TAKEN = Message(
    id="competitions.name_taken",
    text=_("There is a competition called {name} in {season}."),
    remedy=_("Choose another name."),
)
WRONG_STATE = Message(
    id="competitions.wrong_state",
    text=_("{competition} is {state}, so this is not possible. Nothing was changed."),
    remedy=_("Its page shows what you can do now."),
    status=409,
)
TEAM_TWICE = Message(
    id="competitions.team_twice",
    text=_("{teams} would be in {competition} twice. No team was entered."),
    remedy=_("Enter each team once."),
)
NOT_ACTIVE = Message(
    id="competitions.team_not_active",
    text=_("{teams} cannot enter: only active teams of this league can."),
    remedy=_("Have the team submitted and approved first."),
)
NOT_ENTERED = Message(
    id="competitions.not_entered",
    text=_("{team} is not in {competition}."),
    remedy=_("The page of the competition lists its teams."),
    status=409,
)
NOT_PLAYING = Message(
    id="competitions.not_playing",
    text=_("{team} is not an active team of this league, so it cannot play."),
    remedy=_("Choose an active team."),
)
HAS_LEFT = Message(
    id="competitions.team_has_left",
    text=_("{team} was withdrawn from {competition}, so it gets no new match there."),
    remedy=_("Choose another team, or ask a commissioner to undo its withdrawal first."),
)
NO_TEAMS = Message(
    id="competitions.no_teams", text=_("No team was chosen."), remedy=_("Choose at least one team to enter.")
)
NO_FIXTURES = Message(
    id="competitions.no_fixtures",
    text=_("{competition} has no fixtures yet, so it cannot start."),
    remedy=_("Draw them first."),
)
NO_ROOM = Message(
    id="competitions.no_room",
    text=_("{competition} has {places} places, and {teams} teams would be in it."),
    remedy=_("Enter {surplus} fewer, or give it more places in its settings."),
)
CREATED = log.kind("competitions.created", _("{by} created the competition {competition} in {season}."))
CHANGED = log.kind("competitions.changed", _("{by} changed the settings of {competition}: {competition_settings}."))
ENTERED = log.kind("competitions.entered", _("{by} entered {teams} in {competition}."))
WITHDRAWN = log.kind("competitions.withdrawn", _("{by} withdrew {team} from {competition}."))


@transaction.atomic
def create_competition(*, season: Season, by: User | None, setup: Setup, edition: str = "") -> Competition:
    """Set up a competition by one of the league's books (empty: the first), without teams yet. Raises ``Refusal``."""
    league = locked(season.league)
    season = league.seasons.get(pk=season.pk)  # read again under the lock: it may have been closed
    refuse_closed(season)
    _refuse_taken(season, setup.name)
    ruleset = league.ruleset_for(edition)
    stored = stored_edition(league, ruleset.edition)
    competition = Competition.objects.create(season=season, edition=stored, **setup.by(ruleset.book).as_columns())
    log.record(CREATED, league=league, by=by, competition=setup.name, season=season.name)
    return competition


@transaction.atomic
def create_competitions(
    *, season: Season, by: User | None, setups: Sequence[Setup], edition: str = ""
) -> list[Competition]:
    """Set up several competitions, such as divisions: all or none. Raises ``Refusal``."""
    return [create_competition(season=season, by=by, setup=setup, edition=edition) for setup in setups]


@transaction.atomic
def change_competition(*, competition: Competition, by: User, expected: int, setup: Setup) -> Competition:
    """Change a competition's settings. Points and tie-breakers take effect at once.

    After the start, these stay: how it is drawn, how often teams meet, whether byes count. Before it, changing them
    deletes drawn fixtures. Raises ``Refusal``, also if the change would settle matches with a past deadline at once;
    ``StaleVersion``.
    """
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    _refuse_taken(current.season, setup.name, besides=current)
    _refuse_full(current, current.entrants.count(), field="places", places=setup.shape.places)
    running = current.state == Competition.State.RUNNING
    if running:  # its format stays, so the options are those of this format
        setup = replace(setup, shape=replace(setup.shape, scheduling=current.scheduling))
    columns = setup.as_columns()
    options, before = columns["format_options"], vars(current.options)
    settled = [name for name, option in all_options().items() if option.settled_by_draw]
    if running:
        columns |= {name: getattr(current, name) for name in (*STANDS_FAST, *TERMS)}
        options |= {name: value for name, value in before.items() if name in settled}
    if running or current.rounds.exists():
        columns |= {name: getattr(current, name) for name in PLANNED}
    changed = [name for name, value in columns.items() if name != "format_options" and getattr(current, name) != value]
    if "scheduling" not in changed:
        changed += [name for name, value in options.items() if before[name] != value]
    if "when_lapsed" in changed:
        deadline_guards.refuse_settling(current, columns["when_lapsed"])
    if {*STANDS_FAST, *settled}.intersection(changed):
        delete_fixtures(current)
    Competition.objects.filter(pk=current.pk).update(**columns)
    if {"pack", "league_teams"}.intersection(changed):
        change_pack(reread(current))
    results_changed([current.pk])
    if changed:
        log.record(CHANGED, league=current.season.league, by=by, competition=setup.name, competition_settings=changed)
    return reread(current)


@transaction.atomic
def enter_teams(
    *,
    competition: Competition,
    by: User | None,
    expected: int,
    teams: Sequence[Team],
    sources: Sequence[Competition] = (),
) -> Competition:
    """Enter teams in a competition that has not started, from ``sources`` if any; drawn fixtures are deleted.

    In formats that find opponents during play (Swiss, open play, ladder), teams can also enter after the start.
    Raises ``Refusal`` for a team given twice or entered already, one that is not an active team of the league, or more
    teams than there are places.
    """
    states = [Competition.State.DRAFT]
    if competition.format.latecomers == Latecomers.ENTER:
        states.append(Competition.State.RUNNING)
    current = hold(competition, expected, *states)
    if not teams:
        raise Refusal(NO_TEAMS, field="teams")
    entered = set(current.entrants.values_list("team", flat=True))
    counted = Counter(team.pk for team in teams)
    twice = {team.name for team in teams if counted[team.pk] > 1 or team.pk in entered}
    if twice:
        raise Refusal(TEAM_TWICE, field="teams", teams=", ".join(sorted(twice)), competition=current.name)
    league = current.season.league
    active = set(league.teams.active().filter(pk__in=counted).values_list("pk", flat=True))
    idle = {team.name for team in teams if team.pk not in active}
    if idle:
        raise Refusal(NOT_ACTIVE, field="teams", teams=", ".join(sorted(idle)))
    need_its_book(current, teams, field="teams")
    need_its_pack(current, teams, field="teams", sources=sources)
    _refuse_full(current, len(entered) + len(teams), field="teams", places=current.places)
    if current.state == Competition.State.DRAFT:
        delete_fixtures(current)
    Entrant.objects.bulk_create([Entrant(competition=current, team=team) for team in teams])
    results_changed([current.pk])
    names = ", ".join(team.name for team in teams)
    log.record(ENTERED, league=league, by=by, competition=current.name, teams=names)
    return reread(current)


@transaction.atomic
def withdraw_entrant(*, competition: Competition, by: User, expected: int, team: Team) -> Competition:
    """Remove a team from a competition that has not started; drawn fixtures are deleted."""
    current = hold(competition, expected, Competition.State.DRAFT)
    if not current.entrants.filter(team=team).exists():
        raise Refusal(NOT_ENTERED, team=team.name, competition=current.name)
    delete_fixtures(current)
    current.entrants.filter(team=team).delete()
    results_changed([current.pk])
    log.record(WITHDRAWN, league=current.season.league, by=by, competition=current.name, team=team.name)
    return reread(current)


def hold(competition: Competition, expected: int, *states: str) -> Competition:
    """The current competition, locked for a change and with a new version.

    Raises ``StaleVersion`` unless it was at version ``expected``; ``Refusal`` for an archived league or another state.
    """
    assert transaction.get_connection().in_atomic_block
    locked(League.objects.get(seasons__competitions=competition))
    current = reread(write_version(competition, expected=expected, changes={}))
    if current.state not in states or current.recorded:
        state = _("known from records") if current.recorded else current.get_state_display()
        raise Refusal(WRONG_STATE, competition=current.name, state=state)
    return current


def reread(competition: Competition) -> Competition:
    """The competition with its season and league, read again."""
    return Competition.objects.select_related("season__league__ruleset").get(pk=competition.pk)


def refuse_absent(competition: Competition, **teams: Team) -> None:
    """Raises ``Refusal`` for a team (by form field) that is not in a competition, has left it, or cannot play."""
    columns = ("team__state", "withdrawal")
    entered = {
        pk: known for pk, *known in competition.entrants.filter(team__in=teams.values()).values_list("team", *columns)
    }
    for name, team in teams.items():
        if team.pk not in entered:
            raise Refusal(NOT_ENTERED, field=name, team=team.name, competition=competition.name)
        state, left = entered[team.pk]
        if left is not None:
            raise Refusal(HAS_LEFT, field=name, team=team.name, competition=competition.name)
        if state != Team.State.ACTIVE:
            raise Refusal(NOT_PLAYING, field=name, team=team.name)


def delete_fixtures(competition: Competition) -> None:
    """Delete the fixtures of a competition that has not started: they have no matches yet."""
    if not competition.seed and not competition.rounds.exists():
        return  # nothing is drawn
    fixtures = Fixture.objects.filter(round__competition=competition)
    end_all([Fixture._meta.label], list(fixtures.values_list("pk", flat=True)))
    fixtures.delete()
    Round.objects.filter(competition=competition).delete()
    competition.ties.all().delete()
    Competition.objects.filter(pk=competition.pk).update(seed="")


def _refuse_full(competition: Competition, teams: int, *, field: str, places: int | None) -> None:
    """Raises ``Refusal`` if there are fewer places than teams."""
    if places is not None and teams > places:
        raise Refusal(
            NO_ROOM, field=field, competition=competition.name, places=places, teams=teams, surplus=teams - places
        )


def _refuse_taken(season: Season, name: str, besides: Competition | None = None) -> None:
    others = season.competitions.exclude(pk=besides and besides.pk)
    if is_among(name, others.values_list("name", flat=True)):
        raise Refusal(NAME_TAKEN, field="name", name=name, season=season.name)
