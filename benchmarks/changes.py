"""What changes in a league before one of its pages is opened: something small, a result, an earlier result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import F

from competitions.dashboard.drawn_at_once import draw_results, work_out_past
from competitions.dashboard.public_parts import draw_ahead
from competitions.models import Competition
from competitions.standings.standings import results_changed
from leagues.models import ChangeCounter
from matches.models import Match, MatchSide, PlayerLine
from matches.models.lines import Deed


class LeagueChanges:
    """The changes in the league of a competition. ``visit`` opens the page, so that what it showed before is known."""

    def __init__(self, competition: Competition, visit: Callable[[], Any]) -> None:
        self.competition, self.visit = competition, visit

    def change(self) -> None:
        """Anything, such as a new name."""
        ChangeCounter.objects.filter(league=self.competition.season.league_id).update(count=F("count") + 1)

    def result(self) -> None:
        """The last result of the competition is new: before, its table was read without it."""
        played = Match.objects.filter(fixture__round__competition=self.competition, state=Match.State.CLOSED)
        last = played.order_by("fixture__round__number", "pk").last()
        assert last is not None
        for state in (Match.State.SCHEDULED, Match.State.CLOSED):
            self.visit()
            with transaction.atomic():
                Match.objects.filter(pk=last.pk).update(state=state, version=F("version") + 1)
                results_changed([self.competition.pk])
        draw_results([self.competition.pk])  # as the request does that closes a match

    def ahead(self) -> None:
        """The same, and a worker has drawn what shows it."""
        self.result()
        draw_ahead(self.competition.season.league_id)

    def correct(self) -> None:
        """A match from the middle of the competition now has a touchdown more, or less: it counted before."""
        self.visit()
        older, line, deed = _old_scorer(self.competition)
        more = 1 if line.spp % 2 else -1
        with transaction.atomic():
            Deed.objects.filter(pk=deed.pk).update(count=F("count") + more)
            PlayerLine.objects.filter(pk=line.pk).update(spp=F("spp") + 3 * more)
            MatchSide.objects.filter(pk=line.side_id).update(score=F("score") + more)
            self._corrected(older)

    def turn(self) -> None:
        """A match from the middle of the competition now has the other winner."""
        self.visit()
        older = _old_winner(self.competition)
        home, away = older.sides.order_by("pk")
        with transaction.atomic():
            for side, other in ((home, away), (away, home)):
                MatchSide.objects.filter(pk=side.pk).update(score=other.score, result=other.result)
            self._corrected(older)

    def _corrected(self, match: Match) -> None:
        Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
        results_changed([self.competition.pk])
        transaction.on_commit(lambda: self._at_once(match))

    def _at_once(self, match: Match) -> None:
        """As the request does that accepts a correction."""
        draw_results([self.competition.pk])
        work_out_past([self.competition.pk], [match.pk])


def _old_scorer(competition: Competition) -> tuple[Match, PlayerLine, Deed]:
    """A match from the middle of a competition, and the line of a scorer of the side that won it."""
    played = Match.objects.filter(fixture__round__competition=competition, state=Match.State.CLOSED)
    older = played.order_by("fixture__round__number", "pk")[played.count() // 2 :]
    for match in older:
        scored = Deed.objects.filter(key=match.ruleset.book.scoring.key, line__side__match=match)
        deed = scored.filter(line__side__result="win", line__player__isnull=False).order_by("pk").last()
        if deed is not None:
            return match, deed.line, deed
    raise LookupError("nobody scored for a winner")


def _old_winner(competition: Competition) -> Match:
    """A match from the middle of a competition that one side won."""
    won = MatchSide.objects.filter(match__fixture__round__competition=competition, result="win")
    rows = won.filter(match__state=Match.State.CLOSED).exclude(match__decided_by="shoot_out")
    found = rows.select_related("match").order_by("match__fixture__round__number", "match")
    return found[found.count() // 2].match
