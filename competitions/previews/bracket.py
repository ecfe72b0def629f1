"""What a changed match changes in its bracket: which teams advance, which matches are replaced, and which stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.formats.knock_out.brackets import fixtures_by_tie
from competitions.formats.misplaced_teams import Misplaced, misplaced_teams, misplaced_words
from competitions.models import Fixture, Tie
from competitions.models.bracket_names import tie_title
from competitions.previews.moment import Followed, Moment
from matches.previews import StageLine, StagePreview
from teams.models import Team

Sides = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketState:
    """A bracket at one moment: the teams and the winner of each tie, by its number."""

    ties: Sequence[Tie]
    sides: Mapping[int, Sides]
    winners: Mapping[int, int | None]
    misplaced: Sequence[Misplaced]


def _bracket(moment: Moment) -> BracketState | None:
    if moment.fixture.tie is None:
        return None
    ties = list(moment.competition.ties.order_by("number"))
    return BracketState(
        ties=ties,
        sides={tie.number: (tie.home_id, tie.away_id) for tie in ties},
        winners={tie.number: tie.winner_id for tie in ties},
        misplaced=misplaced_teams(ties),
    )


def _changes(moment: Moment, before: BracketState, after: BracketState) -> list[StagePreview]:
    """All that would change in the bracket, tie by tie."""
    competition, last = moment.competition, max(tie.round for tie in after.ties)
    names = dict(Team.objects.filter(entries__competition=competition).values_list("pk", "name"))
    fixtures = fixtures_by_tie(competition)
    lines = []
    for tie in after.ties:
        title = tie_title(tie.number, final=tie.round == last, third_place=tie.third_place)
        there = fixtures.get(tie.pk, ())
        texts = []
        if before.winners[tie.number] != after.winners[tie.number]:
            texts.append(_goes_on(tie, last, names, before.winners[tie.number]))
        if before.sides[tie.number] != after.sides[tie.number]:
            texts += _others_play(names, before.sides[tie.number], after.sides[tie.number])
        new = [each for each in after.misplaced if each.tie == tie.number and each not in before.misplaced]
        texts += [misplaced_words(each, there, names) for each in new]
        url = _where(there) if new else ""
        lines += [StageLine(text=f"{title}: {text}", url=url) for text in texts]
    if not lines:
        return []
    url = reverse("competitions:bracket", args=[competition.public_id])
    return [StagePreview(name=competition.name, url=url, lines=tuple(lines))]


BRACKET = Followed(read=_bracket, describe=_changes)


def _goes_on(tie: Tie, last: int, names: Mapping[int, str], old: int | None) -> str:
    """Which team wins a tie instead of which."""
    words = {"new": names.get(tie.winner_id or 0, ""), "old": names.get(old or 0, "")}
    if tie.winner_id is None:
        return _("%(old)s would no longer have won it; it would be open again.") % words
    if old is None:
        return _("%(new)s would have won it.") % words
    if tie.round == last:
        return _("%(new)s would have won it instead of %(old)s. Trophies awarded for it stay until revoked.") % words
    return _("%(new)s would have advanced instead of %(old)s.") % words


def _others_play(names: Mapping[int, str], before: Sides, after: Sides) -> list[str]:
    """Which teams would play a tie that has not begun."""
    found = []
    for old, new in zip(before, after, strict=True):
        words = {"new": names.get(new or 0, ""), "old": names.get(old or 0, "")}
        if old == new:
            continue
        if new is None:
            found.append(_("%(old)s would no longer play it; its match is removed.") % words)
        elif old is None:
            found.append(_("%(new)s would play it.") % words)
        else:
            text = _("%(new)s would play it instead of %(old)s; the match is not open yet, so it follows.")
            found.append(text % words)
    return found


def _where(fixtures: Sequence[Fixture]) -> str:
    """The page of the match that stays, or of the fixture that was decided."""
    begun = next((each for each in fixtures if each.match is not None), None)
    if begun is not None and begun.match is not None:
        return reverse("matches:match", args=[begun.match.public_id])
    return reverse("competitions:fixture", args=[fixtures[0].pk]) if fixtures else ""
