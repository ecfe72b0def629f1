"""The draft of a report: saved on the server as typed, right or wrong, until somebody sends it.

A match has one draft, as it will have one report; during a correction it is the draft of the corrected report. The user
who saves it becomes its writer. A save from an older version is refused, and the page shows both. Saving needs no
command id: it names its version and page, and the same contents again change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.services import ARCHIVED
from matches.models import Match, MatchCorrection, MatchSide, UnsentReport
from matches.refusals import NOT_OPEN, WRONG_STATE
from matches.report.stories import STORY_LENGTH, TOO_LONG
from web.commands import write_version
from web.errors import Message, Refusal, StaleVersion
from web.prepared import Prepared

PAGE_LENGTH = 36

NOT_THE_WRITER = Message(
    id="matches.not_the_writer",
    text=_("{by} is writing this report. Nothing was deleted."),
    remedy=_("Take it over first if you want to write it."),
    status=409,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The contents of a report's form: its fields, and the story of the writer's own side, if there is one."""

    fields: Mapping[str, Any]
    side: MatchSide | None = None
    story: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The version that a user saw, and the id of the page that showed it.

    A page's id is its command's id, or that of the page whose draft it continues.
    """

    version: int
    page: str = ""

    def is_current(self, unsent: UnsentReport, by: User) -> bool:
        """Whether nobody else has changed it since. The same page may have missed the answer to its own save."""
        own = bool(self.page) and (unsent.by_id, unsent.page) == (by.pk, self.page)
        return own or unsent.version == self.version


def unsent_of(match: Match) -> UnsentReport:
    """The draft of a match's report; version 0 if there never was one."""
    return next(iter(_unsent(match.pk)), None) or UnsentReport(match=match, version=0)


@Prepared
def _unsent(match: int) -> QuerySet[UnsentReport]:
    return UnsentReport.objects.select_related("by").filter(match=match).order_by()


@transaction.atomic
def save_unsent(
    *, match: Match, seen: Seen, typed: Typed, by: User, correction: MatchCorrection | None = None
) -> UnsentReport:
    """Saves the draft of the match's report, or of its ``correction``; ``by`` becomes its writer.

    Raises ``StaleVersion`` if it was saved, sent or deleted since it was ``seen``, ``Refusal`` at another step.
    """
    hold(match, correction)
    story = typed.story.replace("\0", "")
    if len(story) > STORY_LENGTH:
        raise Refusal(TOO_LONG, field="story", length=len(story), most=STORY_LENGTH)
    current = unsent_of(match)
    if current.by_id == by.pk and current.fields == typed.fields and _is_story(typed.side, story):
        return current
    if not seen.is_current(current, by):
        raise StaleVersion(current)
    columns = {"fields": dict(typed.fields), "by": by, "at": timezone.now(), "page": seen.page}
    if typed.side is not None:
        MatchSide.objects.filter(pk=typed.side.pk).update(unsent_story=None if story == typed.side.story else story)
    if not current.pk:
        return UnsentReport.objects.create(match=match, **columns)
    return write_version(current, expected=current.version, changes=columns)


def hold(match: Match, correction: MatchCorrection | None = None) -> None:
    """Locks a match that can be reported, or an open correction, without a new version.

    Other steps wait until the transaction ends. Raises ``Refusal`` at another step, or in an archived league.
    """
    if correction is not None:
        rows = MatchCorrection.objects.open().filter(pk=correction.pk)
    else:
        rows = Match.objects.filter(pk=match.pk, state__in=Match.REPORTABLE)
    held = rows.update(version=F("version"))
    fresh = Match.objects.select_related("league").get(pk=match.pk)
    if fresh.league.archived:
        raise Refusal(ARCHIVED, league=fresh.league.name)
    if not held and correction is not None:
        raise Refusal(NOT_OPEN)
    if not held:
        raise Refusal(WRONG_STATE, state=fresh.get_state_display())


def _is_story(side: MatchSide | None, story: str) -> bool:
    """Whether this is the saved story already, published or not."""
    if side is None:
        return True
    fresh = MatchSide.objects.get(pk=side.pk)
    return story == fresh.written_story


@transaction.atomic
def start_over(
    *, match: Match, seen: Seen, by: User, side: MatchSide | None = None, correction: MatchCorrection | None = None
) -> None:
    """Deletes the draft, and the draft of the story of the writer's own ``side``, if there is one.

    The form then starts with the current report and story, or empty.

    Raises ``Refusal`` for any user but the writer, ``StaleVersion`` if it has changed since it was ``seen``.
    """
    hold(match, correction)
    current = unsent_of(match)
    if current.begun and current.by_id != by.pk:
        raise Refusal(NOT_THE_WRITER, by=current.by)
    if not seen.is_current(current, by):
        raise StaleVersion(current)
    if side is not None:
        MatchSide.objects.filter(pk=side.pk).update(unsent_story=None)
    UnsentReport.objects.discard(match)


def refuse_unseen(match: Match, seen: Seen, by: User) -> None:
    """Raises ``StaleVersion`` if somebody saved the draft since it was ``seen``: it would be lost."""
    current = unsent_of(match)
    if current.begun and not seen.is_current(current, by):
        raise StaleVersion(current)
