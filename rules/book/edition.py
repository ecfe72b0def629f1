"""An edition (a book of tables, and the steps of its sequences) and a ruleset (an edition with a league's house rules).

Editions never inherit from one another. Shared code reads tables; anything else that differs is a step in the edition's
own list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules.book.book import Book
from rules.book.entered.adding import with_own_rows
from rules.book.entered.packs import pack_in, pack_option
from rules.book.growth import Learnable, Objection, Standing
from rules.book.house_rules import HouseRules
from rules.book.option_reads import options_in, unfit_options
from rules.book.reads import missing_tables, name_of, sources, unread_tables
from rules.book.required_options import missing_options
from rules.book.rows.injuries import CasualtyRow
from rules.book.rows.match_day import MatchStage
from rules.book.rows.options import PACK
from rules.book.rows.packs import Pack
from rules.book.rows.teams import Position, TeamList, without_value
from rules.book.statements import Source
from rules.book.telling import Derived, TellingFor
from rules.book.toml_tables import BookError, in_book
from rules.sequence.chance import Chance
from rules.sequence.explanations import Figure, Violation
from rules.sequence.sequence import Side
from rules.sheet.match import Facts, InducedLine, Injury, MatchPlayed, Pair, SideReport, Terms
from rules.sheet.sheet import PlayerSheet, TeamSheet

Step = Callable[[Any], None]
WorthOf = Callable[["Ruleset", TeamSheet, Facts | None], Figure]
LearnableFor = Callable[["Ruleset", TeamSheet, PlayerSheet, tuple[int, ...]], tuple[Learnable, ...]]
StandingOf = Callable[["Ruleset", PlayerSheet], Standing]
Findings = Callable[["Ruleset", TeamSheet, TeamSheet], Iterator[Objection]]
ReportCheck = Callable[["Ruleset", MatchPlayed], Iterator[Any]]
BookFor = Callable[[Book, HouseRules], Book]
DerivedFor = Callable[["Ruleset", PlayerSheet], tuple[Derived, ...]]
MayBe = Callable[["Ruleset", PlayerSheet, str], bool]
DraftFor = Callable[[Chance, "Ruleset", str], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InjuryRules:
    """What an edition makes of an injury in a report.

    - `results`: the casualty results that are left after treatment, for the player's line, if it is known;
    - `returned`: whether the player came back in this match, and so could be hurt again;
    - `problem`: what the rules do not allow about a `rules.match_day.casualties.Case`, if anything; it counts in the
      case what was used up;
    - `missing`: what the report should also say, for a `SideChecked`, the place, the player's line and the injury;
    - `carry`: a side's injured players after the match, for a `Run`; it may ask either coach, and roll.
    """

    results: Callable[[Ruleset, PlayerSheet | None, Injury], tuple[CasualtyRow, ...]]
    returned: Callable[[Ruleset, PlayerSheet | None, Injury], bool]
    problem: Callable[[Any], Violation | None]
    missing: Callable[[Any, str, PlayerSheet, Injury], Iterable[Any]]
    carry: Callable[[Any, Side], tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RisingRules:
    """Who of the opponent's dead rises for a team during a match, where the table of the raised does not say it.

    - `positions`: those in which one may rise for a team with these hired players;
    - `infects`: whether that depends on who killed the dead;
    - `somebody`: whether somebody can, by the team and its report, and the other side's team, report and injured.
    """

    positions: Callable[[Ruleset, TeamSheet, Sequence[InducedLine]], tuple[str, ...]]
    infects: Callable[[Ruleset, TeamSheet, Sequence[InducedLine]], bool]
    somebody: Callable[[Ruleset, TeamSheet, SideReport, TeamSheet, SideReport, Sequence[Any]], bool]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """A rulebook as the program plays it: its tables, and each sequence as a list of named steps.

    The steps of ``founding`` make a new team of a coach's choice. After a friendly those of ``after_friendly`` stand in
    the place of the post-match, which are some of them; None in a book that makes no difference. Those of
    ``season_end`` run for every team when a season is ended, in a book that has such, and those of ``won_unplayed`` for
    a team that won a match because the other side could not play it.

    `worth` works out what a team is worth, with the facts of a match if it is worth something else there; None for a
    book that does not say.

    `learnable` gives what a player may learn after a roll of these dice, and without dice all that there is to learn
    (`rules.book.growth.Learnable`); `standing` what their points mean. `check_report` finds the problems of a match
    report (`rules.match_day.report_problem.Problem`), `findings` what the rules have against a step of a journal, from
    one sheet to the next. `injuries` says what happens to injuries.

    `book_for` gives the book with the numbers that house rules change, if there are such: every table then reads as the
    league plays it. Without it the book is always the printed one. `derived` gives figures of a player that follow from
    the others; `may_be` says whether a player may have a mark, by its key. `squad_of` picks the positions of a random
    legal squad, for a book whose lists have limits of their own; `rising` says who of the dead rises during a match;
    `telling` is a shorter way to write the answers of scenarios.
    """

    book: Book
    founding: tuple[tuple[str, Step], ...]
    pre_match: tuple[tuple[str, Step], ...]
    post_match: tuple[tuple[str, Step], ...]
    after_friendly: tuple[tuple[str, Step], ...] | None = None
    season_end: tuple[tuple[str, Step], ...] = ()
    won_unplayed: tuple[tuple[str, Step], ...] = ()
    injuries: InjuryRules
    worth: WorthOf | None
    learnable: LearnableFor
    standing: StandingOf
    check_report: ReportCheck
    findings: Findings
    book_for: BookFor | None = None
    derived: DerivedFor | None = None
    may_be: MayBe | None = None
    squad_of: DraftFor | None = None
    rising: RisingRules | None = None
    telling: TellingFor | None = None

    def __post_init__(self) -> None:
        """Raises BookError if the book lacks tables or options that the steps need."""
        with in_book(self.book.key):
            self._check()

    def _check(self) -> None:
        if (self.worth is None) != (self.book.worth is None):
            raise self.book.error("worth", "", "", "must be in the book and in the edition, or in neither")
        steps = [step for _, step in self.steps]
        if missing := list(missing_options(self.book, [name_of(step) for step in steps])):
            problem = f"lack these, which must be under [[options]] or [settled]: {'; '.join(missing)}"
            raise BookError(self.book.key, "", "options", problem)
        if tables := list(missing_tables(self.book, self.functions)):
            raise BookError(self.book.key, "", "tables", f"are missing: {'; '.join(tables)}")
        for table, readers in unread_tables(self.book, self.functions):
            problem = f"no step of the edition reads this table{f'; {readers} would' if readers else ''}"
            raise self.book.error(table, "", "", problem)
        for option, key, problem in unfit_options(self.book, options_in(sources(self.functions))):
            raise self.book.error("options", f'"{option}"', key, problem)
        for name, _ in self.steps:
            if name not in self.book.words.steps:
                problem = f'missing: the step has no name; write {{ key = "{name}", name = "..." }}'
                raise self.book.error("words", f'steps / "{name}"', "name", problem)

    def after(self, terms: Terms) -> tuple[tuple[str, Step], ...]:
        """The steps of the post-match of such a match."""
        if terms.friendly and self.after_friendly is not None:
            return self.after_friendly
        return self.post_match

    @property
    def steps(self) -> tuple[tuple[str, Step], ...]:
        """The steps of all sequences."""
        return (*self.founding, *self.pre_match, *self.post_match, *self.season_end, *self.won_unplayed)

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """All functions that the edition names: its steps, and those that say what its shape means."""
        hurt = (self.injuries.results, self.injuries.returned, self.injuries.problem, self.injuries.missing)
        more: tuple[Callable[..., Any] | None, ...] = (
            self.worth,
            self.book_for,
            self.derived,
            self.may_be,
            self.squad_of,
        )
        if self.rising is not None:
            more = (*more, self.rising.positions, self.rising.infects, self.rising.somebody)
        named = (self.learnable, self.standing, self.check_report, self.findings, *hurt, self.injuries.carry)
        return (*(step for _, step in self.steps), *(each for each in more if each is not None), *named)

    @property
    def key(self) -> str:
        """The edition's identifier, which is also stored: ``pbbl-1.10``."""
        return self.book.key


