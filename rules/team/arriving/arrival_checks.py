"""An imported team as its coach enters it (C9), and the checks of it.

Something that no team can have is a violation. Something that only a team with a history can have is a hint: more
players of a position than the list allows, or skills that the player could not learn here. Nothing is stored here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.book.rows.teams import TeamList
from rules.sequence.explanations import Violation
from rules.sheet.sheet import Counts, PlayerSheet, Profile, TeamSheet, value_in
from rules.team.founding import staff_violations
from rules.team.founding_run import MOST_FANS, most_rerolls

HIGHEST_NUMBER = 99
MOST_POINTS = 9_999  # of any count of a player
MOST_STAFF = 99
MOST_GOLD = 100_000_000  # in a treasury, in gp
SMALL_AMOUNT = 1_000  # gp; amounts below this are probably typing mistakes
LARGE_AMOUNT = 10_000_000  # gp; more than any team has
MOST_COST = 1_000_000  # of a player off the list, in gp
MOST_NIGGLING = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Veteran:
    """A player of an imported team, without the name.

    ``gained`` are skills by name and ``+ST`` for characteristics, in order; ``lost`` are characteristics, one for each
    point. ``conditions`` are others than niggling injuries; ``misses`` is for more matches than the next. ``marks`` are
    what the coach has made the player. ``profile``, ``skills`` and ``cost`` (gp) are the values that the player started
    with; they are used only if the position is not on the team list.
    """

    number: int
    position: str
    spp: int = 0
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    niggling: int = 0
    conditions: Counts = ()
    misses_next: bool = False
    misses: int = 0
    marks: tuple[str, ...] = ()
    deeds: Counts = ()
    profile: Profile = ()
    skills: tuple[str, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """An imported team. Gold is in gp, ``staff`` counts by kind."""

    team_list: str
    players: tuple[Veteran, ...] = ()
    rerolls: int = 0
    fan_factor: int = 0
    staff: Counts = ()
    treasury: int = 0
    bank: int = 0


def broken_rules(ruleset: Ruleset, arrival: Arrival) -> tuple[Violation, ...]:
    """All rules that a team breaks. Source: PBBL 1.10, C9 (p31), C2, C3, C5, C6 (p17-18), B1 (p32), G3, G4 (p33).

    Raises ``KeyError`` for a team list that the edition does not have.
    """
    team_list = ruleset.book.lists[arrival.team_list]
    return (
        *_squad(ruleset, arrival),
        *_goods(ruleset, team_list, arrival),
        *(found for one in arrival.players for found in _player(ruleset, team_list, one)),
    )


def hints_for(ruleset: Ruleset, arrival: Arrival, sheet: TeamSheet) -> tuple[Violation, ...]:
    """What only a team with a history can have, for a legal team and its sheet."""
    team_list = ruleset.book.lists[arrival.team_list]
    return (
        *_squad_hints(ruleset, team_list, arrival),
        *_gold_hints(ruleset, team_list, arrival),
        *_player_hints(ruleset, sheet),
    )


def listed(team_list: TeamList, position: str) -> bool:
    """Whether the team list has a position of that name."""
    return any(known.name == position for known in team_list.positions)


def starting_values(team_list: TeamList, one: Veteran) -> tuple[Profile, tuple[str, ...], int]:
    """The profile, skills and cost (gp) that a player started with: from the team list, else the player's own."""
    for position in team_list.positions:
        if position.name == one.position:
            return position.profile, position.skills, position.cost
    return one.profile, one.skills, one.cost


def _squad(ruleset: Ruleset, arrival: Arrival) -> Iterator[Violation]:
    size, most = len(arrival.players), ruleset.book.most_players(arrival.team_list)
    if not size:
        yield _violation(ruleset, "brought_over", "elsewhere.nobody")
    if size > most:
        yield _violation(ruleset, "squad", "founding.too_many_players", players=size, maximum=most)
    for number, times in Counter(one.number for one in arrival.players).items():
        if not 1 <= number <= HIGHEST_NUMBER:
            yield _violation(ruleset, "brought_over", "elsewhere.number", number=number, maximum=HIGHEST_NUMBER)
        elif times > 1:
            yield _violation(ruleset, "brought_over", "elsewhere.number_twice", number=number, count=times)


