"""The league's log: every change of a league or its members has an entry.

Each room declares the kinds of its own entries beside the services that write them:

    TEAM_APPROVED = log.kind("teams.approved", _("{by} approved the team {team}."))
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.extensions import LogArgument, LogKind, log_arguments, log_kinds
from leagues.models import League, LogEntry, Membership, Ruleset
from web.errors import Message, Refusal, Text

NO_REASON = Message(
    id="leagues.no_reason",
    text=_("This needs a reason."),
    remedy=_("Say why. Members can read it in the league's log."),
)


def kind(id: str, text: Text, *, reasoned: bool = False) -> LogKind:
    """Declare a kind of entry; one that is `reasoned` is refused without a reason.

    Raises ValueError if the id is taken.
    """
    if log_kinds.get(id) is not None:
        raise ValueError(f"there is a log entry {id!r} already")
    return log_kinds.add(LogKind(id, text, reasoned))


def argument(name: str, words: Callable[[Any, Any], str]) -> LogArgument:
    """Declare how an argument of entries is shown. Raises ValueError if another way is declared for that name."""
    return log_arguments.add(LogArgument(name, words))


CREATED = kind("leagues.created", _("{by} created the league."))
CHANGED = kind("leagues.changed", _("{by} changed the settings: {fields}."))
HOUSE_RULES_CHANGED = kind("leagues.house_rules_changed", _("{by} changed the house rules: {options}."))
BOOK_ADDED = kind("leagues.book_added", _("{by} added the book {book}."))
ARCHIVED = kind("leagues.archived", _("{by} archived the league."), reasoned=True)
RESTORED = kind("leagues.restored", _("{by} restored the league."))
INVITED = kind("leagues.invited", _("{by} created an invitation link for a {role}; maximum uses: {max_uses}."))
INVITATION_REVOKED = kind("leagues.invitation_revoked", _("{by} revoked an invitation link."))
JOINED = kind("leagues.joined", _("{by} joined by invitation, as a {role}."))
ASKED = kind("leagues.asked", _("{by} asked to join."))
ACCEPTED = kind("leagues.accepted", _("{by} accepted {about}'s request to join."))
WITHDRAWN = kind("leagues.request_withdrawn", _("{by} withdrew their request to join."))
REFUSED = kind("leagues.refused", _("{by} refused {about}'s request to join."))
ENQUIRED = kind("leagues.enquired", _("{by} wrote to the commissioners."))
ENQUIRY_ANSWERED = kind("leagues.enquiry_answered", _("{by} answered {about}'s message."))
ENQUIRY_CLOSED = kind("leagues.enquiry_closed", _("{by} closed {about}'s message without an answer."))
LEFT = kind("leagues.left", _("{by} left the league."))
REMOVED = kind("leagues.removed", _("{by} removed {about} from the league."), reasoned=True)
APPOINTED = kind("leagues.appointed", _("{by} made {about} a commissioner."))
DISMISSED = kind("leagues.dismissed", _("{by} made {about} a coach again."), reasoned=True)


def record(
    kind: LogKind,
    *,
    league: League,
    by: User | None,
    about: User | None = None,
    reason: str = "",
    ruleset: Ruleset | None = None,
    **args: Any,
) -> LogEntry:
    """Write an entry, in the transaction of the change. `by` is None for the server. `args` hold ids, no typed text.

    Raises `Refusal` if a kind of entry needs a reason and there is none: then the change is undone too.
    """
    _need_reason(kind, reason)
    return LogEntry.objects.create(
        league=league, by=by, kind=kind.id, about=about, reason=reason, ruleset=ruleset, args=args
    )


def record_each(
    kind: LogKind, *, league: League, by: User | None, reason: str, args: Iterable[Mapping[str, Any]]
) -> None:
    """Write an entry for each of ``args``, all with one statement, in the transaction of the change.

    Raises `Refusal` like `record`.
    """
    _need_reason(kind, reason)
    LogEntry.objects.bulk_create(
        LogEntry(league=league, by=by, kind=kind.id, reason=reason, args=dict(each)) for each in args
    )


def _need_reason(kind: LogKind, reason: str) -> None:
    if kind.reasoned and not reason.strip():
        raise Refusal(NO_REASON, field="reason")


def words(entry: LogEntry, named: Callable[[User], SafeString] | None = None) -> str:
    """An entry in the reader's language, as HTML if a function names people; an unknown kind shows its id."""
    known = log_kinds.get(entry.kind)
    if known is None:
        return entry.kind
    call = named or attrgetter("name")
    by = call(entry.by) if entry.by else str(_("The server"))
    about = call(entry.about) if entry.about else ""
    args = {name: _shown(name, value, entry) for name, value in entry.args.items()}
    shown = {**args, "by": by, "about": about}
    return format_html(str(known.text), **shown) if named else str(known.text).format(**shown)


def _shown(name: str, value: Any, entry: LogEntry) -> Any:
    argument = log_arguments.get(name)
    return argument.words(value, entry) if argument else value


def field_words(names: list[str], entry: LogEntry) -> str:
    """The labels of a league's settings, by column."""
    return ", ".join(str(League._meta.get_field(name).verbose_name) for name in names)


def option_words(names: list[str], entry: LogEntry) -> str:
    """The labels of house rules; the ids of those that the edition no longer has."""
    options = entry.ruleset.book.options if entry.ruleset else {}
    return ", ".join(options[name].label if name in options else name for name in names)


def role_words(role: str, entry: LogEntry) -> str:
    """The label of a role in a league."""
    return str(Membership.Role(role).label)


def date_words(stored: str, entry: LogEntry) -> str:
    """A stored date ("2026-12-06 20:00 GMT") as pages show it, on one line, with its time zone; other texts stay."""
    try:
        moment = datetime.fromisoformat(stored[:16])
    except ValueError:
        return stored
    return f"{date_format(moment, 'D j M, H:i')}{stored[16:]}".replace(" ", "\u00a0")


argument("fields", field_words)
argument("options", option_words)
argument("role", role_words)
argument("when", date_words)
