"""The dead of a match who can be raised: whom a Necromancer can raise at once, and whom the Rot takes (J8, J9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.book.edition import Ruleset
from rules.book.rows.after_match import Raised
from rules.book.rows.teams import Pairs
from rules.match_day.casualties import InjuredPlayer
from rules.sheet.match import INDUCED_KINDS, InducedLine, SideReport
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.hired import injury_matters, is_dead, profile_of_line
from rules.team.special_rules import special_rules


def ways_at_once(ruleset: Ruleset, raisers: TeamSheet) -> tuple[Raised, ...]:
    """How a team can raise the dead during the match: with its list's Necromancer, or not at all (J8, p18)."""
    team_list = ruleset.team_list(raisers)
    places = {position.name for position in team_list.positions}
    ways = ruleset.book.raised.values() if team_list.necromancer else ()
    return tuple(way for way in ways if way.name in places and not (way.skill or way.special_rule))


def ways_of(ruleset: Ruleset, raisers: TeamSheet, hired: Sequence[InducedLine] = ()) -> tuple[Raised, ...]:
    """How a team can raise the dead: with its list's Necromancer, or else by a special rule or a player's skill.

    The team list needs the position: a Rotter joins a Nurgle team, but no other team that has the Rot (J9).
    """
    team_list = ruleset.team_list(raisers)
    if team_list.necromancer:
        return ways_at_once(ruleset, raisers)
    places = {position.name for position in team_list.positions}
    able = special_rules(ruleset, raisers).union(skills_of(ruleset, raisers, hired))
    ways = ruleset.book.raised.values()
    return tuple(way for way in ways if way.name in places and (way.special_rule or way.skill) in able)


def skills_of(ruleset: Ruleset, sheet: TeamSheet, hired: Sequence[InducedLine] = ()) -> frozenset[str]:
    """The skills that anybody of a team or of its hired players has."""
    profiles = (profile_of_line(ruleset, sheet.team_list, line) for line in hired)
    found = [*(line.skills for line in sheet.players), *(each[1] for each in profiles if each is not None)]
    return frozenset(skill for skills in found for skill in skills)


def positions_at_once(ruleset: Ruleset, raisers: TeamSheet, hired: Sequence[InducedLine] = ()) -> tuple[str, ...]:
    """The positions in which a dead opponent may rise for a team, with its hired players, in the match, and play on."""
    if ruleset.edition.rises is not None:
        return ruleset.edition.rises(ruleset, raisers, hired)
    return tuple(way.name for way in ways_at_once(ruleset, raisers))


def hired_injury_matters(
    ruleset: Ruleset, line: InducedLine, opposing: TeamSheet, hired: Sequence[InducedLine] = ()
) -> bool:
    """Whether a report needs a hired player's injury: if it lasts, or if the player may rise for the opponent.

    ``hired`` are the opponent's hired players.
    """
    if injury_matters(ruleset, line, opposing.team_list) or killer_matters(ruleset, line, opposing, hired):
        return True
    able = ruleset.edition.rises is not None and bool(positions_at_once(ruleset, opposing, hired))
    return able and line.kind in INDUCED_KINDS


def killer_matters(ruleset: Ruleset, line: InducedLine, opposing: TeamSheet, hired: Sequence[InducedLine] = ()) -> bool:
    """Whether a report says who hurt a hired player: if it depends on that whether the player joins the opponent."""
    if line.kind not in INDUCED_KINDS:
        return False
    if ruleset.edition.infects is not None:
        return ruleset.edition.infects(ruleset, opposing, hired)
    return any(way.skill and way.takes_all for way in ways_of(ruleset, opposing, hired))


def fits(way: Raised, profile: Pairs, skills: Collection[str]) -> bool:
    """Whether a victim can be raised this way: not too strong, and without any of the barred skills."""
    return dict(profile)[way.characteristic] <= way.strongest and not set(way.barred_skills) & set(skills)


def dead_players(sheet: TeamSheet, hurts: Sequence[InjuredPlayer]) -> Iterator[tuple[PlayerSheet, InjuredPlayer]]:
    """The players of a roster who died and of whom something is left: not those who were eaten (K8, p25)."""
    for hurt in hurts:
        line = sheet.player(hurt.player)
        if line is not None and hurt.deaths and all(death.cause != "eaten" for death in hurt.deaths):
            yield line, hurt


def dead_hired_players(
    ruleset: Ruleset, team_list: str, report: SideReport
) -> Iterator[tuple[int, Pairs, tuple[str, ...]]]:
    """The hired players of a report who died: their place in it, from 1, their characteristics and their skills."""
    for nth, line in enumerate(report.induced, start=1):
        found = profile_of_line(ruleset, team_list, line) if is_dead(ruleset, line) else None
        if found is not None:
            yield nth, *found


def someone_can_rise(
    ruleset: Ruleset, raisers: TeamSheet, sheet: TeamSheet, report: SideReport, hurts: Sequence[InjuredPlayer]
) -> bool:
    """Whether the team of ``raisers`` could raise one of the dead of ``sheet`` during the match (J8, p18).

    A player who was returned to the Reserves was no longer there to be raised, and one who was raised could not be
    returned: the first of the two to act counts (p18, 36). ``hurts`` are the injured of ``sheet``.
    """
    ways = ways_at_once(ruleset, raisers)
    victims = [
        *((line.profile, line.skills) for line, hurt in dead_players(sheet, hurts) if hurt.left_dead),
        *((profile, skills) for _nth, profile, skills in dead_hired_players(ruleset, sheet.team_list, report)),
    ]
    return any(fits(way, profile, skills) for way in ways for profile, skills in victims)