def _goods(ruleset: Ruleset, team_list: TeamList, arrival: Arrival) -> Iterator[Violation]:
    maximum = most_rerolls(ruleset.book, team_list)
    if not 0 <= arrival.rerolls <= maximum:
        yield _violation(ruleset, "rerolls", "founding.rerolls", count=arrival.rerolls, maximum=maximum)
    most = MOST_FANS if "fan_factor" in ruleset.book.goods else 0
    if not 0 <= arrival.fan_factor <= most:
        yield _violation(ruleset, "fan_factor_bought", "elsewhere.fan_factor", count=arrival.fan_factor, maximum=most)
    counts: Counter[str] = Counter()
    for kind, count in arrival.staff:
        counts[kind] += count
        if counts[kind] > MOST_STAFF:
            yield _violation(
                ruleset, "staff", "elsewhere.staff", staff=kind[:40], count=counts[kind], maximum=MOST_STAFF
            )
        else:
            yield from staff_violations(ruleset, team_list, kind, counts[kind])
    most = _most_in(ruleset, "treasury")
    if not 0 <= arrival.treasury <= most:
        yield _violation(ruleset, "brought_over", "elsewhere.treasury", gold=arrival.treasury, maximum=most)
    most = _most_in(ruleset, "bank")
    if "bank" not in ruleset.book.purses and arrival.bank:
        yield _violation(ruleset, "brought_over", "elsewhere.no_bank")
    elif not 0 <= arrival.bank <= most:
        yield _violation(ruleset, "bank", "elsewhere.bank", gold=arrival.bank, maximum=most)


def _most_in(ruleset: Ruleset, purse: str) -> int:
    """What a purse can hold, in gp; 0 if the book does not have it."""
    row = ruleset.book.purses.get(purse)
    return 0 if row is None else MOST_GOLD if row.maximum is None else row.maximum


def _player(ruleset: Ruleset, team_list: TeamList, one: Veteran) -> Iterator[Violation]:
    figures = [("spp", one.spp, MOST_POINTS), ("niggling", one.niggling, MOST_NIGGLING)]
    known = ruleset.book.conditions
    figures += [(key, count, MOST_NIGGLING if key in known else 0) for key, count in one.conditions]
    figures += [("misses", one.misses, MOST_NIGGLING)]
    figures += [(what, count, MOST_POINTS if what in ruleset.book.deeds else 0) for what, count in one.deeds]
    for what, count, most in figures:
        if not 0 <= count <= most:
            yield _violation(
                ruleset, "brought_over", "elsewhere.count", number=one.number, what=what, count=count, maximum=most
            )
    if not one.position.strip():
        yield _violation(ruleset, "brought_over", "elsewhere.no_position", number=one.number)
    elif not listed(team_list, one.position):
        yield from _off_the_list(ruleset, team_list, one)
    yield from _skills(ruleset, team_list, one)
    yield from _characteristics(ruleset, team_list, one)


def _off_the_list(ruleset: Ruleset, team_list: TeamList, one: Veteran) -> Iterator[Violation]:
    """A position that is not on the list needs all characteristics and a cost."""
    limits, values = ruleset.book.profile, dict(one.profile)
    complete = len(values) == len(one.profile) and set(values) == set(limits)
    if not complete or any(not limits[name].floor <= value <= limits[name].ceiling for name, value in one.profile):
        yield _violation(
            ruleset,
            "brought_over",
            "elsewhere.profile",
            number=one.number,
            position=one.position[:40],
            team_list=team_list.name,
            positions=", ".join(known.name for known in team_list.positions),
            characteristics=", ".join(ruleset.book.characteristics),
            minimum=min(each.floor for each in limits.values()),
            maximum=max(each.ceiling for each in limits.values()),
        )
    if not 0 < one.cost <= MOST_COST:
        yield _violation(
            ruleset,
            "brought_over",
            "elsewhere.cost",
            number=one.number,
            position=one.position[:40],
            cost=one.cost,
            maximum=MOST_COST,
        )


def _skills(ruleset: Ruleset, team_list: TeamList, one: Veteran) -> Iterator[Violation]:
    """Every skill is in the book, and no player has one twice."""
    had: set[str] = set()
    _profile, skills, _cost = starting_values(team_list, one)
    for name in (*skills, *(gain for gain in one.gained if not gain.startswith("+"))):
        try:
            skill = ruleset.book.skill_called(name)
        except KeyError:
            yield _violation(ruleset, "improvement", "elsewhere.no_such_skill", number=one.number, skill=name[:40])
            continue
        if skill in had:
            yield _violation(ruleset, "improvement", "elsewhere.skill_twice", number=one.number, skill=skill)
        had.add(skill)


