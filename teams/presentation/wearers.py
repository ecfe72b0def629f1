"""Teams as the charts know them: a name, two colours and a crest."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString

from web.charts import Wearer
from web.crests.fields import HEIGHT, WIDTH
from web.crests.shown import Shown


def wearer(name: str, crest: Shown, *, mine: bool = False, called: str = "") -> Wearer:
    """The wearer of the kit of a team called ``name``: the team, or a player or coach of it who is ``called`` so."""
    return Wearer(name=called or name, first=crest.first, second=crest.second, crest=_within(crest), mine=mine)


@lru_cache(maxsize=4096)
def _within(crest: Shown) -> SafeString:
    """What is drawn within a frame of 40 by 48: the picture that stands for the crest, if there is one."""
    if crest.picture:
        return SafeString(f'<image href="{escape(crest.small)}" width="{WIDTH}" height="{HEIGHT}"/>')
    return SafeString(f'<use href="#{crest.crest.id}"/>')
