"""Ties that are played out with nobody in front: they stand still until a commissioner says who goes on (L1)."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from competitions.models import Fixture, Tie


def level_ties() -> QuerySet[Tie]:
    """Ties of two teams, all of their matches over, of which nobody has come out."""
    fixtures = Fixture.objects.filter(tie=OuterRef("pk"))
    waiting = Tie.objects.filter(winner__isnull=True, home__isnull=False, away__isnull=False)
    return waiting.filter(Exists(fixtures), ~Exists(fixtures.waiting()))
