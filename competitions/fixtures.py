"""Single fixtures: added, moved, turned round, deleted. What was opened stays as it is.

When they are played is the affair of ``competitions.dates``.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Decision, Fixture, Round
from competitions.setup.pairings import delete_scheduled, give_match
from competitions.setup.services import WRONG_STATE, hold, refuse_absent
from competitions.standings.standings import results_changed
from leagues import log
from leagues.commands import write_version
from leagues.errors import Message, Refusal
from leagues.models import League
from leagues.services import locked
from matches.models import Match, MatchSide
from matches.signals import match_changed
from matches.wording import pairing
from teams.models import Team

OPENED = Message(
    id="competitions.fixture_opened",
    text=_("The match {match} has been opened or played, so its fixture stands."),
    remedy=_("A match in its pre-match can be called off; what was played stays."),
    status=409,
)
DECIDED = Message(
    id="competitions.fixture_decided",
    text=_("{match} has been decided without play, so its fixture stands."),
    remedy=_("Take the decision back first."),
    status=409,
)
BUSY = Message(
    id="competitions.team_busy",
    text=_("{team} is in round {round} already; a team plays once a round."),
    remedy=_("Choose another round, or move or delete what is there first."),
)
NO_SUCH_ROUND = Message(
    id="competitions.no_such_round",
    text=_("There is no round {round}, and the next new one is {next}."),
    remedy=_("Choose one from the list."),
)
ITSELF = Message(
    id="competitions.against_itself", text=_("{team} cannot play itself."), remedy=_("Choose two different teams.")
)
A_BYE = Message(id="competitions.a_bye", text=_("{team} rests in this round: there are no two sides and no date."))
IN_RECORDS = Message(
    id="competitions.in_records", text=_("{match} is known from records and stays as it was recorded."), status=409
)
IN_A_BRACKET = Message(
    id="competitions.in_a_bracket",
    text=_("{competition} is a knock-out: its bracket says who meets whom and when."),
    remedy=_("Decide a match without play, or send a team on from the bracket's page."),
    status=409,
)

ADDED = log.kind("competitions.fixture_added", _("{by} added {match} to round {round} of {competition}."))
MOVED = log.kind("competitions.fixture_moved", _("{by} moved {match} from round {was} to round {round}."))
TURNED = log.kind("competitions.fixture_turned", _("{by} gave the other side the home match: {match}."))
DELETED = log.kind("competitions.fixture_deleted", _("{by} deleted {match} of round {round}, which was not played."))


@transaction.atomic
def add_fixture(*, competition: Competition, by: User, expected: int, number: int, home: Team, away: Team) -> Fixture:
    """Pair two entrants in a round, the next new one included. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    _refuse_in_bracket(current)
    if home == away:
        raise Refusal(ITSELF, field="away", team=home.name)
    refuse_absent(current, home=home, away=away)
    row = _round(current, number)
    fixture = Fixture(round=row, home=home, away=away)
    _refuse_busy(fixture, row)
    if current.state == Competition.State.RUNNING:
        give_match(current, fixture)
    fixture.save()
    results_changed([current.pk])
    words = {"competition": current.name, "match": words_of(fixture), "round": number}
    log.record(ADDED, league=current.season.league, by=by, **words)
    return fixture


@transaction.atomic
def move_fixture(*, fixture: Fixture, by: User, expected: int, to: int) -> Fixture:
    """Put a fixture that is not opened into another round, the next new one included."""
    current = hold_fixture(fixture, expected)
    was = current.round
    _refuse_in_bracket(was.competition)
    row = _round(was.competition, to)
    if row == was:
        return current
    refuse_opened(current)
    _refuse_busy(current, row)
    Fixture.objects.filter(pk=current.pk).update(round=row)
    _drop_empty(was)
    results_changed([was.competition_id])
    league = was.competition.season.league
    log.record(MOVED, league=league, by=by, match=words_of(current), was=was.number, round=to)
    return reread_fixture(current)


