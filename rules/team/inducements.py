"""Inducements (I1-I11): what a side wants to buy, what it can buy with, and the prices for its team.

`rules.team.purchases` checks whether a purchase is allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.rows.match_day import Inducement
from rules.book.rows.teams import Position, Star
from rules.sequence.explanations import Violation
from rules.sheet.match import INDUCED_KINDS, Terms
from rules.sheet.sheet import Permanent, PlayerSheet, TeamSheet, value_in
from rules.team.trophies import effects

MOST_ITEMS, MOST_OF_A_KIND = 40, 20
KEYS = frozenset({"kind", "count", "name", "position", "skills", "deck"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One item of a purchase: a kind of inducement, its count, and the other details of that kind."""

    kind: str
    count: int = 1
    name: str = ""
    position: str = ""
    skills: tuple[str, ...] = ()
    deck: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Market:
    """What a side buys inducements with and for: its sheet, the match's terms, and the gold (gp).

    ``gold`` is given for this match only and is spent first. After it the side can spend what is in ``purse``: the
    treasury, or another purse, such as gold set aside for this match, which then holds ``own`` gp. ``absent_stars`` are
    dead or injured, in a league that does not waive that (I3). ``used_before`` says in how many league matches of the
    season the team had each inducement (`used_as`). ``own_limit`` (gp) is how much of its own gold it may spend, if
    there is a limit.
    """

    ruleset: Ruleset
    sheet: TeamSheet
    terms: Terms
    gold: int
    purse: str = "treasury"
    own: int = 0
    absent_stars: frozenset[str] = frozenset()
    used_before: Mapping[str, int] = field(default_factory=dict)
    own_limit: int | None = None

    @property
    def own_gold(self) -> int:
        """The team's own gold that it can spend, in gp."""
        have = self.sheet.treasury if self.purse == "treasury" else self.own
        return have if self.own_limit is None else min(have, self.own_limit)

    @property
    def card_budget(self) -> int:
        """The gold that is only for special play cards, in gp; 0 if the league gives none (S2)."""
        house = self.ruleset.house
        return house.integer("card_budget") if house["special_play_cards"] == "budget" else 0

    @property
    def card_limit(self) -> int:
        """The most special play cards that a side can draw for a match; in an edition without a limit, all of them."""
        return self.ruleset.house.integer("card_limit") or len(self.ruleset.book.cards)

    def broken(self, purpose: str, id: str, **args: int | str) -> Violation:
        """A violation with the page of its rule."""
        return Violation(id=id, args=tuple(args.items()), **self.ruleset.source(purpose))

    @property
    def permanent(self) -> tuple[Item, ...]:
        """The inducements on the roster, which the team has in every match (L9).

        Absent stars are left out, and a league's own whom it has taken off its list since.
        """
        items = (item_of(permanent) for permanent in self.sheet.inducements)
        known = (item for item in items if item.kind != "star" or item.name in self.ruleset.book.stars)
        return tuple(item for item in known if not self.absent_stars & set(star_names(self.ruleset, item)))

    @property
    def closed(self) -> bool:
        """Whether the house rules forbid inducements in such a match (P4)."""
        house = self.ruleset.house
        if self.terms.tournament == "minor" and not self.ruleset.stage(self.terms).inducement_gold:
            return house["minor_tournament_inducements"] == "none"
        return self.terms.stage == "play_off" and house["play_off_inducements"] == "none"

    @property
    def nothing_but_cards(self) -> bool:
        """Whether no inducements but cards are allowed (P4, S2)."""
        return self.closed or self.ruleset.house["special_play_cards"] == "only"

    @property
    def journeymen_allowed(self) -> int:
        """How many journeymen the team can hire: as many as it needs for a full field (I2)."""
        return max(0, self.ruleset.book.field.players - len(self.sheet.available))

    @property
    def room(self) -> int:
        """How many more players can join for the match; of most books, players who miss it do not count (I1, I3)."""
        absent = any(each.absent_count for each in self.ruleset.book.inducements.values())
        present = self.sheet.players if absent else self.sheet.available
        taken = len(present) + sum(places(self.ruleset, item) for item in self.permanent if _plays(item))
        return max(0, self.ruleset.book.most_players(self.sheet.team_list) - taken)


def own_gold_in(book: Book, args: Mapping[str, Any]) -> int:
    """The team's own gold in the arguments of the question about inducements, in gp: what is in the purse that pays.

    That purse is one of the book's, or a fact: gold that was set aside for the match.
    """
    return next((int(args[purse]) for purse in (*book.purses, *book.facts) if purse in args), 0)


class Unreadable(ValueError):
    """Raised for an answer that does not have the form of a purchase: the id of the problem, and the bad value."""

    def __init__(self, id: str, found: Any) -> None:
        super().__init__(f"{id}: {found!r:.80}")
        self.id = id
        self.found = f"{found!r:.80}"


def item_of(permanent: Permanent) -> Item:
    """A permanent inducement of a roster as an item."""
    return Item(
        kind=permanent.inducement,
        count=permanent.count,
        name=permanent.star,
        position=permanent.position,
        skills=permanent.skills,
    )


