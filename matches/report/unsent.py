"""A report that is being written: kept on the server as it is typed, right or wrong, until it is sent.

There is one for a match, as there will be one report; while a closed match is corrected it is the report of the
correction. Whoever saves it writes it from then on; what was made from an
older version is refused, and both are shown. Saving needs no command id: it names the version and the page that it was
made from, and the same contents again change nothing, however often they come.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.services import ARCHIVED
from matches.models import Match, MatchCorrection, MatchSide, UnsentReport
from matches.refusals import NOT_OPEN, WRONG_STATE
from matches.report.stories import STORY_LENGTH, TOO_LONG
from web.commands import write_version
from web.errors import Message, Refusal, StaleVersion

PAGE_LENGTH = 36

NOT_THE_WRITER = Message(
    id="matches.not_the_writer",
    text=_("{by} is writing this report; nothing was dropped."),
    remedy=_("Take it over first, if you are to write it."),
    status=409,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What stands in a report's form: its fields, and the story of the writer's own side, where he has one."""

    fields: Mapping[str, Any]
    side: MatchSide | None = None
    story: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What somebody had before him: a version, and on which page, by that page's own id.

    A page's id is that of its command, or of the one whose work it goes on with.
    """

    version: int
    page: str = ""

    def is_current(self, unsent: UnsentReport, by: User) -> bool:
        """Whether nobody changed it since; the same page may have missed the answer to its own saving."""
        own = bool(self.page) and (unsent.by_id, unsent.page) == (by.pk, self.page)
        return own or unsent.version == self.version


def unsent_of(match: Match) -> UnsentReport:
    """The report of a match that is being written; version 0 where nobody has ever begun one."""
    found = UnsentReport.objects.select_related("by").filter(match=match).first()
    return found or UnsentReport(match=match, version=0)


@transaction.atomic
def save_unsent(
    *, match: Match, seen: Seen, typed: Typed, by: User, correction: MatchCorrection | None = None
) -> UnsentReport:
    """Keeps a report as it is typed, the match's or that of its ``correction``; ``by`` writes it from now on.

    Raises ``StaleVersion`` if it was saved, sent or dropped since it was ``seen``, ``Refusal`` at another step.
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
    """Holds a match at a step at which it is reported, or a correction under way, without counting it up.

    Whoever takes a step waits until then. Raises ``Refusal`` at another step, or in a league of the archive.
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
    """Whether a story is what is on record already, told or not."""
    if side is None:
        return True
    fresh = MatchSide.objects.get(pk=side.pk)
    return story == fresh.written_story


@transaction.atomic
def begin_anew(
    *, match: Match, seen: Seen, by: User, side: MatchSide | None = None, correction: MatchCorrection | None = None
) -> None:
    """Drops what its writer has saved, with the story of his own ``side``, where he has one.

    The form begins with the report and the story that stand again, or empty.

    Raises ``Refusal`` for anybody but the writer, ``StaleVersion`` if it was changed since it was ``seen``.
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
    """Raises ``StaleVersion`` where somebody saved the report since it was ``seen``: that would be lost."""
    current = unsent_of(match)
    if current.begun and not seen.is_current(current, by):
        raise StaleVersion(current)
