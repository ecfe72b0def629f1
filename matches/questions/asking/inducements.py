"""Buying inducements (P2-P5, I1-I11): what this team can buy at what price, what it cannot and why, the total."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from guide.addresses import of_inducement, of_star
from leagues.citations import cited
from matches.questions.asking.form import AnswerForm
from matches.questions.asking.offers import Offer
from matches.sequence.bought import inducement_words
from matches.sequence.closing import as_json
from rules.book.rows.match_day import Inducement
from rules.book.rows.teams import Position
from rules.match_day.cards import card_items
from rules.sequence.explanations import Figure, Violation
from rules.sheet.match import INDUCED_KINDS
from rules.team.inducements import (
    MOST_OF_A_KIND,
    Item,
    Market,
    own_gold_in,
    parse_items,
    price,
    star_names,
    unit_price,
)
from rules.team.purchases import broken_rules, judge
from rules.team.special_rules import open_to
from rules.words.words import k, name_of, opened, say_label, say_reason
from teams.asking.counts import whole
from teams.presentation.figures import shown_figure, shown_violations

TOO_DEAR, TOO_MANY_JOURNEYMEN = "inducement.too_dear", "inducement.journeymen"
TOO_MANY, STAR_ONCE = "inducement.too_many", "inducement.star_once"
MOST_MERCENARIES = 16
SPARE_ROWS = 2


class InducementsForm(AnswerForm):
    """What a side buys for one match."""

    template = "matches/questions/asking/_inducements.html"
    sum_template = "matches/questions/asking/_inducements_sum.html"
    submit = _("Buy and finish")
    nothing = _("Buy nothing")

    def prepare(self) -> None:
        """Everything in the book, with its price for this team or the reason why the team cannot buy it."""
        self.market = self.state.prepared.state.market(self.asked_side)
        self.drawn = card_items(self.ruleset.book, self.state.prepared.state.hands.get(self.asked_side, ()))
        self.gold, self.own_gold = self.args["gold"], own_gold_in(self.ruleset.book, self.args)
        self.gold_name, self.purse_name = self._names_of_gold()
        self.standing = [inducement_words(self.ruleset, as_json(item)) for item in self.market.permanent]
        self.plain = [self._plain(one) for one in self.ruleset.book.inducements.values() if self._is_plain(one)]
        team_list, sold = self.ruleset.team_list(self.market.sheet), self.ruleset.book.inducements
        self.sells_stars = "star" in sold
        self.stars = self._stars(team_list.stars) if self.sells_stars else []
        self._prepare_journeymen(team_list.journeyman_positions if "journeyman" in sold else ())
        self._prepare_mercenaries(team_list.positions, sold.get("mercenary"))
        self._sum_up(())

    @property
    def gold_is_given(self) -> bool:
        """Whether the book gives gold for some matches."""
        return any(stage.inducement_gold for stage in self.ruleset.book.stages.values())

    def _names_of_gold(self) -> tuple[str, str]:
        """What the book calls the gold that is given for the match, and the team's own."""
        book, purse = self.ruleset.book, self.market.purse
        gold = Figure(id="inducement_gold", amount=self.gold, **self.ruleset.source("inducements"))
        given = say_label(gold, book=book, translate=gettext)
        own = book.purses.get(purse) or book.facts[purse]
        return opened(given), gettext(own.name)

    def _prepare_journeymen(self, positions: tuple[Position, ...]) -> None:
        self.journeymen_allowed = self.market.journeymen_allowed
        self.journeymen = [self._journeyman(one) for one in positions]
        wanted = [Item(kind="journeyman", position=one.name) for one in positions[:1]]
        self.why_no_journeymen = [reason for item in wanted for reason in self._why_not(item)]

    def _is_plain(self, inducement: Inducement) -> bool:
        """Whether it is bought by a number, and this team is among those that it is for."""
        sheet = self.market.sheet
        for_list = inducement.sold_by_list(self.ruleset.team_list(sheet))
        for_team = for_list and open_to(self.ruleset, sheet, inducement.sold_to)
        return for_team and inducement.key not in (*INDUCED_KINDS, "card")

    def _why_not(self, item: Item) -> list[str]:
        """Why the team cannot buy even one of these, apart from gold. Worded as information, not as an error."""
        found = [one for one in broken_rules(self.market, [item]) if one.id != TOO_DEAR]
        return [self._reason(one) for one in found]

    def _reason(self, violation: Violation) -> str:
        if violation.id == TOO_MANY_JOURNEYMEN and not self.market.journeymen_allowed:
            enough = gettext("Not needed: %(players)d players of this team can play%(source)s.")
            players = self.market.ruleset.book.field.players
            return enough % {"players": players, "source": cited(violation.rule, violation.page)}
        if self._stands(violation):
            held = gettext("Already on the roster, and the maximum is reached%(source)s.")
            return held % {"source": cited(violation.rule, violation.page)}
        return say_reason(violation, book=self.state.ruleset.book, names=self.state.names, translate=gettext)

    def _stands(self, violation: Violation) -> bool:
        """Whether the team cannot buy one only because its roster already has it (L9)."""
        args, standing = dict(violation.args), self.market.permanent
        if violation.id == TOO_MANY:
            return any(item.kind == args["kind"] for item in standing)
        stars = {name for item in standing if item.kind == "star" for name in star_names(self.ruleset, item)}
        return violation.id == STAR_ONCE and args["star"] in stars

    def _plain(self, inducement: Inducement) -> dict[str, Any]:
        each, name = unit_price(self.market, inducement), f"count.{inducement.key}"
        limit = inducement.most_for(self.market.sheet.team_list)
        most = MOST_OF_A_KIND if limit is None else limit
        offer = Offer(
            field=f"{self.slug}-{name}",
            name=inducement.name,
            price=each,
            most=most,
            summary=inducement.summary,
            page=str(inducement.pages or ""),
            doubt=inducement.doubt,
            url=of_inducement(self.ruleset.book, inducement.key),
            why_not=tuple(self._why_not(Item(kind=inducement.key))),
            too_dear=each > self.gold + self.own_gold,
        )
        return {"offer": offer, "name": name, "typed": self.typed(name)}

    def _journeyman(self, position: Position) -> dict[str, Any]:
        name = f"journeyman.{position.name}"
        each = price(self.market, Item(kind="journeyman", position=position.name))
        return {"name": name, "label": position.name, "price": each, "typed": self.typed(name)}

    def _stars(self, names: tuple[str, ...]) -> list[dict[str, Any]]:
        items: list[Item] = []
        partners: set[str] = set()
        picked = self.data.getlist("star") if self.is_bound else []
        for name in names:
            star = self.ruleset.book.stars.get(name)
            if star is None or not open_to(self.ruleset, self.market.sheet, star.plays_for):
                continue
            if name not in partners:
                items.append(Item(kind="star", name=name))
                partners.update(star_names(self.ruleset, items[-1]))
        items.sort(key=lambda item: price(self.market, item))
        return [
            {"offer": self._star(item, nth), "value": item.name, "picked": item.name in picked}
            for nth, item in enumerate(items, start=1)
        ]

    def _star(self, item: Item, nth: int) -> Offer:
        book, fee = self.ruleset.book, price(self.market, item)
        stars = [book.stars[name] for name in star_names(self.ruleset, item)]
        return Offer(
            field=f"{self.slug}-star{nth}",
            name=" & ".join(one.name for one in stars),
            price=fee,
            page=str(stars[0].page or ""),
            url=of_star(book, item.name),
            players=tuple(stars),
            book=book,
            why_not=tuple(self._why_not(item)),
            too_dear=fee > self.gold + self.own_gold,
        )

    def _prepare_mercenaries(self, positions: tuple[Position, ...], sold: Inducement | None) -> None:
        book = self.ruleset.book
        self.mercenary_maximum, self.mercenary_skill_price = (sold.skill_maximum, sold.skill_price) if sold else (0, 0)
        self.mercenary_offers: list[Offer] = []
        self.mercenary_comes_with = ", ".join(sold.skills) if sold else ""
        self.mercenary_name = gettext(sold.name) if sold else ""
        self.mercenary_plural = opened(gettext(name_of("mercenary", many=True, book=book)))
        if sold is None:
            return
        rows = [index for index in range(MOST_MERCENARIES) if self.typed(f"mercenary.{index}")]
        count = min(MOST_MERCENARIES, max(rows, default=-1) + 1 + SPARE_ROWS)
        open_to = {one.name: [skill.as_learned for skill in book.skills_in(one.normal)] for one in positions}
        categories = dict.fromkeys(category for one in positions for category in one.normal)
        self.mercenary_offers = [self._mercenary_offer(one) for one in positions]
        self.why_no_mercenaries = [] if any(not offer.why_not for offer in self.mercenary_offers) else _("none")
        sold_now = [offer for offer in self.mercenary_offers if not offer.why_not]
        named = ((offer.name, f"{offer.name}, {k(offer.price)}") for offer in sold_now)
        self.mercenary_choices = [("", gettext("Nobody")), *named]
        groups = {each: [skill.as_learned for skill in book.skills_in([each])] for each in categories}
        skills = ((group, [(name, name) for name in names]) for group, names in groups.items())
        self.skill_choices = [("", gettext("None")), *skills]
        self.mercenaries = [self._mercenary(index) for index in range(count)]
        self.open_to = open_to

    def _mercenary_offer(self, position: Position) -> Offer:
        item = Item(kind="mercenary", position=position.name)
        return Offer(
            name=position.name,
            price=price(self.market, item),
            book=self.ruleset.book,
            team_list=self.market.sheet.team_list,
            categories=position.normal if self.mercenary_maximum else None,
            why_not=tuple(self._why_not(item)),
        )

    def _mercenary(self, index: int) -> dict[str, Any]:
        slots = range(self.mercenary_maximum)
        return {
            "index": index,
            "ordinal": index + 1,
            "position": self.typed(f"mercenary.{index}"),
            "skills": [
                {"name": f"skill.{index}.{slot}", "ordinal": slot + 1, "typed": self.typed(f"skill.{index}.{slot}")}
                for slot in slots
            ],
        }

    def value(self) -> list[dict[str, Any]]:
        """The chosen items. Raises ``ValidationError`` for a bad count, or if nothing is chosen."""
        wishes = self.wishes()
        if not wishes and not self.typed("work_out"):
            nothing = _("Choose something, or press “%(nothing)s”.")
            raise forms.ValidationError(nothing, code="nothing_chosen", params={"nothing": str(self.nothing)})
        return wishes

    def wishes(self) -> list[dict[str, Any]]:
        """The chosen items, in the form that the rules read."""
        found: list[dict[str, Any]] = []
        for name, one in self.ruleset.book.inducements.items():
            if count := whole(self.typed(f"count.{name}"), one.name, MOST_OF_A_KIND):
                found.append({"kind": name, "count": count})
        for row in self.journeymen:
            if count := whole(self.typed(row["name"]), row["label"], MOST_OF_A_KIND):
                found.append({"kind": "journeyman", "count": count, "position": row["label"]})
        found += [{"kind": "star", "name": name[:80]} for name in self.data.getlist("star")[:MOST_OF_A_KIND]]
        for index in range(MOST_MERCENARIES):
            if position := self.typed(f"mercenary.{index}"):
                skills = [self.typed(f"skill.{index}.{slot}")[:80] for slot in range(self.mercenary_maximum)]
                chosen = [skill for skill in skills if skill]
                found.append({"kind": "mercenary", "position": position[:80], "skills": chosen})
        return found

    def work_out(self) -> None:
        """The bill of the choices so far, and every rule that they break."""
        if self.is_valid():
            self._sum_up(parse_items(self.answer or []))

    def _sum_up(self, items: tuple[Item, ...]) -> None:
        purchase, drawn = judge(self.market, (*self.drawn, *items)), judge(self.market, self.drawn)
        self.bill = shown_figure(purchase.bill, self.state.names, self.state.ruleset.book)
        self.card_cost, self.card_budget = drawn.bill.amount, self.market.card_budget
        self.from_gold, self.from_own = purchase.from_gold - drawn.from_gold, purchase.from_own - drawn.from_own
        self.problems = shown_violations(purchase.violations, self.state.names, self.state.ruleset.book)


__all__ = ["InducementsForm", "Market"]
