"""All scheduling formats, in the order in which the settings offer them. A new format is a module and a line here."""

from __future__ import annotations

from competitions.formats.knock_out.knock_out import KNOCK_OUT
from competitions.formats.ladder import LADDER
from competitions.formats.open_play import OPEN_PLAY
from competitions.formats.round_robin import ROUND_ROBIN
from competitions.formats.swiss import SWISS

FORMATS = (ROUND_ROBIN, SWISS, KNOCK_OUT, LADDER, OPEN_PLAY)
