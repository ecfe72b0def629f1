"""The differences between two versions of a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from matches import wording
from matches.casualty_words import casualty_die
from matches.report.result_words import STOPPED_WORDS
from matches.report.score_sheet import how_words, shown_injury
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.sequence.sequence import SIDES, other
from rules.sheet.match import RAISED, InducedLine, Injury, PlayerLine, Result
from rules.words.entries import say_feats

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: its place, and the text before and after."""

    label: str
    before: str
    after: str


def differences(state: MatchState, before: Reported, after: Reported) -> list[Difference]:
    """Everything in which ``after`` differs from ``before``, in the order of the form."""
    found = [Difference(label, one, two) for label, one, two in _pairs(state, before, after)]
    return [difference for difference in found if difference.before != difference.after]


def _pairs(state: MatchState, before: Reported, after: Reported) -> Iterator[tuple[str, str, str]]:
    book = state.ruleset.book
    yield _("How it ended"), result_words(state, before.result), result_words(state, after.result)
    for side in SIDES:
        team, one, two = state.teams[side].name, before.sides.of(side), after.sides.of(side)
        yield _("%(team)s: score") % {"team": team}, str(one.score), str(two.score)
        for line in state.sheets.of(side).players:
            who = f"{team}: {wording.player(line, state.names)}"
            yield who, line_words(one.line(line.player), book), line_words(two.line(line.player), book)
        for mine, yours in zip_longest(one.induced, two.induced):
            hired = (mine or yours).name
            foes = other(side)
            was = induced_words(state, mine, before.sides.of(foes).induced)
            yield f"{team}: {hired}", was, induced_words(state, yours, after.sides.of(foes).induced)
        for nth, (mine_, yours_) in enumerate(zip_longest(one.injuries, two.injuries), start=1):
            label = _("%(team)s: injury %(nth)d") % {"team": team, "nth": nth}
            yield label, injury_words(state, mine_), injury_words(state, yours_)


def line_words(line: PlayerLine | InducedLine | None, book: Book) -> str:
    """What a line counts."""
    hired = isinstance(line, InducedLine) and line.casualty
    hurt = f"{casualty_die(book).name} {hired}" if hired else ""
    rose = gettext("raised in the match") if isinstance(line, InducedLine) and line.kind == RAISED else ""
    return (
        ", ".join(filter(None, (rose, say_feats(line, book=book, translate=gettext) if line else "", hurt))) or NOTHING
    )


def induced_words(state: MatchState, line: InducedLine | None, theirs: Sequence[InducedLine]) -> str:
    """What a line of a hired player counts, and who hurt them, if the report says so."""
    how = how_words(state, line.injury, theirs) if line is not None and (line.by or line.by_hired) else ""
    return "; ".join(filter(None, (line_words(line, state.ruleset.book), how)))


def injury_words(state: MatchState, injury: Injury | None) -> str:
    """An injury in one line."""
    if injury is None:
        return NOTHING
    shown = shown_injury(state, injury)
    return "; ".join(filter(None, (shown.who, shown.result, shown.how, shown.treatment)))


def result_words(state: MatchState, result: Result) -> str:
    """How a match ended beyond its score."""
    if result.conceded_by:
        how = _("%(team)s conceded before a kick-off") if result.conceded_before_kick_off else _("%(team)s conceded")
        return how % {"team": state.teams[result.conceded_by].name}
    if result.was_stopped:
        how = str(STOPPED_WORDS[result.decided_by])
        return f"{how}: {state.teams[result.decided_for].name}" if result.decided_for else how
    if result.decided_for:
        return f"{state.teams[result.decided_for].name}: {wording.plain(result.decided_by)}"
    return NOTHING
