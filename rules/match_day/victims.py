"""The dead of a match who can be raised: whom a Necromancer or a plague raises at once, whom the Rot takes (J8, J9)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.book.edition import Ruleset
from rules.book.rows.after_match import Raised
from rules.book.rows.teams import Pairs
from rules.match_day.casualties import InjuredPlayer
from rules.sheet.match import INDUCED_KINDS, InducedLine, Injury, SideReport
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.hired import injury_matters, is_dead, profile_of_line
from rules.team.special_rules import special_rules


def ways_of(ruleset: Ruleset, raisers: TeamSheet, hired: Sequence[InducedLine] = ()) -> tuple[Raised, ...]:
    """How a team can raise the dead: with its list's Necromancer, or else by a special rule or a player's skill.

    The team list needs the position: a Rotter joins a Nurgle team, but no other team that has the Rot (J9). ``hired``
    are the team's hired players.
    """
    team_list = ruleset.team_list(raisers)
    places = {position.name for position in team_list.positions}
    ways = tuple(way for way in ruleset.book.raised.values() if way.name in places)
    if not ways or team_list.necromancer:
        return tuple(way for way in ways if not (way.skill or way.special_rule))
    able = special_rules(ruleset, raisers).union(skills_of(ruleset, raisers, hired))
    return tuple(way for way in ways if (way.special_rule or way.skill) in able)


def ways_at_once(ruleset: Ruleset, raisers: TeamSheet, hired: Sequence[InducedLine] = ()) -> tuple[Raised, ...]:
    """How a team can raise the dead during the match: with its list's Necromancer (J8, p18), or by a plague (K8)."""
    necromancer = ruleset.team_list(raisers).necromancer
    return tuple(way for way in ways_of(ruleset, raisers, hired) if necromancer or way.at_once)


def skills_of(ruleset: Ruleset, sheet: TeamSheet, hired: Sequence[InducedLine] = ()) -> frozenset[str]:
    """The skills that anybody of a team or of its hired players has."""
    profiles = (profile_of_line(ruleset, sheet.team_list, line) for line in hired)
    found = [*(line.skills for line in sheet.players), *(each[1] for each in profiles if each is not None)]
    return frozenset(skill for skills in found for skill in skills)


def positions_at_once(ruleset: Ruleset, raisers: TeamSheet, hired: Sequence[InducedLine] = ()) -> tuple[str, ...]:
    """The positions in which a dead opponent may rise for a team, with its hired players, in the match, and play on."""
    if ruleset.edition.rising is not None:
        return ruleset.edition.rising.positions(ruleset, raisers, hired)
    return tuple(way.name for way in ways_at_once(ruleset, raisers, hired))


def hired_injury_matters(
    ruleset: Ruleset, line: InducedLine, opposing: TeamSheet, hired: Sequence[InducedLine] = ()
) -> bool:
    """Whether a report needs a hired player's injury: if it lasts, or if the player may rise for the opponent.

    ``hired`` are the opponent's hired players.
    """
    if injury_matters(ruleset, line, opposing.team_list):
        return True
    return line.kind in INDUCED_KINDS and bool(positions_at_once(ruleset, opposing, hired))


def killer_matters(ruleset: Ruleset, line: InducedLine, opposing: TeamSheet, hired: Sequence[InducedLine] = ()) -> bool:
    """Whether a report says who hurt a hired player: if it depends on that whether they rise for the opponent."""
    if line.kind not in INDUCED_KINDS:
        return False
    if ruleset.edition.rising is not None:
        return ruleset.edition.rising.infects(ruleset, opposing, hired)
    return any(way.skill for way in ways_at_once(ruleset, opposing, hired))


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
    ruleset: Ruleset,
    raisers: TeamSheet,
    own: SideReport,
    sheet: TeamSheet,
    report: SideReport,
    hurts: Sequence[InjuredPlayer],
) -> bool:
    """Whether the team of ``raisers``, whose report is ``own``, could raise one of the dead of ``sheet`` (J8, p18, K8).

    That is during the match: a player who was returned to the Reserves was no longer there to be raised, and one who
    was raised could not be returned; the first of the two to act counts (p18, 36). ``hurts`` are the injured of
    ``sheet``.
    """
    if ruleset.edition.rising is not None:
        return ruleset.edition.rising.somebody(ruleset, raisers, own, sheet, report, hurts)
    for way in ways_at_once(ruleset, raisers, own.induced):
        for line, hurt in dead_players(sheet, hurts):
            killed = killed_by(ruleset, raisers, own, way, hurt.deaths)
            if hurt.left_dead and killed and fits(way, line.profile, line.skills):
                return True
        for nth, profile, skills in dead_hired_players(ruleset, sheet.team_list, report):
            death = report.induced[nth - 1].injury
            if killed_by(ruleset, raisers, own, way, (death,)) and fits(way, profile, skills):
                return True
    return False


def killed_by(ruleset: Ruleset, raisers: TeamSheet, own: SideReport, way: Raised, deaths: Sequence[Injury]) -> bool:
    """Whether somebody with the skill that a way needs, if it does, caused one of these deaths in a way that counts."""
    return not way.skill or killed_with(ruleset, raisers, own, way.skill, way.causes, deaths)


def killed_with(
    ruleset: Ruleset,
    raisers: TeamSheet,
    own: SideReport,
    skill: str,
    causes: Collection[str],
    deaths: Sequence[Injury],
) -> bool:
    """Whether somebody with a skill, of a team with this sheet and report, caused one of these deaths in such a way."""
    return any(death.cause in causes and skill in skills_of_killer(ruleset, raisers, own, death) for death in deaths)


def skills_of_killer(ruleset: Ruleset, sheet: TeamSheet, report: SideReport, death: Injury) -> frozenset[str]:
    """The skills of who caused a death, of the team with this sheet and report.

    For a hired killer those of all hired players, unless the report says which one it was.
    """
    killer = sheet.player(death.by)
    if killer is not None:
        return frozenset(killer.skills)
    profiles = (profile_of_line(ruleset, sheet.team_list, line) for line in report.hired_culprits(death))
    return frozenset(skill for found in profiles if found is not None for skill in found[1])
