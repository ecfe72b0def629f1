"""All matches of a scope, kept: what ratings, opponents and coaches are worked out from."""

from __future__ import annotations

from stats.played.kept import kept_figure
from stats.played.matches import matches_in

PLAYED = kept_figure("played", matches_in)
