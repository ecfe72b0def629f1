"""A match of a finished competition is annulled, and is to be played again: then the competition goes on with it.

Of a closed season nothing can be played, so there the match stays as it is until the season is opened again.
"""

from __future__ import annotations

from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.fixtures.fixtures import words_of
from competitions.models import Competition, Fixture, Season
from competitions.previews.hypothetical import fixture_in
from leagues import log
from matches.models import Match
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages
from web.errors import Message, Refusal

CLOSED = Message(
    id="competitions.replay_in_closed_season",
    text=gettext_lazy("{season} is closed, so no match of it can be played again."),
    remedy=gettext_lazy("Open the season again first; or correct the report, which needs no match."),
    status=409,
)
TAKEN_UP = log.kind(
    "competitions.taken_up_again", gettext_lazy("{competition} goes on again: {match} is to be played again.")
)


def take_up_again(match: Match) -> None:
    """Let the finished competition of a match that is to be played go on. Raises ``Refusal`` in a closed season."""
    found = _finished(match)
    if found is None:
        return
    competition = found.round.competition
    season = competition.season
    if season.state == Season.State.CLOSED:
        raise Refusal(CLOSED, season=season.name)
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.RUNNING, version=F("version") + 1)
    assert found.away is not None
    words = {"competition": competition.name, "match": words_of(found)}
    log.record(TAKEN_UP, league=season.league, by=None, **words)


@previews_stages
def taken_up_after(otherwise: Otherwise) -> list[StagePreview]:
    """What an annulment does to a competition that is over."""
    found = fixture_in(otherwise) if otherwise.ended is None else None
    if found is None or not _is_finished(found.round.competition):
        return []
    competition = found.round.competition
    season = competition.season
    url = reverse("competitions:competition", args=[competition.public_id])
    if season.state == Season.State.CLOSED:
        text = _("%(season)s is closed: open it again first, otherwise this cannot be accepted.")
        line = StageLine(
            text=text % {"season": season.name},
            url=reverse("competitions:season", args=[season.league.slug, season.number]),
        )
    else:
        line = StageLine(text=_("It is finished, and goes on again until the match is played or decided."), url=url)
    return [StagePreview(name=competition.name, url=url, lines=(line,))]


def _finished(match: Match) -> Fixture | None:
    """The fixture of a match in a finished competition that no records tell of."""
    related = ("round__competition__season__league", "home", "away")
    found = Fixture.objects.filter(match=match).select_related(*related).first()
    return found if found is not None and _is_finished(found.round.competition) else None


def _is_finished(competition: Competition) -> bool:
    return competition.state == Competition.State.FINISHED and not competition.recorded
