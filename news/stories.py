"""Writing stories: drafts, publishing, changing, deleting. The league's log tells of what everybody can read."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.extensions import LogKind
from leagues.models import League
from leagues.services import locked
from news.comments import forget_comments
from news.models import Story
from web.commands import write_version
from web.errors import Message, Refusal

PUBLISHED = log.kind("news.published", _("{by} published the story “{title}”."))
CHANGED = log.kind("news.changed", _("{by} changed the story “{title}”."))
WITHDRAWN = log.kind("news.withdrawn", _("{by} made the story “{title}” a draft again."))
DELETED = log.kind("news.deleted", _("{by} deleted the story “{title}”."), reasoned=True)
GONE = Message(
    id="news.story_gone",
    text=_("This story was deleted."),
    remedy=_("Copy your text and write a new one."),
    status=409,
)


@transaction.atomic
def write_story(*, league: League, by: User, title: str, text: str, publish: bool) -> Story:
    """Write a story, as a draft or for everybody. Raises ``Refusal`` for an archived league."""
    locked(league)
    now = timezone.now()
    made = Story.objects.create(
        league=league, by=by, title=title, text=text, changed_at=now, published_at=now if publish else None
    )
    if publish:
        log.record(PUBLISHED, league=league, by=by, title=title)
    return made


@transaction.atomic
def change_story(*, story: Story, by: User, expected: int, title: str, text: str, publish: bool) -> Story:
    """Change a story if it is still at version ``expected``; ``publish`` says whether everybody can read it now.

    It keeps the day on which it was published first. Raises ``Refusal``, ``StaleVersion``.
    """
    league = locked(story.league)
    current = Story.objects.get(pk=story.pk)
    if current.deleted_at is not None:
        raise Refusal(GONE)
    now = timezone.now()
    changes = {
        "title": title,
        "text": text,
        "changed_at": now,
        "published_at": (current.published_at or now) if publish else None,
    }
    written = write_version(current, expected=expected, changes=changes)
    kind = _what(current, title, text, publish=publish)
    if kind is not None:
        known = current.title if kind is WITHDRAWN else title  # a draft's is for commissioners alone
        log.record(kind, league=league, by=by, title=known)
    return written


def _what(before: Story, title: str, text: str, *, publish: bool) -> LogKind | None:
    """What the log tells of a change; nothing of one to a draft."""
    if publish and not before.published:
        return PUBLISHED
    if not publish:
        return WITHDRAWN if before.published else None
    return CHANGED if (before.title, before.text) != (title, text) else None


@transaction.atomic
def delete_story(*, story: Story, by: User, expected: int, reason: str) -> None:
    """Delete a story with its comments. The log tells of a published one. Raises ``Refusal``, ``StaleVersion``."""
    league = locked(story.league)
    current = Story.objects.get(pk=story.pk)
    if current.deleted_at is not None:
        raise Refusal(GONE)
    write_version(current, expected=expected, changes={"title": "", "text": "", "deleted_at": timezone.now()})
    forget_comments(current, by=by)
    if current.published:
        log.record(DELETED, league=league, by=by, reason=reason, title=current.title)
