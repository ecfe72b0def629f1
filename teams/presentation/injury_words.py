"""What lasts of injuries, in words: conditions, matches to miss, and characteristics that became worse."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.book.book import Book
from rules.sheet.sheet import PlayerSheet


def condition_words(book: Book, key: str, count: int) -> str:
    """A condition and how often a player has it, or for how many more matches."""
    condition = book.conditions[key]
    if condition.lasts:
        text = ngettext("%(condition)s for %(count)d more match", "%(condition)s for %(count)d more matches", count)
        return text % {"condition": _(condition.one), "count": count}
    if condition.only_once:
        return str(_(condition.one))
    return f"{count} {_(condition.one if count == 1 else condition.many)}"


def misses_words(misses: int) -> str:
    """That a player misses so many matches; empty for none."""
    if misses < 2:
        return _("misses the next match") if misses else ""
    text = ngettext("misses the next %(count)d match", "misses the next %(count)d matches", misses)
    return text % {"count": misses}


def change_words(change: tuple[tuple[str, int], ...]) -> str:
    """What a condition or a mark does to characteristics: ``−1 MA, +1 ST``."""
    return ", ".join(f"{'+' if by > 0 else '−'}{abs(by)} {name}" for name, by in change)


def injuries(book: Book, line: PlayerSheet) -> tuple[str, ...]:
    """A player's lasting injuries: conditions, then worse characteristics in order. Not the missed matches."""
    worse = (what[1:] for what, _cost in line.history if what.startswith("-"))
    return (*_conditions(book, line), *(_("−1 %(name)s") % {"name": name} for name in worse))


def _conditions(book: Book, line: PlayerSheet) -> Iterator[str]:
    for key, condition in book.conditions.items():
        if not (count := line.condition(key)):
            continue
        text = condition_words(book, key, count)
        if more := condition.injury_roll * (1 if condition.lasts else count):
            text += " " + _("(+%(count)d on injury rolls against this player)") % {"count": more}
        if condition.change:
            text += f" ({change_words(condition.change)})"
        yield text


def marks(book: Book, line: PlayerSheet) -> tuple[str, ...]:
    """What a player's coach has made them, by name."""
    return tuple(_(mark.name) for mark in book.marks.values() if mark.key in line.marks)
