"""The record of a league's past that was imported from an archive file."""

from __future__ import annotations

from django.db import models

from leagues.models import League


class ImportedArchive(models.Model):
    """A file of records that a league was made from: the same bytes are not imported twice."""

    league = models.OneToOneField(League, on_delete=models.PROTECT, related_name="imported_archive")
    digest = models.CharField(max_length=64, unique=True)
    edition = models.CharField(max_length=200)
    filename = models.CharField(max_length=200)
    imported_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.filename} as {self.league_id}"
