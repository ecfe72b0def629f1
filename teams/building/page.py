"""The build page: the positions with their fields, and the judgement of a draft."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.guide.packs import words_for_list
from rules.team.founding import Founding, given_fans, judge, may_have, most_fans
from rules.team.founding_run import later_reroll_price
from rules.team.inducements import Item, price, star_names
from rules.words.words import k, say_worth
from teams.building import drafts, mercenaries
from teams.building.draft_form import BuildForm, Typed, count_field, permanent_label, staff_field
from teams.building.drafts import Draft
from teams.building.list_page import limits, position_cells
from teams.presentation.figures import ShownFigure, ShownViolation, shown_figure, shown_violations
from teams.presentation.skills import ShownSkill, shown_skills, skill_notes


@dataclass(frozen=True, slots=True)
class Sheet:
    """The characteristics and skills of a star. The name is empty unless two stars play as a pair."""

    name: str
    profile: tuple[tuple[str, str], ...]
    skills: tuple[ShownSkill, ...]
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Something to buy: its field, its price, its limits. For a position also the cells of its row.

    ``maximum`` is empty if any number is allowed. ``note`` says what it does, ``sheets`` what a star can do.
    """

    label: str
    price: str
    limits: str
    maximum: str
    field: Typed
    cells: str = ""
    note: str = ""
    sheets: tuple[Sheet, ...] = ()
    doubt: str = ""

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why its numbers are unsure: its own, and those of the stars."""
        return tuple(filter(None, (self.doubt, *(sheet.doubt for sheet in self.sheets))))

    @property
    def words(self) -> dict[str, str]:
        """Labels for screen readers: of the field and of its buttons."""
        what = {"what": self.label}
        return {
            "field": _("%(what)s, how many") % what,
            "fewer": _("%(what)s: one fewer") % what,
            "more": _("%(what)s: one more") % what,
        }

    @property
    def terms(self) -> str:
        """Its price and its limits."""
        return _("%(price)s each, %(limits)s") % {"price": self.price, "limits": self.limits}


@dataclass(frozen=True, slots=True)
class Place:
    """The row of one player: position, name field, number field, and the number that is filled in automatically."""

    position: str
    name: Typed
    number: Typed
    shirt: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a draft costs and which rules it breaks. A draft that cannot be read has errors and no sums.

    ``left`` and ``value`` are empty if the book has no gold or does not say what teams are worth; so is ``worth``,
    its name for that.
    """

    cost: ShownFigure | None
    left: str
    over: bool
    value: str
    players: str
    violations: list[ShownViolation]
    errors: list[tuple[str, str, str]]
    worth: str = ""
    worth_short: str = ""

    @property
    def problems(self) -> str:
        """The number of problems in words, empty if there are none."""
        count = len(self.violations) + len(self.errors)
        return (
            ngettext("%(count)d problem to fix", "%(count)d problems to fix", count) % {"count": count} if count else ""
        )


def choosings(form: BuildForm) -> tuple[list[Choosing], list[Choosing]]:
    """What a coach chooses: players by position, then re-rolls, fans and staff."""
    team_list = form.team_list
    cells = position_cells(form.book, team_list.name, get_language())
    positions = [
        Choosing(
            label=position.name,
            price=k(position.price),
            limits=limits(position.minimum, position.maximum),
            maximum=str(position.maximum),
            field=form.typed(count_field(position)),
            cells=drawn,
        )
        for position, drawn in zip(team_list.positions, cells, strict=True)
    ]
    return positions, [*_team_goods(form), *_staff(form)]


def places(form: BuildForm) -> list[Place]:
    """A row for each chosen player."""
    found = []
    for slot, shirt in zip(form.slots, form.draft.shirts, strict=True):
        name, number = slot.labels
        found.append(
            Place(slot.position.name, form.typed(slot.name, name), form.typed(slot.number, number), str(shirt))
        )
    return found


def judgement(rules: Ruleset, draft: Draft, errors: list[tuple[str, str, str]] | None = None) -> Judgement:
    """Judge a draft. With reading ``errors`` nothing is judged."""
    gold, worth = "treasury" in rules.book.purses, rules.book.worth
    named = {"worth": worth.name if worth else "", "worth_short": worth.short if worth else ""}
    if errors:
        unknown = {"left": "–" if gold else "", "value": "–" if worth else ""}
        return Judgement(cost=None, over=False, players="–", violations=[], errors=errors, **unknown, **named)
    founding = judge(rules, draft.choice)
    return Judgement(
        **named,
        cost=shown_figure(founding.cost, book=rules.book) if gold else None,
        left=k(founding.treasury) if gold else "",
        over=founding.treasury < 0,
        value=say_worth(rules.book, founding.team_value),
        players=str(len(draft.choice.players)),
        violations=violations(rules.book, founding, draft),
        errors=[],
    )


def violations(book: Book, founding: Founding, draft: Draft) -> list[ShownViolation]:
    """Every broken rule of a judged draft in words, and numbers that two players share."""
    found = shown_violations(founding.violations, book=book)
    if draft.duplicate_numbers:
        message = drafts.NUMBER_TWICE
        numbers = ", ".join(map(str, draft.duplicate_numbers))
        found.append(ShownViolation(f"{message.text} {message.remedy}".format(numbers=numbers)))
    return found


