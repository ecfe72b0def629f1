"""New teams (FC1 to FC15): a squad that is chosen, not bought, and who is Defensive or Kicking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from rules.book.edition import Ruleset
from rules.book.rows.teams import Position, TeamList
from rules.editions.first_1986 import growth
from rules.editions.first_1986.citing import cite, refused_by, violation
from rules.editions.first_1986.tables import tables_of
from rules.journal import MarksChosen, TeamFounded
from rules.sequence.chance import Chance, pick
from rules.sequence.explanations import RuleBroken, Violation
from rules.sequence.forms import Pick, Unfit
from rules.sheet.sheet import PlayerSheet, changed
from rules.team.founding import endless_lines, hired
from rules.team.founding_run import FoundingRun
from rules.team.profile import figure
from rules.team.team_run import TeamRun

DEFENSIVE, KICKING = "defensive", "kicking"
ROLES = ((DEFENSIVE, "FC12"), (KICKING, "FC13"))
"""The marks of this book, each with the statement that says who may have it."""


def choose_squad(run: FoundingRun) -> None:
    """The players of a new team (FC1 to FC8). Raises ``RuleBroken`` with every violation of an illegal choice."""
    ruleset, choice = run.ruleset, run.choice
    team_list = ruleset.book.lists[choice.team_list]
    if problems := tuple(_problems(ruleset, team_list, Counter(choice.players))):
        raise RuleBroken("team", *problems)
    run.record(TeamFounded(edition=ruleset.book.key, team_list=team_list.name, reroll_cost=0, gold=0))
    for nth, name in enumerate(choice.players, start=1):
        run.record(hired(team_list.position(name), player=run.mint(nth), number=choice.number(nth), price=0))
    places = count(len(choice.players) + 1)
    run.record(*endless_lines(team_list, lambda: run.mint(next(places))))


def _problems(ruleset: Ruleset, team_list: TeamList, chosen: Counter[str]) -> Iterator[Violation]:
    squad, size = tables_of(ruleset.book).squads[team_list.name], chosen.total()
    least, most = ruleset.book.fewest_players(team_list.name), ruleset.book.most_players(team_list.name)
    if size < least:
        yield violation(ruleset, "FC3", "founding.too_few_players", players=size, minimum=least)
    if size > most:
        yield violation(ruleset, "FC3", "founding.too_many_players", players=size, maximum=most)
    known = {position.name: position for position in team_list.positions}
    for name in chosen:
        if name not in known:
            args = {"position": name[:40], "team_list": team_list.name, "positions": ", ".join(known)}
            yield violation(ruleset, squad.rule, "squad.other_race", **args)
    for position in team_list.positions:
        count, limit = chosen[position.name], _limit(ruleset, team_list, position)
        if count < position.minimum or limit < count <= most:
            args_: dict[str, int | str] = {"position": position.name, "count": count}
            bounds = {"minimum": position.minimum, "maximum": limit}
            yield violation(ruleset, squad.rule, "founding.position_limit", **args_, **bounds)
    yield from _together(ruleset, team_list, chosen)


def _limit(ruleset: Ruleset, team_list: TeamList, position: Position) -> int:
    """How many players of a position a new team can have: of an endless race only the stars have a line (FC7)."""
    squad = tables_of(ruleset.book).squads[team_list.name]
    if position.name not in team_list.endless:
        return position.maximum
    stars = tables_of(ruleset.book).races[position.name].stars != "none" and not squad.second_team
    return min(position.maximum, ruleset.house.integer("star_points")) if stars else 0


def _together(ruleset: Ruleset, team_list: TeamList, chosen: Counter[str]) -> Iterator[Violation]:
    """Races that have so many players in all (FC6), and races of which exactly one is in the team (FC8)."""
    squad = tables_of(ruleset.book).squads[team_list.name]
    count = sum(chosen[race] for race in squad.together)
    if squad.together and count != squad.together_count:
        args: dict[str, int | str] = {
            "races": ", ".join(squad.together),
            "count": count,
            "wanted": squad.together_count,
        }
        yield violation(ruleset, squad.rule, "squad.together", **args)
    kinds = [race for race in squad.apart if chosen[race]]
    if squad.apart and len(kinds) != 1:
        yield violation(ruleset, squad.rule, "squad.apart", races=", ".join(squad.apart), count=len(kinds))


def choose_roles(run: TeamRun) -> None:
    """Who is Defensive, and who is Kicking, once all star points are spent (FC10 to FC13, FP3, FP4)."""
    choose_roles_of(run, run.sheet.players)


def choose_roles_of(run: TeamRun, players: Sequence[PlayerSheet]) -> None:
    """The coach chooses who of these players is Defensive, and who Kicking: each answer is the whole of its list."""
    picked: dict[str, tuple[str, ...]] = {}
    run.asking.each(ROLES, lambda role: picked.update({role[0]: _chosen(run, players, *role)}))
    for line in players:
        marks = tuple(mark for mark, _rule in ROLES if str(line.player) in picked[mark])
        if marks != line.marks:
            run.record(MarksChosen(player=line.player, marks=marks))


def _chosen(run: TeamRun, players: Sequence[PlayerSheet], mark: str, rule: str) -> tuple[str, ...]:
    """The players whom the coach gives a mark; those who have it now, if the coach leaves it at that."""
    able = tuple(str(line.player) for line in players if can_be(run.ruleset, line, mark))
    now = tuple(str(line.player) for line in players if mark in line.marks and str(line.player) in able)
    if not able:
        return ()
    form = Pick(options=able, most=len(able), now=now)
    key, source = f"roles.{mark}", cite(run.ruleset, rule)
    args = tuple((f"player.{line.player}", line.number) for line in players if str(line.player) in able)
    label = "defensive" if mark == DEFENSIVE else "kicking"
    given = run.asking.decide(run.side, key, label=label, form=form, args=args, **source)
    try:
        return now if given is None else form.read(given)
    except Unfit as unfit:
        raise refused_by(run.ruleset, mark, rule, unfit.id, **unfit.args_) from None


def can_be(ruleset: Ruleset, line: PlayerSheet, mark: str) -> bool:
    """Whether a player may be Defensive (FC12) or Kicking (FC13): counted without what the marks themselves change."""
    race = growth.race_of(ruleset, line)
    if race is None or line.endless:
        return False
    if mark == DEFENSIVE:
        return not race.never_defensive
    bare = changed(line, marks=())
    strong = figure(ruleset.book, bare, "ST") >= ruleset.house.integer("kicking_minimum_strength")
    return strong and figure(ruleset.book, bare, "CL") >= tables_of(ruleset.book).kicking.cool


def random_squad(chance: Chance, ruleset: Ruleset, team_list: str) -> tuple[str, ...]:
    """The positions of a legal squad, picked at random where the type leaves a choice."""
    chosen, squad = ruleset.book.lists[team_list], tables_of(ruleset.book).squads[team_list]
    found = [position.name for position in chosen.positions for _ in range(position.minimum)]
    found += [pick(chance, squad.together) for _ in range(squad.together_count)]
    for race in [pick(chance, squad.apart)] if squad.apart else []:
        found += [race] * chosen.position(race).maximum
    if chosen.endless and not squad.second_team:
        found += [chosen.endless[0]] * _limit(ruleset, chosen, chosen.position(chosen.endless[0]))
    free = [position.name for position in chosen.positions if position.maximum >= ruleset.book.most_players(team_list)]
    if not chosen.endless:
        found += [pick(chance, free) for _ in range(ruleset.book.fewest_players(team_list) - len(found))]
    return tuple(found)
