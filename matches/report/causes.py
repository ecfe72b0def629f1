"""What hurts players, in words: what a report can name, and what only records from elsewhere do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

CAUSES = {
    "block": gettext_lazy("block"),
    "foul": gettext_lazy("foul"),
    "crowd": gettext_lazy("crowd"),
    "weapon": gettext_lazy("weapon"),
    "eaten": gettext_lazy("eaten by a team-mate"),
    "other": gettext_lazy("other"),
}
"""The causes that a report can name."""
ACCIDENTS = {
    "dodge": gettext_lazy("failed dodge"),
    "going_for_it": gettext_lazy("fall while going for it"),
    "leap": gettext_lazy("failed leap"),
    "landing": gettext_lazy("bad landing"),
    "rock": gettext_lazy("rock from the crowd"),
}
"""What a report calls "other", and records tell apart. No opponent did it."""
DEATHS = CAUSES | ACCIDENTS
"""Everything that a death can be known to come from."""