def _team_goods(form: BuildForm) -> list[Choosing]:
    """Re-rolls and fan factor, as far as the book has them."""
    found = []
    if "rerolls" in form.book.goods:
        found.append(_rerolls(form))
    if "fan_factor" in form.book.goods and (form.typed("fan_factor").value or not form.rules.house["free_fan_factor"]):
        found.append(_fan_factor(form))
    return found


def _rerolls(form: BuildForm) -> Choosing:
    team_list = form.team_list
    return Choosing(
        form.book.goods["rerolls"].name,
        k(team_list.reroll_cost),
        _("any number") if team_list.reroll_maximum is None else limits(0, team_list.reroll_maximum),
        "" if team_list.reroll_maximum is None else str(team_list.reroll_maximum),
        form.typed("rerolls"),
        note=_("Each lets the team re-roll a die once per half. Later it costs %(price)s.")
        % {"price": k(later_reroll_price(form.book, team_list))},
    )


def _fan_factor(form: BuildForm) -> Choosing:
    least, most = form.book.creation.fan_factor_minimum, most_fans(form.rules)
    given = given_fans(form.rules)
    note = _("Fans bring gold to each match, and can help at the kick-off. Not for sale later.")
    if form.book.most_fame:
        note = _("More fans than your opponent: more winnings, and help at the kick-off. Not for sale later.")
    if given:
        note = _("On top of the %(count)s that every team starts with. %(note)s") % {"count": given, "note": note}
    return Choosing(
        form.book.goods["fan_factor"].name,
        k(form.book.creation.fan_factor_price),
        _("%(least)s or more") % {"least": least} if most is None else limits(least, most),
        "" if most is None else str(most),
        form.typed("fan_factor"),
        note=note,
    )


def pack_words(form: BuildForm) -> tuple[str, ...]:
    """What the pack by which the team is built gives teams of its list, in words; empty without a pack."""
    pack = form.rules.pack
    return words_for_list(pack, form.team_list.name, form.team_list.tier) if pack is not None else ()


def pack_gives_skills(form: BuildForm) -> bool:
    """Whether the coach of a team of this list gives skills by the pack when the team is created."""
    pack = form.rules.pack
    row = pack.row(form.team_list.name, form.team_list.tier) if pack is not None else None
    return row is not None and row.gives_skills


def _staff(form: BuildForm) -> list[Choosing]:
    found = []
    for staff in form.book.staff.values():
        field = form.typed(staff_field(staff))
        if not may_have(form.team_list, staff) and not field.value:
            continue
        allowed = _("any number") if staff.maximum is None else limits(0, staff.maximum)
        label = staff.name if staff.maximum == 1 else staff.plural
        found.append(Choosing(label, k(staff.price), allowed, str(staff.maximum or ""), field, note=staff.summary))
    return found


def inducements(form: BuildForm) -> list[Choosing]:
    """Inducements that may be part of the roster (L9), if the league allows any. Not mercenaries."""
    return [
        Choosing(
            permanent_label(form.book, item),
            k(price(form.market, item)),
            _("any number") if most is None else limits(0, most),
            "" if most is None else str(most),
            form.typed(field),
            note="" if item.kind == "star" else form.book.inducements[item.kind].summary,
            sheets=_star_sheets(form.rules, item),
            doubt="" if item.kind == "star" else form.book.inducements[item.kind].doubt,
        )
        for field, (item, most) in form.offers.items()
    ]


def _star_sheets(rules: Ruleset, item: Item) -> tuple[Sheet, ...]:
    """Characteristics and skills of a star, or of both stars of a pair. Empty for other items."""
    if item.kind != "star":
        return ()
    stars = [rules.book.stars[name] for name in star_names(rules, item)]
    return tuple(
        Sheet(
            star.name if len(stars) > 1 else "",
            rules.book.written(star.profile),
            shown_skills(rules.book, star.skills),
            star.doubt,
        )
        for star in stars
    )


def notes(form: BuildForm) -> SafeString:
    """Skill notes for the list's positions, and for stars that may be part of the roster (L9)."""
    positions = (skill for position in form.team_list.positions for skill in position.skills)
    stars = (star for item, _most in form.offers.values() for star in _star_sheets(form.rules, item))
    return skill_notes(form.book, (*positions, *(skill.name for star in stars for skill in star.skills)))


def mercenary_rows(form: BuildForm) -> mercenaries.Rows | None:
    """The rows to choose mercenaries (L9). None if the league allows none."""
    return mercenaries.shown(form.rules, form.team_list, form.market, form)


def line_up(draft: Draft) -> list[dict[str, object]]:
    """The players of a draft by shirt number."""
    rows = zip(draft.shirts, draft.choice.players, draft.all_names, strict=True)
    return [{"number": number, "position": position, "name": name} for number, position, name in sorted(rows)]


def chosen_goods(rules: Ruleset, draft: Draft) -> list[tuple[str, int]]:
    """What a draft has besides players: (name, number), with the fans that every team starts with."""
    book, choice = rules.book, draft.choice
    given = {"fan_factor": given_fans(rules)}
    goods = [(good.name, getattr(choice, good.key) + given.get(good.key, 0)) for good in book.goods.values()]
    goods += [(book.staff[kind].plural, count) for kind, count in choice.staff_counts]
    goods += [(permanent_label(book, item), item.count) for item in choice.inducements]
    return [(what, count) for what, count in goods if count]
