"""What both sides bought for a match, in words, with any star or named staff that both hired, and that neither has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from guide.addresses import linked, of_inducement, of_star
from leagues.citations import cited
from matches import wording
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sequence.sequence import Side
from rules.team.hired import Bought, barred_named, barred_stars
from rules.team.inducements import Item, star_names, with_skills


def inducement_words(ruleset: Ruleset, item: Mapping[str, Any]) -> str:
    """One purchase in words: ``2 bribes``, ``Brick Far'th & Grotty``, ``mercenary: Troll (Guard)``."""
    count, kind = int(item.get("count", 1)), str(item["kind"])
    what = item.get("name") or item.get("position") or item.get("deck") or ""
    if kind == "star":
        return " & ".join(star_names(ruleset, Item(kind=kind, name=str(what))))
    thing = wording.thing(kind, many=count != 1, book=ruleset.book)
    words = thing if count == 1 else f"{count} {thing}"
    return f"{words}: {with_skills(str(what), item.get('skills') or ())}" if what else words


def bought_words(state: MatchState, side: Side) -> list[str]:
    """All that a side bought, one line each with a capital letter.

    A match that was never opened has no ruleset and no purchases.
    """
    return [words for words, _item in _bought(state, side)]


def bought_links(state: MatchState, side: Side) -> list[SafeString]:
    """All that a side bought, one line each, with links to what the guide says of it."""
    return [linked(words, _url(state.ruleset.book, item)) for words, item in _bought(state, side)]


def _bought(state: MatchState, side: Side) -> list[tuple[str, Mapping[str, Any]]]:
    items = state.sides[side].inducements
    if not items:
        return []
    barred, named, found = barred_stars(state.ruleset, state.bought), barred_named(state.ruleset, state.bought), []
    for item in items:
        words = inducement_words(state.ruleset, item)
        if item["kind"] == "star" and item.get("name") in barred:
            words = _("%(star)s, hired by both: plays for neither") % {"star": words}
        if item["kind"] in named:
            words = _("%(name)s, hired by both: works for neither") % {"name": words}
        found.append((wording.opened(words), item))
    return found


def _url(book: Book, item: Mapping[str, Any]) -> str:
    return of_star(book, str(item.get("name", ""))) or of_inducement(book, str(item["kind"]))


def barred_words(ruleset: Ruleset, bought: Bought) -> str:
    """The notice for two teams that hired the same star or named staff; empty if there is none."""
    found, source = [], cited(**ruleset.source("stars"))
    if barred := sorted(barred_stars(ruleset, bought)):
        words = _("%(stars)s: hired by both teams, so plays for neither, and both fees are lost%(source)s.")
        found.append(words % {"stars": " & ".join(barred), "source": source})
    if named := barred_named(ruleset, bought):
        words = _("%(names)s: hired by both teams, so works for neither, and both fees are lost%(source)s.")
        names = " & ".join(ruleset.book.inducements[key].name for key in named)
        found.append(words % {"names": names, "source": source})
    return " ".join(found)