def used_as(item: Item) -> str:
    """What an item is counted as when the uses of a season are counted: the star, the position, or the kind."""
    return item.name or item.position or item.kind


def with_skills(what: str, skills: Sequence[str]) -> str:
    """A star or a position, with the skills that were paid for: ``Ogre (Guard, Grab)``."""
    return f"{what} ({', '.join(skills)})" if skills else what


def permanent_counts(market: Market) -> tuple[tuple[str, int], ...]:
    """How many inducements of each kind are on the roster (L9), in the order of the roster."""
    counts: Counter[str] = Counter()
    for item in market.permanent:
        counts[item.kind] += item.count
    return tuple(counts.items())


def _plays(item: Item) -> bool:
    return item.kind in INDUCED_KINDS


def parse_items(answer: Any, *, permanent: int = 0) -> tuple[Item, ...]:
    """The items of an answer. With ``permanent`` items on the roster, fewer are allowed. Raises ``Unreadable``."""
    if answer is None:
        return ()
    if not isinstance(answer, (list, tuple)) or len(answer) > MOST_ITEMS - permanent:
        raise Unreadable("inducement.not_a_list", answer)
    return tuple(_parse(item) for item in answer)


def _parse(item: Any) -> Item:
    if not isinstance(item, Mapping) or item.keys() - KEYS or "kind" not in item:
        raise Unreadable("inducement.unreadable", item)
    count, skills = item.get("count", 1), item.get("skills", ())
    if type(count) is not int or not 0 <= count <= MOST_OF_A_KIND:
        raise Unreadable("inducement.count", count)
    texts = {key: item.get(key, "") for key in ("kind", "name", "position", "deck")}
    if not isinstance(skills, (list, tuple)) or not all(isinstance(text, str) for text in (*texts.values(), *skills)):
        raise Unreadable("inducement.unreadable", item)
    return Item(count=count, skills=tuple(skills), **texts)


def from_budget(market: Market, items: Sequence[Item]) -> int:
    """What the cards among the items cost, in gp, if there is a budget for cards; else 0 (S2)."""
    if not market.card_budget:
        return 0
    return sum(price(market, item) for item in items if item.kind == "card")


def price(market: Market, item: Item) -> int:
    """What an item costs this team, in gp; 0 if the team cannot have it."""
    book, inducement = market.ruleset.book, market.ruleset.book.inducements[item.kind]
    if item.kind == "star":
        star = book.stars.get(item.name)
        partner = book.stars.get(star.pair) if star and star.pair else None
        return sum(_fee(market, inducement, each) for each in (star, partner) if each is not None)
    if item.kind in ("mercenary", "journeyman"):
        position = position_of(market, item)
        if position is None:
            return 0
        return item.count * (hiring_price(inducement, position) + len(item.skills) * inducement.skill_price)
    if item.kind == "card":
        deck = next((deck for deck in book.decks if deck.name == item.deck), None)
        return item.count * deck.price if deck else 0
    return item.count * unit_price(market, inducement)


def _fee(market: Market, inducement: Inducement, star: Star) -> int:
    """What a star costs this team for one match, in gp: the price on the list, or so much per cent of it."""
    team_list = market.sheet.team_list
    percent = value_in(inducement.percent_by_list, team_list, inducement.cost_percent)
    if dict(inducement.spared_by_list).get(team_list) in star.keywords:
        percent = inducement.cost_percent
    return star.cost * (percent or 100) // 100


def hiring_price(inducement: Inducement, position: Position) -> int:
    """What a player of a position costs for one match, in gp, without more skills."""
    return position.price * (inducement.cost_percent or 100) // 100 + inducement.surcharge


def playing(market: Market, inducement: Inducement) -> tuple[PlayerSheet, ...]:
    """The players whose places those hired with it cannot take: who can play, or all, if the book counts the absent."""
    return market.sheet.players if inducement.absent_count else market.sheet.available


def unit_price(market: Market, inducement: Inducement) -> int:
    """The price of an inducement for this team, in gp: lower for some team lists and holders of some trophies."""
    special = value_in(inducement.prices_by_list, market.sheet.team_list, inducement.price)
    held = effects(market.ruleset, market.sheet, "inducement_price")
    return min([special, *(effect.amount for _, effect in held if effect.inducement == inducement.key)])


def position_of(market: Market, item: Item) -> Position | None:
    """The position of a mercenary or a journeyman on the team list; None if there is none of that name."""
    for position in market.ruleset.team_list(market.sheet).positions:
        if position.name == item.position:
            return position
    return None


def star_names(ruleset: Ruleset, item: Item) -> tuple[str, ...]:
    """The star of an item, and the star's partner if the two are hired together."""
    star: Star | None = ruleset.book.stars.get(item.name)
    if star is None:
        return (item.name,)
    return (star.name, star.pair) if star.pair else (star.name,)


def places(ruleset: Ruleset, item: Item) -> int:
    """How many places on the roster an item's players take."""
    return len(star_names(ruleset, item)) if item.kind == "star" else item.count
