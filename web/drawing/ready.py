"""A page that has everything already, so that middleware adds nothing to it."""

from __future__ import annotations

from django.http import HttpResponse


class ReadyPage(HttpResponse):
    """It has the links to its style sheets and the drawings that it uses."""
