"""The words about a written challenge (L5, p40): that it was written, and how it was answered.

The jobs of these letters are those that an earlier release has enqueued (`competitions.challenges.notices`).
"""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.zones import moment_in
from competitions.models import Challenge
from jobs.letters import Letter, Letters, while_in
from leagues.citations import cited_in

State = Challenge.State


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLetter(Letter):
    """A letter to the coaches of these teams of a challenge."""

    to: tuple[str, ...]


LETTERS = {
    "challenged": TeamLetter(
        to=("challenged",),
        subject=_("%(challenger)s challenges %(challenged)s"),
        text=_(
            "%(challenger)s has challenged your team %(challenged)s in %(competition)s (%(league)s).\n\n"
            "You have until %(when)s: accept it, refuse it (2–0 to them), or name another team to play them. No "
            "answer is a refusal%(source)s."
        ),
        applies=while_in(State.WAITING),
    ),
    "named": TeamLetter(
        to=("substitute",),
        subject=_("%(challenged)s names %(substitute)s to play %(challenger)s"),
        text=_(
            "%(challenger)s has challenged %(challenged)s in %(competition)s (%(league)s), and %(challenged)s names "
            "your team %(substitute)s to play instead.\n\n"
            "You have until %(when)s to agree or decline. You are free to decline%(source)s."
        ),
        applies=while_in(State.NAMED),
    ),
    "willing": TeamLetter(
        to=("challenger",),
        subject=_("%(substitute)s would play %(challenger)s"),
        text=_(
            "Your challenge to %(challenged)s in %(competition)s (%(league)s): %(substitute)s would play you "
            "instead.\n\n"
            "You have until %(when)s to agree. If you do not, it is 0–2 to %(challenged)s"
            "%(source)s."
        ),
        applies=while_in(State.OFFERED),
    ),
    "unwilling": TeamLetter(
        to=("challenged",),
        subject=_("It is your turn again: %(challenger)s against %(challenged)s"),
        text=_(
            "The team that you named will not play %(challenger)s in %(competition)s (%(league)s).\n\n"
            "You have until %(when)s to accept the challenge, to refuse it (2–0 to them), or to name another team"
            "%(source)s."
        ),
        applies=while_in(State.WAITING),
    ),
    State.ACCEPTED: TeamLetter(
        to=("challenger",),
        subject=_("%(challenged)s accepts the challenge of %(challenger)s"),
        text=_(
            "%(challenged)s plays you in %(competition)s (%(league)s): the match is created, with them at home. Agree "
            "on a date with the other coach."
        ),
    ),
    State.REFUSED: TeamLetter(
        to=("challenger",),
        subject=_("%(challenged)s refuses the challenge of %(challenger)s"),
        text=_(
            "%(challenged)s will not play you in %(competition)s (%(league)s): 2–0 to you, without a match%(source)s."
        ),
    ),
    State.LAPSED: TeamLetter(
        to=("challenger", "challenged"),
        subject=_("The challenge of %(challenger)s to %(challenged)s was not answered"),
        text=_(
            "The time to answer the challenge of %(challenger)s to %(challenged)s in %(competition)s (%(league)s) is "
            "over. No answer is a refusal: 2–0 to %(challenger)s, without a match%(source)s."
        ),
    ),
    State.SUBSTITUTED: TeamLetter(
        to=("substitute", "challenged"),
        subject=_("%(challenger)s plays %(substitute)s"),
        text=_(
            "%(challenger)s plays %(substitute)s instead of %(challenged)s in %(competition)s (%(league)s): the match "
            "is created, with %(substitute)s at home."
        ),
    ),
    State.DECLINED: TeamLetter(
        to=("challenger", "challenged", "substitute"),
        subject=_("%(challenger)s does not play %(substitute)s"),
        text=_(
            "%(challenger)s does not play the team named instead of %(challenged)s in %(competition)s (%(league)s): "
            "0–2 to %(challenged)s, without a match%(source)s."
        ),
    ),
    State.CALLED_OFF: TeamLetter(
        to=("challenger", "challenged", "substitute"),
        subject=_("The challenge of %(challenger)s to %(challenged)s is called off"),
        text=_(
            "A commissioner has called off the challenge of %(challenger)s to %(challenged)s in %(competition)s "
            "(%(league)s). It does not count for the weekly limit; the league's log says why."
        ),
    ),
}


def _words_of(challenge: Challenge) -> dict[str, str]:
    """The words that the mails use of a challenge."""
    competition = challenge.competition
    league = competition.season.league
    return {
        "challenger": challenge.challenger.name,
        "challenged": challenge.challenged.name,
        "substitute": challenge.substitute.name if challenge.substitute else "–",
        "competition": competition.name,
        "league": league.name,
        "when": moment_in(league.zone, challenge.answer_by),
        "source": cited_in(league, "challenges"),
    }


CHALLENGE_LETTERS = Letters(
    kind="tell_of_challenge",
    title=_("Mail about a challenge"),
    about="challenge",
    things=Challenge.objects.select_related("competition__season__league", "challenger", "challenged", "substitute"),
    letters=LETTERS,
    words=_words_of,
    page=lambda challenge, what: reverse("competitions:challenge", args=[challenge.pk]),
)
