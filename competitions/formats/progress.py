"""What a result sets going: a bracket sends the winner on, a Swiss draw pairs its next round when the last is over."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.formats.knock_out.brackets import fill_bracket
from competitions.formats.swiss_rounds import pair_next_round, round_to_pair
from competitions.models import Competition
from jobs.kinds import Report, job_kind
from jobs.models import Job, Scope
from jobs.queue import enqueue
from leagues.job_subjects import Subject
from web.errors import Refusal, StaleVersion


def go_on(competition: Competition) -> None:
    """Carry a competition on after a change of its results; part of that change's transaction.

    A bracket follows what was corrected after it was finished, too.
    """
    if competition.state == Competition.State.DRAFT or competition.recorded:
        return
    if competition.scheduling == Competition.Scheduling.KNOCK_OUT:
        fill_bracket(competition)
    elif competition.state != Competition.State.RUNNING:
        return
    elif competition.scheduling == Competition.Scheduling.SWISS and competition.pairs_itself:
        _ask_for_next_round(competition)


def _ask_for_next_round(competition: Competition) -> None:
    """Pairing takes its time, so a worker does it. Nothing is asked while a match of the last round is open."""
    number = round_to_pair(competition)
    if number is None:
        return
    params = {"competition": competition.pk, "round": number}
    version = str(competition.standings_version)
    enqueue("pair_round", params, scope=Scope("competition", competition.public_id), version=version)


def next_round_of(params: Mapping[str, Any]) -> tuple[int, int]:
    """The competition and the number of the round that is to be paired. Raises ValueError for any other params."""
    if set(params) != {"competition", "round"} or not all(type(value) is int for value in params.values()):
        raise ValueError(f"params should be 'competition' and 'round' with their numbers, not {dict(params)!r}")
    return params["competition"], params["round"]


COMPETITION = Subject(
    key="competition",
    things=Competition.objects.select_related("season__league"),
    league=attrgetter("season.league"),
    page=lambda competition: reverse("competitions:table", args=[competition.public_id]),
)


@job_kind("pair_round", title=_("Pairing of the next round"), parse=next_round_of, seen_by=COMPETITION.seen_by)
def pair_round(job: Job, report: Report) -> None:
    """Pair a round, unless that was done meanwhile, or a match of the one before it is open again."""
    pk, number = job.parsed
    competition = Competition.objects.get(pk=pk)
    last = competition.rounds.order_by("-number").first()
    if not competition.pairs_itself or last is None or last.number != number - 1:
        return
    try:
        pair_next_round(competition=competition, by=None, expected=competition.version)
    except StaleVersion:
        raise
    except Refusal:
        return  # its reason stands on the competition's page, where a commissioner pairs by hand
