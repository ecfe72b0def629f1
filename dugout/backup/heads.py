"""The heads of all hash chains: one for each team's journal, one for each league's commands.

Somebody who keeps them elsewhere can prove later that nothing before them was changed: each chain must still have the
kept hash at its place. A backup holds them in its manifest.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Max

from dugout.backup.archive import DAMAGE, MANIFEST_LIMIT, Terms, sealed_manifest
from leagues.models import CommandChain, CommandLink, League
from teams.models import JournalLink, Team
from web.audit.hash_chain import START, next_hash

FORMAT = "dugout-heads"
VERSION = 1
CHUNK = 500
Head = tuple[int, str]
"""How long a chain is, and its last hash."""


class HeadsError(Exception):
    """A file of heads cannot be read or written. The message says what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The heads of journals by the team's id, and of commands by the league's id."""

    journals: Mapping[int, Head]
    commands: Mapping[int, Head]

    @property
    def digest(self) -> str:
        """One hash of all of them, in 64 hexadecimal digits."""
        return next_hash(START, self.as_json())

    def as_json(self) -> dict[str, dict[str, list[Any]]]:
        """The heads as a file or a manifest stores them."""
        chains = {"journals": self.journals, "commands": self.commands}
        return {name: {str(key): list(head) for key, head in sorted(heads.items())} for name, heads in chains.items()}


def have_chains() -> bool:
    """Whether the database has the chains' tables: one that an older Dugout wrote has none yet."""
    return {JournalLink._meta.db_table, CommandChain._meta.db_table} <= set(connection.introspection.table_names())


def heads() -> Heads:
    """All heads, with two queries."""
    last = JournalLink.objects.order_by().values("team").annotate(last=Max("pk")).values("last")
    journals = JournalLink.objects.filter(pk__in=last).order_by().values_list("team_id", "seq", "hash")
    commands = CommandChain.objects.values_list("league_id", "length", "head")
    return Heads(
        journals={team: (seq, hash) for team, seq, hash in journals},
        commands={league: (length, head) for league, length, head in commands},
    )


def save(target: Path, found: Heads) -> None:
    """Write heads to a new file. Raises HeadsError if the file exists or cannot be written."""
    made = datetime.now(UTC).isoformat(timespec="seconds")
    whole = {"format": FORMAT, "version": VERSION, "made": made, "digest": found.digest, **found.as_json()}
    try:
        with open(target, "x", encoding="utf-8") as file:
            json.dump(whole, file, indent=1)
    except FileExistsError:
        raise HeadsError(f"{target} exists already; choose another name.") from None
    except OSError as why:
        raise HeadsError(f"{target} cannot be written: {why.strerror}.") from None


def read(source: Path, terms: Terms) -> Heads:
    """The heads that a file of ``save`` or a backup holds.

    Raises HeadsError for any other file, BackupError for a backup that was changed or whose seal cannot be checked.
    """
    try:
        raw = sealed_manifest(source, terms).get("heads") if zipfile.is_zipfile(source) else json.loads(_text(source))
    except OSError as why:
        raise HeadsError(f"{source} cannot be read: {why.strerror}.") from None
    except (*DAMAGE, KeyError, RecursionError):
        raise HeadsError(f"{source} is neither a backup nor a file of heads.") from None
    if not isinstance(raw, dict) or "journals" not in raw:
        raise HeadsError(f"{source} holds no heads of chains.")
    try:
        return parse(raw)
    except ValueError:
        raise HeadsError(f"the heads in {source} cannot be understood.") from None


def parse(raw: Any) -> Heads:
    """Heads from their JSON. Raises ValueError."""
    found: dict[str, dict[int, Head]] = {}
    for name in ("journals", "commands"):
        chains = raw.get(name) if isinstance(raw, dict) else None
        if not isinstance(chains, dict):
            raise ValueError(name)
        found[name] = {}
        for key, head in chains.items():
            if not isinstance(head, list) or [type(part) for part in head] != [int, str] or not key.isdecimal():
                raise ValueError(name)
            found[name][int(key)] = (head[0], head[1])
    return Heads(**found)


def differences(kept: Heads) -> Iterator[str]:
    """Where today's chains do not continue kept ones. It does not prove the chains themselves: the audits do."""
    teams = {team.pk: f"{team.name} ({team.public_id})" for team in Team.objects.only("name", "public_id")}
    leagues = {league.pk: f"{league.name} ({league.slug})" for league in League.objects.only("name", "slug")}
    journals = JournalLink.objects.order_by().values_list("team_id", "seq", "hash")
    commands = CommandLink.objects.order_by().values_list("league_id", "number", "hash")
    yield from _departures(kept.journals, journals.iterator(chunk_size=CHUNK), teams, "entry")
    yield from _departures(kept.commands, commands.iterator(chunk_size=CHUNK), leagues, "command")


def _departures(
    kept: Mapping[int, Head], links: Iterator[tuple[int, int, str]], names: Mapping[int, str], what: str
) -> Iterator[str]:
    today = {key: hash for key, place, hash in links if key in kept and kept[key][0] == place}
    for key, (place, hash) in kept.items():
        name = names.get(key, f"number {key}, which is missing")
        if place and key not in today:
            yield f"{name}: the chain has no {what} {place}, which the kept head has"
        elif place and today[key] != hash:
            yield f"{name}: the chain up to {what} {place} is not the one whose head was kept"


def _text(source: Path) -> str:
    with open(source, encoding="utf-8") as file:
        return file.read(MANIFEST_LIMIT)