def _characteristics(ruleset: Ruleset, team_list: TeamList, one: Veteran) -> Iterator[Violation]:
    """Gains and losses name characteristics of the edition, and the final values are within its limits."""
    changes = [(gain[1:], 1) for gain in one.gained if gain.startswith("+")] + [(name, -1) for name in one.lost]
    unknown = [name for name, _ in changes if name not in ruleset.book.characteristics]
    for name in dict.fromkeys(unknown):
        known = ", ".join(ruleset.book.characteristics)
        yield _violation(
            ruleset,
            "characteristic_limits",
            "elsewhere.no_such_characteristic",
            number=one.number,
            found=name[:40],
            known=known,
        )
    profile = starting_values(team_list, one)[0]
    for name in dict.fromkeys(name for name, _ in changes if name in ruleset.book.characteristics):
        limits, steps = ruleset.book.profile[name], sum(step for changed, step in changes if changed == name)
        value = limits.improved(value_in(profile, name), steps)
        if limits.missing(value_in(profile, name)) or (limits.within(value) != value and not limits.kept):
            yield _violation(
                ruleset,
                "characteristic_limits",
                "elsewhere.out_of_bounds",
                number=one.number,
                characteristic=name,
                value=value,
                minimum=limits.floor,
                maximum=limits.ceiling,
            )


def mark_violations(ruleset: Ruleset, line: PlayerSheet) -> Iterator[Violation]:
    """Marks that the book does not have, or that this player cannot have."""
    known, may_be = ruleset.book.marks, ruleset.edition.may_be
    for mark in line.marks:
        if mark not in known or (may_be is not None and not may_be(ruleset, line, mark)):
            what = known[mark].name if mark in known else mark[:40]
            yield _violation(ruleset, "brought_over", "elsewhere.not_marked", number=line.number, mark=what)


def _gold_hints(ruleset: Ruleset, team_list: TeamList, arrival: Arrival) -> Iterator[Violation]:
    """Amounts that are probably mistakes: files give gold in pieces, forms in thousands."""
    amounts = [("treasury", arrival.treasury), ("bank", arrival.bank)]
    amounts += [("cost", one.cost) for one in arrival.players if not listed(team_list, one.position)]
    for what, gold in amounts:
        if 0 < gold < SMALL_AMOUNT:
            yield _violation(ruleset, "brought_over", "elsewhere.few_pieces", what=what, gold=gold)
        elif gold >= LARGE_AMOUNT:
            yield _violation(ruleset, "brought_over", "elsewhere.many_pieces", what=what, gold=gold)


def _squad_hints(ruleset: Ruleset, team_list: TeamList, arrival: Arrival) -> Iterator[Violation]:
    least = ruleset.book.fewest_players(arrival.team_list)
    if len(arrival.players) < least:
        yield _violation(ruleset, "brought_over", "elsewhere.few_players", players=len(arrival.players), minimum=least)
    counts = Counter(one.position for one in arrival.players)
    for position in team_list.positions:
        if (count := counts[position.name]) > position.maximum:
            yield _violation(
                ruleset,
                "brought_over",
                "elsewhere.over_the_limit",
                position=position.name,
                count=count,
                maximum=position.maximum,
            )
    for name, count in counts.items():
        if not listed(team_list, name):
            yield _violation(
                ruleset,
                "brought_over",
                "elsewhere.off_the_list",
                position=name[:40],
                count=count,
                team_list=team_list.name,
            )


def _player_hints(ruleset: Ruleset, sheet: TeamSheet) -> Iterator[Violation]:
    """What a player could not have here: skills of closed categories, more or fewer improvements than the SPP give."""
    for line in sheet.players:
        listed_player = ruleset.position(sheet, line) is not None
        shut = {one.key for one in ruleset.edition.learnable(ruleset, sheet, line, ()) if one.closed}
        for name in line.gained_skills:
            if listed_player and name in shut:
                yield _violation(
                    ruleset,
                    "improvement",
                    "elsewhere.closed_skill",
                    number=line.number,
                    skill=name,
                    position=line.position,
                )
        gains = sum(not (name.startswith("-") or name == "niggling") for name, _ in line.history)
        if gains != line.improvements:
            yield _violation(
                ruleset,
                "levels",
                "elsewhere.improvements",
                number=line.number,
                count=gains,
                spp=line.spp,
                rolls=line.improvements,
            )
        for name in ruleset.book.characteristics:
            what, limits = ruleset.book.profile[name], ruleset.book.improvement
            rise = what.gain(line.characteristic(name) - line.starting_characteristic(name))
            if limits is not None and not -limits.maximum_loss <= rise <= limits.maximum_rise:
                yield _violation(
                    ruleset,
                    "characteristic_limits",
                    "elsewhere.far_from_start",
                    number=line.number,
                    characteristic=name,
                    start=line.starting_characteristic(name),
                    value=line.characteristic(name),
                )


def _violation(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
