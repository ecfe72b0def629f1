"""What coaches are told about a written challenge (L5, p40), in the words of `competitions.challenges.letters`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from competitions.challenges.letters import CHALLENGE_LETTERS, LETTERS
from competitions.models import Challenge, Competition
from notices.extensions import Kind, Machine, Subject, Topic, declare
from notices.telling import follow
from teams.extensions import coach_changed
from teams.models import Team

State = Challenge.State
CHALLENGES = Topic(key="challenges", name=_("Challenges"))

CHALLENGE = Subject(
    key="challenge",
    things=CHALLENGE_LETTERS.things,
    league=lambda challenge: challenge.competition.season.league,
    words=lambda challenge, reader: CHALLENGE_LETTERS.words(challenge),
)

NAMES = {
    "challenged": _("Somebody challenges you"),
    "unwilling": _("The team that you named does not play"),
    "named": _("Somebody names your team to play for theirs"),
    "willing": _("Another team would play you"),
    State.ACCEPTED: _("Your challenge is accepted"),
    State.REFUSED: _("Your challenge is refused"),
    State.LAPSED: _("A challenge is not answered in time"),
    State.SUBSTITUTED: _("A challenger plays the team that was named"),
    State.DECLINED: _("A challenger does not play the team that was named"),
    State.CALLED_OFF: _("A challenge is called off"),
}


def _kind(what: str, *, waits: bool = False, when: Callable[[Challenge], bool] = lambda challenge: True) -> Kind:
    letter = LETTERS[what]

    def readers(challenge: Any) -> list[int | None]:
        teams = [getattr(challenge, name) for name in letter.to] if when(challenge) else []
        return [team.coach_id for team in teams if team is not None]

    return Kind(
        key=f"competitions.challenge_{what}",
        name=NAMES[what],
        topic=CHALLENGES,
        subject=CHALLENGE,
        line=letter.subject,
        text=letter.text,
        readers=readers,
        page=lambda challenge: CHALLENGE_LETTERS.page(challenge, what),
        waits=waits,
        occasion=lambda challenge: challenge.version,
    )


def _goes_on(challenge: Challenge) -> bool:
    return bool(challenge.competition.state == Competition.State.RUNNING)


def _declined_before(challenge: Challenge) -> bool:
    return _goes_on(challenge) and challenge.unwilling.exists()


declare(
    Machine(
        model=Challenge,
        states={
            State.WAITING: (
                _kind("challenged", waits=True, when=lambda each: _goes_on(each) and not each.unwilling.exists()),
                _kind("unwilling", waits=True, when=_declined_before),
            ),
            State.NAMED: (_kind("named", waits=True, when=_goes_on),),
            State.OFFERED: (_kind("willing", waits=True, when=_goes_on),),
        }
        | {
            state: (_kind(state),)
            for state in (
                State.ACCEPTED,
                State.REFUSED,
                State.LAPSED,
                State.SUBSTITUTED,
                State.DECLINED,
                State.CALLED_OFF,
            )
        },
    )
)


@coach_changed.add
def follow_challenges(team: Team) -> None:
    """What waited for a team's former coach waits for its new one."""
    rows = CHALLENGE.things.filter(state__in=Challenge.OPEN)
    for challenge in rows.filter(Q(challenger=team) | Q(challenged=team) | Q(substitute=team)).order_by("pk"):
        follow(challenge)
