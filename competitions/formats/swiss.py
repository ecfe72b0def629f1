"""Swiss: each round pairs teams of about the same standing, when the round before it is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.formats.swiss_rounds import pair_next_round, round_to_pair, write_first_round
from competitions.models import Competition
from competitions.models.formats import Format, Latecomers, Option, Preset
from competitions.subjects import COMPETITION
from jobs.extensions import Report
from jobs.kinds import job_kind
from jobs.models import Job, Scope
from jobs.queue import enqueue
from web.errors import Refusal, StaleVersion

MOST_ROUNDS = 20


def ask_for_next_round(competition: Competition) -> None:
    """Let a worker pair the next round, because it takes time. Does nothing while a match of the last round is open."""
    number = round_to_pair(competition) if competition.options.pairs_itself else None
    if number is None:
        return
    params = {"competition": competition.pk, "round": number}
    version = str(competition.standings_version)
    enqueue("pair_round", params, scope=Scope("competition", competition.public_id), version=version)


def next_round_of(params: Mapping[str, Any]) -> tuple[int, int]:
    """The competition and the number of the round to pair. Raises ValueError for any other params."""
    if set(params) != {"competition", "round"} or not all(type(value) is int for value in params.values()):
        raise ValueError(f"params should be 'competition' and 'round' with their numbers, not {dict(params)!r}")
    return params["competition"], params["round"]


@job_kind(
    "pair_round", title=gettext_lazy("Pairing of the next round"), parse=next_round_of, seen_by=COMPETITION.seen_by
)
def pair_round(job: Job, report: Report) -> None:
    """Pair a round, unless it is already paired, or a match of the round before it is open again."""
    pk, number = job.parsed
    competition = Competition.objects.get(pk=pk)
    last = competition.rounds.order_by("-number").first()
    if not competition.options.pairs_itself or last is None or last.number != number - 1:
        return
    try:
        pair_next_round(competition=competition, by=None, expected=competition.version)
    except StaleVersion:
        raise
    except Refusal:
        return  # the competition's page gives the reason, and a commissioner pairs by hand


def order_before_draw(competition: Competition) -> str:
    """What the order of the teams before the draw means."""
    return _("Until the first match is played, %(name)s is paired in this order.") % {"name": competition.name}


SWISS = Format(
    key="swiss",
    name=gettext_lazy("Swiss"),
    label=gettext_lazy("Swiss: each round pairs teams of about the same standing"),
    presets=(
        Preset(
            key="swiss",
            label=gettext_lazy("Swiss, five rounds"),
            name=gettext_lazy("Swiss league"),
            fields={"planned_rounds": 5, "pairs_itself": True},
        ),
    ),
    options=(
        Option(
            name="planned_rounds",
            default=5,
            label=gettext_lazy("number of rounds"),
            field=lambda: forms.IntegerField(
                label=gettext_lazy("Swiss: rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5, required=False
            ),
        ),
        Option(
            name="pairs_itself",
            default=True,
            label=gettext_lazy("who pairs the next round"),
            field=lambda: forms.BooleanField(
                label=gettext_lazy("Swiss: the server pairs the next round when the last match is confirmed"),
                initial=True,
                required=False,
            ),
        ),
    ),
    paired_by_round=True,
    latecomers=Latecomers.ENTER,
    draw=write_first_round,
    go_on=ask_for_next_round,
    order_before_draw=order_before_draw,
)
