"""The league's log: nothing is done to a league or its members in silence.

Each room declares the kinds of its own entries beside the services that write them:

    TEAM_APPROVED = log.kind("teams.approved", _("{by} approved the team {team}."))
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.extensions import log_kinds
from leagues.models import League, LogEntry, Membership, Ruleset
from web.errors import Text


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry: its stored id, and its words with gaps for `{by}`, `{about}` and the entry's args."""

    id: str
    text: Text


def kind(id: str, text: Text) -> Kind:
    """Declare a kind of entry. Raises ValueError for an id that another one has."""
    if log_kinds.get(id) is not None:
        raise ValueError(f"there is a log entry {id!r} already")
    return log_kinds.add(Kind(id, text))


CREATED = kind("leagues.created", _("{by} founded the league."))
CHANGED = kind("leagues.changed", _("{by} changed the settings: {fields}."))
HOUSE_RULES_CHANGED = kind("leagues.house_rules_changed", _("{by} changed the house rules: {options}."))
ARCHIVED = kind("leagues.archived", _("{by} archived the league."))
RESTORED = kind("leagues.restored", _("{by} took the league out of the archive."))
INVITED = kind("leagues.invited", _("{by} made an invitation link for a {role}, good for {max_uses} people at most."))
INVITATION_REVOKED = kind("leagues.invitation_revoked", _("{by} revoked an invitation link."))
JOINED = kind("leagues.joined", _("{by} joined by invitation, as a {role}."))
ASKED = kind("leagues.asked", _("{by} asked to join."))
ACCEPTED = kind("leagues.accepted", _("{by} let {about} in."))
WITHDRAWN = kind("leagues.request_withdrawn", _("{by} no longer asks to join."))
REFUSED = kind("leagues.refused", _("{by} refused {about}."))
LEFT = kind("leagues.left", _("{by} left the league."))
REMOVED = kind("leagues.removed", _("{by} removed {about} from the league."))
APPOINTED = kind("leagues.appointed", _("{by} made {about} a commissioner."))
DISMISSED = kind("leagues.dismissed", _("{about} is a commissioner no longer, by {by}."))


def record(
    kind: Kind,
    *,
    league: League,
    by: User | None,
    about: User | None = None,
    reason: str = "",
    ruleset: Ruleset | None = None,
    **args: Any,
) -> LogEntry:
    """Write an entry, in the transaction of what it tells; `by` None is the server. `args` hold ids, no typed text."""
    return LogEntry.objects.create(
        league=league, by=by, kind=kind.id, about=about, reason=reason, ruleset=ruleset, args=args
    )


def words(entry: LogEntry) -> str:
    """An entry in the reader's language; the bare id for a kind that this version does not know."""
    known = log_kinds.get(entry.kind)
    if known is None:
        return entry.kind
    by = entry.by.name if entry.by else str(_("The server"))
    about = entry.about.name if entry.about else ""
    args = {name: WORDED[name](value, entry) if name in WORDED else value for name, value in entry.args.items()}
    return str(known.text).format(**{**args, "by": by, "about": about})


def field_words(names: list[str], entry: LogEntry) -> str:
    """Columns of a league as its settings call them."""
    return ", ".join(str(League._meta.get_field(name).verbose_name) for name in names)


def option_words(names: list[str], entry: LogEntry) -> str:
    """House rules as their edition calls them; those that it does not have any more by their ids."""
    options = entry.ruleset.book.options if entry.ruleset else {}
    return ", ".join(options[name].label if name in options else name for name in names)


def role_words(role: str, entry: LogEntry) -> str:
    """A role in a league."""
    return str(Membership.Role(role).label)


WORDED: dict[str, Callable[[Any, LogEntry], str]] = {
    "fields": field_words,
    "options": option_words,
    "role": role_words,
}
