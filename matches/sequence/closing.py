"""The end of a sequence: its results go to the match, and its entries to the teams' journals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from matches.models import Match
from matches.sequence.lines import winnings_of, write_lines
from matches.sequence.locking import write
from matches.sequence.match_facts import with_part
from matches.sequence.sequences import MatchState
from rules.sequence.codec import decode, encode
from rules.sequence.explanations import Figure
from rules.sequence.sequence import SIDES, Side
from rules.team.inducements import Item
from teams.extensions import JournalSource, journal_sources
from teams.ledger import ledger
from teams.models import TeamState
from teams.trading.takeovers import coaches_of

PRE_MATCH_FIGURES = ("fans", "inducements", "inducement_gold")
"""The figures from before the match that are stored by their ids. Other such figures have ``BEFORE`` before the id."""
BEFORE = "pre_match."

journal_sources.add(JournalSource("pre_match", _("Pre-match"), "matches:match"))
journal_sources.add(JournalSource("post_match", _("Post-match"), "matches:match"))
journal_sources.add(JournalSource("correction", _("Correction"), "matches:match"))


def finish_pre_match(state: MatchState, by: User | None) -> bool:
    """Writes the results of the pre-match if it has ended, so that the match can be played. Says whether it had."""
    outcome = state.prepared
    if not outcome.done:
        return False
    found = outcome.state
    for side in SIDES:
        row, purchase, fans = state.sides[side], found.purchases.get(side), found.fans.get(side)
        people = Authors(state, side)
        facts = [
            ledger.Fact(each.entry, each.why, **people.of(each.step)) for each in found.recorded if each.side == side
        ]
        if facts:
            _append(state, side, facts, "pre_match", by)
        row.sheet = encode(found.sheet(side))
        row.fans = fans.amount if fans else None
        row.fame = found.fame(side) if fans and state.ruleset.book.gate is not None else None
        row.inducements = [as_json(item) for item in (purchase.items if purchase else ()) if item.count]
        row.figures = row.figures | {
            before_match(figure.id): encode(figure) for whose, figure in found.figures if whose == side
        }
        if side in found.worths:
            row.team_value = found.worths[side].amount
        row.save(update_fields=["sheet", "team_value", "fans", "fame", "inducements", "figures"])
    state.forget_sides()
    write(
        state.match,
        state=Match.State.PLAYING,
        weather=found.weather,
        gate=found.gate().amount if found.fans else None,
        facts=with_part(state.match.facts, pre_match=tuple(found.stated)),
    )
    return True


def before_match(id: str) -> str:
    """The name under which a figure from before the match is stored."""
    return id if id in PRE_MATCH_FIGURES else f"{BEFORE}{id}"


def is_before_match(name: str) -> bool:
    """Whether a figure that is stored under that name is from before the match."""
    return name in PRE_MATCH_FIGURES or name.startswith(BEFORE)


def as_json(item: Item) -> dict[str, Any]:
    """A bought inducement as a side stores it, without empty values."""
    wish = {"kind": item.kind, "count": item.count, "name": item.name, "position": item.position, "deck": item.deck}
    filled = {key: value for key, value in wish.items() if value}
    return filled | ({"skills": list(item.skills)} if item.skills else {})


def finish_post_match(state: MatchState, by: User | None) -> bool:
    """Closes the match if both sides' sequences have ended, with all entries of both teams. Says whether they had.

    Writes the player lines too. Must run inside a transaction.
    """
    if not all(outcome.done for outcome in state.outcomes.values()):
        return False
    for side in sorted(SIDES, key=lambda side: state.sides[side].team_id):
        outcome, row = state.outcomes[side], state.sides[side]
        figures = dict(outcome.figures)
        row.figures = row.figures | {figure.id: encode(figure) for figure in figures.values()}
        row.winnings = winnings_of(outcome, row.winnings)
        row.save(update_fields=["figures", "winnings"])
        facts, authors = [], Authors(state, side)
        for step, entry in zip(outcome.entry_steps, outcome.entries, strict=True):
            facts.append(ledger.Fact(entry, figures.pop(step, None), **authors.of(step)))
        if facts:
            _append(state, side, facts, "post_match", by)
        ledger.release(row.team, state.match.holder)
    write_lines(state)
    write(state.match, state=Match.State.CLOSED, closed_at=timezone.now(), facts=facts_after(state))
    return True


def facts_after(state: MatchState) -> dict[str, Any]:
    """The facts of the match, with those that its post-match has stated."""
    return with_part(state.match.facts, home=state.outcomes["home"].facts, away=state.outcomes["away"].facts)


class Authors:
    """Who decided and entered a side's entries: those who answered its questions, or else wrote the match's report.

    An answer by somebody else than a coach of the team is the coach's decision, entered by that person.
    """

    def __init__(self, state: MatchState, side: Side) -> None:
        team = state.teams[side]
        self.coach, self.report = team.coach_id, state.report
        self.coaches = coaches_of([team], state.match.opened_at)
        rows = [row for row in state.rows if row.sequence == state.match.state and row.side == side]
        self.answers = [(row.key, row.by_id) for row in rows if row.by_id is not None]

    def of(self, step: str) -> dict[str, int | None]:
        """The two ids for an entry of this step, as ``ledger.Fact`` takes them; None where nobody is known."""
        authors = [by for key, by in self.answers if key.startswith(step)]
        reported_by = self.report.by_id if self.report is not None else None
        last = authors[-1] if authors else self.answers[-1][1] if self.answers else reported_by
        return {"decided_by": last if last in self.coaches else self.coach, "entered_by": last}


def _append(state: MatchState, side: Side, facts: Iterable[ledger.Fact], step: str, by: User | None) -> None:
    team, holder = state.teams[side], state.match.holder
    seq = TeamState.objects.values_list("seq", flat=True).get(team=team)
    ledger.append(
        team=team,
        ruleset=state.ruleset,
        expected=seq,
        facts=list(facts),
        source=f"{step}:{state.match.public_id}",
        by=by,
        holder=holder,
    )


def figures_of(stored: Mapping[str, Any]) -> dict[str, Figure]:
    """A side's stored figures, by their ids."""
    return {name: decode(Figure, data) for name, data in stored.items()}
