"""Comments on stories: writing, removing one's own, reporting, and what commissioners decide about them."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.models import League, Membership
from leagues.services import locked
from news.models import Comment, CommentReport, Story
from notices.telling import follow
from web.errors import Message, Refusal

Standing = Comment.Standing

HIDDEN = log.kind("news.comment_hidden", _("{by} hid a comment of {about} on “{title}”."), reasoned=True)
SHOWN = log.kind("news.comment_shown", _("{by} showed a comment of {about} on “{title}” again."), reasoned=True)
DELETED = log.kind("news.comment_deleted", _("{by} deleted a comment of {about} on “{title}”."), reasoned=True)
LEFT = log.kind("news.comment_left", _("{by} left a reported comment of {about} on “{title}” as it is."), reasoned=True)

CLOSED = Message(
    id="news.comments_closed",
    text=_("Nobody can comment on the news of {league} now."),
    remedy=_("A commissioner can change that in the settings."),
)
MEMBERS_ONLY = Message(
    id="news.comments_of_members",
    text=_("Only members of {league} comment on its news."),
    remedy=_("Join the league first."),
    status=403,
)
NOT_PUBLISHED = Message(
    id="news.not_published",
    text=_("This story is not published any more."),
    status=409,
)
NOT_THERE = Message(
    id="news.comment_gone",
    text=_("This comment is not there any more."),
    remedy=_("Open the story again to see what is."),
    status=409,
)
REPORTED = Message(
    id="news.comment_reported",
    text=_("You have reported this comment already."),
    remedy=_("The commissioners see your report in their inbox."),
    status=409,
)


def why_not(league: League, user: Any) -> Message | None:
    """Why a person cannot comment on the news of a league that they see; None if they can. One query at most."""
    if league.comments == League.Comments.NOBODY:
        return CLOSED
    if league.comments == League.Comments.USERS or user.is_staff:
        return None
    member = Membership.objects.filter(league=league, user=user.pk, left_at__isnull=True).exists()
    return None if member else MEMBERS_ONLY


@transaction.atomic
def write_comment(*, story: Story, by: User, text: str) -> Comment:
    """Comment on a published story. Raises ``Refusal`` where the league does not want it."""
    league = locked(story.league)
    if reason := why_not(league, by):
        raise Refusal(reason, league=league.name)
    if not Story.objects.filter(pk=story.pk, published_at__isnull=False, deleted_at__isnull=True).exists():
        raise Refusal(NOT_PUBLISHED)
    return Comment.objects.create(story=story, by=by, text=text)


@transaction.atomic
def remove_own(*, comment: Comment, by: User) -> None:
    """Remove one's own comment: its text is erased. Raises ``Refusal``, and ``PermissionDenied`` for another's."""
    locked(comment.story.league)
    if comment.by_id != by.pk:
        raise PermissionDenied
    _change(comment, (Standing.SHOWN, Standing.HIDDEN), Standing.REMOVED)
    settle_reports(comment, by=by)


@transaction.atomic
def report_comment(*, comment: Comment, by: User, reason: str) -> CommentReport:
    """Ask the commissioners to look at a comment. Raises ``Refusal`` if it is gone, or reported by them already."""
    locked(comment.story.league)
    if not Comment.objects.filter(pk=comment.pk, standing=Standing.SHOWN).exists():
        raise Refusal(NOT_THERE)
    made, new = CommentReport.objects.get_or_create(
        comment=comment, by=by, state=CommentReport.State.WAITING, defaults={"reason": reason}
    )
    if not new:
        raise Refusal(REPORTED)
    follow(made, by=by)
    return made


UNTOLD = "…"
"""Stands in the log for the title of a draft."""
DECISIONS = {
    "leave": (LEFT, (Standing.SHOWN, Standing.HIDDEN), None),
    "hide": (HIDDEN, (Standing.SHOWN,), Standing.HIDDEN),
    "show": (SHOWN, (Standing.HIDDEN,), Standing.SHOWN),
    "delete": (DELETED, (Standing.SHOWN, Standing.HIDDEN), Standing.DELETED),
}
"""What commissioners can decide about a comment: the entry in the log, from which standings, and what happens to it."""


def decisions_about(comment: Comment) -> list[str]:
    """What commissioners can decide about a comment as it is now; ``leave`` only if somebody has reported it."""
    reported = comment.reports.filter(state=CommentReport.State.WAITING).exists()
    return [
        key
        for key, (_kind, standings, _then) in DECISIONS.items()
        if comment.standing in standings and (key != "leave" or reported)
    ]


@transaction.atomic
def decide(*, comment: Comment, by: User, decision: str, reason: str) -> None:
    """Decide about a comment, with a reason that members read in the log; reports of it are settled.

    Raises ``Refusal`` if it was removed or decided about in the meantime.
    """
    league = locked(comment.story.league)
    kind, standings, then = DECISIONS[decision]
    _change(comment, standings, then)
    settle_reports(comment, by=by)
    log.record(kind, league=league, by=by, about=comment.by, reason=reason, title=_known(comment.story))


def _known(story: Story) -> str:
    """The title as everybody may know it: not that of a draft."""
    return story.title if story.published else UNTOLD


def forget_comments(story: Story, *, by: User) -> None:
    """Delete all comments of a story that is deleted, in the transaction of that."""
    for comment in story.comments.filter(standing__in=(Standing.SHOWN, Standing.HIDDEN)).select_related("story"):
        _change(comment, (Standing.SHOWN, Standing.HIDDEN), Standing.DELETED)
        settle_reports(comment, by=by)


def settle_reports(comment: Comment, *, by: User) -> None:
    """End what waits for commissioners about a comment."""
    for report in comment.reports.filter(state=CommentReport.State.WAITING).select_related("comment__story__league"):
        report.state = CommentReport.State.SETTLED
        report.save(update_fields=["state"])
        follow(report, by=by)


def _change(comment: Comment, standings: tuple[Standing, ...], then: Standing | None) -> None:
    """Give a comment another standing, if it has one of these; the text of one that is gone is erased."""
    rows = Comment.objects.filter(pk=comment.pk, standing__in=standings)
    changes: dict[str, str] = {"standing": then} if then is not None else {}
    if then in (Standing.REMOVED, Standing.DELETED):
        changes["text"] = ""
    if not (rows.update(**changes) if changes else rows.exists()):
        raise Refusal(NOT_THERE)
    comment.refresh_from_db(fields=["standing", "text"])
