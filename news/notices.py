"""Whom a reported comment waits for."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.notices import commissioners
from news.models import CommentReport
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare

COMMENTS = Topic(key="comments", name=_("Comments that members report to commissioners"))
REPORT = Subject(
    key="comment_report",
    things=CommentReport.objects.select_related("comment__story__league", "comment__by", "by"),
    league=lambda report: report.comment.story.league,
    words=lambda report, reader: {
        "coach": report.by.name,
        "writer": report.comment.by.name,
        "story": report.comment.story.title,
        "league": report.comment.story.league.name,
    },
)
REPORTED = Kind(
    key="news.comment_reported",
    name=_("A member reports a comment"),
    topic=COMMENTS,
    subject=REPORT,
    line=_("%(coach)s reported a comment on “%(story)s”"),
    text=_("%(coach)s, of %(league)s, reported a comment of %(writer)s on “%(story)s”. Read it and decide here:"),
    readers=lambda report: commissioners(report.comment.story.league),
    page=lambda report: reverse("news:decide", args=[report.comment.story.league.slug, report.comment_id]),
    waits=True,
)
declare(
    Machine(
        model=CommentReport,
        states={
            CommentReport.State.WAITING: (REPORTED,),
            CommentReport.State.SETTLED: Silent("a commissioner decided, or the comment is gone; their notices end"),
        },
        things=REPORT.things,
    )
)