@transaction.atomic
def swap_sides(*, fixture: Fixture, by: User, expected: int) -> Fixture:
    """Give the other team the home match, in a fixture that is not opened."""
    current = hold_fixture(fixture, expected)
    if current.away is None:
        raise Refusal(A_BYE, team=current.home.name)
    refuse_opened(current)
    Fixture.objects.filter(pk=current.pk).update(
        home=current.away,
        away=current.home,
        home_offered=current.away_offered,
        away_offered=current.home_offered,
        date_waits_for={"home": "away", "away": "home"}.get(current.date_waits_for, ""),
    )
    if current.match is not None:
        # The sides' places are unique within a match, so the home side steps out of the way for a moment.
        sides = MatchSide.objects.filter(match=current.match)
        for was, becomes in (("home", "-"), ("away", "home"), ("-", "away")):
            sides.filter(side=was).update(side=becomes)
        match_changed.send(Match, match=current.match)
    turned = reread_fixture(current)
    log.record(TURNED, league=current.round.competition.season.league, by=by, match=words_of(turned))
    return turned


@transaction.atomic
def delete_fixture(*, fixture: Fixture, by: User, expected: int) -> Competition:
    """Delete a fixture that is not opened, and its round where that was the last one in it."""
    current = hold_fixture(fixture, expected)
    _refuse_in_bracket(current.round.competition)
    refuse_opened(current)
    if current.match_id is not None and not delete_scheduled([current.match_id]):
        raise Refusal(OPENED, match=words_of(current))
    row = current.round
    Fixture.objects.filter(pk=current.pk).delete()
    _drop_empty(row)
    results_changed([row.competition_id])
    league = row.competition.season.league
    log.record(DELETED, league=league, by=by, match=words_of(current), round=row.number)
    return row.competition


def words_of(fixture: Fixture) -> str:
    """A fixture by its teams' names."""
    return pairing(fixture.home.name, fixture.away.name) if fixture.away else fixture.home.name


def next_round_number(competition: Competition) -> int:
    """The number that a new round would get."""
    last = competition.rounds.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def hold_fixture(fixture: Fixture, expected: int) -> Fixture:
    """The fixture as it is now, for a change by whoever saw it at ``expected``."""
    locked(League.objects.get(seasons__competitions__rounds__fixtures=fixture))
    write_version(fixture, expected=expected, changes={})
    current = reread_fixture(fixture)
    competition = current.round.competition
    if competition.recorded:
        raise Refusal(IN_RECORDS, match=words_of(current))
    if competition.state == Competition.State.FINISHED:
        raise Refusal(WRONG_STATE, competition=competition.name, state=competition.get_state_display())
    return current


def reread_fixture(fixture: Fixture) -> Fixture:
    related = ("round__competition__season__league", "home", "away", "match")
    return Fixture.objects.select_related(*related).get(pk=fixture.pk)


def _round(competition: Competition, number: int) -> Round:
    """A round by its number; the next new one is made."""
    row = competition.rounds.filter(number=number).first()
    if row is not None:
        return row
    following = next_round_number(competition)
    if number != following:
        raise Refusal(NO_SUCH_ROUND, field="round", round=number, next=following)
    return Round.objects.create(competition=competition, number=number)


def refuse_opened(fixture: Fixture) -> None:
    """Raises ``Refusal`` for a fixture that was decided or whose match has left the schedule; keeps others from opening
    it meanwhile."""
    if Decision.objects.filter(fixture=fixture).exists():
        raise Refusal(DECIDED, match=words_of(fixture))
    if fixture.match_id is None:
        return
    waiting = Match.objects.select_for_update().filter(pk=fixture.match_id, state=Match.State.SCHEDULED)
    if not waiting.values_list("pk").first():
        raise Refusal(OPENED, match=words_of(fixture))


def _refuse_in_bracket(competition: Competition) -> None:
    """Raises ``Refusal`` for a knock-out: a fixture added, moved or deleted by hand would leave its bracket wrong."""
    if competition.scheduling == Competition.Scheduling.KNOCK_OUT and competition.ties.exists():
        raise Refusal(IN_A_BRACKET, competition=competition.name)


def _refuse_busy(fixture: Fixture, row: Round) -> None:
    """Raises ``Refusal`` where a team of the fixture is in that round already."""
    others = row.fixtures.exclude(pk=fixture.pk)
    for team in filter(None, (fixture.home, fixture.away)):
        if others.filter(Q(home=team) | Q(away=team)).exists():
            raise Refusal(BUSY, field="round", team=team.name, round=row.number)


def _drop_empty(row: Round) -> None:
    if not row.fixtures.exists():
        row.delete()
