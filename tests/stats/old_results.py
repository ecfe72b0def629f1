"""Changes of the first match of a competition, and what stands for a part of a page that need not be drawn."""

from __future__ import annotations

from django.db.models import F

from competitions.models import Competition
from matches.models import Match
from tests.competitions.competition_builders import annul_match, decide_match, matches_of


class Nothing:
    """Stands for a part of a page."""

    @staticmethod
    def draw() -> None:
        """Draw nothing."""


def correct(division: Competition) -> None:
    """The first match has another winner."""
    first = matches_of(division)[0]
    decide_match(first, 0, 3)
    Match.objects.filter(pk=first.match_id).update(version=F("version") + 1)


def first_of(division: Competition) -> int:
    """Its first match."""
    match = matches_of(division)[0].match_id
    assert match is not None
    return match


def annul(division: Competition) -> None:
    """The first match does not count."""
    first = matches_of(division)[0]
    annul_match(first)
    Match.objects.filter(pk=first.match_id).update(version=F("version") + 1)
