"""The mails that people would get now."""

from accounts.mail import link
from accounts.models import User
from notices.inbox import things_of
from notices.mailing import still_wanted, words_for
from notices.models import Notice


def mails_to(reader: User, topic: str = "") -> list[str]:
    """The mails about a topic that wait to be sent to a person and still make sense: subject, text and link."""
    waiting = Notice.objects.filter(reader=reader, mail=Notice.Mail.NOW).select_related("happening", "reader")
    found = []
    for notice, kind, thing in things_of(waiting.order_by("pk")):
        if topic in ("", kind.topic.key) and still_wanted(notice, kind, thing):
            line, text = words_for(kind, thing, reader)
            found.append(f"[Dugout] {line}\n{text}\n{link(kind.page(thing))}")
    return found
