"""What the pages of building show: the team lists, the positions with their fields, and the judgement of a choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.book import Book, TeamList
from rules.edition import Ruleset
from rules.founding import Founding, judge
from rules.inducements import Item, price, star_names
from rules.words import k
from teams import drafts, mercenaries
from teams.badges import KITS, badge_of, initials
from teams.build_form import BuildForm, Typed, count_field, permanent_label, staff_field
from teams.drafts import Draft
from teams.figures import ShownFigure, ShownViolation, shown_figure, shown_violations
from teams.presentation import Head, characteristic_heads
from teams.skills import ShownSkill, shown_skills, skill_notes


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """A line of a team list."""

    name: str
    cost: str
    limits: str
    characteristics: tuple[tuple[Head, int], ...]
    skills: tuple[ShownSkill, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShownList:
    """A team list: its positions in a line, what else there is to know, and the table of its positions, drawn."""

    name: str
    summary: str
    facts: str
    table: SafeString


@dataclass(frozen=True, slots=True)
class Choosing:
    """Something to have some of: its field, its price, how many there may be; of a position the cells of its line.

    ``maximum`` is empty where there may be any number; ``note`` tells what a star can do.
    """

    label: str
    price: str
    limits: str
    maximum: str
    field: Typed
    cells: str = ""
    note: str = ""

    @property
    def words(self) -> dict[str, str]:
        """What is only heard: the field's label, and those of the buttons beside it."""
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
    """The row of one player: his position, the fields of his name and number, the number that he gets by himself."""

    position: str
    name: Typed
    number: Typed
    shirt: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a choice costs and which rules it breaks. Of one that cannot be read: what is wrong with it, and no sums."""

    cost: ShownFigure | None
    left: str
    over: bool
    value: str
    players: str
    violations: list[ShownViolation]
    errors: list[tuple[str, str, str]]

    @property
    def problems(self) -> str:
        """How many rules are broken, in words; empty if none is."""
        count = len(self.violations) + len(self.errors)
        return (
            ngettext("%(count)d thing to mend", "%(count)d things to mend", count) % {"count": count} if count else ""
        )


@lru_cache(maxsize=64)
def team_lists(book: Book, language: str | None) -> tuple[ShownList, ...]:
    """Every list of an edition, in the book's order; always the same, so drawn once in a process and language."""
    return tuple(_shown_list(book, team_list) for team_list in book.lists.values())


@lru_cache(maxsize=512)
def position_cells(book: Book, team_list: str, language: str | None) -> tuple[SafeString, ...]:
    """The cells of each position of a list, drawn."""
    positions = shown_positions(book, book.lists[team_list])
    return tuple(render_to_string("teams/_position.html", {"position": position}) for position in positions)


def list_notes(book: Book, *lists: TeamList) -> SafeString:
    """The notes of the skills of some lists; of all lists if none is named."""
    positions = (position for each in lists or book.lists.values() for position in each.positions)
    return skill_notes(book, (skill for position in positions for skill in position.skills))


def shown_positions(book: Book, team_list: TeamList) -> tuple[ShownPosition, ...]:
    """The positions of a list."""
    heads = {head.abbr: head for head in characteristic_heads(book)}
    return tuple(
        ShownPosition(
            name=position.name,
            cost=k(position.cost),
            limits=_limits(position.minimum, position.maximum),
            characteristics=tuple((heads[name], value) for name, value in position.profile),
            skills=shown_skills(book, position.skills),
            note=position.note if position.confidence != "high" else "",
        )
        for position in team_list.positions
    )


def choosings(form: BuildForm) -> tuple[list[Choosing], list[Choosing]]:
    """What a coach chooses: players by position, and re-rolls, fans and staff."""
    team_list = form.team_list
    cells = position_cells(form.book, team_list.name, get_language())
    positions = [
        Choosing(
            label=position.name,
            price=k(position.cost),
            limits=_limits(position.minimum, position.maximum),
            maximum=str(position.maximum),
            field=form.typed(count_field(position)),
            cells=drawn,
        )
        for position, drawn in zip(team_list.positions, cells, strict=True)
    ]
    return positions, [*_team_goods(form), *_staff(form)]


def places(form: BuildForm) -> list[Place]:
    """A row for each player that is wanted."""
    found = []
    for slot, shirt in zip(form.slots, form.draft.shirts, strict=True):
        name, number = slot.labels
        found.append(
            Place(slot.position.name, form.typed(slot.name, name), form.typed(slot.number, number), str(shirt))
        )
    return found


def judgement(rules: Ruleset, draft: Draft, errors: list[tuple[str, str, str]] | None = None) -> Judgement:
    """A choice judged; ``errors`` are what could not be read of it."""
    if errors:
        return Judgement(None, "–", over=False, value="–", players="–", violations=[], errors=errors)
    founding = judge(rules, draft.choice)
    return Judgement(
        cost=shown_figure(founding.cost),
        left=k(founding.treasury),
        over=founding.treasury < 0,
        value=k(founding.team_value),
        players=str(len(draft.choice.players)),
        violations=violations(founding, draft),
        errors=[],
    )


def violations(founding: Founding, draft: Draft) -> list[ShownViolation]:
    """Every broken rule of a judged draft in words, and numbers that two players wear."""
    found = shown_violations(founding.violations)
    if draft.numbers_worn_twice:
        message = drafts.NUMBER_TWICE
        numbers = ", ".join(map(str, draft.numbers_worn_twice))
        found.append(ShownViolation(f"{message.text} {message.remedy}".format(numbers=numbers)))
    return found


