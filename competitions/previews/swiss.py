"""What becomes of a Swiss draw's last round where a match before it would have ended otherwise."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.formats.swiss_rounds import round_to_pair_again
from competitions.models import Competition
from competitions.previews.hypothetical import fixture_in, rows_in
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages


@previews_stages
def rounds_after(otherwise: Otherwise) -> list[StagePreview]:
    """Whether the last round was paired by a table that would be another one; nothing where it would not."""
    fixture = fixture_in(otherwise)
    if fixture is None or fixture.round.competition.scheduling != Competition.Scheduling.SWISS:
        return []
    competition = fixture.round.competition
    last = competition.rounds.filter(number__gt=fixture.round.number).order_by("-number").first()
    if last is None or not _ranks_otherwise(otherwise):
        return []
    words = {"number": last.number}
    stays = _("Round %(number)s was paired by the table as it is today, and stays as it is paired.") % words
    lines = [StageLine(text=stays)]
    if round_to_pair_again(competition) == last.number:
        again = _("No match of it was opened: after the correction a commissioner can pair it again.")
        lines.append(StageLine(text=again, url=reverse("competitions:manage", args=[competition.public_id])))
    url = reverse("competitions:competition", args=[competition.public_id])
    return [StagePreview(name=competition.name, url=url, lines=tuple(lines))]


def _ranks_otherwise(otherwise: Otherwise) -> bool:
    """Whether places or points of the table would be others."""
    now, then = ([(row.team, row.rank, row.tally.points) for row in rows] for rows in rows_in(otherwise))
    return now != then
