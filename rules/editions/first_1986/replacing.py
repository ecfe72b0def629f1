"""Between matches: new players for the dead, and who is Defensive or Kicking (FL5 to FL7, FC14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.book.rows.teams import Position
from rules.editions.first_1986.citing import cite
from rules.editions.first_1986.squad import choose_roles_of
from rules.editions.first_1986.tables import tables_of
from rules.journal import PlayerLeft
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Good, Pick
from rules.team.founding import hired
from rules.team.roster_places import places_taken


def retire(run: Run) -> None:
    """Where a league lets them, coaches retire players, who are replaced like the dead (FL6)."""
    able = [line for line in run.sheet.players if not line.endless]
    if run.ruleset.house.choice("retirement") == "none" or not able:
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=len(able))
    picked = run.asking.ask(run.side, "retire", form, optional=True, **cite(run.ruleset, "FL6"))
    for player in picked:
        run.record(PlayerLeft(player=int(player), how="released"))


def replace_the_dead(run: Run) -> None:
    """New players for free, up to the full number, of a kind that the type allows in that place (FL5, FC6)."""
    together, others = _vacancies(run)
    run.asking.each(
        [(key, goods, room) for key, (goods, room) in (("replace", others), ("replace_together", together)) if room],
        lambda each: _join(run, *each),
    )


def _join(run: Run, key: str, goods: tuple[Good, ...], room: int) -> None:
    form, args = Basket(goods=goods, purse=0, room=room), (("count", room),)
    wanted = run.asking.ask(run.side, key, form, label="replace", optional=True, args=args, **cite(run.ruleset, "FL5"))
    for name, count in wanted:
        for nth in range(1, count + 1):
            player = run.asking.mint(run.side, f"{key}.{name}.{nth}")
            (number,) = run.sheet.free_numbers(1)
            position = run.ruleset.team_list(run.fielded).position(name)
            run.record(hired(position, player=player, number=number, price=0))


Vacancies = tuple[tuple[Good, ...], int]
"""The races that can join, each with how many, and how many in all."""


def _vacancies(run: Run) -> tuple[Vacancies, Vacancies]:
    """The vacancies of races that share their places, and those of all others.

    The Champions of Death need nobody new (FC7, FC8).
    """
    team_list, sheet = run.ruleset.team_list(run.sheet), run.sheet
    squad = tables_of(run.ruleset.book).squads.get(team_list.name)
    if squad is None or team_list.endless:
        return ((), 0), ((), 0)
    have = Counter(line.position for line in sheet.players)
    shared = squad.together_count - sum(have[race] for race in squad.together)
    room = run.ruleset.book.most_players(team_list.name) - places_taken(sheet) - shared
    return (
        _goods([each for each in team_list.positions if each.name in squad.together], have, shared),
        _goods([each for each in team_list.positions if each.name not in squad.together], have, room),
    )


def _goods(positions: Sequence[Position], have: Counter[str], room: int) -> Vacancies:
    free = {each.name: min(each.maximum - have[each.name], room) for each in positions}
    goods = tuple(Good(key=name, price=0, most=most) for name, most in free.items() if most > 0)
    return goods, min(room, sum(good.most for good in goods))


def choose_roles_again(run: Run) -> None:
    """Defensive and Kicking players are chosen again between matches; where that is not allowed, only for players who
    have just joined (FC14, FL5, FL7)."""
    never = run.ruleset.house.choice("roles_change") == "never"
    choose_roles_of(run, [line for line in run.sheet.players if not (never and run.fielded.player(line.player))])
