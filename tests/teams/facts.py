"""Facts that tests write into a team's journal."""

from __future__ import annotations

from django.db import transaction

from rules.journal import GoldMoved
from rules.journal.history import Correction
from teams.ledger import ledger
from teams.models import Team, TeamState


def won(gold: int) -> GoldMoved:
    return GoldMoved(amount=gold, source="winnings", target="treasury")


def write(team: Team, fact: GoldMoved | Correction) -> int:
    """Writes a fact; its seq."""
    with transaction.atomic():
        state = TeamState.objects.get(team=team)
        rules = team.ruleset.rules()
        made = ledger.append(
            team=team, ruleset=rules, expected=state.seq, facts=[ledger.Fact(fact)], source="test", by=None
        )
    return int(made.seq)
