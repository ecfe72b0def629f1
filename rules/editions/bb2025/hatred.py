"""Getting even (K6): who has to miss a match may come to hate the kind of the player who did it."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import SkillGained
from rules.match_day.casualties import InjuredPlayer
from rules.match_day.player_results import injured_players_of
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet
from rules.team.hired import keywords_of_line


def get_even(run: Run) -> None:
    """A die for each player who was hurt so badly by an opponent with a keyword that can be hated (K6, p67)."""
    hurt = [each for each in injured_players_of(run, run.side) if each.misses and each.death is None]
    terms: list[Term] = []
    run.asking.each(hurt, lambda each: terms.extend(_roll(run, each)))
    if terms:
        run.explain(summed("getting_even", tuple(terms), unit="number", **cite(run.ruleset, "K6")))


def _roll(run: Run, hurt: InjuredPlayer) -> tuple[Term, ...]:
    """What a player rolled, and whether they hate from now on; nothing if there is nobody to hate."""
    line, table = run.sheet.player(hurt.player), tables_of(run.ruleset.book).getting_even
    if line is None or not (keywords := _hateable(run, line)):
        return ()
    args, source = (("player", line.player), ("number", line.number)), cite(run.ruleset, "K6")
    key, label = f"getting_even.{line.player}", "getting_even"
    dice = run.asking.roll(run.side, key, table.die, label=label, args=args, **source)
    if sum(dice) < table.hated_from:
        return (Term(id="getting_even.failed", dice=dice, faces=(table.die,), args=args, **source),)
    keyword = keywords[0]
    if len(keywords) > 1:
        keyword = run.asking.choose(
            run.side, f"hatred.{line.player}", keywords, label="hatred", args=args, **source
        )  # fmt: skip
    run.record(SkillGained(player=line.player, skill=hatred_of(table.skill, keyword), cost=0, by_roll=False))
    hates = (*args, ("keyword", keyword))
    return (Term(id="getting_even.hates", amount=1, dice=dice, faces=(table.die,), args=hates, **source),)


def hatred_of(skill: str, keyword: str) -> str:
    """The skill with what is hated: ``Hatred (Orc)``."""
    return f"{skill} ({keyword})"


def _hateable(run: Run, line: PlayerSheet) -> tuple[str, ...]:
    """The keywords of those who hurt a player, without those that nobody hates and those that the player hates."""
    table = tables_of(run.ruleset.book).getting_even
    found = [keyword for injury in run.report.injuries if injury.player == line.player for keyword in _of(run, injury)]
    return tuple(
        keyword
        for keyword in dict.fromkeys(found)
        if keyword not in table.no_keywords and hatred_of(table.skill, keyword) not in line.skills
    )


def _of(run: Run, injury: Injury) -> tuple[str, ...]:
    """The keywords of the opponent who caused an injury that costs a match.

    If the report says only that one of several hired players did it: those of all of them.
    """
    rows = run.ruleset.edition.injuries.results(run.ruleset, run.fielded.player(injury.player), injury)
    if not any(row.misses for row in rows):
        return ()
    theirs = run.match.sheets.of(run.opponent)
    if (culprit := theirs.player(injury.by)) is not None:
        position = run.ruleset.position(theirs, culprit)
        return position.keywords if position is not None else ()
    hired = run.match.reports.of(run.opponent).hired_culprits(injury)
    return tuple(keyword for line in hired for keyword in keywords_of_line(run.ruleset, theirs.team_list, line))
