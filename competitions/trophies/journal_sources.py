"""What the entries that trophies write in a team's journal are called."""

from django.utils.translation import gettext_lazy as _

from teams.presentation.history_text import declare_source

declare_source("trophy", _("Trophy handed over"))
declare_source("gift", _("Gift of a trophy"))
declare_source("best_player", _("Award to the best player"))
declare_source("taken_back", _("Trophy taken back"))
