"""A team's journal in words: what happened, the figure behind it, what wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import NoReverseMatch
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from guide import addresses
from leagues.members.linked_names import LinkedNames
from rules.book.book import Book
from rules.journal import Entry, PlayerBroughtOver, PlayerHired, PlayerJoined
from rules.journal.history import Correction, Place, from_json
from rules.sequence.codec import decode
from rules.sequence.explanations import Figure
from rules.words.entries import say_entry
from teams.extensions import JournalSource, journal_sources
from teams.models import JournalEntry
from teams.presentation.figures import ShownFigure, shown_figure
from web.addresses import address

JOINING = (PlayerHired.kind, PlayerBroughtOver.kind, PlayerJoined.kind)
"""Entries with the player's number in their text."""


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the journal in words."""

    seq: str
    text: str
    details: tuple[str, ...]
    figure: ShownFigure | None
    source: str
    source_url: str
    by: str
    at: str
    iso: str


journal_sources.add(JournalSource("founding", _("Team created")))
journal_sources.add(JournalSource("numbers", _("Shirt numbers")))
journal_sources.add(JournalSource("word", _("Commissioner’s correction")))
journal_sources.add(JournalSource("trade", _("Trade"), "teams:trade"))


def history_lines(
    entries: Iterable[JournalEntry],
    names: Mapping[int, str],
    numbers: Mapping[int, int],
    *,
    book: Book,
    team_list: str,
    people: LinkedNames,
    about: int | None = None,
) -> Iterator[Line]:
    """Entries in the reader's language; ``names`` and shirt ``numbers`` are by player id.

    A player without a name is called by number. ``book`` and ``team_list`` are those of the team: the positions and
    skills that they have are links to the guide. ``people`` are the ``writers`` of the entries.
    ``about`` leaves out what corrections say about other players.
    """
    known = {player: name for player, name in names.items() if name}
    numbered = {player: gettext("No. %(number)d") % {"number": number} for player, number in numbers.items()}
    moments: dict[datetime, tuple[str, str]] = {}
    for entry in entries:
        fact = from_json(entry.kind, entry.data)
        text, details = _said(fact, known if entry.kind in JOINING else numbered | known, about, book)
        text = _linked(text, fact, book, team_list)
        if (reason := getattr(entry, "reason_row", None)) is not None:
            details = (*details, gettext("Reason: %(reason)s") % {"reason": reason.text})
        label, url = _source(entry.source)
        figure = shown_figure(decode(Figure, entry.why), names, book) if entry.why is not None else None
        by = _people(entry, people)
        if entry.at not in moments:  # entries written together share their time
            moments[entry.at] = _moment(entry.at)
        yield Line(str(entry.seq), text, details, figure, label, url, by, *moments[entry.at])


def writers(entries: Iterable[JournalEntry]) -> Iterator[User | None]:
    """The people whom the lines of these entries name."""
    for entry in entries:
        yield from (entry.by, entry.decided_by)


def _people(entry: JournalEntry, names: LinkedNames) -> str:
    """The coach who decided, and who entered, approved or accepted it if that was another person."""
    if entry.decided_by is None or entry.decided_by_id == entry.by_id:
        return names.of(entry.by) if entry.by else gettext("The server")
    if entry.by is None:
        return names.of(entry.decided_by)
    prefix = entry.source.partition(":")[0]
    texts = {
        "founding": gettext("%(coach)s, approved by %(by)s"),
        "trade": gettext("%(coach)s, accepted by %(by)s"),
        "correction": gettext("%(coach)s, accepted by %(by)s"),
    }
    text = texts.get(prefix) or gettext("%(coach)s, entered by %(by)s")
    return SafeString(text % {"coach": names.of(entry.decided_by), "by": names.of(entry.by)})


def _moment(at: datetime) -> tuple[str, str]:
    """A moment in the time zone of the page: as text, and as ISO."""
    local = localtime(at)
    return date_format(local, "j M Y, H:i"), local.isoformat()


def new_entries(correction: Correction) -> list[Entry]:
    """The entries that a correction adds, in the order of their numbers within it."""
    return [*correction.entries, *(entry for _place, entry in correction.inserted)]


def is_about(entry: Entry, player: int) -> bool:
    """Whether an entry names this player."""
    return getattr(entry, "player", getattr(getattr(entry, "line", None), "player", None)) == player


def _linked(text: str, fact: Entry | Correction, book: Book, team_list: str) -> str:
    """What an entry says, with the position or the skill that it names as a link to the guide: its last mention."""
    position, skill = getattr(fact, "position", ""), getattr(fact, "skill", "")
    name = position or skill
    url = addresses.of_position(book, team_list, position) if position else addresses.of_skill(book, skill)
    before, found, after = text.rpartition(name) if url else ("", "", "")
    return format_html("{}{}{}", before, addresses.linked(name, url), after) if found else text


def _said(
    fact: Entry | Correction, names: Mapping[int, str], about: int | None, book: Book
) -> tuple[str, tuple[str, ...]]:
    if not isinstance(fact, Correction):
        return say_entry(fact, book=book, names=names, translate=gettext), ()
    parts = [gettext("Corrected")]
    if fact.struck:
        replaces = ngettext(
            "Corrected: replaces entry %(seqs)s", "Corrected: replaces entries %(seqs)s", len(_seqs(fact.struck))
        )
        parts = [replaces % {"seqs": ", ".join(_seqs(fact.struck))}]
    if fact.restored:
        restored = _restored(fact) % {"seqs": ", ".join(_seqs(fact.restored))}
        parts = [*(parts if fact.struck else ()), restored]
    said = [
        say_entry(inner, book=book, names=names, translate=gettext)
        for inner in new_entries(fact)
        if about is None or is_about(inner, about)
    ]
    amended = [_amended(*each, names, book) for each in fact.amended if about is None or is_about(each[1], about)]
    return "; ".join(parts), (*said, *amended)


def _restored(fact: Correction) -> str:
    if fact.struck:
        return ngettext("entry %(seqs)s restored", "entries %(seqs)s restored", len(_seqs(fact.restored)))
    return ngettext(
        "Corrected: entry %(seqs)s restored", "Corrected: entries %(seqs)s restored", len(_seqs(fact.restored))
    )


def _seqs(places: Iterable[Place]) -> list[str]:
    """The numbers of the entries, each once: what a correction added shares its number."""
    return list(dict.fromkeys(str(seq) for seq, _index in places))


def _amended(place: Place, entry: Entry, names: Mapping[int, str], book: Book) -> str:
    """A corrected entry. For a player who joined, with their SPP."""
    said = say_entry(entry, book=book, names=names, translate=gettext)
    text = gettext("Entry %(seq)d, corrected: %(said)s")
    if isinstance(entry, PlayerJoined):
        text = gettext("Entry %(seq)d, corrected: %(said)s, with %(spp)d SPP")
        return text % {"seq": place[0], "said": said, "spp": entry.line.spp}
    return text % {"seq": place[0], "said": said}


def _source(source: str) -> tuple[str, str]:
    prefix, _colon, rest = source.partition(":")
    known = journal_sources.get(prefix)
    if known is None:
        return source, ""
    if not (known.route and rest):
        return str(known.label), ""
    try:
        return str(known.label), address(known.route, rest)
    except NoReverseMatch:
        return str(known.label), ""
