"""What the page of a crest says about it: how it looks on a page, and whom it could be mistaken for."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from teams.models import Team
from web.crests.colours import COLOURS, contrast
from web.crests.crest import Crest, crest_in
from web.crests.shown import Shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A crest that is not saved yet. ``said`` is what is well about it, ``doubts`` what is not."""

    crest: Crest
    shown: Shown
    said: tuple[str, ...]
    doubts: tuple[str, ...]


def preview_of(team: Team, crest: Crest) -> Preview:
    """What a team would look like. One query."""
    first, second = COLOURS[crest.first], COLOURS[crest.second]
    figures = {"colour": first.label, "ratio": f"{contrast(first.hex, first.ink):.1f}"}
    light = first.ink == "#ffffff"
    words = (
        _("White numbers on %(colour)s: %(ratio)s to 1") if light else _("Dark numbers on %(colour)s: %(ratio)s to 1")
    )
    said, doubts = [words % figures], []
    colours = {"first": first.label, "second": second.label}
    if crest.first == crest.second:
        doubts.append(_("Both colours are %(first)s: patterns cannot be seen") % colours)
    others = Team.objects.filter(league=team.league_id).exclude(pk=team.pk).exclude(state=Team.State.RETIRED)
    like = sorted(name for name, stored in others.values_list("name", "crest") if _same(crest, crest_in(stored)))
    if like:
        doubts.append(_("Also in %(first)s and %(second)s: %(teams)s") % {**colours, "teams": ", ".join(like[:3])})
    else:
        said.append(_("No other team here wears %(first)s and %(second)s") % colours)
    return Preview(crest=crest, shown=Shown(crest), said=tuple(said), doubts=tuple(doubts))


def _same(one: Crest, other: Crest) -> bool:
    return {one.first, one.second} == {other.first, other.second}
