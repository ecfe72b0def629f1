"""Whom each state of a correction waits for, and what it tells."""

from __future__ import annotations

from functools import partial

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.notices import commissioners
from matches.models import MatchCorrection
from matches.notices import CORRECTIONS, SIDES, coaches_of, page_of, words_of
from notices.extensions import Kind, Machine, Silent, Subject, declare
from notices.telling import follow
from teams.models import Team

CORRECTION = Subject(
    key="correction",
    things=MatchCorrection.objects.select_related("by", "refused_by", "match__league")
    .defer("report", "answers", "choices", "undone")
    .prefetch_related(Prefetch("match__sides", SIDES.queryset)),
    league=lambda correction: correction.match.league,
    words=lambda correction, reader: words_of(correction.match, reader) | _own_words(correction),
)


def _own_words(correction: MatchCorrection) -> dict[str, str]:
    refused_by = correction.refused_by.name if correction.refused_by is not None else ""
    refusal = f"\n\n{correction.refusal}" if correction.refusal else ""
    words = {"by": correction.by.name, "why": correction.reason}
    return words | {"refused_by": refused_by, "refusal": refusal}


def _proposed_to(correction: MatchCorrection) -> list[int]:
    return [each for each in coaches_of(correction.match) if each != correction.by_id]


def _accepters(correction: MatchCorrection) -> list[int]:
    """The commissioners who have not proposed it and are not asked as coaches."""
    asked = {correction.by_id, *_proposed_to(correction)}
    return [each for each in commissioners(correction.match.league) if each not in asked]


def _deciders(correction: MatchCorrection) -> list[int]:
    """The commissioners who have neither written nor refused it."""
    done = {correction.by_id, correction.refused_by_id}
    return [each for each in commissioners(correction.match.league) if each not in done]


def _changed_coaches(correction: MatchCorrection) -> list[int]:
    return [each for each in coaches_of(correction.match) if each != correction.accepted_by_id]


_proposal = partial(
    Kind,
    topic=CORRECTIONS,
    subject=CORRECTION,
    page=lambda correction: reverse("matches:correction", args=[correction.match.public_id]),
    waits=True,
    occasion=lambda correction: correction.version,
)
_outcome = partial(Kind, topic=CORRECTIONS, subject=CORRECTION, page=lambda correction: page_of(correction.match))

TO_ACCEPT = _proposal(
    key="matches.correction_proposed",
    name=_("A correction of your match waits for you"),
    line=_("Check the correction of %(match)s"),
    text=_(
        "%(by)s proposes a correction of %(match)s in %(league)s:\n\n%(why)s\n\n"
        "Accept it if it is right. If it is not, refuse it, and say what is wrong:"
    ),
    readers=_proposed_to,
)
TO_JUDGE = _proposal(
    key="matches.correction_to_judge",
    name=_("As a commissioner: a correction waits"),
    line=_("A correction of %(match)s waits"),
    text=_(
        "%(by)s proposes a correction of %(match)s in %(league)s:\n\n%(why)s\n\n"
        "The other coach or a commissioner accepts it; a commissioner can also discard it:"
    ),
    readers=_accepters,
)
REFUSED = _proposal(
    key="matches.correction_refused",
    name=_("Your correction is refused"),
    line=_("Your correction of %(match)s was refused"),
    text=_(
        "%(refused_by)s refuses your correction of %(match)s in %(league)s:\n\n%(why)s%(refusal)s\n\n"
        "No team has changed. You can change it and propose it again, or discard it. A commissioner can still decide:"
    ),
    readers=lambda correction: [correction.by_id],
)
TO_DECIDE = _proposal(
    key="matches.correction_to_decide",
    name=_("As a commissioner: a refused correction waits"),
    line=_("A refused correction of %(match)s waits"),
    text=_(
        "%(by)s proposed a correction of %(match)s in %(league)s:\n\n%(why)s\n\n"
        "%(refused_by)s refuses it.%(refusal)s\n\n"
        "Its author can change or discard it; a commissioner who coaches in neither team can accept or discard it:"
    ),
    readers=_deciders,
)
CORRECTED = _outcome(
    key="matches.corrected",
    name=_("Your match is corrected"),
    line=_("%(match)s was corrected"),
    text=_("The match %(match)s in %(league)s was corrected, and this may have changed your team:\n\n%(why)s"),
    readers=lambda correction: [] if correction.annuls else _changed_coaches(correction),
)
ANNULLED = _outcome(
    key="matches.annulled",
    name=_("Your match is annulled"),
    line=_("%(match)s was annulled"),
    text=_("The match %(match)s in %(league)s was annulled and can be played again:\n\n%(why)s"),
    readers=lambda correction: _changed_coaches(correction) if correction.annuls else [],
)
DISCARDED = _outcome(
    key="matches.correction_discarded",
    name=_("Your correction is discarded"),
    line=_("The correction of %(match)s was discarded"),
    text=_("Your correction of %(match)s in %(league)s was discarded. Nothing has changed."),
    readers=lambda correction: [correction.by_id],
)

declare(
    Machine(
        model=MatchCorrection,
        states={
            MatchCorrection.State.DRAFT: Silent("its author is still writing it"),
            MatchCorrection.State.PROPOSED: (TO_ACCEPT, TO_JUDGE),
            MatchCorrection.State.REFUSED: (REFUSED, TO_DECIDE),
            MatchCorrection.State.ACCEPTED: (CORRECTED, ANNULLED),
            MatchCorrection.State.GIVEN_UP: (DISCARDED,),
        },
    ),
)


def follow_corrections(team: Team) -> None:
    """What waited for a team's former coach waits for its new one."""
    rows = MatchCorrection.objects.filter(state=MatchCorrection.State.PROPOSED, match__sides__team=team)
    for correction in rows.select_related("match__league", "by"):
        follow(correction)
