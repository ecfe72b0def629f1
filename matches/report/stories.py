"""The write-ups of a match, one by each coach: plain text with a version. Nobody else can change them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from leagues.services import ARCHIVED
from matches.models import MatchSide
from web.commands import write_version
from web.errors import Message, Refusal

STORY_LENGTH = 5000

TOO_LONG = Message(
    id="matches.story_too_long",
    text=_("The write-up has {length} characters; the limit is {most}."),
    remedy=_("Shorten it."),
)


@transaction.atomic
def save_story(*, side: MatchSide, expected: int, story: str) -> MatchSide:
    """Replaces version ``expected`` of a side's story. Raises ``StaleVersion`` if it has changed since."""
    if side.match.league.archived:
        raise Refusal(ARCHIVED, league=side.match.league.name)
    if len(story) > STORY_LENGTH:
        raise Refusal(TOO_LONG, field="story", length=len(story), most=STORY_LENGTH)
    changes = {"story": story, "unsent_story": None}
    return write_version(side, expected=expected, changes=changes, version="story_version")
