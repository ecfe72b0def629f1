"""What this room asks of rooms above it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from accounts.models import User
from accounts.registry import Registry
from web.crests.shown import Shown
from web.errors import Text


@dataclass(frozen=True, slots=True)
class LogKind:
    """A kind of entry: its stored id, and its text with placeholders for `{by}`, `{about}` and the entry's args.

    A `reasoned` one is a serious decision: members can read why it was made.
    """

    id: str
    text: Text
    reasoned: bool = False


log_kinds: Registry[LogKind] = Registry(key=attrgetter("id"))
"""The kinds of entries in a league's log, by the id that an entry's row stores. `leagues.log.kind` adds them.

Read when the log's page is drawn, outside any transaction. An entry of an unknown kind shows its id.
"""


@dataclass(frozen=True, slots=True)
class LogArgument:
    """How an argument of log entries is shown: its name, and a function of its stored value and the `LogEntry`."""

    name: str
    words: Callable[[Any, Any], str]


log_arguments: Registry[LogArgument] = Registry(key=attrgetter("name"))
"""How arguments of entries are shown, by name. `leagues.log.argument` adds them; others are shown as they are stored.

Read when the log's page is drawn, outside any transaction.
"""


@dataclass(frozen=True, slots=True)
class MemberTeam:
    """A team of a member, as the list of members shows it: crest, name, page, and its state if that says more."""

    name: str
    url: str
    crest: Shown
    state: str = ""


member_teams: Registry[Callable[[Any, Any, bool, Collection[int]], Mapping[int, Sequence[MemberTeam]]]] = Registry()
"""Functions (league, reader, whether they run it, ids of members) -> these members' teams that the reader may see.

Called once for a page of members, in its snapshot. The number of queries does not depend on the members.
"""


lists_in_use: Registry[Callable[[Any, str], Collection[str]]] = Registry()
"""Functions (league, key of a book) -> the names of the team lists that its teams by that book have.

Called inside the transaction that changes house rules, if a list of the league's own is taken out; they only read.
"""


packs_in_use: Registry[Callable[[Any, str], Collection[tuple[str, str]]]] = Registry()
"""Functions (league, key of a book) -> the packs by which its new teams of that book are built besides the house rules:
what each is for, and its text.

Called inside the transaction that changes house rules; they only read.
"""


member_returned: Registry[Callable[[Any, User], None]] = Registry()
"""Functions (league, user) called when somebody who was a member before has entered the league again.

Called inside the transaction, after the membership was made; they only write rows. An exception undoes it.
"""


@dataclass(frozen=True, slots=True)
class MemberPage:
    """The route of a page about a member, by what it is for.

    It takes the league's slug and the membership's id, or for a "coach" the account's id or the recorded name after ~.
    ``theirs`` (league, ids of accounts, or None for all) -> those that have such a page, with one query.
    """

    about: str
    route: str
    theirs: Callable[[Any, Collection[int] | None], Collection[int]] | None = None


member_pages: Registry[MemberPage] = Registry(key=attrgetter("about"))
"""The pages about members in rooms above: on "removal" a member is removed, and their teams with them; "coach" shows
what they did as a coach.

Read when a page with such a link is drawn, outside any transaction.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementKind:
    """A kind of decision that a commissioner does not make alone about a match or team that they coach.

    `text` says what they want, with a placeholder for `{by}` and those that `words` fills. `still_open` tells of the
    league's `Agreement` whether it can still be carried out. `carry_out` does what was asked, with the consent of a
    person; it raises Refusal. `address` is the page that shows it.
    """

    id: str
    text: Text
    still_open: Callable[[Any], bool]
    carry_out: Callable[[Any, User], object]
    address: Callable[[Any], str]
    words: Callable[[Any], Mapping[str, str]] = lambda agreement: {}


agreement_kinds: Registry[AgreementKind] = Registry(key=attrgetter("id"))
"""The decisions for which `leagues.agreements` asks others to agree, by the id that an agreement's row stores.

`still_open` and `address` only read, outside a transaction or inside one; `carry_out` is called inside the transaction
of the answer.
"""
