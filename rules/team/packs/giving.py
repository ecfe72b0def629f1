"""Teams by a pack: which lists may play, with how much gold, and which skills their coaches give to players.

A pack is a league's own word, not the book's: what it does is cited with the statement about new teams.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules.book.edition import Ruleset, Step
from rules.book.growth import Learnable
from rules.book.rows.packs import Pack, PackTier
from rules.book.rows.teams import Star
from rules.journal import SkillGained
from rules.sequence.explanations import RuleBroken, Violation
from rules.sequence.forms import Column, Table
from rules.sheet.sheet import PlayerSheet
from rules.team.founding_run import Choice, FoundingRun

SKILL = "skill"


def steps_with_pack(ruleset: Ruleset) -> tuple[tuple[str, Step], ...]:
    """The steps of a founding, with those of the league's pack around those of the book."""
    founding = ruleset.edition.founding
    if ruleset.pack is None:
        return founding
    return (("pack", check_choice), *founding, ("pack", give_skills))


def check_choice(run: FoundingRun) -> None:
    """Raises ``RuleBroken`` for a list or a star that the pack does not have."""
    ruleset, choice = run.ruleset, run.choice
    pack = ruleset.pack
    assert pack is not None
    found = []
    if _row(ruleset, pack, choice.team_list) is None:
        found.append(_violation(ruleset, "squad", "pack.list", pack=pack.name, team_list=choice.team_list))
    for item in choice.inducements:
        if pack.stars and item.name in ruleset.book.stars and item.name not in pack.stars:
            found.append(_violation(ruleset, "squad", "pack.star", pack=pack.name, star=item.name))
    found += _too_many_stars(ruleset, pack, choice)
    if found:
        raise RuleBroken("team", *found)


def _stars(ruleset: Ruleset, choice: Choice) -> list[Star]:
    """The stars of a new team; two who come for one price are one."""
    stars = ruleset.book.stars
    return [stars[item.name] for item in choice.inducements if item.name in stars for _each in range(item.count)]


def _star_points(ruleset: Ruleset, pack: Pack, choice: Choice) -> int:
    return sum(pack.points_of(star.keywords) for star in _stars(ruleset, choice))


def _too_many_stars(ruleset: Ruleset, pack: Pack, choice: Choice) -> Iterator[Violation]:
    row, stars = _row(ruleset, pack, choice.team_list), _stars(ruleset, choice)
    if row is None:
        return
    if row.stars is not None and len(stars) > row.stars:
        yield _violation(ruleset, "squad", "pack.too_many_stars", count=len(stars), most=row.stars, pack=pack.name)
    for keyword, most in pack.keyword_stars:
        if (count := sum(keyword in star.keywords for star in stars)) > most:
            args: dict[str, int | str] = {"keyword": keyword, "count": count, "most": most, "pack": pack.name}
            yield _violation(ruleset, "squad", "pack.too_many_of_keyword", **args)
    points = _star_points(ruleset, pack, choice)
    if row.points is not None and points > row.points:
        yield _violation(ruleset, "squad", "pack.star_points", points=points, most=row.points, pack=pack.name)


def give_skills(run: FoundingRun) -> None:
    """The coach gives skills to players, in as many rounds as a player can have skills; each round may be left out."""
    ruleset = run.ruleset
    pack = ruleset.pack
    assert pack is not None
    row = _row(ruleset, pack, run.choice.team_list)
    if row is None or not row.gives_skills:
        return
    if row.points is not None:
        row = replace(row, points=row.points - _star_points(ruleset, pack, run.choice))
    given = Given(ruleset=ruleset, pack=pack, row=row)
    for nth in range(1, pack.on_a_player + 1):
        open_to = {line.player: given.open_to(run, line) for line in run.sheet.players if not line.endless}
        skills = sorted({one.key for ones in open_to.values() for one in ones.values()})
        players = tuple(line for line in run.sheet.players if open_to.get(line.player))
        if not skills or not players:
            return
        form = Table(
            rows=tuple(str(line.player) for line in players),
            columns=(Column(key=SKILL, options=tuple(skills)),),
            offered=tuple((str(line.player), tuple(sorted(open_to[line.player]))) for line in players),
        )
        args = (*given.args, *((f"player.{line.player}", line.number) for line in players))
        answer = run.asking.ask(
            run.side, f"pack.{nth}", form, label="pack", args=args, optional=True, **ruleset.source("squad")
        )
        if not answer:
            return
        given.take(run, [(int(player), str(dict(cells)[SKILL])) for player, cells in answer])


