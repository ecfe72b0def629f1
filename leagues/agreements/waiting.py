"""What waits for the agreement of others, as the pages of matches, teams and competitions show it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from leagues.agreements.own_matches import asked_for, ends_at, judges, kind_of, text_of, who_words
from leagues.models import Agreement, League


def shown_agreements(subjects: Collection[str], league: League, reader: Any) -> list[dict[str, Any]]:
    """What waits for agreement about a match, for its page: who asked for what, who can agree, what `reader` can do."""
    if not reader.is_authenticated or league.archived:
        return []
    shown = []
    for row in Agreement.objects.open().filter(league=league, subject__in=subjects).select_related("by"):
        row.league = league
        if not kind_of(row).still_open(row):
            continue
        asked = asked_for(row)
        until = None if judges(league, row.coaches) else ends_at(row.at, league)
        shown.append(
            {
                "agreement": row,
                "text": text_of(row),
                "who": who_words(asked),
                "until": until,
                "may_agree": reader in asked,
                "may_withdraw": reader == row.by,
            }
        )
    return shown
