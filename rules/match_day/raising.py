"""The opponent's dead who join a team: the Necromancer's Zombie (J8) and Nurgle's Rot (J9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.book.reads import reads
from rules.book.rows.after_match import Raised
from rules.match_day.casualties import InjuredPlayer
from rules.match_day.player_results import hurt_opponents, join_with_points
from rules.match_day.roster import afford, places_left
from rules.match_day.run import Run
from rules.match_day.victims import dead_hired_players, dead_players, fits, killed_by, ways_of
from rules.sequence.explanations import Args, RuleBroken, Violation
from rules.team.founding import hired

Victim = int | str
"""One of the opponent's dead: the id of a player on the roster, or ``hired.2`` for the second hired player."""


@reads("raised")
def raise_players(run: Run) -> None:
    """The opponent's dead join if there is room: one Zombie a match, any number of Rotters (J8, J9, p18, 26).

    They join for nothing, or in some books for the price of the position.

    The answer is a list of ids of the opponent's players, and ``hired.2`` for their second hired player.
    """
    candidates = raisable(run)
    if not candidates:
        return
    args: Args = (("room", places_left(run)), *((_name(key), raised.name) for key, raised in candidates))
    first = candidates[0][1]
    answer = run.asking.decide(run.side, "raise", rule=first.rule, page=first.page, args=args, offers=True)
    if answer is None:
        return
    open_to = dict(candidates)
    if not isinstance(answer, (list, tuple)) or len(set(map(str, answer))) != len(answer):
        raise _refused(first, "raise.not_a_list")
    joined: Counter[str] = Counter()
    for player in answer:
        raised = open_to.get(player) if type(player) in (int, str) else None
        if raised is None:
            raise _refused(first, "raise.not_raisable")
        joined[raised.name] += 1
        if raised.maximum is not None and joined[raised.name] > raised.maximum:
            raise _refused(first, "raise.one_zombie")
        if not places_left(run):
            raise _refused(first, "raise.squad_full")
        number = run.sheet.free_numbers(1)[0]
        position = run.ruleset.team_list(run.fielded).position(raised.name)
        price = _price(run, raised)
        afford(run, price, "raise")
        minted = run.asking.mint(run.side, f"raise.{player}")
        run.record(hired(position, player=minted, number=number, price=price, joined="raised"))
        if raised.at_once or not raised.skill:  # they rose during the match; the Rot takes its victims after it
            join_with_points(run, minted, joined[raised.name])


def _refused(way: Raised, id: str) -> RuleBroken:
    return RuleBroken("raise", Violation(rule=way.rule, id=id, page=way.page))


def raisable(run: Run) -> tuple[tuple[Victim, Raised], ...]:
    """The opponent's dead who can join, and in which position: first players on the roster, then hired ones."""
    ways = ways_of(run.ruleset, run.fielded, run.report.induced)
    if not ways:
        return ()
    found = (*_of_the_roster(run, ways), *_of_the_hired(run, ways))
    return tuple((key, way) for key, way in found if not way.for_fee or _price(run, way) <= run.sheet.treasury)


def _price(run: Run, way: Raised) -> int:
    """What a player who is raised costs the team, in gp."""
    return run.ruleset.team_list(run.fielded).position(way.name).price if way.for_fee else 0


def _name(victim: Victim) -> str:
    return victim if isinstance(victim, str) else f"player.{victim}"


def _of_the_roster(run: Run, ways: tuple[Raised, ...]) -> Iterator[tuple[Victim, Raised]]:
    """A Necromancer raises those who stayed dead in the match (J8); the Rot takes all who are dead after it (J9).

    The Rot does not take a journeyman, who is not struck off a roster; a plague that works at once does (K8).
    """
    for line, hurt in dead_players(run.match.sheets.of(run.opponent), hurt_opponents(run)):
        for way in ways:
            open_to = way.at_once or not (way.skill and line.on_trial)
            if open_to and fits(way, line.profile, line.skills) and _killed_so(run, way, hurt):
                yield line.player, way
                break


def _of_the_hired(run: Run, ways: tuple[Raised, ...]) -> Iterator[tuple[Victim, Raised]]:
    """Only a Necromancer can raise a hired player (J8, p18); the Rot needs a victim on a roster (J9, p28).

    A plague that takes any opponent takes a hired one whose killer has it (K8).
    """
    team_list, report = run.match.sheets.of(run.opponent).team_list, run.match.reports.of(run.opponent)
    for nth, profile, skills in dead_hired_players(run.ruleset, team_list, report):
        for way in ways:
            killed = killed_by(run.ruleset, run.fielded, run.report, way, (report.induced[nth - 1].injury,))
            if killed and (way.at_once or not way.skill) and fits(way, profile, skills):
                yield f"hired.{nth}", way
                break


def _killed_so(run: Run, way: Raised, hurt: InjuredPlayer) -> bool:
    """Whether a victim died in a way that fits.

    A Necromancer needs one who was not returned to the Reserves: the first of the two to act counts (p18, 36). If a
    skill is needed, a player with that skill killed the victim; the victim need not have stayed dead in the match,
    since the Rot takes them when they leave the roster (p28).
    """
    if not way.skill:
        return hurt.left_dead
    return killed_by(run.ruleset, run.fielded, run.report, way, hurt.deaths)
