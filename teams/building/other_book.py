"""A team that comes from another book: its team file for the new one, and what does not fit, which is kept (C9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from rules import editions
from rules.book.book import Book
from rules.sequence.codec import decode, encode
from rules.team.arriving import carrying_over
from rules.team.arriving.carrying_over import Misfit, carried_over
from rules.words.words import k, say_amount
from teams.models import Team, TeamOrigin
from teams.selectors import team_url
from teams.team_json import TeamFile

UP_TO_THE_COACH = (carrying_over.LIST, carrying_over.POSITION, carrying_over.PROFILE, carrying_over.SKILL)
MOST_SENTENCES = 100
"""How many sentences a page shows: a file may have thousands of skills that no book knows."""
MOST_NAMED = 12
"""How many players a sentence names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What a team is in another book, and what does not fit the new one. ``names`` are its players' by number.

    A team of the same league is the ``source``, with its ``value`` by the old book.
    """

    team_file: TeamFile
    book: Book
    misfits: tuple[Misfit, ...]
    names: Mapping[int, str]
    source: Team | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOrigin:
    """Where a team comes from, as pages say it: its book and list there, the team itself if it is of this league."""

    name: str
    url: str
    book: Book
    team_list: str
    value: str
    misfits: list[str]

    @property
    def sentence(self) -> str:
        """Where it comes from, in one sentence."""
        words = {"team": self.name, "list": self.team_list, "book": self.book.name, "value": self.value}
        if self.value:
            return _("Brought over from %(book)s: %(team)s, %(list)s, worth %(value)s there.") % words
        return _("Brought over from %(book)s: %(team)s, %(list)s.") % words


def for_book(team_file: TeamFile, book: Book, team_list: str = "") -> tuple[TeamFile, Origin | None]:
    """A team file as the book has it, with another ``team_list`` if one is given, and where it comes from.

    A team of this book, or of one that is not known, stays as it is, and has no origin.
    """
    old = _book_of(team_file.edition)
    if old is None or old.key == book.key:
        arrival = replace(team_file.arrival, team_list=team_list or team_file.arrival.team_list)
        return replace(team_file, arrival=arrival), None
    arrival, misfits = carried_over(old, book, team_file.arrival, team_list)
    rows = zip(team_file.arrival.players, team_file.names, strict=False)
    names = {one.number: name for one, name in rows if name}
    origin = Origin(team_file=team_file, book=old, misfits=misfits, names=names)
    return replace(team_file, arrival=arrival, edition=book.key), origin


def keep_origin(team: Team, origin: Origin) -> None:
    """Write down where a draft comes from. Must run inside a transaction."""
    concerned = {misfit.number for misfit in origin.misfits}
    TeamOrigin.objects.create(
        team=team,
        source=origin.source,
        edition=origin.book.key,
        name=origin.team_file.name,
        team_list=origin.team_file.arrival.team_list,
        value=origin.value,
        misfits=[encode(misfit) for misfit in origin.misfits],
        names={str(number): name for number, name in origin.names.items() if number in concerned},
    )


def shown_origin(team: Team) -> ShownOrigin | None:
    """Where a team comes from in words; None for one that was not brought over from another book.

    Two queries, unless ``origin__source`` is selected with the team; none for a team that is not from elsewhere.
    """
    if not team.from_elsewhere:
        return None
    row = getattr(team, "origin", None)
    old = _book_of(row.edition) if row is not None else None
    if row is None or old is None:
        return None
    names = {int(number): name for number, name in row.names.items()}
    return ShownOrigin(
        name=row.name,
        url=team_url(row.source) if row.source is not None else "",
        book=old,
        team_list=row.team_list,
        value=worth_words(row.value, old),
        misfits=misfit_words(_stored(row), old, team.book, names),
    )


def worth_words(value: int | None, book: Book) -> str:
    """What a team is worth by a book; empty if that is not known, or the book knows no worth."""
    return say_amount(value, book.worth.unit) if value is not None and book.worth is not None else ""


def misfit_words(misfits: Iterable[Misfit], old: Book, new: Book, names: Mapping[int, str]) -> list[str]:
    """Each thing that does not fit, in a sentence with the players whom it concerns; what is up to the coach first."""
    groups: dict[Misfit, list[str]] = {}
    for misfit in sorted(misfits, key=lambda each: each.sort not in UP_TO_THE_COACH):
        groups.setdefault(replace(misfit, number=0), []).append(_called(misfit.number, names))
    found = [_sentence(one, _listed(who), old, new) for one, who in groups.items()]
    return found if len(found) <= MOST_SENTENCES else [*found[:MOST_SENTENCES], "…"]


def _sentence(one: Misfit, who: str, old: Book, new: Book) -> str:
    args = {
        "name": _name(one, old, new),
        "who": who,
        "count": one.count,
        "was": one.was,
        "now": one.now,
        "book": new.name,
    }
    match one.sort:
        case carrying_over.PURSE | carrying_over.FULL_PURSE:
            return _gold(one, new, args)
        case carrying_over.STAFF:
            return _("%(name)s (%(count)s) left: %(book)s has none.") % args
        case carrying_over.GOOD:
            return _("%(name)s (%(count)s): %(book)s has none.") % args
        case carrying_over.STARTS_AT:
            limits = new.profile.get(one.name)
            if limits is not None:
                args |= {"count": limits.written(one.count), "was": limits.written(one.was)}
        case carrying_over.PROFILE if one.now:
            return (
                _(
                    "%(who)s: the list has no %(name)s, and %(book)s has other characteristics. They start again as "
                    "%(now)s, unless you choose another position."
                )
                % args
            )
    return _SENTENCES[one.sort] % args


def _gold(one: Misfit, new: Book, args: dict[str, str | int]) -> str:
    """Gold that goes to the treasury, or is left behind."""
    gold = {**args, "count": k(one.count), "was": k(one.was)}
    moved = one.name != "treasury" and "treasury" in new.purses
    if one.sort == carrying_over.PURSE and moved:
        return _("%(name)s (%(count)s): %(book)s has none. The gold is in the treasury.") % gold
    if one.sort == carrying_over.PURSE:
        return _("%(name)s (%(count)s): %(book)s has none.") % gold
    if moved:
        return _("%(name)s: it holds at most %(was)s here. The other %(count)s are in the treasury.") % gold
    return _("%(name)s: it holds at most %(was)s here. The other %(count)s are left behind.") % gold


_SENTENCES = {
    carrying_over.LIST: _lazy("%(book)s has no list %(name)s: choose another."),
    carrying_over.POSITION: _lazy(
        "%(who)s: the list has no %(name)s. They keep their old values, or choose a position."
    ),
    carrying_over.PROFILE: _lazy(
        "%(who)s: the list has no %(name)s, and %(book)s has other characteristics. Choose the position that fits."
    ),
    carrying_over.LIKE: _lazy("%(who)s: %(name)s in the old list, %(now)s in the new one."),
    carrying_over.SKILL: _lazy("%(who)s: %(book)s has no skill %(name)s. Remove it, or choose another."),
    carrying_over.CHARACTERISTIC: _lazy("%(who)s: %(name)s no longer counts. %(book)s has no such characteristic."),
    carrying_over.STARTS_WITH: _lazy("%(who)s: starts with %(name)s here, so it no longer counts as learned."),
    carrying_over.STARTS_WITHOUT: _lazy("%(who)s: starts without %(name)s here."),
    carrying_over.STARTS_AT: _lazy("%(who)s: starts with %(name)s %(count)s here, before with %(was)s."),
    carrying_over.CONDITION: _lazy("%(who)s: %(book)s does not count %(name)s (%(count)s)."),
    carrying_over.DEED: _lazy("%(who)s: %(book)s does not count %(name)s (%(count)s)."),
    carrying_over.MARK: _lazy("%(who)s: %(book)s knows no %(name)s."),
}


def _name(one: Misfit, old: Book, new: Book) -> str:
    match one.sort:
        case carrying_over.STAFF:
            return old.staff[one.name].plural if one.name in old.staff else one.name
        case carrying_over.GOOD:
            return old.goods[one.name].name if one.name in old.goods else one.name
        case carrying_over.PURSE | carrying_over.FULL_PURSE:
            purse = new.purses.get(one.name) or old.purses.get(one.name)
            return purse.name if purse is not None else one.name
        case carrying_over.CONDITION:
            return old.conditions[one.name].name if one.name in old.conditions else one.name
        case carrying_over.DEED:
            return old.deeds[one.name].name if one.name in old.deeds else one.name
        case carrying_over.MARK:
            return old.marks[one.name].name if one.name in old.marks else one.name
        case carrying_over.CHARACTERISTIC:
            return one.name.replace("-", "−")
    return one.name


def _called(number: int, names: Mapping[int, str]) -> str:
    """A player by number, and by name if they have one."""
    if number in names:
        return _("No. %(number)d %(name)s") % {"number": number, "name": names[number]}
    return _("No. %(number)d") % {"number": number}


def _listed(who: list[str]) -> str:
    """Players in a row; of many, the first and how many more."""
    if len(who) <= MOST_NAMED:
        return ", ".join(who)
    return _("%(players)s and %(count)d more") % {
        "players": ", ".join(who[:MOST_NAMED]),
        "count": len(who) - MOST_NAMED,
    }


def _stored(row: TeamOrigin) -> tuple[Misfit, ...]:
    """What was written down that day."""
    return tuple(decode(Misfit, each) for each in row.misfits)


def _book_of(edition: str) -> Book | None:
    return next((each.book for each in editions.EDITIONS if each.key == edition), None)
