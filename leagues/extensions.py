"""What this room asks of rooms above it."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from accounts.registry import Registry

if TYPE_CHECKING:
    from leagues.log import Kind

log_kinds: Registry[Kind] = Registry(key=attrgetter("id"))
"""The kinds of entries in a league's log, by the id that an entry's row stores. `leagues.log.kind` adds them.

Read when the log's page is drawn, outside any transaction. An entry of an unknown kind shows its id.
"""
