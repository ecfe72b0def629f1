"""Ties that are played and level: they wait until a commissioner rules which team advances (L1)."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from competitions.models import Fixture, Tie


def level_ties() -> QuerySet[Tie]:
    """Ties of two teams whose matches are all over, without a winner."""
    fixtures = Fixture.objects.filter(tie=OuterRef("pk"))
    waiting = Tie.objects.filter(winner__isnull=True, home__isnull=False, away__isnull=False)
    return waiting.filter(Exists(fixtures), ~Exists(fixtures.waiting()))
