"""Checks of a purchase of inducements (P3-P5, I1-I11): limits, gold, and the bill.

Items go in; a bill and violations come out. Nothing is bought here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.book.rows.match_day import Inducement
from rules.book.rows.teams import Position
from rules.sequence.explanations import Figure, Term, Violation, summed
from rules.sheet.match import INDUCED_KINDS
from rules.team.inducements import Item, Market, from_budget, places, playing, position_of, price, star_names, used_as
from rules.team.roster_places import full_together, too_many_together
from rules.team.special_rules import open_to


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """The result of checking a purchase: the bill, what inducement gold and own gold pay (gp), and all broken rules."""

    items: tuple[Item, ...]
    bill: Figure
    from_gold: int
    from_own: int
    violations: tuple[Violation, ...]

    @property
    def players(self) -> tuple[Item, ...]:
        """The players among the inducements: stars, mercenaries, journeymen."""
        return tuple(item for item in self.items if item.kind in INDUCED_KINDS)


def judge(market: Market, items: Sequence[Item]) -> Purchase:
    """Works out the bill of a purchase and all rules that it breaks (P3-P5, I1-I11; p35-36, 39, 43).

    Inducement gold is spent before the team's own. The inducements on the roster (L9) come first among the
    items: they cost nothing again, but count towards every limit.
    """
    known = _known(market, items)
    terms = tuple(_term(market, item) for item in known)
    bill = summed("inducements", terms, **market.ruleset.source("inducements"))
    cost = bill.amount - from_budget(market, known)
    from_gold = min(cost, market.gold)
    return Purchase(
        items=(*market.permanent, *items),
        bill=bill,
        from_gold=from_gold,
        from_own=min(cost - from_gold, market.own_gold),
        violations=broken_rules(market, items),
    )


def broken_rules(market: Market, items: Sequence[Item]) -> tuple[Violation, ...]:
    """All rules that a purchase breaks, without its bill."""
    known = _known(market, items)
    unknown = [item for item in items if item not in known]
    return (
        *(market.broken("inducements_sold", "inducement.unknown", kind=item.kind[:40]) for item in unknown),
        *_allowed(market, known),
        *_used_too_little(market, known),
        *_journeymen(market, known),
        *_limits_together(market, known),
        *_funds(market, known),
    )


def _known(market: Market, items: Sequence[Item]) -> list[Item]:
    """The items of kinds that the book sells."""
    return [item for item in items if item.kind in market.ruleset.book.inducements]


def permanent_problems(market: Market, items: Sequence[Item]) -> list[Violation]:
    """The rules that inducements break as part of a roster (L9), including limits, but not gold."""
    allowed = market.ruleset.house.choices("permanent_inducements")
    known = [item for item in items if item.kind in allowed]
    return [
        *(
            market.broken("permanent_inducements", "inducement.not_permanent", kind=item.kind[:40])
            for item in items
            if item not in known
        ),
        *(
            market.broken("permanent_inducements", "inducement.none_of_it", kind=item.kind)
            for item in known
            if item.count < 1
        ),
        *_limits_together(market, known),
    ]


def _limits_together(market: Market, items: Sequence[Item]) -> list[Violation]:
    """Limits that the items break together with the roster's own inducements, and that these alone do not break."""
    permanent = market.permanent
    before = _all_limits(market, permanent) if permanent else []
    return [violation for violation in _all_limits(market, (*permanent, *items)) if violation not in before]


def _all_limits(market: Market, items: Sequence[Item]) -> list[Violation]:
    return [
        *_limits(market, items),
        *_barred(market, items),
        *_mercenaries(market, items),
        *_stars(market, items),
        *_squad(market, items),
    ]


def _term(market: Market, item: Item) -> Term:
    inducement = market.ruleset.book.inducements[item.kind]
    name = item.name or item.position or item.deck
    args = (("kind", item.kind), ("count", item.count), ("name", name), ("skills", ", ".join(item.skills)))
    id = "inducement.skilled" if item.skills else "inducement.named" if name else "inducement.plain"
    return Term(id=id, amount=price(market, item), args=args, rule=inducement.rule, page=inducement.page)


def _allowed(market: Market, items: Sequence[Item]) -> list[Violation]:
    house, found = market.ruleset.house, []
    excluded, cards = house["excluded_inducements"], str(house["special_play_cards"])
    for kind in dict.fromkeys(item.kind for item in items):
        if isinstance(excluded, tuple) and kind in excluded:
            found.append(market.broken("excluded_inducements", "inducement.excluded", kind=kind))
        if kind == "card" and cards in ("off", "dice"):
            id = "inducement.no_cards" if cards == "off" else "inducement.cards_not_sold"
            found.append(market.broken("card_modes", id))
        if kind != "card" and cards == "only":
            found.append(market.broken("card_modes", "inducement.cards_only", kind=kind))
    if market.closed and any(item.kind != "card" or not market.card_budget for item in items):
        found.append(market.broken("play_off_inducements", "inducement.none_in_play_offs"))
    decks = {deck.name for deck in market.ruleset.book.decks}
    for item in items:
        if item.kind == "card" and item.deck not in decks:
            found.append(market.broken("cards", "inducement.no_such_deck", deck=item.deck[:40]))
    return found


