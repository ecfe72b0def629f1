"""The trophies of a league: those of its books, and its own, which commissioners create and change.

``competitions.trophies.awarding`` awards them.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import is_among
from competitions.models import Trophy, TrophyPicture
from competitions.names import with_the
from leagues import log
from leagues.books import majors_of
from leagues.models import League, LogEntry
from leagues.services import locked
from rules.book.book import Book
from web.commands import write_version
from web.errors import Message, Refusal
from web.pictures import Picture

NAME_TAKEN = Message(
    id="competitions.trophy_name_taken",
    text=_("This league already has a trophy called {name}."),
    remedy=_("Choose another name."),
)
A_MAJOR = Message(
    id="competitions.trophy_is_a_major",
    text=_("{name} is a trophy of the rulebook: its name and effect cannot change."),
    remedy=_("You can change its picture, or create your own trophy."),
    purpose="trophies",
)
MADE = log.kind("competitions.trophy_made", _("{by} created the trophy {trophy}."))
CHANGED = log.kind("competitions.trophy_changed", _("{by} changed the trophy {trophy}."))


def _trophy_words(name: str, entry: LogEntry) -> str:
    """A trophy's name in the log; alone where the text says "the trophy" already."""
    return name if entry.kind in (MADE.id, CHANGED.id) else with_the(name)


log.argument("trophy", _trophy_words)


@transaction.atomic
def make_trophy(
    *, league: League, by: User, name: str, description: str, for_players: bool, picture: Picture | None = None
) -> Trophy:
    """Create a league's own trophy or award. Raises ``Refusal`` for a name that is taken."""
    league = locked(league)
    _refuse_taken(league, name)
    try:
        with transaction.atomic():
            made = Trophy.objects.create(league=league, name=name, description=description, for_players=for_players)
    except IntegrityError:
        raise Refusal(NAME_TAKEN, field="name", name=name) from None
    if picture is not None:
        keep_picture(made, picture)
    log.record(MADE, league=league, by=by, trophy=name)
    return made


@transaction.atomic
def change_trophy(
    *, trophy: Trophy, by: User, expected: int, name: str, description: str, picture: Picture | None, bare: bool
) -> Trophy:
    """Another name, description or picture; ``bare`` removes the picture. A major keeps the book's name.

    Raises ``Refusal``, ``StaleVersion``.
    """
    league = locked(trophy.league)
    current = written(trophy)
    if current.major and name != current.name:
        raise Refusal(A_MAJOR, field="name", name=current.name)
    if not is_among(name, [current.name]):
        _refuse_taken(league, name)
    changed = write_version(current, expected=expected, changes={"name": name, "description": description})
    if picture is not None:
        keep_picture(changed, picture)
    elif bare:
        TrophyPicture.objects.filter(trophy=changed).delete()
    log.record(CHANGED, league=league, by=by, trophy=name)
    return changed


def written(trophy: Trophy) -> Trophy:
    """A trophy's row; a major's row is created when it is first needed. Inside a transaction."""
    if trophy.pk:
        return trophy
    made, _new = Trophy.objects.get_or_create(league=trophy.league, key=trophy.key, defaults={"name": trophy.name})
    return made


def to_play_for(league: League, book: Book) -> list[Trophy]:
    """The trophies that a competition by a book can be for: all for teams, the majors of the book first. One query."""
    rows = list(league.trophies.order_by("name"))
    decided = {trophy.key: trophy for trophy in rows if trophy.major}
    majors = [
        decided.get(each.key) or Trophy(league=league, key=each.key, name=each.name) for each in book.trophies.values()
    ]
    return [*majors, *(trophy for trophy in rows if not trophy.major and not trophy.for_players)]


def keep_picture(trophy: Trophy, picture: Picture) -> None:
    """Save a trophy's picture, replacing the old one."""
    columns = {
        "image": picture.image,
        "width": picture.width,
        "height": picture.height,
        "digest": picture.digest,
    }
    TrophyPicture.objects.update_or_create(trophy=trophy, defaults=columns)


def _refuse_taken(league: League, name: str) -> None:
    majors = (each.name for each in majors_of(league).values())
    if is_among(name, [*majors, *league.trophies.values_list("name", flat=True)]):
        raise Refusal(NAME_TAKEN, field="name", name=name)
