"""Checks across the tables of a book: all names exist, tables cover all dice results, all defaults are allowed.

They run once, when a book is read. Each problem is a BookError that names the file, the table and the key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import product

from rules.book.book import Book
from rules.book.casualty_checks import casualty_problems
from rules.book.deed_checks import deed_problems, roster_problems
from rules.book.entered.list_checks import list_problems, position_problems, profile_problems, rules_in
from rules.book.option_checks import option_problems
from rules.book.peoples import shared_peoples
from rules.book.rows.match_day import Healing
from rules.book.rows.shape import ROSTER_COLUMNS
from rules.book.rows.teams import Star, TeamList
from rules.book.statements import PURPOSES
from rules.book.toml_tables import BookError, no_such
from rules.sequence.sequence import faces_of
from rules.sheet.match import CAUSES, DECISIONS, STAGES, STOPPED

DIRECTIONS = ("higher", "lower")
TROPHY_EFFECTS = ("reroll", "fan_factor", "winnings", "inducement_price", "medal", "best_player", "gift")

WORTH_UNITS = ("gp", "points")
PURSES = ("treasury", "bank")
GOODS = ("rerolls", "fan_factor")
SCOPES = ("player", "side", "both")
FACT_UNITS = ("gp", "points", "fans", "number")

EARLY = "conceding_early"

Place = tuple[str, str]  # table and row


def check_book(book: Book, files: Mapping[str, str]) -> None:
    """Raises BookError for the first problem. `files` gives the file of each table."""
    Checker(book, files).check()


class Checker:
    """One pass over one book; it knows the files, for its messages."""

    def __init__(self, book: Book, files: Mapping[str, str]) -> None:
        self.book = book
        self.files = files
        self.categories = {skill.category for skill in book.skills.values()}
        self.special_rules = {name for each in book.lists.values() for name in rules_in(each)}

    def check(self) -> None:
        self.check_statements()
        self.check_presentation()
        self.check_shape()
        self.check_skills()
        self.check_peoples()
        for team_list in self.book.lists.values():
            self.check_list(team_list)
        for star in self.book.stars.values():
            self.check_star(star)
        self.check_who_hires_whom()
        self.check_inducements()
        self.check_trophies()
        self.check_cards()
        self.check_dice()
        self.check_casualties()
        self.check_improvement()
        self.check_match()
        for place, key, problem in option_problems(self.book):
            raise self.error(place, key, problem)

    def error(self, place: Place, key: str, problem: str) -> BookError:
        table, row = place
        return BookError(self.files.get(table, ""), f'{table} / "{row}"' if row else table, key, problem)

    def need(self, place: Place, key: str, wanted: Iterable[str], known: Collection[str], what: str) -> None:
        """Every wanted name is known, and none is wanted twice."""
        for name, times in Counter(wanted).items():
            if name not in known:
                raise self.error(place, key, no_such(what, name, known))
            if times > 1:
                raise self.error(place, key, f'"{name}" is here twice')

    def check_statements(self) -> None:
        """Every purpose is a known one, and every cited rule has a page."""
        self.need(("statements", ""), "purpose", list(self.book.statements), PURPOSES, "purpose")
        for purpose, rule in self.book.statements.items():
            self.need(("statements", ""), purpose, [rule], self.book.pages, "page for statement")
        for table in ("summaries", "doubts"):
            self.need((table, ""), "statement", list(getattr(self.book, table)), self.book.pages, "page for statement")

    def check_presentation(self) -> None:
        """What people read before they choose a book: whole sentences, each once."""
        for key, sentences in (
            ("about", [self.book.about] if self.book.about else []),
            ("differs", self.book.differs),
            ("uncertain", self.book.uncertain),
        ):
            for sentence in sentences:
                if len(sentence.split()) < 3 or not sentence.endswith("."):
                    raise self.error((key, ""), key, f'must be whole sentences, not "{sentence}"')
            self.need((key, ""), key, sentences, sentences, "sentence")

    def check_shape(self) -> None:
        """Characteristics have a direction and room between their bounds; deeds are counted in ways that exist."""
        for each in self.book.profile.values():
            place = ("profile", each.key)
            self.need(place, "better", [each.better], DIRECTIONS, "direction")
            if each.shown.replace("{n}", "") == each.shown:
                raise self.error(place, "shown", f'must hold {{n}}, not "{each.shown}"')
            if each.floor >= each.ceiling:
                raise self.error(place, "ceiling", f"must be more than the floor, {each.floor}")
            if each.may_be_missing and each.floor <= 0:
                raise self.error(place, "may_be_missing", "is written 0, so the floor must be more than 0")
        for deed in self.book.deeds.values():
            place = ("deeds", deed.key)
            for causes in (deed.causes, *(causes for _, causes in deed.other_causes)):
                self.need(place, "causes", causes, CAUSES, "cause")
            choices = [option.name for option in self.book.options.values() if option.type == "choice"]
            self.need(place, "option", filter(None, [deed.option]), choices, "choice")
        self.need(("result", ""), "decided_by", self.book.result.decided_by, DECISIONS, "way to decide a draw")
        self.need(("result", ""), "stopped", self.book.result.stopped, STOPPED, "way in which a match is stopped")
        self.check_conceding_early()
        self.need(("roster", ""), "column", self.book.roster, ROSTER_COLUMNS, "column")
        for wrong, key, problem in (*deed_problems(self.book), *roster_problems(self.book)):
            raise self.error(wrong, key, problem)
        self.check_team_shape()

    def check_conceding_early(self) -> None:
        """A book says with how few players a team concedes early if it has a statement on that, else not."""
        few, stated = self.book.result.few_to_concede, EARLY in self.book.statements
        if stated != (few > 0):
            problem = f'must be at least 1: there is a statement "{EARLY}"'
            absent = f'must not be here: there is no statement "{EARLY}"'
            raise self.error(("result", ""), "few_to_concede", problem if stated else absent)

    def check_team_shape(self) -> None:
        """Purses and goods are those that a sheet has; worth and facts have units and scopes that exist."""
        book = self.book
        if book.worth is not None:
            self.need(("worth", ""), "unit", [book.worth.unit], WORTH_UNITS, "unit of worth")
        self.need(("purses", ""), "key", tuple(book.purses), PURSES, "purse")
        if "treasury" not in book.purses and (book.purses or (book.worth is not None and book.worth.unit == "gp")):
            raise self.error(("purses", ""), "key", 'must have "treasury": the book has a bank or a worth in gp')
        self.need(("goods", ""), "key", tuple(book.goods), GOODS, "good")
        for fact in book.facts.values():
            self.need(("facts", fact.key), "scope", [fact.scope], SCOPES, "scope")
            self.need(("facts", fact.key), "unit", [fact.unit], FACT_UNITS, "unit")
            self.need(("facts", fact.key), "stands_for", filter(None, [fact.stands_for]), book.goods, "good")

    def check_skills(self) -> None:
        for skill in self.book.skills.values():
            self.need(("skills", skill.name), "bars", skill.bars, self.book.skills, "skill")
            self.need(("skills", skill.name), "needs", skill.needs, self.book.skills, "skill")
        taken = {name.casefold() for name in self.book.skills}
        for skill in self.book.skills.values():
            for alias in skill.aliases:
                if alias.casefold() in taken and alias.casefold() != skill.name.casefold():
                    raise self.error(("skills", skill.name), "aliases", f'"{alias}" is another skill\'s name')
                taken.add(alias.casefold())

    def check_peoples(self) -> None:
        """A book's own people has a key of its own, and names."""
        for people in self.book.peoples.values():
            place = ("peoples", people.key)
            if people.key in shared_peoples():
                raise self.error(place, "key", "is a people of all editions; a team list can name it as it is")
            for key, names in (("first", people.first), ("last", people.last)):
                self.need(place, key, names, names, "name")
                if not names:
                    raise self.error(place, key, "has no names")

    def check_list(self, team_list: TeamList) -> None:
        for key, problem in list_problems(self.book, team_list):
            raise self.error(("lists", team_list.name), key, problem)
        for position in team_list.positions:
            for key, problem in position_problems(self.book, position):
                raise self.error(("lists", f"{team_list.name}: {position.name}"), key, problem)

    def check_star(self, star: Star) -> None:
        place = ("stars", star.name)
        for key, problem in profile_problems(self.book, star.profile):
            raise self.error(place, key, problem)
        self.need(place, "skills", star.skills, self.book.skills, "skill")
        self.need(place, "lists", star.lists, self.book.lists, "team list")
        self.need(place, "plays_for", star.plays_for, self.special_rules, "special rule of a list")
        if star.pair:
            self.need(place, "pair", [star.pair], self.book.stars, "star player")
            if self.book.stars[star.pair].pair != star.name:
                raise self.error(place, "pair", f'"{star.pair}" is not paired with "{star.name}"')

    def check_who_hires_whom(self) -> None:
        """A team list names a star if and only if the star names the list."""
        for team_list in self.book.lists.values():
            for star in team_list.stars:
                if team_list.name not in self.book.stars[star].lists:
                    raise self.error(("lists", team_list.name), "stars", f'"{star}" does not play for this list')
        for each in self.book.stars.values():
            for name in each.lists:
                if each.name not in self.book.lists[name].stars:
                    raise self.error(("stars", each.name), "lists", f"the {name} list does not name this star")

    def check_inducements(self) -> None:
        for inducement in self.book.inducements.values():
            place = ("inducements", inducement.key)
            names = [name for name, _ in inducement.prices_by_list]
            self.need(place, "prices_by_list", names, self.book.lists, "team list")
            self.need(place, "only_for", inducement.only_for, self.book.lists, "team list")
            tiers = {str(each.tier) for each in self.book.lists.values()}
            self.need(place, "only_tier", [str(inducement.only_tier)] if inducement.only_tier else [], tiers, "tier")
            cheaper = filter(None, [inducement.cheaper_with])
            self.need(place, "cheaper_with", cheaper, self.special_rules, "special rule of a list")
            self.need(place, "sold_to", inducement.sold_to, self.special_rules, "special rule of a list")
            counted = [inducement.counts_as] if inducement.counts_as else []
            self.need(place, "counts_as", counted, self.book.inducements, "inducement")
            self.need(place, "bars_star", filter(None, [inducement.bars_star]), self.book.stars, "star player")
            for key in ("percent_by_list", "spared_by_list", "maximum_by_list"):
                self.need(place, key, [name for name, _ in getattr(inducement, key)], self.book.lists, "team list")
            self.need(place, "rule", [inducement.rule], self.book.pages, "rule")
            self.need(place, "skills", inducement.skills, self.book.skills, "skill")

    def check_trophies(self) -> None:
        if self.book.minor_prizes is not None:
            self.need(("minor_prizes", ""), "rule", [self.book.minor_prizes.rule], self.book.pages, "rule")
        if (league := self.book.league_play) is not None:
            self.need(("league_play", ""), "rule", [league.rule, league.play_off_rule], self.book.pages, "rule")
        for scheme in self.book.points_schemes:
            self.need(("points_schemes", ""), "rule", [scheme.rule], self.book.pages, "rule")
        for trophy in self.book.trophies.values():
            place = ("trophies", trophy.key)
            self.need(place, "rule", [trophy.rule], self.book.pages, "rule")
            for effect in trophy.effects:
                self.need(place, "rule", [effect.rule], self.book.pages, "rule")
                self.need(place, "kind", [effect.kind], TROPHY_EFFECTS, "effect")
                self.need(place, "inducement", filter(None, [effect.inducement]), self.book.inducements, "inducement")
                self.need(place, "stage", filter(None, [effect.stage]), STAGES, "stage")
                self.need(place, "skills", effect.skills, self.book.skills, "skill")
                self.need(place, "categories", effect.categories, self.categories, "skill category")

    def check_cards(self) -> None:
        decks = [deck.name for deck in self.book.decks]
        timings = [timing.key for timing in self.book.card_timings]
        self.need(("decks", ""), "name", decks, decks, "deck")
        self.need(("card_timings", ""), "key", timings, timings, "card timing")
        names = [card.name for card in self.book.cards]
        self.need(("cards", ""), "name", names, names, "card")
        for card in self.book.cards:
            self.need(("cards", card.name), "deck", [card.deck], decks, "deck")
            self.need(("cards", card.name), "timing", [card.timing], timings, "card timing")

    def check_dice(self) -> None:
        """The rows of each table are in order and cover every result of its dice once; no dice, no rows."""
        tables = {
            "weather": (self.book.weather_dice, [(row.low, row.high) for row in self.book.weather]),
            "kick_off": (self.book.kick_off_dice, [(row.low, row.high) for row in self.book.kick_off]),
        }
        if (improvement := self.book.improvement) is not None:
            tables["improvement"] = (improvement.dice, [(row.low, row.high) for row in improvement.rows])
        for table, (dice, rows) in tables.items():
            if not dice and rows:
                raise self.error((table, ""), "dice", "are needed, because the table has rows")
            results = totals(dice) if dice else []
            covered = [result for low, high in rows for result in results if low <= result <= high]
            if covered != results:
                wrong = sorted(set(results).symmetric_difference(covered)) or sorted(covered)
                raise self.error((table, ""), "low and high", f"rows leave out, repeat or disorder results: {wrong}")
        minimums = [level.minimum for level in self.book.levels]
        if (minimums and minimums[0] != 0) or minimums != sorted(set(minimums)):
            raise self.error(("levels", ""), "minimum", f"must rise from 0, not {minimums}")

    def check_casualties(self) -> None:
        for place, key, problem in casualty_problems(self.book):
            raise self.error(place, key, problem)

    def check_improvement(self) -> None:
        known = self.book.characteristics
        if (table := self.book.improvement) is None:
            return
        self.need(
            ("improvement", ""), "unlisted_categories", table.unlisted_categories, self.categories, "skill category"
        )
        for row in table.rows:
            self.need(("improvement", ""), "characteristics", row.characteristics, known, "characteristic")
        priced = [name for name, _ in table.characteristic_costs]
        self.need(("improvement", ""), "characteristic_costs", known, priced, "cost for characteristic")

    def check_match(self) -> None:
        """The stages are those that a match can have; healing, SPP and the raised use known names."""
        if tuple(self.book.stages) != STAGES:
            raise self.error(("stages", ""), "key", f"must be {', '.join(STAGES)} in this order")
        healing, skills = self.book.healing or Healing(), self.book.skills
        results = [row.key for row in self.book.casualties]
        self.need(("healing", ""), "healer_result", filter(None, [healing.healer_result]), results, "casualty result")
        self.need(("healing", ""), "regeneration_skill", filter(None, [healing.regeneration_skill]), skills, "skill")
        self.need(("healing", ""), "second_roll_skill", filter(None, [healing.second_roll_skill]), skills, "skill")
        self.need(("healing", ""), "eating_skill", filter(None, [healing.eating_skill]), skills, "skill")
        positions = {position.name for team_list in self.book.lists.values() for position in team_list.positions}
        for raised in self.book.raised.values():
            place = ("raised", raised.name)
            self.need(place, "name", [raised.name], positions, "position")
            self.need(place, "characteristic", [raised.characteristic], self.book.characteristics, "characteristic")
            self.need(place, "barred_skills", raised.barred_skills, skills, "skill")
            self.need(place, "skill", filter(None, [raised.skill]), skills, "skill")
            self.need(
                place, "special_rule", filter(None, [raised.special_rule]), self.special_rules, "special rule of a list"
            )
            self.need(place, "causes", raised.causes, CAUSES, "cause")
            self.need(place, "rule", [raised.rule], self.book.pages, "rule")
        for staff in self.book.staff.values():
            self.need(("staff", staff.key), "rule", [staff.rule], self.book.pages, "rule")


def totals(dice: tuple[int, ...]) -> list[int]:
    """Every possible total of the dice, the smallest first."""
    return sorted({sum(faces) for faces in product(*map(faces_of, dice))})