@dataclass(slots=True, kw_only=True)
class Given:
    """The skills that were given so far, by the limits of the pack."""

    ruleset: Ruleset
    pack: Pack
    row: PackTier
    skills: list[tuple[str, bool]] = field(default_factory=list)
    """Each with whether it was a secondary one."""

    @property
    def args(self) -> tuple[tuple[str, int | str], ...]:
        """The limits for the question, each as its key, number and skill; `rules.words` puts them into words."""
        row, pack = self.row, self.pack
        of_team = {"skills": row.skills, "primary": row.primary, "secondary": row.secondary, "points": row.points}
        limits = [f"{key}={most}" for key, most in of_team.items() if most is not None]
        limits += [f"same_skill={pack.same_skill}"] if pack.same_skill else []
        limits += [f"limited={most}={skill}" for skill, most in pack.limited]
        return (("pack", pack.name), ("limits", ";".join(limits)))

    def open_to(self, run: FoundingRun, line: PlayerSheet) -> dict[str, Learnable]:
        """The skills that a player can be given, by name."""
        return {
            one.key: one
            for one in self.ruleset.edition.learnable(self.ruleset, run.sheet, line, ())
            if one.group and not one.closed and one.key not in (*line.skills, *self.pack.barred)
            and (not one.rare or self.row.secondary != 0) and one.group in self._categories
        }  # fmt: skip

    @property
    def _categories(self) -> frozenset[str]:
        return frozenset(skill.category for skill in self.ruleset.book.skills.values())

    def take(self, run: FoundingRun, chosen: list[tuple[int, str]]) -> None:
        """Gives players what was chosen. Raises ``RuleBroken`` with all that the pack does not allow."""
        found, entries = [], []
        for player, skill in chosen:
            line = run.sheet.player(player)
            assert line is not None, "the form has only players of the squad"
            one = self.open_to(run, line).get(skill)
            if one is None:
                found.append(_violation(self.ruleset, "squad", "pack.not_open", number=line.number, skill=skill))
                continue
            self.skills.append((skill, one.rare))
            entries.append(SkillGained(player=player, skill=one.key, cost=one.cost, by_roll=False))
        found += self._too_many()
        if found:
            raise RuleBroken("pack", *found)
        run.record(*entries)

    def _too_many(self) -> Iterator[Violation]:
        row, pack = self.row, self.pack
        secondary = sum(rare for _skill, rare in self.skills)
        primary = len(self.skills) - secondary
        if row.skills is not None and len(self.skills) > row.skills:
            yield _violation(
                self.ruleset, "squad", "pack.too_many", count=len(self.skills), most=row.skills, pack=pack.name
            )
        if row.primary is not None and primary > row.primary:
            yield _violation(
                self.ruleset, "squad", "pack.too_many_primary", count=primary, most=row.primary, pack=pack.name
            )
        if row.secondary is not None and secondary > row.secondary:
            yield _violation(
                self.ruleset, "squad", "pack.too_many_secondary", count=secondary, most=row.secondary, pack=pack.name
            )
        points = primary * pack.primary_points + secondary * pack.secondary_points
        if row.points is not None and points > row.points:
            yield _violation(self.ruleset, "squad", "pack.points", points=points, most=row.points, pack=pack.name)
        for skill, count in Counter(skill for skill, _rare in self.skills).items():
            most = dict(pack.limited).get(skill, pack.same_skill)
            if most and count > most:
                yield _violation(
                    self.ruleset,
                    "squad",
                    "pack.same_skill",
                    skill=skill,
                    count=count,
                    most=most,
                    pack=pack.name,
                )


def _row(ruleset: Ruleset, pack: Pack, team_list: str) -> PackTier | None:
    return pack.row(team_list, ruleset.book.lists[team_list].tier)


def _violation(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