def kits(name: str, chosen: object) -> SafeString:
    """The shields to choose from, with a team's initials; ``chosen`` is the number that a form holds."""
    return _kits(initials(name), str(chosen), get_language())


@lru_cache(maxsize=512)
def _kits(letters: str, chosen: str, language: str | None) -> SafeString:
    rows = [
        {"number": str(number), "label": kit.label, "badge": badge_of(kit, letters), "chosen": str(number) == chosen}
        for number, kit in enumerate(KITS)
    ]
    return render_to_string("teams/_kits.html", {"kits": rows})


def _shown_list(book: Book, team_list: TeamList) -> ShownList:
    positions = shown_positions(book, team_list)
    summary = ", ".join(f"{position.limits} {position.name} {position.cost}" for position in positions)
    table = render_to_string("teams/_positions.html", {"positions": positions, "list": team_list.name})
    return ShownList(team_list.name, summary, _facts(team_list), table)


def _facts(team_list: TeamList) -> str:
    facts = [_("re-roll %(price)s") % {"price": k(team_list.reroll_cost)}]
    if team_list.apothecary_positions:
        names = ", ".join(team_list.apothecary_positions)
        facts.append(_("apothecary for %(positions)s only") % {"positions": names})
    elif not team_list.apothecary:
        facts.append(_("no apothecary"))
    if team_list.necromancer:
        facts.append(_("a necromancer for free"))
    return _("%(facts)s (p. %(page)d)") % {"facts": ", ".join(facts), "page": team_list.page}


def staff_note(team_list: TeamList) -> str:
    """What a list's staff has out of the ordinary, with its page: who treats whom, a Necromancer (C6, C7)."""
    words = {
        "list": team_list.name,
        "positions": ", ".join(team_list.apothecary_positions),
        "page": team_list.page,
    }
    if team_list.apothecary_positions:
        return _("An apothecary of the %(list)s list treats only: %(positions)s (p. %(page)d).") % words
    if team_list.necromancer and not team_list.apothecary:
        return _("The %(list)s list has no apothecary. It has a Necromancer, who costs nothing (p. %(page)d).") % words
    if not team_list.apothecary:
        return _("The %(list)s list has no apothecary (p. %(page)d).") % words
    return (
        _("The %(list)s list has a Necromancer, who costs nothing (p. %(page)d).") % words
        if team_list.necromancer
        else ""
    )


def _limits(minimum: int, maximum: int) -> str:
    return f"{minimum}–{maximum}"


def _team_goods(form: BuildForm) -> list[Choosing]:
    team_list, creation = form.team_list, form.book.creation
    rerolls = Choosing(
        _("Team re-rolls"),
        k(team_list.reroll_cost),
        _limits(0, team_list.reroll_maximum),
        str(team_list.reroll_maximum),
        form.typed("rerolls"),
    )
    if form.rules.house["free_fan_factor"] and not form.typed("fan_factor").value:
        return [rerolls]
    fans = creation.fan_factor_maximum
    return [
        rerolls,
        Choosing(_("Fan factor"), k(creation.fan_factor_price), _limits(0, fans), str(fans), form.typed("fan_factor")),
    ]


def _staff(form: BuildForm) -> list[Choosing]:
    found = []
    for staff in form.book.staff.values():
        field = form.typed(staff_field(staff))
        if staff.key == "apothecary" and not form.team_list.apothecary and not field.value:
            continue
        limits = _("any number") if staff.maximum is None else _limits(0, staff.maximum)
        label = staff.name if staff.maximum == 1 else staff.plural
        found.append(Choosing(label, k(staff.price), limits, str(staff.maximum or ""), field))
    return found


def inducements(form: BuildForm) -> list[Choosing]:
    """What may be part of the roster (L9), where the league allows anything; mercenaries apart."""
    return [
        Choosing(
            permanent_label(form.book, item),
            k(price(form.market, item)),
            _("any number") if most is None else _limits(0, most),
            "" if most is None else str(most),
            form.typed(field),
            note=_star_notes(form.rules, item),
        )
        for field, (item, most) in form.offers.items()
    ]


def _star_notes(rules: Ruleset, item: Item) -> str:
    """Characteristics and skills of a star, or of the two who play as one."""
    if item.kind != "star":
        return ""
    stars = [rules.book.stars[name] for name in star_names(rules, item)]
    told = [
        f"{' '.join(f'{name} {value}' for name, value in star.profile)}, {', '.join(star.skills)}" for star in stars
    ]
    if len(stars) == 1:
        return told[0]
    return "; ".join(f"{star.name}: {words}" for star, words in zip(stars, told, strict=True))


def mercenary_rows(form: BuildForm) -> mercenaries.Rows | None:
    """The rows in which mercenaries are chosen (L9); None where the league allows none."""
    return mercenaries.shown(form.rules, form.team_list, form.market, form)


def line_up(draft: Draft) -> list[dict[str, object]]:
    """The players of a draft by shirt number."""
    rows = zip(draft.shirts, draft.choice.players, draft.all_names, strict=True)
    return [{"number": number, "position": position, "name": name} for number, position, name in sorted(rows)]


def chosen_goods(book: Book, draft: Draft) -> list[tuple[str, int]]:
    """What a draft has besides players: (what, how many)."""
    choice = draft.choice
    goods = [(_("Team re-rolls"), choice.rerolls), (_("Fan factor"), choice.fan_factor)]
    goods += [(book.staff[kind].plural, count) for kind, count in choice.staff_counts]
    goods += [(permanent_label(book, item), item.count) for item in choice.inducements]
    return [(what, count) for what, count in goods if count]
