"""Raised players of the PBBL: the Necromancer's Zombie (J8) and Nurgle's Rot (J9)."""

from __future__ import annotations

from collections import Counter

from rules.book import Raised
from rules.casualties import Hurt
from rules.explanations import Args, RuleBroken
from rules.founding import hired
from rules.match import Injury
from rules.points import hurts
from rules.roster import places_left
from rules.run import Run
from rules.sheet import PlayerSheet


def raise_players(run: Run) -> None:
    """The opponent's dead join for free where there is room: one Zombie a match, Rotters by the Rot (J8, J9, p18, 26).

    The answer is a list of ids of the opponent's players.
    """
    candidates = raisable(run)
    if not candidates:
        return
    args: Args = (
        ("room", places_left(run)),
        *((f"player.{line.player}", raised.name) for line, raised in candidates),
    )
    rule = candidates[0][1].rule
    wish = run.asking.decide(run.side, "raise", rule=rule, page=run.page(rule), args=args)
    if wish is None:
        return
    open_to = {line.player: raised for line, raised in candidates}
    if not isinstance(wish, (list, tuple)) or len(set(map(str, wish))) != len(wish):
        raise run.broken("raise", rule, "raise.not_a_list")
    joined: Counter[str] = Counter()
    for player in wish:
        raised = open_to.get(player) if type(player) is int else None
        if raised is None:
            raise run.broken("raise", rule, "raise.not_raisable")
        joined[raised.name] += 1
        if raised.maximum is not None and joined[raised.name] > raised.maximum:
            raise run.broken("raise", rule, "raise.one_zombie")
        if not places_left(run):
            raise run.broken("raise", rule, "raise.squad_full")
        number = run.sheet.free_numbers(1)[0]
        minted = run.asking.mint(run.side, f"raise.{player}")
        position = run.ruleset.team_list(run.fielded).position(raised.name)
        run.record(hired(position, player=minted, number=number, price=0, joined="raised"))


def raisable(run: Run) -> tuple[tuple[PlayerSheet, Raised], ...]:
    """The opponent's dead who may join, and as what."""
    theirs = run.match.sheets.of(run.opponent)
    ways = _ways(run)
    found: list[tuple[PlayerSheet, Raised]] = []
    for hurt in _fallen(run) if ways else ():
        line = theirs.player(hurt.player)
        if line is None or hurt.death is None or hurt.death.cause == "eaten":
            continue
        way = next((way for way in ways if _open(run, way, line, hurt.death)), None)
        if way is not None:
            found.append((line, way))
    return tuple(found)


def _ways(run: Run) -> tuple[Raised, ...]:
    """How this team may raise anybody: by its list's Necromancer, or else by a skill that one of its players has."""
    ways = run.ruleset.book.raised.values()
    if run.ruleset.team_list(run.fielded).necromancer:
        return tuple(way for way in ways if not way.skill)
    skills = {skill for line in run.fielded.players for skill in line.skills}
    return tuple(way for way in ways if way.skill in skills)


def _fallen(run: Run) -> tuple[Hurt, ...]:
    try:
        return hurts(run, run.opponent)
    except RuleBroken:
        return ()  # an injury that is refused is the opponent's to mend, and leaves nobody dead until then


def _open(run: Run, way: Raised, victim: PlayerSheet, death: Injury) -> bool:
    """Whether a victim joins this way: not too strong, without a skill that bars him, killed as it must be."""
    if victim.characteristic("ST") > way.strongest or set(way.barred_skills) & set(victim.skills):
        return False
    if not way.skill:
        return True
    killer = run.fielded.player(death.by)
    return death.cause in way.causes and killer is not None and way.skill in killer.skills
