"""Games that coaches arrange themselves: in open play, and on a ladder.

A coach reports a game after it: fixture and match are created then, and the match continues as usual. In open play a
team plays the same opponent at most twice in a row, in all matches of the league (L2, p31).
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures.fixtures import ITSELF, words_of
from competitions.formats.order_of_play import (
    ROUND,
    refuse_challenge_in_a_row,
    refuse_third_in_a_row,
    why_no_third_in_a_row,
)
from competitions.models import Competition, Fixture, Round
from competitions.models.formats import Format, Latecomers, Preset
from competitions.setup.pairings import give_match
from competitions.setup.services import WRONG_STATE, hold, refuse_absent, reread
from competitions.standings.standings import results_changed
from leagues import log
from leagues.services import locked
from teams.models import Team
from web.errors import Message, Refusal

DRAWN_HERE = Message(
    id="competitions.drawn_here",
    text=_("The matches of {competition} are drawn; coaches cannot choose their opponents."),
    remedy=_("Play the listed fixtures, or ask a commissioner for a friendly."),
    status=409,
)
NOT_YOURS = Message(
    id="competitions.not_your_game",
    text=_("Neither {home} nor {away} is your team."),
    remedy=_("Report games of your own teams, or ask a commissioner to report it."),
    status=403,
)
SAME_COACH = Message(
    id="competitions.same_coach", text=_("{home} and {away} have the same coach."), remedy=_("Choose another opponent.")
)
REPORTED = log.kind("competitions.game_reported", _("{by} reported a game of {competition}: {match}."))

ADDED = log.kind("competitions.game_added", _("{by} added {match} to {competition}."))


@transaction.atomic
def report_game(*, competition: Competition, by: User, home: Team, away: Team, own: Collection[int] | None) -> Fixture:
    """Create fixture and match of a game that was just played. Raises ``Refusal``.

    ``own`` are the ids of the teams that ``by`` may report for; None means all (a commissioner).
    """
    current = hold_running(competition)
    if not current.format.chosen_by_coaches:
        raise Refusal(DRAWN_HERE, competition=current.name)
    refuse_pair(current, home, away)
    if own is not None and not {home.pk, away.pk}.intersection(own):
        raise Refusal(NOT_YOURS, home=home.name, away=away.name)
    if current.format.refuse_game:
        current.format.refuse_game(current, home, away)
    fixture = new_game(current, home, away)
    fixture.reported_at = timezone.now()
    give_match(current, fixture)
    fixture.save()
    results_changed([current.pk])
    words = {"competition": current.name, "match": words_of(fixture)}
    log.record(REPORTED, league=current.season.league, by=by, **words)
    return fixture


@transaction.atomic
def add_game(*, competition: Competition, by: User, expected: int, home: Team, away: Team) -> Fixture:
    """Add a game by a commissioner's ruling (L1), however often the two have met and whatever their places are.

    Raises ``Refusal`` for two teams that cannot meet at all, ``StaleVersion``.
    """
    current = hold(competition, expected, Competition.State.RUNNING)
    refuse_pair(current, home, away)
    fixture = new_game(current, home, away)
    fixture.reported_at = timezone.now()
    give_match(current, fixture)
    fixture.save()
    results_changed([current.pk])
    log.record(ADDED, league=current.season.league, by=by, competition=current.name, match=words_of(fixture))
    return fixture


def hold_running(competition: Competition) -> Competition:
    """The current competition under the league's lock. Raises ``Refusal`` if it is not running.

    No version is checked: coaches report at the same time, and reports change no setting.
    """
    locked(competition.season.league)
    current = reread(competition)
    if current.state != Competition.State.RUNNING or current.recorded:
        raise Refusal(WRONG_STATE, competition=current.name, state=current.get_state_display())
    return current


def refuse_pair(competition: Competition, home: Team, away: Team) -> None:
    """Raises ``Refusal`` for two teams that cannot meet in a competition at all."""
    if home == away:
        raise Refusal(ITSELF, field="away", team=home.name)
    refuse_absent(competition, home=home, away=away)
    if home.coach_id is not None and home.coach_id == away.coach_id:
        raise Refusal(SAME_COACH, field="away", home=home.name, away=away.name)


def new_game(competition: Competition, home: Team, away: Team) -> Fixture:
    """A fixture in the order of play, not saved yet."""
    row, _made = Round.objects.get_or_create(competition=competition, number=ROUND)
    last = row.fixtures.aggregate(last=Max("order"))["last"] or 0
    return Fixture(round=row, home=home, away=away, order=last + 1)


def game_rule(competition: Competition) -> tuple[str, str]:
    """What the page for reporting a game says, and the rule that it cites."""
    text = gettext(
        "%(name)s: any two teams, but not the same two three times in a row. All matches of the league count."
    )
    return text % {"name": competition.name}, "open_play"


OPEN_PLAY = Format(
    key="open",
    name=_("open play"),
    label=_("Open play: coaches find their own opponents and report their games"),
    presets=(
        Preset(key="open", label=_("Open play with challenges"), name=_("Open play"), fields={"challenges": True}),
    ),
    chosen_by_coaches=True,
    latecomers=Latecomers.ENTER,
    refuse_game=refuse_third_in_a_row,
    game_rule=game_rule,
    refuse_challenge=refuse_challenge_in_a_row,
    why_no_challenge=why_no_third_in_a_row,
)
