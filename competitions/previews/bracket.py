"""What a match that ended otherwise would change in its bracket: who goes on, what is made anew, what stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.formats.knock_out.brackets import fixtures_by_tie, verdicts_of, work_out
from competitions.formats.misplaced_teams import Stray, stray_words, strays_of
from competitions.models import Competition, Fixture, Tie
from competitions.models.bracket_names import tie_title
from competitions.previews.hypothetical import as_ended, fixture_in
from matches.models import Match
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages
from matches.sequence.lines import Ending
from rules.sequence.sequence import Side
from teams.models import Team

Fixtures = Mapping[int, Sequence[Fixture]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketState:
    """A bracket at a moment: of every tie by its number who plays it, and who came out of it; its strays."""

    sides: Mapping[int, tuple[int | None, int | None]]
    winners: Mapping[int, int | None]
    strays: Sequence[Stray]


@previews_stages
def bracket_after(otherwise: Otherwise) -> list[StagePreview]:
    """The changes of the match's bracket; nothing for a match of no bracket."""
    fixture = fixture_in(otherwise)
    if fixture is None or fixture.tie is None:
        return []
    competition = fixture.round.competition
    ties = list(competition.ties.order_by("number"))
    fixtures = fixtures_by_tie(competition)
    before = _state_of(ties)
    _work_out_otherwise(competition, ties, fixtures, fixture, otherwise.ended)
    lines = _lines(ties, fixtures, before, _state_of(ties), fixture.tie)
    if not lines:
        return []
    url = reverse("competitions:bracket", args=[competition.public_id])
    return [StagePreview(name=competition.name, url=url, lines=tuple(lines))]


def _work_out_otherwise(
    competition: Competition,
    ties: Sequence[Tie],
    fixtures: Fixtures,
    fixture: Fixture,
    ended: Mapping[Side, Ending] | None,
) -> None:
    """Sets the rows as they would be, and writes nothing: a match that is annulled is to be played by whom it may."""
    for each in (each for several in fixtures.values() for each in several if each.pk == fixture.pk):
        if ended is None and each.match is not None:
            each.match.state = Match.State.SCHEDULED
    work_out(competition, ties, fixtures, verdicts_of(competition, ties, fixtures, {fixture.pk: as_ended(ended)}))


def _state_of(ties: Sequence[Tie]) -> BracketState:
    return BracketState(
        sides={tie.number: (tie.home_id, tie.away_id) for tie in ties},
        winners={tie.number: tie.winner_id for tie in ties},
        strays=strays_of(ties),
    )


def _lines(
    ties: Sequence[Tie], fixtures: Fixtures, before: BracketState, after: BracketState, own: Tie
) -> list[StageLine]:
    names = dict(Team.objects.filter(entries__competition=own.competition_id).values_list("pk", "name"))
    last = max(tie.round for tie in ties)
    found = []
    for tie in ties:
        title = tie_title(tie.number, final=tie.round == last, third_place=tie.third_place)
        there = fixtures.get(tie.pk, ())
        texts = []
        if before.winners[tie.number] != after.winners[tie.number]:
            texts.append(_gone_on(tie, last, names, before.winners[tie.number]))
        if before.sides[tie.number] != after.sides[tie.number]:
            texts += _others_play(names, before.sides[tie.number], after.sides[tie.number])
        new = [stray for stray in after.strays if stray.tie == tie.number and stray not in before.strays]
        texts += [stray_words(stray, there, names) for stray in new]
        url = _where(there) if new else ""
        found += [StageLine(text=f"{title}: {text}", url=url) for text in texts]
    return found


def _gone_on(tie: Tie, last: int, names: Mapping[int, str], old: int | None) -> str:
    """Who came out of a tie instead of whom."""
    words = {"new": names.get(tie.winner_id or 0, ""), "old": names.get(old or 0, "")}
    if tie.winner_id is None:
        return _("%(old)s would no longer have won it; it would be open again.") % words
    if old is None:
        return _("%(new)s would have won it.") % words
    if tie.round == last:
        return (
            _("%(new)s would have won it instead of %(old)s. What was handed over for it stays until it is taken back.")
            % words
        )
    return _("%(new)s would have gone on instead of %(old)s.") % words


def _others_play(
    names: Mapping[int, str], before: tuple[int | None, int | None], after: tuple[int | None, int | None]
) -> list[str]:
    """Whom the bracket puts into a tie that nobody has opened."""
    found = []
    for old, new in zip(before, after, strict=True):
        words = {"new": names.get(new or 0, ""), "old": names.get(old or 0, "")}
        if old == new:
            continue
        if new is None:
            found.append(_("%(old)s would no longer play it; its match is taken back.") % words)
        elif old is None:
            found.append(_("%(new)s would play it.") % words)
        else:
            found.append(_("%(new)s would play it instead of %(old)s; nobody has opened it, so it follows.") % words)
    return found


def _where(fixtures: Sequence[Fixture]) -> str:
    """The page of the match that stands, or of the fixture that was decided."""
    begun = next((each for each in fixtures if each.match is not None), None)
    if begun is not None and begun.match is not None:
        return reverse("matches:match", args=[begun.match.public_id])
    return reverse("competitions:fixture", args=[fixtures[0].pk]) if fixtures else ""
