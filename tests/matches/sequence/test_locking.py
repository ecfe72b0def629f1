"""Locking a match for a step, also one that somebody has just deleted."""

import pytest
from django.db import transaction

from matches.models import Match
from matches.sequence.locking import locked
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from web.errors import Refusal


def test_a_match_that_was_deleted_meanwhile_is_refused_in_words(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    read = Match.objects.get(pk=match.pk)
    match.sides.all().delete()
    Match.objects.filter(pk=match.pk).delete()
    with transaction.atomic(), pytest.raises(Refusal) as refused:
        locked(read, [Match.State.SCHEDULED])
    assert (refused.value.id, refused.value.status) == ("commands.gone", 410)
