"""Entries of a team's journal in words: the lines of its history, and what players did in a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from rules import editions
from rules.book.book import Book
from rules.journal import (
    CharacteristicHealed,
    CharacteristicRaised,
    ConditionChanged,
    Entry,
    FanFactorChanged,
    GoldMoved,
    InducementsEngaged,
    MarksChosen,
    PlayerCorrected,
    PlayerHired,
    PlayerInjured,
    PlayerJoined,
    PlayerLeft,
    PlayerLost,
    PlayerRecovered,
    PlayerTraded,
    PointsEarned,
    SkillGained,
    SpecialRuleChosen,
)
from rules.sheet.match import InducedLine, PlayerLine
from rules.words import catalogue
from rules.words.words import Names, Speaker, Translate, opened, signed


def say_entry(entry: Entry, *, book: Book | None = None, names: Names | None = None, translate: Translate = str) -> str:
    """A line of a team's history: ``Griff: Guard learned (+20k)``."""
    speaker = Speaker(names or {}, translate, book)
    args = {each.name: getattr(entry, each.name) for each in fields(entry)}
    if "source" in args:
        args |= {purse: speaker.thing(args[purse]) for purse in ("source", "target")}
    if isinstance(entry, PlayerJoined):
        args |= {"player": entry.line.player, "number": entry.line.number, "position": entry.line.position}
    if isinstance(entry, PlayerCorrected):
        args["said"] = _corrections(speaker, entry)
    if isinstance(entry, InducementsEngaged):
        args["skills"] = ", ".join(entry.skills)
    if isinstance(entry, ConditionChanged):
        args["condition"] = _condition(speaker, entry.condition, entry.change)
    if isinstance(entry, MarksChosen):
        args["marks"] = ", ".join(map(speaker.thing, entry.marks))
    if isinstance(entry, PlayerInjured):
        args["harm"] = _harm(speaker, entry)
    if isinstance(entry, PointsEarned):
        args["feats"] = _feats(speaker, entry)
        args["by"] = book.facts[entry.by].name if book is not None and entry.by in book.facts else entry.by
    if isinstance(entry, CharacteristicHealed):
        args["characteristic"] = f"+{entry.characteristic}"
    if isinstance(entry, CharacteristicRaised):
        steps = 1 if entry.gained else abs(entry.change)
        args["characteristic"] = f"+{steps} {entry.characteristic}" if steps > 1 else f"+{entry.characteristic}"
    key = _wording(entry, speaker.texts["entries"])
    for_nothing = isinstance(entry, SkillGained) and not entry.cost
    free = catalogue.FREE.get(key) if for_nothing or (book is not None and not book.with_costs) else None
    free = book.words.entries.get(key, free) if book is not None else free
    return opened(speaker.say(free or speaker.texts["entries"][key], args.items()))


def say_feats(did: PlayerLine | InducedLine, *, book: Book | None = None, translate: Translate = str) -> str:
    """What a player did in a match: ``1 touchdown, 2 casualties``; empty for nothing."""
    return _feats(Speaker({}, translate, book), did)


def _wording(entry: Entry, texts: Mapping[str, str]) -> str:
    """The key of an entry's text: its kind, and how it happened, if there is a text for that."""
    match entry:
        case GoldMoved():
            key = f"{entry.kind}.{entry.source}.{entry.target}"
        case PlayerLeft() | PlayerTraded() | PlayerJoined() | PlayerLost():
            key = f"{entry.kind}.{entry.how}"
        case PlayerHired():
            key = f"{entry.kind}.{entry.joined}"
        case FanFactorChanged(price=price) if price:
            key = f"{entry.kind}.bought"
        case InducementsEngaged():
            key = f"{entry.kind}.{'skilled' if entry.skills else entry.inducement}"
        case PlayerRecovered(misses=misses) if misses:
            key = f"{entry.kind}.not_yet"
        case SpecialRuleChosen(instead_of=earlier) if earlier:
            key = f"{entry.kind}.instead"
        case MarksChosen(marks=()):
            key = f"{entry.kind}.none"
        case PointsEarned(by=by) if by:
            key = f"{entry.kind}.by"
        case PointsEarned(deeds=()):
            key = f"{entry.kind}.played"
        case SkillGained(by_roll=False):
            key = f"{entry.kind}.gift"
        case SkillGained(points=points) | CharacteristicRaised(points=points) if points:
            key = f"{entry.kind}.bought"
        case _:
            key = entry.kind
    return key if key in texts else entry.kind


def _corrections(speaker: Speaker, entry: PlayerCorrected) -> str:
    said: list[tuple[str, dict[str, Any]]] = [("back", {})] if entry.back else []
    said += [(what, {"change": getattr(entry, what)}) for what in ("spp", "niggling", "cost") if getattr(entry, what)]
    said += [("condition", {"said": _condition(speaker, key, change)}) for key, change in entry.conditions]
    if entry.misses_next:
        said.append(("misses_next" if entry.misses_next > 0 else "recovered", {}))
    if entry.characteristic:
        said.append(("characteristic", {"change": entry.change, "characteristic": entry.characteristic}))
    said += [(what, {"skill": getattr(entry, what)}) for what in ("learned", "forgotten") if getattr(entry, what)]
    return ", ".join(speaker.say(catalogue.MANUAL_CORRECTION[what], **args) for what, args in said)


def _harm(speaker: Speaker, entry: PlayerInjured) -> str:
    parts = [speaker.say(catalogue.HARM["misses_next"])] if entry.misses_next and entry.misses < 2 else []
    if entry.misses > 1:
        parts.append(speaker.say(catalogue.HARM["misses"], count=entry.misses))
    if entry.niggling:
        parts.append(speaker.say(catalogue.HARM["niggling"], count=entry.niggling))
    parts += [f"{count} {speaker.thing(key, many=count > 1)}" for key, count in entry.conditions]
    parts += [speaker.say(catalogue.HARM["lost"], characteristic=name) for name in entry.lost]
    # All are losses: where a lower figure is better, a figure that rises is one too.
    parts += [speaker.say(catalogue.HARM["change"], characteristic=name, change=abs(by)) for name, by in entry.changes]
    return ", ".join(parts) or speaker.say(catalogue.HARM["nothing"])


def _condition(speaker: Speaker, key: str, change: int) -> str:
    known = speaker.book.conditions.get(key) if speaker.book is not None else None
    if known is not None and known.only_once and change == 1:
        return known.name
    return f"{signed(change)} {speaker.thing(key, many=abs(change) > 1)}"


def _feats(speaker: Speaker, did: PlayerLine | InducedLine | PointsEarned) -> str:
    books = [speaker.book] if speaker.book is not None else [edition.book for edition in editions.EDITIONS]
    order = list(dict.fromkeys(key for book in books for key in book.deeds))
    feats = sorted(did.deeds, key=lambda deed: order.index(deed[0]) if deed[0] in order else len(order))
    return ", ".join(f"{count:,} {speaker.thing(what, many=abs(count) != 1)}" for what, count in feats if count)