@lru_cache(maxsize=256)
def _book_of(edition: Edition, house: HouseRules) -> Book:
    """One book for equal house rules, since what is worked out from a book is kept for that very book.

    What a league has entered joins the book before the edition changes its numbers.
    """
    book = with_own_rows(edition.book, dict(house.values))
    return edition.book_for(book, house) if edition.book_for is not None else book


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """The rules of a league, a team or a match: an edition with house rules, and the book as the league plays it."""

    edition: Edition
    house: HouseRules
    book: Book = field(init=False)

    def __post_init__(self) -> None:
        """The edition's tables, with the numbers that the house rules change."""
        object.__setattr__(self, "book", _book_of(self.edition, self.house))

    def source(self, purpose: str) -> Source:
        """The rule and page to cite: ``**ruleset.source("winnings")`` for a figure, violation or question."""
        return self.book.source(purpose)

    def counted_scores(self, played: MatchPlayed) -> Pair[int]:
        """The scores that count in tables: as they were played, or with the winner of a conceded match ahead.

        Where the winner of such a match wins to nothing, the score is 2-0 at least; or they have what the other side
        has scored, and one more.
        """
        scores, winner = played.reports, played.winner()
        home, away = scores.home.score, scores.away.score
        if played.result.conceded_by is not None and self.house["conceded_score"] == "two_nil":
            return Pair(home=max(home, 2) if winner == "home" else 0, away=max(away, 2) if winner == "away" else 0)
        if played.result.conceded_by is not None and self.house["conceded_score"] == "handed_over":
            both = home + away + 1
            return Pair(home=both if winner == "home" else 0, away=both if winner == "away" else 0)
        if played.result.conceded_by is None or self.house["conceded_score"] == "as_played":
            return Pair(home=home, away=away)
        return Pair(
            home=max(home, away + 1) if winner == "home" else home,
            away=max(away, home + 1) if winner == "away" else away,
        )

    def stage(self, terms: Terms) -> MatchStage:
        """The book's row for the stage of such a match."""
        return self.book.stages[terms.stage]

    def worth(self, sheet: TeamSheet, facts: Facts | None = None) -> Figure | None:
        """What a team is worth, in the unit of `book.worth`; None if the book does not say.

        With the `facts` of a match about its side, it is what the team is worth in that match.
        """
        return self.edition.worth(self, sheet, facts) if self.edition.worth is not None else None

    def value(self, sheet: TeamSheet, facts: Facts | None = None) -> int:
        """The amount of `worth`, to store and to compare; 0 if the book does not say."""
        figure = self.worth(sheet, facts)
        return figure.amount if figure is not None else 0

    def learning_cost(self, sheet: TeamSheet, line: PlayerSheet, key: str) -> int:
        """What a skill or a characteristic (``+ST``) adds to a player's worth. Raises KeyError for an unknown one."""
        for one in self.edition.learnable(self, sheet, line, ()):
            if without_value(one.key) == without_value(key):
                return one.cost
        raise KeyError(key)

    def standing(self, line: PlayerSheet) -> Standing:
        """What a player's points mean in the edition."""
        return self.edition.standing(self, line)

    @property
    def credited_causes(self) -> tuple[str, ...]:
        """The causes of an injury that count as a deed of the player who caused it, as the league has chosen them."""
        deed = self.book.credited
        if deed is None or not deed.option:
            return self.book.credited_causes
        return dict(deed.other_causes).get(self.house.choice(deed.option), deed.causes)

    @property
    def open_lists(self) -> tuple[str, ...]:
        """The names of the lists that a new team can have: all but those that the league switched off or closed."""
        pack = self.pack
        lists = [each for each in self.book.lists.values() if not each.closed]
        lists = [each for each in lists if pack is None or pack.row(each.name, each.tier) is not None]
        return tuple(each.name for each in lists if not each.option or self.house.flag(each.option))

    @property
    def pack(self) -> Pack | None:
        """The league's pack for new teams; None if it has none."""
        return pack_in(self.book, dict(self.house.values))

    @property
    def book_without_pack(self) -> Book:
        """The book without the tiers of the league's pack, for another pack that replaces it."""
        name = pack_option(self.edition.book)
        if not name or not self.house.choice(name):
            return self.book
        values = tuple((each, "" if each == name else value) for each, value in self.house.values)
        return _book_of(self.edition, replace(self.house, values=values))

    @property
    def pack_text(self) -> str:
        """The text of the league's pack; empty if it has none."""
        options = self.edition.book.options.values()
        return next((self.house.choice(option.name) for option in options if option.type == PACK), "")

    def starting_gold(self, team_list: str) -> int:
        """What a new team of a list has, in gp: by the league's pack, if that says so."""
        pack, found = self.pack, self.book.lists.get(team_list)
        row = pack.row(team_list, found.tier) if pack is not None and found is not None else None
        return row.gold if row is not None and row.gold else self.house.integer("starting_treasury")

    def team_list(self, sheet: TeamSheet) -> TeamList:
        """The team list of a team."""
        return self.book.lists[sheet.team_list]

    def position(self, sheet: TeamSheet, line: PlayerSheet) -> Position | None:
        """The team list's row for a player; None for a position that is not on the list (C9)."""
        for position in self.team_list(sheet).positions:
            if position.name == line.position:
                return position
        return None


def cite(ruleset: Ruleset, rule: str) -> Source:
    """A rule of the book by its id, with its page: for what only one book has, and no purpose of shared code names."""
    return Source(rule=rule, page=ruleset.book.pages[rule])
