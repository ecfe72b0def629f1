"""The hash chain of the commands in each league, written in each command's transaction.

A command is chained last: then the lock on the chain is the last that the transaction takes, so two commands that hold
other locks cannot wait for each other here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leagues.models import CommandChain, CommandLink, League
from web.audit.findings import Finding
from web.audit.hash_chain import START, next_hash
from web.extensions import command_done
from web.models import Command

COLUMNS = ("user_id", "command_id", "kind", "body_hash", "answer", "made_at")
"""What of a command is chained: all that is stored, except the row's own id."""
CHUNK = 500


@command_done.add
def extend(command: Command, league: League) -> None:
    """Chain a command that was done in a league."""
    chain = _locked(league)
    if chain is None:
        CommandChain.objects.bulk_create([CommandChain(league=league, head=START)], ignore_conflicts=True)
        chain = CommandChain.objects.select_for_update().get(league=league)
    head = next_hash(chain.head, {"league_id": league.pk} | {name: getattr(command, name) for name in COLUMNS})
    CommandLink.objects.create(league=league, number=chain.length + 1, command=command, hash=head)
    CommandChain.objects.filter(league=league).update(length=chain.length + 1, head=head)


def _locked(league: League) -> CommandChain | None:
    found: Any = CommandChain.objects.select_for_update().filter(league=league)
    return next(iter(found), None)


def audit() -> Iterator[Finding]:
    """A finding for each league that has commands in its chain: where they differ from it."""
    chains = CommandChain.objects.select_related("league").order_by("league_id")
    for chain in chains:
        found = tuple(_differences(chain))
        if found:  # another process may have added a command meanwhile
            chain.refresh_from_db(fields=["length", "head"])
            found = tuple(_differences(chain))
        yield Finding(subject=f"{chain.league.name} ({chain.league.slug})", rows=chain.length, differences=found)


def _differences(chain: CommandChain) -> Iterator[str]:
    """Each command is judged by the stored hash of the command before it."""
    columns = [f"command__{name}" for name in COLUMNS]
    links = chain.league.command_links.filter(number__lte=chain.length).order_by("number")
    before, last = START, 0
    for number, stored, *values in links.values_list("number", "hash", *columns).iterator(chunk_size=CHUNK):
        for missing in range(last + 1, number):
            yield f"command {missing} is missing in the chain"
        row = {"league_id": chain.league_id} | dict(zip(COLUMNS, values, strict=True))
        if number == last + 1 and next_hash(before, row) != stored:
            yield f"command {number} is not the one that the chain proves"
        before, last = stored, number
    if (last, before) != (chain.length, chain.head or START):
        yield f"the chain ends with command {last}, not with command {chain.length} as it was kept"
