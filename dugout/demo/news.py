"""What the demo league's commissioner tells its coaches before the first match, and what they say about it."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from leagues.models import League
from news.comments import write_comment
from news.stories import write_story

TITLE = "The season is on"
TEXT = """
Ten teams, nine rounds and a cup: the balls are pumped up, and the pitch is nearly dry.

## What you have to do

- **Agree on a day** with your opponent, and play your match in its week.
- *Both* coaches confirm the report. Only then does it count in the table.
- Read the [house rules](/leagues/{slug}/rules/) once more, before somebody else does.

> If you hide the other team's boots, you bring the sausages.
"""
SAID = ("My boots are ready. Are yours?", "We come for the sausages.")


def write(league: League, commissioner: User, coaches: Sequence[User]) -> None:
    """Publish the story, in a league whose members can comment, with what the first coaches say."""
    League.objects.filter(pk=league.pk).update(comments=League.Comments.MEMBERS)
    league.refresh_from_db(fields=["comments"])
    text = TEXT.format(slug=league.slug).strip()
    story = write_story(league=league, by=commissioner, title=TITLE, text=text, publish=True)
    for coach, words in zip(coaches, SAID, strict=False):
        write_comment(story=story, by=coach, text=words)
