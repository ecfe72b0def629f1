"""What the entries that a match writes in a team's journal are called, and where they can be looked at."""

from django.utils.translation import gettext_lazy as _

from teams.presentation.history_text import declare_source

declare_source("pre_match", _("Pre-match"), "matches:match")
declare_source("post_match", _("Post-match"), "matches:match")
declare_source("correction", _("Correction"), "matches:match")