def _used_too_little(market: Market, items: Sequence[Item]) -> Iterator[Violation]:
    """What a team can have in play-offs only if it had it in league matches of the season before, and had not."""
    for item in {used_as(item): item for item in items if market.terms.stage != "league"}.values():
        needed = market.ruleset.book.inducements[item.kind].uses_before_play_offs
        if needed > (uses := market.used_before.get(used_as(item), 0)):
            what = {"name": name} if (name := item.name or item.position) else {"kind": item.kind}
            id = "inducement.used_too_little" if name else "inducement.kind_used_too_little"
            yield market.broken("play_off_inducements", id, **what, uses=uses, needed=needed)


def _limits(market: Market, items: Sequence[Item]) -> list[Violation]:
    found: list[Violation] = []
    counts: Counter[str] = Counter()
    for item in items:
        counts[item.kind] += item.count
    for kind, count in counts.items():
        inducement = market.ruleset.book.inducements[kind]
        if inducement.needs_apothecary and count and not market.ruleset.team_list(market.sheet).apothecary:
            found.append(_of_row(inducement, "inducement.no_healer", team_list=market.sheet.team_list, kind=kind))
        if inducement.bars_apothecary and count and market.ruleset.team_list(market.sheet).apothecary:
            found.append(_of_row(inducement, "inducement.bars_apothecary", team_list=market.sheet.team_list, kind=kind))
        if inducement.bars_necromancer and count and market.ruleset.team_list(market.sheet).necromancer:
            found.append(_of_row(inducement, "inducement.necromancer", team_list=market.sheet.team_list, kind=kind))
        if count and not inducement.sold_by_list(market.ruleset.team_list(market.sheet)):
            found.append(_of_row(inducement, "inducement.not_for_list", team_list=market.sheet.team_list, kind=kind))
        if count and not open_to(market.ruleset, market.sheet, inducement.sold_to):
            found.append(_of_row(inducement, "inducement.not_for_list", team_list=market.sheet.team_list, kind=kind))
        if inducement.unless_staff and count and market.sheet.staff_count(inducement.unless_staff):
            found.append(_of_row(inducement, "inducement.has_staff", staff=inducement.unless_staff, kind=kind))
    return [*found, *_too_many(market, counts)]


def _too_many(market: Market, counts: Counter[str]) -> Iterator[Violation]:
    """Kinds of which there are more than their maximum, with those that count as one of them."""
    book, together = market.ruleset.book, counts.copy()
    for kind, count in counts.items():
        if limited := book.inducements[kind].counts_as:
            together[limited] += count
    for kind, count in together.items():
        row = book.inducements[kind]
        most = row.most_for(market.sheet.team_list)
        if most is not None and count > most:
            yield _of_row(row, "inducement.too_many", kind=kind, count=count, maximum=most)
    groups = {row.group: row for kind in counts if (row := book.inducements[kind]).group}
    for group, row in groups.items():
        count = sum(count for kind, count in counts.items() if book.inducements[kind].group == group)
        if count > row.group_maximum:
            maximum = row.group_maximum
            yield _of_row(row, "inducement.too_many_of_group", group=group, count=count, maximum=maximum)


def _barred(market: Market, items: Sequence[Item]) -> Iterator[Violation]:
    """Stars whom one of the inducements keeps away."""
    hired = {name for item in items if item.kind == "star" for name in star_names(market.ruleset, item)}
    for kind in dict.fromkeys(item.kind for item in items if item.count):
        row = market.ruleset.book.inducements[kind]
        if row.bars_star and row.bars_star in hired:
            yield _of_row(row, "inducement.bars_star", kind=kind, star=row.bars_star)


def _journeymen(market: Market, items: Sequence[Item]) -> list[Violation]:
    wanted = [item for item in items if item.kind == "journeyman"]
    allowed = {position.name for position in market.ruleset.team_list(market.sheet).journeyman_positions}
    found: list[Violation] = []
    count = sum(item.count for item in wanted)
    if count > market.journeymen_allowed:
        found.append(
            market.broken("journeymen", "inducement.journeymen", count=count, allowed=market.journeymen_allowed)
        )
    if any(item.position not in allowed or item.skills for item in wanted):
        found.append(market.broken("journeymen", "inducement.journeyman_position", allowed=", ".join(sorted(allowed))))
    return found


