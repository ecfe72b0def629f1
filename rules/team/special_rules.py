"""Special rules of a team: all those of its list, and those between which its coach chooses when it is founded."""

from __future__ import annotations

from collections.abc import Collection

from rules.book.edition import Ruleset
from rules.book.rows.teams import TeamList
from rules.journal import SpecialRuleChosen
from rules.sheet.sheet import TeamSheet
from rules.team.founding_run import FoundingRun


def special_rules(ruleset: Ruleset, sheet: TeamSheet) -> frozenset[str]:
    """The special rules of a team by name.

    As long as its coach has not chosen, such as for an imported team, it has all between which they could choose.
    """
    team_list = ruleset.book.lists.get(sheet.team_list)
    if team_list is None:
        return frozenset(sheet.special_rules)
    found = {*team_list.special_rules, *sheet.special_rules}
    for choice in team_list.choices:
        if not set(choice.options) & set(sheet.special_rules):
            found.update(choice.options)
    found.update(brought for rule, brought in team_list.with_rule if rule in found)
    return frozenset(found)


def known_rules(ruleset: Ruleset, sheet: TeamSheet) -> tuple[str, ...]:
    """The special rules that a team has for certain: those of its list, those chosen, and those that these bring."""
    own = (*ruleset.team_list(sheet).special_rules, *sheet.special_rules)
    return (*own, *(brought for rule, brought in ruleset.team_list(sheet).with_rule if rule in own))


def possible_rules(team_list: TeamList) -> frozenset[str]:
    """All special rules that a team of a list has or could choose."""
    return frozenset((*team_list.special_rules, *(each for choice in team_list.choices for each in choice.options)))


def open_to(ruleset: Ruleset, sheet: TeamSheet, wanted: Collection[str]) -> bool:
    """Whether a team has one of the wanted special rules; anybody has, where none is wanted."""
    return not wanted or not special_rules(ruleset, sheet).isdisjoint(wanted)


def choose(run: FoundingRun) -> None:
    """The coach of a new team chooses one special rule of each kind that its list lets them choose."""
    for choice in run.ruleset.team_list(run.sheet).choices:
        args = (("what", choice.name), ("team_list", run.sheet.team_list))
        chosen = run.asking.choose(
            run.side, f"special_rule.{choice.key}", choice.options, label="special_rule", args=args,
            **run.source("team_lists"),
        )  # fmt: skip
        run.record(SpecialRuleChosen(special_rule=chosen))
