"""What the entries that trophies write in a team's journal are called."""

from django.utils.translation import gettext_lazy as _

from teams.extensions import JournalSource, journal_sources

journal_sources.add(JournalSource("trophy", _("Trophy handed over")))
journal_sources.add(JournalSource("gift", _("Gift of a trophy")))
journal_sources.add(JournalSource("best_player", _("Award to the best player")))
journal_sources.add(JournalSource("taken_back", _("Trophy taken back")))