def _mercenaries(market: Market, items: Sequence[Item]) -> list[Violation]:
    found: list[Violation] = []
    for item in items:
        if item.kind != "mercenary":
            continue
        position = position_of(market, item)
        if position is None:
            found.append(market.broken("mercenaries", "inducement.no_such_position", position=item.position[:40]))
            continue
        found.extend(_mercenary_skills(market, item, position))
    hired = Counter({item.position: 0 for item in items})
    for item in items:
        if item.kind in ("mercenary", "journeyman"):
            hired[item.position] += item.count
    found.extend(_together(market, items))
    for item in {item.position: item for item in items if item.kind == "mercenary"}.values():
        position = position_of(market, item)
        row = market.ruleset.book.inducements[item.kind]
        have = sum(line.position == item.position for line in playing(market, row))
        if position is not None and have + hired[item.position] > position.maximum:
            found.append(
                market.broken(
                    "mercenaries", "inducement.position_full", position=position.name, maximum=position.maximum
                )
            )
    return found


def _together(market: Market, items: Sequence[Item]) -> Iterator[Violation]:
    """Limits for several positions together, which count hired players too."""
    hired = [item for item in items if item.kind in ("mercenary", "journeyman") for _ in range(item.count)]
    if hired:
        here = playing(market, market.ruleset.book.inducements[hired[0].kind])
        positions = (*(line.position for line in here), *(item.position for item in hired))
        yield from map(
            too_many_together, full_together(market.ruleset, market.ruleset.team_list(market.sheet), positions)
        )


def _mercenary_skills(market: Market, item: Item, position: Position) -> list[Violation]:
    maximum = market.ruleset.book.inducements["mercenary"].skill_maximum
    allowed = {skill.as_learned for skill in market.ruleset.book.skills_in(position.normal)} - set(position.skills)
    if len(item.skills) > maximum:
        return [market.broken("mercenaries", "inducement.mercenary_skills", count=len(item.skills), maximum=maximum)]
    wrong = [skill for skill in item.skills if skill not in allowed]
    if wrong or len(set(item.skills)) != len(item.skills):
        skill = (wrong or list(item.skills))[0]
        return [market.broken("mercenaries", "inducement.mercenary_skill", skill=skill[:40], position=position.name)]
    return []


def _stars(market: Market, items: Sequence[Item]) -> list[Violation]:
    stars = [item for item in items if item.kind == "star"]
    team_list = market.ruleset.team_list(market.sheet)
    found: list[Violation] = []
    for item in stars:
        star = market.ruleset.book.stars.get(item.name)
        if (
            star is None
            or team_list.name not in star.lists
            or not open_to(market.ruleset, market.sheet, star.plays_for)
        ):
            found.append(
                market.broken("stars", "inducement.not_his_team", star=item.name[:40], team_list=team_list.name)
            )
        if item.count != 1:
            found.append(market.broken("stars", "inducement.star_once", star=item.name[:40]))
    for item in stars:
        for name in star_names(market.ruleset, item):
            if name in market.absent_stars:
                found.append(market.broken("stars", "inducement.star_absent", star=name[:40]))
    names = Counter(name for item in stars for name in star_names(market.ruleset, item))
    twice = [name for name, times in names.items() if times > 1]
    if twice:
        found.append(market.broken("stars", "inducement.star_once", star=twice[0][:40]))
    return found


def _of_row(row: Inducement, id: str, /, **args: int | str) -> Violation:
    return Violation(rule=row.rule, id=id, args=tuple(args.items()), page=row.page)


def _squad(market: Market, items: Sequence[Item]) -> list[Violation]:
    maximum = market.ruleset.book.most_players(market.sheet.team_list)
    found: list[Violation] = []
    joined = sum(item.count for item in items if item.kind == "journeyman")
    for kind, purpose in (("mercenary", "mercenaries"), ("star", "stars")):
        row = market.ruleset.book.inducements.get(kind)
        size = joined + len(playing(market, row) if row is not None else market.sheet.available)
        joining = sum(places(market.ruleset, item) for item in items if item.kind == kind)
        joined, size = joined + joining, size + joining
        if joining and size > maximum:
            found.append(market.broken(purpose, "inducement.squad_full", players=size, maximum=maximum))
    return found


def _funds(market: Market, items: Sequence[Item]) -> list[Violation]:
    found: list[Violation] = []
    cards = from_budget(market, items)
    if cards > market.card_budget:
        found.append(market.broken("card_modes", "inducement.card_budget", cost=cards, budget=market.card_budget))
    cost = sum(price(market, item) for item in items) - cards
    if cost > market.gold + market.own_gold:
        found.append(
            market.broken(
                "inducements", "inducement.too_dear", cost=cost, gold=market.gold, **{market.purse: market.own_gold}
            )
        )
    return found
