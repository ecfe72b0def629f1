"""What coaches are told about competitions, and commissioners of what keeps them waiting."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.dashboard.todo import finishable, has_rounds_left
from competitions.fixtures.notices import DRAWS
from competitions.models import Competition, Entrant, Season
from competitions.rulings.going_on import with_going_on
from competitions.season_end.steps import all_finished
from leagues.notices import commissioners
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare
from notices.telling import follow_at_end
from teams.extensions import team_retired
from teams.models import Team

RUNNING = Topic(key="running", name=_("As a commissioner: rounds to pair, competitions to finish, ties to decide"))


def _words(competition: Competition, reader: User) -> dict[str, str]:
    found = competition.format.chosen_by_coaches
    return {
        "start": gettext("find your first opponent") if found else gettext("your matches are drawn"),
        "next": gettext("See who else plays, and find an opponent:")
        if found
        else gettext("See whom you play, and agree on dates:"),
        "competition": competition.name,
        "season": competition.season.name,
        "league": competition.season.league.name,
        "team": competition.gone or "",
        "tie": str(competition.level or ""),
    }


COMPETITIONS: QuerySet[Competition] = with_going_on(Competition.objects.select_related("season__league"))

COMPETITION = Subject(
    key="competition",
    things=COMPETITIONS,
    league=lambda competition: competition.season.league,
    words=_words,
)
SEASON = Subject(
    key="season",
    things=Season.objects.select_related("league"),
    league=lambda season: season.league,
    words=lambda season, reader: {"season": season.name, "league": season.league.name},
)


def _run(competition: Competition, *, waits: object) -> list[int]:
    return commissioners(competition.season.league) if waits and not competition.recorded else []


def _players(competition: Competition) -> list[int | None]:
    rows = Entrant.objects.filter(competition=competition, withdrawal__isnull=True)
    return [] if competition.recorded else list(rows.values_list("team__coach", flat=True))


def _draw(competition: Competition) -> str:
    """What tells two draws apart: the seed, and the last round where rounds are paired one after another."""
    paired = competition.last_round if competition.format.paired_by_round else ""
    return f"{competition.seed}:{paired}"


def _manage(competition: Competition) -> str:
    return reverse("competitions:manage", args=[competition.public_id])


STARTED = Kind(
    key="competitions.drawn",
    name=_("The matches of a competition are drawn"),
    topic=DRAWS,
    subject=COMPETITION,
    line=_("%(competition)s: %(start)s"),
    text=_("%(competition)s in %(league)s is under way. %(next)s"),
    readers=_players,
    page=lambda competition: reverse("competitions:competition", args=[competition.public_id]),
    occasion=_draw,
)
QUALIFIED = Kind(
    key="competitions.teams_qualified",
    name=_("All teams that qualify are known"),
    topic=RUNNING,
    subject=COMPETITION,
    line=_("Enter the teams that qualified for %(competition)s"),
    text=_("All teams that qualify for %(competition)s in %(league)s are known. Enter them:"),
    readers=lambda competition: _run(competition, waits=competition.fed_now),
    page=lambda competition: reverse("competitions:feeds", args=[competition.public_id]),
    waits=True,
)
RETIRED = Kind(
    key="competitions.retired_team",
    name=_("A retired team still has matches"),
    topic=RUNNING,
    subject=COMPETITION,
    line=_("%(team)s is retired: its matches in %(competition)s wait for you"),
    text=_("%(team)s is retired and still has matches in %(competition)s (%(league)s). Decide what happens to them:"),
    readers=lambda competition: _run(competition, waits=competition.gone),
    page=lambda competition: reverse("competitions:entrants", args=[competition.public_id]),
    waits=True,
)
LEVEL = Kind(
    key="competitions.level_tie",
    name=_("A tie is level"),
    topic=RUNNING,
    subject=COMPETITION,
    line=_("%(competition)s: tie %(tie)s is level. Choose who advances"),
    text=_("Tie %(tie)s of %(competition)s (%(league)s) is level. Choose who advances:"),
    readers=lambda competition: _run(
        competition, waits=competition.level and competition.season.state == Season.State.OPEN
    ),
    page=lambda competition: reverse("competitions:send_on", args=[competition.public_id, competition.level or 1]),
    waits=True,
    occasion=lambda competition: competition.level or "",
)
NEXT_ROUND = Kind(
    key="competitions.next_round",
    name=_("The next round can be paired"),
    topic=RUNNING,
    subject=COMPETITION,
    line=_("Pair the next round of %(competition)s: the last one is played"),
    text=_("All matches of the last round of %(competition)s (%(league)s) are played. Pair the next one:"),
    readers=lambda competition: _run(competition, waits=_pairs_next(competition)),
    page=_manage,
    waits=True,
    occasion=lambda competition: competition.last_round or "",
)
TO_FINISH = Kind(
    key="competitions.to_finish",
    name=_("A competition can be finished"),
    topic=RUNNING,
    subject=COMPETITION,
    line=_("Finish %(competition)s: all matches are played"),
    text=_("All matches of %(competition)s (%(league)s) are played. Finish it:"),
    readers=lambda competition: _run(competition, waits=finishable(competition)),
    page=_manage,
    waits=True,
)
TO_CONTINUE = Kind(
    key="competitions.season_played",
    name=_("A season is played"),
    topic=RUNNING,
    subject=SEASON,
    line=_("Continue with %(season)s: all matches are played"),
    text=_("All competitions of %(season)s (%(league)s) are finished. Award its trophies and close it:"),
    readers=lambda season: (
        commissioners(season.league) if all_finished(season, list(season.competitions.all())) else []
    ),
    page=lambda season: reverse("competitions:season", args=[season.league.slug, season.number]),
    waits=True,
)


def _pairs_next(competition: Competition) -> bool:
    """Whether the last round is played and another one is planned."""
    waits = competition.gone or competition.level or competition.going_on
    return not waits and not competition.format.chosen_by_coaches and has_rounds_left(competition)


declare(
    Machine(
        model=Competition,
        things=COMPETITIONS,
        states={
            Competition.State.DRAFT: (QUALIFIED,),
            Competition.State.RUNNING: (STARTED, RETIRED, LEVEL, NEXT_ROUND, TO_FINISH),
            Competition.State.FINISHED: (LEVEL,),
        },
    ),
    Machine(
        model=Season,
        things=SEASON.things,
        states={
            Season.State.OPEN: (TO_CONTINUE,),
            Season.State.CLOSED: Silent("a commissioner closed it, and nothing is left to do"),
        },
    ),
)


@team_retired.add
def follow_competitions(team: Team) -> None:
    """Who runs a competition decides about the matches that a retired team has left to play."""
    rows = Entrant.objects.filter(team=team, competition__state=Competition.State.RUNNING)
    for competition in rows.values_list("competition", flat=True):
        follow_at_end(Competition._meta.label, competition)
