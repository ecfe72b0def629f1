"""The names and links of the journal entries that matches write."""

from django.utils.translation import gettext_lazy as _

from teams.extensions import JournalSource, journal_sources

journal_sources.add(JournalSource("pre_match", _("Pre-match"), "matches:match"))
journal_sources.add(JournalSource("post_match", _("Post-match"), "matches:match"))
journal_sources.add(JournalSource("correction", _("Correction"), "matches:match"))
