"""Places on a roster: a player out on loan keeps a place, to be able to come back (C8, C2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.book.edition import Ruleset
from rules.book.growth import Objection
from rules.book.rows.teams import TeamList, Together
from rules.sequence.explanations import Violation
from rules.sheet.sheet import LENT, TeamSheet


def places_taken(sheet: TeamSheet, position: str = "") -> int:
    """How many places of a roster are taken; with ``position``, how many places of that position.

    Players on the roster and players lent out count. But a player who was borrowed in exchange, on the same loan, does
    not count in addition: they leave when the lent player comes back. Journeymen and endless lines take no place.
    Source: PBBL 1.10, C2, C8 (p17, 31).
    """
    here = [line for line in sheet.players if line.takes_place and (not position or line.position == position)]
    if not sheet.departed:
        return len(here)
    out = Counter(
        gone.line.loan
        for gone in sheet.departed
        if gone.how == LENT and (not position or gone.line.position == position)
    )
    out.subtract(Counter(line.loan for line in here if line.loan in out))
    return len(here) + sum(count for count in out.values() if count > 0)


def full_together(ruleset: Ruleset, team_list: TeamList, positions: Iterable[str]) -> Iterator[Together]:
    """The limits for several positions together that a team with players of these positions breaks."""
    counts = Counter(positions)
    for limit in team_list.together:
        lifted = limit.option and ruleset.house.choice(limit.option) == limit.lifted
        if not lifted and sum(counts[name] for name in limit.positions) > limit.maximum:
            yield limit


def too_many_alike(ruleset: Ruleset, squad: Sequence[Collection[str]]) -> Iterator[Violation]:
    """The skills that more players of a new team have than lack, where that is too many; ``squad`` has their skills."""
    for skill in ruleset.book.skills.values():
        having = sum(skill.name in skills for skills in squad) if skill.at_most_half else 0
        if 2 * having > len(squad):
            args = (("skill", skill.name), ("having", having), ("others", len(squad) - having))
            yield Violation(id="roster.at_most_half", args=args, **ruleset.source("squad"))


def too_many_together(limit: Together) -> Violation:
    """That a team has more players of some positions together than its list allows."""
    args = (("what", limit.one if limit.maximum == 1 else limit.many), ("maximum", limit.maximum))
    return Violation(id="roster.together", args=args, rule=limit.rule, page=limit.page)


def roster_objections(ruleset: Ruleset, before: TeamSheet, after: TeamSheet) -> Iterator[Objection]:
    """What is wrong if players join: a roster that was full already, or a position."""
    joined = [line for line in after.players if before.player(line.player) is None and line.takes_place]
    if not joined:
        return
    most = ruleset.book.most_players(after.team_list)
    if sum(line.takes_place for line in before.players) >= most:
        yield Objection(id="correction.roster_full", args=(("maximum", most),))
    for line in joined:
        position = ruleset.position(after, line)
        have = sum(each.position == line.position and each.takes_place for each in before.players)
        if position is not None and have >= position.maximum:
            args = (("position", position.name), ("maximum", position.maximum))
            yield Objection(id="correction.position_full", args=args)
