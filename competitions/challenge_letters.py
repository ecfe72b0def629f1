"""Mails about a written challenge (L5, p40): to whom it is put, and how it was answered, with a link to its page.

What a mail says is written when it goes; one that asks for something that is settled meanwhile does not go at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.mail import link, write_to
from accounts.models import User
from accounts.zones import zone
from competitions.models import Challenge
from jobs.kinds import Report, job_kind, site_staff_alone
from jobs.models import Job
from jobs.queue import enqueue
from leagues.citations import cited_in
from leagues.errors import Text

State = Challenge.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A kind of mail: to the coaches of which teams, and only while the challenge is ``while_state``, if it asks."""

    to: tuple[str, ...]
    subject: Text
    text: Text
    while_state: str = ""


LETTERS: Mapping[str, Letter] = {
    "challenged": Letter(
        to=("challenged",),
        subject=_("%(challenger)s challenges %(challenged)s"),
        text=_(
            "%(challenger)s has challenged your team %(challenged)s in %(competition)s (%(league)s).\n\n"
            "You have until %(when)s: accept it, refuse it (2–0 to them), or name another team to meet them. Whoever "
            "says nothing has refused (%(source)s)."
        ),
        while_state=State.WAITING,
    ),
    "named": Letter(
        to=("substitute",),
        subject=_("%(challenged)s names %(substitute)s to meet %(challenger)s"),
        text=_(
            "%(challenger)s has challenged %(challenged)s in %(competition)s (%(league)s), and %(challenged)s names "
            "your team %(substitute)s to play instead.\n\n"
            "Say until %(when)s whether you are willing. You need not be (%(source)s)."
        ),
        while_state=State.NAMED,
    ),
    "willing": Letter(
        to=("challenger",),
        subject=_("%(substitute)s would meet %(challenger)s"),
        text=_(
            "Your challenge to %(challenged)s in %(competition)s (%(league)s): %(substitute)s would play you "
            "instead.\n\n"
            "You have until %(when)s to say whether you play them. If you do not, it is 0–2 to %(challenged)s "
            "(%(source)s)."
        ),
        while_state=State.OFFERED,
    ),
    "unwilling": Letter(
        to=("challenged",),
        subject=_("It is your turn again: %(challenger)s against %(challenged)s"),
        text=_(
            "The team that you named will not meet %(challenger)s in %(competition)s (%(league)s).\n\n"
            "You have until %(when)s to accept the challenge, to refuse it (2–0 to them), or to name another team "
            "(%(source)s)."
        ),
        while_state=State.WAITING,
    ),
    State.ACCEPTED: Letter(
        to=("challenger",),
        subject=_("%(challenged)s accepts the challenge of %(challenger)s"),
        text=_(
            "%(challenged)s plays you in %(competition)s (%(league)s): the match is made, with them at home. Agree "
            "with the other coach when you play it."
        ),
    ),
    State.REFUSED: Letter(
        to=("challenger",),
        subject=_("%(challenged)s refuses the challenge of %(challenger)s"),
        text=_(
            "%(challenged)s will not play you in %(competition)s (%(league)s): 2–0 to you, without a match "
            "(%(source)s)."
        ),
    ),
    State.LAPSED: Letter(
        to=("challenger", "challenged"),
        subject=_("The challenge of %(challenger)s to %(challenged)s was not answered"),
        text=_(
            "The time to answer the challenge of %(challenger)s to %(challenged)s in %(competition)s (%(league)s) is "
            "over. Silence is a refusal: 2–0 to %(challenger)s, without a match (%(source)s)."
        ),
    ),
    State.SUBSTITUTED: Letter(
        to=("substitute", "challenged"),
        subject=_("%(challenger)s plays %(substitute)s"),
        text=_(
            "%(challenger)s plays %(substitute)s instead of %(challenged)s in %(competition)s (%(league)s): the match "
            "is made, with %(substitute)s at home."
        ),
    ),
    State.DECLINED: Letter(
        to=("challenger", "challenged", "substitute"),
        subject=_("%(challenger)s does not play %(substitute)s"),
        text=_(
            "%(challenger)s does not play the team named instead of %(challenged)s in %(competition)s (%(league)s): "
            "0–2 to %(challenged)s, without a match (%(source)s)."
        ),
    ),
    State.CALLED_OFF: Letter(
        to=("challenger", "challenged", "substitute"),
        subject=_("The challenge of %(challenger)s to %(challenged)s is called off"),
        text=_(
            "A commissioner has called off the challenge of %(challenger)s to %(challenged)s in %(competition)s "
            "(%(league)s). It does not count as written; the league's log says why."
        ),
    ),
}
"""By what has happened."""


def send_letters(challenge: Challenge, what: str, by: User | None) -> None:
    """Have everybody told whom it concerns but whoever did it; part of the transaction of what happened."""
    teams = [getattr(challenge, name) for name in LETTERS[what].to]
    coaches = {team.coach_id for team in teams if team is not None and team.coach_id is not None}
    for coach in sorted(coaches - {by.pk if by is not None else None}):
        params = {"challenge": challenge.pk, "what": str(what), "to": coach}
        enqueue("tell_of_challenge", params, version=f"{challenge.version}")


def letter_in(params: Mapping[str, Any]) -> tuple[int, str, int]:
    """A challenge, what has happened, and who is told. Raises ValueError for any other params."""
    known = set(params) == {"challenge", "what", "to"} and params["what"] in LETTERS
    if not known or not all(type(params[name]) is int for name in ("challenge", "to")):
        raise ValueError(f"params should be 'challenge', 'what' and 'to', not {dict(params)!r}")
    return params["challenge"], str(params["what"]), params["to"]


def tell(challenge: Challenge, what: str, coach: User) -> bool:
    """Send one mail, unless it asks for what is settled meanwhile; says whether it went."""
    letter, competition = LETTERS[what], challenge.competition
    if letter.while_state and challenge.state != letter.while_state:
        return False
    league = competition.season.league
    until = timezone.localtime(challenge.answer_by, zone(league.zone))
    words = {
        "challenger": challenge.challenger.name,
        "challenged": challenge.challenged.name,
        "substitute": challenge.substitute.name if challenge.substitute else "–",
        "competition": competition.name,
        "league": league.name,
        "when": f"{date_format(until, 'l j F Y, H:i')} ({league.zone})",
        "source": cited_in(league, "L5"),
    }
    greeting = _("Hello %(coach)s,") % {"coach": coach.name}
    page = link(reverse("competitions:challenge", args=[challenge.pk]))
    message = f"{greeting}\n\n{letter.text % words}\n\n{page}\n"
    return write_to(coach, subject=str(letter.subject % words), message=message)


@job_kind("tell_of_challenge", title=_("Mail about a challenge"), parse=letter_in, seen_by=site_staff_alone)
def tell_of_challenge(job: Job, report: Report) -> None:
    """Tell one coach."""
    pk, what, to = job.parsed
    related = ("competition__season__league", "challenger", "challenged", "substitute")
    challenge = Challenge.objects.select_related(*related).filter(pk=pk).first()
    coach = User.objects.filter(pk=to).first()
    if challenge is not None and coach is not None:
        tell(challenge, what, coach)
