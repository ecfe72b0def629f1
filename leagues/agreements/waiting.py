"""What waits for the agreement of others, as the pages of matches, teams and competitions show it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.utils.safestring import SafeString

from accounts.models import User
from leagues.agreements.own_matches import kind_of, text_of
from leagues.agreements.who_agrees import Deed, asked_first, asked_for, ends_at, judges, who_words
from leagues.members.linked_names import LinkedNames
from leagues.models import Agreement, League
from web.drawing.waiting import sign_of


def shown_asked(deed: Deed) -> str:
    """Who has to agree before this can be done, in words with linked names; empty if nobody has to. For one deed."""
    asked = asked_first(deed)
    return SafeString(who_words(asked, LinkedNames(deed.league, asked).of)) if asked else ""


def agreements_sign(shown: Sequence[dict[str, Any]]) -> str:
    """A sign (`web.drawing.waiting`) of what waits for agreement on a page; empty if nothing does."""
    return sign_of([each["agreement"].pk for each in shown]) if shown else ""


def shown_agreements(subjects: Collection[str], league: League, reader: Any) -> list[dict[str, Any]]:
    """What waits for agreement about a match, for its page: who asked for what, who can agree, what `reader` can do."""
    if not reader.is_authenticated or league.archived:
        return []
    shown: list[dict[str, Any]] = []
    waiting: list[tuple[Agreement, list[User]]] = []
    for row in Agreement.objects.open().filter(league=league, subject__in=subjects).select_related("by"):
        row.league = league
        if kind_of(row).still_open(row):
            waiting.append((row, asked_for(row)))
    names = LinkedNames(league, (person for row, asked in waiting for person in (row.by, *asked)))
    for row, asked in waiting:
        until = None if judges(league, row.coaches) else ends_at(row.at, league)
        shown.append(
            {
                "agreement": row,
                "text": text_of(row),
                "by": names.of(row.by),
                "who": SafeString(who_words(asked, names.of)),
                "until": until,
                "may_agree": reader in asked,
                "may_withdraw": reader == row.by,
            }
        )
    return shown
