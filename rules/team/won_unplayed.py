"""A match that the other side cannot play: what the winner's team has of it, by the edition's steps."""

from __future__ import annotations

from collections.abc import Mapping

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.reads import reads
from rules.journal import GoldMoved, PointsEarned
from rules.sequence.explanations import Term, summed
from rules.sequence.forms import Pick
from rules.sequence.sequence import Answer, Answerer, Asking, Key
from rules.sheet.sheet import TeamSheet
from rules.team.team_run import Outcome, TeamRun, follow_steps

USUAL_SCORE = 2
"""What a side wins by to nothing without play where the book does not say."""


def won_unplayed(
    ruleset: Ruleset,
    sheet: TeamSheet,
    answers: Mapping[Key, Answer] | None = None,
    answerer: Answerer | None = None,
) -> Outcome:
    """Runs the edition's steps for a team that won without play; without steps it is done at once."""
    run = TeamRun(ruleset=ruleset, asking=Asking(answers=answers or {}, answerer=answerer), sheet=sheet)
    return follow_steps(run, ruleset.edition.won_unplayed)


def score_of(book: Book) -> int:
    """The score by which a match that one side cannot play is won, to nothing."""
    return book.unplayed.touchdowns if book.unplayed is not None else USUAL_SCORE


@reads("unplayed")
def collect_gold(run: TeamRun) -> None:
    """A die times a sum goes to the treasury (L4)."""
    table, source = run.ruleset.book.unplayed, run.source("unplayed")
    assert table is not None, "the step needs it"
    each = (("each", table.step_gold),)
    (face,) = run.asking.roll(run.side, "unplayed_gold", table.die, args=each, **source)
    term = Term(
        id="unplayed_gold.die", amount=face * table.step_gold, dice=(face,), faces=(table.die,), args=each, **source
    )
    run.explain(summed("unplayed_gold", (term,), **source))
    run.record(GoldMoved(amount=term.amount, source="unplayed", target="treasury"))


@reads("unplayed", "awarded")
def give_awards(run: TeamRun) -> None:
    """Awards for players who could have played, as the league gives them after a match (L4, S4)."""
    table = run.ruleset.book.unplayed
    assert table is not None, "the step needs it"
    able = tuple(str(line.player) for line in run.sheet.available)
    if able:
        run.asking.each(range(1, table.awards + 1), lambda nth: _give(run, nth, able))


def _give(run: TeamRun, nth: int, able: tuple[str, ...]) -> None:
    award, key, how = run.ruleset.book.awarded, f"unplayed_mvp.{nth}", run.ruleset.house["mvp"]
    assert award is not None, "the step needs it"
    args, source = (("nth", nth),), run.source("mvp")
    if how == "coach":
        player = run.asking.choose(run.side, key, able, label="unplayed_mvp", args=args, **source)
    else:
        named = _nominees(run, nth, able) if how == "nominated" else able
        player = run.asking.draw(run.side, key, named, label="unplayed_mvp", args=args, **source)
    run.record(PointsEarned(player=int(player), spp=award.points, deeds=((award.key, 1),)))


def _nominees(run: TeamRun, nth: int, able: tuple[str, ...]) -> tuple[str, ...]:
    award = run.ruleset.book.awarded
    count = min(award.nominees if award is not None else 0, len(able))
    if count == len(able):
        return able
    form = Pick(options=able, least=count, most=count)
    args = (("count", count), ("nth", nth))
    return run.asking.ask(
        run.side, f"unplayed_mvp_nominees.{nth}", form, label="unplayed_mvp_nominees", args=args, **run.source("mvp")
    )


STEPS = (("unplayed_gold", collect_gold), ("unplayed_awards", give_awards))
"""The steps of a book in which the winner gets both."""
