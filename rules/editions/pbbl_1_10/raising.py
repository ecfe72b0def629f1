"""Raised players of the PBBL: the Necromancer's Zombie (J8) and Nurgle's Rot (J9)."""

from __future__ import annotations

from rules.book import Position
from rules.casualties import Hurt
from rules.explanations import Args, RuleBroken
from rules.founding import hired
from rules.points import hurts
from rules.roster import places_left
from rules.run import Run
from rules.sheet import PlayerSheet

ZOMBIE = "Zombie"
ROTTER = "Rotter"
ROT = "Nurgle's Rot"
STRONGEST = 4
ROT_CAUSES = ("block", "foul")


def raise_players(run: Run) -> None:
    """The opponent's dead join for free where there is room: one Zombie a match, Rotters by the Rot (J8, J9, p18, 26).

    The answer is a list of ids of the opponent's players.
    """
    candidates = raisable(run)
    if not candidates:
        return
    args: Args = (
        ("room", places_left(run)),
        *((f"player.{line.player}", ROTTER if rot else ZOMBIE) for line, rot in candidates),
    )
    wish = run.asking.decide(run.side, "raise", rule="J8", page=run.page("J8"), args=args)
    if wish is None:
        return
    open_to = {line.player: _position(run, rot) for line, rot in candidates}
    if not isinstance(wish, (list, tuple)) or len(set(map(str, wish))) != len(wish):
        raise run.broken("raise", "J8", "raise.not_a_list")
    zombies = 0
    for player in wish:
        position = open_to.get(player) if type(player) is int else None
        if position is None:
            raise run.broken("raise", "J8", "raise.not_raisable")
        zombies += position.name == ZOMBIE
        if zombies > 1:
            raise run.broken("raise", "J8", "raise.one_zombie")
        if not places_left(run):
            raise run.broken("raise", "J8", "raise.squad_full")
        number = run.sheet.free_numbers(1)[0]
        minted = run.asking.mint(run.side, f"raise.{player}")
        run.record(hired(position, player=minted, number=number, price=0, joined="raised"))


def raisable(run: Run) -> tuple[tuple[PlayerSheet, bool], ...]:
    """The opponent's dead who may join, and whether they would as Rotters."""
    theirs = run.match.sheets.of(run.opponent)
    team_list = run.ruleset.team_list(run.fielded)
    found: list[tuple[PlayerSheet, bool]] = []
    for hurt in _fallen(run):
        line = theirs.player(hurt.player)
        if line is None or hurt.death is None or hurt.death.cause == "eaten":
            continue
        if line.characteristic("ST") > STRONGEST or {"Regeneration", "Stunty"} & set(line.skills):
            continue
        if team_list.necromancer:
            found.append((line, False))
        elif _rotted(run, hurt, line):
            found.append((line, True))
    return tuple(found)


def _fallen(run: Run) -> tuple[Hurt, ...]:
    """The opponent's hurt, if anybody of this team could raise one of them."""
    carriers = any(ROT in line.skills for line in run.fielded.players)
    if not carriers and not run.ruleset.team_list(run.fielded).necromancer:
        return ()
    try:
        return hurts(run, run.opponent)
    except RuleBroken:
        return ()  # an injury that is refused is the opponent's to mend, and leaves nobody dead until then


def _rotted(run: Run, hurt: Hurt, victim: PlayerSheet) -> bool:
    if hurt.death is None or hurt.death.cause not in ROT_CAUSES or "Decay" in victim.skills:
        return False
    killer = run.fielded.player(hurt.death.by)
    return killer is not None and ROT in killer.skills


def _position(run: Run, rot: bool) -> Position:
    return run.ruleset.team_list(run.fielded).position(ROTTER if rot else ZOMBIE)
